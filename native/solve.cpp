// Least squares on many resamples: products of rows summed by part, and small positive definite systems solved eight at a
// time, one in each lane of the vectors.
#include "kernels.hpp"
#include "wide.hpp"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__linux__)
#define WIDEST __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define WIDEST
#endif

using foldwise::Buffer;
using foldwise::Lanes;
using foldwise::LANES;
using foldwise::packed;

using Matrices = nb::ndarray<const double, nb::ndim<3>, nb::device::cpu>;
using Solutions = foldwise::Out<double, 3>;
using Marks = foldwise::Out<std::uint8_t, 1>;

// The sum of products of two rows, from 0 to stop, taken off `from`; four sums at a time, so that none waits for another.
static inline __attribute__((always_inline)) Lanes take_off(Lanes from, const Lanes *a, const Lanes *b, std::size_t stop) {
    Lanes sum[4] = {};
    std::size_t k = 0;
    for (; k + 4 <= stop; k += 4)
        for (std::size_t u = 0; u < 4; ++u)
            for (std::size_t l = 0; l < LANES; ++l) sum[u].at[l] += a[k + u].at[l] * b[k + u].at[l];
    for (; k < stop; ++k)
        for (std::size_t l = 0; l < LANES; ++l) sum[0].at[l] += a[k].at[l] * b[k].at[l];
    for (std::size_t l = 0; l < LANES; ++l)
        from.at[l] -= (sum[0].at[l] + sum[1].at[l]) + (sum[2].at[l] + sum[3].at[l]);
    return from;
}

// Solve L Lᵀ x = y in place.
WIDEST static void substitute(const Lanes *lower, Lanes *x, std::size_t t) {
    for (std::size_t i = 0; i < t; ++i) {
        const Lanes *row = lower + packed(i, 0);
        const Lanes rest = take_off(x[i], row, x, i);
        for (std::size_t l = 0; l < LANES; ++l) x[i].at[l] = rest.at[l] * row[i].at[l];
    }
    for (std::size_t i = t; i-- > 0;) {
        const Lanes *row = lower + packed(i, 0);
        for (std::size_t l = 0; l < LANES; ++l) x[i].at[l] *= row[i].at[l];
        for (std::size_t k = 0; k < i; ++k)
            for (std::size_t l = 0; l < LANES; ++l) x[k].at[l] -= row[k].at[l] * x[i].at[l];
    }
}

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
    double *out = solutions.data();
    nb::gil_scoped_release release;
    Buffer<Lanes> lower(t * (t + 1) / 2), x(t);
    for (std::size_t first = 0; first < count; first += LANES) {
        const std::size_t lanes = std::min(LANES, count - first);
        std::uint8_t good[LANES];
        std::fill(good, good + LANES, std::uint8_t{1});
        load(matrices, first, lanes, lower.data());
        foldwise::wide().factor(lower.data(), t, good);
        for (std::size_t c = 0; c < m; ++c) {
            for (std::size_t i = 0; i < t; ++i)
                for (std::size_t l = 0; l < LANES; ++l)
                    x[i].at[l] = out[((first + std::min(l, lanes - 1)) * t + i) * m + c];
            substitute(lower.data(), x.data(), t);
            for (std::size_t i = 0; i < t; ++i)
                for (std::size_t l = 0; l < lanes; ++l) out[((first + l) * t + i) * m + c] = x[i].at[l];
        }
        std::copy(good, good + lanes, sound.data() + first);
    }
}

