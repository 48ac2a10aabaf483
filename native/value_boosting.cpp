// AdaBoost.R2 of regression trees on all resamples (Drucker 1997): every round draws its samples by their weights, as numpy draws
// them, and what is said of a row is the weighted median of the trees.
#include "samples.hpp"

#include <numeric>

using foldwise::Out;
namespace trees = foldwise::trees;

enum class Penalty : int { linear, square, exponential };

// Samples that were drawn, as a table of their own whose columns are in order: rows that are drawn several times are several rows, so
// that sums are those of scikit-learn to the last digit.
class Drawn {
  public:
    trees::Columns columns;
    trees::Sample sample;

    Drawn(const trees::Columns &from, std::size_t size, bool by_row)
        : columns{size, from.p, 1, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}, from(from), by_row(by_row), starts(from.n + 1),
          places(size), rows(size * from.p), targets(size), keys(size * from.p) {
        columns.rows = rows;
        columns.close = from.close;  // where there are such values among all rows
        columns.targets = targets;
        columns.keys = keys;
        sample.copies.assign(size, 1);
        sample.weight.assign(size, 1.0);
        sample.total = static_cast<double>(size);
        prepare();
    }
    // Take these rows of the table, in this order.
    void take(const std::vector<std::uint32_t> &drawn) {
        const std::size_t p = from.p, size = drawn.size();
        std::fill(starts.begin(), starts.end(), 0U);
        for (const std::uint32_t row : drawn) starts[row + std::size_t{1}] += 1;
        for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
        ends.assign(starts.begin(), starts.end() - 1);
        for (std::size_t j = 0; j < size; ++j) {
            places[ends[drawn[j]]++] = static_cast<std::uint32_t>(j);
            std::copy_n(from.rows.begin() + static_cast<std::ptrdiff_t>(drawn[j] * p), p, rows.begin() + static_cast<std::ptrdiff_t>(j * p));
            targets[j] = from.targets[drawn[j]];
        }
        for (std::size_t f = 0; f < p; ++f) sort(f, size);
        prepare();
    }

  private:
    const trees::Columns &from;
    bool by_row;
    std::vector<std::uint32_t> starts, ends, places;
    std::vector<float> rows;
    std::vector<double> targets;
    trees::Keys keys;

    // Columns of few values are sorted like the others, as for absolute errors: counts by value would be added up in another order,
    // and those of another draw would need other room.
    void prepare() { columns.prepare(by_row, trees::Criterion::absolute); }
    void sort(std::size_t f, std::size_t size) {
        std::size_t at = f * size, first = 0, before = from.n;
        for (std::size_t i = 0; i < from.n; ++i) {
            const std::uint64_t key = from.keys[f * from.n + i];
            const std::size_t row = trees::row_of(key);
            if (starts[row] == starts[row + 1]) continue;
            if (trees::place_of(key) != before) first = at - f * size;
            before = trees::place_of(key);
            for (std::size_t k = starts[row]; k < starts[row + 1] && at < (f + 1) * size; ++k, ++at)
                keys[at] = static_cast<std::uint64_t>(first) << 32 | static_cast<std::uint64_t>(places[k]) << 8;
        }
    }
};

// Boosts one resample.
class ValueBooster {
  public:
    ValueBooster(const trees::Columns &columns, const trees::Limits &limits, const std::vector<std::uint32_t> &samples)
        : columns(columns), samples(samples), bag(columns, samples.size(), limits.features < columns.p || limits.random),
          grower(bag.columns, trees::Criterion::squares, limits) {}

    // `take(tree, weight)` is told of every tree that counts. False where the weights run over.
    template <typename Take>
    bool run(const double *given, const trees::Limits &limits, std::size_t rounds, Penalty penalty, double rate, std::uint32_t seed,
             Take take) {
        trees::Twister random(seed);
        const std::size_t size = samples.size();
        weights.resize(size);
        for (std::size_t s = 0; s < size; ++s) weights[s] = given ? given[samples[s]] : 1.0;
        scale(trees::pairwise_sum(weights.data(), size));
        for (std::size_t round = 0; round < rounds; ++round) {
            for (double &weight : weights)
                if (weight > 0.0) weight = std::max(weight, std::numeric_limits<double>::epsilon());
            const std::uint32_t own = random.below(2147483647U);
            draw(random);
            grower.grow(bag.sample, limits, trees::Twister(own).below(2147483647U), tree);
            const double error = measure(penalty);
            if (error <= 0) return take(tree, 1.0), true;
            if (error >= 0.5) {
                if (round == 0) take(tree, 0.0);
                return true;
            }
            const double beta = error / (1.0 - error);
            take(tree, rate * std::log(1.0 / beta));
            if (round + 1 == rounds) return true;
            for (std::size_t s = 0; s < size; ++s)
                if (weights[s] > 0.0) weights[s] *= std::pow(beta, (1.0 - losses[s]) * rate);
            const double sum = trees::pairwise_sum(weights.data(), size);
            if (!std::isfinite(sum)) return false;
            if (sum <= 0) return true;
            scale(sum);
        }
        return true;
    }

