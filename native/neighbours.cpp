// Nearest neighbours: kept in order while products with other rows come in, and counted by each resample that may use them.
#ifdef SIMD

// Columns j with norm[j] + factor * product[j] < bound, ascending; returns how many.
static std::size_t below(const double *product, const double *norm, double factor, std::size_t columns,
                                double bound, std::int32_t *found) {
    constexpr std::size_t STRIDE = 16;
    std::size_t count = 0, j = 0;
    for (; j + STRIDE <= columns; j += STRIDE) {
        std::int64_t any = 0;  // as wide as a double, so that sixteen are compared together
        for (std::size_t e = 0; e < STRIDE; ++e) any += norm[j + e] + factor * product[j + e] < bound;
        if (any == 0) continue;
        for (std::size_t e = 0; e < STRIDE; ++e) {
            found[count] = static_cast<std::int32_t>(j + e);
            count += norm[j + e] + factor * product[j + e] < bound;
        }
    }
    for (; j < columns; ++j)
        if (norm[j] + factor * product[j] < bound) found[count++] = static_cast<std::int32_t>(j);
    return count;
}

// Place in a list of k <= 64 rows of the last of the `needed` nearest that are in neither part, 64 where there are not so many;
// `marked` is how many of these are marked in `marks`.
static std::size_t last_voter(const std::int32_t *part, const std::int32_t *number, std::size_t k, const std::int64_t *left_out,
                              std::int64_t needed, std::uint64_t marks, std::int64_t *marked) {
    constexpr std::int64_t spare = 4;
    const auto first = static_cast<std::int32_t>(left_out[1]), second = static_cast<std::int32_t>(left_out[2]);
    const std::size_t few = needed + spare < static_cast<std::int64_t>(k) ? static_cast<std::size_t>(needed + spare) : k;
    std::uint64_t trained = 0;
    std::size_t j = 0;
    const auto look = [&](std::size_t stop) {
        for (; j < stop; ++j) {
            const std::int32_t own = part[number[j]];
            trained |= static_cast<std::uint64_t>((own != first) & (own != second)) << j;
        }
    };
    look(few);
    if (std::popcount(trained) < needed) look(k);  // seldom: most rows of a list are trained on
    std::uint64_t rest = trained;
    for (std::int64_t i = 1; i < needed && rest; ++i) rest &= rest - 1;
    if (rest == 0) return 64;
    const auto at = static_cast<std::size_t>(std::countr_zero(rest));
    *marked = std::popcount(trained & (~std::uint64_t{0} >> (63 - at)) & marks);
    return at;
}

#else

#include "kernels.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#define SIMD_FILE "neighbours.cpp"
#include "simd.hpp"

using foldwise::In, foldwise::Out;
using Whole = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

struct List {
    double *value;
    std::int32_t *number;
    std::size_t k;

    void insert(double candidate, std::int32_t as) {
        if (!(candidate < value[k - 1])) return;
        std::size_t at = k - 1;
        for (; at > 0 && candidate < value[at - 1]; --at) {
            value[at] = value[at - 1];
            number[at] = number[at - 1];
        }
        value[at] = candidate;
        number[at] = as;
    }
};

// A value that about twice k of the columns are below: one of the smallest of every so many.
static double guess(const double *product, const double *norm, double factor, std::size_t columns, std::size_t k) {
    constexpr std::size_t SAMPLE = 64;
    if (columns < 4 * SAMPLE || k * SAMPLE > 8 * columns) return std::numeric_limits<double>::infinity();
    const std::size_t rank = 2 + 2 * k * SAMPLE / columns;
    double value[20];
    std::int32_t number[20];
    std::fill(value, value + rank, std::numeric_limits<double>::infinity());
    List list{value, number, rank};
    for (std::size_t s = 0; s < SAMPLE; ++s) {
        const std::size_t j = s * columns / SAMPLE;
        list.insert(norm[j] + factor * product[j], 0);
    }
    return value[rank - 1];
}

