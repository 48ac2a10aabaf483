// Single trees of several settings on the same resamples.
#include "tree_paths.hpp"
#include "samples.hpp"

using foldwise::In;
using foldwise::Out;
namespace trees = foldwise::trees;

// Limits of setting k in resample b, and those that none of them undercuts.
struct Settings {
    std::span<const std::int64_t> depths, least;
    std::span<const double> decreases, alphas;
    std::size_t count;

    trees::Limits of(const trees::Limits &common, std::size_t b, std::size_t k) const {
        trees::Limits mine = common;
        mine.depth = static_cast<std::size_t>(depths[k]);
        mine.split = static_cast<std::size_t>(least[2 * (b * count + k)]);
        mine.leaf = static_cast<std::size_t>(least[2 * (b * count + k) + 1]);
        mine.decrease = decreases[k];
        mine.alpha = alphas[k];
        return mine;
    }
    trees::Limits loosest(const trees::Limits &common, std::size_t b) const {
        trees::Limits all = of(common, b, 0);
        for (std::size_t k = 1; k < count; ++k) {
            const trees::Limits one = of(common, b, k);
            all.depth = std::max(all.depth, one.depth);
            all.split = std::min(all.split, one.split);
            all.leaf = std::min(all.leaf, one.leaf);
        }
        return all;
    }
    std::vector<std::size_t> leaf_sizes(std::size_t b) const {
        std::vector<std::size_t> sizes;
        for (std::size_t k = 0; k < count; ++k) sizes.push_back(static_cast<std::size_t>(least[2 * (b * count + k) + 1]));
        std::sort(sizes.begin(), sizes.end());
        sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
        return sizes;
    }
};

// scores[k, i] = what the tree of setting k says of test row i, as it would be if it were grown alone. Every setting has its
// depth, least samples of a node that is split and of a leaf (B, K, 2), least decrease, alpha of pruning, and seeds (B, K).
static void grow_paths(In<float, 2> table, In<std::uint64_t, 2> keys, In<bool, 1> close, In<std::int32_t, 1> codes,
                       In<double, 1> targets, std::size_t criterion, In<std::int32_t, 2> copies, In<double, 2> weights,
                       In<std::int64_t, 3> least, In<std::uint32_t, 2> seeds, In<std::int64_t, 1> depths, std::size_t features,
                       std::size_t leaves, double weight_fraction, In<double, 1> decreases, In<double, 1> alphas, bool random,
                       In<std::int64_t, 1> rows, In<std::int64_t, 1> starts, std::size_t threads, Out<double, 3> scores) {
    const std::size_t n = table.shape(0), p = table.shape(1), count = copies.shape(0), classes = scores.shape(2);
    const std::size_t many = depths.shape(0), tested = rows.shape(0);
    trees::check_table(table, keys, close, features, classes), trees::check_targets(codes, targets, criterion, n, classes);
    SHAPE(copies, count, n), SHAPE(least, count, many, 2), SHAPE(seeds, count, many);
    SHAPE(decreases, many), SHAPE(alphas, many), SHAPE(scores, many, tested, classes), EDGES(starts, count, tested);
    REQUIRE(many >= 1, "'depths' must hold a depth");
    const bool weighted = OPTIONAL(weights, count, n);
    BELOW(rows, n);
    trees::check_samples(copies, weights, least);
    for (std::size_t k = 0; k < many; ++k) REQUIRE(depths.data()[k] >= 0, "'depths' must hold whole numbers from 0 on");
    nb::gil_scoped_release release;
    trees::Columns columns = trees::columns_of(table, keys, close, {codes.data(), codes.size()}, {targets.data(), targets.size()}, classes);
    const auto kind = static_cast<trees::Criterion>(criterion);
    columns.prepare(true, kind);
    const trees::Limits common{0, 2, 1, features, leaves, 0.0, 0.0, 0.0, random};
    const Settings settings{{depths.data(), many}, {least.data(), least.size()}, {decreases.data(), many}, {alphas.data(), many}, many};
    double *out = scores.data();
    foldwise::for_each(count, threads, [&] {
        return [&, grower = trees::TreePaths(columns, kind, common), tree = trees::Tree(), sample = trees::Sample(),
                samples = std::vector<std::uint32_t>()](std::size_t b) mutable {
            trees::take_sample(copies.data() + b * n, weighted ? weights.data() + b * n : nullptr, n, sample, samples);
            trees::Limits all = common;
            all.weight = weight_fraction * sample.total;
            const bool shares = grower.shares(sample);
            if (shares) grower.begin(sample, settings.loosest(all, b), settings.leaf_sizes(b));
            for (std::size_t k = 0; k < many; ++k) {
                const trees::Limits mine = settings.of(all, b, k);
                const std::uint32_t seed = trees::Twister(seeds.data()[b * many + k]).below(2147483647U);
                if (shares)
                    grower.tree_of(mine, seed, tree);
                else
                    grower.grow_apart(sample, mine, seed, tree);
                const auto from = static_cast<std::size_t>(starts.data()[b]), to = static_cast<std::size_t>(starts.data()[b + 1]);
                for (std::size_t i = from; i < to; ++i) {
                    const auto row = static_cast<std::size_t>(rows.data()[i]);
                    const double *value = tree.value(tree.leaf(columns.rows.data() + row * p));
                    std::copy(value, value + classes, out + (k * tested + i) * classes);
                }
            }
        };
    });
}

void bind_tree_paths(nb::module_ &module) {
    foldwise::define(module, "grow_paths", &grow_paths,
                     "What the trees of several settings say of the test rows of every resample, in place.", "table", "keys",
                     "close", "codes", "targets", "criterion", "copies", "weights", "least", "seeds", "depths", "features",
                     "leaves", "weight_fraction", "decreases", "alphas", "random", "rows", "starts", "threads", "scores");
}
