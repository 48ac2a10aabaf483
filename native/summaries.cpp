// What the scores of the resamples come to: where these start, their sum over repeats, and how much rows of a class differ.
#ifdef SIMD

static void add_draw(const std::uint8_t *counts, std::size_t n, double weight, double *products,
                                     std::uint8_t *zeros) {
    for (std::size_t i = 0; i < n; ++i) products[i] += weight * counts[i];
    for (std::size_t i = 0; i < n; ++i) zeros[i] = static_cast<std::uint8_t>(zeros[i] + (counts[i] == 0));
}

#else

#include "kernels.hpp"

#include <limits>
#include <utility>

#include <nanobind/stl/tuple.h>

#define SIMD_FILE "summaries.cpp"
#include "simd.hpp"

using Values = foldwise::In<double, 1>;
using Flags = foldwise::In<bool, 1>;
using Places = foldwise::In<std::int64_t, 1>;
using Mix = foldwise::In<std::int64_t, 2>;
using Table = foldwise::In<double, 2>;
using Counts = foldwise::In<std::uint8_t, 2>;
using Tables = foldwise::In<std::int64_t, 3>;
using Edges = foldwise::Out<std::int64_t, 1>;
using Line = foldwise::Out<double, 1>;
using Out = foldwise::Out<double, 2>;
template <typename Row> using Rows = foldwise::In<Row, 1>;

static constexpr std::int64_t LOADS = 4;
static constexpr std::size_t MOST_CLASSES = 1 << 20;

// products[i] += Σ_b weights[b] counts[b, i], and zeros[i] += number of b with counts[b, i] = 0, over the draws b that
// are used. Zeros are counted in bytes, which hold 255 of them.
static void weigh_counts(Counts counts, Values weights, Flags used, Line products, Line zeros) {
    constexpr std::size_t most = 255;
    const std::size_t draws = counts.shape(0), n = counts.shape(1);
    SHAPE(weights, draws), SHAPE(used, draws), SHAPE(products, n), SHAPE(zeros, n), BELOW(used, 2);
    nb::gil_scoped_release release;
    std::vector<std::uint8_t> left_out(n, 0);
    for (std::size_t start = 0; start < draws; start += most) {
        for (std::size_t b = start; b < std::min(draws, start + most); ++b)
            if (used.data()[b])
                SIMD_PICK(add_draw)(counts.data() + b * n, n, weights.data()[b], products.data(), left_out.data());
        for (std::size_t i = 0; i < n; ++i) zeros.data()[i] += std::exchange(left_out[i], std::uint8_t{0});
    }
}

// `add_powers` of two classes, whose sums stay in registers.
static std::tuple<double, double> add_powers_of_two(const double *psi, const std::int64_t *truth, std::size_t size,
                                                    double *powers) {
    double most = -std::numeric_limits<double>::infinity(), least = -most, sum[2] = {};
    std::int64_t ones = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const double one = psi[i];
        ones += truth[i];
        sum[0] += truth[i] == 0 ? one : 0.0;
        sum[1] += truth[i] == 0 ? 0.0 : one;
        most = one > most ? one : most;
        least = one < least ? one : least;
    }
    const double count[2] = {static_cast<double>(size) - static_cast<double>(ones), static_cast<double>(ones)};
    const double mean[2] = {sum[0] / (count[0] > 0 ? count[0] : 1.0), sum[1] / (count[1] > 0 ? count[1] : 1.0)};
    double second[2] = {}, fourth[2] = {};
    for (std::size_t i = 0; i < size; ++i) {
        const double moved = psi[i] - (truth[i] == 0 ? mean[0] : mean[1]), square = moved * moved, power = square * square;
        second[0] += truth[i] == 0 ? square : 0.0;
        second[1] += truth[i] == 0 ? 0.0 : square;
        fourth[0] += truth[i] == 0 ? power : 0.0;
        fourth[1] += truth[i] == 0 ? 0.0 : power;
    }
    for (std::size_t c = 0; c < 2; ++c) {
        powers[c] = count[c];
        powers[2 + c] = mean[c];
        powers[4 + c] = second[c];
        powers[6 + c] = fourth[c];
    }
    return {most, least};
}

