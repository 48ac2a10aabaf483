// Linear and quadratic discriminants on the resamples of partitions: eight resamples at a time, from the products of the
// rows they leave out to their predictions, in memory that is used again for the next eight.
#ifdef SIMD

static void add_row(const double *from, std::size_t width, double *to) {
    for (std::size_t j = 0; j < width; ++j) to[j] += from[j];
}

static void condense(const Condensed &of, Lanes *left, Lanes *lower) {
    for (std::size_t i = 0; i < of.q; ++i) {
        for (std::size_t c = 0; c < of.classes; ++c)
            for (std::size_t l = 0; l < LANES; ++l) left[c].at[l] = of.counts[c].at[l] * of.shifts[c * of.q + i].at[l];
        for (std::size_t j = 0; j <= i; ++j, ++lower) {
            const double *held = of.products + i * of.width + j, whole = of.whole[i * of.width + j];
            const double added = of.shrinkage != 0.0 ? of.shrinkage * of.identity[i * of.width + j] : 0.0;
            Lanes sum;
            for (std::size_t l = 0; l < LANES; ++l) sum.at[l] = whole - held[l * of.step];
            for (std::size_t c = 0; c < of.classes; ++c)
                for (std::size_t l = 0; l < LANES; ++l) sum.at[l] -= left[c].at[l] * of.shifts[c * of.q + j].at[l];
            for (std::size_t l = 0; l < LANES; ++l) lower->at[l] = sum.at[l] * of.by.at[l] + added;
        }
    }
}

// The sum of squares of whole symmetric matrices.
static Lanes sum_squares(const Lanes *lower, std::size_t q) {
    Lanes off = {}, on = {};
    for (std::size_t i = 0; i < q; ++i, ++lower) {
        for (std::size_t j = 0; j < i; ++j, ++lower)
            for (std::size_t l = 0; l < LANES; ++l) off.at[l] += lower->at[l] * lower->at[l];
        for (std::size_t l = 0; l < LANES; ++l) on.at[l] += lower->at[l] * lower->at[l];
    }
    for (std::size_t l = 0; l < LANES; ++l) on.at[l] += 2 * off.at[l];
    return on;
}

// sums = the sum of some rows.
static void sum_rows(const double *const *rows, std::size_t count, std::size_t width, double *sums) {
    constexpr std::size_t cached = 512;
    for (std::size_t j = 0; j < width; ++j) sums[j] = 0.0;
    for (std::size_t first = 0; first < count; first += cached) {
        const std::size_t stop = count - first < cached ? count : first + cached;
        for (std::size_t j = 0; j < width; j += LENGTH) {
            Vector some[4] = {};
            std::size_t k = first;
            for (; k + 4 <= stop; k += 4)
#pragma GCC unroll 4
                for (std::size_t u = 0; u < 4; ++u) some[u] += load(rows[k + u] + j);
            for (; k < stop; ++k) some[0] += load(rows[k] + j);
            store(sums + j, load(sums + j) + ((some[0] + some[1]) + (some[2] + some[3])));
        }
    }
}

// transformed[a] = away_a T for eight rows, T an upper triangle.
static void transform_rows(const double *away, const double *transform, std::size_t width, double *transformed) {
    for (std::size_t i = 0; i < width; i += LENGTH) {
        Vector sums[LANES] = {};
        for (std::size_t j = 0; j < i + LENGTH; ++j) {
            const Vector right = load(transform + j * width + i);
#pragma GCC unroll 8
            for (std::size_t a = 0; a < LANES; ++a) sums[a] += away[a * width + j] * right;
        }
#pragma GCC unroll 8
        for (std::size_t a = 0; a < LANES; ++a) store(transformed + a * width + i, sums[a]);
    }
}

// lengths[a] = ‖away_a T - shift‖² of eight rows, T an upper triangle; the squares are summed in lanes, whatever the width of registers.
static void measure_rows(const double *const *away, const double *transform, const double *shift, std::size_t width, double *lengths) {
    double squares[LANES][LANES] = {};
    for (std::size_t i = 0; i < width; i += LENGTH) {
        Vector sums[LANES];
#pragma GCC unroll 8
        for (std::size_t a = 0; a < LANES; ++a) sums[a] = -load(shift + i);
        for (std::size_t j = 0; j < i + LENGTH; ++j) {
            const Vector right = load(transform + j * width + i);
#pragma GCC unroll 8
            for (std::size_t a = 0; a < LANES; ++a) sums[a] += away[a][j] * right;
        }
#pragma GCC unroll 8
        for (std::size_t a = 0; a < LANES; ++a) store(squares[a] + i % LANES, load(squares[a] + i % LANES) + sums[a] * sums[a]);
    }
    for (std::size_t a = 0; a < LANES; ++a) lengths[a] = add_up(squares[a]);
}

// transformed = x T.
static void transform_row(const double *x, const double *transform, std::size_t width, double *transformed) {
    for (std::size_t i = 0; i < width; i += LENGTH) {
        Vector sums = {};
        for (std::size_t j = 0; j < i + LENGTH; ++j) sums += x[j] * load(transform + j * width + i);
        store(transformed + i, sums);
    }
}

