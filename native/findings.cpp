// What measures are made of: one look at the answers of a model, resample by resample, and no number kept per answer.
#include "kernels.hpp"

#include <bit>
#include <limits>

using Values = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Scores = nb::ndarray<const double, nb::ndim<2>, nb::device::cpu>;
using Flags = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Places = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Mix = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Table = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Counts = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Tables = nb::ndarray<std::int64_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Wide = nb::ndarray<std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Box = nb::ndarray<double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Line = nb::ndarray<double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Out = nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <typename Label> using Labels = nb::ndarray<const Label, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

static constexpr std::size_t LANES = 8, BLOCK = 512, STRIPES = 16, ROOM = 8'000'000;

// Whole numbers in the order of the scores; minus zero is zero. `ends` widens to hold the smallest and the largest.
FOLDWISE_CLONES static void take_keys(const double *scores, std::size_t size, std::int64_t *keys, std::int64_t *ends) {
    std::int64_t low = ends[0], high = ends[1];
    for (std::size_t i = 0; i < size; ++i) {
        const std::int64_t bits = std::bit_cast<std::int64_t>(scores[i] + 0.0);
        const std::int64_t key = bits < 0 ? bits ^ 0x7FFFFFFFFFFFFFFFLL : bits;
        keys[i] = key;
        low = key < low ? key : low;
        high = key > high ? key : high;
    }
    ends[0] = low;
    ends[1] = high;
}

// Spreads the keys of probabilities evenly near 0 and near 1, where they crowd: by their logarithm and by that of 1 - p.
// The order stays, but what is nearer than 2^-60 becomes one.
static constexpr std::int64_t HALF = 0x3FE0000000000000LL, ONE = 0x3FF0000000000000LL, NEAR = 0x3C30000000000000LL;
static inline std::int64_t folded(std::int64_t key) {
    const std::int64_t rest = std::bit_cast<std::int64_t>(1.0 - std::bit_cast<double>(key));
    const std::int64_t below = key < NEAR ? NEAR : key, above = 2 * HALF - (rest < NEAR ? NEAR : rest);
    return key <= HALF ? below : above;
}
FOLDWISE_CLONES static void fold_keys(std::int64_t *keys, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) keys[i] = folded(keys[i]);
}

// Twice the pairs that ups win over downs, a tie being half a win: every pair is looked at, many at a time.
FOLDWISE_CLONES static std::int64_t compare_all(const double *ups, std::size_t positives, const double *downs,
                                                std::size_t negatives) {
    std::int64_t twice = 0;
    for (std::size_t i = 0; i < positives; ++i) {
        const double up = ups[i];
        std::int64_t won = 0;
        for (std::size_t j = 0; j < negatives; ++j) won += (downs[j] < up) + (downs[j] <= up);
        twice += won;
    }
    return twice;
}

// Twice the pairs that positive rows win, for one sample after another. Few pairs are compared one by one; of many the
// negative rows are dealt into buckets, so that a positive row is compared with those in its own bucket only.
class Ranking {
  public:
    void clear(std::size_t size) {
        if (ups.size() < size + 1) {  // one more is written than is counted
            ups.resize(size + 1);
            downs.resize(size + 1);
        }
        positives = negatives = 0;
    }
    void add(double score, bool hit) {
        ups[positives] = score;
        downs[negatives] = score;
        positives += hit;
        negatives += !hit;
    }
    std::int64_t twice() { return twice(ups.data(), positives, downs.data(), negatives); }