// powers[:, c] = number of rows of class c, mean of ψ, and sums of the second and fourth powers of ψ - mean (4, C). Gives the
// largest and the smallest ψ.
static std::tuple<double, double> add_powers(const double *psi, const std::int64_t *truth, std::size_t size,
                                             std::size_t classes, double *powers) {
    double *count = powers, *mean = count + classes, *second = mean + classes, *fourth = second + classes;
    std::fill(count, count + 4 * classes, 0.0);
    double most = -std::numeric_limits<double>::infinity(), least = -most;
    if (classes == 2) return add_powers_of_two(psi, truth, size, powers);
    for (std::size_t i = 0; i < size; ++i) {
        const auto c = static_cast<std::size_t>(truth[i]);
        count[c] += 1.0;
        mean[c] += psi[i];
        most = psi[i] > most ? psi[i] : most;
        least = psi[i] < least ? psi[i] : least;
    }
    for (std::size_t c = 0; c < classes; ++c) mean[c] /= count[c] > 0 ? count[c] : 1.0;
    for (std::size_t i = 0; i < size; ++i) {
        const auto c = static_cast<std::size_t>(truth[i]);
        const double moved = psi[i] - mean[c], square = moved * moved;
        second[c] += square;
        fourth[c] += square * square;
    }
    return {most, least};
}

static std::tuple<double, double> class_powers(Values psi, Places truth, Out powers) {
    const std::size_t size = psi.shape(0), classes = powers.shape(1);
    SHAPE(truth, size), SHAPE(powers, 4, classes), BELOW(truth, classes);
    return add_powers(psi.data(), truth.data(), size, classes, powers.data());
}

// Variance of the mean of ψ from the powers of each class, and its degrees of freedom by Satterthwaite, at least `least` of a class: what
// the rows of each class add, and what the shares of the classes add. Of weighted rows the weights and their squares are in two more
// lines. With `tails` a long-tailed ψ counts for fewer rows.
static std::tuple<double, double> variance_of(const double *powers, std::size_t lines, std::size_t classes, double least, bool tails) {
    const double *rows = powers, *mean = rows + classes, *spread = mean + classes, *fourth = spread + classes;
    const double *mass = lines == 4 ? rows : fourth + classes, *squares = lines == 4 ? rows : mass + classes;
    double weight = 0.0, weighed = 0.0, between = 0.0, variance = 0.0, doubt = 0.0;
    for (std::size_t c = 0; c < classes; ++c) {
        weight += mass[c];
        weighed += squares[c];
    }
    const double whole = weight * weight;
    for (std::size_t c = 0; c < classes; ++c) {
        between += squares[c] * (mean[c] * mean[c]) / whole;
        const double size = mass[c] > 0 ? mass[c] * mass[c] / squares[c] : 1.0, free = std::max(size - 1, least);
        const double within = spread[c] * (free + 1) / free / whole;
        const double excess = tails && spread[c] > 0 ? fourth[c] * rows[c] / (spread[c] * spread[c]) - 3 : 0.0;
        variance += within;
        doubt += within * within * (1 / free + (excess > 0 ? excess : 0.0) / (2 * size));
    }
    const double most = std::max(whole / weighed - 1, least);
    variance += between;
    doubt += between * between / most;
    return {variance, doubt > 0 ? std::min(most, variance * variance / doubt) : most};
}

static std::tuple<double, double> class_variance(Table powers, double least, bool tails) {
    REQUIRE(powers.shape(0) == 4 || powers.shape(0) == 6, "'powers' must have four or six lines");
    return variance_of(powers.data(), powers.shape(0), powers.shape(1), least, tails);
}

// From the sums of ψ over the tests of each row: means[i] = mean of row i less the mean over the rows. Gives Σ sum · mean of the row,
// Σ means², the largest and the smallest of the means, and their variance with its degrees of freedom as `class_variance` has them,
// without and with tails; NaN where the fourth power of the largest, or its inverse, is no number.
using Moments = std::tuple<double, double, double, double, double, double, double, double>;
static Moments row_moments(Values sums, Values times, Places truth, std::size_t classes, double least_df, Line means) {
    constexpr double range = 1e30, undefined = std::numeric_limits<double>::quiet_NaN();
    const std::size_t size = sums.shape(0);
    REQUIRE(classes <= MOST_CLASSES, "'classes' must be a number of classes");
    SHAPE(times, size), SHAPE(truth, size), SHAPE(means, size), BELOW(truth, classes);
    std::vector<double> powers(4 * classes);
    double total = 0.0, inner = 0.0;
    for (std::size_t i = 0; i < size; ++i) {
        const double sum = sums.data()[i], mean = sum / times.data()[i];
        means.data()[i] = mean;
        total += mean;
        inner += sum * mean;
    }
    const double centre = size > 0 ? total / static_cast<double>(size) : 0.0;
    double squares = 0.0;
    for (std::size_t i = 0; i < size; ++i) {
        means.data()[i] -= centre;
        squares += means.data()[i] * means.data()[i];
    }
    const auto [most, least] = add_powers(means.data(), truth.data(), size, classes, powers.data());
    const double largest = std::max(most, -least);
    if (largest != 0.0 && !(largest >= 1 / range && largest <= range))
        return {inner, squares, most, least, undefined, undefined, undefined, undefined};
    return std::tuple_cat(std::tuple{inner, squares, most, least}, variance_of(powers.data(), 4, classes, least_df, false),
                          variance_of(powers.data(), 4, classes, least_df, true));
}

