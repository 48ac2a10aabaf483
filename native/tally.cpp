// What measures are made of: one pass over the predictions of a model, resample by resample, and no number kept per prediction.
#ifdef SIMD

static constexpr std::size_t STRETCH = 512;

// Replaces probabilities by -ln of them, none below `clip`, and gives the number that were. With x = 2^k m and m between
// √½ and √2, ln m = 2 artanh s with s = (m - 1)/(m + 1), whose series is cut where it is below a rounding error.
static std::size_t surprise(double *values, std::size_t size, double clip) {
    constexpr std::int64_t root = 0x3FE6A09E667F3BCDLL, magic = 0x4338000000000000LL;
    constexpr double ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;
    std::int64_t low = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const double given = values[i];
        low += given < clip;
        double x = given < clip ? clip : given;
        x = x > 1.0 ? 1.0 : x;
        const std::int64_t bits = std::bit_cast<std::int64_t>(x);
        const std::int64_t power = (bits - root) >> 52;
        const double m = std::bit_cast<double>(bits - power * (1LL << 52)), f = m - 1.0;
        const double k = std::bit_cast<double>(power + magic) - std::bit_cast<double>(magic);
        const double s = f / (2.0 + f), z = s * s;
        double series = 1.0 / 21;
        series = series * z + 1.0 / 19;
        series = series * z + 1.0 / 17;
        series = series * z + 1.0 / 15;
        series = series * z + 1.0 / 13;
        series = series * z + 1.0 / 11;
        series = series * z + 1.0 / 9;
        series = series * z + 1.0 / 7;
        series = series * z + 1.0 / 5;
        series = series * z + 1.0 / 3;
        const double log = k * ln2_high + (2.0 * s + (2.0 * s * z * series + k * ln2_low));
        values[i] = x == x ? 0.0 - log : x;
    }
    return static_cast<std::size_t>(low);
}

// Adds losses to eight lanes of each of two classes, and their squares to eight more.
static void add_two(const double *losses, const std::int64_t *codes, std::size_t size, double *lanes) {
    double first[LANES] = {}, second[LANES] = {}, squares[LANES] = {};
    for (std::size_t i = 0; i < size; i += LANES)
        for (std::size_t l = 0; l < LANES; ++l) {
            const double loss = losses[i + l], other = codes[i + l] != 0 ? loss : 0.0;
            first[l] += loss - other;
            second[l] += other;
            squares[l] += loss * loss;
        }
    for (std::size_t l = 0; l < LANES; ++l) {
        lanes[l] += first[l];
        lanes[LANES + l] += second[l];
        lanes[2 * LANES + l] += squares[l];
    }
}

// Of rows of two probabilities, whose number is a multiple of LANES: 1 - the larger, and the smaller one. Lanes of `ends`
// keep the smallest, and the smallest above 0.
static void split_pairs(const double *scores, std::size_t size, double *wrong, double *second, double *ends) {
    for (std::size_t i = 0; i < size; i += LANES)
        for (std::size_t l = 0; l < LANES; ++l) {
            const double a = scores[2 * (i + l)], b = scores[2 * (i + l) + 1];
            const double low = a < b ? a : b, high = a < b ? b : a, above = low > 0.0 ? low : high > 0.0 ? high : 1.0;
            second[i + l] = low;
            wrong[i + l] = 1.0 - high;
            ends[l] = low < ends[l] ? low : ends[l];
            ends[LANES + l] = above < ends[LANES + l] ? above : ends[LANES + l];
        }
}

// Adds numbers, and their products with others, to eight lanes each; their number is a multiple of LANES.
static void add_products(const double *values, const double *others, std::size_t size, double *lanes) {
    double first[LANES] = {}, second[LANES] = {};
    for (std::size_t i = 0; i < size; i += LANES)
        for (std::size_t l = 0; l < LANES; ++l) {
            first[l] += values[i + l];
            second[l] += values[i + l] * others[i + l];
        }
    for (std::size_t l = 0; l < LANES; ++l) {
        lanes[l] += first[l];
        lanes[LANES + l] += second[l];
    }
}

// Whether numbers that come in rows of `width` are the same in every row.
static bool repeats(const double *values, std::size_t size, std::size_t width) {
    for (std::size_t start = width; start < size; start += STRETCH) {
        std::int64_t others = 0;
        const std::size_t stop = size - start < STRETCH ? size : start + STRETCH;
        for (std::size_t k = start; k < stop; ++k) others += !(values[k] == values[k - width]);
        if (others != 0) return false;
    }
    return true;
}

#else

#include "ranking.hpp"

#include <nanobind/stl/tuple.h>