// spread = L⁻¹ x, and back = L⁻ᵀ spread; gives the sum of squares of the spread.
static Lanes whiten(const Lanes *lower, const Lanes *x, std::size_t q, Lanes *spread, Lanes *back) {
    Lanes squares = {};
    for (std::size_t i = 0; i < q; ++i) spread[i] = x[i];
    forward<1>(lower, spread, q);
    for (std::size_t i = 0; i < q; ++i) {
        for (std::size_t l = 0; l < LANES; ++l) squares.at[l] += spread[i].at[l] * spread[i].at[l];
        back[i] = spread[i];
    }
    backward<1>(lower, back, q);
    return squares;
}

// Scores of some test rows, class after class from the first on. Of two classes it is the second: the first comes off its coefficients
// and constants, so that these are the differences of the scores.
template <typename Row>
static void score_rows(const Linear &of, const Row *rows, std::size_t count, std::size_t first, const double *coefficients,
                       const double *constants, double *scores) {
    for (std::size_t k = 0; k < count; ++k) {
        const double *z = of.points + static_cast<std::size_t>(rows[k]) * of.width;
        for (std::size_t c = first; c < of.classes; ++c) {
            const double *slope = coefficients + c * of.width;
            double sums[LANES] = {};
            for (std::size_t j = 0; j < of.width; j += LANES)
                for (std::size_t l = 0; l < LANES; ++l) sums[l] += z[j + l] * slope[j + l];
            scores[(c - first) * BATCH + k] = constants[c] + add_up(sums);
        }
    }
}

#else

#include "cholesky.hpp"
#include "decide.hpp"
#include "gaussian.hpp"
#include "gram.hpp"

using foldwise::BATCH, foldwise::Buffer, foldwise::Lanes, foldwise::LANES, foldwise::packed, foldwise::Rule;

using Pointers = std::vector<const double *>;

// Covariances of eight resamples, one in each lane: all products minus those of the rows that are held out, about the means
// of the classes, divided by a number, with a share of another matrix on top.
struct Condensed {
    const double *whole, *products;  // (width, width), and one after the other `step` numbers apart
    std::size_t step, q, width, classes;
    const Lanes *counts, *shifts;  // (C,), (C, q)
    Lanes by;
    double shrinkage;
    const double *identity;  // (width, width), where shrinkage is not zero
};

// What linear discriminants of all resamples share. Rows are measured from the mean of their class over all rows, in
// coordinates in which their covariance is the identity: n lines of `width` numbers, of which q count. `points` are the same
// rows measured from one mean: what is predicted for a row must not depend on its class, not even by rounding.
struct Linear {
    const double *table, *points;
    const std::uint16_t *codes;
    const double *counts, *sums, *total, *centres, *priors;
    std::size_t n, q, width, classes;
    double weakest, smallest, keeps;
};

#define SIMD_FILE "discriminants.cpp"
#include "simd.hpp"

// From one matrix to the next: not a power of two, which would put all of them into the same lines of the cache.
static std::size_t step_of(std::size_t width) { return width * width + LANES; }

// Cholesky factors of eight matrices, and what their determinants tell about their smallest eigenvalues.
struct Factors {
    Buffer<Lanes> lower, inverse;
    std::size_t q, line;
    Lanes least, logs;  // a lower bound of the smallest eigenvalue, 0 where there is no factor; ½ log det
    Factors(std::size_t q_, std::size_t line_) : lower(q_ * (q_ + 1) / 2), q(q_), line(line_) {}

    void invert() {
        inverse.resize(q * line);
        SIMD_PICK(invert)(lower.data(), q, line, inverse.data());
    }

    // Another bound, from the sum of the inverse eigenvalues, for matrices that are farther from the identity.
    void look_closer() {
        Lanes length = {};
        for (const Lanes &one : inverse)
            for (std::size_t l = 0; l < LANES; ++l) length.at[l] += one.at[l] * one.at[l];
        for (std::size_t l = 0; l < LANES; ++l)
            if (least.at[l] > 0 && std::isfinite(length.at[l])) least.at[l] = std::max(least.at[l], 1.0 / length.at[l]);
    }

    // The other eigenvalues multiply to at most (trace / (q - 1))^(q - 1), so that the smallest is at least what the
    // determinant leaves for it.
    void work() {
        Lanes trace = {};
        for (std::size_t i = 0; i < q; ++i)
            for (std::size_t l = 0; l < LANES; ++l) trace.at[l] += lower[packed(i, i)].at[l];
        std::uint8_t good[LANES];
        std::fill(good, good + LANES, std::uint8_t{1});
        SIMD_PICK(factor)(lower.data(), q, good);
        Lanes product;
        logs = Lanes{};
        std::fill(product.at, product.at + LANES, 1.0);
        for (std::size_t i = 0; i < q; ++i) {
            for (std::size_t l = 0; l < LANES; ++l) product.at[l] *= lower[packed(i, i)].at[l];
            if (i % LANES < LANES - 1 && i + 1 < q) continue;  // eight roots of sane pivots cannot overflow
            for (std::size_t l = 0; l < LANES; ++l) logs.at[l] -= std::log(product.at[l]);
            std::fill(product.at, product.at + LANES, 1.0);
        }
        const double others = static_cast<double>(q) - 1.0;
        for (std::size_t l = 0; l < LANES; ++l) {
            const double most = q > 1 ? others * std::log(trace.at[l] / others) : 0.0;
            least.at[l] = good[l] && std::isfinite(logs.at[l]) && std::isfinite(most) ? std::exp(2 * logs.at[l] - most) : 0.0;
        }
    }
};

