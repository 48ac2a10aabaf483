// Trees and forests of all resamples: the columns are sorted once, every resample is grown by one thread, and only its test rows
// are predicted.
#include "samples.hpp"

using foldwise::In;
using foldwise::Out;
namespace trees = foldwise::trees;
using trees::check_samples;
using trees::draw_sample;
using trees::take_sample;
using trees::Twister;

static constexpr std::size_t DIGITS = 1 << 11;
static constexpr std::size_t FEW_ROWS = 16;  // test rows that are worth looking for before a tree is complete

// Sort by the upper half; what is equal there stays in its order. Digits that all have in common need no pass.
static void sort_by_digits(std::vector<std::uint64_t> &work, std::vector<std::uint64_t> &aside, std::vector<std::uint32_t> &bins) {
    std::uint64_t any = 0, all = ~std::uint64_t{0};
    for (const std::uint64_t one : work) any |= one, all &= one;
    if (work.size() < 256) {
        std::sort(work.begin(), work.end());
        return;
    }
    for (unsigned shift = 32; shift < 64; shift += 11) {
        if ((((any ^ all) >> shift) & (DIGITS - 1)) == 0) continue;
        std::fill(bins.begin(), bins.end(), 0U);
        for (const std::uint64_t one : work) bins[((one >> shift) & (DIGITS - 1)) + 1] += 1;
        for (std::size_t d = 1; d < DIGITS; ++d) bins[d] += bins[d - 1];
        for (const std::uint64_t one : work) aside[bins[(one >> shift) & (DIGITS - 1)]++] = one;
        work.swap(aside);
    }
}

// The number whose ascending bits are the upper half of a key.
static float number_of(std::uint64_t key) {
    const auto ascending = static_cast<std::uint32_t>(key >> 32);
    return std::bit_cast<float>(ascending & 0x80000000U ? ascending & 0x7FFFFFFFU : ~ascending);
}

// keys[f, i]: the rows of every column from the smallest value to the largest; close[f] says whether two different values of it are
// equal to scikit-learn.
static void sort_columns(In<float, 2> table, In<std::int32_t, 1> codes, std::size_t threads, Out<std::uint64_t, 2> keys,
                         Out<bool, 1> close) {
    const std::size_t n = table.shape(0), p = table.shape(1);
    SHAPE(keys, p, n), SHAPE(close, p);
    const bool labelled = OPTIONAL(codes, n);
    REQUIRE(n < trees::MOST_ROWS, "'table' must have fewer than 16,777,216 rows");
    BELOW(codes, trees::MOST_CLASSES);
    const float *from = table.data();
    const std::int32_t *code = codes.data();
    std::uint64_t *key = keys.data();
    bool *near = close.data();
    nb::gil_scoped_release release;
    foldwise::for_each(p, threads, [=] {
        return [=, work = std::vector<std::uint64_t>(n), aside = std::vector<std::uint64_t>(n),
                bins = std::vector<std::uint32_t>(DIGITS + 1)](std::size_t f) mutable {
            for (std::size_t i = 0; i < n; ++i) {
                // Bits of floats ascend with them once negative ones are turned round; both zeros are one, and what is missing
                // comes last.
                const float number = from[i * p + f];
                const auto bits = std::isnan(number) ? 0x7FFFFFFFU : std::bit_cast<std::uint32_t>(number + 0.0F);
                const std::uint32_t ascending = bits & 0x80000000U ? ~bits : bits | 0x80000000U;
                work[i] = static_cast<std::uint64_t>(ascending) << 32 | i;
            }
            sort_by_digits(work, aside, bins);
            std::size_t first = 0;
            near[f] = false;
            for (std::size_t i = 0; i < n; ++i) {
                const std::size_t row = work[i] & 0xFFFFFFFFU;
                if (i > 0 && work[i] >> 32 != work[i - 1] >> 32) first = i;
                const std::uint64_t label = labelled ? static_cast<std::uint64_t>(code[row]) : 0;
                key[f * n + i] = static_cast<std::uint64_t>(first) << 32 | row << 8 | label;
                near[f] |= i == first && i > 0 && number_of(work[i]) <= number_of(work[i - 1]) + trees::CLOSE;
            }
        };
    });
}

