// Gaussian classes on many resamples: sums of rows by part and class, and from the training sums of each resample to the
// predictions, in memory that is used again for the next one.
#ifdef SIMD

static void add_by_class(const double *table, const std::uint16_t *codes, std::size_t n, std::size_t p,
                                         double *sums, double *largest) {
    for (std::size_t i = 0; i < n; ++i) {
        const double *x = table + i * p;
        double *to = sums + codes[i] * p;
        for (std::size_t j = 0; j < p; ++j) {
            to[j] += x[j];
            const double size = std::fabs(x[j]);
            largest[j] = size > largest[j] ? size : largest[j];
        }
    }
}

// Deviations from the class mean, their squares, and a one at the end.
SIMD_INLINE void spread_out(const double *x, const double *centre, std::size_t p, double *z) {
    for (std::size_t j = 0; j < p; ++j) {
        const double away = x[j] - centre[j];
        z[j] = away;
        z[p + j] = away * away;
    }
}

static void add_lanes(const double *from, std::size_t width, double *to) {
    for (std::size_t j = 0; j < width; j += LANES)
        for (std::size_t l = 0; l < LANES; ++l) to[j + l] += from[j + l];
}

template <typename Key>
static void add_to_parts(Summed of, const Key *keys, std::size_t repeats, std::size_t k, double *z,
                                         double *sums) {
    z[2 * of.p] = 1.0;
    for (std::size_t i = 0; i < of.n; ++i) {
        const std::size_t c = of.codes[i];
        spread_out(of.table + i * of.p, of.centres + c * of.p, of.p, z);
        for (std::size_t t = 0; t < repeats; ++t) {
            const std::size_t part = t * k + static_cast<std::size_t>(keys[t * of.n + i]);
            add_lanes(z, of.width, sums + (part * of.classes + c) * of.width);
        }
    }
}

template <typename Key>
static void add_others(Summed of, const Key *keys, Key left_out, double *z, double *sums) {
    z[2 * of.p] = 1.0;
    for (std::size_t i = 0; i < of.n; ++i) {
        if (keys[i] == left_out) continue;
        const std::size_t c = of.codes[i];
        spread_out(of.table + i * of.p, of.centres + c * of.p, of.p, z);
        add_lanes(z, of.width, sums + c * of.width);
    }
}

static void spread_rows(const Summed &of, const std::size_t *rows, std::size_t count, std::size_t c,
                                        double *table) {
    for (std::size_t k = 0; k < count; ++k) {
        spread_out(of.table + rows[k] * of.p, of.centres + c * of.p, of.p, table + k * of.width);
        table[k * of.width + 2 * of.p] = 1.0;
    }
}

// sums[a * step …] += Σ_k left[k, a] right[k, …] for a < 8: eight weighted sums of rows.
static void add_weighted(const double *left, const double *right, std::size_t count, std::size_t width, std::size_t step,
                         double *sums) {
    for (std::size_t j = 0; j < width; j += LENGTH) {
        Vector found[LANES] = {};
        for (std::size_t k = 0; k < count; ++k) {
            const Vector row = load(right + k * width + j);
#pragma GCC unroll 8
            for (std::size_t a = 0; a < LANES; ++a) found[a] += left[k * LANES + a] * row;
        }
#pragma GCC unroll 8
        for (std::size_t a = 0; a < LANES; ++a) store(sums + a * step + j, load(sums + a * step + j) + found[a]);
    }
}

// Shifts and variances from the sums; whether every class has rows.
static bool divide(const Task &task, const double *part, Normal &fit, Scratch &by) {
    const std::size_t p = task.p;
    for (std::size_t j = 0; j < task.classes * task.width; ++j)
        by.sums[j] = task.total == nullptr ? part[j] : task.total[j] - part[j];
    bool all = true;
    for (std::size_t c = 0; c < task.classes; ++c) {
        const double *sums = by.sums.data() + c * task.width;
        double *shifts = fit.means.data() + c * fit.line, *variances = by.variances.data() + c * fit.line;
        by.weights[c] = sums[2 * p];
        all = all && sums[2 * p] > 0;
        const double share = 1.0 / (sums[2 * p] > 0 ? sums[2 * p] : 1.0);
        for (std::size_t j = 0; j < p; ++j) {
            const double shift = sums[j] * share, variance = sums[p + j] * share - shift * shift;
            shifts[j] = shift;
            variances[j] = variance > 0 ? variance : 0.0;
        }
    }
    return all;
}

