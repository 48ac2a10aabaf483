// Ridge on many resamples in one go: products of the training rows, a solution in each lane, and the values at the test rows.
#ifdef SIMD

// Row i of eight square matrices up to column `stop`, one in each lane: `whole` minus theirs, or theirs where there is none.
static void interleave(const double *const *matrices, const double *whole, std::size_t width, std::size_t i, std::size_t stop,
                       Lanes *to) {
    for (std::size_t j = 0; j < stop; ++j)
        for (std::size_t l = 0; l < LANES; ++l) {
            const double value = matrices[l][i * width + j];
            to[j].at[l] = whole ? whole[i * width + j] - value : value;
        }
}

// Whether column i keeps enough of its spread about its mean.
static void check_spread(const Solver &by, std::size_t i, double least, std::uint8_t *sound) {
    const Lanes &square = by.lower[packed(i, i)], &sum = by.lower[packed(i, 0)], &count = by.lower[0];
    for (std::size_t l = 0; l < LANES; ++l) {
        const double rows = count.at[l] > 1e-300 ? count.at[l] : 1e-300;
        const double left = by.task.intercept ? square.at[l] - sum.at[l] * sum.at[l] / rows : square.at[l];
        sound[l] = left >= least ? sound[l] : std::uint8_t{0};
    }
}

// The coefficients of target c; with the first, two probes are solved for, whose largest element is the size of the inverse.
static void solve_target(Solver &by, std::size_t c, std::size_t lanes, double *coefficients, double *sizes) {
    const std::size_t t = by.task.terms, many = c ? 1 : Solver::SIDES;
    for (std::size_t i = 0; i < t; ++i) {
        by.sides[i * many] = by.side[i];
        for (std::size_t s = 1; s < many; ++s)
            for (std::size_t l = 0; l < LANES; ++l)
                by.sides[i * many + s].at[l] = by.task.unit * by.task.signs[2 * i + s - 1];
    }
    (c ? &substitute<1> : &substitute<Solver::SIDES>)(by.lower.data(), by.sides.data(), t);
    for (std::size_t l = 0; l < lanes; ++l) {
        double *to = coefficients + (l * by.task.targets + c) * by.task.width;
        for (std::size_t i = 0; i < t; ++i) to[i] = by.sides[i * many].at[l];
        for (std::size_t i = t; i < by.task.width; ++i) to[i] = 0.0;
    }
    if (c > 0) return;
    for (std::size_t l = 0; l < lanes; ++l) sizes[l] = 0.0;
    for (std::size_t i = 0; i < t * many; ++i)
        for (std::size_t l = 0; l < lanes && i % many; ++l) sizes[l] = std::max(sizes[l], std::abs(by.sides[i].at[l]));
}

// Coefficients (lanes, targets, width) and sizes of the inverses (lanes,), infinite where a solution is not safe. The
// matrices are subtracted from `whole`, where there is one.
static void solve_lanes(Solver &by, std::size_t lanes, const double *whole, double *coefficients, double *sizes) {
    const Task &task = by.task;
    const double *matrices[LANES];
    for (std::size_t l = 0; l < LANES; ++l) matrices[l] = by.matrix(l < lanes ? l : lanes - 1);
    std::uint8_t sound[LANES];
    for (std::size_t l = 0; l < LANES; ++l) sound[l] = 1;
    for (std::size_t i = 0; i < task.terms; ++i)
        interleave(matrices, whole, task.width, i, i + 1, by.lower.data() + packed(i, 0));
    for (std::size_t i = task.intercept; i < task.terms; ++i) {
        for (std::size_t l = 0; l < LANES; ++l) by.lower[packed(i, i)].at[l] += task.penalties[i];
        if (whole) check_spread(by, i, task.share * whole[i * task.width + i], sound);
    }
    factor(by.lower.data(), task.terms, sound);
    for (std::size_t c = 0; c < task.targets; ++c) {
        interleave(matrices, whole, task.width, task.terms + c, task.terms, by.side.data());
        solve_target(by, c, lanes, coefficients, sizes);
    }
    for (std::size_t l = 0; l < lanes; ++l)
        if (!sound[l]) sizes[l] = std::numeric_limits<double>::infinity();
}

