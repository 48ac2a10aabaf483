// The bootstrap of the area under the ROC curve: sorted once, then one pass per resample.
#include "kernels.hpp"

using Positions = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Wins = nb::ndarray<std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Draws = nb::ndarray<std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// wins[r] = twice the number of pairs (positive, negative) of resample r that the positive wins, a tie being half a win.
// Negatives and positives are drawn apart. The j-th positive in order of score is above the first below[j] negatives
// and not below the first through[j] of them.
static void bootstrap_wins(Positions below, Positions through, std::uint32_t negatives, std::uint64_t seed,
                           std::size_t threads, Wins wins) {
    const std::size_t positives = below.shape(0);
    const std::uint32_t *lower = below.data();
    const std::uint32_t *upper = through.data();
    std::int64_t *out = wins.data();
    const std::size_t resamples = wins.shape(0);
    nb::gil_scoped_release release;
    foldwise::for_each(resamples, threads, [=] {
        return [=, drawn = std::vector<std::uint8_t>(std::max<std::size_t>(positives, negatives)),
                so_far = std::vector<std::uint32_t>(std::size_t{negatives} + 1)](std::size_t r) mutable {
            foldwise::draw(foldwise::key_of(seed, r, 0), negatives, drawn.data());
            for (std::size_t i = 0; i < negatives; ++i) so_far[i + 1] = so_far[i] + drawn[i];
            foldwise::draw(foldwise::key_of(seed, r, 1), positives, drawn.data());
            std::int64_t sum = 0;
            for (std::size_t j = 0; j < positives; ++j)
                sum += static_cast<std::int64_t>(drawn[j]) *
                       (static_cast<std::int64_t>(so_far[lower[j]]) + static_cast<std::int64_t>(so_far[upper[j]]));
            out[r] = sum;
        };
    });
}

// counts[b, i] = how often resample first + b draws item i.
static void draw_counts(std::uint64_t seed, std::uint64_t first, std::uint64_t stratum, std::size_t threads,
                        Draws counts) {
    const std::size_t resamples = counts.shape(0);
    const std::size_t size = counts.shape(1);
    std::uint8_t *out = counts.data();
    nb::gil_scoped_release release;
    foldwise::for_each(resamples, threads, [=] {
        return [=](std::size_t b) {
            foldwise::draw(foldwise::key_of(seed, first + b, stratum), size, out + b * size);
        };
    });
}

void bind_auc(nb::module_ &module) {
    module.def("bootstrap_wins", &bootstrap_wins, nb::arg("below"), nb::arg("through"), nb::arg("negatives"),
               nb::arg("seed"), nb::arg("threads"), nb::arg("wins").noconvert(),
               "Twice the pairs won in each resample, in place.");
    module.def("draw_counts", &draw_counts, nb::arg("seed"), nb::arg("first"), nb::arg("stratum"), nb::arg("threads"),
               nb::arg("counts").noconvert(), "How often each resample draws each item, in place.");
}
