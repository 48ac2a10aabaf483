// Least squares on the parts of partitions of many rows: rows are made a block at a time, in cache, and serve every repeat
// before the next block.
#ifdef SIMD

static void add_moments(const double *z, std::size_t q, double *to) {
    for (std::size_t j = 0; j < q; ++j) to[j] += z[j];
    for (std::size_t j = 0; j < q; ++j) to[q + j] += z[j] * z[j];
}

#else

#include "design.hpp"

#define SIMD_FILE "part_products.cpp"
#include "simd.hpp"

using foldwise::Design, foldwise::Line, foldwise::Table;

using Cube = foldwise::Out<double, 3>;
using Coefficients = foldwise::In<double, 3>;
using Edges = foldwise::In<std::int64_t, 1>;
using Values = foldwise::Strided<double, 2>;
template <typename Key> using Keys = foldwise::In<Key, 2>;

static constexpr std::size_t BLOCK_ROWS = 1024, STRIPS = 8;

// The rows of a block in the order of their parts in one repeat.
template <typename Key> struct Sorted {
    std::vector<std::int32_t> rows;
    std::vector<std::size_t> starts;

    explicit Sorted(std::size_t groups) : rows(BLOCK_ROWS), starts(groups + 1), next(groups) {}

    void sort(const Key *keys, std::size_t count) {
        std::fill(starts.begin(), starts.end(), std::size_t{0});
        for (std::size_t i = 0; i < count; ++i) ++starts[static_cast<std::size_t>(keys[i]) + 1];
        for (std::size_t g = 1; g < starts.size(); ++g) starts[g] += starts[g - 1];
        std::copy(starts.begin(), starts.end() - 1, next.begin());
        for (std::size_t i = 0; i < count; ++i) rows[next[static_cast<std::size_t>(keys[i])]++] = static_cast<std::int32_t>(i);
    }

    const std::int32_t *of(std::size_t g) const { return rows.data() + starts[g]; }
    std::size_t count(std::size_t g) const { return starts[g + 1] - starts[g]; }

  private:
    std::vector<std::size_t> next;
};

// sums[t * groups + g] = products of the columns of the rows that are in part g of repeat t. The rows are cut into strips,
// whatever the number of threads, and the sums of the strips are added in their order.
template <typename Key>
static void part_matrices(Table X, Table Y, Line centre, Line scale, Line offset, Line weights, bool intercept,
                          Keys<Key> keys, std::size_t groups, std::size_t threads, Cube sums) {
    const Design design(X, Y, centre, scale, offset, intercept);
    const std::size_t n = design.rows, repeats = keys.shape(0), square = design.width * design.width;
    const std::size_t size = repeats * groups * square, strip = (n + STRIPS - 1) / STRIPS;
    const double *weight = OPTIONAL(weights, n) ? weights.data() : nullptr;
    SHAPE(keys, repeats, n), SHAPE(sums, repeats * groups, design.width, design.width), BELOW(keys, groups);
    nb::gil_scoped_release release;
    std::vector<std::vector<double>> strips(STRIPS);
    foldwise::for_each(STRIPS, threads, [&] {
        return [&, sorted = Sorted<Key>(groups), rows = std::vector<double>(BLOCK_ROWS * design.width),
                factors = std::vector<double>(BLOCK_ROWS)](std::size_t s) mutable {
            strips[s].assign(size, 0.0);
            const std::size_t end = std::min(n, (s + 1) * strip);
            for (std::size_t first = s * strip; first < end; first += BLOCK_ROWS) {
                const std::size_t count = std::min(BLOCK_ROWS, end - first);
                SIMD_PICK(fill_rows)(design, first, first + count, rows.data());
                for (std::size_t t = 0; t < repeats; ++t) {
                    sorted.sort(keys.data() + t * n + first, count);
                    for (std::size_t i = 0; weight && i < count; ++i)
                        factors[i] = weight[first + static_cast<std::size_t>(sorted.rows[i])];
                    for (std::size_t g = 0; g < groups; ++g)
                        SIMD_PICK(add_gram)(rows.data(), design.width, sorted.of(g),
                                            weight ? factors.data() + sorted.starts[g] : nullptr, sorted.count(g),
                                            strips[s].data() + (t * groups + g) * square);
                }
            }
        };
    });
    std::copy(strips[0].begin(), strips[0].end(), sums.data());
    for (std::size_t s = 1; s < STRIPS; ++s)
        for (std::size_t i = 0; i < size; ++i) sums.data()[i] += strips[s][i];
}