// Rows measured from class means, in the coordinates in which their covariance is the identity: n lines of `width` numbers
// in a table for each group. The groups are the classes, each with all rows measured from its mean, or one of all rows,
// each measured from the mean of its own class.
struct Groups {
    const double *X;
    const std::uint16_t *codes;
    const double *counts, *centres, *variance_floor;
    std::size_t n, p, width, groups, classes;
    double shrinkage, least;

    bool holds(std::size_t g, std::size_t i) const { return groups == 1 || codes[i] == g; }
    double size(std::size_t g) const { return groups == 1 ? static_cast<double>(n) : counts[g]; }
    void centre(std::size_t g, double *table) const {
        for (std::size_t i = 0; i < n; ++i) {
            const double *x = X + i * p, *from = centres + (groups == 1 ? codes[i] : g) * p;
            double *to = table + i * width;
            for (std::size_t j = 0; j < p; ++j) to[j] = x[j] - from[j];
            for (std::size_t j = p; j < width; ++j) to[j] = 0.0;
        }
    }
    void list(std::size_t g, const double *table, Pointers &rows) const {
        rows.clear();
        for (std::size_t i = 0; i < n; ++i)
            if (holds(g, i)) rows.push_back(table + i * width);
    }
};

// Coordinates of the groups first … first + 7 from their products: T = Uᵀ / scale where U U' whitens the correlations. Their
// bounds are those of the smallest eigenvalue of the correlation and of the covariance. False where a column is constant,
// or the columns may be collinear.
static bool find_coordinates(const Groups &of, std::size_t first, std::size_t lanes, const double *products, double *transforms,
                             double *bounds, double *volumes) {
    const std::size_t p = of.p, width = of.width;
    Buffer<Lanes> lower(p * (p + 1) / 2), inverse(p * width);
    Buffer<double> scale(lanes * p);
    for (std::size_t l = 0; l < LANES; ++l) {
        const std::size_t mine = std::min(l, lanes - 1);
        const double *sums = products + mine * width * width, by = (1.0 - of.shrinkage) / of.size(first + mine);
        for (std::size_t j = 0; j < p; ++j) {
            const double variance = by * sums[j * width + j] + of.shrinkage;
            if (!(variance > of.variance_floor[j])) return false;
            scale[mine * p + j] = 1.0 / std::sqrt(variance);
        }
        for (std::size_t i = 0; i < p; ++i)
            for (std::size_t j = 0; j <= i; ++j)
                lower[packed(i, j)].at[l] = (by * sums[i * width + j] + (i == j ? of.shrinkage : 0.0)) * scale[mine * p + i] *
                                            scale[mine * p + j];
    }
    std::uint8_t good[LANES];
    std::fill(good, good + LANES, std::uint8_t{1});
    SIMD_PICK(factor)(lower.data(), p, good);
    SIMD_PICK(invert)(lower.data(), p, width, inverse.data());
    for (std::size_t l = 0; l < lanes; ++l) {
        double *transform = transforms + (first + l) * width * width, length = 0.0, stretch = 0.0, logs = 0.0;
        std::fill(transform, transform + width * width, 0.0);
        for (std::size_t i = 0; i < p; ++i)
            for (std::size_t j = 0; j <= i; ++j) {
                const double one = inverse[i * width + j].at[l], scaled = one * scale[l * p + j];
                transform[j * width + i] = scaled;
                length += one * one;
                stretch += scaled * scaled;
                if (i == j) logs += std::log(scaled);
            }
        bounds[2 * (first + l)] = 1.0 / length;
        bounds[2 * (first + l) + 1] = 1.0 / stretch;
        volumes[first + l] = 2.0 * logs;
        if (!good[l] || !(1.0 / length > of.least) || !std::isfinite(logs)) return false;
    }
    return true;
}

// table = table T, in place.
static void transform_table(const double *transform, std::size_t n, std::size_t width, double *table) {
    Buffer<double> away(LANES * width, 0.0), transformed(LANES * width);
    for (std::size_t first = 0; first < n; first += LANES) {
        const std::size_t some = std::min(LANES, n - first) * width;
        std::copy(table + first * width, table + first * width + some, away.data());
        SIMD_PICK(transform_rows)(away.data(), transform, width, transformed.data());
        std::copy(transformed.data(), transformed.data() + some, table + first * width);
    }
}

