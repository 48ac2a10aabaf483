// A first look at the rows of a call: facts by which most of the checks in src/foldwise/advice can be told to have nothing to
// say. The checks themselves are written in numpy; where rounding could turn a fact, or numbers are missing, infinite, huge or
// tiny, the fact given here is the one that has them asked.
#ifdef SIMD

// One word for each pair of numbers, equal for equal pairs: -0 is 0, and there is one missing value.
static void pair_keys(const double *first, const double *second, std::size_t size, std::uint64_t *keys) {
    for (std::size_t i = 0; i < size; ++i)
        keys[i] = foldwise::mix(foldwise::word_of(first[i]) * foldwise::STEP + foldwise::word_of(second[i]));
}

// The sum of numbers, by eight.
static double sum_of(const double *x, std::size_t size) {
    double lanes[foldwise::LANES] = {};
    std::size_t i = 0;
    for (; i + foldwise::LANES <= size; i += foldwise::LANES) eight(lanes) += eight(x + i);
    for (; i < size; ++i) lanes[i % foldwise::LANES] += x[i];
    return add_up(lanes);
}

static double squares_of(const double *x, std::size_t size) {
    double lanes[foldwise::LANES] = {};
    std::size_t i = 0;
    for (; i + foldwise::LANES <= size; i += foldwise::LANES) eight(lanes) += eight(x + i) * eight(x + i);
    for (; i < size; ++i) lanes[i % foldwise::LANES] += x[i] * x[i];
    return add_up(lanes);
}

static double largest_of(const double *x, std::size_t size) {
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < size; ++i) most = std::max(most, std::bit_cast<std::uint64_t>(x[i]) << 1 >> 1);
    return std::bit_cast<double>(most);
}

// far[i] = square of the step from row i to the row `half` on, round the end.
static void far_squares(const double *x, std::size_t size, std::size_t half, double *far) {
    for (std::size_t i = 0; i + half < size; ++i) far[i] = (x[i + half] - x[i]) * (x[i + half] - x[i]);
    for (std::size_t i = size - half; i + 1 < size; ++i)
        far[i] = (x[i + half - size] - x[i]) * (x[i + half - size] - x[i]);
}

// Add to gains how much further the row `half` on is than the next one, in squares, and to sizes what was subtracted there.
static void add_gains(const double *x, std::size_t size, std::size_t half, double weight, double *gains, double *sizes) {
    const auto add = [=](std::size_t i, std::size_t other) __attribute__((always_inline)) {
        const double far = std::abs(x[other] - x[i]), near = std::abs(x[i + 1] - x[i]);
        const double gain = (far - near) * (far + near);
        gains[i] += gain * weight;
        sizes[i] += gain != 0.0 ? (far * far + near * near) * weight : 0.0;
    };
    for (std::size_t i = 0; i + half < size; ++i) add(i, i + half);
    for (std::size_t i = size - half; i + 1 < size; ++i) add(i, i + half - size);
}

// Squared distances of one row to all, from rows whose numbers lie column after column.
static void distances_of(const double *z, std::size_t rows, std::size_t columns, std::size_t row, double *distances) {
    std::fill(distances, distances + rows, 0.0);
    for (std::size_t c = 0; c < columns; ++c) {
        const double *column = z + c * rows, own = column[row];
        for (std::size_t i = 0; i < rows; ++i) distances[i] += (column[i] - own) * (column[i] - own);
    }
}

#else

#include "kernels.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include <nanobind/stl/tuple.h>

namespace foldwise {

inline std::uint64_t word_of(double number) {
    return std::bit_cast<std::uint64_t>(number == number ? number + 0.0 : std::numeric_limits<double>::quiet_NaN());
}

}  // namespace foldwise

#define SIMD_FILE "first_look.cpp"
#include "simd.hpp"

using Codes = foldwise::In<std::int64_t, 1>;
using Values = foldwise::In<double, 1>;
template <typename Number> using Table = foldwise::Strided<const Number, 2>;

static constexpr double ASK = std::numeric_limits<double>::infinity();
// Sizes of numbers, and sums of their squares, between which no square is lost or endless.
static constexpr double HUGE_SIZE = 1e150, TINY_SUM = 1e-200;
// What the order of adding may change, in units of what was added; numbers measured from 0 that keep seven digits.
static constexpr double ROUNDING = 1e-12, DIGITS = 1e-7;

// The numbers of a table, of whatever type and layout.
template <typename Number> struct Numbers {
    const Number *from;
    std::int64_t down, along;
    std::size_t rows, columns;

    explicit Numbers(const Table<Number> &table)
        : from(table.data()), down(table.stride(0)), along(table.stride(1)), rows(table.shape(0)), columns(table.shape(1)) {}

    double at(std::size_t i, std::size_t j) const {
        return static_cast<double>(from[static_cast<std::int64_t>(i) * down + static_cast<std::int64_t>(j) * along]);
    }
};

