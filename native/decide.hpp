// From the scores of test rows to labels and probabilities.
#ifdef SIMD

// Labels and probabilities of two classes from the differences of their scores, second minus first.
// POSTERIOR keeps the digits of the smaller probability; LOGISTIC takes the first for what the second leaves, as
// scikit-learn does where it has one score for two classes.
template <typename Label>
SIMD_INLINE void decide_two(Rule rule, const double *__restrict difference, std::size_t count,
                                Label *__restrict labels, double *__restrict probabilities) {
    double raised[BATCH];
    for (std::size_t q = 0; q < count; ++q) raised[q] = difference[q] > 0 ? -difference[q] : difference[q];
    exp_nonpositive(raised, count);
    for (std::size_t q = 0; q < count; ++q) {
        const double more = 1.0 / (1.0 + raised[q]), less = raised[q] * more;
        const bool above = difference[q] > 0;
        const double second = above ? more : less;
        probabilities[2 * q] = rule == Rule::LOGISTIC ? 1.0 - second : above ? less : more;
        probabilities[2 * q + 1] = second;
    }
    for (std::size_t q = 0; q < count; ++q) labels[q] = static_cast<Label>(difference[q] > 0);
}

template <typename Label>
SIMD_INLINE void decide_many(double *__restrict scores, std::size_t classes, std::size_t count,
                                 Label *__restrict labels, double *__restrict probabilities) {
    double top[BATCH], total[BATCH];
    std::int64_t best[BATCH];
    for (std::size_t q = 0; q < count; ++q) {
        top[q] = scores[q];
        best[q] = 0;
        total[q] = 0.0;
    }
    for (std::size_t c = 1; c < classes; ++c)
        for (std::size_t q = 0; q < count; ++q) {
            const double score = scores[c * BATCH + q];
            best[q] = score > top[q] ? static_cast<std::int64_t>(c) : best[q];
            top[q] = score > top[q] ? score : top[q];
        }
    for (std::size_t c = 0; c < classes; ++c) {
        double *of_class = scores + c * BATCH;
        for (std::size_t q = 0; q < count; ++q) of_class[q] -= top[q];
        exp_nonpositive(of_class, count);
        for (std::size_t q = 0; q < count; ++q) total[q] += of_class[q];
    }
    for (std::size_t q = 0; q < count; ++q) labels[q] = static_cast<Label>(best[q]);
    for (std::size_t c = 0; c < classes; ++c)
        for (std::size_t q = 0; q < count; ++q) probabilities[q * classes + c] = scores[c * BATCH + q] / total[q];
}

// Labels and probabilities of at most BATCH test rows from their scores, class after class (C, BATCH), which are spoilt; of
// two classes from the differences of their scores alone. Ties go to the first class. Whether every probability is finite.
template <typename Label>
static bool decide(Rule rule, double *scores, std::size_t classes, std::size_t count, Label *labels,
                            double *probabilities) {
    if (classes == 2)
        decide_two(rule, scores, count, labels, probabilities);
    else
        decide_many(scores, classes, count, labels, probabilities);
    double lanes[LANES] = {};
    std::size_t i = 0;
    for (; i + LANES <= count * classes; i += LANES)
        for (std::size_t l = 0; l < LANES; ++l) lanes[l] += probabilities[i + l];
    for (; i < count * classes; ++i) lanes[0] += probabilities[i];
    return std::isfinite(add_up(lanes));
}

#elif !defined(FOLDWISE_DECIDE_HPP)
#define FOLDWISE_DECIDE_HPP
#include "simd.hpp"

namespace foldwise {

// Test rows whose scores are kept at a time: they stay in the nearest cache.
inline constexpr std::size_t BATCH = 256;

// How two classes are told apart.
enum class Rule { POSTERIOR, LOGISTIC };

}  // namespace foldwise

#define SIMD_FILE "decide.hpp"
#include "simd.hpp"
#endif