// points = (x - middle) T, filled up with zeros.
static void transform_points(Table X, Line middle, Table transform, OutTable points) {
    const std::size_t n = X.shape(0), p = X.shape(1), width = points.shape(1);
    SHAPE(middle, p), SHAPE(transform, width, width), SHAPE(points, n, width);
    REQUIRE(width == foldwise::padded(p), "'points' must have room for the columns, in whole eights");
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < n; ++i) {
        const double *x = X.data() + i * p;
        double *to = points.data() + i * width;
        for (std::size_t j = 0; j < p; ++j) to[j] = x[j] - middle.data()[j];
        for (std::size_t j = p; j < width; ++j) to[j] = 0.0;
    }
    transform_table(transform.data(), n, width, points.data());
}

// Fills the tables of all groups, the sums of their rows by class and the products of their rows, the coordinates T and
// TᵀT, and what is known of these. False where the columns are too near to being collinear for that.
static bool whiten_rows(Table X, Codes codes, Line counts, Table centres, Line variance_floor, double shrinkage, double least,
                        OutCube tables, OutTable sums, OutCube totals, OutCube transforms, OutCube identities, OutTable bounds,
                        OutLine volumes) {
    const std::size_t n = X.shape(0), p = X.shape(1), width = tables.shape(2), groups = tables.shape(0);
    const std::size_t classes = centres.shape(0), square = width * width;
    SHAPE(codes, n), SHAPE(counts, classes), SHAPE(centres, classes, p), SHAPE(variance_floor, p), SHAPE(tables, groups, n, width);
    SHAPE(sums, classes, width), SHAPE(totals, groups, width, width), SHAPE(transforms, groups, width, width);
    SHAPE(identities, groups, width, width), SHAPE(bounds, groups, 2), SHAPE(volumes, groups), BELOW(codes, classes);
    REQUIRE(p > 0 && width == foldwise::padded(p), "'tables' must have room for the columns, in whole eights");
    REQUIRE(groups == 1 || groups == classes, "'tables' must be one, or one for each class");
    const Groups of{X.data(), codes.data(), counts.data(), centres.data(), variance_floor.data(), n, p, width, groups,
                    classes, shrinkage, least};
    nb::gil_scoped_release release;
    Pointers rows;
    for (std::size_t g = 0; g < groups; ++g) {
        double *table = tables.data() + g * n * width;
        of.centre(g, table);
        of.list(g, table, rows);
        SIMD_PICK(gram)(rows.data(), rows.size(), width, totals.data() + g * square);
    }
    for (std::size_t first = 0; first < groups; first += LANES)
        if (!find_coordinates(of, first, std::min(LANES, groups - first), totals.data() + first * square, transforms.data(),
                              bounds.data(), volumes.data()))
            return false;
    std::fill(sums.data(), sums.data() + of.classes * width, 0.0);
    for (std::size_t g = 0; g < groups; ++g) {
        double *table = tables.data() + g * n * width;
        const double *transform = transforms.data() + g * square;
        transform_table(transform, n, width, table);
        of.list(g, table, rows);
        SIMD_PICK(gram)(rows.data(), rows.size(), width, totals.data() + g * square);
        for (std::size_t i = 0; i < n; ++i)
            if (of.holds(g, i)) SIMD_PICK(add_row)(table + i * width, width, sums.data() + codes.data()[i] * width);
        rows.clear();
        for (std::size_t j = 0; j < of.p; ++j) rows.push_back(transform + j * width);
        SIMD_PICK(gram)(rows.data(), rows.size(), width, identities.data() + g * square);
    }
    return true;
}

// Linear discriminants of eight resamples.
struct LinearFit {
    Factors factors;
    Buffer<double> products, held, coefficients, constants, scores;
    Buffer<Lanes> shifts, middle, spreads, slopes;
    Buffer<Lanes> counts, shares, offsets, left;
    Pointers rows;
    std::vector<std::size_t> ends;
    Lanes all, squares;
    explicit LinearFit(const Linear &of)
        : factors(of.q, of.width), products(LANES * step_of(of.width)), held(of.classes * of.width),
          coefficients(LANES * of.classes * of.width), constants(LANES * of.classes),
          scores(of.classes * BATCH), shifts(of.classes * of.q), middle(of.q), spreads(of.classes * of.q),
          slopes(of.classes * of.q), counts(of.classes), shares(of.classes), offsets(of.classes), left(of.classes) {}
};

// Counts, sums and products that one resample trains on, into its lane.
template <typename Row>
static void hold_out(const Linear &of, const Row *rows, std::size_t count, std::size_t lane, LinearFit &fit) {
    fit.rows.resize(count);
    fit.ends.assign(of.classes + 1, 0);
    for (std::size_t k = 0; k < count; ++k) fit.ends[of.codes[rows[k]] + 1] += 1;
    for (std::size_t c = 0; c < of.classes; ++c) {
        fit.counts[c].at[lane] = of.counts[c] - static_cast<double>(fit.ends[c + 1]);
        fit.ends[c + 1] += fit.ends[c];
    }
    for (std::size_t k = 0; k < count; ++k) {  // class after class; afterwards ends[c] is where class c ends
        const auto row = static_cast<std::size_t>(rows[k]);
        fit.rows[fit.ends[of.codes[row]]++] = of.table + row * of.width;
    }
    for (std::size_t c = 0, first = 0; c < of.classes; first = fit.ends[c++])
        SIMD_PICK(sum_rows)(fit.rows.data() + first, fit.ends[c] - first, of.width, fit.held.data() + c * of.width);
    for (std::size_t c = 0; c < of.classes; ++c) {
        const double share = 1.0 / std::max(1.0, fit.counts[c].at[lane]);
        for (std::size_t j = 0; j < of.q; ++j)
            fit.shifts[c * of.q + j].at[lane] = (of.sums[c * of.width + j] - fit.held[c * of.width + j]) * share;
    }
    SIMD_PICK(gram)(fit.rows.data(), count, of.width, fit.products.data() + lane * step_of(of.width));
}

