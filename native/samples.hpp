// The training rows that trees are grown on: read from a resample, drawn from it as numpy draws, and checked.
#pragma once

#include "trees.hpp"

#include <cmath>

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

// numpy's sum: eight at a time, halves of what is long.
inline double pairwise_sum(const double *from, std::size_t size) {
    if (size < 8) {
        double sum = 0;
        for (std::size_t i = 0; i < size; ++i) sum += from[i];
        return sum;
    }
    if (size > 128) {
        const std::size_t half = size / 2 - size / 2 % 8;
        return pairwise_sum(from, half) + pairwise_sum(from + half, size - half);
    }
    std::array<double, 8> part;
    std::copy(from, from + 8, part.begin());
    std::size_t i = 8;
    for (; i + 8 <= size; i += 8)
        for (std::size_t e = 0; e < 8; ++e) part[e] += from[i + e];
    double sum = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
    for (; i < size; ++i) sum += from[i];
    return sum;
}

// Shares up to each place, as numpy adds them up before it draws by them.
inline void add_up(std::span<const double> shares, std::vector<double> &upto) {
    upto.resize(shares.size());
    double sum = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) upto[i] = sum += shares[i];
    for (double &one : upto) one /= sum;
}

// The place that a number from 0 to below 1 falls on; the last where rounding leaves none.
inline std::size_t place_among(const std::vector<double> &upto, double number) {
    const auto found = std::upper_bound(upto.begin(), upto.end(), number) - upto.begin();
    return std::min(static_cast<std::size_t>(found), upto.size() - 1);
}

// The rows that were drawn: each is as many samples as copies of it were drawn, and weighs as often as they were.
inline void take_drawn(const std::vector<std::uint32_t> &samples, const std::vector<std::uint32_t> &times, std::size_t n, std::size_t draws,
                       Sample &drawn) {
    drawn.copies.assign(n, 0);
    drawn.weight.assign(n, 0.0);
    drawn.unit = drawn.repeated = false;
    drawn.whole = true;
    drawn.total = static_cast<double>(draws);
    for (std::size_t s = 0; s < samples.size(); ++s) {
        if (times[s] == 0) continue;
        drawn.copies[samples[s]] += 1;
        drawn.weight[samples[s]] += times[s];
        drawn.repeated |= drawn.copies[samples[s]] > 1;
    }
}

// The training rows of a resample, from their copies and, where there are some, the weights of one copy. Copies are listed one by
// one where they are `wanted`.
inline void take_sample(const std::int32_t *copies, const double *weights, std::size_t n, Sample &sample,
                        std::vector<std::uint32_t> &samples, bool wanted = true) {
    sample = Sample{};
    sample.copies.assign(copies, copies + n);
    sample.weight.assign(n, 0.0);
    samples.clear();
    for (std::size_t i = 0; i < n; ++i) {
        const double weight = weights ? weights[i] : 1.0;
        for (std::int32_t c = 0; c < copies[i]; ++c) {
            if (wanted) samples.push_back(static_cast<std::uint32_t>(i));
            sample.total += weight;
        }
        if (copies[i] == 0) continue;
        sample.weight[i] = copies[i] * weight;
        if (weight == 0.0) sample.copies[i] = 0;  // scikit-learn leaves it aside
        if (weight != 1.0 || copies[i] > 1) sample.unit = false;
        sample.repeated |= copies[i] > 1;
        sample.whole &= weight == std::floor(weight) && weight < 1e6;
    }
    sample.pack();
}

template <typename Weights, typename Least> void check_weights(const Weights &weights, const Least &least) {
    for (std::size_t i = 0; i < weights.size(); ++i)
        REQUIRE(weights.data()[i] >= 0 && std::isfinite(weights.data()[i]), "'weights' must hold finite numbers from 0 on");
    for (std::size_t i = 0; i < least.size(); ++i) REQUIRE(least.data()[i] >= 0, "'least' must hold whole numbers from 0 on");
}

