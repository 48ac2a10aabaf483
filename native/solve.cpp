// Least squares on many resamples: products of rows summed by part, and small positive definite systems solved eight at a
// time, one in each lane of the vectors.
#ifdef SIMD

// All products z_a z_b, b <= a, of one row.
static void multiply_row(const double *z, std::size_t q, double weight, double *products) {
    for (std::size_t a = 0; a < q; ++a) {
        const double left = weight * z[a];
        for (std::size_t b = 0; b <= a; ++b) products[b] = left * z[b];
        products += a + 1;
    }
}

static void add_to(const double *from, std::size_t count, double *to) {
    for (std::size_t i = 0; i < count; ++i) to[i] += from[i];
}

#else

#include "cholesky.hpp"
#include "kernels.hpp"

#define SIMD_FILE "solve.cpp"
#include "simd.hpp"

using foldwise::Buffer, foldwise::Lanes, foldwise::LANES, foldwise::packed;

using Matrices = foldwise::Strided<const double, 3>;
using Solutions = foldwise::Out<double, 3>;
using Marks = foldwise::Out<std::uint8_t, 1>;

// The lower triangles of matrices first … first + lanes - 1, packed; lanes without a matrix of their own repeat the last.
static void load(const Matrices &matrices, std::size_t first, std::size_t lanes, Lanes *lower) {
    const std::int64_t s0 = matrices.stride(0), s1 = matrices.stride(1), s2 = matrices.stride(2);
    for (std::size_t l = 0; l < LANES; ++l) {
        const double *matrix = matrices.data() + static_cast<std::int64_t>(first + std::min(l, lanes - 1)) * s0;
        for (std::size_t i = 0; i < matrices.shape(1); ++i)
            for (std::size_t j = 0; j <= i; ++j)
                lower[packed(i, j)].at[l] = matrix[static_cast<std::int64_t>(i) * s1 + static_cast<std::int64_t>(j) * s2];
    }
}

// solutions[b] = matrices[b]⁻¹ solutions[b]; sound[b] is 0 where a matrix is not positive definite. Only the lower
// triangles of the matrices are read; they may be parts of larger ones.
static void solve_definite(Matrices matrices, Solutions solutions, Marks sound) {
    const std::size_t count = matrices.shape(0), t = matrices.shape(1), m = solutions.shape(2);
    SHAPE(matrices, count, t, t), SHAPE(solutions, count, t, m), SHAPE(sound, count);
    double *out = solutions.data();
    nb::gil_scoped_release release;
    Buffer<Lanes> lower(t * (t + 1) / 2), x(t);
    for (std::size_t first = 0; first < count; first += LANES) {
        const std::size_t lanes = std::min(LANES, count - first);
        std::uint8_t good[LANES];
        std::fill(good, good + LANES, std::uint8_t{1});
        load(matrices, first, lanes, lower.data());
        SIMD_PICK(factor)(lower.data(), t, good);
        for (std::size_t c = 0; c < m; ++c) {
            for (std::size_t i = 0; i < t; ++i)
                for (std::size_t l = 0; l < LANES; ++l)
                    x[i].at[l] = out[((first + std::min(l, lanes - 1)) * t + i) * m + c];
            SIMD_PICK(substitute<1>)(lower.data(), x.data(), t);
            for (std::size_t i = 0; i < t; ++i)
                for (std::size_t l = 0; l < lanes; ++l) out[((first + l) * t + i) * m + c] = x[i].at[l];
        }
        std::copy(good, good + lanes, sound.data() + first);
    }
}

// factors[b] = L⁻¹ where L Lᵀ = matrices[b], and least[b] = 1 / ‖L⁻¹‖²; the identity and 0 where there is no such L.
static void invert_factors(Matrices matrices, Solutions factors, foldwise::Out<double, 1> least) {
    const std::size_t count = matrices.shape(0), t = matrices.shape(1);
    SHAPE(matrices, count, t, t), SHAPE(factors, count, t, t), SHAPE(least, count);
    double *out = factors.data();
    nb::gil_scoped_release release;
    const std::size_t line = foldwise::padded(t);
    Buffer<Lanes> lower(t * (t + 1) / 2), inverse(t * line);
    for (std::size_t first = 0; first < count; first += LANES) {
        const std::size_t lanes = std::min(LANES, count - first);
        std::uint8_t good[LANES];
        std::fill(good, good + LANES, std::uint8_t{1});
        load(matrices, first, lanes, lower.data());
        SIMD_PICK(factor)(lower.data(), t, good);
        SIMD_PICK(invert)(lower.data(), t, line, inverse.data());
        Lanes length = {};
        for (std::size_t i = 0; i < t; ++i)
            for (std::size_t j = 0; j < t; ++j) {
                const Lanes &one = inverse[i * line + j];
                for (std::size_t l = 0; l < LANES; ++l) length.at[l] += one.at[l] * one.at[l];
                for (std::size_t l = 0; l < lanes; ++l) out[((first + l) * t + i) * t + j] = one.at[l];
            }
        for (std::size_t l = 0; l < lanes; ++l) {
            const bool sound = good[l] && std::isfinite(length.at[l]);
            least.data()[first + l] = sound ? 1.0 / length.at[l] : 0.0;
            if (sound) continue;
            double *to = out + (first + l) * t * t;
            for (std::size_t i = 0; i < t * t; ++i) to[i] = i % (t + 1) ? 0.0 : 1.0;
        }
    }
}

