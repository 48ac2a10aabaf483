// Ridge on many resamples in one go: products of the training rows, a solution in each lane, and the values asked for.
#include "design.hpp"

#include <limits>

using foldwise::Eight, foldwise::LANES, foldwise::Line, foldwise::Table, foldwise::eight, foldwise::packed;

using Filled = foldwise::Out<double, 1>;
using Rows = foldwise::Out<double, 2>;
using Values = nb::ndarray<double, nb::ndim<2>, nb::device::cpu>;
using Cube = foldwise::Out<double, 3>;
using Stack = foldwise::In<double, 3>;
using Edges = foldwise::In<std::int64_t, 1>;
template <typename T> using Whole = foldwise::In<T, 1>;
template <typename T> using Counts = foldwise::In<T, 2>;

// middle[j] = median of X[0, j], X[step, j], X[2 step, j], …
static void column_medians(Table X, std::size_t step, Filled middle) {
    const std::size_t n = X.shape(0), p = X.shape(1), count = (n + step - 1) / step, half = count / 2;
    nb::gil_scoped_release release;
    std::vector<double> some(p * count);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < p; ++j) some[j * count + i] = X.data()[i * step * p + j];
    for (std::size_t j = 0; j < p && count; ++j) {
        double *first = some.data() + j * count, *at = first + half;
        std::nth_element(first, at, first + count);
        middle.data()[j] = count % 2 ? *at : (*std::max_element(first, at) + *at) / 2;
    }
}

FOLDWISE_CLONES static void add_squares(const double *x, const double *centre, std::size_t p, double *sums) {
    for (std::size_t j = 0; j < p; ++j) sums[j] += (x[j] - centre[j]) * (x[j] - centre[j]);
}

// sums[j] = Σ_i (X[i, j] - centre[j])²
static void squares_about(Table X, Line centre, Filled sums) {
    const std::size_t p = X.shape(1);
    nb::gil_scoped_release release;
    std::fill(sums.data(), sums.data() + p, 0.0);
    for (std::size_t i = 0; i < X.shape(0); ++i) add_squares(X.data() + i * p, centre.data(), p, sums.data());
}

// counts[r, c] = rows of class c among those from edges[r] to edges[r + 1] of `tested`.
template <typename T>
static void tested_classes(Whole<T> tested, Edges edges, Whole<std::int32_t> codes,
                           foldwise::Out<std::int64_t, 2> counts) {
    const std::size_t classes = counts.shape(1);
    nb::gil_scoped_release release;
    std::fill(counts.data(), counts.data() + counts.size(), std::int64_t{0});
    for (std::size_t r = 0; r < counts.shape(0); ++r)
        for (std::int64_t at = edges.data()[r]; at < edges.data()[r + 1]; ++at)
            ++counts.data()[r * classes + static_cast<std::size_t>(codes.data()[tested.data()[at]])];
}

static void design_rows(Table X, Table Y, Line centre, Line scale, Line offset, bool intercept, Rows rows) {
    const foldwise::Design design(X, Y, centre, scale, offset, intercept);
    nb::gil_scoped_release release;
    design.fill(0, design.rows, rows.data());
}

// What is solved: the first `terms` of `width` columns predict the next `targets`; `penalties` are added to the diagonal.
// `share` of the spread of each column in `whole` must be left, together with the penalty, for a subtraction to be safe.
struct Task {
    std::size_t width, terms, targets;
    bool intercept;
    const double *penalties, *signs;  // (terms,), (terms, 2)
    double unit, share;
};

// Solves eight resamples at a time.
class Solver {
  public:
    explicit Solver(const Task &task_)
        : task(task_), lower(packed(task_.terms, 0)), side(task_.terms), sides(task_.terms * SIDES),
          products(LANES * task_.width * task_.width) {}

    // The matrix of a lane, zeros.
    double *clear(std::size_t lane) {
        std::fill(matrix(lane), matrix(lane) + task.width * task.width, 0.0);
        return matrix(lane);
    }

    double *matrix(std::size_t lane) { return products.data() + lane * task.width * task.width; }