// How many nodes a tree of so many rows has at most.
inline std::size_t most_nodes(std::size_t rows, std::size_t depth, std::size_t leaves) {
    std::size_t ends = leaves ? std::min(rows, leaves) : rows;
    if (depth < 32) ends = std::min(ends, std::size_t{1} << depth);
    return 2 * ends - 1;
}

// Refuse keys that would lead outside of the tables.
inline void check_keys(const In<std::uint64_t, 2> &keys, std::size_t n, std::size_t classes) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const std::uint64_t key = keys.data()[i];
        REQUIRE(place_of(key) < n && row_of(key) < n && class_of(key) < classes,
                "'keys' must be those of 'sort_columns'");
    }
}

// A table with its columns in their order, keys with so many classes, and at least one column that is tried at a node.
inline void check_table(const In<float, 2> &table, const In<std::uint64_t, 2> &keys, const In<bool, 1> &close, std::size_t features,
                        std::size_t classes) {
    const std::size_t n = table.shape(0), p = table.shape(1);
    SHAPE(keys, p, n), SHAPE(close, p);
    REQUIRE(n < MOST_ROWS, "'table' must have fewer than 16,777,216 rows");
    REQUIRE(classes >= 1 && classes <= MOST_CLASSES, "there must be 1 to 256 classes");
    REQUIRE(features >= 1 && p >= 1, "'features' and the columns of 'table' must be at least 1");
    check_keys(keys, n, classes);
}

// What the rows are to be predicted as: codes of classes, or by the other criteria values.
inline void check_targets(const In<std::int32_t, 1> &codes, const In<double, 1> &targets, std::size_t criterion, std::size_t n,
                          std::size_t classes) {
    REQUIRE(criterion <= 4, "'criterion' must be a whole number from 0 to 4");
    if (criterion < 2) {
        SHAPE(codes, n), BELOW(codes, classes);
        return;
    }
    SHAPE(targets, n);
    REQUIRE(classes == 1, "there must be one column of scores where values are predicted");
}

// The columns of a table, which `prepare` completes.
inline Columns columns_of(const In<float, 2> &table, const In<std::uint64_t, 2> &keys, const In<bool, 1> &close,
                          std::span<const std::int32_t> codes, std::span<const double> targets, std::size_t classes) {
    return {table.shape(0), table.shape(1), classes, {table.data(), table.size()}, codes, targets, {close.data(), close.size()},
            {keys.data(), keys.size()}, {}, {}, {}, {}, {}, {}};
}

// What every pass over resamples is handed: the table, how trees are grown, and of each resample its copies of the rows, weights of
// one copy or none, least samples of a node that is split and of a leaf, the seeds of its trees, and its test rows. Depth, decrease,
// alpha and least samples are there for each of several settings.
struct Task {
    In<float, 2> table;
    In<std::uint64_t, 2> keys;
    In<bool, 1> close;
    In<std::int32_t, 1> codes;
    In<double, 1> targets;
    std::size_t criterion;
    In<std::int32_t, 2> copies;
    In<double, 2> weights;
    In<std::int64_t, 2> least;
    In<std::uint32_t, 2> seeds;
    In<std::int64_t, 1> depth;
    std::size_t features, leaves;
    double weight_fraction;
    In<double, 1> decrease, alpha;
    bool random;
    In<std::int64_t, 1> rows, starts;
    std::size_t threads;

    Criterion kind() const { return static_cast<Criterion>(criterion); }
    std::size_t count() const { return copies.shape(0); }
    std::size_t settings() const { return depth.shape(0); }
    bool weighted() const { return weights.size() > 0; }
    bool draws_columns() const { return features < table.shape(1) || random; }