// For each row, put norms[j] + factor * products[i, j] into the sorted list of the smallest so far, under the number
// first + j. Columns come in ascending order, so that of equal values the lower number comes first.
static void push_nearest(In<double, 2> products, In<double, 1> norms, double factor, std::int32_t first,
                         Out<double, 2> smallest, Out<std::int32_t, 2> numbers) {
    const std::size_t rows = products.shape(0), columns = products.shape(1), k = smallest.shape(1);
    const double *norm = norms.data();
    SHAPE(norms, columns), SHAPE(smallest, rows, k), SHAPE(numbers, rows, k);
    REQUIRE(k > 0 || rows == 0, "'smallest' must have a column");
    REQUIRE(first >= 0 && columns <= static_cast<std::size_t>(INT32_MAX - first), "'first' must leave room for the columns");
    nb::gil_scoped_release release;
    std::vector<std::int32_t> found(columns);
    const auto find = SIMD_PICK(below);
    for (std::size_t i = 0; i < rows; ++i) {
        const double *product = products.data() + i * columns;
        List list{smallest.data() + i * k, numbers.data() + i * k, k};
        double bound = list.value[k - 1];
        if (std::isinf(bound)) bound = guess(product, norm, factor, columns, k);
        std::size_t count = find(product, norm, factor, columns, bound, found.data());
        if (count < k && std::isinf(list.value[k - 1]))  // the guess was too low
            count = find(product, norm, factor, columns, std::numeric_limits<double>::infinity(), found.data());
        for (std::size_t c = 0; c < count; ++c) {
            const std::int32_t j = found[c];
            list.insert(norm[j] + factor * product[j], first + j);
        }
    }
}

// The exact distances of the listed neighbours of each row, and the lists in order of (distance, number).
static void measure_nearest(In<double, 2> X, In<std::int64_t, 1> rows, bool manhattan, Out<double, 2> distances,
                            Out<std::int32_t, 2> numbers) {
    const std::size_t count = rows.shape(0), p = X.shape(1), k = numbers.shape(1);
    SHAPE(distances, count, k), SHAPE(numbers, count, k), BELOW(rows, X.shape(0)), BELOW(numbers, X.shape(0));
    nb::gil_scoped_release release;
    std::vector<std::pair<double, std::int32_t>> list(k);
    for (std::size_t i = 0; i < count; ++i) {
        const double *x = X.data() + static_cast<std::size_t>(rows.data()[i]) * p;
        std::int32_t *number = numbers.data() + i * k;
        double *distance = distances.data() + i * k;
        for (std::size_t at = 0; at < k; ++at) {
            const double *z = X.data() + static_cast<std::size_t>(number[at]) * p;
            double sum = 0;
            if (manhattan)
                for (std::size_t f = 0; f < p; ++f) sum += std::abs(x[f] - z[f]);
            else
                for (std::size_t f = 0; f < p; ++f) sum += (x[f] - z[f]) * (x[f] - z[f]);
            list[at] = {sum == sum ? sum : std::numeric_limits<double>::infinity(), number[at]};  // NaN has no place
        }
        std::sort(list.begin(), list.end());
        for (std::size_t at = 0; at < k; ++at) {
            distance[at] = manhattan ? list[at].first : std::sqrt(list[at].first);
            number[at] = list[at].second;
        }
    }
}

// Whole numbers of either width.
class Places {
  public:
    Places(const char *name, const Whole &array, std::size_t limit)
        : narrow(array.dtype() == nb::dtype<std::int32_t>() ? static_cast<const std::int32_t *>(array.data()) : nullptr),
          wide(array.dtype() == nb::dtype<std::int64_t>() ? static_cast<const std::int64_t *>(array.data()) : nullptr) {
        if (!narrow && !wide) throw nb::type_error("places must be int32 or int64");
        const std::size_t size = array.shape(0);
        const std::uint64_t most = narrow ? SIMD_PICK(largest_place<std::int32_t>)(narrow, size)
                                          : SIMD_PICK(largest_place<std::int64_t>)(wide, size);
        if (size > 0 && most >= std::min<std::size_t>(limit, INT32_MAX)) foldwise::border::refuse_place(name, limit);
    }
    std::size_t operator[](std::size_t at) const {
        return static_cast<std::size_t>(narrow ? std::int64_t{narrow[at]} : wide[at]);
    }

  private:
    const std::int32_t *narrow;
    const std::int64_t *wide;
};

