// Small matrices in wide registers: products of rows, and eight positive definite matrices factored at a time, one in each
// lane. The fastest version for the machine is taken.
#pragma once

#include "lanes.hpp"

namespace foldwise {

// One number of each of eight matrices.
struct Lanes {
    double at[LANES];
};

inline std::size_t packed(std::size_t i, std::size_t j) { return i * (i + 1) / 2 + j; }

}  // namespace foldwise

#define WIDE_NAME foldwise_plain
#define WIDE_TARGET
#define WIDE_BYTES 16
#include "wide.inc"
#undef WIDE_NAME
#undef WIDE_TARGET
#undef WIDE_BYTES

#if defined(__x86_64__) && defined(__GNUC__)
#define WIDE_NAME foldwise_avx2
#define WIDE_TARGET __attribute__((target("avx2,fma")))
#define WIDE_BYTES 32
#include "wide.inc"
#undef WIDE_NAME
#undef WIDE_TARGET
#undef WIDE_BYTES

#define WIDE_NAME foldwise_avx512
#define WIDE_TARGET __attribute__((target("avx512f,avx512dq,avx512vl,avx2,fma")))
#define WIDE_BYTES 64
#include "wide.inc"
#undef WIDE_NAME
#undef WIDE_TARGET
#undef WIDE_BYTES
#endif

namespace foldwise {

struct Wide {
    decltype(&foldwise_plain::multiply_out) multiply_out;
    decltype(&foldwise_plain::add_rows) add_rows;
    decltype(&foldwise_plain::add_weighted) add_weighted;
    decltype(&foldwise_plain::turn_rows) turn_rows;
    decltype(&foldwise_plain::factor) factor;
    decltype(&foldwise_plain::invert) invert;
};

#define WIDE_VERSION(name) \
    {&name::multiply_out, &name::add_rows, &name::add_weighted, &name::turn_rows, &name::factor, &name::invert}

inline Wide find_wide() {
#if defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return WIDE_VERSION(foldwise_avx512);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return WIDE_VERSION(foldwise_avx2);
#endif
    return WIDE_VERSION(foldwise_plain);
}

inline const Wide &wide() {
    static const Wide found = find_wide();
    return found;
}

}  // namespace foldwise
