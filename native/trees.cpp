// Trees, forests, bags and boosted trees of all resamples: the columns are sorted once, every resample is grown by one thread, and only
// its test rows are predicted. Draws of samples and columns are made as numpy and scikit-learn make them.
#include "samples.hpp"

using foldwise::In;
using foldwise::Out;
namespace trees = foldwise::trees;
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

    // The training set of a resample; where samples are drawn, its weights are those by which they are.
    void take(const std::int32_t *copies, const double *weights, std::size_t draws) {
        trees::take_sample(copies, draws ? nullptr : weights, columns.n, whole, samples, draws > 0);
        if (!draws || !how.weighted) return;
        shares.resize(samples.size());
        for (std::size_t s = 0; s < samples.size(); ++s) shares[s] = weights[samples[s]];
        const double sum = trees::pairwise_sum(shares.data(), shares.size());
        for (double &share : shares) share /= sum;
        trees::add_up(shares, upto);
    }
    // Draw a bag, if any is drawn; the seed of its tree.
    std::uint32_t draw(std::uint32_t seed, std::size_t draws) {
        std::uint32_t own = trees::Twister(seed).below(2147483647U);
        if (how.bagging) own = trees::Twister(own).below(2147483647U);
        if (draws == 0 && how.columns == 0) return own;
        trees::Twister random(seed);
        if (how.columns) draw_columns(random);
        if (draws == 0) return own;
        times.assign(samples.size(), 0);
        const auto count = static_cast<std::uint32_t>(samples.size());
        if (samples.empty())
            picked.clear();
        else if (how.weighted)
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

// Numbers of trees after which predictions are wanted.
static void check_marks(const In<std::int64_t, 1> &marks, std::size_t many) {
    REQUIRE(marks.shape(0) > 0, "'marks' must hold a number of trees");
    for (std::size_t k = 0; k < marks.shape(0); ++k)
        REQUIRE(marks.data()[k] >= 1 && static_cast<std::size_t>(marks.data()[k]) <= many,
                "'marks' must hold whole numbers from 1 to the number of seeds");
}

// scores[k, i] = what the first marks[k] trees of its resample say on average of test row i: shares of the classes, with `hard` one vote
// each, or a value. Each tree is grown on so many draws from its training set, or with 0 on all of it. Where there is room in votes[i],
// only the trees that have not drawn the row say something of it: they are counted there.
static void grow_trees(const trees::Task &task, In<std::int64_t, 1> drawn, std::size_t drawn_columns, bool bagging, bool replace,
                       bool replace_columns, bool balanced, bool hard, In<std::int64_t, 1> marks, Out<double, 3> scores,
                       Out<std::int64_t, 1> votes) {
    const std::size_t n = task.table.shape(0), classes = scores.shape(2), size = task.rows.shape(0), many = task.seeds.shape(1);
    trees::Columns columns = task.columns(classes);
    SHAPE(drawn, task.count()), SHAPE(scores, marks.shape(0), size, classes);
    check_marks(marks, many);
    const bool out_of_bag = OPTIONAL(votes, size);
    REQUIRE(drawn_columns <= columns.p, "'drawn_columns' must be at most the columns of 'table'");
    REQUIRE(!(balanced || hard) || task.criterion < 2, "'balanced' and 'hard' are for classes");
    for (std::size_t b = 0; b < task.count(); ++b) {
        const std::int64_t draws = drawn.data()[b];
        REQUIRE(draws >= 0 && static_cast<std::size_t>(draws) <= 64 * (n + 64),
                "'drawn' must hold whole numbers from 0 to 64 for each row and 4096 more");
        REQUIRE(draws == 0 || replace || !task.weighted(), "'weights' must be empty where samples are not replaced");
    }
    nb::gil_scoped_release release;
    columns.prepare(task.draws_columns(), task.kind());
    const Drawing drawing{drawn_columns, bagging, replace, replace_columns, task.weighted(), balanced};
    foldwise::for_each(task.count(), task.threads, [&] {
        return [&, grower = trees::Grower(columns, task.kind(), task.limits(0, 0.0)), tree = trees::Tree(),
                bag = Bag(columns, drawing), sums = std::vector<double>()](std::size_t b) mutable {
            const auto draws = static_cast<std::size_t>(drawn.data()[b]);
            bag.take(task.copies.data() + b * n, task.weights_of(b), draws);
            const trees::Sample &sample = draws ? bag.bag : bag.whole;
            const std::size_t first = task.first(b), tested = task.tested(b);
            sums.assign(tested * classes, 0.0);
            if (out_of_bag) std::fill_n(votes.data() + first, tested, std::int64_t{0});
            grower.shorten();
            grower.watch({task.rows.data() + first, tested <= FEW_ROWS ? tested : 0});
            for (std::size_t t = 0; t < many; ++t) {
                const std::uint32_t seed = bag.draw(task.seed(b, t), draws);
                grower.choose(bag.chosen);
                grower.grow(sample, task.limits(b, sample.total), seed, tree);
                task.each_row(b, [&](std::size_t i, std::size_t number, const float *row) {
                    if (out_of_bag && sample.copies[number] > 0) return;
                    const double *value = tree.value(tree.leaf(row));
                    if (hard)
                        sums[i * classes + static_cast<std::size_t>(std::max_element(value, value + classes) - value)] += 1.0;
                    else
                        for (std::size_t c = 0; c < classes; ++c) sums[i * classes + c] += value[c];
                    if (out_of_bag) votes.data()[first + i] += 1;
                });
                for (std::size_t k = 0; k < marks.shape(0); ++k)
                    if (static_cast<std::size_t>(marks.data()[k]) == t + 1)
                        for (std::size_t i = 0; i < sums.size(); ++i)
                            scores.data()[(k * size + first) * classes + i] = sums[i] / static_cast<double>(t + 1);
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

// votes[k, i] = what the first marks[k] boosted trees of its resample say of test row i for every class, as scikit-learn adds them up;
// done[b] says which resamples were boosted: those that have all classes. `seeds` are those of the trees of each round.
static void boost_trees(const trees::Task &task, double rate, In<std::int64_t, 1> marks, Out<double, 3> votes, Out<bool, 1> done) {
    const std::size_t classes = votes.shape(2), size = task.rows.shape(0), many = task.seeds.shape(1);
    trees::Columns columns = task.columns(classes);
    check_marks(marks, many);
    SHAPE(votes, marks.shape(0), size, classes), SHAPE(done, task.count());
    REQUIRE(task.criterion <= 1, "'criterion' must be 0 or 1");
    nb::gil_scoped_release release;
    columns.prepare(task.draws_columns());
    foldwise::for_each(task.count(), task.threads, [&] {
        return [&, grower = trees::Grower(columns, task.kind(), task.limits(0, 0.0)), sample = trees::Sample(),
                samples = std::vector<std::uint32_t>(), sums = std::vector<double>()](std::size_t b) mutable {
            task.take(b, sample, samples);
            sums.assign(task.tested(b) * classes, 0.0);
            double sum = 0;
            std::size_t stage = 0;
            const auto write = [&](bool last) {  // boosting may end early: later marks have what it ended with
                for (std::size_t k = 0; k < marks.shape(0); ++k)
                    if (const auto mark = static_cast<std::size_t>(marks.data()[k]); last ? mark > stage : mark == stage)
                        for (std::size_t i = 0; i < sums.size(); ++i)
                            votes.data()[(k * size + task.first(b)) * classes + i] = sums[i] / sum;
            };
            const auto take = [&](const trees::Tree &tree, double weight) {
                const double against = -1.0 / static_cast<double>(classes - 1) * weight;
                sum += weight;
                task.each_row(b, [&](std::size_t i, std::size_t, const float *row) {
                    const std::size_t most = tree.says(row);
                    for (std::size_t c = 0; c < classes; ++c) sums[i * classes + c] += c == most ? weight : against;
                });
                ++stage;
                write(false);
            };
            const std::span<const std::uint32_t> seeds(task.seeds.data() + b * many, many);
            done.data()[b] = sample.total > 0 && boost(columns, grower, task.limits(b, 1.0), sample, seeds, rate, take);
            write(true);
        };
    });
}

void bind_trees(nb::module_ &module) {
    trees::define_pass(module, "boost_trees", &boost_trees, "What boosted trees of every resample say of its test rows, in place.", "rate",
                       "marks", "votes", "done");
    foldwise::define(module, "sort_columns", &sort_columns, "The rows of every column in their order, in place.", "table",
                     "codes", "threads", "keys", "close");
    trees::define_pass(module, "grow_trees", &grow_trees,
                       "What the trees of every resample, with or without draws of their own, say of its test rows, in place.", "drawn",
                       "drawn_columns", "bagging", "replace", "replace_columns", "balanced", "hard", "marks", "scores", "votes");
}