// The largest variance of a column over all classes together, squared about the mean so that no digits cancel.
static double widest(const Task &task, const Normal &fit, Scratch &by) {
    const std::size_t p = task.p;
    double *middle = by.middle.data(), *spread = by.spread.data();
    double total = 0.0;
    for (std::size_t c = 0; c < task.classes; ++c) total += by.weights[c];
    for (std::size_t j = 0; j < p; ++j) middle[j] = spread[j] = 0.0;
    for (std::size_t c = 0; c < task.classes; ++c) {
        const double share = by.weights[c] / total;
        const double *shifts = fit.means.data() + c * fit.line, *centre = task.centres + c * p;
        for (std::size_t j = 0; j < p; ++j) middle[j] += share * (shifts[j] + (centre[j] - task.centre[j]));
    }
    for (std::size_t c = 0; c < task.classes; ++c) {
        const double share = by.weights[c] / total;
        const double *shifts = fit.means.data() + c * fit.line, *centre = task.centres + c * p;
        const double *variances = by.variances.data() + c * fit.line;
        for (std::size_t j = 0; j < p; ++j) {
            const double away = shifts[j] + (centre[j] - task.centre[j]) - middle[j];
            spread[j] += share * (variances[j] + away * away);
        }
    }
    double most = 0.0;
    for (std::size_t j = 0; j < p; ++j) most = spread[j] > most ? spread[j] : most;
    return most;
}

// Σ log numbers, as the logarithm of a product whose exponent is kept apart.
static double sum_of_logs(const double *numbers, std::size_t p) {
    double product = 1.0;
    std::int64_t exponents = 0;
    for (std::size_t j = 0; j < p; ++j) {
        const std::uint64_t bits = std::bit_cast<std::uint64_t>(numbers[j]);
        const auto exponent = static_cast<std::int64_t>(bits >> 52);
        if (exponent == 0) return -std::numeric_limits<double>::infinity();  // next to nothing
        exponents += exponent - 1023;
        product *= std::bit_cast<double>((bits & 0xFFFFFFFFFFFFFULL) | (1023ULL << 52));  // between 1 and 2
        if (product > 0x1p500) {
            product *= 0x1p-500;
            exponents += 500;
        }
    }
    return std::log(product) + static_cast<double>(exponents) * std::numbers::ln2;
}

// Turns shifts and variances into means, precisions and offsets; whether every variance is sure, and not nothing.
static bool finish(const Task &task, double smoothing, Normal &fit, Scratch &by) {
    const std::size_t p = task.p;
    double total = 0.0;
    for (std::size_t c = 0; c < task.classes; ++c) total += by.weights[c];
    for (std::size_t c = 0; c < task.classes; ++c) {
        const double *squares = by.sums.data() + c * task.width + p, *centre = task.centres + c * p;
        const double *scale = task.total == nullptr ? squares : task.total + c * task.width + p;
        double *means = fit.means.data() + c * fit.line, *precisions = fit.precisions.data() + c * fit.line;
        double *variances = by.variances.data() + c * fit.line;
        const double rounding = task.rounding / by.weights[c];
        std::size_t unsure = 0;
        for (std::size_t j = 0; j < p; ++j) {
            const double variance = variances[j] + smoothing;
            const double doubt = rounding * (squares[j] > scale[j] ? squares[j] : scale[j]);
            unsure += static_cast<std::size_t>(doubt > task.accurate * variance) |
                      static_cast<std::size_t>(!(variance > task.variance_floor[j]));
            means[j] += centre[j];
            variances[j] = variance;
            precisions[j] = 1.0 / variance;
        }
        if (unsure) return false;
        const double prior = task.priors == nullptr ? std::log(by.weights[c] / total) : task.priors[c];
        const double logs = sum_of_logs(variances, p) + static_cast<double>(p) * std::log(2 * std::numbers::pi);
        fit.offsets[c] = prior - 0.5 * logs;
    }
    return true;
}

