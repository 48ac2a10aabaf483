// The optional accelerator: few and small kernels, each with a numpy twin in src/foldwise/native.py.
#include "kernels.hpp"

NB_MODULE(_native, module) {
    module.doc() = "Compiled kernels of foldwise.";
    bind_auc(module);
    bind_confusion(module);
    bind_logistic(module);
    bind_nearest(module);
    bind_neighbours(module);
    bind_parts(module);
    bind_ridge(module);
    bind_rows(module);
    bind_solve(module);
    bind_sums(module);
}
