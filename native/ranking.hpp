// How many pairs (positive, negative) a score ranks right.
#ifdef SIMD

// Whole numbers in the order of the scores; minus zero is zero. `ends` widens to hold the smallest and the largest.
static void take_keys(const double *scores, std::size_t size, std::int64_t *keys, std::int64_t *ends) {
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
// The order stays, but what is below 2^-255 becomes one, and so would be what is nearer to 1 than any number is.
static constexpr std::int64_t HALF = 0x3FE0000000000000LL;
static constexpr std::int64_t NEAR_ZERO = 0x3000000000000000LL, NEAR_ONE = 0x3C80000000000000LL;
SIMD_INLINE std::int64_t folded(std::int64_t key) {
    const std::int64_t rest = std::bit_cast<std::int64_t>(1.0 - std::bit_cast<double>(key));
    const std::int64_t below = key < NEAR_ZERO ? NEAR_ZERO : key, above = 2 * HALF - (rest < NEAR_ONE ? NEAR_ONE : rest);
    return key <= HALF ? below : above;
}
static void fold_keys(std::int64_t *keys, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) keys[i] = folded(keys[i]);
}

// Spreads scores of any other kind evenly between the least and the largest of them; the order stays.
static void scale_keys(const double *scores, std::size_t size, double least, double scale, std::int64_t *keys) {
    constexpr double magic = 0x1.8p52;  // adding it leaves a whole number in the last bits
    for (std::size_t i = 0; i < size; ++i)
        keys[i] = std::bit_cast<std::int64_t>((scores[i] - least) * scale + magic) - std::bit_cast<std::int64_t>(magic);
}

// won[i] = twice the number of downs that ups[i] wins against, a tie being half a win: every pair is looked at, many at a time.
typedef std::int64_t Counts __attribute__((vector_size(SIMD_BYTES)));
SIMD_INLINE void compare_lanes(const double *ups, const double *downs, std::size_t negatives, std::int64_t *won) {
    for (std::size_t l = 0; l < LANES; l += LENGTH) {
        const Vector up = load(ups + l);
        Counts below = {}, tied = {};
        for (std::size_t j = 0; j < negatives; ++j) {
            const Vector down = downs[j] - Vector{};
            below -= down < up;  // what holds is -1
            tied -= down <= up;
        }
        below += tied;
        for (std::size_t k = 0; k < LENGTH; ++k) won[l + k] = below[k];
    }
}
static void compare_all(const double *ups, std::size_t positives, const double *downs, std::size_t negatives,
                        std::int64_t *won) {
    const std::size_t whole = positives / LANES * LANES;
    for (std::size_t i = 0; i < whole; i += LANES) compare_lanes(ups + i, downs, negatives, won + i);
    if (whole == positives) return;
    double last[LANES] = {};
    std::int64_t found[LANES];
    for (std::size_t i = whole; i < positives; ++i) last[i - whole] = ups[i];
    compare_lanes(last, downs, negatives, found);
    for (std::size_t i = whole; i < positives; ++i) won[i] = found[i - whole];
}

// The different values of scores, as long as they are few, as votes are; gives their number, or one more than there is room for.
static constexpr std::size_t VALUES = 16;
static std::size_t find_values(const double *scores, std::size_t size, double *values) {
    for (std::size_t l = 0; l < VALUES; ++l) values[l] = std::numeric_limits<double>::quiet_NaN();  // equal to no score
    std::size_t found = 0;
    for (std::size_t i = 0; i < size; ++i) {
        std::int64_t met = 0;
        for (std::size_t l = 0; l < VALUES; ++l) met += values[l] == scores[i];
        if (met != 0) continue;
        if (found == VALUES) return VALUES + 1;
        values[found++] = scores[i];
    }
    return found;
}

// won[i] = twice the number of downs that ups[i] wins against, where these have few values.
static void compare_values(const double *ups, std::size_t positives, const double *downs, std::size_t negatives,
                           const double *values, std::size_t count, std::int64_t *won) {
    for (std::size_t i = 0; i < positives; ++i) won[i] = 0;
    for (std::size_t l = 0; l < count; ++l) {
        const double value = values[l];
        std::int64_t rows = 0;
        for (std::size_t j = 0; j < negatives; ++j) rows += downs[j] == value;
        for (std::size_t i = 0; i < positives; ++i) won[i] += (value < ups[i] ? rows : 0) + (value <= ups[i] ? rows : 0);
    }
}