    // Coefficients (lanes, targets, width) and sizes of the inverses (lanes,), infinite where a solution is not safe. The
    // matrices are subtracted from `whole`, where there is one.
    void solve(std::size_t lanes, const double *whole, double *coefficients, double *sizes) {
        const double *matrices[LANES];
        for (std::size_t l = 0; l < LANES; ++l) matrices[l] = matrix(std::min(l, lanes - 1));
        std::uint8_t sound[LANES];
        std::fill(sound, sound + LANES, std::uint8_t{1});
        for (std::size_t i = 0; i < task.terms; ++i)
            foldwise::interleave(matrices, whole, task.width, i, i + 1, lower.data() + packed(i, 0));
        for (std::size_t i = task.intercept; i < task.terms; ++i) {
            lower[packed(i, i)] += task.penalties[i];
            if (whole) check(i, task.share * whole[i * task.width + i], sound);
        }
        foldwise::factor_lanes(lower.data(), task.terms, sound);
        for (std::size_t c = 0; c < task.targets; ++c) {
            foldwise::interleave(matrices, whole, task.width, task.terms + c, task.terms, side.data());
            answer(c, lanes, coefficients, sizes);
        }
        for (std::size_t l = 0; l < lanes; ++l)
            if (!sound[l]) sizes[l] = std::numeric_limits<double>::infinity();
    }

  private:
    static constexpr std::size_t SIDES = 3;
    Task task;
    std::vector<Eight> lower, side, sides;
    std::vector<double> products;

    // Whether column i keeps enough of its spread about its mean.
    void check(std::size_t i, double least, std::uint8_t *sound) const {
        double left[LANES];
        eight(left) = lower[packed(i, i)];
        if (task.intercept) {
            const Eight rows = lower[0] > 1e-300 ? lower[0] : Eight{} + 1e-300;
            eight(left) -= lower[packed(i, 0)] * lower[packed(i, 0)] / rows;
        }
        for (std::size_t l = 0; l < LANES; ++l) sound[l] = sound[l] && left[l] >= least;
    }

    // The coefficients of target c; with the first, the two probes of the size of the inverse are solved for.
    void answer(std::size_t c, std::size_t lanes, double *coefficients, double *sizes) {
        const std::size_t t = task.terms, many = c ? 1 : SIDES;
        for (std::size_t i = 0; i < t; ++i) {
            sides[i * many] = side[i];
            for (std::size_t s = 1; s < many; ++s) sides[i * many + s] = Eight{} + task.unit * task.signs[2 * i + s - 1];
        }
        (c ? &foldwise::substitute_lanes<1> : &foldwise::substitute_lanes<SIDES>)(lower.data(), sides.data(), t);
        const double *found = reinterpret_cast<const double *>(sides.data());
        for (std::size_t l = 0; l < lanes; ++l) {
            double *to = coefficients + (l * task.targets + c) * task.width;
            for (std::size_t i = 0; i < t; ++i) to[i] = found[i * many * LANES + l];
            std::fill(to + t, to + task.width, 0.0);
        }
        if (c == 0) measure(lanes, found, sizes);
    }

    // The largest element of the two probes.
    void measure(std::size_t lanes, const double *found, double *sizes) const {
        std::fill(sizes, sizes + lanes, 0.0);
        for (std::size_t i = 0; i < task.terms * SIDES; ++i)
            for (std::size_t l = 0; l < lanes && i % SIDES; ++l)
                sizes[l] = std::max(sizes[l], std::abs(found[i * LANES + l]));
    }
};

// Fill the matrices of all resamples, eight at a time, and solve; `prepare` gives each thread its fill(resample, matrix).
template <typename Prepare>
static void solve_all(const Task &task, std::size_t resamples, std::size_t threads, const double *whole,
                      double *coefficients, double *sizes, Prepare prepare) {
    foldwise::for_each((resamples + LANES - 1) / LANES, threads, [&] {
        return [&, solver = Solver(task), fill = prepare()](std::size_t group) mutable {
            const std::size_t first = group * LANES, lanes = std::min(LANES, resamples - first);
            for (std::size_t l = 0; l < lanes; ++l) fill(first + l, solver.clear(l));
            solver.solve(lanes, whole, coefficients + first * task.targets * task.width, sizes + first);
        };
    });
}

