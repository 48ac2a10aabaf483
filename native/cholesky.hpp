// Positive definite matrices: eight at a time, one in each lane of the vectors, or one alone.
#ifdef SIMD

// Number (i, j) of the packed lower triangles, in some of the lanes.
SIMD_INLINE Vector entry(const Lanes *lower, std::size_t i, std::size_t j, std::size_t lane) {
    return load(lower[packed(i, j)].at + lane);
}
SIMD_INLINE void set_entry(Lanes *lower, std::size_t i, std::size_t j, std::size_t lane, Vector value) {
    store(lower[packed(i, j)].at + lane, value);
}

// `sums` minus the products of rows i … and rows j … over their first `stop` columns, or the lower triangle of these.
template <bool triangle, std::size_t R, std::size_t C>
SIMD_INLINE void reduce(const Lanes *lower, std::size_t i, std::size_t j, std::size_t stop, std::size_t lane,
                        Vector (&sums)[R][C]) {
    const double *rows[R], *columns[C];
#pragma GCC unroll 4
    for (std::size_t a = 0; a < R; ++a) rows[a] = lower[packed(i + a, 0)].at + lane;
#pragma GCC unroll 4
    for (std::size_t b = 0; b < C; ++b) columns[b] = lower[packed(j + b, 0)].at + lane;
    for (std::size_t k = 0; k < stop; ++k) {
        Vector left[R], right[C];
#pragma GCC unroll 4
        for (std::size_t a = 0; a < R; ++a) left[a] = load(rows[a] + k * LANES);
#pragma GCC unroll 4
        for (std::size_t b = 0; b < C; ++b) right[b] = load(columns[b] + k * LANES);
#pragma GCC unroll 4
        for (std::size_t a = 0; a < R; ++a)
#pragma GCC unroll 4
            for (std::size_t b = 0; b < C; ++b)
                if (!triangle || b <= a) sums[a][b] -= left[a] * right[b];
    }
}

// Rows i … of the factors in columns j …, left of the diagonal.
template <std::size_t R, std::size_t C>
SIMD_INLINE void factor_left(Lanes *lower, std::size_t i, std::size_t j, std::size_t lane) {
    Vector sums[R][C];
#pragma GCC unroll 4
    for (std::size_t a = 0; a < R; ++a)
#pragma GCC unroll 4
        for (std::size_t b = 0; b < C; ++b) sums[a][b] = entry(lower, i + a, j + b, lane);
    reduce<false>(lower, i, j, j, lane, sums);
#pragma GCC unroll 4
    for (std::size_t b = 0; b < C; ++b) {
        const Vector root = entry(lower, j + b, j + b, lane);
#pragma GCC unroll 4
        for (std::size_t a = 0; a < R; ++a) {
#pragma GCC unroll 4
            for (std::size_t k = 0; k < b; ++k) sums[a][b] -= sums[a][k] * entry(lower, j + b, j + k, lane);
            set_entry(lower, i + a, j + b, lane, sums[a][b] *= root);
        }
    }
}

// 1 / sqrt of pivots; where one is not positive it is marked and replaced by one.
SIMD_INLINE Vector invert_roots(Vector pivot, std::size_t lane, std::uint8_t *sound) {
    double roots[LENGTH];
    store(roots, pivot);
    for (std::size_t l = 0; l < LENGTH; ++l) sound[lane + l] = roots[l] > 0 ? sound[lane + l] : std::uint8_t{0};
    for (std::size_t l = 0; l < LENGTH; ++l) roots[l] = 1.0 / std::sqrt(roots[l] > 0 ? roots[l] : 1.0);
    return load(roots);
}

// The square of the factors on the diagonal of rows i ….
template <std::size_t R>
SIMD_INLINE void factor_square(Lanes *lower, std::size_t i, std::size_t lane, std::uint8_t *sound) {
    Vector sums[R][R];
#pragma GCC unroll 4
    for (std::size_t a = 0; a < R; ++a)
#pragma GCC unroll 4
        for (std::size_t b = 0; b <= a; ++b) sums[a][b] = entry(lower, i + a, i + b, lane);
    reduce<true>(lower, i, i, i, lane, sums);
#pragma GCC unroll 4
    for (std::size_t b = 0; b < R; ++b) {
#pragma GCC unroll 4
        for (std::size_t k = 0; k < b; ++k) sums[b][b] -= sums[b][k] * sums[b][k];
        sums[b][b] = invert_roots(sums[b][b], lane, sound);
#pragma GCC unroll 4
        for (std::size_t a = b + 1; a < R; ++a) {
#pragma GCC unroll 4
            for (std::size_t k = 0; k < b; ++k) sums[a][b] -= sums[a][k] * sums[b][k];
            sums[a][b] *= sums[b][b];
        }
    }
#pragma GCC unroll 4
    for (std::size_t a = 0; a < R; ++a)
#pragma GCC unroll 4
        for (std::size_t b = 0; b <= a; ++b) set_entry(lower, i + a, i + b, lane, sums[a][b]);
}