#define SIMD_FILE "tally.cpp"
#include "simd.hpp"

using foldwise::LANES, foldwise::baseline::add_up;

using Values = foldwise::In<double, 1>;
using Scores = foldwise::Strided<const double, 2>;
using Column = foldwise::Strided<const double, 1>;
using Flags = foldwise::In<bool, 1>;
using Places = foldwise::In<std::int64_t, 1>;
using Tables = foldwise::Out<std::int64_t, 3>;
using Wide = foldwise::Out<std::int64_t, 2>;
using Box = foldwise::Out<double, 3>;
using Line = foldwise::Out<double, 1>;
using Out = foldwise::Out<double, 2>;
template <typename Label> using Labels = foldwise::In<Label, 1>;

static constexpr std::size_t BLOCK = 512, STRIPES = 16, WIDTH = 4, ROOM = 8'000'000, WORTH = 20'000;

// wins[g] = number of pairs (positive, negative) of group g that the positive row wins, ties counting half; the rows of
// group g are those from starts[g] to starts[g + 1]. Scores must not be NaN.
static void area_wins(Values scores, Flags positive, Places starts, std::size_t threads, Line wins) {
    const std::size_t groups = wins.shape(0);
    SHAPE(positive, scores.shape(0)), BELOW(positive, 2), EDGES(starts, groups, scores.shape(0));
    const double *score = scores.data();
    const bool *hit = positive.data();
    const std::int64_t *start = starts.data();
    double *out = wins.data();
    nb::gil_scoped_release release;
    foldwise::for_each(groups, threads, [=] {
        return [=, ranking = Ranking()](std::size_t g) mutable {
            ranking.clear(static_cast<std::size_t>(start[g + 1] - start[g]));
            for (std::int64_t i = start[g]; i < start[g + 1]; ++i) ranking.add(score[i], hit[i]);
            out[g] = static_cast<double>(ranking.twice()) / 2;
        };
    });
}

// places[i] = share of the rows of the other class of its group that row i is ranked right against, ties counting half; NaN
// where there are none. The rows of group g are those from starts[g] to starts[g + 1]. Scores must not be NaN.
static void placements(Values scores, Flags positive, Places starts, std::size_t threads, Line places) {
    REQUIRE(starts.shape(0) > 0, "'starts' must not be empty");
    const std::size_t groups = starts.shape(0) - 1;
    SHAPE(positive, scores.shape(0)), SHAPE(places, scores.shape(0)), BELOW(positive, 2);
    EDGES(starts, groups, scores.shape(0));
    const double *score = scores.data();
    const bool *hit = positive.data();
    const std::int64_t *start = starts.data();
    double *out = places.data();
    nb::gil_scoped_release release;
    foldwise::for_each(groups, threads, [=] {
        return [=, ranking = Ranking()](std::size_t g) mutable {
            ranking.clear(static_cast<std::size_t>(start[g + 1] - start[g]));
            for (std::int64_t i = start[g]; i < start[g + 1]; ++i) ranking.add(score[i], hit[i]);
            ranking.place(out + start[g]);
        };
    });
}

// Predictions in a row that have one score, as all of a resample by a model without features: where they start, how many of them
// are of the negative and of the positive side, and the places of either.
struct Run {
    std::size_t start;
    double score, count[2], place[2];
};

// Runs of predictions about rows on either side; those of group g are from first[g] to first[g + 1]. Nothing where they are too many to
// be quicker than single predictions.
template <typename Row>
static std::vector<Run> find_runs(const Column &scores, const Flags &side, const Labels<Row> &row, const Places &starts,
                                  std::vector<std::size_t> &first) {
    constexpr std::size_t few = 8;
    const std::size_t size = scores.shape(0), groups = starts.shape(0) - 1;
    const auto score_at = [&](std::size_t i) { return scores.data()[static_cast<std::int64_t>(i) * scores.stride(0)]; };
    std::vector<Run> runs;
    for (std::size_t g = 0; g < groups; ++g) {
        first.push_back(runs.size());
        const auto last = static_cast<std::size_t>(starts.data()[g + 1]);
        for (auto i = static_cast<std::size_t>(starts.data()[g]); i < last;) {
            const std::size_t start = i;
            const double score = score_at(start);
            if (runs.size() >= size / few || (runs.size() >= few * few && runs.size() * few > start)) return {};
            std::size_t positives = 0;
            do positives += side.data()[row.data()[i]];
            while (++i < last && score_at(i) == score);
            runs.push_back({start, score, {static_cast<double>(i - start - positives), static_cast<double>(positives)}, {}});
        }
    }
    first.push_back(runs.size());
    return runs;
}