// sums[i] = what the predictions of row i of two classes contribute: it was wrong mistakes[i] of times[i] times, and slopes are
// those of the cells of the confusion matrix (2, 3); by_resample[r] = what those of resample r contribute. Gives the sum of the squares
// of all contributions, and of those about the mean of each row: of a row that is wrong m of t times (right - wrong)² m(t - m)/t.
static std::tuple<double, double> mistake_sums(Values mistakes, Values times, Places codes, Tables tables, Table slopes, Line sums,
                                               Line by_resample) {
    constexpr std::size_t cells = 6;
    const std::size_t n = mistakes.shape(0), resamples = tables.shape(0);
    SHAPE(times, n), SHAPE(codes, n), SHAPE(tables, resamples, 2, 3), SHAPE(slopes, 2, 3), SHAPE(sums, n);
    SHAPE(by_resample, resamples), BELOW(codes, 2);
    const double *slope = slopes.data(), right[2] = {slope[0], slope[4]}, wrong[2] = {slope[1], slope[3]};
    double flips[2] = {};
    for (std::size_t i = 0; i < n; ++i) {
        const bool one = codes.data()[i] != 0;
        const double missed = mistakes.data()[i], tests = times.data()[i], hits = tests - missed;
        const double flipped = hits * missed / (tests > 1.0 ? tests : 1.0);
        sums.data()[i] = right[one] * hits + wrong[one] * missed;
        flips[0] += one ? 0.0 : flipped;
        flips[1] += one ? flipped : 0.0;
    }
    double scatter = 0.0, squares = 0.0, whole[cells] = {};
    for (std::size_t c = 0; c < 2; ++c) scatter += (right[c] - wrong[c]) * (right[c] - wrong[c]) * flips[c];
    for (std::size_t r = 0; r < resamples; ++r) {
        double sum = 0.0;
        for (std::size_t k = 0; k < cells; ++k) {
            const auto count = static_cast<double>(tables.data()[r * cells + k]);
            sum += slope[k] * count;
            whole[k] += count;
        }
        by_resample.data()[r] = sum;
    }
    for (std::size_t k = 0; k < cells; ++k) squares += whole[k] * slope[k] * slope[k];
    return {squares, scatter};
}

// sums[i] = sum of the places of row i of two classes, less the mean place of its class, times all tests over those of the class.
// Places were summed over times[i] tests, and `first` and `second` are the sums of the squares of the places of either class. Gives the
// sum of the squares of what each prediction adds.
static double centred_places(Values places, Values times, Places codes, double first, double second, Line sums) {
    const std::size_t n = places.shape(0);
    SHAPE(times, n), SHAPE(codes, n), SHAPE(sums, n), BELOW(codes, 2);
    const double squares[2] = {first, second};
    double centre[2] = {}, tests[2] = {}, scale[2], total = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
        const bool one = codes.data()[i] != 0;
        centre[0] += one ? 0.0 : places.data()[i];
        centre[1] += one ? places.data()[i] : 0.0;
        tests[0] += one ? 0.0 : times.data()[i];
        tests[1] += one ? times.data()[i] : 0.0;
    }
    for (std::size_t c = 0; c < 2; ++c) {
        centre[c] /= tests[c];
        scale[c] = (tests[0] + tests[1]) / tests[c];
        total += (squares[c] - tests[c] * centre[c] * centre[c]) * scale[c] * scale[c];
    }
    for (std::size_t i = 0; i < n; ++i) {
        const bool one = codes.data()[i] != 0;
        sums.data()[i] = (places.data()[i] - centre[one] * times.data()[i]) * scale[one];
    }
    return total;
}