    // Check everything, and give the columns, which `prepare` completes.
    Columns columns(std::size_t classes) const {
        const std::size_t n = table.shape(0);
        check_table(table, keys, close, features, criterion < 2 ? classes : MOST_CLASSES);
        check_targets(codes, targets, criterion, n, classes);
        SHAPE(copies, count(), n), OPTIONAL(weights, count(), n), SHAPE(least, count(), 2 * settings());
        SHAPE(decrease, settings()), SHAPE(alpha, settings()), SHAPE(seeds, count(), seeds.shape(1));
        EDGES(starts, count(), rows.shape(0)), BELOW(rows, n);
        REQUIRE(n >= 1 && settings() >= 1 && seeds.shape(1) >= 1, "'table', 'depth' and 'seeds' must not be empty");
        for (std::size_t k = 0; k < settings(); ++k)
            REQUIRE(depth.data()[k] >= 0, "'depth' must hold whole numbers from 0 on");
        for (std::size_t i = 0; i < copies.size(); ++i)
            REQUIRE(copies.data()[i] >= 0 && copies.data()[i] < (1 << 16), "'copies' must hold whole numbers from 0 to below 65536");
        check_weights(weights, least);
        const std::span<const std::int32_t> labels(codes.data(), criterion < 2 ? codes.size() : 0);
        return columns_of(table, keys, close, labels, {targets.data(), targets.size()}, classes);
    }
    // Limits of resample b under setting k, whose rows weigh so much.
    Limits limits(std::size_t b, double total, std::size_t k = 0) const {
        const std::int64_t *mine = least.data() + 2 * (b * settings() + k);
        return {static_cast<std::size_t>(depth.data()[k]), static_cast<std::size_t>(mine[0]), static_cast<std::size_t>(mine[1]),
                features, leaves, weight_fraction * total, decrease.data()[k], alpha.data()[k], random};
    }
    std::uint32_t seed(std::size_t b, std::size_t t = 0) const { return seeds.data()[b * seeds.shape(1) + t]; }
    const double *weights_of(std::size_t b) const { return weighted() ? weights.data() + b * table.shape(0) : nullptr; }
    void take(std::size_t b, Sample &sample, std::vector<std::uint32_t> &samples) const {
        take_sample(copies.data() + b * table.shape(0), weights_of(b), table.shape(0), sample, samples);
    }
    std::size_t first(std::size_t b) const { return static_cast<std::size_t>(starts.data()[b]); }
    std::size_t tested(std::size_t b) const { return first(b + 1) - first(b); }
    // Tell each of every test row of resample b: its place among these, its number, and its values.
    template <typename Each> void each_row(std::size_t b, Each each) const {
        const std::int64_t *row = rows.data() + first(b);
        for (std::size_t i = 0; i < tested(b); ++i)
            each(i, static_cast<std::size_t>(row[i]), table.data() + static_cast<std::size_t>(row[i]) * table.shape(1));
    }
};

// Bind a pass, whose own arguments follow those of the task.
template <typename... Own, typename... Names>
void define_pass(nb::module_ &module, const char *name, void (*pass)(const Task &, Own...), const char *doc, Names... names) {
    static_assert(sizeof...(Own) == sizeof...(Names), "every argument has a name");
    const auto call = [pass](In<float, 2> table, In<std::uint64_t, 2> keys, In<bool, 1> close, In<std::int32_t, 1> codes,
                             In<double, 1> targets, std::size_t criterion, In<std::int32_t, 2> copies, In<double, 2> weights,
                             In<std::int64_t, 2> least, In<std::uint32_t, 2> seeds, In<std::int64_t, 1> depth, std::size_t features,
                             std::size_t leaves, double weight_fraction, In<double, 1> decrease, In<double, 1> alpha, bool random,
                             In<std::int64_t, 1> rows, In<std::int64_t, 1> starts, std::size_t threads, Own... own) {
        pass({table, keys, close, codes, targets, criterion, copies, weights, least, seeds, depth, features, leaves, weight_fraction,
              decrease, alpha, random, rows, starts, threads}, own...);
    };
    const auto array = [](const char *given) { return nb::arg(given).noconvert(); };
    module.def(name, call, nb::kw_only(), array("table"), array("keys"), array("close"), array("codes"), array("targets"),
               nb::arg("criterion"), array("copies"), array("weights"), array("least"), array("seeds"), array("depth"),
               nb::arg("features"), nb::arg("leaves"), nb::arg("weight_fraction"), array("decrease"), array("alpha"),
               nb::arg("random"), array("rows"), array("starts"), nb::arg("threads"),
               argument<std::remove_cvref_t<Own>>(names)..., doc);
}

}  // namespace foldwise::trees