// factors[b] = L⁻¹ where L Lᵀ = matrices[b], and least[b] = 1 / ‖L⁻¹‖²; the identity and 0 where there is no such L.
static void invert_factors(Matrices matrices, Solutions factors, nb::ndarray<double, nb::ndim<1>, nb::c_contig> least) {
    const std::size_t count = matrices.shape(0), t = matrices.shape(1);
    double *out = factors.data();
    nb::gil_scoped_release release;
    const std::size_t line = foldwise::whole_lanes(t);
    Buffer<Lanes> lower(t * (t + 1) / 2), inverse(t * line);
    for (std::size_t first = 0; first < count; first += LANES) {
        const std::size_t lanes = std::min(LANES, count - first);
        std::uint8_t good[LANES];
        std::fill(good, good + LANES, std::uint8_t{1});
        load(matrices, first, lanes, lower.data());
        foldwise::wide().factor(lower.data(), t, good);
        foldwise::wide().invert(lower.data(), t, line, inverse.data());
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
template <typename Key> using Keys = nb::ndarray<const Key, nb::ndim<2>, nb::device::cpu>;

// All products z_a z_b, b <= a, of one row.
WIDEST static void multiply_row(const double *z, std::size_t q, double weight, double *products) {
    for (std::size_t a = 0; a < q; ++a) {
        const double left = weight * z[a];
        for (std::size_t b = 0; b <= a; ++b) products[b] = left * z[b];
        products += a + 1;
    }
}

WIDEST static void add_to(const double *from, std::size_t count, double *to) {
    for (std::size_t i = 0; i < count; ++i) to[i] += from[i];
}

// sums[t * groups + keys[t, i], :] += the products of row first + i, which is [1, (x - centre) * scale, y - offset] times
// the root of its weight; without the 1 where there is no intercept.
template <typename Key>
static void part_products(Table X, Table Y, Line centre, Line scale, Line offset, Line weights, bool intercept,
                          std::size_t first, Keys<Key> keys, std::size_t groups, Sums sums) {
    const std::size_t p = X.shape(1), m = Y.shape(1), q = p + m + intercept, pairs = sums.shape(1);
    const std::size_t repeats = keys.shape(0), rows = keys.shape(1);
    const std::int64_t s0 = keys.stride(0), s1 = keys.stride(1);
    const bool weighted = weights.shape(0) > 0;
    nb::gil_scoped_release release;
    std::vector<double> z(q), products(pairs);
    for (std::size_t i = 0; i < rows; ++i) {
        const double *x = X.data() + (first + i) * p, *y = Y.data() + (first + i) * m;
        if (intercept) z[0] = 1.0;
        for (std::size_t j = 0; j < p; ++j) z[intercept + j] = (x[j] - centre.data()[j]) * scale.data()[j];
        for (std::size_t c = 0; c < m; ++c) z[intercept + p + c] = y[c] - offset.data()[c];
        multiply_row(z.data(), q, weighted ? weights.data()[first + i] : 1.0, products.data());
        for (std::size_t t = 0; t < repeats; ++t) {
            const Key key = keys.data()[static_cast<std::int64_t>(t) * s0 + static_cast<std::int64_t>(i) * s1];
            add_to(products.data(), pairs, sums.data() + (t * groups + static_cast<std::size_t>(key)) * pairs);
        }
    }
}

// Lower triangles, row after row, as whole symmetric matrices.
static void unpack_lower(Table packed_sums, foldwise::Out<double, 3> full) {
    const std::size_t count = full.shape(0), q = full.shape(1);
    nb::gil_scoped_release release;
    for (std::size_t b = 0; b < count; ++b) {
        const double *from = packed_sums.data() + b * packed_sums.shape(1);
        double *to = full.data() + b * q * q;
        for (std::size_t i = 0; i < q; ++i)
            for (std::size_t j = 0; j <= i; ++j) to[i * q + j] = to[j * q + i] = *from++;
    }
}

template <typename Key> static void bind_part_products(nb::module_ &module) {
    module.def("part_products", &part_products<Key>, nb::arg("X").noconvert(), nb::arg("Y").noconvert(),
               nb::arg("centre"), nb::arg("scale"), nb::arg("offset"), nb::arg("weights"), nb::arg("intercept"),
               nb::arg("first"), nb::arg("keys").noconvert(), nb::arg("groups"), nb::arg("sums").noconvert(),
               "Products of the columns summed by part, in place.");
}

void bind_solve(nb::module_ &module) {
    module.def("unpack_lower", &unpack_lower, nb::arg("packed").noconvert(), nb::arg("full").noconvert(),
               "Whole symmetric matrices from their lower triangles, in place.");
    bind_part_products<std::uint8_t>(module);
    bind_part_products<std::uint16_t>(module);
    bind_part_products<std::uint32_t>(module);
    module.def("invert_factors", &invert_factors, nb::arg("matrices"), nb::arg("factors").noconvert(),
               nb::arg("least").noconvert(), "Inverse Cholesky factors, in place.");
    module.def("solve_definite", &solve_definite, nb::arg("matrices"), nb::arg("solutions").noconvert(),
               nb::arg("sound").noconvert(), "Solve positive definite systems, in place.");
}