// Whether the covariance is far from singular, and scikit-learn surely keeps every direction.
static bool is_settled(const Linear &of, const LinearFit &fit, std::size_t lane) {
    const double least = fit.factors.least.at[lane];
    return least > of.weakest && of.smallest * least > of.keeps * std::sqrt(fit.squares.at[lane]);
}

// Factor the common covariances.
static void factor_common(const Linear &of, LinearFit &fit) {
    fit.all = Lanes{};
    for (std::size_t c = 0; c < of.classes; ++c)
        for (std::size_t l = 0; l < LANES; ++l) fit.all.at[l] += fit.counts[c].at[l];
    Condensed from{of.total,        fit.products.data(), step_of(of.width), of.q, of.width, of.classes,
                   fit.counts.data(), fit.shifts.data(),   {},                0.0,  nullptr};
    for (std::size_t l = 0; l < LANES; ++l) from.by.at[l] = 1.0 / std::max(1.0, fit.all.at[l]);
    SIMD_PICK(condense)(from, fit.left.data(), fit.factors.lower.data());
    fit.squares = SIMD_PICK(sum_squares)(fit.factors.lower.data(), of.q);
    fit.factors.work();
    for (std::size_t l = 0; l < LANES; ++l)
        if (!is_settled(of, fit, l)) {
            fit.factors.invert();
            fit.factors.look_closer();
            return;
        }
}

// From class means and factors to coefficients and constants, lane by lane.
static void discriminate(const Linear &of, LinearFit &fit) {
    const std::size_t q = of.q, classes = of.classes;
    for (auto &one : fit.middle) one = Lanes{};
    for (std::size_t c = 0; c < classes; ++c)
        for (std::size_t l = 0; l < LANES; ++l)
            fit.shares[c].at[l] = of.priors == nullptr ? fit.counts[c].at[l] / fit.all.at[l] : std::exp(of.priors[c]);
    for (std::size_t c = 0; c < classes; ++c)
        for (std::size_t j = 0; j < q; ++j) {
            Lanes &mean = fit.shifts[c * q + j];
            for (std::size_t l = 0; l < LANES; ++l) {
                mean.at[l] += of.centres[c * of.width + j];
                fit.middle[j].at[l] += fit.shares[c].at[l] * mean.at[l];
            }
        }
    for (std::size_t c = 0; c < classes; ++c) {
        Lanes *mean = fit.shifts.data() + c * q, *slope = fit.slopes.data() + c * q;
        for (std::size_t j = 0; j < q; ++j)
            for (std::size_t l = 0; l < LANES; ++l) mean[j].at[l] -= fit.middle[j].at[l];
        const Lanes squares = SIMD_PICK(whiten)(fit.factors.lower.data(), mean, q, fit.spreads.data() + c * q, slope);
        Lanes along = {};
        for (std::size_t j = 0; j < q; ++j)
            for (std::size_t l = 0; l < LANES; ++l) along.at[l] += fit.middle[j].at[l] * slope[j].at[l];
        for (std::size_t l = 0; l < LANES; ++l)
            fit.offsets[c].at[l] = std::log(fit.shares[c].at[l]) - 0.5 * squares.at[l] - along.at[l];
    }
    for (std::size_t c = 0; c < classes; ++c)
        for (std::size_t l = 0; l < LANES; ++l) {
            double *to = fit.coefficients.data() + (l * classes + c) * of.width;
            for (std::size_t j = 0; j < q; ++j) to[j] = fit.slopes[c * q + j].at[l];
            fit.constants[l * classes + c] = fit.offsets[c].at[l];
        }
    if (classes != 2) return;
    for (std::size_t l = 0; l < LANES; ++l) {
        double *slopes = fit.coefficients.data() + l * 2 * of.width;
        for (std::size_t j = 0; j < q; ++j) slopes[of.width + j] -= slopes[j];
        fit.constants[2 * l + 1] -= fit.constants[2 * l];
    }
}

// Whether a resample of linear discriminants is ordinary: every class has rows, too.
static bool is_ordinary(const Linear &of, const LinearFit &fit, std::size_t lane) {
    for (std::size_t c = 0; c < of.classes; ++c)
        if (!(fit.counts[c].at[lane] > 0)) return false;
    return fit.all.at[lane] > static_cast<double>(of.classes) && is_settled(of, fit, lane);
}