// Rows are asked for in leaps: fetch the ones to come while this one is worked on.
static constexpr std::size_t AHEAD = 16;
SIMD_INLINE void fetch(const double *row, std::size_t p) {
    for (std::size_t j = 0; j < p; j += LANES) __builtin_prefetch(row + j);
    __builtin_prefetch(row + p - 1);
}

// Scores -½ Σ (x - mean)² precision + offset of some test rows, class after class.
template <typename Row>
static void score_normal(const Readable &table, const Row *rows, std::size_t count, std::size_t left,
                                         std::size_t classes, const Normal &fit, double *scores) {
    const std::size_t line = fit.line;
    const double *means = fit.means.data(), *precisions = fit.precisions.data(), *offsets = fit.offsets.data();
    for (std::size_t q = 0; q < count; ++q) {
        const double *x = table.row(static_cast<std::size_t>(rows[q]));
        if (q + AHEAD < left) fetch(table.table + static_cast<std::size_t>(rows[q + AHEAD]) * table.p, table.p);
        for (std::size_t c = 0; c < classes; ++c) {
            const double *mean = means + c * line, *precision = precisions + c * line;
            double sums[LANES] = {};
            for (std::size_t j = 0; j < line; j += LANES)
                for (std::size_t l = 0; l < LANES; ++l) {
                    const double away = x[j + l] - mean[j + l];
                    sums[l] += away * away * precision[j + l];
                }
            scores[c * BATCH + q] = offsets[c] - 0.5 * add_up(sums);
        }
    }
}

// Of two classes, the second score minus the first.
template <typename Row>
static void compare_normal(const Readable &table, const Row *rows, std::size_t count, std::size_t left,
                                           const Normal &fit, double *scores) {
    const std::size_t line = fit.line;
    const double *mean = fit.means.data(), *precision = fit.precisions.data();
    const double *other = mean + line, *weight = precision + line;
    const double offset = fit.offsets[1] - fit.offsets[0];
    for (std::size_t q = 0; q < count; ++q) {
        const double *x = table.row(static_cast<std::size_t>(rows[q]));
        if (q + AHEAD < left) fetch(table.table + static_cast<std::size_t>(rows[q + AHEAD]) * table.p, table.p);
        double sums[LANES] = {};
        for (std::size_t j = 0; j < line; j += LANES)
            for (std::size_t l = 0; l < LANES; ++l) {
                const double near = x[j + l] - mean[j + l], far = x[j + l] - other[j + l];
                sums[l] += near * near * precision[j + l] - far * far * weight[j + l];
            }
        scores[q] = offset + 0.5 * add_up(sums);
    }
}

// Labels and probabilities of some test rows of one resample; whether all are finite.
template <typename Row, typename Label>
static bool predict_normal(const Readable &table, const Row *rows, std::size_t count, std::size_t classes,
                          const Normal &fit, double *scores, Label *labels, double *probabilities) {
    bool finite = true;
    for (std::size_t first = 0; first < count; first += BATCH) {
        const std::size_t some = count - first < BATCH ? count - first : BATCH;
        if (classes == 2)
            compare_normal(table, rows + first, some, count - first, fit, scores);
        else
            score_normal(table, rows + first, some, count - first, classes, fit, scores);
        finite &= decide(Rule::POSTERIOR, scores, classes, some, labels + first, probabilities + first * classes);
    }
    return finite;
}

template <typename Row> static bool ascends(const Row *rows, std::size_t count) {
    bool falls = false;
    for (std::size_t i = 1; i < count; ++i) falls |= rows[i] < rows[i - 1];
    return !falls;
}

// Means, precisions and offsets of one resample from its sums; whether it is an ordinary one.
static bool fit_normal(const Task &task, const double *part, Normal &fit, Scratch &by) {
    return divide(task, part, fit, by) && finish(task, task.smoothing * widest(task, fit, by), fit, by);
}

#else

#include "decide.hpp"
#include "gaussian.hpp"

#include <cstring>
#include <limits>
#include <numbers>

using foldwise::Buffer, foldwise::LANES, foldwise::padded;

template <typename Key> using Parts = foldwise::In<Key, 2>;