// Places of the runs of one group.
static void place_runs(std::vector<Run *> runs) {
    std::sort(runs.begin(), runs.end(), [](const Run *a, const Run *b) { return foldwise::ascending(a->score, b->score); });
    double below[2] = {}, all[2] = {};
    for (const Run *run : runs)
        for (std::size_t s = 0; s < 2; ++s) all[s] += run->count[s];
    for (auto first = runs.begin(), last = first; first != runs.end(); first = last) {
        double tied[2] = {};
        for (; last != runs.end() && (last == first || (*last)->score == (*first)->score); ++last)
            for (std::size_t s = 0; s < 2; ++s) tied[s] += (*last)->count[s];
        for (auto run = first; run != last; ++run) {
            (*run)->place[0] = (2 * (all[1] - below[1]) - tied[1]) / (2 * all[1]);  // NaN without an other side
            (*run)->place[1] = (2 * below[0] + tied[0]) / (2 * all[0]);
        }
        for (std::size_t s = 0; s < 2; ++s) below[s] += tied[s];
    }
}

// Number and sum of the places of either side, which are centred and scaled by them.
struct Sides {
    double count[2] = {}, sum[2] = {};

    void add(std::size_t side, double rows, double places) {
        count[side] += rows;
        sum[side] += rows > 0 ? places : 0.0;
    }
    double moved(double place, std::size_t side) const {
        return (place - sum[side] / count[side]) * ((count[0] + count[1]) / count[side]);
    }
};

// sums[i] = what the predictions of row i add to the area under the ROC curve of the groups from starts[g] to starts[g + 1]:
// Σ (place - mean place of its side) · predictions / predictions of its side. Gives the sum of the squares of what each
// prediction adds; NaN where a group has one side only.
template <typename Row>
static double placed_sums(Column scores, Flags side, Labels<Row> row, Places starts, std::size_t threads, Line sums) {
    REQUIRE(starts.shape(0) > 0, "'starts' must not be empty");
    const std::size_t size = scores.shape(0), n = side.shape(0), groups = starts.shape(0) - 1;
    SHAPE(row, size), SHAPE(sums, n), BELOW(side, 2), BELOW(row, n), EDGES(starts, groups, size);
    REQUIRE(starts.data()[0] == 0 && starts.data()[groups] == static_cast<std::int64_t>(size), "'starts' must cover all rows");
    nb::gil_scoped_release release;
    std::fill(sums.data(), sums.data() + n, 0.0);
    Sides sides;
    std::vector<std::size_t> first;
    if (std::vector<Run> runs = find_runs(scores, side, row, starts, first); !runs.empty()) {
        for (std::size_t g = 0; g < groups; ++g) {
            std::vector<Run *> mine;
            for (std::size_t k = first[g]; k < first[g + 1]; ++k) mine.push_back(&runs[k]);
            place_runs(std::move(mine));
        }
        for (const Run &run : runs)
            for (std::size_t s = 0; s < 2; ++s) sides.add(s, run.count[s], run.count[s] * run.place[s]);
        double squares = 0.0;
        for (std::size_t k = 0; k < runs.size(); ++k) {
            const double moved[2] = {sides.moved(runs[k].place[0], 0), sides.moved(runs[k].place[1], 1)};
            for (std::size_t s = 0; s < 2; ++s) squares += runs[k].count[s] > 0 ? runs[k].count[s] * moved[s] * moved[s] : 0.0;
            const std::size_t last = k + 1 < runs.size() ? runs[k + 1].start : size;
            for (std::size_t i = runs[k].start; i < last; ++i) sums.data()[row.data()[i]] += moved[side.data()[row.data()[i]]];
        }
        return squares;
    }
    std::vector<double> places(size);
    struct Found {
        std::size_t downs, ups;
        std::int64_t twice;
    };
    std::vector<Found> found(groups);
    foldwise::for_each(groups, threads, [&] {
        return [&, ranking = Ranking()](std::size_t g) mutable {
            const auto start = static_cast<std::size_t>(starts.data()[g]), last = static_cast<std::size_t>(starts.data()[g + 1]);
            ranking.clear(last - start);
            for (std::size_t i = start; i < last; ++i)
                ranking.add(scores.data()[static_cast<std::int64_t>(i) * scores.stride(0)], side.data()[row.data()[i]]);
            const std::int64_t twice = ranking.place(places.data() + start);
            found[g] = {ranking.rows(false), ranking.rows(true), twice};
        };
    });
    for (const auto &[downs, ups, twice] : found) {  // the places of a side add up to the pairs it wins over the rows of the other
        sides.add(0, static_cast<double>(downs), static_cast<double>(twice) / static_cast<double>(2 * ups));
        sides.add(1, static_cast<double>(ups), static_cast<double>(twice) / static_cast<double>(2 * downs));
    }
    double lanes[LANES] = {}, mean[2], scale[2];
    for (std::size_t s = 0; s < 2; ++s) {
        mean[s] = sides.sum[s] / sides.count[s];
        scale[s] = static_cast<double>(size) / sides.count[s];
    }
    for (std::size_t i = 0; i < size; ++i) {
        const Row at = row.data()[i];
        const bool hit = side.data()[at];
        const double moved = (places[i] - mean[hit]) * scale[hit];
        sums.data()[at] += moved;
        lanes[i % LANES] += moved * moved;
    }
    return add_up(lanes);
}