// How often a resample trains on a row: not at all where its part is one of two that are left out.
struct Parts {
    const std::int32_t *parts;
    std::size_t n;
    const std::int64_t *out;  // per resample: repeat, first and second part that are left out
    std::size_t count;
    std::size_t resamples() const { return count; }
    std::int64_t times(std::size_t resample, std::int32_t row) const {
        const std::int64_t *left = out + 3 * resample;
        const std::int32_t part = parts[static_cast<std::size_t>(left[0]) * n + static_cast<std::size_t>(row)];
        return part != left[1] && part != left[2];
    }
};

struct Counted {
    const std::uint16_t *counts;
    std::size_t n, count;
    std::size_t resamples() const { return count; }
    std::int64_t times(std::size_t resample, std::int32_t row) const {
        return counts[resample * n + static_cast<std::size_t>(row)];
    }
};

// What is known about the choice of the voters of a test row: the list is too short to tell, sure, or arbitrary.
enum : std::uint8_t { SHORT = 0, SURE = 1, ARBITRARY = 2 };

// Who votes, and how: classes or values, each as much as the other or by one over the distance.
struct Voters {
    const std::int32_t *codes;
    const double *values;  // none where there are classes
    bool weighted;
    double same, negligible;

    double says(std::int32_t row) const { return values ? values[row] : static_cast<double>(codes[row]); }
};

// Whether rows at the distance of the last voter, list[at], that say something else could have voted in its place: `left`
// copies of it do not vote. Distances that differ by less than a share `voters.same` are taken for equal.
template <typename Training>
static std::uint8_t judge(const Training &training, std::size_t resample, const std::int32_t *number,
                          const double *distance, std::size_t k, std::size_t at, std::int64_t left,
                          const Voters &voters) {
    const double low = distance[at] * (1 - voters.same), high = distance[at] * (1 + voters.same);
    bool more = left > 0, differ = false;
    for (std::size_t j = at + 1; j < k && distance[j] <= high; ++j) {
        if (training.times(resample, number[j]) == 0) continue;
        more = true;
        differ = differ || voters.says(number[j]) != voters.says(number[at]);
    }
    for (std::size_t j = at; j-- > 0 && distance[j] >= low;)
        if (training.times(resample, number[j]) > 0) differ = differ || voters.says(number[j]) != voters.says(number[at]);
    if (more && differ) return ARBITRARY;
    return k < training.n && distance[k - 1] <= high ? SHORT : SURE;
}

// One class after the other is counted, for one number of neighbours and no weights: what nearly every test row needs.
template <typename Training>
static std::uint8_t count_plainly(const Training &training, std::size_t resample, const std::int32_t *number,
                                  const double *distance, std::size_t k, std::int64_t needed, const Voters &voters,
                                  double *votes) {
    std::int64_t taken = 0;
    for (std::size_t at = 0; at < k; ++at) {
        const std::int64_t times = training.times(resample, number[at]);
        if (times == 0) continue;
        const std::int64_t use = std::min(times, needed - taken);
        votes[voters.codes[number[at]]] += static_cast<double>(use);
        taken += use;
        if (taken == needed) return judge(training, resample, number, distance, k, at, times - use, voters);
    }
    return SHORT;
}

// Marks of the second class in all lists.
static std::vector<std::uint64_t> mark_seconds(const In<std::int32_t, 2> &numbers, const std::int32_t *codes) {
    const std::size_t k = numbers.shape(1);
    std::vector<std::uint64_t> marks(numbers.shape(0));
    for (std::size_t i = 0; i < marks.size(); ++i)
        for (std::size_t j = 0; j < k; ++j)
            marks[i] |= static_cast<std::uint64_t>(codes[numbers.data()[i * k + j]] == 1) << j;
    return marks;
}