using Table = foldwise::In<double, 2>;
using Line = foldwise::In<double, 1>;
using Sums = foldwise::Out<double, 2>;
template <typename Key> using Keys = foldwise::Strided<const Key, 2>;

// sums[t * groups + keys[t, i], :] += the products of row first + i, which is [1, (x - centre) * scale, y - offset] times
// the root of its weight; without the 1 where there is no intercept.
template <typename Key>
static void part_products(Table X, Table Y, Line centre, Line scale, Line offset, Line weights, bool intercept,
                          std::size_t first, Keys<Key> keys, std::size_t groups, Sums sums) {
    const std::size_t p = X.shape(1), m = Y.shape(1), q = p + m + intercept, pairs = sums.shape(1);
    const std::size_t repeats = keys.shape(0), rows = keys.shape(1);
    const std::int64_t s0 = keys.stride(0), s1 = keys.stride(1);
    const bool weighted = OPTIONAL(weights, X.shape(0));
    SHAPE(Y, X.shape(0), m), SHAPE(centre, p), SHAPE(scale, p), SHAPE(offset, m);
    SHAPE(sums, repeats * groups, q * (q + 1) / 2);
    REQUIRE(first <= X.shape(0) && rows <= X.shape(0) - first, "'keys' must be about rows of 'X'");
    foldwise::border::below_strided("keys", keys, groups);
    nb::gil_scoped_release release;
    std::vector<double> z(q), products(pairs);
    for (std::size_t i = 0; i < rows; ++i) {
        const double *x = X.data() + (first + i) * p, *y = Y.data() + (first + i) * m;
        if (intercept) z[0] = 1.0;
        for (std::size_t j = 0; j < p; ++j) z[intercept + j] = (x[j] - centre.data()[j]) * scale.data()[j];
        for (std::size_t c = 0; c < m; ++c) z[intercept + p + c] = y[c] - offset.data()[c];
        SIMD_PICK(multiply_row)(z.data(), q, weighted ? weights.data()[first + i] : 1.0, products.data());
        for (std::size_t t = 0; t < repeats; ++t) {
            const Key key = keys.data()[static_cast<std::int64_t>(t) * s0 + static_cast<std::int64_t>(i) * s1];
            SIMD_PICK(add_to)(products.data(), pairs, sums.data() + (t * groups + static_cast<std::size_t>(key)) * pairs);
        }
    }
}

// Lower triangles, row after row, as whole symmetric matrices.
static void unpack_lower(Table packed_sums, foldwise::Out<double, 3> full) {
    const std::size_t count = full.shape(0), q = full.shape(1);
    SHAPE(full, count, q, q);
    foldwise::border::shape("packed", packed_sums, {count, q * (q + 1) / 2});
    nb::gil_scoped_release release;
    for (std::size_t b = 0; b < count; ++b) {
        const double *from = packed_sums.data() + b * packed_sums.shape(1);
        double *to = full.data() + b * q * q;
        for (std::size_t i = 0; i < q; ++i)
            for (std::size_t j = 0; j <= i; ++j) to[i * q + j] = to[j * q + i] = *from++;
    }
}

template <typename Key> static void bind_part_sums(nb::module_ &module) {
    foldwise::define(module, "part_products", &part_products<Key>, "Products of the columns summed by part, in place.", "X",
                     "Y", "centre", "scale", "offset", "weights", "intercept", "first", "keys", "groups", "sums");
}

void bind_solve(nb::module_ &module) {
    foldwise::define(module, "unpack_lower", &unpack_lower, "Whole symmetric matrices from their lower triangles, in place.",
                     "packed", "full");
    bind_part_sums<std::uint8_t>(module);
    bind_part_sums<std::uint16_t>(module);
    bind_part_sums<std::uint32_t>(module);
    foldwise::define(module, "invert_factors", &invert_factors, "Inverse Cholesky factors, in place.", "matrices", "factors",
                     "least");
    foldwise::define(module, "solve_definite", &solve_definite, "Solve positive definite systems, in place.", "matrices",
                     "solutions", "sound");
}

#endif