// Largest and second largest probability of rows, a block at a time, and the smallest of all.
class Largest {
  public:
    explicit Largest(const Scores &scores)
        : a(scores), pairs(a.shape(1) == 2 && a.stride(0) == 2 && a.stride(1) == 1) {
        std::fill(ends, ends + 2 * LANES, 1.0);
    }

    // Those of `size` rows from row `first` on: 1 - the largest, and the second largest.
    void read(std::size_t first, std::size_t size, double *wrong, double *second) {
        const std::size_t done = pairs ? size / LANES * LANES : 0;
        SIMD_PICK(split_pairs)(a.data() + 2 * first, done, wrong, second, ends);
        for (std::size_t j = done; j < size; ++j) look(first + j, wrong[j], second[j]);
    }
    // The same of rows that share scores: row i has those of line lines[i].
    template <typename Row> void read(const Row *lines, std::size_t size, double *wrong, double *second) {
        for (std::size_t j = 0; j < size; ++j) {
            if (lines[j] != line) look(static_cast<std::size_t>(lines[j]), shared[0], shared[1]);
            line = lines[j];
            wrong[j] = shared[0];
            second[j] = shared[1];
        }
    }
    double least() const { return *std::min_element(ends, ends + LANES); }
    double above_zero() const { return *std::min_element(ends + LANES, ends + 2 * LANES); }

  private:
    void look(std::size_t i, double &wrong, double &second) {
        const double *row = a.data() + static_cast<std::int64_t>(i) * a.stride(0);
        double high = 0.0, next = 0.0;
        for (std::size_t c = 0; c < a.shape(1); ++c) {
            const double value = row[static_cast<std::int64_t>(c) * a.stride(1)];
            next = value > high ? high : value > next ? value : next;
            high = value > high ? value : high;
            ends[0] = value < ends[0] ? value : ends[0];
            ends[LANES] = value > 0.0 && value < ends[LANES] ? value : ends[LANES];
        }
        wrong = 1.0 - high;
        second = next;
    }

    const Scores &a;
    bool pairs;
    double ends[2 * LANES], shared[2] = {};
    std::int64_t line = -1;
};

// What mistakes cost if probabilities are right about them, from every `step`-th row: Σ (1 - largest), and the sum of these
// times -ln of the second largest, none below `clip`. Gives also the smallest of all probabilities, and the smallest above 0.
// Where `resample` is not empty, its rows have the scores of their resamples (R, C).
template <typename Row>
static std::tuple<double, double, double, double> mistakes(Scores scores, Labels<Row> resample, std::size_t step, double clip) {
    REQUIRE(step > 0, "'step' must be positive");
    const bool shared = resample.shape(0) > 0;
    const std::size_t size = shared ? resample.shape(0) : scores.shape(0);
    if (shared) BELOW(resample, scores.shape(0));
    double wrong[BLOCK], second[BLOCK], lanes[2 * LANES] = {};
    Largest largest(scores);
    nb::gil_scoped_release release;
    for (std::size_t start = 0; start < size; start += BLOCK) {
        const std::size_t all = std::min(BLOCK, size - start);
        if (shared)
            largest.read(resample.data() + start, all, wrong, second);
        else
            largest.read(start, all, wrong, second);
        std::size_t some = 0;
        for (std::size_t j = (step - start % step) % step; j < all; j += step, ++some) {
            wrong[some] = wrong[j];
            second[some] = second[j];
        }
        const std::size_t padded = (some + LANES - 1) / LANES * LANES;
        std::fill(wrong + some, wrong + padded, 0.0);
        std::fill(second + some, second + padded, 1.0);
        SIMD_PICK(surprise)(second, padded, clip);
        SIMD_PICK(add_products)(wrong, second, padded, lanes);
    }
    return {add_up(lanes), add_up(lanes + LANES), largest.least(), largest.above_zero()};
}

