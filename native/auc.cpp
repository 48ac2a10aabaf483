// The bootstrap of the area under the ROC curve: sorted once, then one pass per resample.
#include "kernels.hpp"

using Positions = foldwise::In<std::uint32_t, 2>;
using Wins = foldwise::Out<std::int64_t, 2>;
using Draws = foldwise::Out<std::uint8_t, 2>;

// wins[r, s] = twice the number of pairs (positive, negative) of resample r that the positive wins in system s, a tie
// being half a win. Negatives and positives are drawn apart, the same rows for every system. For system s, negative[s]
// and positive[s] are the rows of a class in order of score; the j-th positive is above the first below[s, j] negatives
// and not below the first through[s, j] of them.
static void bootstrap_wins(Positions negative, Positions positive, Positions below, Positions through,
                           std::uint64_t seed, std::size_t threads, Wins wins) {
    const std::size_t negatives = negative.shape(1), positives = positive.shape(1), systems = wins.shape(1);
    SHAPE(negative, systems, negatives), SHAPE(positive, systems, positives);
    SHAPE(below, systems, positives), SHAPE(through, systems, positives);
    BELOW(negative, negatives), BELOW(positive, positives), BELOW(below, negatives + 1), BELOW(through, negatives + 1);
    const std::uint32_t *down = negative.data(), *up = positive.data(), *lower = below.data(), *upper = through.data();
    std::int64_t *out = wins.data();
    const std::size_t resamples = wins.shape(0);
    nb::gil_scoped_release release;
    foldwise::for_each(resamples, threads, [=] {
        return [=, downs = std::vector<std::uint8_t>(negatives), ups = std::vector<std::uint8_t>(positives),
                so_far = std::vector<std::uint32_t>(negatives + 1)](std::size_t r) mutable {
            foldwise::draw(foldwise::key_of(seed, r, 0), negatives, downs.data());
            foldwise::draw(foldwise::key_of(seed, r, 1), positives, ups.data());
            for (std::size_t s = 0; s < systems; ++s) {
                const std::uint32_t *row = down + s * negatives;
                for (std::size_t i = 0; i < negatives; ++i) so_far[i + 1] = so_far[i] + downs[row[i]];
                const std::size_t from = s * positives;
                std::int64_t sum = 0;
                for (std::size_t j = from; j < from + positives; ++j)
                    sum += static_cast<std::int64_t>(ups[up[j]]) *
                           (static_cast<std::int64_t>(so_far[lower[j]]) + static_cast<std::int64_t>(so_far[upper[j]]));
                out[r * systems + s] = sum;
            }
        };
    });
}

// counts[b, i] = how often resample first + b draws item i.
static void draw_counts(std::uint64_t seed, std::uint64_t first, std::uint64_t stratum, std::size_t threads,
                        Draws counts) {
    const std::size_t size = counts.shape(1);
    nb::gil_scoped_release release;
    foldwise::for_every(counts.shape(0), threads, [&](std::size_t b) {
        foldwise::draw(foldwise::key_of(seed, first + b, stratum), size, counts.data() + b * size);
    });
}

// counts[b, i] = how often the draw with a seed of its own draws item i.
static void draw_seeded(foldwise::In<std::uint64_t, 1> seeds,
                        std::uint64_t attempt, std::uint64_t stratum, std::size_t threads, Draws counts) {
    const std::size_t size = counts.shape(1);
    SHAPE(seeds, counts.shape(0));
    nb::gil_scoped_release release;
    foldwise::for_every(counts.shape(0), threads, [&](std::size_t b) {
        foldwise::draw(foldwise::key_of(seeds.data()[b], attempt, stratum), size, counts.data() + b * size);
    });
}

void bind_auc(nb::module_ &module) {
    foldwise::define(module, "bootstrap_wins", &bootstrap_wins, "Twice the pairs won in each resample, in place.", "negative",
                     "positive", "below", "through", "seed", "threads", "wins");
    foldwise::define(module, "draw_seeded", &draw_seeded, "How often each seed draws each item, in place.", "seeds",
                     "attempt", "stratum", "threads", "counts");
    foldwise::define(module, "draw_counts", &draw_counts, "How often each resample draws each item, in place.", "seed",
                     "first", "stratum", "threads", "counts");
}