// The rows of `count` stretches of `length` rows, each `gap` rows after the one before; all rows are one stretch.
struct Stretches {
    std::vector<std::uint32_t> list;

    Stretches(std::size_t count, std::size_t length, std::size_t gap) : list(count * length) {
        for (std::size_t s = 0; s < count; ++s)
            for (std::size_t i = 0; i < length; ++i) list[s * length + i] = static_cast<std::uint32_t>(s * gap + i);
    }
    std::size_t rows() const { return list.size(); }
    std::size_t row(std::size_t i) const { return list[i]; }
};

// Rows, evenly spaced.
struct Spaced {
    std::size_t count, apart;
};

// How often a row is closer to the next one than to one half of the rows on: most share, and most deviations from ½.
struct Alike {
    double share = ASK, sure = ASK;

    bool beyond(double strong, double deviations) const { return share >= strong && sure >= deviations; }
};

static bool is_plain(double sum) { return sum == 0.0 || (sum > TINY_SUM && sum < ASK); }

static Alike count_gains(const std::vector<double> &gains, const std::vector<double> &sizes) {
    double closer = 0, further = 0, unsure = 0;
    for (std::size_t i = 0; i < gains.size(); ++i) {
        const double slack = sizes[i] * ROUNDING + 1e-60;
        closer += gains[i] > slack;
        further += gains[i] < -slack;
        unsure += sizes[i] > 0.0 && std::abs(gains[i]) <= slack;
    }
    const double most = closer + unsure - further;
    return {0.5 + most / (2.0 * static_cast<double>(gains.size())), most / std::sqrt(std::max(1.0, closer + further))};
}

// Columns of equal length, one after the other.
struct Sample {
    std::size_t rows, columns;
    std::vector<double> numbers;

    Sample(std::size_t rows_, std::size_t columns_) : rows(rows_), columns(columns_), numbers(rows_ * columns_) {}
    double *column(std::size_t c) { return numbers.data() + c * rows; }
    bool plain() const { return SIMD_PICK(largest_of)(numbers.data(), numbers.size()) < HUGE_SIZE; }
};

#include "tight_rows.hpp"

// Likeness over all columns of a sample; scale[c] = one over the spread of column c between the halves, 0 for a constant,
// as far as `scale` has room. Gives ASK where rounding would decide.
static Alike likeness(Sample &sample, std::vector<double> *scale) {
    const std::size_t rows = sample.rows, half = rows / 2;
    std::vector<double> far(rows), gains(rows - 1, 0.0), sizes(rows - 1, 0.0);
    bool plain = true;
    for (std::size_t c = 0; c < sample.columns; ++c) {
        const double *x = sample.column(c);
        SIMD_PICK(far_squares)(x, rows, half, far.data());
        const double halves = SIMD_PICK(sum_of)(far.data(), half);
        const double spread = halves + SIMD_PICK(sum_of)(far.data() + half, rows - 1 - half);
        plain = plain && is_plain(halves) && is_plain(spread);
        if (scale != nullptr) (*scale)[c] = halves > 0.0 ? 1.0 / std::sqrt(halves) : 0.0;
        if (spread > 0.0) SIMD_PICK(add_gains)(x, rows, half, 1.0 / spread, gains.data(), sizes.data());
    }
    if (plain) return count_gains(gains, sizes);
    if (scale != nullptr) scale->clear();
    return {};
}

// Rows of a sample by class, in their order within it: each class from one edge to the next.
struct ByClass {
    std::vector<std::uint32_t> order;
    std::vector<std::size_t> edges;

    ByClass(const std::vector<std::int64_t> &codes, std::size_t classes) : order(codes.size()), edges(classes + 1, 0) {
        for (const std::int64_t code : codes) ++edges[static_cast<std::size_t>(code) + 1];
        for (std::size_t c = 0; c < classes; ++c) edges[c + 1] += edges[c];
        std::vector<std::size_t> next(edges.begin(), edges.end() - 1);
        for (std::size_t i = 0; i < codes.size(); ++i)
            order[next[static_cast<std::size_t>(codes[i])]++] = static_cast<std::uint32_t>(i);
    }

    // Whether a column of few values never falls, or never rises, within any class, and does change there.
    bool sorted_by(const double *x) const {
        bool up = true, down = true;
        std::size_t runs = 0, present = 0;
        for (std::size_t c = 0; c + 1 < edges.size() && (up || down); ++c) {
            present += edges[c] < edges[c + 1];
            for (std::size_t k = edges[c]; k < edges[c + 1] && (up || down); ++k) {
                const double step = k > edges[c] ? x[order[k]] - x[order[k - 1]] : 0.0;
                up = up && step >= 0.0;
                down = down && step <= 0.0;
                runs += k == edges[c] || step != 0.0;
            }
        }
        return (up || down) && 2 * runs <= order.size() && runs != present;
    }
};

