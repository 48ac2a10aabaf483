// Eight numbers at a time: small positive definite systems solved one in each lane, and products of columns summed over rows.
#pragma once

#include "kernels.hpp"

#include <cmath>

namespace foldwise {

inline constexpr std::size_t LANES = 8;

// Eight numbers that are worked on together, wherever they start.
typedef double Eight __attribute__((vector_size(64), aligned(8), may_alias));

inline const Eight &eight(const double *from) { return *reinterpret_cast<const Eight *>(from); }
inline Eight &eight(double *from) { return *reinterpret_cast<Eight *>(from); }

// Up to the next whole number of eights.
inline constexpr std::size_t padded(std::size_t size) { return (size + LANES - 1) / LANES * LANES; }

inline constexpr std::size_t packed(std::size_t i, std::size_t j) { return i * (i + 1) / 2 + j; }

// One over the root of each pivot; one that is not positive is marked and replaced by one.
static inline __attribute__((always_inline)) Eight invert_roots(Eight pivot, std::uint8_t *sound) {
    double roots[LANES];
    eight(roots) = pivot;
    for (std::size_t l = 0; l < LANES; ++l) {
        const bool positive = roots[l] > 0;
        sound[l] = sound[l] && positive;
        roots[l] = std::sqrt(positive ? roots[l] : 1.0);
    }
    return 1.0 / eight(roots);
}

// Row i from column `first` on, `some` of them, minus what the columns before `first` explain.
template <std::size_t some>
static inline __attribute__((always_inline)) void reduce_row(Eight *lower, std::size_t i, std::size_t first) {
    Eight *row = lower + packed(i, 0), sums[some] = {};
    const Eight *heads[some];
#pragma GCC unroll 4
    for (std::size_t c = 0; c < some; ++c) heads[c] = lower + packed(first + c, 0);
    for (std::size_t k = 0; k < first; ++k) {
        const Eight here = row[k];
#pragma GCC unroll 4
        for (std::size_t c = 0; c < some; ++c) sums[c] += here * heads[c][k];
    }
#pragma GCC unroll 4
    for (std::size_t c = 0; c < some; ++c) row[first + c] -= sums[c];
}

// Row i of the factor from column `first` on, up to but not on the diagonal.
template <std::size_t some>
static inline __attribute__((always_inline)) void solve_row(Eight *lower, std::size_t i, std::size_t first) {
    Eight *row = lower + packed(i, first), done[some + 1];
#pragma GCC unroll 4
    for (std::size_t c = 0; c < some; ++c) {
        const Eight *head = lower + packed(first + c, first);
        Eight rest = row[c];
#pragma GCC unroll 4
        for (std::size_t k = 0; k < c; ++k) rest -= done[k] * head[k];
        row[c] = done[c] = rest * head[c];
    }
}

// Row first + at of the factor, which ends on the diagonal.
template <std::size_t at>
static inline __attribute__((always_inline)) void end_row(Eight *lower, std::size_t first, std::uint8_t *sound) {
    reduce_row<at + 1>(lower, first + at, first);
    solve_row<at>(lower, first + at, first);
    Eight *row = lower + packed(first + at, first), rest = row[at];
#pragma GCC unroll 4
    for (std::size_t k = 0; k < at; ++k) rest -= row[k] * row[k];
    row[at] = invert_roots(rest, sound);
}

// Factor eight packed lower triangles into L Lᵀ in place, leaving 1 / L_ii on the diagonal; a pivot that is not positive is
// marked and replaced by one.
FOLDWISE_CLONES static void factor_lanes(Eight *lower, std::size_t t, std::uint8_t *sound) {
    std::size_t first = 0;
    // Four columns at a time: all rows below wait for the few numbers on the diagonal only, so that they overlap.
    for (; first + 4 <= t; first += 4) {
        end_row<0>(lower, first, sound);
        end_row<1>(lower, first, sound);
        end_row<2>(lower, first, sound);
        end_row<3>(lower, first, sound);
        for (std::size_t i = first + 4; i < t; ++i) {
            reduce_row<4>(lower, i, first);
            solve_row<4>(lower, i, first);
        }
    }
    for (; first < t; ++first) {
        end_row<0>(lower, first, sound);
        for (std::size_t i = first + 1; i < t; ++i) {
            reduce_row<1>(lower, i, first);
            solve_row<1>(lower, i, first);
        }
    }
}

// Solve L Lᵀ x = y in place for `many` right-hand sides, which lie side by side: number i of side c is x[i * many + c].
template <std::size_t many>
FOLDWISE_CLONES static void substitute_lanes(const Eight *lower, Eight *x, std::size_t t) {
    for (std::size_t i = 0; i < t; ++i) {
        const Eight *row = lower + packed(i, 0);
        Eight rest[many];
        for (std::size_t c = 0; c < many; ++c) rest[c] = x[i * many + c];
        for (std::size_t k = 0; k < i; ++k) {
            const Eight here = row[k];
            for (std::size_t c = 0; c < many; ++c) rest[c] -= here * x[k * many + c];
        }
        for (std::size_t c = 0; c < many; ++c) x[i * many + c] = rest[c] * row[i];
    }
    for (std::size_t i = t; i-- > 0;) {
        const Eight *row = lower + packed(i, 0);
        Eight done[many];
        for (std::size_t c = 0; c < many; ++c) done[c] = x[i * many + c] *= row[i];
        for (std::size_t k = 0; k < i; ++k) {
            const Eight here = row[k];
            for (std::size_t c = 0; c < many; ++c) x[k * many + c] -= here * done[c];
        }
    }
}

// Row i of eight square matrices up to column `stop`, one in each lane: `whole` minus theirs, or theirs where there is none.
FOLDWISE_CLONES static void interleave(const double *const *matrices, const double *whole, std::size_t width, std::size_t i,
                                       std::size_t stop, Eight *to) {
    for (std::size_t j = 0; j < stop; ++j) {
        double values[LANES];
        for (std::size_t l = 0; l < LANES; ++l) values[l] = matrices[l][i * width + j];
        to[j] = whole ? whole[i * width + j] - eight(values) : eight(values);
    }
}

// Sixteen columns, or eight, times eight columns of some rows, summed over them.
template <std::size_t wide, bool weighted>
static inline __attribute__((always_inline)) void add_tile(const double *table, std::size_t width,
                                                           const std::int32_t *rows, const double *factors,
                                                           std::size_t count, std::size_t a, std::size_t b, double *to) {
    Eight sums[LANES][wide] = {};
    for (std::size_t r = 0; r < count; ++r) {
        const double *row = table + static_cast<std::size_t>(rows[r]) * width;
        Eight right[wide];
        for (std::size_t w = 0; w < wide; ++w) {
            right[w] = eight(row + b + w * LANES);
            if (weighted) right[w] *= factors[r];
        }
#pragma GCC unroll 8
        for (std::size_t c = 0; c < LANES; ++c)
#pragma GCC unroll 2
            for (std::size_t w = 0; w < wide; ++w) sums[c][w] += row[a + c] * right[w];
    }
#pragma GCC unroll 8
    for (std::size_t c = 0; c < LANES; ++c)
        for (std::size_t w = 0; w < wide; ++w) eight(to + (a + c) * width + b + w * LANES) += sums[c][w];
}

template <bool weighted>
static inline __attribute__((always_inline)) void add_tiles(const double *table, std::size_t width,
                                                            const std::int32_t *rows, const double *factors,
                                                            std::size_t count, double *to) {
    for (std::size_t a = 0; a < width; a += LANES) {
        std::size_t b = 0;
        for (; b + LANES <= a; b += 2 * LANES) add_tile<2, weighted>(table, width, rows, factors, count, a, b, to);
        if (b <= a) add_tile<1, weighted>(table, width, rows, factors, count, a, b, to);
    }
}

// to[a, b] += Σ_r factors[r] z_a z_b over the rows of a table (., width) whose numbers are given; the width is a multiple of
// eight, and nothing is said of the blocks of eight above the diagonal. Without factors, each row counts once.
FOLDWISE_CLONES static void add_products(const double *table, std::size_t width, const std::int32_t *rows,
                                         const double *factors, std::size_t count, double *to) {
    if (factors)
        add_tiles<true>(table, width, rows, factors, count, to);
    else
        add_tiles<false>(table, width, rows, factors, count, to);
}

}  // namespace foldwise