// The predictions of a model, and where their sums go. Arrays that are not wanted are null.
template <typename Label, typename Row> struct Predictions {
    const Label *truth, *output;
    const Row *row;
    const std::int64_t *edges;
    const double *scores;
    std::int64_t across, down;  // from a row to the next and from a class to the next, in numbers
    std::size_t classes, n, width;  // the last: how many sums each row has
    bool shared;                    // whether scores are those of resamples
    Label positive;
    double clip;
    std::int64_t *tables, *mix;               // (R, C, C + 1), (R, C)
    double *wrong, *surprises;                // (R, C), (R, C)
    double *squares, *ruled_out, *wins, *all;  // (R,), of the surprise and of the pairs
    double *place_squares;                     // (R, 2), of the places of the negative and of the positive rows
};

// What one thread needs for one resample after another.
template <typename Label, typename Row> class TallyPass {
  public:
    explicit TallyPass(const Predictions<Label, Row> &predictions) : a(predictions), cells(a.classes * (a.classes + 1)) {
        counts.resize(COPIES * cells);
        same.resize(a.classes);
        raised.resize(a.classes);
    }

    // Sums of resample r; where `rows` is not null, also mistakes, surprise, number and, where `width` has room for them,
    // places of the predictions of each row (n, width).
    void operator()(std::size_t r, double *rows) {
        const auto first = static_cast<std::size_t>(a.edges[r]), last = static_cast<std::size_t>(a.edges[r + 1]);
        const std::size_t padded = (last - first + LANES - 1) / LANES * LANES;
        if (codes.size() < padded) {
            codes.resize(padded);
            given.resize(padded);
            column.resize(padded);
        }
        std::fill(counts.begin(), counts.end(), 0u);
        std::fill(lanes, lanes + 3 * LANES, 0.0);
        low = 0;
        if (a.surprises != nullptr) std::fill(a.surprises + r * a.classes, a.surprises + (r + 1) * a.classes, 0.0);
        const bool flat = a.scores != nullptr && (a.shared || constant(first, last));
        if (flat && a.surprises != nullptr && last > first) lose_once(a.shared ? r : first);
        const bool ranked = a.wins != nullptr && a.classes == 2 && !flat;
        if (ranked) ranking.clear(last - first);
        for (std::size_t start = first; start < last; start += BLOCK) {
            const std::size_t size = std::min(BLOCK, last - start);
            std::int64_t *truth = codes.data() + (start - first);
            read(start, size, truth);
            if (ranked) rank(start, size, truth);
            if (a.surprises != nullptr && !flat) lose(r, start, size, truth, given.data() + (start - first));
        }
        finish(r, first, last, flat);
        const bool placed = rows != nullptr && a.width == WIDTH;
        if (a.wins != nullptr && a.classes == 2) win(r, last - first, flat, placed);
        if (rows == nullptr) return;
        if (flat && a.surprises != nullptr)
            for (std::size_t j = 0; j < last - first; ++j) given[j] = same[static_cast<std::size_t>(codes[j])];
        if (placed && a.wins != nullptr && a.classes == 2)
            add_to_rows<true>(first, last, rows);
        else
            add_to_rows<false>(first, last, rows);
    }

  private:
    static constexpr std::size_t COPIES = 4;

    bool constant(std::size_t first, std::size_t last) const {
        if (a.across == 0 || last - first < 2) return true;
        const double *row = a.scores + static_cast<std::int64_t>(first) * a.across;
        if (a.down == 1 && a.across == static_cast<std::int64_t>(a.classes))
            return SIMD_PICK(repeats)(row, (last - first) * a.classes, a.classes);
        for (std::size_t i = first + 1; i < last; ++i) {
            const double *other = a.scores + static_cast<std::int64_t>(i) * a.across;
            for (std::size_t c = 0; c < a.classes; ++c)
                if (!(other[static_cast<std::int64_t>(c) * a.down] == row[static_cast<std::int64_t>(c) * a.down]))
                    return false;
        }
        return true;
    }

    // Looks up the truth and counts; neighbours go to different copies of the table, so that they need not wait.
    void read(std::size_t start, std::size_t size, std::int64_t *codes) {
        for (std::size_t j = 0; j < size; ++j) {
            const Label truth = a.truth[a.row[start + j]], output = a.output[start + j];
            codes[j] = truth;
            const std::size_t column = output < 0 ? a.classes : static_cast<std::size_t>(output);
            counts[(j % COPIES) * cells + static_cast<std::size_t>(truth) * (a.classes + 1) + column] += 1;
        }
    }

    template <bool PLACED> void add_to_rows(std::size_t first, std::size_t last, double *rows) const {
        static constexpr double loss[2] = {0.0, 1.0};  // looked up, since mistakes are not foreseen by any processor
        const bool surprised = a.surprises != nullptr;
        for (std::size_t j = 0; j < last - first; ++j) {
            double *to = rows + static_cast<std::size_t>(a.row[first + j]) * a.width;
            to[0] += loss[codes[j] != static_cast<std::int64_t>(a.output[first + j])];
            if (surprised) to[1] += given[j];
            to[2] += 1.0;
            if constexpr (PLACED) to[3] += column[j];
        }
    }

    void rank(std::size_t start, std::size_t size, const std::int64_t *codes) {
        const double *score = a.scores + static_cast<std::int64_t>(start) * a.across + a.positive * a.down;
        for (std::size_t j = 0; j < size; ++j)
            ranking.add(score[static_cast<std::int64_t>(j) * a.across], codes[j] == a.positive);
    }

    // Pairs won by the rows of the positive class; where `placed`, also the place of each row among those of the other class.
    void win(std::size_t r, std::size_t size, bool flat, bool placed) {
        const std::int64_t hits = a.mix[r * a.classes + static_cast<std::size_t>(a.positive)];
        const std::int64_t pairs = hits * (static_cast<std::int64_t>(size) - hits);
        a.all[r] = static_cast<double>(pairs);
        if (flat) {
            a.wins[r] = static_cast<double>(pairs) / 2;
            std::fill(column.begin(), column.begin() + static_cast<std::ptrdiff_t>(placed ? size : 0), 0.5);
        } else {
            a.wins[r] = static_cast<double>(placed ? ranking.place(column.data()) : ranking.twice()) / 2;
        }
        for (std::size_t side = 0; placed && side < 2; ++side) {
            const auto rows = static_cast<double>(side ? hits : static_cast<std::int64_t>(size) - hits);
            a.place_squares[2 * r + side] = flat ? rows / 4 : ranking.squares(side != 0);
        }
    }

    // Mean area over the ordered pairs of classes (Hand & Till 2001), times the rows; no weight where a class is missing.
    void rank_many(std::size_t r, std::size_t first, std::size_t last, bool flat) {
        const std::int64_t *mix = a.mix + r * a.classes;
        const auto size = static_cast<double>(last - first);
        const bool whole = std::find(mix, mix + a.classes, 0) == mix + a.classes;
        a.all[r] = whole ? size : 0.0;
        a.wins[r] = whole && flat ? size / 2 : 0.0;
        if (!whole || flat) return;
        places.resize(a.classes);
        double total = 0.0;
        for (std::size_t i = 0; i < a.classes; ++i) {
            split(first, last, i, mix);
            const double *up = column.data() + places[i] - mix[i];
            for (std::size_t j = 0; j < a.classes; ++j) {
                if (i == j) continue;
                const double *down = column.data() + places[j] - mix[j];
                const auto ups = static_cast<std::size_t>(mix[i]), downs = static_cast<std::size_t>(mix[j]);
                const std::int64_t twice = ranking.twice(up, ups, down, downs);
                total += static_cast<double>(twice) / 2 / static_cast<double>(ups * downs);
            }
        }
        a.wins[r] = size * (total / static_cast<double>(a.classes * (a.classes - 1)));
    }

    // Scores of class i, those of the rows of each class together; places[c] is where those of class c end.
    void split(std::size_t first, std::size_t last, std::size_t i, const std::int64_t *mix) {
        std::int64_t at = 0;
        for (std::size_t c = 0; c < a.classes; ++c) {
            places[c] = at;
            at += mix[c];
        }
        const double *score = a.scores + static_cast<std::int64_t>(i) * a.down;
        for (std::size_t k = first; k < last; ++k) {
            const auto truth = static_cast<std::size_t>(a.truth[a.row[k]]);
            column[static_cast<std::size_t>(places[truth]++)] = score[static_cast<std::int64_t>(k) * a.across];
        }
    }

    void lose(std::size_t r, std::size_t start, std::size_t size, std::int64_t *codes, double *given) {
        const std::size_t padded = (size + LANES - 1) / LANES * LANES;
        const double *score = a.scores + static_cast<std::int64_t>(start) * a.across;
        for (std::size_t j = 0; j < size; ++j)
            given[j] = score[static_cast<std::int64_t>(j) * a.across + codes[j] * a.down];
        for (std::size_t j = size; j < padded; ++j) {
            given[j] = 1.0;  // no surprise
            codes[j] = 0;
        }
        low += SIMD_PICK(surprise)(given, padded, a.clip);
        if (a.classes == 2) {
            SIMD_PICK(add_two)(given, codes, padded, lanes);
            return;
        }
        double *sums = a.surprises + r * a.classes;
        for (std::size_t j = 0; j < size; ++j) sums[codes[j]] += given[j];
        for (std::size_t j = 0; j < padded; ++j) lanes[2 * LANES + j % LANES] += given[j] * given[j];
    }

    void finish(std::size_t r, std::size_t first, std::size_t last, bool flat) {
        std::int64_t *table = a.tables + r * cells;
        for (std::size_t k = 0; k < cells; ++k) {
            table[k] = 0;
            for (std::size_t copy = 0; copy < COPIES; ++copy) table[k] += counts[copy * cells + k];
        }
        for (std::size_t c = 0; c < a.classes; ++c) {
            std::int64_t rows = 0;
            for (std::size_t k = 0; k <= a.classes; ++k) rows += table[c * (a.classes + 1) + k];
            a.mix[r * a.classes + c] = rows;
            a.wrong[r * a.classes + c] = static_cast<double>(rows - table[c * (a.classes + 1) + c]);
        }
        if (a.wins != nullptr && a.classes > 2) rank_many(r, first, last, flat);
        if (a.surprises == nullptr) return;
        if (flat && last > first) {
            finish_flat(r);
            return;
        }
        if (a.classes == 2) {
            a.surprises[2 * r] = add_up(lanes);
            a.surprises[2 * r + 1] = add_up(lanes + LANES);
        }
        a.squares[r] = add_up(lanes + 2 * LANES);
        a.ruled_out[r] = static_cast<double>(low);
    }

    // Every row has the probabilities of this line: one loss per class, and whether it was raised.
    void lose_once(std::size_t line) {
        const double *score = a.scores + static_cast<std::int64_t>(line) * a.across;
        for (std::size_t c = 0; c < a.classes; ++c) {
            same[c] = score[static_cast<std::int64_t>(c) * a.down];
            raised[c] = SIMD_PICK(surprise)(&same[c], 1, a.clip) != 0;
        }
    }

    void finish_flat(std::size_t r) {
        double squares = 0.0, missed = 0.0;
        for (std::size_t c = 0; c < a.classes; ++c) {
            const auto rows = static_cast<double>(a.mix[r * a.classes + c]);
            if (rows == 0) continue;
            missed += raised[c] ? rows : 0.0;
            a.surprises[r * a.classes + c] = rows * same[c];
            squares += rows * same[c] * same[c];
        }
        a.squares[r] = squares;
        a.ruled_out[r] = missed;
    }

    const Predictions<Label, Row> a;
    std::size_t cells, low = 0;
    std::vector<std::uint32_t> counts;
    std::vector<double> same, column, given;  // loss of each class; places, or scores of a class; losses
    std::vector<std::int64_t> places, codes;
    std::vector<char> raised;
    Ranking ranking;
    double lanes[3 * LANES];
};

