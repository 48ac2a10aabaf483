// Rows of a least-squares problem, made where they are needed, and what a fit says about them.
#ifdef SIMD

// Rows [1, (x - centre) * scale, y - offset], filled up with zeros to `width`; without the 1 where there is no intercept.
static void fill_rows(const Design &of, std::size_t first, std::size_t last, double *to) {
    for (std::size_t i = first; i < last; ++i, to += of.width) {
        const double *x = of.x + i * of.p, *y = of.y + i * of.m;
        to[0] = 1.0;
        for (std::size_t j = 0; j < of.p; ++j) to[of.one + j] = (x[j] - of.centre[j]) * of.scale[j];
        for (std::size_t c = 0; c < of.m; ++c) to[of.one + of.p + c] = y[c] - of.offset[c];
        for (std::size_t j = of.one + of.p + of.m; j < of.width; ++j) to[j] = 0.0;
    }
}

// to[q * stride] = offset + Σ_j table[rows[q], j] coefficients[j]
static void dot_rows(const double *table, const std::int32_t *rows, std::size_t count, std::size_t width,
                     const double *coefficients, double offset, double *to, std::int64_t stride) {
    for (std::size_t q = 0; q < count; ++q) {
        const double *row = table + static_cast<std::size_t>(rows[q]) * width;
        double sums[LANES];
        Eight sum = {};
        for (std::size_t j = 0; j < width; j += LANES) sum += eight(row + j) * eight(coefficients + j);
        eight(sums) = sum;
        to[static_cast<std::int64_t>(q) * stride] = offset + add_up(sums);
    }
}

#elif !defined(FOLDWISE_DESIGN_HPP)
#define FOLDWISE_DESIGN_HPP

#include "gram.hpp"
#include "kernels.hpp"

namespace foldwise {

using Table = In<double, 2>;
using Line = In<double, 1>;

// What the rows are made of.
struct Design {
    const double *x, *y, *centre, *scale, *offset;
    std::size_t p, m, one, rows, width;

    Design(const Table &X, const Table &Y, const Line &centre_, const Line &scale_, const Line &offset_, bool intercept)
        : x(X.data()), y(Y.data()), centre(centre_.data()), scale(scale_.data()), offset(offset_.data()), p(X.shape(1)),
          m(Y.shape(1)), one(intercept), rows(X.shape(0)), width(padded(p + m + one)) {
        border::shape("Y", Y, {rows, m});
        border::shape("centre", centre_, {p});
        border::shape("scale", scale_, {p});
        border::shape("offset", offset_, {m});
        border::require(p + m + one > 0, "'X' must have a column");
    }
};

}  // namespace foldwise

#define SIMD_FILE "design.hpp"
#include "simd.hpp"
#endif
