// One way to use wide registers. The loops of a file are compiled once for every instruction set, each time in a namespace
// of its own, and the widest that the processor has is taken when the program runs:
//
//     #ifdef SIMD                 // the loops
//     ...
//     #else                       // everything else, once
//     #define SIMD_FILE "this_file.cpp"
//     #include "simd.hpp"         // includes the loops of this file
//     ... SIMD_PICK(loop)(...)
//     #endif
//
// It is written to what GCC and Clang share: vector_size, target pragmas and __builtin_cpu_supports.
#ifdef SIMD

// As many numbers as a register holds: in registers, and wherever they lie in memory.
typedef double Vector __attribute__((vector_size(SIMD_BYTES)));
typedef double Unaligned __attribute__((vector_size(SIMD_BYTES), aligned(8), may_alias));
static constexpr std::size_t LENGTH = SIMD_BYTES / sizeof(double);

SIMD_INLINE Vector load(const double *from) { return *reinterpret_cast<const Unaligned *>(from); }
SIMD_INLINE void store(double *to, Vector numbers) { *reinterpret_cast<Unaligned *>(to) = numbers; }


// The sum of eight lanes, in an order that is the same for every width.
SIMD_INLINE double add_up(const double *lanes) {
    return ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5])) + ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]));
}

// exp of numbers that are not positive, in place, to about one unit in the last place: x = n ln 2 + r, |r| <= ln 2 / 2, the
// Taylor series of exp r, and 2^n in two factors, since it may be too small for one. NaN stays NaN.
SIMD_INLINE void exp_nonpositive(double *__restrict x, std::size_t count) {
    constexpr double shift = 0x1.8p52;  // adding it rounds to a whole number, in the last bits
    constexpr double upper = 0x1.62e42feep-1, lower = 0x1.a39ef35793c76p-33;  // ln 2 in two pieces
    for (std::size_t i = 0; i < count; ++i) {
        const double bounded = x[i] < -746.0 ? -746.0 : x[i];
        const double moved = bounded * 0x1.71547652b82fep0 + shift;
        const double n = moved - shift;
        const double r = (bounded - n * upper) - n * lower;
        double sum = 1.0 / 6227020800.0;
        sum = sum * r + 1.0 / 479001600.0;
        sum = sum * r + 1.0 / 39916800.0;
        sum = sum * r + 1.0 / 3628800.0;
        sum = sum * r + 1.0 / 362880.0;
        sum = sum * r + 1.0 / 40320.0;
        sum = sum * r + 1.0 / 5040.0;
        sum = sum * r + 1.0 / 720.0;
        sum = sum * r + 1.0 / 120.0;
        sum = sum * r + 1.0 / 24.0;
        sum = sum * r + 1.0 / 6.0;
        sum = sum * r + 0.5;
        sum = sum * r * r + r + 1.0;
        const std::uint64_t whole = std::bit_cast<std::uint64_t>(moved) - std::bit_cast<std::uint64_t>(shift);
        // n is between -1077 and 0, so that n + 2048 is positive and its half needs no sign.
        const std::uint64_t half = (whole + 2048) / 2 - 1024, rest = whole - half;
        x[i] = sum * std::bit_cast<double>((half + 1023) << 52) * std::bit_cast<double>((rest + 1023) << 52);
    }
}

#else

#ifndef FOLDWISE_SIMD_HPP
#define FOLDWISE_SIMD_HPP

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#if defined(__x86_64__) && defined(__GNUC__)
#define SIMD_X86 1
#else
#define SIMD_X86 0
#endif

namespace foldwise {

// Numbers that are worked on side by side, whatever the width of the registers: results do not depend on that.
inline constexpr std::size_t LANES = 8;

// Up to the next whole number of eights.
inline constexpr std::size_t padded(std::size_t size) { return (size + LANES - 1) / LANES * LANES; }

// Place of (i, j), j <= i, in a lower triangle that is stored row after row.
inline constexpr std::size_t packed(std::size_t i, std::size_t j) { return i * (i + 1) / 2 + j; }

// One number of each of eight resamples, rows or matrices; the same as a vector, wherever it starts.
struct Lanes {
    double at[LANES];
};
typedef double Eight __attribute__((vector_size(64), aligned(8), may_alias));
typedef std::int64_t EightBits __attribute__((vector_size(64), aligned(8), may_alias));

// Eight numbers as a vector, wherever they start: eight(to) = eight(from). A function that returned a reference would not do:
// Clang forgets the alignment of what it refers to, and stores to it as if it started with a line of the cache.
struct EightAt {
    Eight numbers;
} __attribute__((packed, aligned(8), may_alias));
inline EightAt *eight_at(double *from) { return reinterpret_cast<EightAt *>(from); }
inline const EightAt *eight_at(const double *from) { return reinterpret_cast<const EightAt *>(from); }
#define eight(...) (foldwise::eight_at(__VA_ARGS__)->numbers)

// Memory that starts with a line of the cache, so that no vector lies across two.
template <typename T> struct LineAllocator {
    using value_type = T;
    LineAllocator() = default;
    template <typename U> LineAllocator(const LineAllocator<U> &) {}
    T *allocate(std::size_t size) { return static_cast<T *>(::operator new(size * sizeof(T), std::align_val_t{64})); }
    void deallocate(T *place, std::size_t) { ::operator delete(place, std::align_val_t{64}); }
    bool operator==(const LineAllocator &) const { return true; }
};
template <typename T> using Buffer = std::vector<T, LineAllocator<T>>;

// 2 with AVX-512, 1 with AVX2, 0 with what every processor has.
inline const int simd_level = [] {
#if SIMD_X86
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("bmi2")) return 0;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                   __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
               ? 2
               : 1;
#else
    return 0;
#endif
}();

}  // namespace foldwise

#if SIMD_X86
#define SIMD_PICK(...)                                              \
    (foldwise::simd_level == 2   ? &foldwise::avx512::__VA_ARGS__ \
     : foldwise::simd_level == 1 ? &foldwise::avx2::__VA_ARGS__   \
                                 : &foldwise::baseline::__VA_ARGS__)
#else
#define SIMD_PICK(...) (&foldwise::baseline::__VA_ARGS__)
#endif

#define SIMD_INLINE static inline __attribute__((always_inline))

#define SIMD_FILE "simd.hpp"  // what every loop may use

#endif  // FOLDWISE_SIMD_HPP

#ifdef SIMD_FILE

#define SIMD baseline
#define SIMD_BYTES 16
namespace foldwise::SIMD {
#include SIMD_FILE
}  // namespace foldwise::SIMD
#undef SIMD
#undef SIMD_BYTES

#if SIMD_X86
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi,bmi2,popcnt,lzcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma,bmi,bmi2,popcnt,lzcnt")
#endif
#define SIMD avx2
#define SIMD_BYTES 32
namespace foldwise::SIMD {
#include SIMD_FILE
}  // namespace foldwise::SIMD
#undef SIMD
#undef SIMD_BYTES
#ifdef __clang__
#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi,bmi2,popcnt,lzcnt"))), \
                             apply_to = function)
#else
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi,bmi2,popcnt,lzcnt")
#endif
#define SIMD avx512
#define SIMD_BYTES 64
namespace foldwise::SIMD {
#include SIMD_FILE
}  // namespace foldwise::SIMD
#undef SIMD
#undef SIMD_BYTES
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif  // SIMD_X86

#undef SIMD_FILE
#endif  // SIMD_FILE

#endif  // SIMD
