// Gradient boosting of small regression trees on all resamples: columns are sorted once, every resample is boosted by one thread,
// and only its test rows are predicted. Gradients, leaves and draws are scikit-learn's, in its order of additions.
#include "samples.hpp"

using foldwise::In;
using foldwise::Out;
namespace trees = foldwise::trees;

static constexpr std::int64_t MOST_STAGES = 10'000'000;

enum class Loss : int { squares, logistic, multinomial, exponential };

// What all resamples of one call have in common.
struct Boosting {
    const trees::Columns &columns;
    std::span<const double> targets;  // values, or numbers of the classes
    Loss loss;
    std::size_t outputs;  // trees of a stage
    double rate, subsample;
};

// Boosts one resample after the other; what it needs is kept between them.
class Booster {
  public:
    Booster(const Boosting &boosting, const trees::Limits &limits)
        : b(boosting), limits(limits), grower(b.columns, trees::Criterion::squares, limits), raw(b.columns.n * b.outputs),
          gradients(b.columns.n * b.outputs) {}

    trees::Sample whole;
    std::vector<std::uint32_t> samples;

    // Boost `stages` times from the given start; `take(stage, output, tree)` is told of every tree. False where a sample of the
    // rows weighs nothing, or numbers run over.
    template <typename Take>
    bool run(const double *start, std::size_t stages, const trees::Limits &these, double fraction, std::uint32_t seed, Take take) {
        limits = these;
        random = trees::Twister(seed);
        const bool all = b.subsample >= 1.0;
        for (std::size_t i = 0; i < b.columns.n; ++i)
            for (std::size_t k = 0; k < b.outputs; ++k) raw[k * b.columns.n + i] = start[k];
        drawn.assign(samples.size(), 1);
        if (all) grower.hold(whole);
        for (std::size_t stage = 0; stage < stages; ++stage) {
            if (!all) draw();
            const trees::Sample &sample = all ? whole : part;
            if (!(sample.total > 0)) return false;
            limits.weight = fraction * sample.total;
            descend();
            for (std::size_t k = 0; k < b.outputs; ++k) {
                grower.aim({gradients.data() + k * b.columns.n, b.columns.n});
                grower.grow(sample, limits, random.below(2147483647U), tree);
                if (!update(k)) return false;
                take(stage, k, tree);
            }
        }
        return true;
    }

  private:
    const Boosting &b;
    trees::Limits limits;
    trees::Grower grower;
    trees::Twister random{0};
    trees::Tree tree;
    trees::Sample part;
    std::vector<std::uint8_t> drawn;      // samples that the trees of a stage are grown on
    std::vector<double> raw, gradients;   // (outputs, n): negative ones
    std::vector<std::uint32_t> leaf;      // of every sample
    std::vector<std::size_t> ends;        // of the samples of every leaf
    std::vector<double> weights, tops, bottoms, shares;

    // Draw the samples of a stage without replacement, as scikit-learn does.
    void draw() {
        const auto count = static_cast<double>(samples.size());
        const double wanted = std::max(1.0, std::floor(b.subsample * count));
        double taken = 0;
        part = whole;
        std::fill(part.copies.begin(), part.copies.end(), 0);
        std::fill(part.weight.begin(), part.weight.end(), 0.0);
        part.total = 0;
        for (std::size_t s = 0; s < samples.size(); ++s) {
            drawn[s] = random.uniform() * (count - static_cast<double>(s)) < wanted - taken;
            if (!drawn[s]) continue;
            taken += 1;
            const std::size_t row = samples[s];
            const double heavy = one(row);
            part.copies[row] += heavy > 0.0;
            part.weight[row] += heavy;
            part.total += heavy;
        }
        part.pack();
    }
    double one(std::size_t row) const { return whole.copies[row] ? whole.weight[row] / whole.copies[row] : 0.0; }

