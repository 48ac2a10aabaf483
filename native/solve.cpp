// Small positive definite systems, solved eight at a time, one in each lane of the vectors.
#include "cholesky.hpp"
#include "kernels.hpp"

using foldwise::Buffer, foldwise::Lanes, foldwise::LANES, foldwise::packed;

using Matrices = foldwise::Strided<const double, 3>;
using Solutions = foldwise::Out<double, 3>;
using Marks = foldwise::Out<std::uint8_t, 1>;

// Cholesky factors of matrices first … first + lanes - 1, packed; lanes without a matrix of their own repeat the last.
// good[l] is 0 where a matrix is not positive definite.
static void factor_lanes(const Matrices &matrices, std::size_t first, std::size_t lanes, Lanes *lower, std::uint8_t *good) {
    const std::int64_t s0 = matrices.stride(0), s1 = matrices.stride(1), s2 = matrices.stride(2);
    for (std::size_t l = 0; l < LANES; ++l) {
        const double *matrix = matrices.data() + static_cast<std::int64_t>(first + std::min(l, lanes - 1)) * s0;
        for (std::size_t i = 0; i < matrices.shape(1); ++i)
            for (std::size_t j = 0; j <= i; ++j)
                lower[packed(i, j)].at[l] = matrix[static_cast<std::int64_t>(i) * s1 + static_cast<std::int64_t>(j) * s2];
    }
    std::fill(good, good + LANES, std::uint8_t{1});
    SIMD_PICK(factor)(lower, matrices.shape(1), good);
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
        factor_lanes(matrices, first, lanes, lower.data(), good);
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
        factor_lanes(matrices, first, lanes, lower.data(), good);
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

void bind_solve(nb::module_ &module) {
    foldwise::define(module, "invert_factors", &invert_factors, "Inverse Cholesky factors, in place.", "matrices", "factors",
                     "least");
    foldwise::define(module, "solve_definite", &solve_definite, "Solve positive definite systems, in place.", "matrices",
                     "solutions", "sound");
}
