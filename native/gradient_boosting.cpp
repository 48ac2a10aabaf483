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
    bool run(const double *start, std::size_t stages, const trees::Limits &these, std::uint32_t seed, Take take) {
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
            limits.weight = these.weight * sample.total;
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

// decisions[s, i, k] = what is said of test row i after stages[s] stages, and done[b] which resamples were boosted; every row of resample
// b starts from starting[b].
static void boost_gradients(const trees::Task &task, std::size_t loss, In<double, 2> starting, In<std::int64_t, 1> stages, double rate,
                            double subsample, Out<double, 3> decisions, Out<bool, 1> done) {
    const std::size_t outputs = starting.shape(1), many = stages.shape(0), size = task.rows.shape(0);
    trees::Columns columns = task.columns(1);
    SHAPE(starting, task.count(), outputs), SHAPE(done, task.count()), SHAPE(decisions, many, size, outputs);
    REQUIRE(task.kind() == trees::Criterion::squares && loss <= 3, "'criterion' must be 2, and 'loss' 0, 1, 2 or 3");
    REQUIRE(outputs >= 1 && outputs <= trees::MOST_CLASSES, "'starting' must have 1 to 256 columns");
    REQUIRE(loss == 2 || outputs == 1, "'starting' must have one column unless there are several classes");
    REQUIRE(subsample > 0 && subsample <= 1, "'subsample' must be above 0 and at most 1");
    for (std::size_t s = 0; s < many; ++s)
        REQUIRE(stages.data()[s] >= 1 && stages.data()[s] <= MOST_STAGES && (s == 0 || stages.data()[s] > stages.data()[s - 1]),
                "'stages' must ascend from 1 to at most 10,000,000");
    nb::gil_scoped_release release;
    columns.prepare(task.draws_columns());
    const Boosting boosting{columns, columns.targets, static_cast<Loss>(loss), outputs, rate, subsample};
    const std::size_t most = many ? static_cast<std::size_t>(stages.data()[many - 1]) : 0;
    foldwise::for_each(task.count(), task.threads, [&] {
        return [&, booster = Booster(boosting, task.limits(0, 1.0)), now = std::vector<double>()](std::size_t b) mutable {
            task.take(b, booster.whole, booster.samples);
            const double *start = starting.data() + b * outputs;
            now.resize(task.tested(b) * outputs);
            for (std::size_t i = 0; i < now.size(); ++i) now[i] = start[i % outputs];
            std::size_t at = 0;
            const auto take = [&](std::size_t stage, std::size_t k, const trees::Tree &tree) {
                task.each_row(b, [&](std::size_t i, std::size_t, const float *row) {
                    now[i * outputs + k] += rate * tree.values[tree.leaf(row)];
                });
                if (k + 1 < outputs || static_cast<std::int64_t>(stage + 1) != stages.data()[at]) return;
                std::copy(now.begin(), now.end(), decisions.data() + (at++ * size + task.first(b)) * outputs);
            };
            done.data()[b] = booster.run(start, most, task.limits(b, 1.0), task.seed(b), take);
        };
    });
}

void bind_gradient_boosting(nb::module_ &module) {
    trees::define_pass(module, "boost_gradients", &boost_gradients,
                       "What gradient boosting of every resample says of its test rows, in place.", "loss", "starting", "stages", "rate",
                       "subsample", "decisions", "done");
}