static Task task_of(std::size_t width, Line penalties, Table signs, std::size_t targets, bool intercept, double unit,
                    double share) {
    return {width, penalties.shape(0), targets, intercept, penalties.data(), signs.data(), unit, share};
}

// Resamples that train on all rows but those from edges[r] to edges[r + 1] of `tested`.
template <typename T>
static void ridge_without(Table rows, Line weights, Whole<T> tested, Edges edges, Line penalties, Table signs,
                          bool intercept, double unit, double share, std::size_t threads, Cube coefficients,
                          Filled sizes) {
    const Task task = task_of(rows.shape(1), penalties, signs, coefficients.shape(1), intercept, unit, share);
    const std::size_t n = rows.shape(0), width = task.width;
    const double *weight = weights.shape(0) ? weights.data() : nullptr;
    nb::gil_scoped_release release;
    std::vector<std::int32_t> everything(n);
    std::vector<double> whole(width * width);
    for (std::size_t i = 0; i < n; ++i) everything[i] = static_cast<std::int32_t>(i);
    foldwise::add_products(rows.data(), width, everything.data(), weight, n, whole.data());
    solve_all(task, edges.shape(0) - 1, threads, whole.data(), coefficients.data(), sizes.data(), [&] {
        return [&, chosen = std::vector<std::int32_t>(), own = std::vector<double>()](std::size_t r, double *sums) mutable {
            const auto first = static_cast<std::size_t>(edges.data()[r]);
            const std::size_t count = static_cast<std::size_t>(edges.data()[r + 1]) - first;
            chosen.resize(count);
            own.resize(count);
            for (std::size_t i = 0; i < count; ++i) {
                chosen[i] = static_cast<std::int32_t>(tested.data()[first + i]);
                own[i] = weight ? weight[chosen[i]] : 1.0;
            }
            foldwise::add_products(rows.data(), width, chosen.data(), weight ? own.data() : nullptr, count, sums);
        };
    });
}

// Resamples that train on every row as often as counts[r, i] says.
template <typename T>
static void ridge_counted(Table rows, Line weights, Counts<T> counts, Line penalties, Table signs, bool intercept,
                          double unit, std::size_t threads, Cube coefficients, Filled sizes) {
    const Task task = task_of(rows.shape(1), penalties, signs, coefficients.shape(1), intercept, unit, 0.0);
    const std::size_t n = rows.shape(0);
    const double *weight = weights.shape(0) ? weights.data() : nullptr;
    nb::gil_scoped_release release;
    solve_all(task, counts.shape(0), threads, nullptr, coefficients.data(), sizes.data(), [&] {
        return [&, chosen = std::vector<std::int32_t>(n), own = std::vector<double>(n)](std::size_t r, double *sums) mutable {
            const T *count = counts.data() + r * n;
            std::size_t some = 0;
            for (std::size_t i = 0; i < n; ++i) {
                chosen[some] = static_cast<std::int32_t>(i);
                own[some] = static_cast<double>(count[i]) * (weight ? weight[i] : 1.0);
                some += count[i] != 0;
            }
            foldwise::add_products(rows.data(), task.width, chosen.data(), own.data(), some, sums);
        };
    });
}

// Resamples that train on all rows but those whose products are given (R, width, width).
static void ridge_summed(Stack held_out, Table whole, Line penalties, Table signs, bool intercept, double unit,
                         double share, std::size_t threads, Cube coefficients, Filled sizes) {
    const Task task = task_of(whole.shape(0), penalties, signs, coefficients.shape(1), intercept, unit, share);
    const std::size_t square = task.width * task.width;
    nb::gil_scoped_release release;
    solve_all(task, held_out.shape(0), threads, whole.data(), coefficients.data(), sizes.data(), [&] {
        return [&](std::size_t r, double *sums) {
            std::copy(held_out.data() + r * square, held_out.data() + (r + 1) * square, sums);
        };
    });
}