// sums[t * groups + g] = [Σ z, Σ z², number] of the rows that are not in part g of repeat t: the sums of the other parts are
// added up, so that nothing is subtracted.
template <typename Key>
static void other_parts(Table table, Keys<Key> keys, std::size_t groups, std::size_t threads,
                        foldwise::Out<double, 2> sums) {
    const std::size_t n = table.shape(0), q = table.shape(1), size = 2 * q + 1;
    SHAPE(keys, keys.shape(0), n), SHAPE(sums, keys.shape(0) * groups, size), BELOW(keys, groups);
    nb::gil_scoped_release release;
    foldwise::for_each(keys.shape(0), threads, [&] {
        return [&, parts = std::vector<double>(groups * size)](std::size_t t) mutable {
            std::fill(parts.begin(), parts.end(), 0.0);
            for (std::size_t i = 0; i < n; ++i) {
                double *to = parts.data() + static_cast<std::size_t>(keys.data()[t * n + i]) * size;
                SIMD_PICK(add_moments)(table.data() + i * q, q, to);
                to[2 * q] += 1.0;
            }
            for (std::size_t g = 0; g < groups; ++g) {
                double *to = sums.data() + (t * groups + g) * size;
                std::fill(to, to + size, 0.0);
                for (std::size_t h = 0; h < groups; ++h)
                    for (std::size_t j = 0; j < size && h != g; ++j) to[j] += parts[h * size + j];
            }
        };
    });
}

// values[starts[r] + …, c] = offset[c] + what fit r = t * groups + g says about the rows of part g of repeat t, ascending.
template <typename Key>
static void part_values(Table X, Table Y, Line centre, Line scale, Line offset, bool intercept, Keys<Key> keys,
                        std::size_t groups, Edges starts, Coefficients coefficients, std::size_t threads, Values values) {
    const Design design(X, Y, centre, scale, offset, intercept);
    const std::size_t n = design.rows, repeats = keys.shape(0), fits = repeats * groups, m = coefficients.shape(1);
    const std::size_t blocks = (n + BLOCK_ROWS - 1) / BLOCK_ROWS;
    const std::int64_t across = values.stride(0), along = values.stride(1);
    SHAPE(keys, repeats, n), SHAPE(starts, fits + 1), SHAPE(coefficients, fits, m, design.width), SHAPE(offset, m);
    SHAPE(values, values.shape(0), m), BELOW(keys, groups);
    // Every part has as many values as rows.
    std::vector<std::int64_t> counts(fits, 0);
    for (std::size_t t = 0; t < repeats; ++t)
        for (std::size_t i = 0; i < n; ++i) ++counts[t * groups + static_cast<std::size_t>(keys.data()[t * n + i])];
    for (std::size_t r = 0; r < fits; ++r)
        REQUIRE(starts.data()[r] >= 0 && starts.data()[r] <= static_cast<std::int64_t>(values.shape(0)) - counts[r],
                "'values' must have room for the rows of every part from 'starts' on");
    nb::gil_scoped_release release;
    // Where the values of each block go: after those of the blocks before it.
    std::vector<std::int64_t> places((blocks + 1) * fits);
    std::copy(starts.data(), starts.data() + fits, places.begin());
    for (std::size_t s = 0; s < blocks; ++s) {
        std::int64_t *next = places.data() + (s + 1) * fits;
        std::copy(next - fits, next, next);
        for (std::size_t t = 0; t < repeats; ++t)
            for (std::size_t i = s * BLOCK_ROWS; i < std::min(n, (s + 1) * BLOCK_ROWS); ++i)
                ++next[t * groups + static_cast<std::size_t>(keys.data()[t * n + i])];
    }
    foldwise::for_each(blocks, threads, [&] {
        return [&, sorted = Sorted<Key>(groups), rows = std::vector<double>(BLOCK_ROWS * design.width)](std::size_t s) mutable {
            const std::size_t first = s * BLOCK_ROWS, count = std::min(BLOCK_ROWS, n - first);
            SIMD_PICK(fill_rows)(design, first, first + count, rows.data());
            for (std::size_t t = 0; t < repeats; ++t) {
                sorted.sort(keys.data() + t * n + first, count);
                for (std::size_t g = 0; g < groups; ++g) {
                    const std::size_t r = t * groups + g;
                    double *to = values.data() + places[s * fits + r] * across;
                    for (std::size_t c = 0; c < m; ++c)
                        SIMD_PICK(dot_rows)(rows.data(), sorted.of(g), sorted.count(g), design.width,
                                           coefficients.data() + (r * m + c) * design.width, offset.data()[c],
                                            to + static_cast<std::int64_t>(c) * along, across);
                }
            }
        };
    });
}

template <typename Key> static void bind_keys(nb::module_ &module) {
    foldwise::define(module, "part_matrices", &part_matrices<Key>, "Products of the columns summed by part, in place.", "X",
                     "Y", "centre", "scale", "offset", "weights", "intercept", "keys", "groups", "threads", "sums");
    foldwise::define(module, "other_parts", &other_parts<Key>,
                     "Sums of the rows of all other parts, of their squares, and their number, in place.", "table", "keys",
                     "groups", "threads", "sums");
    foldwise::define(module, "part_values", &part_values<Key>,
                     "Values of the fits at the rows of the parts they leave out, in place.", "X", "Y", "centre", "scale",
                     "offset", "intercept", "keys", "groups", "starts", "coefficients", "threads", "values");
}

void bind_part_products(nb::module_ &module) {
    bind_keys<std::uint8_t>(module);
    bind_keys<std::uint16_t>(module);
    bind_keys<std::uint32_t>(module);
}

#endif
