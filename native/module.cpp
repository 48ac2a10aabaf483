// The optional accelerator: few and small kernels, each with a numpy version beside the Python that calls it.
#include "kernels.hpp"

NB_MODULE(_native, module) {
    module.doc() = "Compiled kernels of foldwise.";
    bind_auc(module);
    bind_confusion(module);
    bind_scan(module);
    bind_first_look(module);
    bind_partition(module);
    bind_discriminants(module);
    bind_tally(module);
    bind_claims(module);
    bind_leave_one_out(module);
    bind_logistic(module);
    bind_moments(module);
    bind_nearest(module);
    bind_neighbours(module);
    bind_part_products(module);
    bind_ridge(module);
    bind_row_scores(module);
    bind_solve(module);
    bind_summaries(module);
    bind_sums(module);
    bind_tree_paths(module);
    bind_trees(module);
    bind_boosting(module);
    bind_c45(module);
    bind_gradient_boosting(module);
    bind_bagging(module);
    bind_kept_trees(module);
    bind_value_boosting(module);
    bind_vote_boosting(module);
}
