// Bags of trees of all resamples: every tree has its own draws of samples and columns, made as numpy and scikit-learn make them.
// Forests that draw by weight, and out-of-bag votes, are the same work.
#include "samples.hpp"

using foldwise::In;
using foldwise::Out;
namespace trees = foldwise::trees;

// How the samples and columns of a tree are drawn.
struct Drawing {
    std::size_t columns;  // drawn for each tree, 0 for all of them without a draw
    bool bagging;         // columns are drawn first, and the tree has a seed of its own
    bool replace, replace_columns, weighted;
    bool balanced;  // all classes of a bag weigh the same
};

// Draws one bag after the other; what it needs is kept between them.
class Bag {
  public:
    Bag(const trees::Columns &columns, const Drawing &drawing) : columns(columns), how(drawing) {}

    trees::Sample whole, bag;
    std::vector<std::uint32_t> samples;          // of the training set, by row
    std::vector<std::uint32_t> chosen;           // columns
    std::vector<std::uint32_t> times;            // how often each sample was drawn

    // The training set of a resample; with `weights` those of one copy of each row.
    void take(const std::int32_t *copies, const double *weights) {
        trees::take_sample(copies, nullptr, columns.n, whole, samples);
        if (!how.weighted) return;
        shares.resize(samples.size());
        for (std::size_t s = 0; s < samples.size(); ++s) shares[s] = weights[samples[s]];
        const double sum = trees::pairwise_sum(shares.data(), shares.size());
        for (double &share : shares) share /= sum;
        trees::add_up(shares, upto);
    }
    // Draw a bag; the seed of its tree.
    std::uint32_t draw(std::uint32_t seed, std::size_t draws) {
        trees::Twister random(seed);
        std::uint32_t own = trees::Twister(seed).below(2147483647U);
        if (how.bagging) own = trees::Twister(own).below(2147483647U);
        if (how.columns) draw_columns(random);
        times.assign(samples.size(), 0);
        const auto count = static_cast<std::uint32_t>(samples.size());
        if (how.weighted)
            for (std::size_t i = 0; i < draws; ++i) times[trees::place_among(upto, random.uniform())] += 1;
        else if (how.replace)
            for (std::size_t i = 0; i < draws; ++i) times[random.below(count)] += 1;
        else {
            without_replacement(random, count, std::min<std::size_t>(draws, count), picked);
            for (const std::uint32_t s : picked) times[s] = 1;
        }
        trees::take_drawn(samples, times, columns.n, draws, bag);
        if (how.balanced) balance(static_cast<double>(draws));
        bag.pack();
        return own;
    }
    // Whether a row of the table is in no bag of this tree.
    bool is_out(std::size_t row) const { return bag.copies[row] == 0; }

  private:
    const trees::Columns &columns;
    const Drawing &how;
    std::vector<double> shares, upto, factors;
    std::vector<std::uint32_t> picked;

    void draw_columns(trees::Twister &random) {
        const auto p = static_cast<std::uint32_t>(columns.p);
        if (!how.replace_columns) return without_replacement(random, p, how.columns, chosen);
        chosen.resize(how.columns);
        for (std::uint32_t &one : chosen) one = random.below(p);
    }
    // scikit-learn's draws of `size` out of `count`: a shuffle, but for nearly none or nearly all of them.
    static void without_replacement(trees::Twister &random, std::uint32_t count, std::size_t size, std::vector<std::uint32_t> &found) {
        const double ratio = static_cast<double>(size) / count;
        if (ratio > 0.01 && ratio < 0.99) {
            found.resize(count);
            for (std::uint32_t i = 0; i < count; ++i) found[i] = i;
            for (std::uint32_t i = count - 1; i > 0; --i) std::swap(found[i], found[random.below(i + 1)]);
            found.resize(size);
            return;
        }
        found.clear();
        if (ratio < 0.2) {
            while (found.size() < size) {
                const std::uint32_t one = random.below(count);
                if (std::find(found.begin(), found.end(), one) == found.end()) found.push_back(one);
            }
            return;
        }
        for (std::uint32_t i = 0; i < size; ++i) found.push_back(i);
        for (auto i = static_cast<std::uint32_t>(size); i < count; ++i) {
            const std::uint32_t at = random.below(i + 1);
            if (at < size) found[at] = i;
        }
    }
    void balance(double draws) {
        factors.assign(columns.classes, 0.0);
        for (std::size_t i = 0; i < columns.n; ++i) factors[static_cast<std::size_t>(columns.codes[i])] += bag.weight[i];
        const auto there = static_cast<double>(std::count_if(factors.begin(), factors.end(), [](double f) { return f > 0; }));
        for (double &factor : factors) factor = factor > 0 ? draws / (there * factor) : 0.0;
        bag.total = 0;
        for (std::size_t i = 0; i < columns.n; ++i)
            bag.total += bag.weight[i] *= factors[static_cast<std::size_t>(columns.codes[i])];
        bag.whole = false;
    }
};