template <std::size_t R> SIMD_INLINE void factor_rows(Lanes *lower, std::size_t i, std::size_t lane, std::uint8_t *sound) {
    constexpr std::size_t C = R > 2 ? 2 : 4;  // as many sums as keep the processor busy; i is a multiple of four
    for (std::size_t j = 0; j < i; j += C) factor_left<R, C>(lower, i, j, lane);
    factor_square<R>(lower, i, lane, sound);
}

// Factor eight packed lower triangles into L Lᵀ in place, leaving 1 / L_ii on the diagonal; a pivot that is not positive is
// marked in `sound` and replaced by one.
static void factor(Lanes *lower, std::size_t t, std::uint8_t *sound) {
    for (std::size_t lane = 0; lane < LANES; lane += LENGTH) {
        std::size_t i = 0;
        for (; i + 4 <= t; i += 4) factor_rows<4>(lower, i, lane, sound);
        if (t - i == 1) factor_rows<1>(lower, i, lane, sound);
        if (t - i == 2) factor_rows<2>(lower, i, lane, sound);
        if (t - i == 3) factor_rows<3>(lower, i, lane, sound);
    }
}

// Rows i … of L⁻¹, in lines of `line` numbers with zeros above the diagonal.
template <std::size_t R>
SIMD_INLINE void invert_rows(const Lanes *lower, std::size_t i, std::size_t line, std::size_t lane, Lanes *inverse) {
    const auto at = [=](std::size_t row, std::size_t column) { return inverse[row * line + column].at + lane; };
    for (std::size_t a = 0; a < R; ++a)
        for (std::size_t j = i + a + 1; j < line; ++j) store(at(i + a, j), Vector{});
    const Vector root = entry(lower, i, i, lane);
    const Vector between = entry(lower, i + R - 1, i, lane), last = entry(lower, i + R - 1, i + R - 1, lane);
    for (std::size_t j = 0; j < i; j += 4) {
        Vector sums[R][4] = {};
        for (std::size_t k = j; k < i; ++k)
#pragma GCC unroll 2
            for (std::size_t a = 0; a < R; ++a) {
                const Vector factor = entry(lower, i + a, k, lane);
#pragma GCC unroll 4
                for (std::size_t b = 0; b < 4; ++b) sums[a][b] -= factor * load(at(k, j + b));
            }
#pragma GCC unroll 4
        for (std::size_t b = 0; b < 4; ++b) {
            store(at(i, j + b), sums[0][b] *= root);
            if (R == 2) store(at(i + 1, j + b), (sums[R - 1][b] - between * sums[0][b]) * last);
        }
    }
    store(at(i, i), root);
    if (R == 2) {
        store(at(i + 1, i), -between * root * last);
        store(at(i + 1, i + 1), last);
    }
}

// inverse = L⁻¹ in lines of `line` numbers, a multiple of four, with zeros above the diagonal, from what `factor` leaves.
static void invert(const Lanes *lower, std::size_t t, std::size_t line, Lanes *inverse) {
    for (std::size_t lane = 0; lane < LANES; lane += LENGTH) {
        for (std::size_t i = 0; i + 2 <= t; i += 2) invert_rows<2>(lower, i, line, lane, inverse);
        if (t % 2) invert_rows<1>(lower, t - 1, line, lane, inverse);
    }
}