// places[i] = share of `all` that won[i] is, or the rest of it; the sum of the won is given.
static std::int64_t take_shares(const std::int64_t *won, std::size_t size, double all, bool above, double *places) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < size; ++i) sum += won[i];
    for (std::size_t i = 0; i < size; ++i) {
        const auto below = static_cast<double>(won[i]);
        places[i] = (above ? all - below : below) / all;  // NaN without an other side
    }
    return sum;
}

// The sum of squares, in an order that is the same for every width.
static double add_squares(const double *values, std::size_t size) {
    double lanes[LANES] = {};
    const std::size_t whole = size / LANES * LANES;
    for (std::size_t i = 0; i < whole; i += LANES)
        for (std::size_t l = 0; l < LANES; ++l) lanes[l] += values[i + l] * values[i + l];
    for (std::size_t i = whole; i < size; ++i) lanes[i - whole] += values[i] * values[i];
    return add_up(lanes);
}

#elif !defined(FOLDWISE_RANKING_HPP)
#define FOLDWISE_RANKING_HPP

#include "kernels.hpp"

#include <limits>
#include <numeric>

#define SIMD_FILE "ranking.hpp"
#include "simd.hpp"

// Twice the pairs that rows of one side win, for one sample after another. Few pairs are compared one by one; of many a row is
// compared with the values of the other side where these are few, else with those of its rows that are in the same bucket.
class Ranking {
  public:
    void clear(std::size_t size) {
        if (ups.size() < size + 1) {  // one more is written than is counted
            ups.resize(size + 1);
            downs.resize(size + 1);
            up_places.resize(size + 1);
            down_places.resize(size + 1);
            hits.resize(size + 1);
        }
        positives = negatives = 0;
    }
    void add(double score, bool hit) {
        hits[positives + negatives] = hit;
        ups[positives] = score;
        downs[negatives] = score;
        positives += hit;
        negatives += !hit;
    }
    std::int64_t twice() { return twice(ups.data(), positives, downs.data(), negatives); }

    // Of these rows instead of those that were added.
    std::int64_t twice(const double *up, std::size_t positives, const double *down, std::size_t negatives) {
        each(up, positives, down, negatives);
        return std::accumulate(won.begin(), won.begin() + static_cast<std::ptrdiff_t>(positives), std::int64_t{0});
    }

    // places[i] = share of the other side that row i, in the order they were added, is ranked right against; NaN without one.
    // Gives twice the pairs that positive rows win.
    std::int64_t place(double *places) {
        each(downs.data(), negatives, ups.data(), positives);
        share(negatives, positives, true, down_places.data());
        each(ups.data(), positives, downs.data(), negatives);
        const std::int64_t twice = share(positives, negatives, false, up_places.data());
        for (std::size_t i = 0, up = 0, down = 0; i < positives + negatives; ++i) {
            const double choice[2] = {down_places[down], up_places[up]};
            places[i] = choice[hits[i] != 0];  // looked up, since sides are not foreseen by any processor
            up += hits[i] != 0;
            down += hits[i] == 0;
        }
        return twice;
    }

    // After `place`: rows of a side, and sum of the squares of their places.
    std::size_t rows(bool positive) const { return positive ? positives : negatives; }
    double squares(bool positive) const {
        return SIMD_PICK(add_squares)((positive ? up_places : down_places).data(), rows(positive));
    }

  private:
    static constexpr std::size_t FEW = 1 << 12, CROWD = 24, PAIR = 2;
    static constexpr std::int64_t ONE = 0x3FF0000000000000LL;
    static constexpr double STEPS = 0x1p50;

    // Places of the rows of one side, from `won`: shares of the other side that are below them, or above.
    std::int64_t share(std::size_t size, std::size_t others, bool above, double *places) const {
        return SIMD_PICK(take_shares)(won.data(), size, static_cast<double>(2 * others), above, places);
    }

    // won[i] = twice the rows of the other side that are below row i.
    void each(const double *up, std::size_t positives, const double *down, std::size_t negatives) {
        won.resize(std::max(won.size(), positives));
        if (positives * negatives <= FEW) {
            SIMD_PICK(compare_all)(up, positives, down, negatives, won.data());
            return;
        }
        double values[foldwise::baseline::VALUES];
        const std::size_t different = SIMD_PICK(find_values)(down, negatives, values);
        if (different <= foldwise::baseline::VALUES) {
            SIMD_PICK(compare_values)(up, positives, down, negatives, values, different, won.data());
            return;
        }
        fill_buckets(down, negatives, find_buckets(up, positives, down, negatives));
        for (std::size_t i = 0; i < positives; ++i)
            won[i] = i > 0 && up[i] == up[i - 1] ? won[i - 1] : beaten(up[i], bucket(up_keys[i]));
    }

