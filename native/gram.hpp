// Gram matrices: products of the columns, summed over some rows.
#ifdef SIMD

// Eight columns a … times `wide` vectors of columns b …, summed over rows and added to what is there, if anything is.
template <std::size_t wide, bool weighted, typename Row>
SIMD_INLINE void add_tile(Row row_of, const double *factors, std::size_t first, std::size_t last, std::size_t width,
                          std::size_t a, std::size_t b, bool more, double *to) {
    Vector sums[LANES][wide];
#pragma GCC unroll 8
    for (std::size_t c = 0; c < LANES; ++c)
#pragma GCC unroll 2
        for (std::size_t w = 0; w < wide; ++w) sums[c][w] = more ? load(to + (a + c) * width + b + w * LENGTH) : Vector{};
    for (std::size_t r = first; r < last; ++r) {
        const double *row = row_of(r);
        Vector right[wide];
#pragma GCC unroll 2
        for (std::size_t w = 0; w < wide; ++w) {
            right[w] = load(row + b + w * LENGTH);
            if constexpr (weighted) right[w] *= factors[r];
        }
#pragma GCC unroll 8
        for (std::size_t c = 0; c < LANES; ++c)
#pragma GCC unroll 2
            for (std::size_t w = 0; w < wide; ++w) sums[c][w] += row[a + c] * right[w];
    }
#pragma GCC unroll 8
    for (std::size_t c = 0; c < LANES; ++c)
#pragma GCC unroll 2
        for (std::size_t w = 0; w < wide; ++w) store(to + (a + c) * width + b + w * LENGTH, sums[c][w]);
}

// As many rows at a time as stay in the cache while all tiles go over them.
template <bool weighted, typename Row>
SIMD_INLINE void add_tiles(Row row_of, const double *factors, std::size_t count, std::size_t width, bool more, double *to) {
    constexpr std::size_t cached = 512, wide = SIMD_BYTES == 64 ? 2 : 1;  // registers enough for 8 x wide sums
    for (std::size_t first = 0; first < count; first += cached) {
        const std::size_t last = count - first < cached ? count : first + cached;
        for (std::size_t a = 0; a < width; a += LANES) {
            std::size_t b = 0;
            for (; b + wide * LENGTH <= a + LANES; b += wide * LENGTH)
                add_tile<wide, weighted>(row_of, factors, first, last, width, a, b, more || first > 0, to);
            if (b < a + LANES) add_tile<1, weighted>(row_of, factors, first, last, width, a, b, more || first > 0, to);
        }
    }
}

// to[a, b] += Σ_r factors[r] z_a z_b over the rows of a table (., width) whose numbers are given; the width is a multiple of
// eight, and nothing is said of the blocks of eight above the diagonal. Without factors, each row counts once.
static void add_gram(const double *table, std::size_t width, const std::int32_t *rows, const double *factors,
                     std::size_t count, double *to) {
    const auto row_of = [=](std::size_t r) { return table + static_cast<std::size_t>(rows[r]) * width; };
    if (factors)
        add_tiles<true>(row_of, factors, count, width, true, to);
    else
        add_tiles<false>(row_of, factors, count, width, true, to);
}

// The same of rows wherever they are, each once, instead of what is there.
static void gram(const double *const *rows, std::size_t count, std::size_t width, double *to) {
    for (std::size_t k = 0; count == 0 && k < width * width; ++k) to[k] = 0.0;
    add_tiles<false>([=](std::size_t r) { return rows[r]; }, nullptr, count, width, false, to);
}

#elif !defined(FOLDWISE_GRAM_HPP)
#define FOLDWISE_GRAM_HPP
#include "simd.hpp"
#define SIMD_FILE "gram.hpp"
#include "simd.hpp"
#endif