// sums[j] = Σ_i (X[i, j] - centre[j])²
static void add_squares(const double *x, const double *centre, std::size_t n, std::size_t p, double *sums) {
    for (std::size_t j = 0; j < p; ++j) sums[j] = 0.0;
    for (std::size_t i = 0; i < n; ++i, x += p)
        for (std::size_t j = 0; j < p; ++j) sums[j] += (x[j] - centre[j]) * (x[j] - centre[j]);
}

#else

#include "cholesky.hpp"
#include "design.hpp"

#include <limits>

using foldwise::Buffer, foldwise::Lanes, foldwise::LANES, foldwise::Line, foldwise::Table, foldwise::packed;

using Filled = foldwise::Out<double, 1>;
using Rows = foldwise::Out<double, 2>;
using Values = foldwise::Strided<double, 2>;
using Cube = foldwise::Out<double, 3>;
using Stack = foldwise::In<double, 3>;
using Edges = foldwise::In<std::int64_t, 1>;
template <typename T> using Whole = foldwise::In<T, 1>;
template <typename T> using Counts = foldwise::In<T, 2>;

// What is solved: the first `terms` of `width` columns predict the next `targets`; `penalties` are added to the diagonal.
// `share` of the spread of each column in `whole` must be left, together with the penalty, for a subtraction to be safe.
struct Task {
    std::size_t width, terms, targets;
    bool intercept;
    const double *penalties, *signs;  // (terms,), (terms, 2)
    double unit, share;
};

// What solving eight resamples at a time needs.
struct Solver {
    static constexpr std::size_t SIDES = 3;
    Task task;
    Buffer<Lanes> lower, side, sides;
    std::vector<double> products;

    explicit Solver(const Task &task_)
        : task(task_), lower(packed(task_.terms, 0)), side(task_.terms), sides(task_.terms * SIDES),
          products(LANES * task_.width * task_.width) {}

    double *matrix(std::size_t lane) { return products.data() + lane * task.width * task.width; }

    // The matrix of a lane, zeros.
    double *clear(std::size_t lane) {
        std::fill(matrix(lane), matrix(lane) + task.width * task.width, 0.0);
        return matrix(lane);
    }
};

#define SIMD_FILE "ridge.cpp"
#include "simd.hpp"

static void squares_about(Table X, Line centre, Filled sums) {
    SHAPE(centre, X.shape(1)), SHAPE(sums, X.shape(1));
    nb::gil_scoped_release release;
    SIMD_PICK(add_squares)(X.data(), centre.data(), X.shape(0), X.shape(1), sums.data());
}

// counts[r, c] = rows of class c among those from edges[r] to edges[r + 1] of `tested`.
template <typename T>
static void tested_classes(Whole<T> tested, Edges edges, Whole<std::int32_t> codes,
                           foldwise::Out<std::int64_t, 2> counts) {
    const std::size_t classes = counts.shape(1);
    EDGES(edges, counts.shape(0), tested.shape(0)), BELOW(tested, codes.shape(0)), BELOW(codes, classes);
    nb::gil_scoped_release release;
    std::fill(counts.data(), counts.data() + counts.size(), std::int64_t{0});
    for (std::size_t r = 0; r < counts.shape(0); ++r)
        for (std::int64_t at = edges.data()[r]; at < edges.data()[r + 1]; ++at)
            ++counts.data()[r * classes + static_cast<std::size_t>(codes.data()[tested.data()[at]])];
}

static void design_rows(Table X, Table Y, Line centre, Line scale, Line offset, bool intercept, Rows rows) {
    const foldwise::Design design(X, Y, centre, scale, offset, intercept);
    SHAPE(rows, design.rows, design.width);
    nb::gil_scoped_release release;
    SIMD_PICK(fill_rows)(design, 0, design.rows, rows.data());
}

// Fill the matrices of all resamples, eight at a time, and solve; `prepare` gives each thread its fill(resample, matrix).
template <typename Prepare>
static void solve_all(const Task &task, std::size_t resamples, std::size_t threads, const double *whole,
                      double *coefficients, double *sizes, Prepare prepare) {
    foldwise::for_each((resamples + LANES - 1) / LANES, threads, [&] {
        return [&, solver = Solver(task), fill = prepare()](std::size_t group) mutable {
            const std::size_t first = group * LANES, lanes = std::min(LANES, resamples - first);
            for (std::size_t l = 0; l < lanes; ++l) fill(first + l, solver.clear(l));
            SIMD_PICK(solve_lanes)(solver, lanes, whole, coefficients + first * task.targets * task.width, sizes + first);
        };
    });
}