// scores[i] = sum of what the trees of its resample say of test row i, class shares or with `hard` one vote each, and votes[i] how many
// say something: all of them, or with `out_of_bag` those whose bag does not hold the row. Every resample has its copies of the rows, weights of one copy or none
// by which rows are drawn, least samples of a node that is split and of a leaf, draws of each tree, and the seeds of its
// trees.
static void grow_bags(In<float, 2> table, In<std::uint64_t, 2> keys, In<bool, 1> close, In<std::int32_t, 1> codes,
                      In<double, 1> targets, std::size_t criterion, In<std::int32_t, 2> copies, In<double, 2> weights,
                      In<std::int64_t, 2> least, In<std::uint32_t, 2> seeds, In<std::int64_t, 1> drawn, std::size_t drawn_columns,
                      bool bagging, bool replace, bool replace_columns, bool balanced, bool out_of_bag, bool hard, std::size_t depth,
                      std::size_t features, std::size_t leaves, double weight_fraction, double decrease, double alpha,
                      bool random, In<std::int64_t, 1> rows, In<std::int64_t, 1> starts, std::size_t threads,
                      Out<double, 2> scores, Out<std::int64_t, 1> votes) {
    const std::size_t n = table.shape(0), p = table.shape(1), count = copies.shape(0), classes = scores.shape(1);
    trees::check_table(table, keys, close, features, classes), trees::check_targets(codes, targets, criterion, n, classes);
    SHAPE(copies, count, n), SHAPE(least, count, 2), SHAPE(drawn, count);
    SHAPE(seeds, count, seeds.shape(1)), SHAPE(scores, rows.shape(0), classes), EDGES(starts, count, rows.shape(0));
    SHAPE(votes, rows.shape(0));
    REQUIRE(n >= 1, "'table' must have a row");
    REQUIRE(drawn_columns <= p, "'drawn_columns' must be at most the columns of 'table'");
    const bool weighted = OPTIONAL(weights, count, n);
    REQUIRE(!(balanced || hard) || criterion < 2, "'balanced' and 'hard' are for classes");
    REQUIRE(!weighted || replace, "'weights' must be empty where samples are not replaced");
    BELOW(rows, n);
    trees::check_samples(copies, weights, least);
    for (std::size_t i = 0; i < count; ++i)
        REQUIRE(drawn.data()[i] >= 1 && static_cast<std::size_t>(drawn.data()[i]) <= 64 * (n + 64),
                "'drawn' must hold whole numbers from 1 to 64 for each row and 4096 more");
    nb::gil_scoped_release release;
    trees::Columns columns = trees::columns_of(table, keys, close, {codes.data(), codes.size()}, {targets.data(), targets.size()}, classes);
    columns.prepare(features < p || random, static_cast<trees::Criterion>(criterion));
    const trees::Limits limits{depth, 2, 1, features, leaves, 0.0, decrease, alpha, random};
    const Drawing drawing{drawn_columns, bagging, replace, replace_columns, weighted, balanced};
    const std::size_t many = seeds.shape(1);
    double *out = scores.data();
    std::int64_t *voted = votes.data();
    foldwise::for_each(count, threads, [&] {
        return [&, grower = trees::Grower(columns, static_cast<trees::Criterion>(criterion), limits), tree = trees::Tree(),
                bag = Bag(columns, drawing)](std::size_t b) mutable {
            bag.take(copies.data() + b * n, weighted ? weights.data() + b * n : nullptr);
            const auto from = static_cast<std::size_t>(starts.data()[b]), to = static_cast<std::size_t>(starts.data()[b + 1]);
            std::fill(out + from * classes, out + to * classes, 0.0);
            std::fill(voted + from, voted + to, std::int64_t{0});
            if (bag.samples.empty()) return;
            trees::Limits mine = trees::limits_of(limits, least, b);
            for (std::size_t t = 0; t < many; ++t) {
                const std::uint32_t seed = bag.draw(seeds.data()[b * many + t], static_cast<std::size_t>(drawn.data()[b]));
                mine.weight = weight_fraction * bag.bag.total;
                grower.choose(bag.chosen);
                grower.grow(bag.bag, mine, seed, tree);
                for (std::size_t i = from; i < to; ++i) {
                    const auto row = static_cast<std::size_t>(rows.data()[i]);
                    if (out_of_bag && !bag.is_out(row)) continue;
                    const double *value = tree.value(tree.leaf(columns.rows.data() + row * p));
                    if (hard)
                        out[i * classes + static_cast<std::size_t>(std::max_element(value, value + classes) - value)] += 1.0;
                    else
                        for (std::size_t c = 0; c < classes; ++c) out[i * classes + c] += value[c];
                    voted[i] += 1;
                }
            }
        };
    });
}

void bind_bagging(nb::module_ &module) {
    foldwise::define(module, "grow_bags", &grow_bags,
                     "What the trees of every resample, each with its own draws, say of its test rows, in place.", "table", "keys",
                     "close", "codes", "targets", "criterion", "copies", "weights", "least", "seeds", "drawn", "drawn_columns",
                     "bagging", "replace", "replace_columns", "balanced", "out_of_bag", "hard", "depth", "features", "leaves",
                     "weight_fraction", "decrease", "alpha", "random", "rows", "starts", "threads", "scores", "votes");
}