// Likeness of each row to the next one of its class, beside one half of the class on, in classes of four rows or more; ASK
// where the file is sorted by a column too.
static Alike likeness_within(Sample &sample, const ByClass &classes) {
    constexpr std::size_t FEWEST = 4;  // as in `within` of likeness.py
    std::vector<std::uint32_t> rows, nexts, others;
    for (std::size_t c = 0; c + 1 < classes.edges.size(); ++c) {
        const std::size_t start = classes.edges[c], size = classes.edges[c + 1] - start;
        for (std::size_t k = 0; size >= FEWEST && k + 1 < size; ++k) {
            rows.push_back(classes.order[start + k]);
            nexts.push_back(classes.order[start + k + 1]);
            others.push_back(classes.order[start + (k + size / 2) % size]);
        }
    }
    if (rows.empty()) return {0.5, 0.0};
    std::vector<double> gains(rows.size(), 0.0), sizes(rows.size(), 0.0);
    for (std::size_t c = 0; c < sample.columns; ++c) {
        const double *x = sample.column(c);
        if (classes.sorted_by(x)) return {};
        double spread = 0.0;
        for (std::size_t k = 0; k < rows.size(); ++k) spread += (x[others[k]] - x[rows[k]]) * (x[others[k]] - x[rows[k]]);
        if (!is_plain(spread)) return {};
        const double weight = spread > 0.0 ? 1.0 / spread : 0.0;
        for (std::size_t k = 0; k < rows.size(); ++k) {
            const double far = std::abs(x[others[k]] - x[rows[k]]), near = std::abs(x[nexts[k]] - x[rows[k]]);
            const double gain = (far - near) * (far + near);
            gains[k] += gain * weight;
            sizes[k] += gain != 0.0 ? (far * far + near * near) * weight : 0.0;
        }
    }
    return count_gains(gains, sizes);
}

// Whether the sorted first distances of a row may have a jump: one that is much smaller than the next.
static bool may_jump(const std::vector<double> &distances, std::size_t own, std::size_t neighbours, double jump, double slack,
                     std::vector<double> &first) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < distances.size(); ++i) {
        if (i == own || (found > neighbours && distances[i] >= first[found - 1])) continue;
        std::size_t place = found > neighbours ? found - 1 : found++;
        for (; place > 0 && first[place - 1] > distances[i]; --place) first[place] = first[place - 1];
        first[place] = distances[i];
    }
    for (std::size_t k = 0; k + 1 < found; ++k)
        if (first[k] - slack < jump * (first[k + 1] + slack)) return true;
    return false;
}

// Largest share of rows that may have a jump among the distances to their first neighbours; 0 once it must be below the least.
static double share_of_jumps(Sample &window, const std::vector<double> &scale, std::size_t neighbours, double jump,
                             double least) {
    const std::size_t rows = window.rows;
    if (!window.plain()) return ASK;
    std::vector<double> squares(rows, 0.0), distances(rows), first(neighbours + 2);
    for (std::size_t c = 0; c < window.columns; ++c) {
        double *x = window.column(c);
        const double from = x[0];
        for (std::size_t i = 0; i < rows; ++i) {
            x[i] = (x[i] - from) * scale[c];
            squares[i] += x[i] * x[i];
        }
    }
    const double largest = SIMD_PICK(largest_of)(squares.data(), rows);
    if (!is_plain(largest)) return ASK;
    std::size_t jumps = 0;
    for (std::size_t i = 0; i < rows; ++i) {
        if (static_cast<double>(jumps + rows - i) < least * static_cast<double>(rows)) return 0.0;
        SIMD_PICK(distances_of)(window.numbers.data(), rows, window.columns, i, distances.data());
        jumps += may_jump(distances, i, neighbours, jump, ROUNDING * largest, first);
    }
    return static_cast<double>(jumps) / static_cast<double>(rows);
}

// Rows that are close to the middle of some values of their column: about `wanted` of them, at most twice as many.
static std::vector<std::uint32_t> middle_rows(const std::vector<double> &column, std::vector<double> &some,
                                              std::size_t wanted) {
    const std::size_t middle = some.size() / 2, eighth = some.size() / 8;
    const auto begin = some.begin(), centre = begin + static_cast<std::ptrdiff_t>(middle);
    const auto low = centre - static_cast<std::ptrdiff_t>(eighth), high = centre + static_cast<std::ptrdiff_t>(eighth);
    std::nth_element(begin, centre, some.end());
    std::nth_element(begin, low, centre + 1);
    std::nth_element(centre, high, some.end());
    const double at = *centre, rows = static_cast<double>(column.size());
    const double width = (*high - *low) * 4.0 * static_cast<double>(wanted) / rows;
    std::vector<std::uint32_t> found;
    found.reserve(2 * wanted);
    for (std::size_t i = 0; i < column.size() && found.size() < 2 * wanted; ++i)
        if (std::abs(column[i] - at) <= width / 2.0) found.push_back(static_cast<std::uint32_t>(i));
    return found;
}