// What the sums of rows by class are made of: n rows of p numbers, summed into lines of `width` numbers for each class.
struct Summed {
    const double *table;
    const std::uint16_t *codes;
    const double *centres;
    std::size_t n, p, classes, width;
};

// Everything that all resamples share.
struct Task {
    const double *centres, *centre, *variance_floor, *priors, *total;
    std::size_t p, classes, width;
    double smoothing, rounding, accurate;
};

// Means, precisions and offsets of one resample, in lines of whole lanes; the columns beyond p weigh nothing.
struct Normal {
    Buffer<double> means, precisions, offsets;
    std::size_t line;
    explicit Normal(const Task &task)
        : means(task.classes * padded(task.p)), precisions(task.classes * padded(task.p)), offsets(task.classes),
          line(padded(task.p)) {}
};

// What fitting a resample and scoring its test rows need on the way.
struct Scratch {
    Buffer<double> sums, weights, variances, middle, spread, scores;
    explicit Scratch(const Task &task)
        : sums(task.classes * task.width), weights(task.classes), variances(task.classes * padded(task.p)),
          middle(task.p), spread(task.p), scores(task.classes * foldwise::BATCH) {}
};

// The rows of a table, each followed by numbers that may be read: the last few are kept in a copy with zeros behind.
struct Readable {
    const double *table;
    std::size_t n, p, first;
    std::vector<double> tail;
    Readable(const double *table_, std::size_t n_, std::size_t p_)
        : table(table_), n(n_), p(p_), first(n_ > LANES ? n_ - LANES : 0), tail((n_ - first) * p_ + padded(p_), 0.0) {
        std::copy(table + first * p, table + n * p, tail.data());
    }
    const double *row(std::size_t i) const {
        return i < first ? table + i * p : tail.data() + (i - first) * p;
    }
};

#define SIMD_FILE "moments.cpp"
#include "simd.hpp"

// Rows of each class, their means, and the largest absolute value of each column. Blocks of rows, cut by the number of
// rows alone, are summed apart and then added in order.
static void describe_classes(Table X, Codes codes, std::size_t threads, OutLine counts, OutTable centres,
                             OutLine largest) {
    constexpr std::size_t few = 8192, most = 32;
    const std::size_t n = X.shape(0), p = X.shape(1), classes = centres.shape(0);
    SHAPE(codes, n), SHAPE(counts, classes), SHAPE(centres, classes, p), SHAPE(largest, p), BELOW(codes, classes);
    const std::size_t step = std::max(few, (n + most - 1) / most), blocks = std::max<std::size_t>(1, (n + step - 1) / step);
    nb::gil_scoped_release release;
    const std::size_t width = (classes + 1) * p;
    std::vector<double> sums(blocks * width, 0.0);
    foldwise::for_every(blocks, threads, [&](std::size_t b) {
        double *to = sums.data() + b * width;
        const std::size_t first = b * step;
        SIMD_PICK(add_by_class)(X.data() + first * p, codes.data() + first, std::min(step, n - first), p, to, to + classes * p);
    });
    std::fill(counts.data(), counts.data() + classes, 0.0);
    for (std::size_t i = 0; i < n; ++i) counts.data()[codes.data()[i]] += 1.0;
    double *mean = centres.data();
    std::copy(sums.data(), sums.data() + classes * p, mean);
    std::copy(sums.data() + classes * p, sums.data() + width, largest.data());
    for (std::size_t b = 1; b < blocks; ++b) {
        const double *from = sums.data() + b * width;
        for (std::size_t i = 0; i < classes * p; ++i) mean[i] += from[i];
        for (std::size_t j = 0; j < p; ++j) largest.data()[j] = std::max(largest.data()[j], from[classes * p + j]);
    }
    for (std::size_t c = 0; c < classes; ++c)
        for (std::size_t j = 0; j < p; ++j) mean[c * p + j] /= std::max(1.0, counts.data()[c]);
}

// Codes and class means are about the rows, and the sums have room for deviations, squares and a count.
static void check(const Summed &of, const Codes &codes, const Table &centres) {
    SHAPE(codes, of.n), SHAPE(centres, of.classes, of.p), BELOW(codes, of.classes);
    REQUIRE(of.width > 2 * of.p && of.width % LANES == 0, "'sums' must hold twice the columns and a count, in whole eights");
}