    // Negative gradients of the loss of every training row.
    void descend() {
        const std::size_t n = b.columns.n;
        if (b.loss == Loss::multinomial) return descend_classes();
        for (std::size_t i = 0; i < n; ++i) {
            if (whole.copies[i] == 0) continue;
            const double y = b.targets[i], at = raw[i];
            if (b.loss == Loss::squares)
                gradients[i] = -(at - y);
            else if (b.loss == Loss::exponential) {
                const double power = std::exp(at);
                gradients[i] = -(-y / power + (1 - y) * power);
            } else if (at > -37) {
                const double power = std::exp(-at);
                gradients[i] = -(((1 - y) - y * power) / (1 + power));
            } else
                gradients[i] = -(std::exp(at) - y);
        }
    }
    void descend_classes() {
        const std::size_t n = b.columns.n;
        shares.resize(b.outputs);
        for (std::size_t i = 0; i < n; ++i) {
            if (whole.copies[i] == 0) continue;
            double most = raw[i], sum = 0;
            for (std::size_t k = 1; k < b.outputs; ++k) most = std::max(most, raw[k * n + i]);
            for (std::size_t k = 0; k < b.outputs; ++k) sum += shares[k] = std::exp(raw[k * n + i] - most);
            for (std::size_t k = 0; k < b.outputs; ++k)
                gradients[k * n + i] = -(shares[k] / sum - (b.targets[i] == static_cast<double>(k)));
        }
    }

    // Put a step of Newton's method into the leaves, and take it. False where it is not finite.
    bool update(std::size_t k) {
        const std::size_t n = b.columns.n, p = b.columns.p;
        if (b.loss != Loss::squares && !step(k)) return false;
        for (std::size_t i = 0; i < n; ++i) {
            if (whole.copies[i] == 0) continue;
            raw[k * n + i] += b.rate * tree.values[tree.leaf(b.columns.rows.data() + i * p)];
        }
        return true;
    }
    bool step(std::size_t k) {
        const std::size_t n = b.columns.n, p = b.columns.p, count = tree.nodes.size();
        leaf.resize(samples.size());
        for (auto *numbers : {&weights, &tops, &bottoms}) numbers->resize(samples.size());
        ends.assign(count + 1, 0);
        for (std::size_t s = 0; s < samples.size(); ++s) {
            if (!drawn[s]) continue;
            const bool again = s > 0 && drawn[s - 1] && samples[s] == samples[s - 1];
            leaf[s] = again ? leaf[s - 1] : static_cast<std::uint32_t>(tree.leaf(b.columns.rows.data() + samples[s] * p));
            ends[leaf[s] + std::size_t{1}] += 1;
        }
        for (std::size_t v = 1; v <= count; ++v) ends[v] += ends[v - 1];
        for (std::size_t s = 0; s < samples.size(); ++s) {
            if (!drawn[s]) continue;
            const std::size_t row = samples[s], at = ends[leaf[s]]++;
            const double gradient = gradients[k * n + row], heavy = one(row);
            const double y = b.loss == Loss::multinomial ? b.targets[row] == static_cast<double>(k) : b.targets[row];
            const double share = y - gradient;
            weights[at] = heavy;
            tops[at] = gradient * heavy;
            bottoms[at] = (b.loss == Loss::exponential ? (y == 0 ? -gradient : gradient) : share * (1 - share)) * heavy;
        }
        bool finite = true;
        for (std::size_t v = 0, from = 0; v < count; from = ends[v++]) {
            const std::size_t size = ends[v] - from;
            if (size == 0) continue;
            const double heavy = trees::pairwise_sum(weights.data() + from, size);
            double top = trees::pairwise_sum(tops.data() + from, size) / heavy;
            const double bottom = trees::pairwise_sum(bottoms.data() + from, size) / heavy;
            const auto classes = static_cast<double>(b.outputs);
            if (b.loss == Loss::multinomial) top *= (classes - 1) / classes;
            tree.values[v] = std::abs(bottom) < 1e-150 ? 0.0 : top / bottom;
            finite &= std::isfinite(tree.values[v]);
        }
        return finite;
    }
};