// Two classes, one number of neighbours, no weights, and resamples that leave parts out: nothing depends on a branch but
// whether distances are nearly equal. `seconds` marks the rows of the second class in each list.
static void count_bits(const Parts &training, const In<std::int32_t, 2> &numbers,
                                       const In<double, 2> &distances, const Places &places, const Places &resamples,
                                       std::int64_t needed, const std::vector<std::uint64_t> &seconds, const Voters &voters,
                                       std::size_t tests, double *votes, std::uint8_t *state) {
    const std::size_t k = numbers.shape(1);
    const auto last_of = SIMD_PICK(last_voter);
    for (std::size_t q = 0; q < tests; ++q, votes += 2, ++state) {
        const std::size_t place = places[q], resample = resamples[q];
        const std::int32_t *number = numbers.data() + place * k;
        const double *distance = distances.data() + place * k;
        const std::int64_t *left = training.out + 3 * resample;
        const std::int32_t *part = training.parts + static_cast<std::size_t>(left[0]) * training.n;
        std::int64_t second = 0;
        const std::size_t at = last_of(part, number, k, left, needed, seconds[place], &second);
        *state = SHORT;
        if (at == 64) continue;
        votes[0] = static_cast<double>(needed - second);
        votes[1] = static_cast<double>(second);
        const bool apart = at + 1 < k && distance[at + 1] > distance[at] * (1 + voters.same) &&
                           (at == 0 || distance[at - 1] < distance[at] * (1 - voters.same));
        *state = apart ? SURE : judge(training, resample, number, distance, k, at, 0, voters);
    }
}

// Votes of the ks[0], ks[1], … nearest training rows for each test row: votes[at, test row, class], weighted by one over
// the distance where asked for; rows at distance zero then outvote all others. With `values` there is one "class", whose
// vote is the weighted mean. state[test row] tells whether the list sufficed, and whether other rows could have voted. A
// weight of one over a distance below the share `negligible` of the longest is arbitrary too. Votes must be zeros before.
template <typename Training>
static void count_votes(const Training &training, In<std::int32_t, 2> numbers, In<double, 2> distances, Whole place,
                        Whole resample, In<std::int64_t, 1> ks, const Voters &voters, Out<double, 3> votes,
                        Out<std::uint8_t, 1> state) {
    const std::size_t k = numbers.shape(1), levels = ks.shape(0), tests = votes.shape(1), classes = votes.shape(2);
    SHAPE(distances, numbers.shape(0), k), SHAPE(votes, levels, tests, classes), SHAPE(state, tests);
    SHAPE(place, tests), SHAPE(resample, tests), BELOW(numbers, training.n);
    const Places places("place", place, numbers.shape(0)), resamples("resample", resample, training.resamples());
    REQUIRE(k > 0 || tests == 0, "'numbers' must have a column");
    std::int64_t least = 1;
    for (std::size_t level = 0; level < levels; ++level) {
        REQUIRE(ks.data()[level] >= least, "'ks' must ascend from 1");
        least = ks.data()[level];
    }
    const bool mean = voters.values, weighted = voters.weighted;
    nb::gil_scoped_release release;
    const bool plain = levels == 1 && !mean && !weighted;
    if constexpr (std::is_same_v<Training, Parts>)
        if (plain && classes == 2 && k <= 64) {
            const std::vector<std::uint64_t> seconds = mark_seconds(numbers, voters.codes);
            count_bits(training, numbers, distances, places, resamples, ks.data()[0], seconds, voters, tests,
                       votes.data(), state.data());
            return;
        }
    std::vector<double> near(classes), same(classes);
    for (std::size_t q = 0; q < tests; ++q) {
        const std::int32_t *number = numbers.data() + places[q] * k;
        const double *distance = distances.data() + places[q] * k;
        const std::size_t asking = resamples[q];
        if (plain) {
            state.data()[q] = count_plainly(training, asking, number, distance, k, ks.data()[0], voters,
                                            votes.data() + q * classes);
            continue;
        }
        std::fill(near.begin(), near.end(), 0.0);
        std::fill(same.begin(), same.end(), 0.0);
        double near_weight = 0, same_weight = 0;
        std::int64_t taken = 0;
        std::size_t level = 0;
        std::uint8_t known = SURE;
        for (std::size_t at = 0; at < k && level < levels; ++at) {
            std::int64_t left = training.times(asking, number[at]);
            if (left == 0) continue;
            const std::size_t c = mean ? 0 : static_cast<std::size_t>(voters.codes[number[at]]);
            const double y = mean ? voters.values[number[at]] : 1.0;
            const double weight = weighted ? 1.0 / distance[at] : 1.0;
            if (weighted && voters.negligible > 0 && distance[at] <= voters.negligible * distance[k - 1]) known = ARBITRARY;
            while (left > 0 && level < levels) {
                const std::int64_t use = std::min(left, ks.data()[level] - taken);
                if (std::isinf(weight)) {
                    same[c] += static_cast<double>(use) * y;
                    same_weight += static_cast<double>(use);
                } else {
                    near[c] += static_cast<double>(use) * weight * y;
                    near_weight += static_cast<double>(use) * weight;
                }
                taken += use;
                left -= use;
                if (taken < ks.data()[level]) continue;
                double *out = votes.data() + (level * tests + q) * classes;
                const double total = mean ? (same_weight > 0 ? same_weight : near_weight) : 1.0;
                for (std::size_t d = 0; d < classes; ++d) out[d] = (same_weight > 0 ? same[d] : near[d]) / total;
                ++level;
                if (known == SURE) known = judge(training, asking, number, distance, k, at, left, voters);
            }
        }
        state.data()[q] = level == levels ? known : SHORT;
    }
}