// By how much the mean of each resample differs from the mean of the centres of its rows. Gives the number of resamples that
// have predictions, the sums of the squared differences, plain and times the predictions, and of one over the predictions.
template <typename Row>
static std::tuple<double, double, double, double> spread_about(const Values &by_resample, const double *centre, const Row *place,
                                                               const std::int64_t *edge, std::size_t threads) {
    const std::size_t resamples = by_resample.shape(0);
    const double *sum = by_resample.data();
    std::vector<double> apart(resamples, 0.0);
    foldwise::for_each(resamples, threads, [&] {
        return [&](std::size_t r) {
            const std::int64_t first = edge[r], last = edge[r + 1];
            double lanes[LOADS] = {};
            std::int64_t i = first;
            for (; i + LOADS <= last; i += LOADS)
                for (std::int64_t l = 0; l < LOADS; ++l) lanes[l] += centre[place[i + l]];
            for (; i < last; ++i) lanes[0] += centre[place[i]];
            const double expected = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
            if (last > first) apart[r] = (sum[r] - expected) / static_cast<double>(last - first);
        };
    });
    double fits = 0.0, squares = 0.0, weighed = 0.0, inverse = 0.0;
    for (std::size_t r = 0; r < resamples; ++r) {
        if (edge[r + 1] == edge[r]) continue;
        const auto size = static_cast<double>(edge[r + 1] - edge[r]);
        fits += 1.0;
        squares += apart[r] * apart[r];
        weighed += size * apart[r] * apart[r];
        inverse += 1.0 / size;
    }
    return {fits, squares, weighed, inverse};
}

template <typename Row>
static std::tuple<double, double, double, double> fit_spread(Values by_resample, Values centres, Rows<Row> row, Places edges,
                                                             std::size_t threads) {
    EDGES(edges, by_resample.shape(0), row.shape(0)), BELOW(row, centres.shape(0));
    nb::gil_scoped_release release;
    return spread_about(by_resample, centres.data(), row.data(), edges.data(), threads);
}

// What `row_moments` gives, and what `fit_spread` gives about the means of the rows; all rows were tested.
template <typename Row>
static std::tuple<Moments, std::tuple<double, double, double, double>>
row_and_fit_moments(Values sums, Values times, Places truth, std::size_t classes, double least_df, Values by_resample, Rows<Row> row,
                    Places edges, std::size_t threads, Line means) {
    const std::size_t size = sums.shape(0);
    SHAPE(times, size), EDGES(edges, by_resample.shape(0), row.shape(0)), BELOW(row, size);
    std::vector<double> centres(size);
    for (std::size_t i = 0; i < size; ++i) centres[i] = sums.data()[i] / times.data()[i];
    const Moments of_rows = row_moments(sums, times, truth, classes, least_df, means);
    nb::gil_scoped_release release;
    return {of_rows, spread_about(by_resample, centres.data(), row.data(), edges.data(), threads)};
}

// scores[r] = sum of resample r over its weight, NaN without weight; and the mean over the repeats of the sums of their resamples over the
// weights of these, where a repeat without weight is left out.
static double pool(Values sums, Values weights, Places repeat, Line scores) {
    constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
    const std::size_t size = sums.shape(0);
    SHAPE(weights, size), SHAPE(repeat, size), SHAPE(scores, size), BELOW(repeat, size);
    std::vector<double> sum, weight;
    for (std::size_t r = 0; r < size; ++r) {
        scores.data()[r] = weights.data()[r] == 0.0 ? undefined : sums.data()[r] / weights.data()[r];
        const auto at = static_cast<std::size_t>(repeat.data()[r]);
        if (at >= sum.size()) {
            sum.resize(at + 1, 0.0);
            weight.resize(at + 1, 0.0);
        }
        sum[at] += sums.data()[r];
        weight[at] += weights.data()[r];
    }
    double total = 0.0, count = 0.0;
    for (std::size_t t = 0; t < sum.size(); ++t) {
        if (weight[t] == 0.0) continue;
        total += sum[t] / weight[t];
        count += 1.0;
    }
    return count == 0.0 ? undefined : total / count;
}

// Mean share of right predictions over the classes that have rows; NaN where none has.
static double mean_recall(const std::uint64_t *table, std::size_t classes) {
    double sum = 0.0, defined = 0.0;
    for (std::size_t c = 0; c < classes; ++c) {
        std::uint64_t rows = 0;
        for (std::size_t k = 0; k <= classes; ++k) rows += table[c * (classes + 1) + k];
        if (rows == 0) continue;
        sum += static_cast<double>(table[c * (classes + 1) + c]) / static_cast<double>(rows);
        defined += 1.0;
    }
    return sum / defined;
}

