// Rows of a least-squares problem, made where they are needed, and what a fit says about them.
#pragma once

#include "eights.hpp"

namespace foldwise {

using Table = In<double, 2>;
using Line = In<double, 1>;

FOLDWISE_CLONES static void fill_row(const double *x, const double *y, const double *centre, const double *scale,
                                     const double *offset, std::size_t p, std::size_t m, double *to) {
    for (std::size_t j = 0; j < p; ++j) to[j] = (x[j] - centre[j]) * scale[j];
    for (std::size_t c = 0; c < m; ++c) to[p + c] = y[c] - offset[c];
}

// Rows [1, (x - centre) * scale, y - offset], filled up with zeros to a multiple of eight; without the 1 where there is no
// intercept.
class Design {
  public:
    Design(const Table &X, const Table &Y, const Line &centre, const Line &scale, const Line &offset, bool intercept)
        : x(X.data()), y(Y.data()), middle(centre.data()), unit(scale.data()), away(offset.data()), p(X.shape(1)),
          m(Y.shape(1)), one(intercept), rows(X.shape(0)), width(padded(p + m + one)) {}

    void fill(std::size_t first, std::size_t last, double *to) const {
        for (std::size_t i = first; i < last; ++i, to += width) {
            to[0] = 1.0;
            fill_row(x + i * p, y + i * m, middle, unit, away, p, m, to + one);
            std::fill(to + p + m + one, to + width, 0.0);
        }
    }

  private:
    const double *x, *y, *middle, *unit, *away;
    std::size_t p, m, one;

  public:
    const std::size_t rows, width;
};

// to[q * stride] = offset + Σ_j table[rows[q], j] coefficients[j]
FOLDWISE_CLONES static void dot_rows(const double *table, const std::int32_t *rows, std::size_t count, std::size_t width,
                                     const double *coefficients, double offset, double *to, std::int64_t stride) {
    for (std::size_t q = 0; q < count; ++q) {
        const double *row = table + static_cast<std::size_t>(rows[q]) * width;
        Eight sum = {};
        for (std::size_t j = 0; j < width; j += LANES) sum += eight(row + j) * eight(coefficients + j);
        to[static_cast<std::int64_t>(q) * stride] =
            offset + (((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7])));
    }
}

}  // namespace foldwise