// x = L⁻¹ x for `many` right-hand sides, which lie side by side: number i of side c is x[i * many + c].
template <std::size_t many> static void forward(const Lanes *lower, Lanes *x, std::size_t t) {
    constexpr std::size_t parts = many == 1 ? 4 : 1;  // as many sums as keep the processor busy
    for (std::size_t lane = 0; lane < LANES; lane += LENGTH)
        for (std::size_t i = 0; i < t; ++i) {
            const double *row = lower[packed(i, 0)].at + lane;
            Vector sums[parts][many] = {};
            std::size_t k = 0;
            for (; k + parts <= i; k += parts)
#pragma GCC unroll 4
                for (std::size_t u = 0; u < parts; ++u)
#pragma GCC unroll 4
                    for (std::size_t c = 0; c < many; ++c)
                        sums[u][c] += load(row + (k + u) * LANES) * load(x[(k + u) * many + c].at + lane);
            for (; k < i; ++k)
#pragma GCC unroll 4
                for (std::size_t c = 0; c < many; ++c) sums[0][c] += load(row + k * LANES) * load(x[k * many + c].at + lane);
            for (std::size_t c = 0; c < many; ++c) {
                const Vector sum = parts == 4 ? (sums[0][c] + sums[1 % parts][c]) + (sums[2 % parts][c] + sums[3 % parts][c])
                                              : sums[0][c];
                double *to = x[i * many + c].at + lane;
                store(to, (load(to) - sum) * load(row + i * LANES));
            }
        }
}

// x = L⁻ᵀ x.
template <std::size_t many> static void backward(const Lanes *lower, Lanes *x, std::size_t t) {
    for (std::size_t lane = 0; lane < LANES; lane += LENGTH)
        for (std::size_t i = t; i-- > 0;) {
            const double *row = lower[packed(i, 0)].at + lane;
            Vector done[many];
#pragma GCC unroll 4
            for (std::size_t c = 0; c < many; ++c) {
                done[c] = load(x[i * many + c].at + lane) * load(row + i * LANES);
                store(x[i * many + c].at + lane, done[c]);
            }
            for (std::size_t k = 0; k < i; ++k)
#pragma GCC unroll 4
                for (std::size_t c = 0; c < many; ++c) {
                    double *to = x[k * many + c].at + lane;
                    store(to, load(to) - load(row + k * LANES) * done[c]);
                }
        }
}

// Solve L Lᵀ x = y in place.
template <std::size_t many> static void substitute(const Lanes *lower, Lanes *x, std::size_t t) {
    forward<many>(lower, x, t);
    backward<many>(lower, x, t);
}

// One matrix, of which the lower triangle is given in rows of `width` numbers, into Wᵀ W in place, from its last row to its
// first, so that all that is worked on lies side by side; 1 / W_jj is left on the diagonal. Whether it is positive definite.
static bool factor_one(double *matrix, std::size_t width, std::size_t terms) {
    for (std::size_t j = terms; j-- > 0;) {
        double *row = matrix + j * width;
        if (!(row[j] > 0)) return false;
        const double inverse = 1.0 / std::sqrt(row[j]);
        row[j] = 0.0;
        for (std::size_t k = 0; k < padded(j); k += LANES) eight(row + k) *= inverse;
        for (std::size_t i = 0; i < j; ++i) {
            double *other = matrix + i * width;
            for (std::size_t k = 0; k <= i; k += LANES) eight(other + k) -= row[i] * eight(row + k);
        }
        row[j] = inverse;
    }
    return true;
}

// Solve Wᵀ W x = y in place.
static void substitute_one(const double *matrix, std::size_t width, std::size_t terms, double *x) {
    for (std::size_t j = terms; j-- > 0;) {
        const double *row = matrix + j * width;
        const double here = x[j] *= row[j];
        for (std::size_t k = 0; k < j; ++k) x[k] -= row[k] * here;
    }
    for (std::size_t j = 0; j < terms; ++j) {
        const double *row = matrix + j * width;
        double sums[LANES] = {}, rest = 0;
        for (std::size_t k = 0; k + LANES <= j; k += LANES) eight(sums) += eight(row + k) * eight(x + k);
        for (std::size_t k = j / LANES * LANES; k < j; ++k) rest += row[k] * x[k];
        for (std::size_t l = 0; l < LANES; ++l) rest += sums[l];
        x[j] = (x[j] - rest) * row[j];
    }
}

#elif !defined(FOLDWISE_CHOLESKY_HPP)
#define FOLDWISE_CHOLESKY_HPP
#include "simd.hpp"
#define SIMD_FILE "cholesky.hpp"
#include "simd.hpp"
#endif
