// AdaBoost.M1 of trees on all resamples (Freund and Schapire 1997): every round draws its samples by their weights, as numpy draws
// them, or grows its tree on all samples with their weights; a tree that is wrong too often is thrown away.
#include "samples.hpp"

using foldwise::Out;
namespace trees = foldwise::trees;

// How rounds go: at most so many trees are kept, and so many in a row thrown away.
struct Rounds {
    std::size_t most, restarts;
    bool resampling;
};

// Boosts one resample after the other; what it needs is kept between them.
class VoteBooster {
  public:
    VoteBooster(const trees::Columns &columns, trees::Criterion criterion, const trees::Limits &limits)
        : columns(columns), grower(columns, criterion, limits) {}

    std::vector<std::uint32_t> samples;  // of the training set, by row

    // The training set of a resample; false where it has fewer than two classes.
    bool take(const trees::Task &task, std::size_t b) {
        task.take(b, sample, samples);
        there.assign(columns.classes, 0);
        for (const std::uint32_t row : samples) there[static_cast<std::size_t>(columns.codes[row])] = 1;
        return std::count(there.begin(), there.end(), 1) > 1 && samples.size() < trees::MOST_ROWS;
    }
    // `keep(tree, error)` is told of every tree that votes. Where none is right often enough, it is the best of them.
    template <typename Keep> void run(const trees::Limits &limits, const Rounds &rounds, std::uint32_t seed, Keep keep) {
        trees::Twister random(seed);
        const double even = 1.0 / static_cast<double>(samples.size());
        weights.assign(samples.size(), even);
        std::size_t kept = 0, thrown = 0;
        double least = std::numeric_limits<double>::infinity();
        while (kept < rounds.most) {
            grow(limits, rounds, random);
            const double error = measure();
            if (error >= 0.5 - 1e-12) {
                if (kept == 0 && error < least) best = tree, least = error;
                if (thrown >= rounds.restarts) break;
                weights.assign(samples.size(), even);
                ++thrown;
                continue;
            }
            keep(tree, error);
            ++kept, thrown = 0;
            if (error <= 0) break;
            for (std::size_t s = 0; s < samples.size(); ++s)
                if (!missed[s]) weights[s] = weights[s] * error / (1.0 - error);
            const double sum = trees::pairwise_sum(weights.data(), weights.size());
            for (double &weight : weights) weight /= sum;
        }
        if (kept == 0) keep(best, least);
    }

  private:
    const trees::Columns &columns;
    trees::Grower grower;
    trees::Tree tree, best;
    trees::Sample sample;
    std::vector<double> weights, upto, wrong;  // of every sample
    std::vector<std::uint8_t> missed, there;

    // A tree grown on samples that are drawn by their weights, or on all of them.
    void grow(const trees::Limits &limits, const Rounds &rounds, trees::Twister &random) {
        std::fill(sample.copies.begin(), sample.copies.end(), 0);
        std::fill(sample.weight.begin(), sample.weight.end(), 0.0);
        sample.unit = sample.repeated = false;
        sample.whole = rounds.resampling;
        sample.total = 0;
        if (rounds.resampling) {
            trees::add_up(weights, upto);
            times.assign(samples.size(), 0);
            for (std::size_t i = 0; i < samples.size(); ++i) times[trees::place_among(upto, random.uniform())] += 1;
        }
        for (std::size_t s = 0; s < samples.size(); ++s) {
            const double weight = rounds.resampling ? times[s] : weights[s];
            if (weight <= 0) continue;
            sample.copies[samples[s]] += 1;
            sample.weight[samples[s]] += weight;
            sample.total += weight;
            sample.repeated |= sample.copies[samples[s]] > 1;
        }
        sample.pack();
        trees::Limits mine = limits;
        mine.weight = limits.weight * sample.total;
        const std::uint32_t own = random.below(2147483647U);  // the seed of the tree is drawn behind its samples
        grower.grow(sample, mine, trees::Twister(own).below(2147483647U), tree);
    }
    // Mark the samples that the tree has wrong; what they weigh.
    double measure() {
        missed.resize(samples.size());
        wrong.clear();
        for (std::size_t s = 0; s < samples.size(); ++s) {
            missed[s] = tree.says(columns.rows.data() + samples[s] * columns.p) !=
                        static_cast<std::size_t>(columns.codes[samples[s]]);
            if (missed[s]) wrong.push_back(weights[s]);
        }
        return trees::pairwise_sum(wrong.data(), wrong.size());
    }

    std::vector<std::uint32_t> times;  // how often each sample was drawn
};

// said[i, t] = the class that tree t of its resample says of test row i, errors[b, t] the weighted training error of tree t of resample
// b, and kept[b] how many trees vote: none where the resample has fewer than two classes.
static void boost_votes(const trees::Task &task, std::size_t classes, std::size_t rounds, std::size_t restarts, bool resampling,
                        Out<std::uint8_t, 2> said, Out<double, 2> errors, Out<std::int64_t, 1> kept) {
    trees::Columns columns = task.columns(classes);
    SHAPE(said, task.rows.shape(0), rounds), SHAPE(errors, task.count(), rounds), SHAPE(kept, task.count());
    REQUIRE(task.criterion <= 1 && !task.weighted(), "'criterion' must be 0 or 1, and 'weights' empty");
    REQUIRE(rounds >= 1 && rounds <= 1'000'000, "'rounds' must be 1 to 1,000,000");
    nb::gil_scoped_release release;
    columns.prepare(task.draws_columns());
    foldwise::for_each(task.count(), task.threads, [&] {
        return [&, booster = VoteBooster(columns, task.kind(), task.limits(0, 1.0))](std::size_t b) mutable {
            kept.data()[b] = 0;
            if (!booster.take(task, b)) return;
            booster.run(task.limits(b, 1.0), {rounds, restarts, resampling}, task.seed(b), [&](const trees::Tree &tree, double error) {
                const auto at = static_cast<std::size_t>(kept.data()[b]++);
                errors.data()[b * rounds + at] = error;
                task.each_row(b, [&](std::size_t i, std::size_t, const float *row) {
                    said.data()[(task.first(b) + i) * rounds + at] = static_cast<std::uint8_t>(tree.says(row));
                });
            });
        };
    });
}

void bind_vote_boosting(nb::module_ &module) {
    trees::define_pass(module, "boost_votes", &boost_votes,
                       "What the trees of AdaBoost.M1 of every resample say of its test rows, and their errors, in place.", "classes",
                       "rounds", "restarts", "resampling", "said", "errors", "kept");
}