// Numbers of trees after which predictions are wanted.
static void check_marks(const In<std::int64_t, 1> &marks, std::size_t many) {
    REQUIRE(marks.shape(0) > 0, "'marks' must hold a number of trees");
    for (std::size_t k = 0; k < marks.shape(0); ++k)
        REQUIRE(marks.data()[k] >= 1 && static_cast<std::size_t>(marks.data()[k]) <= many,
                "'marks' must hold whole numbers from 1 to the number of seeds");
}

// scores[k, i] = what the first marks[k] trees of its resample say on average of test row i: shares of the classes, or a value. Every resample has
// its copies of the rows, weights of one copy or none, least samples of a node that is split and of a leaf, and the seeds of its
// trees. With `drawn` each tree is grown on so many draws from its training set.
static void grow_trees(In<float, 2> table, In<std::uint64_t, 2> keys, In<bool, 1> close, In<std::int32_t, 1> codes,
                       In<double, 1> targets, std::size_t criterion, In<std::int32_t, 2> copies, In<double, 2> weights,
                       In<std::int64_t, 2> least, In<std::uint32_t, 2> seeds, In<std::int64_t, 1> drawn, std::size_t depth,
                       std::size_t features, std::size_t leaves, double weight_fraction, double decrease, double alpha,
                       bool random, In<std::int64_t, 1> marks, In<std::int64_t, 1> rows, In<std::int64_t, 1> starts,
                       std::size_t threads, Out<double, 3> scores) {
    const std::size_t n = table.shape(0), p = table.shape(1), count = copies.shape(0), classes = scores.shape(2);
    const std::size_t tested = rows.shape(0);
    trees::check_table(table, keys, close, features, classes), trees::check_targets(codes, targets, criterion, n, classes);
    SHAPE(copies, count, n), SHAPE(least, count, 2), SHAPE(drawn, count);
    SHAPE(seeds, count, seeds.shape(1)), SHAPE(scores, marks.shape(0), tested, classes), EDGES(starts, count, tested);
    check_marks(marks, seeds.shape(1));
    const bool weighted = OPTIONAL(weights, count, n);
    BELOW(rows, n);
    check_samples(copies, weights, least);
    for (std::size_t i = 0; i < count; ++i)
        REQUIRE(drawn.data()[i] >= 0 && static_cast<std::size_t>(drawn.data()[i]) <= 64 * (n + 64),
                "'drawn' must hold whole numbers from 0 to 64 for each row and 4096 more");
    nb::gil_scoped_release release;
    trees::Columns columns = trees::columns_of(table, keys, close, {codes.data(), codes.size()}, {targets.data(), targets.size()}, classes);
    const auto kind = static_cast<trees::Criterion>(criterion);
    columns.prepare(features < p || random, kind);
    const trees::Limits limits{depth, 2, 1, features, leaves, 0.0, decrease, alpha, random};
    const std::size_t many = seeds.shape(1);
    double *out = scores.data();
    foldwise::for_each(count, threads, [&] {
        return [&, grower = trees::Grower(columns, kind, limits), tree = trees::Tree(), whole = trees::Sample(),
                part = trees::Sample(), samples = std::vector<std::uint32_t>(), times = std::vector<std::uint32_t>(),
                sums = std::vector<double>()](std::size_t b) mutable {
            const auto draws = static_cast<std::size_t>(drawn.data()[b]);
            take_sample(copies.data() + b * n, weighted ? weights.data() + b * n : nullptr, n, whole, samples, draws > 0);
            const auto from = static_cast<std::size_t>(starts.data()[b]), to = static_cast<std::size_t>(starts.data()[b + 1]);
            sums.assign((to - from) * classes, 0.0);
            grower.shorten();
            grower.watch({rows.data() + from, to - from <= FEW_ROWS ? to - from : 0});
            for (std::size_t t = 0; t < many; ++t) {
                const std::uint32_t seed = seeds.data()[b * many + t];
                if (draws) draw_sample(whole, samples, draws, seed, times, part);
                const trees::Sample &sample = draws ? part : whole;
                trees::Limits mine = trees::limits_of(limits, least, b);
                mine.weight = weight_fraction * sample.total;
                grower.grow(sample, mine, Twister(seed).below(2147483647U), tree);
                for (std::size_t i = from; i < to; ++i) {
                    const auto row = static_cast<std::size_t>(rows.data()[i]);
                    const double *value = tree.value(tree.leaf(columns.rows.data() + row * p));
                    for (std::size_t c = 0; c < classes; ++c) sums[(i - from) * classes + c] += value[c];
                }
                for (std::size_t k = 0; k < marks.shape(0); ++k)
                    if (static_cast<std::size_t>(marks.data()[k]) == t + 1)
                        for (std::size_t i = 0; i < sums.size(); ++i)
                            out[(k * tested + from) * classes + i] = sums[i] / static_cast<double>(t + 1);
            }
        };
    });
}

