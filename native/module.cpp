// The optional accelerator: few and small kernels, each with a numpy version beside the Python that calls it.
#include "kernels.hpp"

NB_MODULE(_native, module) {
    module.doc() = "Compiled kernels of foldwise.";
#define FOLDWISE_BIND(file) bind_##file(module);
    FOLDWISE_FILES(FOLDWISE_BIND)
}
