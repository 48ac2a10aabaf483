// Trees that are kept: their nodes are written out, for estimators that predict rows which are not there yet.
#include "samples.hpp"

using foldwise::In;
using foldwise::Out;
namespace trees = foldwise::trees;

// Columns of what is written of a node.
enum Link : std::size_t { LEFT, RIGHT, FEATURE, SAMPLES, MISSING_LEFT, LINKS };
enum Number : std::size_t { THRESHOLD, IMPURITY, WEIGHT, NUMBERS };

// Write the nodes of a tree; how deep the deepest is.
static std::int64_t write_nodes(const trees::Tree &tree, std::int32_t *link, double *number, double *share,
                                std::vector<std::int64_t> &level) {
    level.assign(tree.nodes.size(), 0);
    for (std::size_t i = 0; i < tree.nodes.size(); ++i)
        for (const std::int32_t child : {tree.nodes[i].left, tree.nodes[i].right})
            if (child >= 0) level[static_cast<std::size_t>(child)] = level[i] + 1;
    for (const trees::Tree::Node &node : tree.nodes) {
        link[LEFT] = node.left;
        link[RIGHT] = node.right;
        link[FEATURE] = node.feature;
        link[SAMPLES] = static_cast<std::int32_t>(node.samples);
        link[MISSING_LEFT] = node.missing_left;
        number[THRESHOLD] = node.threshold;
        number[IMPURITY] = node.impurity;
        number[WEIGHT] = node.weight;
        link += LINKS;
        number += NUMBERS;
    }
    std::copy(tree.values.begin(), tree.values.end(), share);
    return *std::max_element(level.begin(), level.end());
}

// links[b, i], numbers[b, i] and shares[b, i]: node i of the tree that is grown on the weights of the rows for tree b, the children
// behind their parents; sizes[b] is how many nodes it has, and how deep it is. A row that weighs nothing is not there.
static void grow_nodes(In<float, 2> table, In<std::uint64_t, 2> keys, In<bool, 1> close, In<std::int32_t, 1> codes,
                       In<double, 1> targets, std::size_t criterion, In<double, 2> weights, In<std::int64_t, 1> least,
                       In<std::uint32_t, 1> seeds, std::size_t depth, std::size_t features, std::size_t leaves,
                       double weight_fraction, double decrease, bool random, std::size_t threads, Out<std::int32_t, 3> links,
                       Out<double, 3> numbers, Out<double, 3> shares, Out<std::int64_t, 2> sizes) {
    const std::size_t n = table.shape(0), p = table.shape(1), count = weights.shape(0), classes = shares.shape(2);
    const std::size_t room = links.shape(1);
    trees::check_table(table, keys, close, features, classes), trees::check_targets(codes, targets, criterion, n, classes);
    SHAPE(weights, count, n), SHAPE(least, 2), SHAPE(seeds, count), SHAPE(sizes, count, 2);
    SHAPE(links, count, room, LINKS), SHAPE(numbers, count, room, NUMBERS), SHAPE(shares, count, room, classes);
    REQUIRE(n >= 1, "'table' must have a row");
    trees::check_weights(weights, least);
    for (std::size_t b = 0; b < count; ++b) {
        const double *mine = weights.data() + b * n;
        const auto there = static_cast<std::size_t>(std::count_if(mine, mine + n, [](double weight) { return weight > 0; }));
        REQUIRE(there > 0, "every tree must have a row of 'weights' above 0");
        REQUIRE(trees::most_nodes(there, depth, leaves) <= room, "'links' must have room for every node");
    }
    nb::gil_scoped_release release;
    trees::Columns columns = trees::columns_of(table, keys, close, {codes.data(), codes.size()}, {targets.data(), targets.size()}, classes);
    columns.prepare(features < p || random, static_cast<trees::Criterion>(criterion));
    const trees::Limits limits{depth, static_cast<std::size_t>(least.data()[0]), static_cast<std::size_t>(least.data()[1]),
                               features, leaves, 0.0, decrease, 0.0, random};
    foldwise::for_each(count, threads, [&] {
        return [&, grower = trees::Grower(columns, static_cast<trees::Criterion>(criterion), limits), tree = trees::Tree(),
                sample = trees::Sample(), samples = std::vector<std::uint32_t>(),
                copies = std::vector<std::int32_t>(n, 1), level = std::vector<std::int64_t>()](std::size_t b) mutable {
            trees::take_sample(copies.data(), weights.data() + b * n, n, sample, samples);
            trees::Limits mine = limits;
            mine.weight = weight_fraction * sample.total;
            grower.grow(sample, mine, trees::Twister(seeds.data()[b]).below(2147483647U), tree);
            sizes.data()[2 * b] = static_cast<std::int64_t>(tree.nodes.size());
            sizes.data()[2 * b + 1] = write_nodes(tree, links.data() + b * room * LINKS, numbers.data() + b * room * NUMBERS,
                                                  shares.data() + b * room * classes, level);
        };
    });
}

void bind_kept_trees(nb::module_ &module) {
    foldwise::define(module, "grow_nodes", &grow_nodes, "The nodes of trees, each grown on its own weights of the rows, in place.",
                     "table", "keys", "close", "codes", "targets", "criterion", "weights", "least", "seeds", "depth", "features",
                     "leaves", "weight_fraction", "decrease", "random", "threads", "links", "numbers", "shares", "sizes");
}