// The votes of boosted trees of one resample (SAMME): `decide(tree, alpha)` takes one tree after the other. False where
// scikit-learn refuses to fit, or a class is missing.
template <typename Decide>
static bool boost(const trees::Columns &columns, trees::Grower &grower, const trees::Limits &limits, trees::Sample sample,
                  std::span<const std::uint32_t> seeds, double rate, Decide decide) {
    constexpr double least = std::numeric_limits<double>::epsilon();
    const std::size_t n = columns.n, p = columns.p;
    std::vector<std::uint8_t> there(columns.classes, 0);
    for (std::size_t i = 0; i < n; ++i)
        if (sample.copies[i] > 0) there[static_cast<std::size_t>(columns.codes[i])] = 1;
    const auto classes = static_cast<double>(std::count(there.begin(), there.end(), 1));
    if (classes < 2 || classes < static_cast<double>(columns.classes)) return false;
    for (std::size_t i = 0; i < n; ++i) sample.weight[i] /= sample.total;
    sample.unit = sample.whole = false;
    sample.small.clear();
    std::vector<std::uint8_t> wrong(n);
    trees::Tree tree;
    for (std::size_t round = 0; round < seeds.size(); ++round) {
        sample.total = 0;
        for (std::size_t i = 0; i < n; ++i) {
            if (sample.copies[i] == 0) continue;
            sample.weight[i] = std::max(sample.weight[i], least * sample.copies[i]);
            sample.total += sample.weight[i];
        }
        trees::Limits mine = limits;
        mine.weight = limits.weight * sample.total;
        grower.grow(sample, mine, Twister(seeds[round]).below(2147483647U), tree);
        double missed = 0;
        for (std::size_t i = 0; i < n; ++i) {
            if (sample.copies[i] == 0) continue;
            const double *shares = tree.value(tree.leaf(columns.rows.data() + i * p));
            wrong[i] = std::max_element(shares, shares + columns.classes) - shares != columns.codes[i];
            if (wrong[i]) missed += sample.weight[i];
        }
        const double error = missed / sample.total;
        if (error <= 0) {
            decide(tree, 1.0);
            return true;
        }
        const double chance = 1.0 - 1.0 / classes;
        if (round == 0 && error > chance - 1e-12) return false;  // scikit-learn refuses it, or not: rounding may decide
        if (error >= chance) return true;
        const double alpha = rate * (std::log((1.0 - error) / error) + std::log(classes - 1.0));
        decide(tree, alpha);
        double sum = 0;
        for (std::size_t i = 0; i < n; ++i) {
            if (sample.copies[i] == 0) continue;
            if (wrong[i]) sample.weight[i] = std::exp(std::log(sample.weight[i]) + alpha);
            sum += sample.weight[i];
        }
        if (!std::isfinite(sum) || sum <= 0) return false;  // scikit-learn warns
        for (std::size_t i = 0; i < n; ++i) sample.weight[i] /= sum;
    }
    return true;
}