    // Of these rows instead of those that were added.
    std::int64_t twice(const double *up, std::size_t positives, const double *down, std::size_t negatives) {
        if (positives * negatives <= FEW) return compare_all(up, positives, down, negatives);
        up_keys.resize(std::max(up_keys.size(), positives));
        down_keys.resize(std::max(down_keys.size(), negatives));
        std::int64_t ends[2] = {INT64_MAX, INT64_MIN};
        take_keys(up, positives, up_keys.data(), ends);
        take_keys(down, negatives, down_keys.data(), ends);
        if (ends[0] >= 0 && ends[1] <= ONE) {
            fold_keys(up_keys.data(), positives);
            fold_keys(down_keys.data(), negatives);
            fold_keys(ends, 2);
        }
        low = static_cast<std::uint64_t>(ends[0]);
        const std::uint64_t range = static_cast<std::uint64_t>(ends[1]) - low;
        shift = std::max(0, static_cast<int>(std::bit_width(range)) - static_cast<int>(std::bit_width(negatives)));
        deal(down, negatives, (range >> shift) + 1);
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < positives; ++i) sum += beaten(up[i], bucket(up_keys[i]));
        return sum;
    }

  private:
    static constexpr std::size_t FEW = 1 << 12, CROWD = 24;

    std::size_t bucket(std::int64_t key) const { return (static_cast<std::uint64_t>(key) - low) >> shift; }

    // Orders the negative rows by bucket; starts[b] is where bucket b begins. Crowded buckets are sorted.
    void deal(const double *down, std::size_t negatives, std::size_t buckets) {
        dealt.resize(std::max(dealt.size(), negatives));
        starts.assign(buckets + 1, 0);
        for (std::size_t i = 0; i < negatives; ++i) starts[bucket(down_keys[i])] += 1;
        std::uint32_t at = 0;
        bool crowded = false;
        for (std::size_t b = 0; b < buckets; ++b) {
            crowded |= starts[b] > CROWD;
            at = starts[b] += at;
        }
        for (std::size_t i = 0; i < negatives; ++i) dealt[--starts[bucket(down_keys[i])]] = down[i];
        starts[buckets] = static_cast<std::uint32_t>(negatives);
        for (std::size_t b = 0; crowded && b < buckets; ++b)
            if (starts[b + 1] - starts[b] > CROWD) std::sort(dealt.data() + starts[b], dealt.data() + starts[b + 1]);
    }

    // Negative rows below a score of a bucket, and those not above it.
    std::int64_t beaten(double score, std::size_t b) const {
        const std::uint32_t from = starts[b], to = starts[b + 1];
        const double *first = dealt.data() + from, *last = dealt.data() + to;
        if (to - from > CROWD)
            return (std::lower_bound(first, last, score) - dealt.data()) +
                   (std::upper_bound(first, last, score) - dealt.data());
        std::int64_t sum = 2 * static_cast<std::int64_t>(from);
        for (; first < last; ++first) sum += (*first < score) + (*first <= score);
        return sum;
    }

    std::vector<double> ups, downs, dealt;
    std::vector<std::int64_t> up_keys, down_keys;
    std::vector<std::uint32_t> starts;
    std::size_t positives = 0, negatives = 0;
    std::uint64_t low = 0;
    int shift = 0;
};

// wins[g] = number of pairs (positive, negative) of group g that the positive row wins, ties counting half; the rows of
// group g are those from starts[g] to starts[g + 1]. Scores must not be NaN.
static void area_wins(Values scores, Flags positive, Places starts, std::size_t threads, Line wins) {
    const std::size_t groups = wins.shape(0);
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

// Replaces probabilities by -ln of them, none below `clip`, and gives the number that were. With x = 2^k m and m between
// √½ and √2, ln m = 2 artanh s with s = (m - 1)/(m + 1), whose series is cut where it is below a rounding error.
FOLDWISE_CLONES static std::size_t surprise(double *values, std::size_t size, double clip) {
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
FOLDWISE_CLONES static void add_two(const double *losses, const std::int64_t *codes, std::size_t size, double *lanes) {
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

static inline double add_up(const double *lanes) {
    return ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5])) + ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]));
}

// The answers of a model, and where their sums go. Arrays that are not wanted are null.
template <typename Label, typename Row> struct Answers {
    const Label *truth, *output;
    const Row *row;
    const std::int64_t *edges;
    const double *scores;
    std::int64_t across, down;  // from a row to the next and from a class to the next, in numbers
    std::size_t classes, n;
    Label positive;
    double clip;
    std::int64_t *tables, *mix;               // (R, C, C + 1), (R, C)
    double *wrong, *surprises;                // (R, C), (R, C)
    double *squares, *ruled_out, *wins, *all;  // (R,), of the surprise and of the pairs
};