    // About as many buckets as there are rows of the other side: their number. Probabilities are spread by their logarithms,
    // other scores evenly, unless the distance between them is no number.
    std::size_t find_buckets(const double *up, std::size_t positives, const double *down, std::size_t negatives) {
        up_keys.resize(std::max(up_keys.size(), positives));
        down_keys.resize(std::max(down_keys.size(), negatives));
        std::int64_t ends[2] = {INT64_MAX, INT64_MIN};
        SIMD_PICK(take_keys)(up, positives, up_keys.data(), ends);
        SIMD_PICK(take_keys)(down, negatives, down_keys.data(), ends);
        const double least = score_of(ends[0]), scale = STEPS / (score_of(ends[1]) - least);
        if (ends[0] >= 0 && ends[1] <= ONE) {
            SIMD_PICK(fold_keys)(up_keys.data(), positives);
            SIMD_PICK(fold_keys)(down_keys.data(), negatives);
            SIMD_PICK(fold_keys)(ends, 2);
        } else if (scale > 0.0 && scale <= std::numeric_limits<double>::max()) {
            const double most = score_of(ends[1]);
            SIMD_PICK(scale_keys)(up, positives, least, scale, up_keys.data());
            SIMD_PICK(scale_keys)(down, negatives, least, scale, down_keys.data());
            ends[0] = 0;
            SIMD_PICK(scale_keys)(&most, 1, least, scale, ends + 1);
        }
        low = static_cast<std::uint64_t>(ends[0]);
        const std::uint64_t range = static_cast<std::uint64_t>(ends[1]) - low;
        shift = std::max(0, static_cast<int>(std::bit_width(range)) - static_cast<int>(std::bit_width(negatives)));
        return (range >> shift) + 1;
    }

    static double score_of(std::int64_t key) { return std::bit_cast<double>(key < 0 ? key ^ 0x7FFFFFFFFFFFFFFFLL : key); }
    std::size_t bucket(std::int64_t key) const { return (static_cast<std::uint64_t>(key) - low) >> shift; }

    // Orders the negative rows by bucket; starts[b] is where bucket b begins. Crowded buckets are sorted.
    void fill_buckets(const double *down, std::size_t negatives, std::size_t buckets) {
        bucketed.resize(std::max(bucketed.size(), negatives + PAIR));  // more are read than are counted
        starts.assign(buckets + 1, 0);
        for (std::size_t i = 0; i < negatives; ++i) starts[bucket(down_keys[i])] += 1;
        std::uint32_t at = 0;
        bool crowded = false;
        for (std::size_t b = 0; b < buckets; ++b) {
            crowded |= starts[b] > CROWD;
            at = starts[b] += at;
        }
        for (std::size_t i = 0; i < negatives; ++i) bucketed[--starts[bucket(down_keys[i])]] = down[i];
        starts[buckets] = static_cast<std::uint32_t>(negatives);
        for (std::size_t b = 0; crowded && b < buckets; ++b) {
            double *first = bucketed.data() + starts[b], *last = bucketed.data() + starts[b + 1];
            // Scores that are all the same, as those of a model without features, are in order already.
            if (last - first > static_cast<std::ptrdiff_t>(CROWD) && !std::is_sorted(first, last))
                std::sort(first, last, foldwise::ascending);
        }
    }

    // Negative rows below a score of a bucket, and those not above it.
    std::int64_t beaten(double score, std::size_t b) const {
        const std::uint32_t from = starts[b], to = starts[b + 1];
        const double *first = bucketed.data() + from, *last = bucketed.data() + to;
        if (to - from <= PAIR) {  // as mostly: how many of two there are is not foreseen by any processor
            const std::int64_t one = (first[0] < score) + (first[0] <= score), two = (first[1] < score) + (first[1] <= score);
            return 2 * static_cast<std::int64_t>(from) + (to > from ? one : 0) + (to > from + 1 ? two : 0);
        }
        if (to - from > CROWD)
            return (std::lower_bound(first, last, score) - bucketed.data()) +
                   (std::upper_bound(first, last, score) - bucketed.data());
        std::int64_t sum = 2 * static_cast<std::int64_t>(from);
        for (; first < last; ++first) sum += (*first < score) + (*first <= score);
        return sum;
    }

    std::vector<double> ups, downs, bucketed, up_places, down_places;
    std::vector<std::int64_t> up_keys, down_keys, won;
    std::vector<std::uint32_t> starts;
    std::vector<std::uint32_t> hits;  // no bytes, which might be part of any other number
    std::size_t positives = 0, negatives = 0;
    std::uint64_t low = 0;
    int shift = 0;
};

#endif