  private:
    const trees::Columns &columns;
    const std::vector<std::uint32_t> &samples;
    Drawn bag;
    trees::Grower grower;
    trees::Tree tree;
    std::vector<std::uint32_t> drawn;
    std::vector<double> weights, upto, losses, products;  // of every sample

    void scale(double sum) {
        for (double &weight : weights) weight /= sum;
    }
    // As many samples as there are, by their weights.
    void draw(trees::Twister &random) {
        trees::add_up(weights, upto);
        drawn.resize(samples.size());
        for (std::uint32_t &one : drawn) one = samples[trees::place_among(upto, random.uniform())];
        bag.take(drawn);
    }
    // Loss of every sample, at most 1; what it is on average.
    double measure(Penalty penalty) {
        const std::size_t size = samples.size();
        losses.resize(size);
        products.clear();
        double most = 0;
        for (std::size_t s = 0; s < size; ++s) {
            const std::size_t row = samples[s];
            losses[s] = std::abs(tree.values[tree.leaf(columns.rows.data() + row * columns.p)] - columns.targets[row]);
            if (weights[s] > 0.0) most = std::max(most, losses[s]);
        }
        for (std::size_t s = 0; s < size; ++s) {
            if (weights[s] <= 0.0) continue;
            if (most != 0) losses[s] /= most;
            if (penalty == Penalty::square) losses[s] *= losses[s];
            if (penalty == Penalty::exponential) losses[s] = 1.0 - std::exp(-losses[s]);
            products.push_back(weights[s] * losses[s]);
        }
        return trees::pairwise_sum(products.data(), products.size());
    }
};

// The weighted median of what several trees say of a row.
static double median(const double *said, std::size_t stride, const std::vector<double> &weights, std::vector<std::size_t> &order) {
    order.resize(weights.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [=](std::size_t a, std::size_t b) { return said[a * stride] < said[b * stride]; });
    double all = 0, sum = 0;
    for (const std::size_t t : order) all += weights[t];
    for (const std::size_t t : order)
        if ((sum += weights[t]) >= 0.5 * all) return said[t * stride];
    return said[order.back() * stride];
}

// medians[i] = what the boosted trees of its resample say of test row i, and done[b] which resamples were boosted.
static void boost_values(const trees::Task &task, std::size_t penalty, std::size_t rounds, double rate, Out<double, 1> medians,
                         Out<bool, 1> done) {
    const trees::Columns columns = task.columns(1);
    SHAPE(medians, task.rows.shape(0)), SHAPE(done, task.count());
    REQUIRE(task.kind() == trees::Criterion::squares && penalty <= 2, "'criterion' must be 2, and 'penalty' 0, 1 or 2");
    REQUIRE(rounds >= 1 && rounds <= 1'000'000, "'rounds' must be 1 to 1,000,000");
    nb::gil_scoped_release release;
    foldwise::for_each(task.count(), task.threads, [&] {
        return [&, whole = trees::Sample(), samples = std::vector<std::uint32_t>(), said = std::vector<double>(),
                heard = std::vector<double>(), order = std::vector<std::size_t>()](std::size_t b) mutable {
            task.take(b, whole, samples);
            done.data()[b] = false;
            if (!(whole.total > 0) || samples.size() >= trees::MOST_ROWS) return;
            said.clear(), heard.clear();
            const trees::Limits limits = task.limits(b, static_cast<double>(samples.size()));
            const auto take = [&](const trees::Tree &tree, double weight) {
                heard.push_back(weight);
                task.each_row(b, [&](std::size_t, std::size_t, const float *row) { said.push_back(tree.values[tree.leaf(row)]); });
            };
            ValueBooster booster(columns, limits, samples);
            done.data()[b] = booster.run(task.weights_of(b), limits, rounds, static_cast<Penalty>(penalty), rate, task.seed(b), take);
            for (std::size_t i = 0; i < task.tested(b) && !heard.empty(); ++i)
                medians.data()[task.first(b) + i] = median(said.data() + i, task.tested(b), heard, order);
        };
    });
}

void bind_value_boosting(nb::module_ &module) {
    trees::define_pass(module, "boost_values", &boost_values, "What AdaBoost.R2 of every resample says of its test rows, in place.",
                       "penalty", "rounds", "rate", "medians", "done");
}