// values[q, c] = offset[c] + Σ_j rows[asked[q], j] coefficients[r, c, j] for the questions q of resample r, which are those
// from starts[r] to starts[r + 1].
template <typename T>
static void fit_values(Table rows, Whole<T> asked, Edges starts, Stack coefficients, Line offset, std::size_t threads,
                       Values values) {
    const std::size_t resamples = coefficients.shape(0), targets = coefficients.shape(1), width = rows.shape(1);
    const std::int64_t across = values.stride(0), along = values.stride(1);
    nb::gil_scoped_release release;
    foldwise::for_each(resamples, threads, [&] {
        return [&, chosen = std::vector<std::int32_t>()](std::size_t r) mutable {
            const std::int64_t first = starts.data()[r], last = starts.data()[r + 1];
            chosen.assign(asked.data() + first, asked.data() + last);
            for (std::size_t c = 0; c < targets; ++c)
                foldwise::dot_rows(rows.data(), chosen.data(), chosen.size(), width,
                         coefficients.data() + (r * targets + c) * width, offset.data()[c],
                         values.data() + first * across + static_cast<std::int64_t>(c) * along, across);
        };
    });
}

template <typename T> static void bind_numbers(nb::module_ &module) {
    module.def("tested_classes", &tested_classes<T>, nb::arg("tested"), nb::arg("edges"),
               nb::arg("codes").noconvert(), nb::arg("counts").noconvert(), "Tested rows of each class, in place.");
    module.def("ridge_without", &ridge_without<T>, nb::arg("rows").noconvert(), nb::arg("weights"),
               nb::arg("tested"), nb::arg("edges"), nb::arg("penalties"), nb::arg("signs"),
               nb::arg("intercept"), nb::arg("unit"), nb::arg("share"), nb::arg("threads"),
               nb::arg("coefficients").noconvert(), nb::arg("sizes").noconvert(),
               "Ridge without the tested rows of each resample, in place.");
    module.def("fit_values", &fit_values<T>, nb::arg("rows").noconvert(), nb::arg("asked"),
               nb::arg("starts"), nb::arg("coefficients").noconvert(), nb::arg("offset"), nb::arg("threads"),
               nb::arg("values").noconvert(), "Values of the fits at the rows they are asked about, in place.");
}

template <typename T> static void bind_counts(nb::module_ &module) {
    module.def("ridge_counted", &ridge_counted<T>, nb::arg("rows").noconvert(), nb::arg("weights"),
               nb::arg("counts").noconvert(), nb::arg("penalties"), nb::arg("signs"), nb::arg("intercept"), nb::arg("unit"),
               nb::arg("threads"), nb::arg("coefficients").noconvert(), nb::arg("sizes").noconvert(),
               "Ridge on rows by count, in place.");
}

void bind_ridge(nb::module_ &module) {
    module.def("column_medians", &column_medians, nb::arg("X").noconvert(), nb::arg("step"), nb::arg("middle").noconvert(),
               "Medians of some rows, column by column, in place.");
    module.def("squares_about", &squares_about, nb::arg("X").noconvert(), nb::arg("centre"), nb::arg("sums").noconvert(),
               "Sums of squared distances from a centre, column by column, in place.");
    module.def("design_rows", &design_rows, nb::arg("X").noconvert(), nb::arg("Y").noconvert(), nb::arg("centre"),
               nb::arg("scale"), nb::arg("offset"), nb::arg("intercept"), nb::arg("rows").noconvert(),
               "Rows of a least-squares problem, in place.");
    bind_numbers<std::int32_t>(module);
    bind_numbers<std::int64_t>(module);
    bind_counts<std::uint8_t>(module);
    bind_counts<double>(module);
    module.def("ridge_summed", &ridge_summed, nb::arg("held_out").noconvert(), nb::arg("whole").noconvert(),
               nb::arg("penalties"), nb::arg("signs"), nb::arg("intercept"), nb::arg("unit"), nb::arg("share"),
               nb::arg("threads"), nb::arg("coefficients").noconvert(), nb::arg("sizes").noconvert(),
               "Ridge from the sums of the rows each resample leaves out, in place.");
}