// What both kinds of discriminants are handed belongs together.
template <typename Row, typename Label>
static void check(std::size_t n, std::size_t q, std::size_t width, std::size_t classes, const Codes &codes,
                  const Rows<Row> &rows, const Places &starts, const Line &counts, const Table &sums,
                  const Labels<Label> &labels, const OutTable &probabilities, const Marks &sure) {
    const std::size_t size = rows.shape(0);
    REQUIRE(q > 0 && width == foldwise::padded(q) && classes > 1, "'q' must be the columns of two classes or more");
    SHAPE(codes, n), SHAPE(counts, classes), SHAPE(sums, classes, width), SHAPE(labels, size);
    SHAPE(probabilities, size, classes), EDGES(starts, sure.shape(0), size), BELOW(rows, n), BELOW(codes, classes);
}

// Labels and probabilities of linear discriminants; resample r is tested on rows[starts[r]] … and trained on all others.
// sure[r] says whether that could be done here. between[r] are the products of the whitened class means, weighted by the
// roots of their shares, where there is room for them.
template <typename Row, typename Label>
static void lda_predictions(Table table, Table points, Codes codes, Rows<Row> rows, Places starts, Line counts, Table sums,
                            Table total, Table centres, Line priors, std::size_t q, double weakest, double smallest,
                            double keeps, std::size_t threads, Labels<Label> labels, OutTable probabilities, Marks sure,
                            OutCube between) {
    const std::size_t n = table.shape(0), width = table.shape(1), resamples = sure.shape(0), classes = centres.shape(0);
    SHAPE(points, n, width), SHAPE(total, width, width), SHAPE(centres, classes, width);
    check(n, q, width, classes, codes, rows, starts, counts, sums, labels, probabilities, sure);
    const double *given = OPTIONAL(priors, classes) ? priors.data() : nullptr;
    const Linear of{table.data(), points.data(), codes.data(), counts.data(), sums.data(), total.data(), centres.data(), given,
                    n, q, width, classes, weakest, smallest, keeps};
    const bool wanted = OPTIONAL(between, resamples, classes, classes);
    nb::gil_scoped_release release;
    foldwise::for_each((resamples + LANES - 1) / LANES, threads, [&] {
        return [&, fit = LinearFit(of)](std::size_t batch) mutable {
            const std::size_t first = batch * LANES, lanes = std::min(LANES, resamples - first);
            const auto edge = [&](std::size_t l) { return static_cast<std::size_t>(starts.data()[first + l]); };
            for (std::size_t l = 0; l < LANES; ++l) {
                const std::size_t mine = std::min(l, lanes - 1);
                hold_out(of, rows.data() + edge(mine), edge(mine + 1) - edge(mine), l, fit);
            }
            factor_common(of, fit);
            discriminate(of, fit);
            for (std::size_t l = 0; l < lanes; ++l) {
                bool fine = is_ordinary(of, fit, l);
                for (std::size_t at = edge(l); fine && at < edge(l + 1); at += BATCH) {
                    const std::size_t some = std::min(BATCH, edge(l + 1) - at);
                    const double *slopes = fit.coefficients.data() + l * classes * of.width;
                    const double *constants = fit.constants.data() + l * classes;
                    SIMD_PICK(score_rows<Row>)(of, rows.data() + at, some, classes == 2, slopes, constants, fit.scores.data());
                    fine = SIMD_PICK(decide<Label>)(Rule::LOGISTIC, fit.scores.data(), classes, some, labels.data() + at,
                                         probabilities.data() + at * classes);
                }
                sure.data()[first + l] = fine;
                for (std::size_t c = 0; wanted && c < classes; ++c)
                    for (std::size_t d = 0; d < classes; ++d) {
                        double sum = 0.0;
                        for (std::size_t j = 0; j < q; ++j)
                            sum += fit.spreads[c * q + j].at[l] * fit.spreads[d * q + j].at[l];
                        between.data()[((first + l) * classes + c) * classes + d] =
                            sum * std::sqrt(fit.shares[c].at[l] * fit.shares[d].at[l]);
                    }
            }
        };
    });
}

// What quadratic discriminants of all resamples share: for each class all rows, measured from its mean over all its rows in
// coordinates in which its covariance is the identity; what is added to a covariance; the logarithm of the determinant of
// the coordinates, twice; and the smallest eigenvalue over all rows.
struct Quadratic {
    const double *tables;
    const std::uint16_t *codes;
    const double *counts, *sums, *totals, *identities, *volumes, *smallest, *priors;
    std::size_t n, q, width, classes;
    double weakest, shrinkage, keeps;
};

// Quadratic discriminants of eight resamples, one class after the other.
struct QuadraticFit {
    Factors factors;
    Buffer<double> products, held, factor, shift, turned, scores;
    Buffer<Lanes> shifts;
    Pointers rows;
    Lanes count, all, offset, left;
    bool fine[LANES];
    explicit QuadraticFit(const Quadratic &of)
        : factors(of.q, of.width), products(LANES * step_of(of.width)), held(of.width), factor(LANES * step_of(of.width)), shift(of.width),
          turned(of.width), scores(of.classes * BATCH), shifts(of.q) {}
};

