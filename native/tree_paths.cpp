// Single trees of several settings on the same resamples.
#include "tree_paths.hpp"
#include "samples.hpp"

namespace trees = foldwise::trees;

// Limits of a resample that no setting undercuts, and the least samples of a leaf of all settings, ascending.
static std::pair<trees::Limits, std::vector<std::size_t>> loosest(const trees::Task &task, std::size_t b, double total) {
    trees::Limits all = task.limits(b, total);
    std::vector<std::size_t> leaf_sizes;
    for (std::size_t k = 0; k < task.settings(); ++k) {
        const trees::Limits one = task.limits(b, total, k);
        all.depth = std::max(all.depth, one.depth);
        all.split = std::min(all.split, one.split);
        all.leaf = std::min(all.leaf, one.leaf);
        leaf_sizes.push_back(one.leaf);
    }
    std::sort(leaf_sizes.begin(), leaf_sizes.end());
    leaf_sizes.erase(std::unique(leaf_sizes.begin(), leaf_sizes.end()), leaf_sizes.end());
    return {all, leaf_sizes};
}

// scores[k, i] = what the tree of setting k, which has a seed of its own, says of test row i, as it would be if it were grown alone.
static void grow_paths(const trees::Task &task, foldwise::Out<double, 3> scores) {
    const std::size_t classes = scores.shape(2), tested = task.rows.shape(0);
    const auto &seeds = task.seeds;
    trees::Columns columns = task.columns(classes);
    SHAPE(scores, task.settings(), tested, classes), SHAPE(seeds, task.count(), task.settings());
    nb::gil_scoped_release release;
    columns.prepare(true, task.kind());
    foldwise::for_each(task.count(), task.threads, [&] {
        return [&, grower = trees::TreePaths(columns, task.kind(), task.limits(0, 0.0)), tree = trees::Tree(),
                sample = trees::Sample(), samples = std::vector<std::uint32_t>()](std::size_t b) mutable {
            task.take(b, sample, samples);
            const bool shares = grower.shares(sample);
            if (shares) std::apply([&](const auto &limits, const auto &sizes) { grower.begin(sample, limits, sizes); },
                                   loosest(task, b, sample.total));
            for (std::size_t k = 0; k < task.settings(); ++k) {
                const trees::Limits mine = task.limits(b, sample.total, k);
                const std::uint32_t seed = trees::Twister(task.seed(b, k)).below(2147483647U);
                if (shares)
                    grower.tree_of(mine, seed, tree);
                else
                    grower.grow_apart(sample, mine, seed, tree);
                double *out = scores.data() + (k * tested + task.first(b)) * classes;
                task.each_row(b, [&](std::size_t i, std::size_t, const float *row) {
                    std::copy_n(tree.value(tree.leaf(row)), classes, out + i * classes);
                });
            }
        };
    });
}

void bind_tree_paths(nb::module_ &module) {
    trees::define_pass(module, "grow_paths", &grow_paths,
                       "What the trees of several settings say of the test rows of every resample, in place.", "scores");
}
