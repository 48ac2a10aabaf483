// Eight numbers side by side, in loops that compilers turn into wide instructions, and how scores become answers.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <vector>

#if defined(__GNUC__)
#define FOLDWISE_INLINE inline __attribute__((always_inline))
#else
#define FOLDWISE_INLINE inline
#endif

namespace foldwise {

inline constexpr std::size_t LANES = 8;

inline constexpr std::size_t whole_lanes(std::size_t size) { return (size + LANES - 1) / LANES * LANES; }

// Memory that starts with a line of the cache, so that no vector lies across two.
template <typename T> struct LineAllocator {
    using value_type = T;
    LineAllocator() = default;
    template <typename U> LineAllocator(const LineAllocator<U> &) {}
    T *allocate(std::size_t size) { return static_cast<T *>(::operator new(size * sizeof(T), std::align_val_t{64})); }
    void deallocate(T *place, std::size_t) { ::operator delete(place, std::align_val_t{64}); }
    bool operator==(const LineAllocator &) const { return true; }
};
template <typename T> using Buffer = std::vector<T, LineAllocator<T>>;

// Sums in eight lanes, so that the order of adding is fixed and the compiler can still use wide registers.
FOLDWISE_INLINE double add_up(const double *lanes) {
    return ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5])) + ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]));
}

// Questions whose scores are kept at a time: they stay in the nearest memory.
inline constexpr std::size_t ASKED = 256;

// exp of numbers that are not positive, in place, to about one unit in the last place: x = n ln 2 + r, |r| <= ln 2 / 2, the
// Taylor series of exp r, and 2^n in two factors, since it may be too small for one. NaN stays NaN.
FOLDWISE_INLINE void exp_below_one(double *__restrict x, std::size_t count) {
    constexpr double shift = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to a whole number, in the last bits
    constexpr double upper = 6.93147180369123816490e-01, lower = 1.90821492927058770002e-10;  // ln 2 in two pieces
    for (std::size_t i = 0; i < count; ++i) {
        const double bounded = x[i] < -746.0 ? -746.0 : x[i];
        const double moved = bounded * 1.44269504088896338700e+00 + shift;
        const double n = moved - shift;
        const double r = (bounded - n * upper) - n * lower;
        double sum = 1.0 / 6227020800.0;
        sum = sum * r + 1.0 / 479001600.0;
        sum = sum * r + 1.0 / 39916800.0;
        sum = sum * r + 1.0 / 3628800.0;
        sum = sum * r + 1.0 / 362880.0;
        sum = sum * r + 1.0 / 40320.0;
        sum = sum * r + 1.0 / 5040.0;
        sum = sum * r + 1.0 / 720.0;
        sum = sum * r + 1.0 / 120.0;
        sum = sum * r + 1.0 / 24.0;
        sum = sum * r + 1.0 / 6.0;
        sum = sum * r + 0.5;
        sum = sum * r * r + r + 1.0;
        const std::uint64_t whole = std::bit_cast<std::uint64_t>(moved) - std::bit_cast<std::uint64_t>(shift);
        // n is between -1077 and 0, so that n + 2048 is positive and its half needs no sign.
        const std::uint64_t half = (whole + 2048) / 2 - 1024, rest = whole - half;
        x[i] = sum * std::bit_cast<double>((half + 1023) << 52) * std::bit_cast<double>((rest + 1023) << 52);
    }
}

// How two classes are told apart.
enum class Rule { POSTERIOR, LOGISTIC };

// Labels and probabilities of two classes from the differences of their scores, second minus first.
// POSTERIOR keeps the digits of the smaller probability; LOGISTIC takes the first for what the second leaves, as
// scikit-learn does where it has one score for two classes.
template <typename Label>
FOLDWISE_INLINE void decide_two(Rule rule, const double *__restrict difference, std::size_t count,
                                Label *__restrict labels, double *__restrict probabilities) {
    double raised[ASKED];
    for (std::size_t q = 0; q < count; ++q) raised[q] = difference[q] > 0 ? -difference[q] : difference[q];
    exp_below_one(raised, count);
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
FOLDWISE_INLINE void decide_many(double *__restrict scores, std::size_t classes, std::size_t count,
                                 Label *__restrict labels, double *__restrict probabilities) {
    double top[ASKED], total[ASKED];
    std::int64_t best[ASKED];
    for (std::size_t q = 0; q < count; ++q) {
        top[q] = scores[q];
        best[q] = 0;
        total[q] = 0.0;
    }
    for (std::size_t c = 1; c < classes; ++c)
        for (std::size_t q = 0; q < count; ++q) {
            const double score = scores[c * ASKED + q];
            best[q] = score > top[q] ? static_cast<std::int64_t>(c) : best[q];
            top[q] = score > top[q] ? score : top[q];
        }
    for (std::size_t c = 0; c < classes; ++c) {
        double *of_class = scores + c * ASKED;
        for (std::size_t q = 0; q < count; ++q) of_class[q] -= top[q];
        exp_below_one(of_class, count);
        for (std::size_t q = 0; q < count; ++q) total[q] += of_class[q];
    }
    for (std::size_t q = 0; q < count; ++q) labels[q] = static_cast<Label>(best[q]);
    for (std::size_t c = 0; c < classes; ++c)
        for (std::size_t q = 0; q < count; ++q) probabilities[q * classes + c] = scores[c * ASKED + q] / total[q];
}

// Labels and probabilities of at most ASKED questions from their scores, class after class (C, ASKED), which are spoilt; of
// two classes from the differences of their scores alone. Ties go to the first class. Whether every probability is finite.
template <typename Label>
FOLDWISE_INLINE bool decide(Rule rule, double *scores, std::size_t classes, std::size_t count, Label *labels,
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

}  // namespace foldwise