// What one thread needs for one resample after another.
template <typename Label, typename Row> class Look {
  public:
    explicit Look(const Answers<Label, Row> &answers) : a(answers), cells(a.classes * (a.classes + 1)) {
        counts.resize(COPIES * cells);
        same.resize(a.classes);
        raised.resize(a.classes);
    }

    // Sums of resample r; the losses also go to the rows, where `wrong`, `surprised` and `times` are not null.
    void operator()(std::size_t r, double *wrong, double *surprised, double *times) {
        const auto first = static_cast<std::size_t>(a.edges[r]), last = static_cast<std::size_t>(a.edges[r + 1]);
        std::fill(counts.begin(), counts.end(), 0u);
        std::fill(lanes, lanes + 3 * LANES, 0.0);
        low = 0;
        if (a.surprises != nullptr) std::fill(a.surprises + r * a.classes, a.surprises + (r + 1) * a.classes, 0.0);
        const bool flat = a.scores != nullptr && constant(first, last);
        if (flat && a.surprises != nullptr && last > first) lose_once(first);
        const bool ranked = a.wins != nullptr && a.classes == 2 && !flat;
        if (ranked) ranking.clear(last - first);
        for (std::size_t start = first; start < last; start += BLOCK) {
            const std::size_t size = std::min(BLOCK, last - start);
            read(start, size);
            if (times != nullptr) add_to_rows(start, size, wrong, times);
            if (ranked) rank(start, size);
            if (a.surprises == nullptr) continue;
            if (!flat) lose(r, start, size);
            if (surprised != nullptr) add_surprise(start, size, surprised, flat);
        }
        finish(r, first, last, flat);
    }

  private:
    static constexpr std::size_t COPIES = 4;

    bool constant(std::size_t first, std::size_t last) const {
        if (a.across == 0) return true;
        const double *row = a.scores + static_cast<std::int64_t>(first) * a.across;
        for (std::size_t i = first + 1; i < last; ++i) {
            const double *other = a.scores + static_cast<std::int64_t>(i) * a.across;
            for (std::size_t c = 0; c < a.classes; ++c)
                if (!(other[static_cast<std::int64_t>(c) * a.down] == row[static_cast<std::int64_t>(c) * a.down]))
                    return false;
        }
        return true;
    }

    // Looks up the truth and counts; neighbours go to different copies of the table, so that they need not wait.
    void read(std::size_t start, std::size_t size) {
        for (std::size_t j = 0; j < size; ++j) {
            const Label truth = a.truth[a.row[start + j]], output = a.output[start + j];
            codes[j] = truth;
            const std::size_t column = output < 0 ? a.classes : static_cast<std::size_t>(output);
            counts[(j % COPIES) * cells + static_cast<std::size_t>(truth) * (a.classes + 1) + column] += 1;
        }
    }

    void add_to_rows(std::size_t start, std::size_t size, double *wrong, double *times) const {
        for (std::size_t j = 0; j < size; ++j) {
            const auto row = static_cast<std::size_t>(a.row[start + j]);
            wrong[row] += codes[j] != static_cast<std::int64_t>(a.output[start + j]);
            times[row] += 1.0;
        }
    }

    void rank(std::size_t start, std::size_t size) {
        const double *score = a.scores + static_cast<std::int64_t>(start) * a.across + a.positive * a.down;
        for (std::size_t j = 0; j < size; ++j)
            ranking.add(score[static_cast<std::int64_t>(j) * a.across], codes[j] == a.positive);
    }

    void add_surprise(std::size_t start, std::size_t size, double *surprised, bool flat) const {
        for (std::size_t j = 0; j < size; ++j) surprised[a.row[start + j]] += flat ? same[codes[j]] : given[j];
    }

    // Mean area over the ordered pairs of classes (Hand & Till 2001), times the rows; no weight where a class is missing.
    void rank_many(std::size_t r, std::size_t first, std::size_t last, bool flat) {
        const std::int64_t *mix = a.mix + r * a.classes;
        const auto size = static_cast<double>(last - first);
        const bool whole = std::find(mix, mix + a.classes, 0) == mix + a.classes;
        a.all[r] = whole ? size : 0.0;
        a.wins[r] = whole && flat ? size / 2 : 0.0;
        if (!whole || flat) return;
        column.resize(std::max(column.size(), last - first));
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

    void lose(std::size_t r, std::size_t start, std::size_t size) {
        const std::size_t padded = (size + LANES - 1) / LANES * LANES;
        const double *score = a.scores + static_cast<std::int64_t>(start) * a.across;
        for (std::size_t j = 0; j < size; ++j)
            given[j] = score[static_cast<std::int64_t>(j) * a.across + codes[j] * a.down];
        for (std::size_t j = size; j < padded; ++j) {
            given[j] = 1.0;  // no surprise
            codes[j] = 0;
        }
        low += surprise(given, padded, a.clip);
        if (a.classes == 2) {
            add_two(given, codes, padded, lanes);
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
        if (a.wins != nullptr && a.classes == 2) {
            const std::int64_t hits = a.mix[r * a.classes + static_cast<std::size_t>(a.positive)];
            const std::int64_t pairs = hits * (static_cast<std::int64_t>(last - first) - hits);
            a.all[r] = static_cast<double>(pairs);
            a.wins[r] = static_cast<double>(flat ? pairs : ranking.twice()) / 2;
        }
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

    // Every row has the same probabilities: one loss per class, and whether it was raised.
    void lose_once(std::size_t first) {
        const double *score = a.scores + static_cast<std::int64_t>(first) * a.across;
        for (std::size_t c = 0; c < a.classes; ++c) {
            same[c] = score[static_cast<std::int64_t>(c) * a.down];
            raised[c] = surprise(&same[c], 1, a.clip) != 0;
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

    const Answers<Label, Row> a;
    std::size_t cells, low = 0;
    std::vector<std::uint32_t> counts;
    std::vector<double> same, column;
    std::vector<std::int64_t> places;
    std::vector<char> raised;
    Ranking ranking;
    double given[BLOCK], lanes[3 * LANES];
    std::int64_t codes[BLOCK];
};

// For each resample its confusion table, the rows of each class, the sums of the mistakes and of -ln p(true class) by
// class (`sums`: the latter only where it has room for two), and the pairs won by the positive of two classes beside all
// pairs (`pairs`, where it has room; of more classes the mean area times the rows beside the rows); with `by_row` also mistakes, surprise and number of answers of each row (3, n).
// Gives the number of mistakes, the sum of the squares of the surprise, and the number of probabilities below `clip`.
// Resamples are taken in stripes whose number does not depend on that of the threads.
template <typename Label, typename Row>
static nb::tuple tally(Labels<Label> truth, Labels<Label> output, Labels<Row> row, Places edges, Scores scores,
                       std::int64_t positive, double clip, std::size_t threads, Tables tables, Wide mix, Box sums,
                       Out pairs, Out by_row) {
    const std::size_t resamples = tables.shape(0), classes = tables.shape(1), n = truth.shape(0);
    auto wanted = [](auto &array) { return array.size() ? array.data() : nullptr; };
    double *ranked = wanted(pairs), *of_rows = wanted(by_row), *lost = sums.data();
    std::vector<double> totals(2 * resamples, 0.0);
    const Answers<Label, Row> answers{truth.data(), output.data(), row.data(), edges.data(), wanted(scores),
                                      scores.stride(0), scores.stride(1), classes, n, static_cast<Label>(positive), clip,
                                      tables.data(), mix.data(), lost,
                                      sums.shape(0) == 2 ? lost + resamples * classes : nullptr, totals.data(),
                                      totals.data() + resamples, ranked, ranked == nullptr ? nullptr : ranked + resamples};
    const std::size_t room = std::max<std::size_t>(1, ROOM / (3 * n + 1));
    const std::size_t stripes = of_rows == nullptr ? resamples : std::min({resamples, STRIPES, room});
    double wrong = 0.0, squares = 0.0, low = 0.0;
    {
        nb::gil_scoped_release release;
        std::vector<double> rows(of_rows == nullptr ? 0 : stripes * 3 * n, 0.0);
        foldwise::for_each(stripes, threads, [&] {
            return [&, look = Look<Label, Row>(answers)](std::size_t s) mutable {
                double *mine = of_rows == nullptr ? nullptr : rows.data() + s * 3 * n;
                double *surprised = mine == nullptr || answers.surprises == nullptr ? nullptr : mine + n;
                for (std::size_t r = s * resamples / stripes; r < (s + 1) * resamples / stripes; ++r)
                    look(r, mine, surprised, mine == nullptr ? nullptr : mine + 2 * n);
            };
        });
        for (std::size_t k = 0; k < rows.size(); ++k) of_rows[k % (3 * n)] += rows[k];
        for (std::size_t k = 0; k < resamples * classes; ++k) wrong += lost[k];
        for (std::size_t r = 0; r < resamples; ++r) {
            squares += totals[r];
            low += totals[resamples + r];
        }
    }
    return nb::make_tuple(wrong, squares, low);
}

// products[i] += Σ_b weights[b] counts[b, i], and zeros[i] += number of b with counts[b, i] = 0, over the draws b that
// are used.
FOLDWISE_CLONES static void add_draw(const std::uint8_t *counts, std::size_t n, double weight, double *products,
                                     std::int32_t *zeros) {
    for (std::size_t i = 0; i < n; ++i) products[i] += weight * counts[i];
    for (std::size_t i = 0; i < n; ++i) zeros[i] += counts[i] == 0;
}
static void weigh_counts(Counts counts, Values weights, Flags used, Line products, Line zeros) {
    const std::size_t draws = counts.shape(0), n = counts.shape(1);
    nb::gil_scoped_release release;
    std::vector<std::int32_t> left_out(n, 0);
    for (std::size_t b = 0; b < draws; ++b)
        if (used.data()[b]) add_draw(counts.data() + b * n, n, weights.data()[b], products.data(), left_out.data());
    for (std::size_t i = 0; i < n; ++i) zeros.data()[i] += left_out[i];
}

// Number, mean and variance (over one less than their number) of the values that are not NaN.
static nb::tuple spread(Values values) {
    const double *value = values.data();
    const std::size_t size = values.shape(0);
    std::size_t count = 0;
    double sum = 0.0, squares = 0.0;
    for (std::size_t i = 0; i < size; ++i) {
        if (value[i] != value[i]) continue;
        sum += value[i];
        ++count;
    }
    const double mean = sum / static_cast<double>(count);
    for (std::size_t i = 0; i < size; ++i)
        if (value[i] == value[i]) squares += (value[i] - mean) * (value[i] - mean);
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    return nb::make_tuple(count, mean, count > 1 ? squares / static_cast<double>(count - 1) : none);
}

// Mean over the repeats of the sums of their resamples over the weights of these; a repeat without weight is left out.
static double pool(Values sums, Values weights, Places repeat) {
    const std::size_t size = sums.shape(0);
    std::vector<double> sum, weight;
    for (std::size_t r = 0; r < size; ++r) {
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
    return count == 0.0 ? std::numeric_limits<double>::quiet_NaN() : total / count;
}

// Variance of a mean loss that stratified test sets hide: see src/foldwise/intervals/composition.py. `means` comes as the
// sums of the losses of each stratum, and `sizes` are its numbers of losses.
class Composition {
  public:
    explicit Composition(std::size_t kinds) : means(kinds, 0.0), sizes(kinds, 0.0) {}

    // Divides the sums; `squares` is the sum of the squares of all losses.
    void divide(double squares) {
        double explained = 0.0, mean = 0.0, kinds = 0.0;
        for (std::size_t c = 0; c < means.size(); ++c) {
            total += sizes[c];
            kinds += sizes[c] > 0;
            const double sum = means[c];
            means[c] = sizes[c] > 0 ? sum / sizes[c] : 0.0;
            explained += sum * means[c];
            mean += sum;
        }
        mean /= total;
        const double within = std::max(0.0, squares - explained) / total;
        for (std::size_t c = 0; c < means.size(); ++c)
            between += sizes[c] / total * (means[c] - mean) * (means[c] - mean);
        between -= within * (kinds - 1.0) / total;
    }

    // What the mean loss of each test set would be if every row had the mean loss of its stratum.
    double deficit(const std::vector<double> &expected) const {
        const double used = static_cast<double>(expected.size());
        double middle = 0.0, observed = 0.0;
        for (const double one : expected) middle += one;
        middle /= used;
        for (const double one : expected) observed += (one - middle) * (one - middle);
        if (expected.size() > 1) observed /= used - 1.0;
        return std::max(0.0, between * used / total - observed);
    }

    std::vector<double> means, sizes;

  private:
    double total = 0.0, between = 0.0;
};

// From the sums of the losses by test set and class, the sum of their squares, and the number of rows.
static double deficit(Table sums, double squares, Mix mix) {
    const std::size_t resamples = sums.shape(0), classes = sums.shape(1);
    const double *loss = sums.data();
    const std::int64_t *rows = mix.data();
    Composition whole(classes);
    for (std::size_t k = 0; k < resamples * classes; ++k) {
        whole.means[k % classes] += loss[k];
        whole.sizes[k % classes] += static_cast<double>(rows[k]);
    }
    whole.divide(squares);
    std::vector<double> expected;
    expected.reserve(resamples);
    for (std::size_t r = 0; r < resamples; ++r) {
        double sum = 0.0, tested = 0.0;
        for (std::size_t c = 0; c < classes; ++c) {
            sum += static_cast<double>(rows[r * classes + c]) * whole.means[c];
            tested += static_cast<double>(rows[r * classes + c]);
        }
        if (tested > 0.0) expected.push_back(sum / tested);
    }
    return whole.deficit(expected);
}

// From the losses one by one and the stratum of each row of the dataset.
template <typename Row>
static double deficit_of_losses(Values losses, Places strata, std::size_t kinds, Labels<Row> rows, Places edges) {
    const std::size_t size = losses.shape(0), resamples = edges.shape(0) - 1;
    const double *loss = losses.data();
    const std::int64_t *stratum = strata.data(), *edge = edges.data();
    const Row *row = rows.data();
    nb::gil_scoped_release release;
    Composition whole(kinds);
    double squares = 0.0;
    for (std::size_t i = 0; i < size; ++i) {
        const auto at = static_cast<std::size_t>(stratum[row[i]]);
        whole.means[at] += loss[i];
        whole.sizes[at] += 1.0;
        squares += loss[i] * loss[i];
    }
    whole.divide(squares);
    std::vector<double> expected;
    expected.reserve(resamples);
    for (std::size_t r = 0; r < resamples; ++r) {
        double sum = 0.0;
        for (std::int64_t i = edge[r]; i < edge[r + 1]; ++i) sum += whole.means[static_cast<std::size_t>(stratum[row[i]])];
        if (edge[r + 1] > edge[r]) expected.push_back(sum / static_cast<double>(edge[r + 1] - edge[r]));
    }
    return whole.deficit(expected);
}

template <typename Row> static void bind_deficit(nb::module_ &module) {
    module.def("deficit_of_losses", &deficit_of_losses<Row>, nb::arg("losses").noconvert(), nb::arg("strata").noconvert(),
               nb::arg("kinds"), nb::arg("rows").noconvert(), nb::arg("edges").noconvert(),
               "Variance of a mean loss that the composition of the test sets hides, from the losses.");
}

template <typename Label, typename Row> static void bind_tally(nb::module_ &module) {
    module.def("tally", &tally<Label, Row>, nb::arg("truth").noconvert(), nb::arg("output").noconvert(),
               nb::arg("row").noconvert(), nb::arg("edges").noconvert(), nb::arg("scores").noconvert(),
               nb::arg("positive"), nb::arg("clip"), nb::arg("threads"), nb::arg("tables").noconvert(),
               nb::arg("mix").noconvert(), nb::arg("sums").noconvert(), nb::arg("pairs").noconvert(),
               nb::arg("by_row").noconvert(), "What the answers of each resample add up to, in place.");
}

template <typename Label> static void bind_tallies(nb::module_ &module) {
    bind_tally<Label, std::int64_t>(module);
    bind_tally<Label, std::int32_t>(module);
}

void bind_findings(nb::module_ &module) {
    bind_tallies<std::int64_t>(module);
    bind_tallies<std::int32_t>(module);
    bind_tallies<std::int16_t>(module);
    bind_tallies<std::int8_t>(module);
    module.def("area_wins", &area_wins, nb::arg("scores").noconvert(), nb::arg("positive").noconvert(),
               nb::arg("starts").noconvert(), nb::arg("threads"), nb::arg("wins").noconvert(),
               "Pairs won by the positive rows of each group, in place.");
    module.def("spread", &spread, nb::arg("values").noconvert(), "Number, mean and variance of what is not NaN.");
    module.def("pool", &pool, nb::arg("sums").noconvert(), nb::arg("weights").noconvert(), nb::arg("repeat").noconvert(),
               "Mean over the repeats of sums over weights.");
    module.def("deficit", &deficit, nb::arg("sums").noconvert(), nb::arg("squares"), nb::arg("mix").noconvert(),
               "Variance of a mean loss that the composition of the test sets hides.");
    bind_deficit<std::int64_t>(module);
    bind_deficit<std::int32_t>(module);
    module.def("weigh_counts", &weigh_counts, nb::arg("counts").noconvert(), nb::arg("weights").noconvert(),
               nb::arg("used").noconvert(), nb::arg("products").noconvert(), nb::arg("zeros").noconvert(),
               "Weighted sums of counts over draws, and how often an item was not drawn, in place.");
}