// Whether the whole minus a part is what the other rows add up to, for each class.
template <typename Key>
static bool agrees(Summed of, const Key *keys, Key part, const double *total, const double *held_out, double tolerance) {
    Buffer<double> direct(of.classes * of.width, 0.0), z(of.width, 0.0);
    SIMD_PICK(add_others<Key>)(of, keys, part, z.data(), direct.data());
    for (std::size_t c = 0; c < of.classes; ++c) {
        double apart = 0.0, size = 0.0;
        for (std::size_t j = c * of.width; j < (c + 1) * of.width; ++j) {
            apart = std::max(apart, std::fabs(total[j] - held_out[j] - direct[j]));
            size = std::max(size, std::fabs(direct[j]));
        }
        if (!(apart <= tolerance * size)) return false;
    }
    return true;
}

// sums[t * k + part, c] = Σ [x - centre, (x - centre)², 1] over the rows of class c in that part of repeat t, and total[c]
// the same over all parts of the first repeat. Every repeat is summed in the order of the rows. Gives whether the
// training sums of the resamples in `audited` are the total minus their part, to `tolerance`.
template <typename Key>
static bool part_moments(Table X, Codes codes, Table centres, Parts<Key> parts, std::size_t k, std::size_t threads,
                         Places audited, double tolerance, OutCube sums, OutTable total) {
    const Summed of{X.data(), codes.data(), centres.data(), X.shape(0), X.shape(1), centres.shape(0), sums.shape(2)};
    const std::size_t repeats = parts.shape(0), lines = of.classes * of.width;
    check(of, codes, centres);
    SHAPE(parts, repeats, of.n), SHAPE(sums, repeats * k, of.classes, of.width), SHAPE(total, of.classes, of.width);
    REQUIRE(repeats > 0 && k > 0, "'parts' must have a repeat");
    BELOW(parts, k), BELOW(audited, repeats * k);
    const Key *keys = parts.data();
    double *to = sums.data();
    nb::gil_scoped_release release;
    std::fill(to, to + repeats * k * lines, 0.0);
    const std::size_t pieces = std::max<std::size_t>(1, std::min(threads, repeats));
    foldwise::for_every(pieces, pieces, [&](std::size_t piece) {
        const std::size_t first = piece * repeats / pieces, last = (piece + 1) * repeats / pieces;
        Buffer<double> z(of.width, 0.0);
        SIMD_PICK(add_to_parts<Key>)(of, keys + first * of.n, last - first, k, z.data(), to + first * k * lines);
    });
    std::fill(total.data(), total.data() + lines, 0.0);
    for (std::size_t part = 0; part < k; ++part) SIMD_PICK(add_lanes)(to + part * lines, lines, total.data());
    std::atomic<bool> sound{true};
    foldwise::for_every(audited.shape(0), threads, [&](std::size_t at) {
        const auto r = static_cast<std::size_t>(audited.data()[at]);
        if (!agrees(of, keys + r / k * of.n, static_cast<Key>(r % k), total.data(), to + r * lines, tolerance)) sound = false;
    });
    return sound;
}

// Rows in order of class, and where each class starts.
static std::vector<std::size_t> order_by_class(const Summed &of, std::vector<std::size_t> &starts) {
    starts.assign(of.classes + 1, 0);
    for (std::size_t i = 0; i < of.n; ++i) starts[of.codes[i] + 1] += 1;
    for (std::size_t c = 0; c < of.classes; ++c) starts[c + 1] += starts[c];
    std::vector<std::size_t> order(of.n), next(starts.begin(), starts.end() - 1);
    for (std::size_t i = 0; i < of.n; ++i) order[next[of.codes[i]]++] = i;
    return order;
}