// Count, sums and products of one class that one resample trains on, into its lane.
template <typename Row>
static void hold_out(const Quadratic &of, std::size_t c, const Row *rows, std::size_t count, std::size_t lane,
                     QuadraticFit &fit) {
    const double *table = of.tables + c * of.n * of.width;
    fit.rows.resize(std::max(count, fit.rows.size()));
    std::size_t mine = 0;
    for (std::size_t k = 0; k < count; ++k) {  // written always, kept where the class is right: no branch to foresee
        const auto row = static_cast<std::size_t>(rows[k]);
        fit.rows[mine] = table + row * of.width;
        mine += of.codes[row] == c;
    }
    SIMD_PICK(sum_rows)(fit.rows.data(), mine, of.width, fit.held.data());
    fit.count.at[lane] = of.counts[c] - static_cast<double>(mine);
    const double share = 1.0 / std::max(1.0, fit.count.at[lane]);
    for (std::size_t j = 0; j < of.q; ++j) fit.shifts[j].at[lane] = (of.sums[c * of.width + j] - fit.held[j]) * share;
    SIMD_PICK(gram)(fit.rows.data(), mine, of.width, fit.products.data() + lane * step_of(of.width));
}

// Factor the covariances of one class, and find the constants of its scores and which resamples are ordinary.
static void factor_class(const Quadratic &of, std::size_t c, QuadraticFit &fit) {
    const std::size_t q = of.q;
    const std::size_t square = of.width * of.width;
    Condensed from{of.totals + c * square, fit.products.data(), step_of(of.width), q,       of.width,
                   1,                      &fit.count,          fit.shifts.data(), {},      of.shrinkage,
                   of.identities + c * square};
    for (std::size_t l = 0; l < LANES; ++l) from.by.at[l] = (1.0 - of.shrinkage) / std::max(1.0, fit.count.at[l]);
    SIMD_PICK(condense)(from, &fit.left, fit.factors.lower.data());
    fit.factors.work();
    fit.factors.invert();
    for (std::size_t l = 0; l < LANES; ++l)
        if (!(fit.factors.least.at[l] > std::max(of.weakest, of.keeps / of.smallest[c]))) {
            fit.factors.look_closer();
            break;
        }
    for (std::size_t l = 0; l < LANES; ++l) {
        const double share = of.priors == nullptr ? std::log(fit.count.at[l] / fit.all.at[l]) : of.priors[c];
        fit.offset.at[l] = share - fit.factors.logs.at[l] + 0.5 * of.volumes[c];
        const double least = fit.factors.least.at[l];
        fit.fine[l] = fit.fine[l] && fit.count.at[l] > 1 && least > of.weakest &&
                      fit.count.at[l] >= static_cast<double>(q) && of.smallest[c] * least > of.keeps;
    }
}

// The inverse factors of the eight resamples, each in memory of its own, with rows for columns: a square of eight by eight numbers
// of one resample after the other, so that a line of the cache is filled before the next is begun. Above the diagonal both are zero.
static void take_apart(const Quadratic &of, QuadraticFit &fit) {
    const std::size_t width = of.width;
    for (std::size_t row = 0; row < of.q; row += LANES)
        for (std::size_t column = 0; column <= row; column += LANES)
            for (std::size_t l = 0; l < LANES; ++l) {
                const Lanes *from = fit.factors.inverse.data() + row * width + column;
                double *to = fit.factor.data() + l * step_of(width) + column * width + row;
                const std::size_t last = std::min(LANES, of.q - row);
                for (std::size_t j = 0; j < LANES; ++j)
                    for (std::size_t i = 0; i < last; ++i) to[j * width + i] = from[i * width + j].at[l];
            }
}

// Scores of some test rows, offset - ½ ‖U z - U shift‖², written `step` numbers apart; `factor` is Uᵀ.
template <typename Row>
static void score_class(const double *table, const Row *rows, std::size_t count, std::size_t width,
                        const double *factor, double offset, QuadraticFit &fit, std::size_t step, double *scores) {
    SIMD_PICK(transform_row)(fit.shift.data(), factor, width, fit.turned.data());
    for (std::size_t first = 0; first < count; first += LANES) {
        const std::size_t lanes = std::min(LANES, count - first);
        const double *away[LANES];
        double lengths[LANES];
        for (std::size_t a = 0; a < LANES; ++a)
            away[a] = table + static_cast<std::size_t>(rows[first + std::min(a, lanes - 1)]) * width;
        SIMD_PICK(measure_rows)(away, factor, fit.turned.data(), width, lengths);
        for (std::size_t a = 0; a < lanes; ++a) scores[(first + a) * step] = offset - 0.5 * lengths[a];
    }
}