// votes[k, i] = what the first marks[k] boosted trees of its resample say of test row i for every class, as scikit-learn adds them up; done[b] says
// which resamples were boosted: those that have all classes. `seeds` are those of the trees of each round.
static void boost_trees(In<float, 2> table, In<std::uint64_t, 2> keys, In<bool, 1> close, In<std::int32_t, 1> codes,
                        std::size_t criterion, In<std::int32_t, 2> copies, In<double, 2> weights, In<std::int64_t, 2> least,
                        In<std::uint32_t, 2> seeds, std::size_t depth, std::size_t features, std::size_t leaves,
                        double weight_fraction, double decrease, double alpha, bool random, double rate,
                        In<std::int64_t, 1> marks, In<std::int64_t, 1> rows, In<std::int64_t, 1> starts, std::size_t threads,
                        Out<double, 3> votes, Out<bool, 1> done) {
    const std::size_t n = table.shape(0), p = table.shape(1), count = copies.shape(0), classes = votes.shape(2);
    const std::size_t tested = rows.shape(0);
    check_marks(marks, seeds.shape(1));
    REQUIRE(criterion <= 1, "'criterion' must be 0 or 1");
    trees::check_table(table, keys, close, features, classes), trees::check_targets(codes, {}, criterion, n, classes);
    SHAPE(copies, count, n), SHAPE(least, count, 2), SHAPE(done, count);
    SHAPE(seeds, count, seeds.shape(1)), SHAPE(votes, marks.shape(0), tested, classes), EDGES(starts, count, tested);
    const bool weighted = OPTIONAL(weights, count, n);
    BELOW(rows, n);
    check_samples(copies, weights, least);
    nb::gil_scoped_release release;
    trees::Columns columns = trees::columns_of(table, keys, close, {codes.data(), codes.size()}, {}, classes);
    columns.prepare(features < p || random);
    const trees::Limits limits{depth, 2, 1, features, leaves, weight_fraction, decrease, alpha, random};
    const std::size_t many = seeds.shape(1);
    double *out = votes.data();
    foldwise::for_each(count, threads, [&] {
        return [&, grower = trees::Grower(columns, static_cast<trees::Criterion>(criterion), limits), sample = trees::Sample(),
                samples = std::vector<std::uint32_t>(), sums = std::vector<double>()](std::size_t b) mutable {
            take_sample(copies.data() + b * n, weighted ? weights.data() + b * n : nullptr, n, sample, samples);
            const auto from = static_cast<std::size_t>(starts.data()[b]), to = static_cast<std::size_t>(starts.data()[b + 1]);
            sums.assign((to - from) * classes, 0.0);
            trees::Limits mine = trees::limits_of(limits, least, b);
            double sum = 0;
            std::size_t stage = 0;
            const auto write = [&](bool last) {  // boosting may end early: later marks have what it ended with
                for (std::size_t k = 0; k < marks.shape(0); ++k)
                    if (last ? static_cast<std::size_t>(marks.data()[k]) > stage : static_cast<std::size_t>(marks.data()[k]) == stage)
                        for (std::size_t i = 0; i < sums.size(); ++i) out[(k * tested + from) * classes + i] = sums[i] / sum;
            };
            done.data()[b] = sample.total > 0 &&
                             boost(columns, grower, mine, sample, {seeds.data() + b * many, many}, rate,
                                   [&](const trees::Tree &tree, double weight) {
                                       const double against = -1.0 / static_cast<double>(classes - 1) * weight;
                                       sum += weight;
                                       for (std::size_t i = from; i < to; ++i) {
                                           const auto row = static_cast<std::size_t>(rows.data()[i]);
                                           const double *shares = tree.value(tree.leaf(columns.rows.data() + row * p));
                                           const double *most = std::max_element(shares, shares + classes);
                                           for (std::size_t c = 0; c < classes; ++c)
                                               sums[(i - from) * classes + c] += shares + c == most ? weight : against;
                                       }
                                       ++stage;
                                       write(false);
                                   });
            write(true);
        };
    });
}

void bind_trees(nb::module_ &module) {
    foldwise::define(module, "boost_trees", &boost_trees, "What boosted trees of every resample say of its test rows, in place.",
                     "table", "keys", "close", "codes", "criterion", "copies", "weights", "least", "seeds", "depth",
                     "features", "leaves", "weight_fraction", "decrease", "alpha", "random", "rate", "marks", "rows", "starts", "threads",
                     "votes", "done");
    foldwise::define(module, "sort_columns", &sort_columns, "The rows of every column in their order, in place.", "table",
                     "codes", "threads", "keys", "close");
    foldwise::define(module, "grow_trees", &grow_trees, "What the trees of every resample say of its test rows, in place.",
                     "table", "keys", "close", "codes", "targets", "criterion", "copies", "weights", "least", "seeds", "drawn",
                     "depth", "features", "leaves", "weight_fraction", "decrease", "alpha", "random", "marks", "rows", "starts",
                     "threads", "scores");
}
