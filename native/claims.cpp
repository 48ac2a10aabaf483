// How sure predictions are: order statistics of the odds of the true class, and of the second largest probability.
#include "kernels.hpp"

#include <bit>
#include <nanobind/stl/tuple.h>

using Scores = foldwise::Strided<const double, 2>;
using Places = foldwise::In<std::int64_t, 1>;
template <typename Row> using Rows = foldwise::In<Row, 1>;

// Order statistics of numbers above 0, whose bits are in their order: they are counted in buckets of the leading bits, and
// only those of the bucket that is asked for are looked at again.
class OrderStatistics {
  public:
    explicit OrderStatistics(std::vector<std::uint64_t> &&numbers) : keys(std::move(numbers)), low(keys[0]) {
        std::uint64_t high = low;
        for (const std::uint64_t key : keys) {
            low = std::min(low, key);
            high = std::max(high, key);
        }
        shift = std::max(0, static_cast<int>(std::bit_width(high - low)) - BITS);
        counts.assign(((high - low) >> shift) + 1, 0);
        for (const std::uint64_t key : keys) {
            counts[(key - low) >> shift] += 1;
            lowest += key == low;  // as all of those that were raised to a floor
        }
    }

    // The number that so many others come before.
    double at(std::size_t rank) {
        if (rank < lowest) return std::bit_cast<double>(low);
        std::size_t bucket = 0, size = 0;
        while (rank >= counts[bucket]) rank -= counts[bucket++];
        held.resize(std::max(held.size(), counts[bucket] + 1));  // one more is written than is counted
        for (const std::uint64_t key : keys) {
            held[size] = key;
            size += (key - low) >> shift == bucket;
        }
        const auto first = held.begin(), place = first + static_cast<std::ptrdiff_t>(rank);
        std::nth_element(first, place, first + static_cast<std::ptrdiff_t>(size));
        return std::bit_cast<double>(*place);
    }

  private:
    static constexpr int BITS = 11;
    std::vector<std::uint64_t> keys, held;
    std::vector<std::size_t> counts;
    std::uint64_t low;
    std::size_t lowest = 0;
    int shift = 0;
};

static bool is_share(double share) { return share >= 0.0 && share < 1.0; }

// The odds of the true class against the most probable other one, no probability taken below `clip`. Gives the number of rows
// whose odds are below `limit`, the odds at the share `median` of the rows, and those at the share `quartile` of this share, or
// of the share of rows below `limit` if that is less.
template <typename Row>
static std::tuple<std::size_t, double, double> odds_ranks(Scores scores, Places truth, Rows<Row> row, double clip,
                                                          double limit, double median, double quartile) {
    const std::size_t size = scores.shape(0), classes = scores.shape(1);
    REQUIRE(size > 0 && classes > 1, "'scores' must have rows, and two classes at least");
    REQUIRE(is_share(median) && is_share(quartile), "'median' and 'quartile' must be shares");
    SHAPE(row, size), BELOW(row, truth.shape(0)), BELOW(truth, classes);
    nb::gil_scoped_release release;
    const std::int64_t across = scores.stride(0), down = scores.stride(1);
    std::vector<std::uint64_t> keys(size);
    std::size_t known = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const double *given = scores.data() + static_cast<std::int64_t>(i) * across;
        const std::int64_t code = truth.data()[row.data()[i]];
        double own = given[code * down], other = given[(classes == 2 ? 1 - code : code == 0) * down];
        for (std::int64_t c = 0; classes > 2 && c < static_cast<std::int64_t>(classes); ++c)
            other = c != code && given[c * down] > other ? given[c * down] : other;
        own = own < clip ? clip : own;
        other = other < clip ? clip : other;
        const double odds = own / other;
        known += odds < limit;
        keys[i] = std::bit_cast<std::uint64_t>(odds);
    }
    const auto rows = static_cast<double>(size), share = std::min(median, static_cast<double>(known) / rows);
    OrderStatistics statistics(std::move(keys));
    return {known, statistics.at(static_cast<std::size_t>(median * rows)),
            statistics.at(static_cast<std::size_t>(quartile * share * rows))};
}

// The second largest probabilities, none taken below `clip`: those at the shares `quartile` and 1 - `quartile` of the rows.
static std::tuple<double, double> second_ranks(Scores scores, double clip, double quartile) {
    const std::size_t size = scores.shape(0), classes = scores.shape(1);
    REQUIRE(size > 0 && classes > 1, "'scores' must have rows, and two classes at least");
    REQUIRE(quartile > 0 && is_share(quartile), "'quartile' must be a share");
    nb::gil_scoped_release release;
    const std::int64_t across = scores.stride(0), down = scores.stride(1);
    std::vector<std::uint64_t> keys(size);
    for (std::size_t i = 0; i < size; ++i) {
        const double *given = scores.data() + static_cast<std::int64_t>(i) * across;
        double high = std::max(given[0], given[down]), second = std::min(given[0], given[down]);
        for (std::int64_t c = 2; c < static_cast<std::int64_t>(classes); ++c) {
            second = std::max(second, std::min(high, given[c * down]));
            high = std::max(high, given[c * down]);
        }
        keys[i] = std::bit_cast<std::uint64_t>(second < clip ? clip : second);
    }
    const auto rows = static_cast<double>(size);
    OrderStatistics statistics(std::move(keys));
    return {statistics.at(static_cast<std::size_t>(quartile * rows)),
            statistics.at(static_cast<std::size_t>((1 - quartile) * rows))};
}

void bind_claims(nb::module_ &module) {
    const auto bind = [&](auto function) {
        foldwise::define(module, "odds_ranks", function,
                         "How many odds of the true class are below a limit, and order statistics of them.", "scores", "truth",
                         "row", "clip", "limit", "median", "quartile");
    };
    bind(&odds_ranks<std::int32_t>);
    bind(&odds_ranks<std::int64_t>);
    foldwise::define(module, "second_ranks", &second_ranks, "Order statistics of the second largest probabilities.", "scores",
                     "clip", "quartile");
}