// sums[r, c] = Σ counts[r, i] [x - centre, (x - centre)², 1] over the rows i of class c. Resamples go eight by eight, and
// rows in pieces that stay in cache while many resamples are summed; both are cut without regard to threads.
static void count_moments(Table X, Codes codes, Table centres, Parts<std::uint8_t> counts, std::size_t threads,
                          OutCube sums) {
    constexpr std::size_t piece = 128, together = 8 * LANES;
    const Summed of{X.data(), codes.data(), centres.data(), X.shape(0), X.shape(1), centres.shape(0), sums.shape(2)};
    const std::size_t resamples = counts.shape(0), lines = of.classes * of.width;
    check(of, codes, centres);
    SHAPE(counts, resamples, of.n), SHAPE(sums, resamples, of.classes, of.width);
    const std::uint8_t *drawn = counts.data();
    nb::gil_scoped_release release;
    std::vector<std::size_t> starts;
    const std::vector<std::size_t> order = order_by_class(of, starts);
    foldwise::for_each((resamples + together - 1) / together, threads, [&] {
        return [&, table = Buffer<double>(piece * of.width, 0.0), weights = Buffer<double>(piece * LANES),
                found = Buffer<double>(together * lines)](std::size_t item) mutable {
            const std::size_t first = item * together, some = std::min(together, resamples - first);
            std::fill(found.begin(), found.end(), 0.0);
            for (std::size_t c = 0; c < of.classes; ++c)
                for (std::size_t at = starts[c]; at < starts[c + 1]; at += piece) {
                    const std::size_t rows = std::min(piece, starts[c + 1] - at);
                    SIMD_PICK(spread_rows)(of, order.data() + at, rows, c, table.data());
                    for (std::size_t r = 0; r < some; r += LANES) {
                        for (std::size_t l = 0; l < LANES; ++l) {
                            const std::uint8_t *mine = drawn + (first + std::min(r + l, some - 1)) * of.n;
                            for (std::size_t k = 0; k < rows; ++k)
                                weights[k * LANES + l] = static_cast<double>(mine[order[at + k]]);
                        }
                        SIMD_PICK(add_weighted)(weights.data(), table.data(), rows, of.width, lines,
                                                      found.data() + r * lines + c * of.width);
                    }
                }
            std::copy(found.data(), found.data() + some * lines, sums.data() + first * lines);
        };
    });
}

// Where the test rows among the first `step`, 2 · `step` … rows end in each resample; nothing where the rows of a resample
// do not ascend.
template <typename Row>
static std::vector<std::int64_t> cut_rows(const Row *rows, const std::int64_t *starts, std::size_t resamples,
                                          std::size_t n, std::size_t step) {
    const std::size_t pieces = (n + step - 1) / step;
    std::vector<std::int64_t> edges(resamples * (pieces + 1));
    for (std::size_t r = 0; r < resamples; ++r) {
        const Row *first = rows + starts[r], *last = rows + starts[r + 1];
        if (!SIMD_PICK(ascends<Row>)(first, static_cast<std::size_t>(last - first))) return {};
        for (std::size_t piece = 0; piece <= pieces; ++piece)
            edges[r * (pieces + 1) + piece] = std::lower_bound(first, last, static_cast<Row>(std::min(piece * step, n))) - rows;
    }
    return edges;
}