// The scores wait where the probabilities will be.
template <typename Label>
static bool decide_waiting(std::size_t classes, std::size_t count, QuadraticFit &fit, Label *labels, double *probabilities) {
    bool finite = true;
    for (std::size_t at = 0; at < count; at += BATCH) {
        const std::size_t some = std::min(BATCH, count - at);
        double *waiting = probabilities + at * classes;
        for (std::size_t c = 0; c < classes; ++c)
            for (std::size_t k = 0; k < some; ++k) fit.scores[c * BATCH + k] = waiting[k * classes + c];
        if (classes == 2)
            for (std::size_t k = 0; k < some; ++k) fit.scores[k] = fit.scores[BATCH + k] - fit.scores[k];
        finite &= SIMD_PICK(decide<Label>)(Rule::POSTERIOR, fit.scores.data(), classes, some, labels + at, waiting);
    }
    return finite;
}

// Labels and probabilities of quadratic discriminants; resample r is tested on rows[starts[r]] … and trained on all
// others. sure[r] says whether that could be done here.
template <typename Row, typename Label>
static void qda_predictions(Cube tables, Codes codes, Rows<Row> rows, Places starts, Line counts, Table sums, Cube totals,
                            Cube identities, Line volumes, Line smallest, Line priors, std::size_t q, double weakest,
                            double shrinkage, double keeps, std::size_t threads, Labels<Label> labels, OutTable probabilities,
                            Marks sure) {
    const std::size_t classes = tables.shape(0), n = tables.shape(1), width = tables.shape(2), resamples = sure.shape(0);
    SHAPE(totals, classes, width, width), SHAPE(identities, classes, width, width), SHAPE(volumes, classes);
    SHAPE(smallest, classes);
    check(n, q, width, classes, codes, rows, starts, counts, sums, labels, probabilities, sure);
    const double *given = OPTIONAL(priors, classes) ? priors.data() : nullptr;
    const Quadratic of{tables.data(), codes.data(), counts.data(), sums.data(), totals.data(), identities.data(), volumes.data(),
                       smallest.data(), given, n, q, width, classes, weakest, shrinkage, keeps};
    nb::gil_scoped_release release;
    foldwise::for_each((resamples + LANES - 1) / LANES, threads, [&] {
        return [&, fit = QuadraticFit(of)](std::size_t batch) mutable {
            const std::size_t first = batch * LANES, lanes = std::min(LANES, resamples - first);
            const auto edge = [&](std::size_t l) { return static_cast<std::size_t>(starts.data()[first + l]); };
            for (std::size_t l = 0; l < LANES; ++l) {
                const std::size_t mine = std::min(l, lanes - 1);
                fit.all.at[l] = static_cast<double>(of.n - (edge(mine + 1) - edge(mine)));
                fit.fine[l] = true;
            }
            for (std::size_t c = 0; c < classes; ++c) {
                for (std::size_t l = 0; l < LANES; ++l) {
                    const std::size_t mine = std::min(l, lanes - 1);
                    hold_out(of, c, rows.data() + edge(mine), edge(mine + 1) - edge(mine), l, fit);
                }
                factor_class(of, c, fit);
                take_apart(of, fit);
                for (std::size_t l = 0; l < lanes; ++l) {
                    for (std::size_t j = 0; j < q; ++j) fit.shift[j] = fit.shifts[j].at[l];
                    score_class(of.tables + c * of.n * of.width, rows.data() + edge(l), edge(l + 1) - edge(l), of.width,
                                fit.factor.data() + l * step_of(of.width), fit.offset.at[l], fit, classes, probabilities.data() + edge(l) * classes + c);
                }
            }
            for (std::size_t l = 0; l < lanes; ++l)
                sure.data()[first + l] =
                    decide_waiting(classes, edge(l + 1) - edge(l), fit, labels.data() + edge(l),
                                   probabilities.data() + edge(l) * classes) &&
                    fit.fine[l];
        };
    });
}

template <typename Row, typename Label> static void bind_predictions(nb::module_ &module) {
    foldwise::define(module, "lda_predictions", &lda_predictions<Row, Label>,
                     "Labels and probabilities of linear discriminants, in place.", "table", "points", "codes", "rows",
                     "starts", "counts", "sums", "total", "centres", "priors", "q", "weakest", "smallest", "keeps", "threads",
                     "labels", "probabilities", "sure", "between");
    foldwise::define(module, "qda_predictions", &qda_predictions<Row, Label>,
                     "Labels and probabilities of quadratic discriminants, in place.", "tables", "codes", "rows", "starts",
                     "counts", "sums", "totals", "identities", "volumes", "smallest", "priors", "q", "weakest", "shrinkage",
                     "keeps", "threads", "labels", "probabilities", "sure");
}

void bind_discriminants(nb::module_ &module) {
    foldwise::define(module, "whiten_rows", &whiten_rows,
                     "Rows in coordinates in which their covariance is the identity, in place.", "X", "codes", "counts",
                     "centres", "variance_floor", "shrinkage", "least", "tables", "sums", "totals", "transforms", "identities", "bounds",
                     "volumes");
    foldwise::define(module, "transform_points", &transform_points, "Rows measured from one point, in other coordinates, in place.",
                     "X", "middle", "transform", "points");
    bind_predictions<std::int64_t, std::int64_t>(module);
    bind_predictions<std::int32_t, std::int64_t>(module);
    bind_predictions<std::int64_t, std::int8_t>(module);
    bind_predictions<std::int32_t, std::int8_t>(module);
}

#endif
