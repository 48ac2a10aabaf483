// What the batched kernels do row by row: sums of rows by group, and scores of test rows.
#ifdef SIMD

// Rows are asked for in leaps: fetch the ones to come while this one is worked on.
static constexpr std::size_t AHEAD = 12, LINE = 8;
SIMD_INLINE void fetch(const double *row, std::size_t m) {
    for (std::size_t j = 0; j < m; j += LINE) __builtin_prefetch(row + j);
}

template <typename Key>
static void add_rows(const double *table, const Key *keys, std::size_t n, std::size_t m, double *sums) {
    for (std::size_t i = 0; i < n; ++i) {
        const double *row = table + i * m;
        double *to = sums + static_cast<std::size_t>(keys[i]) * m;
        for (std::size_t j = 0; j < m; ++j) to[j] += row[j];
    }
}

static void score_linear(const double *table, const std::int64_t *rows, std::size_t count,
                                         std::size_t m, std::size_t classes, const double *coefficients,
                                         const double *offsets, double *scores) {
    const std::size_t whole = m - m % LANES;
    for (std::size_t q = 0; q < count; ++q) {
        const double *x = table + static_cast<std::size_t>(rows[q]) * m;
        if (q + AHEAD < count) fetch(table + static_cast<std::size_t>(rows[q + AHEAD]) * m, m);
        for (std::size_t c = 0; c < classes; ++c) {
            const double *w = coefficients + c * m;
            double lanes[LANES] = {};
            for (std::size_t j = 0; j < whole; j += LANES)
                for (std::size_t l = 0; l < LANES; ++l) lanes[l] += x[j + l] * w[j + l];
            for (std::size_t j = whole; j < m; ++j) lanes[j - whole] += x[j] * w[j];
            scores[q * classes + c] = offsets[c] + add_up(lanes);
        }
    }
}

static void score_normal(const double *table, const std::int64_t *rows, std::size_t count,
                                         std::size_t m, std::size_t classes, const double *means,
                                         const double *precisions, const double *offsets, double *scores) {
    const std::size_t whole = m - m % LANES;
    for (std::size_t q = 0; q < count; ++q) {
        const double *x = table + static_cast<std::size_t>(rows[q]) * m;
        if (q + AHEAD < count) fetch(table + static_cast<std::size_t>(rows[q + AHEAD]) * m, m);
        for (std::size_t c = 0; c < classes; ++c) {
            const double *mean = means + c * m;
            const double *w = precisions + c * m;
            double lanes[LANES] = {};
            for (std::size_t j = 0; j < whole; j += LANES)
                for (std::size_t l = 0; l < LANES; ++l) {
                    const double away = x[j + l] - mean[j + l];
                    lanes[l] += away * away * w[j + l];
                }
            for (std::size_t j = whole; j < m; ++j) {
                const double away = x[j] - mean[j];
                lanes[j - whole] += away * away * w[j];
            }
            scores[q * classes + c] = offsets[c] - 0.5 * add_up(lanes);
        }
    }
}

// Eight test rows at a time, one in each lane: scores[q * classes] = offset - ½ ‖U (z - mean)‖², U a lower triangle.
static void score_quadratic(const double *table, const std::int64_t *rows, std::size_t count,
                                            std::size_t p, std::size_t classes, const double *mean,
                                            const double *factor, double offset, double *away, double *scores) {
    for (std::size_t first = 0; first < count; first += LANES) {
        const std::size_t lanes = count - first < LANES ? count - first : LANES;
        for (std::size_t l = 0; l < LANES; ++l) {
            const double *z = table + static_cast<std::size_t>(rows[first + (l < lanes ? l : lanes - 1)]) * p;
            for (std::size_t j = 0; j < p; ++j) away[j * LANES + l] = z[j] - mean[j];
        }
        double squares[LANES] = {};
        for (std::size_t i = 0; i < p; ++i) {
            const double *u = factor + i * p;
            double sum[4][LANES] = {};  // four sums at a time, so that none waits for another
            std::size_t j = 0;
            for (; j + 4 <= i + 1; j += 4)
                for (std::size_t s = 0; s < 4; ++s)
                    for (std::size_t l = 0; l < LANES; ++l) sum[s][l] += u[j + s] * away[(j + s) * LANES + l];
            for (; j <= i; ++j)
                for (std::size_t l = 0; l < LANES; ++l) sum[0][l] += u[j] * away[j * LANES + l];
            for (std::size_t l = 0; l < LANES; ++l) {
                const double all = (sum[0][l] + sum[1][l]) + (sum[2][l] + sum[3][l]);
                squares[l] += all * all;
            }
        }
        for (std::size_t l = 0; l < lanes; ++l) scores[(first + l) * classes] = offset - 0.5 * squares[l];
    }
}

#else

#include "kernels.hpp"

#define SIMD_FILE "row_scores.cpp"
#include "simd.hpp"

using Table = foldwise::In<double, 2>;
using Cube = foldwise::In<double, 3>;
using Values = foldwise::In<double, 1>;
using Places = foldwise::In<std::int64_t, 1>;
using Out = foldwise::Out<double, 2>;
using Box = foldwise::Out<double, 3>;
template <typename Key> using Keys = foldwise::In<Key, 2>;