static Task task_of(std::size_t width, std::size_t resamples, const Line &penalties, const Table &signs, bool intercept,
                    double unit, double share, const Cube &coefficients, const Filled &sizes) {
    const std::size_t terms = penalties.shape(0), targets = coefficients.shape(1);
    SHAPE(signs, terms, 2), SHAPE(coefficients, resamples, targets, width), SHAPE(sizes, resamples);
    REQUIRE(terms + targets <= width && terms >= intercept, "'penalties' must leave room for the targets");
    REQUIRE(width % LANES == 0, "the width of the rows must be a multiple of eight");
    return {width, terms, targets, intercept, penalties.data(), signs.data(), unit, share};
}

// Resamples that train on all rows but those from edges[r] to edges[r + 1] of `tested`.
template <typename T>
static void ridge_without(Table rows, Line weights, Whole<T> tested, Edges edges, Line penalties, Table signs,
                          bool intercept, double unit, double share, std::size_t threads, Cube coefficients,
                          Filled sizes) {
    REQUIRE(edges.shape(0) > 0, "'edges' must not be empty");
    const std::size_t n = rows.shape(0), width = rows.shape(1), resamples = edges.shape(0) - 1;
    const Task task = task_of(width, resamples, penalties, signs, intercept, unit, share, coefficients, sizes);
    const double *weight = OPTIONAL(weights, n) ? weights.data() : nullptr;
    EDGES(edges, resamples, tested.shape(0)), BELOW(tested, n);
    nb::gil_scoped_release release;
    std::vector<std::int32_t> everything(n);
    std::vector<double> whole(width * width);
    for (std::size_t i = 0; i < n; ++i) everything[i] = static_cast<std::int32_t>(i);
    SIMD_PICK(add_gram)(rows.data(), width, everything.data(), weight, n, whole.data());
    solve_all(task, resamples, threads, whole.data(), coefficients.data(), sizes.data(), [&] {
        return [&, chosen = std::vector<std::int32_t>(), own = std::vector<double>()](std::size_t r, double *sums) mutable {
            const auto first = static_cast<std::size_t>(edges.data()[r]);
            const std::size_t count = static_cast<std::size_t>(edges.data()[r + 1]) - first;
            chosen.resize(count);
            own.resize(count);
            for (std::size_t i = 0; i < count; ++i) {
                chosen[i] = static_cast<std::int32_t>(tested.data()[first + i]);
                own[i] = weight ? weight[chosen[i]] : 1.0;
            }
            SIMD_PICK(add_gram)(rows.data(), width, chosen.data(), weight ? own.data() : nullptr, count, sums);
        };
    });
}

// Resamples that train on every row as often as counts[r, i] says.
template <typename T>
static void ridge_counted(Table rows, Line weights, Counts<T> counts, Line penalties, Table signs, bool intercept,
                          double unit, std::size_t threads, Cube coefficients, Filled sizes) {
    const std::size_t n = rows.shape(0), resamples = counts.shape(0);
    const Task task = task_of(rows.shape(1), resamples, penalties, signs, intercept, unit, 0.0, coefficients, sizes);
    const double *weight = OPTIONAL(weights, n) ? weights.data() : nullptr;
    SHAPE(counts, resamples, n);
    nb::gil_scoped_release release;
    solve_all(task, resamples, threads, nullptr, coefficients.data(), sizes.data(), [&] {
        return [&, chosen = std::vector<std::int32_t>(n), own = std::vector<double>(n)](std::size_t r, double *sums) mutable {
            const T *count = counts.data() + r * n;
            std::size_t some = 0;
            for (std::size_t i = 0; i < n; ++i) {
                chosen[some] = static_cast<std::int32_t>(i);
                own[some] = static_cast<double>(count[i]) * (weight ? weight[i] : 1.0);
                some += count[i] != 0;
            }
            SIMD_PICK(add_gram)(rows.data(), task.width, chosen.data(), own.data(), some, sums);
        };
    });
}