// Rows whose key another row may have too: a row sets the bit of its key in a table of 64 bits a row, and few find it set.
static std::vector<std::uint32_t> tied_rows(const std::vector<std::uint64_t> &keys) {
    const std::size_t bits = std::bit_ceil(64 * keys.size());
    const int shift = 64 - std::countr_zero(bits);
    std::vector<std::uint64_t> once(bits / 64, 0), twice;
    for (const std::uint64_t key : keys) {
        const std::uint64_t place = key >> shift, bit = std::uint64_t{1} << (place % 64);
        if (once[place / 64] & bit) {
            if (twice.empty()) twice.resize(bits / 64, 0);
            twice[place / 64] |= bit;
        }
        once[place / 64] |= bit;
    }
    std::vector<std::uint32_t> rows;
    if (twice.empty()) return rows;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const std::uint64_t place = keys[i] >> shift;
        if (twice[place / 64] >> (place % 64) & 1) rows.push_back(static_cast<std::uint32_t>(i));
    }
    return rows;
}

// How many of some rows are equal to another one in all columns.
template <typename Number>
static std::int64_t count_equal(const Numbers<Number> &table, const std::vector<std::uint32_t> &rows) {
    std::vector<std::uint64_t> keys(rows.size(), 0);
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < table.columns; ++j)
            keys[i] = foldwise::mix(keys[i] * foldwise::STEP + foldwise::word_of(table.at(rows[i], j)));
    std::sort(keys.begin(), keys.end());
    std::int64_t count = 0;
    for (std::size_t i = 0; i < keys.size(); ++i)
        count += (i > 0 && keys[i] == keys[i - 1]) || (i + 1 < keys.size() && keys[i] == keys[i + 1]);
    return count;
}

// Whether a column that has as many values as there are classes may have one value in each class.
template <typename Number>
static bool may_tell_class(const Numbers<Number> &table, std::size_t j, const std::int64_t *codes, std::size_t classes) {
    std::vector<double> value(classes, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < table.rows; ++i) {
        const double x = table.at(i, j);
        double &known = value[static_cast<std::size_t>(codes[i])];
        if (x != x) continue;
        if (known != known) known = x;
        if (known != x) return false;
    }
    return true;
}

static int sign_of(double number) { return (number > 0.0) - (number < 0.0); }

// Whether numbers rise, or fall, with the target wherever both are known and change; `steps` are the signs of the target's.
static bool may_follow(const std::vector<double> &x, const std::vector<std::uint32_t> &order, const std::vector<int> &steps) {
    bool with = true, against = true, changes = false;
    for (std::size_t k = 0; k + 1 < order.size(); ++k) {
        const double step = x[order[k + 1]] - x[order[k]];
        if (step != step) continue;
        with = with && sign_of(step) == steps[k];
        against = against && sign_of(step) == -steps[k];
        changes = changes || step != 0.0;
    }
    return (with || against) && changes;
}

// Whether evenly spaced rows of a column may number the rows: they rise or fall, or span nearly as many as there are.
static bool may_number(const std::vector<double> &x, double rows, double span) {
    bool rises = true, falls = true, known = x[0] == x[0];
    double low = x[0], high = x[0];
    for (std::size_t k = 1; k < x.size(); ++k) {
        rises = rises && x[k] > x[k - 1];
        falls = falls && x[k] < x[k - 1];
        known = known && x[k] == x[k];
        low = std::min(low, x[k]);
        high = std::max(high, x[k]);
    }
    return rises || falls || (known && high - low > rows / 2.0 && high - low <= span * rows);
}

// Numbers less their mean; false where too few digits are left of them.
static bool centre(std::vector<double> &x) {
    const double size = SIMD_PICK(largest_of)(x.data(), x.size()), rows = static_cast<double>(x.size());
    if (!(size < HUGE_SIZE) || size < 1e-90) return false;
    const double mean = SIMD_PICK(sum_of)(x.data(), x.size()) / rows;
    for (double &one : x) one -= mean;
    return SIMD_PICK(squares_of)(x.data(), x.size()) >= rows * (DIGITS * size) * (DIGITS * size);
}