// For each resample its confusion table, the rows of each class, the sums of the mistakes and of -ln p(true class) by
// class (`sums`: the latter only where it has room for two), and the pairs won by the positive of two classes beside all
// pairs (`pairs`, where it has room; of more classes the mean area times the rows beside the rows); with `by_row`
// also mistakes, surprise and number of the predictions of each row, and their places where it has room (3 or 4, n).
// Gives the number of mistakes, the sum of the squares of the surprise, the number of probabilities below `clip`, and the sums
// of the squares of the places of the negative and of the positive rows.
// Scores are those of the predictions, or one line for each resample where its rows share them: what their number says.
// Resamples are taken in stripes whose number depends on that of the predictions, never on that of the threads.
template <typename Label, typename Row>
static std::tuple<double, double, double, double, double> tally(Labels<Label> truth, Labels<Label> output, Labels<Row> row,
                                                                Places edges, Scores scores, std::int64_t positive,
                                                                double clip, std::size_t threads, Tables tables, Wide mix,
                                                                Box sums, Out pairs, Out by_row) {
    const std::size_t resamples = tables.shape(0), classes = tables.shape(1), n = truth.shape(0), size = output.shape(0);
    SHAPE(tables, resamples, classes, classes + 1), SHAPE(mix, resamples, classes), SHAPE(row, size);
    SHAPE(sums, sums.shape(0), resamples, classes), EDGES(edges, resamples, size), BELOW(row, n), BELOW(truth, classes);
    for (std::size_t i = 0; i < size; ++i)
        if (static_cast<std::int64_t>(output.data()[i]) >= static_cast<std::int64_t>(classes))
            foldwise::border::refuse_place("output", classes);
    REQUIRE(sums.shape(0) == 1 || sums.shape(0) == 2, "'sums' must have room for one or two sums");
    const bool shared = scores.shape(0) == resamples && size != resamples, ranked_pairs = OPTIONAL(pairs, 2, resamples);
    const bool scored = OPTIONAL(scores, shared ? resamples : size, classes);
    const std::size_t width = by_row.size() ? by_row.shape(0) : WIDTH;
    REQUIRE(width == WIDTH || width == WIDTH - 1, "'by_row' must have room for three or four sums");
    OPTIONAL(by_row, width, n);
    REQUIRE(scored || (!ranked_pairs && sums.shape(0) == 1) || size == 0, "'scores' are needed for pairs and surprises");
    REQUIRE(positive >= 0 && (!ranked_pairs || classes != 2 || positive < 2), "'positive' must be a class");
    const auto wanted = [](auto &array) { return array.size() ? array.data() : nullptr; };
    double *ranked = wanted(pairs), *of_rows = wanted(by_row), *lost = sums.data();
    std::vector<double> totals(4 * resamples, 0.0);
    const Predictions<Label, Row> predictions{truth.data(), output.data(), row.data(), edges.data(), wanted(scores),
                                      scores.stride(0), scores.stride(1), classes, n, width, shared, static_cast<Label>(positive), clip,
                                      tables.data(), mix.data(), lost,
                                      sums.shape(0) == 2 ? lost + resamples * classes : nullptr, totals.data(),
                                      totals.data() + resamples, ranked, ranked == nullptr ? nullptr : ranked + resamples,
                                      totals.data() + 2 * resamples};
    const std::size_t room = std::max<std::size_t>(1, ROOM / (width * n + 1));
    const std::size_t stripes = of_rows == nullptr ? resamples : size < WORTH ? 1 : std::min({resamples, STRIPES, room});
    double wrong = 0.0, squares = 0.0, low = 0.0, place_squares[2] = {};
    {
        nb::gil_scoped_release release;
        std::vector<double> rows(of_rows == nullptr ? 0 : stripes * width * n, 0.0);
        foldwise::for_each(stripes, threads, [&] {
            return [&, pass = TallyPass<Label, Row>(predictions)](std::size_t s) mutable {
                double *mine = of_rows == nullptr ? nullptr : rows.data() + s * width * n;
                for (std::size_t r = s * resamples / stripes; r < (s + 1) * resamples / stripes; ++r)
                    pass(r, mine);
            };
        });
        for (const double *stripe = rows.data(); stripe < rows.data() + rows.size(); stripe += width * n)
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t l = 0; l < width; ++l) of_rows[l * n + i] += stripe[i * width + l];
        for (std::size_t k = 0; k < resamples * classes; ++k) wrong += lost[k];
        for (std::size_t r = 0; r < resamples; ++r) {
            squares += totals[r];
            low += totals[resamples + r];
            for (std::size_t side = 0; side < 2; ++side) place_squares[side] += totals[2 * (resamples + r) + side];
        }
    }
    return {wrong, squares, low, place_squares[0], place_squares[1]};
}

