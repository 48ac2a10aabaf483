// What is asked of the numbers of a table before anything is fitted: their hash, whether all are finite, how many differ.
#ifdef SIMD

// Both sums are over words of eight bytes, each mixed with its place, so that they may be added in any order; the second
// weighs the mixed words by an odd number that depends on the place.
static void add_words(const std::uint64_t *words, std::size_t start, std::size_t size, std::uint64_t *sums) {
    std::uint64_t first = 0, second = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const std::uint64_t place = (start + i + 1) * foldwise::STEP, word = foldwise::mix(words[i] ^ place);
        first += word;
        second += word * (place | 1);
    }
    sums[0] += first;
    sums[1] += second;
}

// Without their sign, the bits of doubles are in the order of their sizes; those of infinity and NaN come last.
static std::uint64_t largest_bits(const double *values, std::size_t size) {
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < size; ++i) most = std::max(most, std::bit_cast<std::uint64_t>(values[i]) << 1 >> 1);
    return most;
}

#else

#include "kernels.hpp"

#include <bit>
#include <cstring>
#include <utility>

#include <nanobind/stl/pair.h>

#define SIMD_FILE "scan.cpp"
#include "simd.hpp"

using Bytes = foldwise::In<std::uint8_t, 1>;
using Values = foldwise::In<double, 1>;
using Lines = foldwise::Strided<const double, 2>;
using Sums = foldwise::Out<std::uint64_t, 1>;
using Marks = foldwise::Out<bool, 1>;
using Levels = foldwise::Out<std::int64_t, 1>;

static constexpr std::size_t STRETCH = 1 << 16;

static void hash_words(Bytes bytes, std::size_t threads, Sums sums) {
    const std::size_t size = bytes.shape(0), words = size / 8;
    SHAPE(sums, 2);
    std::mutex guard;
    nb::gil_scoped_release release;
    foldwise::for_every((words + STRETCH - 1) / STRETCH, threads, [&](std::size_t item) {
        const std::size_t start = item * STRETCH, count = std::min(words - start, STRETCH);
        const std::uint8_t *from = bytes.data() + 8 * start;
        const auto *aligned = reinterpret_cast<const std::uint64_t *>(from);
        std::uint64_t mine[2] = {0, 0};
        std::vector<std::uint64_t> copy;  // numpy aligns its arrays; where a view does not start at a word, its words are copied first
        if (reinterpret_cast<std::uintptr_t>(from) % 8 != 0) {
            copy.resize(count);
            std::memcpy(copy.data(), from, 8 * count);
            aligned = copy.data();
        }
        SIMD_PICK(add_words)(aligned, start, count, mine);
        std::lock_guard<std::mutex> lock(guard);
        sums.data()[0] += mine[0];
        sums.data()[1] += mine[1];
    });
}

static double largest_size(Values values, std::size_t threads) {
    const std::size_t size = values.shape(0);
    std::uint64_t most = 0;
    std::mutex guard;
    nb::gil_scoped_release release;
    foldwise::for_every((size + STRETCH - 1) / STRETCH, threads, [&](std::size_t item) {
        const std::size_t start = item * STRETCH;
        const std::uint64_t mine = SIMD_PICK(largest_bits)(values.data() + start, std::min(size - start, STRETCH));
        std::lock_guard<std::mutex> lock(guard);
        most = std::max(most, mine);
    });
    return std::bit_cast<double>(most);
}