// The mean recall of each confusion table, in place, and the mean over the repeats of that of their tables added up.
static double mean_recalls(Tables tables, Places repeat, Line values) {
    const std::size_t resamples = tables.shape(0), classes = tables.shape(1), cells = classes * (classes + 1);
    SHAPE(tables, resamples, classes, classes + 1), SHAPE(repeat, resamples), SHAPE(values, resamples);
    BELOW(repeat, resamples);
    REQUIRE(classes > 0, "'tables' must have a class");
    std::vector<std::uint64_t> sums;
    for (std::size_t r = 0; r < resamples; ++r) {
        const auto *table = reinterpret_cast<const std::uint64_t *>(tables.data()) + r * cells;
        values.data()[r] = mean_recall(table, classes);
        const auto at = static_cast<std::size_t>(repeat.data()[r]) * cells;
        if (at + cells > sums.size()) sums.resize(at + cells, 0);
        for (std::size_t k = 0; k < cells; ++k) sums[at + k] += table[k];
    }
    double total = 0.0, defined = 0.0;
    for (std::size_t at = 0; at < sums.size(); at += cells) {
        const double one = mean_recall(sums.data() + at, classes);
        if (one != one) continue;
        total += one;
        defined += 1.0;
    }
    return total / defined;
}

// Where the predictions of each resample start, and the end of the last. Resamples come in order and are about as large as
// each other, so that the next start is looked for where it should be, in growing steps.
template <typename Code> static void find_edges(Rows<Code> resample, Edges edges) {
    REQUIRE(edges.shape(0) > 0, "'edges' must not be empty");
    const auto size = static_cast<std::int64_t>(resample.shape(0));
    const Code *code = resample.data();
    std::int64_t *edge = edges.data(), length = 1;
    edge[0] = 0;
    for (std::size_t r = 0; r + 1 < edges.shape(0); ++r) {
        const auto next = static_cast<Code>(r + 1);
        std::int64_t high = std::min(size, edge[r] + length), low = high, step = 1;
        if (high == size || code[high] >= next)
            for (--low; low >= edge[r] && code[low] >= next; step *= 2, low = std::max(edge[r] - 1, low - step)) high = low;
        else
            for (++high; high < size && code[high] < next; step *= 2, high = std::min(size, high + step)) low = high;
        edge[r + 1] = std::lower_bound(code + low + 1, code + high, next) - code;
        length = edge[r + 1] - edge[r];
    }
}

template <typename Row> static void bind_row_types(nb::module_ &module) {
    foldwise::define(module, "find_edges", &find_edges<Row>, "Where the predictions of each resample start, in place.",
                     "resample", "edges");
    foldwise::define(module, "fit_spread", &fit_spread<Row>,
                     "How much the means of resamples differ from what their rows explain.", "by_resample", "centres", "row",
                     "edges", "threads");
    foldwise::define(module, "row_and_fit_moments", &row_and_fit_moments<Row>,
                     "What `row_moments` gives, and what `fit_spread` gives about the means of the rows.", "sums", "times", "truth",
                     "classes", "least_df", "by_resample", "row", "edges", "threads", "means");
}

void bind_summaries(nb::module_ &module) {
    bind_row_types<std::int32_t>(module);
    bind_row_types<std::int64_t>(module);
    foldwise::define(module, "class_powers", &class_powers, "Rows, means and central powers of each class, in place.", "psi",
                     "truth", "powers");
    foldwise::define(module, "class_variance", &class_variance, "Variance of a mean of classes, and its degrees of freedom.",
                     "powers", "least", "tails");
    foldwise::define(module, "row_moments", &row_moments,
                     "Means of the rows, in place, and their variance by class.", "sums", "times", "truth", "classes", "least_df",
                     "means");
    foldwise::define(module, "mistake_sums", &mistake_sums, "What the rows of two classes contribute by their mistakes, in place.",
                     "mistakes", "times", "codes", "tables", "slopes", "sums", "by_resample");
    foldwise::define(module, "centred_places", &centred_places, "Places of rows of two classes about their means, in place.",
                     "places", "times", "codes", "first", "second", "sums");
    foldwise::define(module, "pool", &pool, "Sums over weights, in place, and the mean over the repeats of theirs.", "sums",
                     "weights", "repeat", "scores");
    foldwise::define(module, "mean_recalls", &mean_recalls, "Mean recall of each table, in place, and of the repeats.",
                     "tables", "repeat", "values");
    foldwise::define(module, "weigh_counts", &weigh_counts,
                     "Weighted sums of counts over draws, and how often an item was not drawn, in place.", "counts",
                     "weights", "used", "products", "zeros");
}

#endif