// Take the means of the classes, or the line on a centred target, from centred numbers.
static void take_fitted(std::vector<double> &x, const std::int64_t *codes, const std::vector<double> &counts,
                        const std::vector<double> &target) {
    if (target.empty()) {
        std::vector<double> means(counts.size(), 0.0);
        for (std::size_t i = 0; i < x.size(); ++i) means[static_cast<std::size_t>(codes[i])] += x[i];
        for (std::size_t c = 0; c < means.size(); ++c) means[c] /= std::max(1.0, counts[c]);
        for (std::size_t i = 0; i < x.size(); ++i) x[i] -= means[static_cast<std::size_t>(codes[i])];
        return;
    }
    double slope = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) slope += target[i] * x[i];
    slope /= SIMD_PICK(squares_of)(target.data(), target.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] -= slope * target[i];
}

// Smallest and largest F statistic of the first columns, each alone, NaN where rounding would decide; and the degrees of
// freedom of the target.
struct Ratios {
    double least = std::numeric_limits<double>::infinity(), most = 0.0;
    std::int64_t df = 1;
};

template <typename Number>
static Ratios find_ratios(const Numbers<Number> &table, std::size_t first, const Codes &codes, std::size_t classes,
                          const Values &values, double strongest) {
    constexpr double UNSURE = std::numeric_limits<double>::quiet_NaN();
    Ratios ratios;
    if (first == 0) return ratios;
    const std::size_t rows = table.rows;
    std::vector<double> x(rows), target(values.data(), values.data() + values.shape(0)), counts(classes, 0.0);
    for (std::size_t i = 0; i < codes.shape(0); ++i) counts[static_cast<std::size_t>(codes.data()[i])] += 1.0;
    const auto present = static_cast<std::int64_t>(classes) - std::count(counts.begin(), counts.end(), 0.0);
    ratios.df = std::max<std::int64_t>(1, present - 1);
    const auto rest = static_cast<std::int64_t>(rows) - 1 - ratios.df;
    if (rest <= 0 || (target.empty() ? codes.shape(0) == 0 : !centre(target))) return {UNSURE, UNSURE, ratios.df};
    for (std::size_t j = 0; j < first; ++j) {
        for (std::size_t i = 0; i < rows; ++i) x[i] = table.at(i, j);
        double ratio = 0.0;
        if (SIMD_PICK(largest_of)(x.data(), rows) > 0.0) {
            if (!centre(x)) return {UNSURE, UNSURE, ratios.df};
            const double all = SIMD_PICK(squares_of)(x.data(), rows);
            take_fitted(x, codes.data(), counts, target);
            ratio = (all / SIMD_PICK(squares_of)(x.data(), rows) - 1.0) * static_cast<double>(rest) / static_cast<double>(ratios.df);
        }
        ratios.least = std::min(ratios.least, ratio);
        ratios.most = std::max(ratios.most, ratio);
        if (ratio < 1.0 || ratio > strongest) break;  // a column that tells nothing of the target decides, or very much
    }
    return ratios;
}

// Every so many of the columns in some stretches of rows.
template <typename Number>
static Sample sampled(const Numbers<Number> &table, const Stretches &rows, std::size_t every) {
    Sample sample(rows.rows(), (table.columns + every - 1) / every);
    for (std::size_t c = 0; c < sample.columns; ++c) {
        double *to = sample.column(c);
        for (std::size_t i = 0; i < sample.rows; ++i) to[i] = table.at(rows.row(i), c * every);
    }
    return sample;
}

// A file may be sorted by its classes: the same rows in all columns, within their class.
template <typename Number>
static Alike look_within(const Numbers<Number> &table, const Stretches &rows, const Codes &codes, std::size_t classes) {
    Sample whole = sampled(table, rows, 1);
    std::vector<std::int64_t> own(whole.rows);
    for (std::size_t i = 0; i < whole.rows; ++i) own[i] = codes.data()[rows.row(i)];
    return whole.plain() ? likeness_within(whole, ByClass(own, classes)) : Alike{};
}

// Neighbours in a ring of the six columns of most values, as far as they have many; the first two first.
static constexpr std::size_t RING = 6;
static std::vector<std::size_t> ring_of(const std::int64_t *levels, std::size_t columns, std::int64_t many) {
    std::vector<std::size_t> ring;
    for (std::size_t j = 0; j < columns; ++j) {
        if (levels[j] <= many || (ring.size() == RING && levels[j] <= levels[ring.back()])) continue;
        if (ring.size() == RING) ring.pop_back();
        std::size_t place = ring.size();
        ring.push_back(j);
        for (; place > 0 && levels[ring[place - 1]] < levels[j]; --place) std::swap(ring[place], ring[place - 1]);
    }
    return ring;
}

