// Exact sums: one wide integer per exponent, so that the order of adding cannot matter.
#include "kernels.hpp"

#include <bit>

using Values = foldwise::In<double, 1>;
using Limbs = foldwise::Out<std::uint64_t, 2>;

// Adds every finite value to limbs[exponent] as a signed 128-bit integer in two words (low, high): the sum is
// Σ limbs[e] * 2^(max(e, 1) - 1075). No value is lost before 2^74 of them.
static void exact_limbs(Values values, Limbs limbs) {
    const std::size_t size = values.shape(0);
    SHAPE(limbs, 2048, 2);
    const double *v = values.data();
    std::uint64_t *out = limbs.data();
    nb::gil_scoped_release release;
    std::vector<__int128> sums(2048, 0);
    for (std::size_t i = 0; i < size; ++i) {
        const std::uint64_t bits = std::bit_cast<std::uint64_t>(v[i]);
        const std::uint64_t exponent = (bits >> 52) & 0x7FF;
        const std::uint64_t fraction = bits & 0xFFFFFFFFFFFFFULL;
        const std::int64_t mantissa = static_cast<std::int64_t>(exponent ? fraction | (1ULL << 52) : fraction);
        sums[exponent] += (bits >> 63) ? -mantissa : mantissa;
    }
    for (std::size_t e = 0; e < 2048; ++e) {
        out[2 * e] = static_cast<std::uint64_t>(sums[e]);
        out[2 * e + 1] = static_cast<std::uint64_t>(static_cast<unsigned __int128>(sums[e]) >> 64);
    }
}

void bind_sums(nb::module_ &module) {
    foldwise::define(module, "exact_limbs", &exact_limbs, "Sum of finite values by exponent, in place.", "values", "limbs");
}
