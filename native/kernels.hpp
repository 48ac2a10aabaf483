// What the kernel files share: the module they bind themselves to, the random draws, and the threads.
#pragma once

#include "border.hpp"

#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

// The files that bind functions to the module, each by its `bind_…`.
#define FOLDWISE_FILES(EACH)                                                                                                  \
    EACH(auc) EACH(confusion) EACH(scan) EACH(first_look) EACH(partition) EACH(discriminants) EACH(tally) EACH(claims)        \
    EACH(leave_one_out) EACH(logistic) EACH(moments) EACH(nearest) EACH(neighbours) EACH(part_products) EACH(ridge)           \
    EACH(row_scores) EACH(solve) EACH(summaries) EACH(sums) EACH(tree_paths) EACH(trees) EACH(boosting) EACH(c45)             \
    EACH(gradient_boosting) EACH(kept_trees) EACH(value_boosting) EACH(vote_boosting)
#define FOLDWISE_DECLARE(file) void bind_##file(nb::module_ &module);
FOLDWISE_FILES(FOLDWISE_DECLARE)

namespace foldwise {

// A counter-based generator: draw i of a key is mix(key + (i + 1) * STEP), SplitMix64 read by position instead of in
// turn (Steele, Lea & Flood 2014). Any draw can be made without the ones before it, so a resample does not depend on
// the thread that makes it. The numpy version in src/foldwise/native makes the same draws.
inline constexpr std::uint64_t STEP = 0x9E3779B97F4A7C15ULL;

inline std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

// Key of one stratum of one resample.
inline std::uint64_t key_of(std::uint64_t seed, std::uint64_t resample, std::uint64_t stratum) {
    return mix(mix(mix(seed + STEP) + (resample + 1) * STEP) + (stratum + 1) * STEP);
}

// `size` draws with replacement from 0 … size - 1, counted. A byte holds any count: that of a row is Poisson(1) in the
// limit, and P(256 or more) is below 1e-500.
inline void draw(std::uint64_t key, std::uint64_t size, std::uint8_t *counts) {
    std::fill(counts, counts + size, std::uint8_t{0});
    std::uint64_t at = key;
    for (std::uint64_t i = 0; i < size; ++i) {
        at += STEP;
        counts[static_cast<std::uint64_t>((static_cast<unsigned __int128>(mix(at)) * size) >> 64)] += 1;
    }
}

// An order in which NaN comes last, so that sorting never runs past the ends.
inline constexpr auto ascending = [](double a, double b) { return a < b || (b != b && a == a); };

// Call work(item) for every item, on so many threads; each item is done by exactly one of them. What a thread throws
// is thrown again here.
template <typename Prepare> void for_each(std::size_t items, std::size_t threads, Prepare prepare) {
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex guard;
    auto worker = [&] {
        try {
            auto work = prepare();
            for (std::size_t item = next++; item < items; item = next++) work(item);
        } catch (...) {
            std::lock_guard<std::mutex> lock(guard);
            failure = std::current_exception();
        }
    };
    std::vector<std::thread> pool;
    const std::size_t count = std::max<std::size_t>(1, std::min(threads, items));
    try {
        pool.reserve(count - 1);
        for (std::size_t t = 1; t < count; ++t) pool.emplace_back(worker);
    } catch (const std::system_error &) {
        // The system gives no more threads: those there are do the work.
    }
    worker();
    for (auto &thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
}

// The same where threads need nothing of their own.
template <typename Work> void for_every(std::size_t items, std::size_t threads, Work work) {
    for_each(items, threads, [&] { return work; });
}

}  // namespace foldwise
