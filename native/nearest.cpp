// The nearest rows of every row, for tables that stay in cache: rows are ordered by their widest column, and a
// search goes outward from eight rows until that column alone is further away than their last neighbours.
#ifdef SIMD

static constexpr std::size_t TOGETHER = 4;

// Whether any of these distances may be below the last one of the list of its lane.
SIMD_INLINE bool any_below(const Eight (&sums)[TOGETHER], std::int64_t mask, const EightBits &last) {
    EightBits below = {};
    for (std::size_t c = 0; c < TOGETHER; ++c) below |= ((EightBits)sums[c] & ~mask) < last;
    std::int64_t any = 0;
    for (std::size_t l = 0; l < LANES; ++l) any |= below[l];
    return any != 0;
}

// Look for the neighbours of the rows of one block among those of another, in the lists of the k nearest so far. A distance
// is kept as the bits of a double, whose last ones, those of `mask`, say whose it is: so a list stays in order by nothing
// but smaller and larger, without a branch.
template <bool manhattan>
static void look(const double *block, const double *others, std::size_t p, std::int64_t first,
                                 std::size_t count, std::int64_t mask, std::size_t k, EightBits *lists) {
    for (std::size_t start = 0; start < count; start += TOGETHER) {
        Eight sums[TOGETHER] = {};
        for (std::size_t f = 0; f < p; ++f) {
            const Eight x = eight(block + f * LANES);
            for (std::size_t c = 0; c < TOGETHER; ++c) {
                const Eight away = x - others[f * LANES + start + c];
                sums[c] += manhattan ? (away < 0 ? -away : away) : away * away;
            }
        }
        if (!any_below(sums, mask, lists[k - 1])) continue;  // as mostly, once the lists are full
        EightBits keys[TOGETHER];
        for (std::size_t c = 0; c < TOGETHER; ++c) {
            const std::int64_t who = first + static_cast<std::int64_t>(start + c);
            keys[c] = ((EightBits)sums[c] & ~mask) | who;
            if (start + c >= count) keys[c] = EightBits{} + std::numeric_limits<std::int64_t>::max();
        }
        for (std::size_t at = 0; at < k; ++at) {
            EightBits here = lists[at];
            for (std::size_t c = 0; c < TOGETHER; ++c) {
                const EightBits less = here < keys[c] ? here : keys[c];
                keys[c] = here < keys[c] ? keys[c] : here;
                here = less;
            }
            lists[at] = here;
        }
    }
}

#else

#include "kernels.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#define SIMD_FILE "nearest.cpp"
#include "simd.hpp"

using Table = foldwise::In<double, 2>;
using Distances = foldwise::Out<double, 2>;
using Numbers = foldwise::Out<std::int32_t, 2>;

using foldwise::LANES;
using Keys = foldwise::EightBits;

// Rows in the order of one column, eight to a block: number f of lane l of block g is at [(g * p + f) * LANES + l]. Lanes
// without a row repeat the last.
struct Ordered {
    std::size_t n, p, blocks;
    std::vector<std::int32_t> rows;
    std::vector<double> column, blocked;

    Ordered(const double *X, std::size_t n_, std::size_t p_)
        : n(n_), p(p_), blocks((n_ + LANES - 1) / LANES), rows(n_), column(n_), blocked(blocks * LANES * p_) {
        const std::size_t widest = widest_column(X);
        std::vector<std::pair<double, std::int32_t>> order(n);
        for (std::size_t i = 0; i < n; ++i) {
            const double place = X[i * p + widest];  // NaN has no place in an order
            order[i] = {place == place ? place : std::numeric_limits<double>::infinity(), static_cast<std::int32_t>(i)};
        }
        std::sort(order.begin(), order.end());
        for (std::size_t i = 0; i < n; ++i) {
            column[i] = order[i].first;
            rows[i] = order[i].second;
        }
        for (std::size_t i = 0; i < blocks * LANES; ++i) {
            const double *x = X + static_cast<std::size_t>(rows[std::min(i, n - 1)]) * p;
            double *to = blocked.data() + (i / LANES) * p * LANES + i % LANES;
            for (std::size_t f = 0; f < p; ++f) to[f * LANES] = x[f];
        }
    }