template <typename Label> static void bind_tallies(nb::module_ &module) {
    const auto bind = [&](auto function) {
        foldwise::define(module, "tally", function, "What the predictions of each resample add up to, in place.", "truth",
                         "output", "row", "edges", "scores", "positive", "clip", "threads", "tables", "mix", "sums", "pairs",
                         "by_row");
    };
    bind(&tally<Label, std::int32_t>);
    bind(&tally<Label, std::int64_t>);
}

template <typename Row> static void bind_places(nb::module_ &module) {
    foldwise::define(module, "placed_sums", &placed_sums<Row>, "What each row adds to the area of its groups, in place.",
                     "scores", "side", "row", "starts", "threads", "sums");
    foldwise::define(module, "mistakes", &mistakes<Row>, "What mistakes cost if probabilities are right about them.", "scores",
                     "resample", "step", "clip");
}

void bind_tally(nb::module_ &module) {
    bind_places<std::int32_t>(module);
    bind_places<std::int64_t>(module);
    bind_tallies<std::int8_t>(module);
    bind_tallies<std::int64_t>(module);
    bind_tallies<std::int16_t>(module);
    bind_tallies<std::int32_t>(module);
    foldwise::define(module, "area_wins", &area_wins, "Pairs won by the positive rows of each group, in place.", "scores",
                     "positive", "starts", "threads", "wins");
    foldwise::define(module, "placements", &placements,
                     "Share of the other class of its group that each row is ranked right against, in place.", "scores",
                     "positive", "starts", "threads", "places");
}

#endif