// How many rows have another row of the same key with which they agree in half of the other columns of a ring.
template <typename Number>
static std::size_t count_alike(const Numbers<Number> &table, const std::vector<std::uint64_t> &keys,
                               std::vector<std::uint32_t> rows, const std::vector<std::size_t> &ring) {
    constexpr std::size_t MOST = 32;  // rows that each is held against; two of the columns are in the key
    // Of more columns than the ring holds, those that rows agree in may lie outside of it.
    const std::size_t least = ring.size() == RING ? 3 : 2 + (ring.size() - 2) / 2;
    std::sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
    std::vector<bool> alike(rows.size(), false);
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t k = i + 1; k < rows.size() && keys[rows[k]] == keys[rows[i]]; ++k) {
            const auto same = [&](std::size_t j) {
                return foldwise::word_of(table.at(rows[i], j)) == foldwise::word_of(table.at(rows[k], j));
            };
            if (k - i > MOST || static_cast<std::size_t>(std::count_if(ring.begin(), ring.end(), same)) >= least)
                alike[i] = alike[k] = true;
            if (k - i > MOST) break;
        }
    return static_cast<std::size_t>(std::count(alike.begin(), alike.end(), true));
}

// How many rows may have a copy; and whether so many agree in two columns, where a column that differs in (nearly) every row
// may hide copies.
template <typename Number>
static std::pair<std::int64_t, bool> look_for_copies(const Numbers<Number> &table, const std::int64_t *levels, std::int64_t many,
                                                     double differ, double few_hidden) {
    const std::vector<std::size_t> ring = ring_of(levels, table.columns, many);
    if (ring.empty()) return {0, false};
    const bool hidden = ring.size() > 2 && static_cast<double>(levels[ring[0]]) >= differ;
    const std::size_t step = ring.size() == 6 ? 2 : 1;  // any two of six leave one of three pairs
    std::vector<double> first(table.rows), second(table.rows);
    std::vector<std::uint64_t> keys(table.rows);
    const auto take = [&](std::size_t place, std::vector<double> &x) {
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = table.at(i, ring[place % ring.size()]);
    };
    std::int64_t equal = 0;
    bool apart = false;
    for (std::size_t k = 0; k < (hidden ? ring.size() : 1) && !apart; k += step) {
        if (k == 0 || step == 2) take(k, first);
        take(k + 1, second);
        SIMD_PICK(pair_keys)(first.data(), second.data(), table.rows, keys.data());
        const std::vector<std::uint32_t> tied = tied_rows(keys);
        if (k == 0) equal = count_equal(table, tied);
        if (step == 1) std::swap(first, second);
        apart = hidden && static_cast<double>(tied.size()) >= few_hidden &&
                static_cast<double>(count_alike(table, keys, tied, ring)) >= few_hidden;
    }
    return {equal, apart};
}

// The largest share of jumps near the middle of a column, in a window of so many rows.
template <typename Number>
static double look_at_middle(const Numbers<Number> &table, std::vector<double> &some, std::size_t place,
                             const std::vector<double> &scale, std::size_t every, std::size_t window, std::size_t neighbours,
                             double jump, double least) {
    if (scale.empty() || table.rows <= window || !(SIMD_PICK(largest_of)(some.data(), some.size()) < HUGE_SIZE)) return ASK;
    std::vector<double> first(table.rows);
    for (std::size_t i = 0; i < table.rows; ++i) first[i] = table.at(i, place);
    const std::vector<std::uint32_t> near = middle_rows(first, some, window);
    Sample sample(near.size(), scale.size());
    for (std::size_t i = 0; i < near.size(); ++i)
        for (std::size_t c = 0; c < sample.columns; ++c) sample.column(c)[i] = table.at(near[i], c * every);
    return near.empty() ? ASK : share_of_jumps(sample, scale, neighbours, jump, least);
}

// Whether the rows of the sample, or all rows on its scale, may come in tight groups.
template <typename Number>
static bool look_for_groups(const Numbers<Number> &table, std::size_t every, bool all, const Sample &some, const std::vector<double> &scale, const Stretches &rows, const Codes &codes,
                            const Values &values, const TightLimits &limits) {
    if (scale.empty()) return true;
    const std::size_t step = (some.columns + limits.columns - 1) / limits.columns;
    Sample z(all ? table.rows : some.rows, (some.columns + step - 1) / step);
    for (std::size_t c = 0; c < z.columns; ++c) {
        const double *from = some.numbers.data() + c * step * some.rows, weight = scale[c * step], middle = from[0];
        double *to = z.column(c);
        if (all)
            for (std::size_t i = 0; i < z.rows; ++i) to[i] = (table.at(i, c * step * every) - middle) * weight;
        else
            for (std::size_t i = 0; i < z.rows; ++i) to[i] = (from[i] - middle) * weight;
    }
    if (!z.plain()) return true;
    std::vector<double> truth(z.rows, 0.0);
    const bool classes = values.shape(0) == 0;
    for (std::size_t i = 0; i < z.rows && codes.shape(0) + values.shape(0) > 0; ++i) {
        const std::size_t row = all ? i : rows.row(i);
        truth[i] = classes ? static_cast<double>(codes.data()[row]) : values.data()[row];
    }
    return may_be_tight(z, truth, classes, limits);
}

