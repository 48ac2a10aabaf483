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

// won[i] = twice the number of downs that ups[i] wins against, a tie being half a win: every pair is looked at, many at a time.
static void compare_all(const double *ups, std::size_t positives, const double *downs, std::size_t negatives,
                        std::int64_t *won) {
    for (std::size_t i = 0; i < positives; ++i) {
        const double up = ups[i];
        std::int64_t sum = 0;
        for (std::size_t j = 0; j < negatives; ++j) sum += (downs[j] < up) + (downs[j] <= up);
        won[i] = sum;
    }
}

#elif !defined(FOLDWISE_RANKING_HPP)
#define FOLDWISE_RANKING_HPP

#include "kernels.hpp"

#include <numeric>

#define SIMD_FILE "ranking.hpp"
#include "simd.hpp"

// Twice the pairs that rows of one side win, for one sample after another. Few pairs are compared one by one; of many the
// other side is sorted into buckets, so that a row is compared with those in its own bucket only.
class Ranking {
  public:
    void clear(std::size_t size) {
        if (ups.size() < size + 1) {  // one more is written than is counted
            ups.resize(size + 1);
            downs.resize(size + 1);
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
        const std::int64_t twice = share(ups, positives, downs, negatives, false, up_places);
        share(downs, negatives, ups, positives, true, down_places);
        for (std::size_t i = 0, up = 0, down = 0; i < positives + negatives; ++i) {
            const double choice[2] = {down_places[down], up_places[up]};
            places[i] = choice[hits[i] != 0];  // looked up, since sides are not foreseen by any processor
            up += hits[i] != 0;
            down += hits[i] == 0;
        }
        return twice;
    }

  private:
    static constexpr std::size_t FEW = 1 << 12, CROWD = 24;
    static constexpr std::int64_t ONE = 0x3FF0000000000000LL;

    // shares[i] = share of the other side that is below row i, or above it; one more is written than there are rows.
    std::int64_t share(const std::vector<double> &mine, std::size_t size, const std::vector<double> &other, std::size_t others,
                       bool above, std::vector<double> &shares) {
        each(mine.data(), size, other.data(), others);
        shares.resize(std::max(shares.size(), size + 1));
        std::int64_t sum = 0;
        const auto all = static_cast<double>(2 * others);
        for (std::size_t i = 0; i < size; ++i) {
            sum += won[i];
            const auto below = static_cast<double>(won[i]);
            shares[i] = (above ? all - below : below) / all;  // NaN without an other side
        }
        return sum;
    }

    // won[i] = twice the rows of the other side that are below row i.
    void each(const double *up, std::size_t positives, const double *down, std::size_t negatives) {
        won.resize(std::max(won.size(), positives));
        if (positives * negatives <= FEW) {
            SIMD_PICK(compare_all)(up, positives, down, negatives, won.data());
            return;
        }
        up_keys.resize(std::max(up_keys.size(), positives));
        down_keys.resize(std::max(down_keys.size(), negatives));
        std::int64_t ends[2] = {INT64_MAX, INT64_MIN};
        SIMD_PICK(take_keys)(up, positives, up_keys.data(), ends);
        SIMD_PICK(take_keys)(down, negatives, down_keys.data(), ends);
        if (ends[0] >= 0 && ends[1] <= ONE) {
            SIMD_PICK(fold_keys)(up_keys.data(), positives);
            SIMD_PICK(fold_keys)(down_keys.data(), negatives);
            SIMD_PICK(fold_keys)(ends, 2);
        }
        low = static_cast<std::uint64_t>(ends[0]);
        const std::uint64_t range = static_cast<std::uint64_t>(ends[1]) - low;
        shift = std::max(0, static_cast<int>(std::bit_width(range)) - static_cast<int>(std::bit_width(negatives)));
        fill_buckets(down, negatives, (range >> shift) + 1);
        for (std::size_t i = 0; i < positives; ++i)
            won[i] = i > 0 && up[i] == up[i - 1] ? won[i - 1] : beaten(up[i], bucket(up_keys[i]));
    }

    std::size_t bucket(std::int64_t key) const { return (static_cast<std::uint64_t>(key) - low) >> shift; }

    // Orders the negative rows by bucket; starts[b] is where bucket b begins. Crowded buckets are sorted.
    void fill_buckets(const double *down, std::size_t negatives, std::size_t buckets) {
        bucketed.resize(std::max(bucketed.size(), negatives));
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
    std::vector<char> hits;
    std::size_t positives = 0, negatives = 0;
    std::uint64_t low = 0;
    int shift = 0;
};

#endif
