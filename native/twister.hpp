// The generator that seeds trees.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace foldwise::trees {

// numpy's RandomState of a whole number, as far as trees draw from it: the Mersenne twister of Matsumoto and Nishimura (1998).
class Twister {
  public:
    explicit Twister(std::uint32_t seed) {
        for (std::size_t i = 0; i < SIZE; ++i) {
            state[i] = seed;
            seed = 1812433253U * (seed ^ (seed >> 30)) + static_cast<std::uint32_t>(i) + 1;
        }
    }
    // A whole number below `limit`, by rejection.
    std::uint32_t below(std::uint32_t limit) {
        const std::uint32_t most = limit - 1;
        const std::uint32_t mask = most ? 0xFFFFFFFFU >> std::countl_zero(most) : 0;
        if (most == 0) return 0;
        std::uint32_t value;
        do value = word() & mask;
        while (value > most);
        return value;
    }

    // A number from 0 to below 1, of 53 bits.
    double uniform() {
        const std::uint32_t high = word() >> 5, low = word() >> 6;
        return (high * 67108864.0 + low) / 9007199254740992.0;
    }

  private:
    static constexpr std::size_t SIZE = 624, SHIFT = 397;
    std::array<std::uint32_t, SIZE> state;
    std::size_t at = SIZE;

    // Words are made one by one: a tree takes one or two.
    std::uint32_t word() {
        const std::size_t i = at == SIZE ? 0 : at;
        const std::uint32_t mixed = (state[i] & 0x80000000U) | (state[(i + 1) % SIZE] & 0x7FFFFFFFU);
        std::uint32_t y = state[i] = state[(i + SHIFT) % SIZE] ^ (mixed >> 1) ^ ((mixed & 1) ? 0x9908B0DFU : 0U);
        at = i + 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9D2C5680U;
        y ^= (y << 15) & 0xEFC60000U;
        return y ^ (y >> 18);
    }
};

}  // namespace foldwise::trees