// Whether rows with the same whole number mostly have one target: the share of later rows of the class of the first, or the
// squared steps to its value beside the variance.
template <typename Number>
static bool may_name_groups(const Numbers<Number> &table, std::size_t j, const Codes &codes, const Values &values, double agreed,
                            double repeated) {
    const std::size_t room = std::bit_ceil(2 * table.rows + 2);
    const int shift = 64 - std::countr_zero(room);
    std::vector<double> seen(room, std::numeric_limits<double>::quiet_NaN()), truth(room);
    double repeats = 0.0, agrees = 0.0, steps = 0.0, sum = 0.0, squares = 0.0;
    const double from = values.shape(0) > 0 ? values.data()[0] : 0.0;
    for (std::size_t i = 0; i < table.rows; ++i) {
        const double x = table.at(i, j) + 0.0;
        const double y = values.shape(0) > 0 ? values.data()[i] - from : static_cast<double>(codes.data()[i]);
        sum += y;
        squares += y * y;
        if (x != x) continue;
        if (x != std::floor(x)) return false;
        std::size_t at = (std::bit_cast<std::uint64_t>(x) * foldwise::STEP) >> shift;
        while (seen[at] == seen[at] && seen[at] != x) at = (at + 1) & (room - 1);
        if (seen[at] != seen[at]) {
            seen[at] = x;
            truth[at] = y;
            continue;
        }
        repeats += 1.0;
        agrees += y == truth[at];
        steps += (y - truth[at]) * (y - truth[at]);
        if (values.shape(0) == 0 && repeats - agrees > (1.0 - agreed) * static_cast<double>(table.rows)) return false;
    }
    const auto rows = static_cast<double>(table.rows);
    if (repeats < repeated * rows) return false;
    if (values.shape(0) == 0) return agrees >= agreed * repeats;
    const double variance = squares / rows - sum / rows * (sum / rows);
    return !(steps > 2.0 * (1.0 - agreed) * variance * repeats * (1.0 + DIGITS));
}

// What is asked of evenly spaced rows of each column: whether one may number the rows, tell the target, or name groups.
template <typename Number>
static std::tuple<bool, bool, bool> look_at_spaced(const Numbers<Number> &table, Spaced spaced, const std::int64_t *levels,
                                                   double differ, double span, const Codes &codes, std::int64_t classes,
                                                   const Values &values, std::int64_t groups, double agreed, double repeated) {
    std::vector<std::uint32_t> order(spaced.count);
    std::vector<int> steps(spaced.count - 1);
    if (values.shape(0) > 0) {
        const auto truth = [&](std::size_t k) { return values.data()[k * spaced.apart]; };
        for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<std::uint32_t>(k);
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return foldwise::ascending(truth(a), truth(b)); });
        for (std::size_t k = 0; k < steps.size(); ++k) steps[k] = sign_of(truth(order[k + 1]) - truth(order[k]));
    }
    bool numbered = false, told = false, named = false;
    std::vector<double> x(spaced.count);
    const auto broken = [](double one) { return one != std::floor(one) && one == one; };
    for (std::size_t j = 0; j < table.columns; ++j) {
        for (std::size_t k = 0; k < x.size(); ++k) x[k] = table.at(k * spaced.apart, j);
        numbered = numbered || (static_cast<double>(levels[j]) >= differ &&
                                may_number(x, static_cast<double>(table.rows), span));
        if (values.shape(0) > 0)
            told = told || may_follow(x, order, steps);
        else if (codes.shape(0) > 0 && classes > 1 && levels[j] == classes)
            told = told || may_tell_class(table, j, codes.data(), static_cast<std::size_t>(classes));
        if (values.shape(0) + codes.shape(0) > 0 && levels[j] >= groups && std::none_of(x.begin(), x.end(), broken))
            named = named || may_name_groups(table, j, codes, values, agreed, repeated);
    }
    return {numbered, told, named};
}