// Resamples that train on all rows but those whose products are given (R, width, width).
static void ridge_summed(Stack held_out, Table whole, Line penalties, Table signs, bool intercept, double unit,
                         double share, std::size_t threads, Cube coefficients, Filled sizes) {
    const std::size_t width = whole.shape(0), resamples = held_out.shape(0), square = width * width;
    const Task task = task_of(width, resamples, penalties, signs, intercept, unit, share, coefficients, sizes);
    SHAPE(whole, width, width), SHAPE(held_out, resamples, width, width);
    nb::gil_scoped_release release;
    solve_all(task, resamples, threads, whole.data(), coefficients.data(), sizes.data(), [&] {
        return [&](std::size_t r, double *sums) {
            std::copy(held_out.data() + r * square, held_out.data() + (r + 1) * square, sums);
        };
    });
}

// values[q, c] = offset[c] + Σ_j rows[tested[q], j] coefficients[r, c, j] for the test rows q of resample r, which are those
// from starts[r] to starts[r + 1].
template <typename T>
static void fit_values(Table rows, Whole<T> tested, Edges starts, Stack coefficients, Line offset, std::size_t threads,
                       Values values) {
    const std::size_t resamples = coefficients.shape(0), targets = coefficients.shape(1), width = rows.shape(1);
    const std::int64_t across = values.stride(0), along = values.stride(1);
    SHAPE(coefficients, resamples, targets, width), SHAPE(offset, targets), SHAPE(values, tested.shape(0), targets);
    EDGES(starts, resamples, tested.shape(0)), BELOW(tested, rows.shape(0));
    REQUIRE(width % LANES == 0, "the width of the rows must be a multiple of eight");
    nb::gil_scoped_release release;
    foldwise::for_each(resamples, threads, [&] {
        return [&, chosen = std::vector<std::int32_t>()](std::size_t r) mutable {
            const std::int64_t first = starts.data()[r], last = starts.data()[r + 1];
            chosen.assign(tested.data() + first, tested.data() + last);
            for (std::size_t c = 0; c < targets; ++c)
                SIMD_PICK(dot_rows)(rows.data(), chosen.data(), chosen.size(), width,
                                    coefficients.data() + (r * targets + c) * width, offset.data()[c],
                                    values.data() + first * across + static_cast<std::int64_t>(c) * along, across);
        };
    });
}

template <typename T> static void bind_numbers(nb::module_ &module) {
    foldwise::define(module, "tested_classes", &tested_classes<T>, "Tested rows of each class, in place.", "tested", "edges",
                     "codes", "counts");
    foldwise::define(module, "ridge_without", &ridge_without<T>,
                     "Ridge without the tested rows of each resample, in place.", "rows", "weights", "tested", "edges",
                     "penalties", "signs", "intercept", "unit", "share", "threads", "coefficients", "sizes");
    foldwise::define(module, "fit_values", &fit_values<T>, "Values of the fits at their test rows, in place.",
                     "rows", "tested", "starts", "coefficients", "offset", "threads", "values");
}

template <typename T> static void bind_counts(nb::module_ &module) {
    foldwise::define(module, "ridge_counted", &ridge_counted<T>, "Ridge on rows by count, in place.", "rows", "weights",
                     "counts", "penalties", "signs", "intercept", "unit", "threads", "coefficients", "sizes");
}

void bind_ridge(nb::module_ &module) {
    foldwise::define(module, "squares_about", &squares_about,
                     "Sums of squared distances from a centre, column by column, in place.", "X", "centre", "sums");
    foldwise::define(module, "design_rows", &design_rows, "Rows of a least-squares problem, in place.", "X", "Y", "centre",
                     "scale", "offset", "intercept", "rows");
    bind_numbers<std::int32_t>(module);
    bind_numbers<std::int64_t>(module);
    bind_counts<std::uint8_t>(module);
    bind_counts<double>(module);
    foldwise::define(module, "ridge_summed", &ridge_summed,
                     "Ridge from the sums of the rows each resample leaves out, in place.", "held_out", "whole", "penalties",
                     "signs", "intercept", "unit", "share", "threads", "coefficients", "sizes");
}

#endif