static Voters voters_of(const In<std::int32_t, 1> &codes, const In<double, 1> &values, bool weighted, double same,
                        double negligible, std::size_t n, std::size_t classes) {
    if (OPTIONAL(values, n)) {
        REQUIRE(classes == 1, "'votes' must have one column for values");
    } else {
        SHAPE(codes, n);
        BELOW(codes, classes);
    }
    return {codes.data(), values.shape(0) > 0 ? values.data() : nullptr, weighted, same, negligible};
}

static void vote_parts(In<std::int32_t, 2> parts, In<std::int64_t, 2> left_out, In<std::int32_t, 2> numbers,
                       In<double, 2> distances, Whole place, Whole resample,
                       In<std::int64_t, 1> ks, In<std::int32_t, 1> codes, In<double, 1> values, bool weighted, double same,
                       double negligible, Out<double, 3> votes, Out<std::uint8_t, 1> state) {
    SHAPE(left_out, left_out.shape(0), 3);
    for (std::size_t r = 0; r < left_out.shape(0); ++r)
        if (static_cast<std::uint64_t>(left_out.data()[3 * r]) >= parts.shape(0))
            foldwise::border::refuse_place("left_out", parts.shape(0));
    const Parts training{parts.data(), parts.shape(1), left_out.data(), left_out.shape(0)};
    const Voters voters = voters_of(codes, values, weighted, same, negligible, training.n, votes.shape(2));
    count_votes(training, numbers, distances, place, resample, ks, voters, votes, state);
}

static void vote_counts(In<std::uint16_t, 2> counts, In<std::int32_t, 2> numbers, In<double, 2> distances,
                        Whole place, Whole resample, In<std::int64_t, 1> ks,
                        In<std::int32_t, 1> codes, In<double, 1> values, bool weighted, double same,
                        double negligible, Out<double, 3> votes, Out<std::uint8_t, 1> state) {
    const Counted training{counts.data(), counts.shape(1), counts.shape(0)};
    const Voters voters = voters_of(codes, values, weighted, same, negligible, training.n, votes.shape(2));
    count_votes(training, numbers, distances, place, resample, ks, voters, votes, state);
}

void bind_neighbours(nb::module_ &module) {
    foldwise::define(module, "push_nearest", &push_nearest, "Put columns into the sorted lists of the smallest, in place.",
                     "products", "norms", "factor", "first", "smallest", "numbers");
    foldwise::define(module, "measure_nearest", &measure_nearest, "Measure the listed neighbours and sort them, in place.",
                     "X", "rows", "manhattan", "distances", "numbers");
    foldwise::define(module, "vote_parts", &vote_parts,
                     "Votes of the nearest rows outside the parts that a resample leaves out, in place.", "parts",
                     "left_out", "numbers", "distances", "place", "resample", "ks", "codes", "values", "weighted", "same",
                     "negligible", "votes", "state");
    foldwise::define(module, "vote_counts", &vote_counts, "Votes of the nearest rows that a resample counts, in place.",
                     "counts", "numbers", "distances", "place", "resample", "ks", "codes", "values", "weighted", "same",
                     "negligible", "votes", "state");
}

#endif