template <typename Number>
static std::tuple<bool, bool, bool, bool, bool, bool, bool, double, double, std::int64_t>
first_look(Table<Number> table, Codes levels, Codes codes, Values values, Values tight, std::int64_t classes,
           std::int64_t stretches, std::int64_t stretch, std::int64_t gap, double strong, double sure, std::int64_t spaced,
           std::int64_t apart, double differ, double span, std::int64_t many, double few, double few_hidden, std::int64_t every,
           double rich, std::int64_t columns, std::int64_t window, std::int64_t neighbours, double jump, double least,
           std::int64_t first, double strongest, bool all_rows, std::int64_t groups, double agreed, double repeated) {
    const auto n = static_cast<std::int64_t>(table.shape(0)), p = static_cast<std::int64_t>(table.shape(1));
    REQUIRE(n >= 4 && n < std::int64_t{1} << 31 && p >= 1, "'table' must have four rows or more, and a column");
    SHAPE(levels, table.shape(1));
    REQUIRE(classes >= 0 && classes <= n, "'classes' must be from 0 to the number of rows");
    if (OPTIONAL(codes, table.shape(0))) BELOW(codes, static_cast<std::size_t>(classes));
    OPTIONAL(values, table.shape(0));
    REQUIRE(stretch >= 4 && stretch <= n && stretches >= 1 && stretches <= n, "'stretch' must have four rows or more");
    REQUIRE(gap >= 0 && gap <= n && (stretches == 1 || gap >= stretch) && (stretches - 1) * gap + stretch <= n,
            "stretches must not overlap, or pass the last row");
    REQUIRE(spaced >= 1 && apart >= 1 && spaced <= n && apart <= n && (spaced - 1) * apart < n,
            "spaced rows must not pass the last row");
    REQUIRE(every >= 1 && every <= p, "'every' must be from 1 to the number of columns");
    REQUIRE(window >= 1 && window <= 1024 && neighbours >= 1 && neighbours <= 1024,
            "'window' and 'neighbours' must be from 1 to 1024");
    REQUIRE(first >= 0 && first <= p, "'first' must be from 0 to the number of columns");
    OPTIONAL(tight, TightLimits::SIZE);
    REQUIRE(tight.shape(0) == 0 || (tight.data()[0] >= 10.0 && tight.data()[0] < static_cast<double>(stretch * stretches) &&
                                    tight.data()[1] >= 1.0 && tight.data()[1] <= 1e6 && std::min({tight.data()[2], tight.data()[7], tight.data()[12], tight.data()[17]}) >= 2.0),
            "'tight' needs ten neighbours, a column (at most 1e6) and two rows or more");
    nb::gil_scoped_release release;
    const Numbers<Number> numbers(table);
    const Stretches rows(static_cast<std::size_t>(stretches), static_cast<std::size_t>(stretch), static_cast<std::size_t>(gap));
    const auto step = static_cast<std::size_t>(every);
    const std::int64_t *counted = levels.data();
    const auto place = static_cast<std::size_t>(std::max_element(counted, counted + p) - counted);

    Sample sample = sampled(numbers, rows, step);
    std::vector<double> some(sample.rows), scale(sample.columns);
    for (std::size_t i = 0; i < sample.rows; ++i) some[i] = numbers.at(rows.row(i), place);
    Alike features;
    if (sample.plain())
        features = likeness(sample, &scale);
    else
        scale.clear();
    // Too few columns of many values for distances to tell.
    const auto rich_enough = [=](std::int64_t count) { return static_cast<double>(count) >= rich; };
    const bool near = std::count_if(counted, counted + p, rich_enough) >= columns;
    if (codes.shape(0) > 0 && sample.plain() && features.beyond(strong, sure))
        features = look_within(numbers, rows, codes, static_cast<std::size_t>(classes));
    const auto [equal, apart_from] = look_for_copies(numbers, counted, many, differ, few_hidden);
    const double jumps = near ? look_at_middle(numbers, some, place, scale, step, static_cast<std::size_t>(window),
                                               static_cast<std::size_t>(neighbours), jump, least)
                              : 0.0;
    const bool grouped = near && tight.shape(0) > 0 &&
                         look_for_groups(numbers, step, all_rows, sample, scale, rows, codes, values, TightLimits(tight.data()));
    const auto [numbered, told, named] =
        look_at_spaced(numbers, {static_cast<std::size_t>(spaced), static_cast<std::size_t>(apart)}, counted, differ, span,
                       codes, classes, values, groups, agreed, repeated);
    const Ratios ratios = find_ratios(numbers, static_cast<std::size_t>(first), codes, static_cast<std::size_t>(classes), values, strongest);
    return {static_cast<double>(equal) >= few || apart_from, jumps >= least, told, numbered, features.beyond(strong, sure),
            grouped, named, ratios.least, ratios.most, ratios.df};
}

template <typename Number> static void bind_look(nb::module_ &module) {
    foldwise::define(module, "first_look", &first_look<Number>,
                     "Whether rows may be copies, near copies, a column tell the target or number the rows, rows be "
                     "alike or in tight groups, and a column name groups; F statistics of the first columns from the smallest to the largest, and degrees of freedom.",
                     "table", "levels", "codes", "values", "tight", "classes", "stretches", "stretch", "gap", "strong", "sure",
                     "spaced", "apart", "differ", "span", "many", "few", "few_hidden", "every", "rich", "columns", "window",
                     "neighbours", "jump", "least", "first", "strongest", "all_rows", "groups", "agreed", "repeated");
}

void bind_first_look(nb::module_ &module) {
    bind_look<double>(module);
    bind_look<float>(module);
    bind_look<std::int64_t>(module);
    bind_look<std::int32_t>(module);
}

#endif