  private:
    std::size_t widest_column(const double *X) const {
        std::vector<double> sums(p), squares(p);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t f = 0; f < p; ++f) {
                const double away = X[i * p + f] - X[f];
                sums[f] += away;
                squares[f] += away * away;
            }
        std::size_t widest = 0;
        for (std::size_t f = 0; f < p; ++f) {
            squares[f] -= sums[f] * sums[f] / static_cast<double>(n);
            if (squares[f] > squares[widest]) widest = f;
        }
        return widest;
    }
};

// Finds the lists of the rows of a block.
template <bool manhattan> struct Search {
    const Ordered &ordered;
    std::size_t k;
    std::int64_t mask;
    std::vector<Keys> lists;

    Search(const Ordered &ordered_, std::size_t k_)
        : ordered(ordered_), k(k_), mask(static_cast<std::int64_t>(std::bit_ceil(ordered_.n)) - 1), lists(k_) {}

    void operator()(std::size_t block, double *distances, std::int32_t *numbers) {
        const std::size_t first = block * LANES, count = std::min(LANES, ordered.n - first);
        const double low = ordered.column[first], high = ordered.column[first + count - 1];
        for (Keys &list : lists) list = Keys{} + std::numeric_limits<std::int64_t>::max();
        std::size_t below = block, above = block + 1;
        compare(block, block);
        while (below > 0 || above < ordered.blocks) {
            constexpr double none = std::numeric_limits<double>::infinity();
            const double under = below > 0 ? low - ordered.column[below * LANES - 1] : none;
            const double over = above < ordered.blocks ? ordered.column[above * LANES] - high : none;
            if (beyond(std::min(under, over))) break;
            compare(block, under <= over ? --below : above++);
        }
        for (std::size_t l = 0; l < count; ++l) {
            const std::size_t to = static_cast<std::size_t>(ordered.rows[first + l]) * k;
            for (std::size_t at = 0; at < k; ++at) {
                const double distance = std::bit_cast<double>(lists[at][l] & ~mask);
                distances[to + at] = manhattan ? distance : std::sqrt(distance);
                numbers[to + at] = ordered.rows[static_cast<std::size_t>(lists[at][l] & mask)];
            }
        }
    }

  private:
    void compare(std::size_t block, std::size_t other) {
        const std::size_t first = other * LANES, size = ordered.p * LANES;
        SIMD_PICK(look<manhattan>)(ordered.blocked.data() + block * size, ordered.blocked.data() + other * size, ordered.p,
                        static_cast<std::int64_t>(first), std::min(LANES, ordered.n - first), mask, k, lists.data());
    }

    // Whether so far away in one column is further than every list goes.
    bool beyond(double gap) const {
        std::int64_t last = 0;
        for (std::size_t l = 0; l < LANES; ++l) last = std::max<std::int64_t>(last, lists[k - 1][l]);
        return gap > 0 && std::bit_cast<std::int64_t>(manhattan ? gap : gap * gap) > last;
    }
};

template <bool manhattan>
static void find(const Ordered &ordered, std::size_t k, std::size_t threads, double *distances, std::int32_t *numbers) {
    foldwise::for_each(ordered.blocks, threads, [&] {
        return [&, search = Search<manhattan>(ordered, k)](std::size_t block) mutable { search(block, distances, numbers); };
    });
}

// distances[i], numbers[i] = the k <= n nearest rows of row i, itself among them. Distances are sure to about twelve digits,
// and the order of rows that are closer together than that is arbitrary.
static void nearest_rows(Table X, bool manhattan, std::size_t threads, Distances distances, Numbers numbers) {
    const std::size_t n = X.shape(0), k = numbers.shape(1);
    SHAPE(distances, n, k), SHAPE(numbers, n, k);
    REQUIRE(k <= n && X.shape(1) > 0, "'numbers' must have no more columns than 'X' has rows, and 'X' a column");
    nb::gil_scoped_release release;
    if (n == 0 || k == 0) return;
    const Ordered ordered(X.data(), n, X.shape(1));
    (manhattan ? &find<true> : &find<false>)(ordered, k, threads, distances.data(), numbers.data());
}

void bind_nearest(nb::module_ &module) {
    foldwise::define(module, "nearest_rows", &nearest_rows, "The nearest rows of every row, in place.", "X", "manhattan",
                     "threads", "distances", "numbers");
}

#endif