// Labels and probabilities of the test rows rows[starts[r]] … of every resample r, from its training sums: total - sums[r],
// or sums[r] where there is no total. sure[r] says whether that could be done here: every class has rows, no variance is
// in doubt, every probability is finite. Where there are too many rows to stay in cache, some of them are
// predicted in all resamples before the next.
template <typename Row, typename Label>
static void normal_predictions(Table X, Rows<Row> rows, Places starts, Cube sums, Table total, Table centres, Line centre,
                               Line variance_floor, Line priors, double smoothing, double rounding, double accurate,
                               std::size_t threads, Labels<Label> labels, OutTable probabilities, Marks sure) {
    const std::size_t resamples = sums.shape(0), n = X.shape(0), p = X.shape(1), classes = centres.shape(0);
    const std::size_t width = sums.shape(2), size = rows.shape(0);
    SHAPE(centres, classes, p), SHAPE(centre, p), SHAPE(variance_floor, p), SHAPE(sums, resamples, classes, width);
    SHAPE(labels, size), SHAPE(probabilities, size, classes), SHAPE(sure, resamples);
    EDGES(starts, resamples, size), BELOW(rows, n);
    REQUIRE(p > 0 && classes > 1 && width > 2 * p, "'sums' must hold sums, squares and counts of two classes or more");
    const double *given = OPTIONAL(priors, classes) ? priors.data() : nullptr;
    const double *whole = OPTIONAL(total, classes, width) ? total.data() : nullptr;
    const Task task{centres.data(), centre.data(), variance_floor.data(), given, whole, p, classes, width, smoothing, rounding, accurate};
    constexpr std::size_t cached = 65536;  // numbers
    const std::size_t step = std::max<std::size_t>(1, cached / p), pieces = (n + step - 1) / step;
    nb::gil_scoped_release release;
    const Readable table(X.data(), n, task.p);
    const auto fit_one = SIMD_PICK(fit_normal);
    const auto predict_one = SIMD_PICK(predict_normal<Row, Label>);
    const auto fit_to = [&](std::size_t r, Normal &fit, Scratch &by) {
        return fit_one(task, sums.data() + r * classes * task.width, fit, by);
    };
    const auto predict = [&](std::int64_t from, std::int64_t to, const Normal &fit, Scratch &by) {
        const auto start = static_cast<std::size_t>(from), count = static_cast<std::size_t>(to - from);
        return predict_one(table, rows.data() + start, count, classes, fit, by.scores.data(), labels.data() + start,
                             probabilities.data() + start * classes);
    };
    std::vector<std::int64_t> edges;
    if (pieces > 4) edges = cut_rows(rows.data(), starts.data(), resamples, n, step);
    if (edges.empty()) {
        foldwise::for_each(resamples, threads, [&] {
            return [&, fit = Normal(task), by = Scratch(task)](std::size_t r) mutable {
                sure.data()[r] =
                    fit_to(r, fit, by) && predict(starts.data()[r], starts.data()[r + 1], fit, by);
            };
        });
        return;
    }
    std::vector<Normal> fits(resamples, Normal(task));
    std::vector<std::atomic<bool>> fine(resamples);
    foldwise::for_each(resamples, threads, [&] {
        return [&, by = Scratch(task)](std::size_t r) mutable { fine[r] = fit_to(r, fits[r], by); };
    });
    foldwise::for_each(pieces * resamples, threads, [&] {
        return [&, by = Scratch(task)](std::size_t item) mutable {
            const std::size_t r = item % resamples, at = r * (pieces + 1) + item / resamples;
            if (fine[r] && !predict(edges[at], edges[at + 1], fits[r], by)) fine[r] = false;
        };
    });
    for (std::size_t r = 0; r < resamples; ++r) sure.data()[r] = fine[r];
}

template <typename Key> static void bind_part_moments(nb::module_ &module) {
    foldwise::define(module, "part_moments", &part_moments<Key>,
                     "Sums of deviations and squares by part and class, in place.", "X", "codes", "centres", "parts", "k",
                     "threads", "audited", "tolerance", "sums", "total");
}

template <typename Row, typename Label> static void bind_normal(nb::module_ &module) {
    foldwise::define(module, "normal_predictions", &normal_predictions<Row, Label>,
                     "Labels and probabilities of normal classes with columns of their own variance, in place.", "X", "rows",
                     "starts", "sums", "total", "centres", "centre", "variance_floor", "priors", "smoothing", "rounding", "accurate",
                     "threads", "labels", "probabilities", "sure");
}

void bind_moments(nb::module_ &module) {
    foldwise::define(module, "describe_classes", &describe_classes,
                     "Counts and means of the classes and sizes of the columns, in place.", "X", "codes", "threads",
                     "counts", "centres", "largest");
    foldwise::define(module, "count_moments", &count_moments,
                     "Sums of deviations and squares by class, weighted by counts, in place.", "X", "codes", "centres",
                     "counts", "threads", "sums");
    bind_part_moments<std::uint8_t>(module);
    bind_part_moments<std::uint16_t>(module);
    bind_part_moments<std::uint32_t>(module);
    bind_normal<std::int64_t, std::int64_t>(module);
    bind_normal<std::int32_t, std::int64_t>(module);
    bind_normal<std::int64_t, std::int8_t>(module);
    bind_normal<std::int32_t, std::int8_t>(module);
}

#endif