// sums[t * groups + keys[t, i], :] += table[i, :]. Each repeat t is done by one thread, in the order of the rows.
template <typename Key>
static void group_sums(Table table, Keys<Key> keys, std::size_t groups, std::size_t threads, Out sums) {
    const std::size_t n = table.shape(0), m = table.shape(1), repeats = keys.shape(0);
    SHAPE(keys, repeats, n), SHAPE(sums, repeats * groups, m), BELOW(keys, groups);
    nb::gil_scoped_release release;
    foldwise::for_every(repeats, threads, [&](std::size_t t) {
        SIMD_PICK(add_rows<Key>)(table.data(), keys.data() + t * n, n, m, sums.data() + t * groups * m);
    });
}

// scores[q, c] = offsets[r, c] + Σ_j table[rows[q], j] coefficients[r, c, j] for the test rows q of resample r, which
// are those from starts[r] to starts[r + 1].
static void linear_scores(Table table, Places rows, Places starts, Cube coefficients, Table offsets,
                          std::size_t threads, Out scores) {
    const std::size_t m = table.shape(1), resamples = coefficients.shape(0), classes = coefficients.shape(1);
    SHAPE(coefficients, resamples, classes, m), SHAPE(offsets, resamples, classes), SHAPE(scores, rows.shape(0), classes);
    EDGES(starts, resamples, rows.shape(0)), BELOW(rows, table.shape(0));
    nb::gil_scoped_release release;
    foldwise::for_every(resamples, threads, [&](std::size_t r) {
        const std::int64_t start = starts.data()[r], count = starts.data()[r + 1] - start;
        SIMD_PICK(score_linear)(table.data(), rows.data() + start, static_cast<std::size_t>(count), m, classes,
                                coefficients.data() + r * classes * m, offsets.data() + r * classes,
                                scores.data() + static_cast<std::size_t>(start) * classes);
    });
}

// scores[q, c] = offsets[r, c] - ½ Σ_j (table[rows[q], j] - means[r, c, j])² precisions[r, c, j].
static void normal_scores(Table table, Places rows, Places starts, Cube means, Cube precisions, Table offsets,
                          std::size_t threads, Out scores) {
    const std::size_t m = table.shape(1), resamples = means.shape(0), classes = means.shape(1);
    SHAPE(means, resamples, classes, m), SHAPE(precisions, resamples, classes, m), SHAPE(offsets, resamples, classes);
    SHAPE(scores, rows.shape(0), classes), EDGES(starts, resamples, rows.shape(0)), BELOW(rows, table.shape(0));
    nb::gil_scoped_release release;
    foldwise::for_every(resamples, threads, [&](std::size_t r) {
        const std::int64_t start = starts.data()[r], count = starts.data()[r + 1] - start;
        SIMD_PICK(score_normal)(table.data(), rows.data() + start, static_cast<std::size_t>(count), m, classes,
                                means.data() + r * classes * m, precisions.data() + r * classes * m,
                                offsets.data() + r * classes, scores.data() + static_cast<std::size_t>(start) * classes);
    });
}

// scores[q, column] = offsets[r] - ½ ‖factors[r] (table[rows[q]] - means[r])‖² for the test rows q of resample r; the factors
// are lower triangles.
static void quadratic_scores(Table table, Places rows, Places starts, Table means, Cube factors, Values offsets,
                             std::size_t column, Out scores) {
    const std::size_t p = table.shape(1), resamples = means.shape(0), classes = scores.shape(1);
    SHAPE(means, resamples, p), SHAPE(factors, resamples, p, p), SHAPE(offsets, resamples);
    SHAPE(scores, rows.shape(0), classes), EDGES(starts, resamples, rows.shape(0)), BELOW(rows, table.shape(0));
    REQUIRE(column < classes, "'column' must be a column of 'scores'");
    nb::gil_scoped_release release;
    std::vector<double> away(p * foldwise::LANES);
    for (std::size_t r = 0; r < resamples; ++r) {
        const std::int64_t start = starts.data()[r], stop = starts.data()[r + 1];
        SIMD_PICK(score_quadratic)(table.data(), rows.data() + start, static_cast<std::size_t>(stop - start), p, classes,
                        means.data() + r * p, factors.data() + r * p * p, offsets.data()[r], away.data(),
                        scores.data() + static_cast<std::size_t>(start) * classes + column);
    }
}

template <typename Key> static void bind_group_sums(nb::module_ &module) {
    foldwise::define(module, "group_sums", &group_sums<Key>, "Sums of rows by group, in place.", "table", "keys", "groups",
                     "threads", "sums");
}

void bind_row_scores(nb::module_ &module) {
    bind_group_sums<std::uint8_t>(module);
    bind_group_sums<std::uint16_t>(module);
    bind_group_sums<std::uint32_t>(module);
    foldwise::define(module, "linear_scores", &linear_scores, "Linear scores of the test rows, in place.", "table", "rows",
                     "starts", "coefficients", "offsets", "threads", "scores");
    foldwise::define(module, "normal_scores", &normal_scores,
                     "Scores that fall with the squared distance from a mean, in place.", "table", "rows", "starts", "means",
                     "precisions", "offsets", "threads", "scores");
    foldwise::define(module, "quadratic_scores", &quadratic_scores,
                     "One column of scores that fall with a squared distance of their own for each resample, in place.",
                     "table", "rows", "starts", "means", "factors", "offsets", "column", "scores");
}

#endif