// levels[j] = number of distinct values of column j that are not missing, at most `most`, by a table of places with room
// for twice as many; -0 is 0.
static void count_levels(Lines table, std::int64_t most, Levels levels) {
    const std::size_t rows = table.shape(0), columns = table.shape(1);
    SHAPE(levels, columns);
    REQUIRE(most >= 1 && most <= std::int64_t{1} << 20, "'most' must be from 1 to 2^20");
    const double *from = table.data();
    const std::int64_t down = table.stride(0), along = table.stride(1);
    std::int64_t *out = levels.data();
    nb::gil_scoped_release release;
    const std::size_t room = std::bit_ceil(2 * static_cast<std::size_t>(most) + 2);
    const std::size_t shift = 64 - static_cast<std::size_t>(std::countr_zero(room));
    std::vector<double> seen(room);
    std::vector<std::uint32_t> stamp(room, 0);
    for (std::size_t j = 0; j < columns; ++j) {
        std::int64_t found = 0;
        const std::uint32_t now = static_cast<std::uint32_t>(j + 1);
        for (std::size_t i = 0; i < rows && found < most; ++i) {
            const double value = from[static_cast<std::int64_t>(i) * down + static_cast<std::int64_t>(j) * along] + 0.0;
            if (value != value) continue;
            std::size_t at = (std::bit_cast<std::uint64_t>(value) * foldwise::STEP) >> shift;
            while (stamp[at] == now && seen[at] != value) at = (at + 1) & (room - 1);
            if (stamp[at] == now) continue;
            stamp[at] = now;
            seen[at] = value;
            ++found;
        }
        out[j] = found;
    }
}

// codes[i] = place of values[i] among the distinct values, where they are whole numbers at most `spread` apart; `there`
// marks how far these are above the smallest, which is given back with true, or false where the values are none such.
template <typename Value>
static std::pair<bool, std::int64_t> near_codes(foldwise::In<Value, 1> values,
                                                Levels codes, Marks there) {
    constexpr Value FAR = static_cast<Value>(std::int64_t{1} << 53);
    const std::size_t size = values.shape(0), spread = there.shape(0) - 1;
    REQUIRE(size > 0 && there.shape(0) > 0, "'values' and 'there' must not be empty");
    SHAPE(codes, size), BELOW(there, 2);
    const Value *from = values.data();
    std::int64_t *out = codes.data();
    bool *mark = there.data();
    nb::gil_scoped_release release;
    Value low = from[0], high = from[0];
    for (std::size_t i = 0; i < size; ++i) {
        low = std::min(low, from[i]);
        high = std::max(high, from[i]);
    }
    if (!(low > -FAR && high < FAR && high - low <= static_cast<Value>(spread))) return {false, 0};
    const std::int64_t least = static_cast<std::int64_t>(low);
    bool whole = true;
    for (std::size_t i = 0; i < size; ++i) {
        // A value that is not between low and high is no number.
        const bool known = from[i] >= low && from[i] <= high;
        const std::int64_t above = known ? static_cast<std::int64_t>(from[i]) - least : 0;
        whole &= known && static_cast<Value>(above + least) == from[i];
        out[i] = above;
    }
    if (!whole) return {false, 0};
    for (std::size_t i = 0; i < size; ++i) mark[out[i]] = true;
    std::vector<std::int64_t> places(spread + 1);
    std::int64_t next = 0;
    for (std::size_t k = 0; k <= spread; ++k) {
        places[k] = next;
        next += mark[k];
    }
    for (std::size_t i = 0; i < size; ++i) out[i] = places[static_cast<std::size_t>(out[i])];
    return {true, least};
}

template <typename Value> static void bind_codes(nb::module_ &module) {
    foldwise::define(module, "near_codes", &near_codes<Value>,
                     "Places of whole numbers among the distinct ones, in place.", "values", "codes", "there");
}

void bind_scan(nb::module_ &module) {
    bind_codes<double>(module);
    bind_codes<std::int64_t>(module);
    foldwise::define(module, "hash_words", &hash_words, "Add the hashes of the whole words to two sums, in place.", "bytes",
                     "threads", "sums");
    foldwise::define(module, "largest_size", &largest_size, "The largest absolute value; infinite or NaN where one is.",
                     "values", "threads");
    foldwise::define(module, "count_levels", &count_levels, "Number of distinct values of each column, in place.", "table",
                     "most", "levels");
}

#endif