// decisions[s, i, k] = what is said of test row i after stages[s] stages, and done[b] which resamples were boosted. Every resample has its
// copies of the rows, weights of one copy or none, least samples of a node that is split and of a leaf, a seed, and what
// every row starts from.
static void boost_gradients(In<float, 2> table, In<std::uint64_t, 2> keys, In<bool, 1> close, In<double, 1> targets,
                            std::size_t loss, In<std::int32_t, 2> copies, In<double, 2> weights, In<std::int64_t, 2> least,
                            In<double, 2> starting, In<std::uint32_t, 1> seeds, In<std::int64_t, 1> stages, double rate,
                            double subsample, std::size_t depth, std::size_t features, std::size_t leaves,
                            double weight_fraction, double decrease, double alpha, In<std::int64_t, 1> rows,
                            In<std::int64_t, 1> starts, std::size_t threads, Out<double, 3> decisions, Out<bool, 1> done) {
    const std::size_t n = table.shape(0), p = table.shape(1), count = copies.shape(0), outputs = starting.shape(1);
    const std::size_t many_stages = stages.shape(0), size = rows.shape(0);
    trees::check_table(table, keys, close, features, trees::MOST_CLASSES);
    SHAPE(targets, n), SHAPE(copies, count, n), SHAPE(least, count, 2);
    SHAPE(starting, count, outputs), SHAPE(seeds, count), SHAPE(done, count), SHAPE(decisions, many_stages, size, outputs);
    EDGES(starts, count, size);
    REQUIRE(outputs >= 1 && outputs <= trees::MOST_CLASSES, "'starting' must have 1 to 256 columns");
    REQUIRE(loss <= 3, "'loss' must be 0, 1, 2 or 3");
    REQUIRE(loss == 2 || outputs == 1, "'starting' must have one column unless there are several classes");
    REQUIRE(subsample > 0 && subsample <= 1, "'subsample' must be above 0 and at most 1");
    const bool weighted = OPTIONAL(weights, count, n);
    BELOW(rows, n);
    for (std::size_t s = 0; s < many_stages; ++s)
        REQUIRE(stages.data()[s] >= 1 && stages.data()[s] <= MOST_STAGES && (s == 0 || stages.data()[s] > stages.data()[s - 1]),
                "'stages' must ascend from 1 to at most 10,000,000");
    trees::check_samples(copies, weights, least);
    nb::gil_scoped_release release;
    trees::Columns columns = trees::columns_of(table, keys, close, {}, {}, 1);
    columns.prepare(features < p);
    const trees::Limits limits{depth, 2, 1, features, leaves, 0.0, decrease, alpha, false};
    const Boosting boosting{columns, {targets.data(), targets.size()}, static_cast<Loss>(loss), outputs, rate, subsample};
    const std::size_t many = many_stages ? static_cast<std::size_t>(stages.data()[many_stages - 1]) : 0;
    double *out = decisions.data();
    foldwise::for_each(count, threads, [&] {
        return [&, booster = Booster(boosting, limits), now = std::vector<double>()](std::size_t r) mutable {
            trees::take_sample(copies.data() + r * n, weighted ? weights.data() + r * n : nullptr, n, booster.whole, booster.samples);
            const auto from = static_cast<std::size_t>(starts.data()[r]), to = static_cast<std::size_t>(starts.data()[r + 1]);
            const double *start = starting.data() + r * outputs;
            now.resize((to - from) * outputs);
            for (std::size_t i = 0; i < now.size(); ++i) now[i] = start[i % outputs];
            const trees::Limits mine = trees::limits_of(limits, least, r);
            std::size_t at = 0;
            done.data()[r] = booster.run(
                start, many, mine, weight_fraction, seeds.data()[r], [&](std::size_t stage, std::size_t k, const trees::Tree &tree) {
                    for (std::size_t i = from; i < to; ++i) {
                        const auto row = static_cast<std::size_t>(rows.data()[i]);
                        now[(i - from) * outputs + k] += rate * tree.values[tree.leaf(columns.rows.data() + row * p)];
                    }
                    if (k + 1 < outputs || static_cast<std::int64_t>(stage + 1) != stages.data()[at]) return;
                    std::copy(now.begin(), now.end(), out + (at++ * size + from) * outputs);
                });
        };
    });
}

void bind_gradient_boosting(nb::module_ &module) {
    foldwise::define(module, "boost_gradients", &boost_gradients,
                     "What gradient boosting of every resample says of its test rows, in place.", "table", "keys", "close",
                     "targets", "loss", "copies", "weights", "least", "starting", "seeds", "stages", "rate", "subsample", "depth",
                     "features", "leaves", "weight_fraction", "decrease", "alpha", "rows", "starts", "threads", "decisions",
                     "done");
}
