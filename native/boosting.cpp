// AdaBoost of stumps of two classes: eight resamples side by side in one vector walk every sorted column once a round.
#ifdef SIMD

static constexpr double TIE = 1e-12;

// The best boundary of eight resamples: apart²/spread is largest; `left` is the weight left of it, `place` where it is.
struct Boundary {
    Eight gain, spread, left, apart;
    EightBits place;
};

SIMD_INLINE void look(Boundary &best, Eight left, Eight apart, Eight whole, Eight least, std::int64_t place) {
    const Eight spread = left * (whole - left), gain = apart * apart;
    const EightBits better = (gain * best.spread > best.gain * spread) & (spread > least);
    best.gain = better ? gain : best.gain;
    best.spread = better ? spread : best.spread;
    best.left = better ? left : best.left;
    best.apart = better ? apart : best.apart;
    const EightBits here = {place, place, place, place, place, place, place, place};
    best.place = better ? here : best.place;
}

// Walk two columns at a time, so that neither waits for the other. `weights` are (n, 8), `factors` what a row of either class
// adds to the difference between the second class on the left and what is expected there.
static void walk_columns(const std::uint64_t *first, const std::uint64_t *second, std::size_t n, const double *weights,
                         const Lanes *factors, const Lanes &total, Boundary &one, Boundary &other) {
    const Eight whole = eight(total.at), least = whole * whole * 1e-15;
    Eight left = {}, apart = {}, left_too = {}, apart_too = {};
    for (std::size_t i = 0; i + 1 < n; ++i) {
        const std::uint64_t key = first[i], key_too = second[i];
        const Eight heavy = eight(weights + ((key >> 8) & 0xFFFFFF) * 8), heavy_too = eight(weights + ((key_too >> 8) & 0xFFFFFF) * 8);
        left += heavy;
        apart += heavy * eight(factors[key & 0xFF].at);
        left_too += heavy_too;
        apart_too += heavy_too * eight(factors[key_too & 0xFF].at);
        if (((key ^ first[i + 1]) >> 32) != 0) look(one, left, apart, whole, least, static_cast<std::int64_t>(i));
        if (((key_too ^ second[i + 1]) >> 32) != 0) look(other, left_too, apart_too, whole, least, static_cast<std::int64_t>(i));
    }
}

// The best boundary of every lane: its column, place, weight on the left, and difference. Of columns that are as good but for
// rounding, each has the same chance: `draws` says where the draws of a lane come from.
static void best_stumps(const std::uint64_t *keys, std::size_t n, std::size_t p, const double *weights, const Lanes *factors,
                        const Lanes &total, const std::uint64_t *draws, std::int64_t *column, std::int64_t *place, Lanes &left,
                        Lanes &apart) {
    Lanes gain, spread;
    std::uint64_t equal[LANES];
    for (std::size_t l = 0; l < LANES; ++l) gain.at[l] = -1.0, spread.at[l] = 1.0, column[l] = -1, place[l] = 0, equal[l] = 1;
    for (std::size_t f = 0; f < p; f += 2) {
        const std::size_t next = f + 1 < p ? f + 1 : f;
        const Eight none = Eight{} - 1.0, one = Eight{} + 1.0;
        Boundary found[2] = {{none, one, Eight{}, Eight{}, EightBits{}}, {none, one, Eight{}, Eight{}, EightBits{}}};
        walk_columns(keys + f * n, keys + next * n, n, weights, factors, total, found[0], found[1]);
        for (std::size_t which = 0; which < (next > f ? 2 : 1); ++which)
            for (std::size_t l = 0; l < LANES; ++l) {
                const double mine = found[which].gain[l] * spread.at[l], others = gain.at[l] * found[which].spread[l];
                if (found[which].gain[l] < 0 || mine < others * (1 - TIE)) continue;
                equal[l] = mine > others * (1 + TIE) ? 1 : equal[l] + 1;
                if (foldwise::mix(draws[l] + (f + which + 1) * foldwise::STEP) % equal[l] != 0) continue;
                gain.at[l] = found[which].gain[l];
                spread.at[l] = found[which].spread[l];
                left.at[l] = found[which].left[l];
                apart.at[l] = found[which].apart[l];
                column[l] = static_cast<std::int64_t>(which ? next : f);
                place[l] = found[which].place[l];
            }
    }
}

// Mark the rows that each lane has wrong, a bit for each, and add up their weights.
static void mark_wrong(const float *const *values, const double *threshold, const std::uint8_t *below, const std::uint8_t *above,
                       const std::int32_t *codes, const double *weights, std::size_t n, std::uint8_t *wrong, double *errors) {
    double sums[LANES] = {};
    for (std::size_t i = 0; i < n; ++i) {
        unsigned marks = 0;
        for (std::size_t l = 0; l < LANES; ++l) {
            const std::uint8_t said = static_cast<double>(values[l][i]) <= threshold[l] ? below[l] : above[l];
            const bool missed = said != codes[i];
            marks |= static_cast<unsigned>(missed) << l;
            sums[l] += missed ? weights[i * LANES + l] : 0.0;
        }
        wrong[i] = static_cast<std::uint8_t>(marks);
    }
    for (std::size_t l = 0; l < LANES; ++l) errors[l] = sums[l];
}

// Multiply the weights of wrong rows, and all so that they add up to 1; weights that were not zero stay above the rounding unit.
static void boost_weights(double *weights, const std::uint8_t *wrong, std::size_t n, const Lanes &factor, const Lanes &scale) {
    constexpr double least = std::numeric_limits<double>::epsilon();
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t l = 0; l < LANES; ++l) {
            const double heavy = weights[i * LANES + l] * (wrong[i] >> l & 1 ? factor.at[l] : 1.0) * scale.at[l];
            weights[i * LANES + l] = heavy > 0.0 && heavy < least ? least : heavy;
        }
}

#else

#include "trees.hpp"

#define SIMD_FILE "boosting.cpp"
#include "simd.hpp"

using foldwise::In;
using foldwise::Lanes;
using foldwise::LANES;
using foldwise::Out;
namespace trees = foldwise::trees;

// What is boosted: sorted columns, and the values of every column by row.
struct Boosted {
    std::size_t n, p;
    const std::uint64_t *keys;
    const float *by_row;
    const std::int32_t *codes;
    std::size_t rounds;
    double rate;
};

// Eight resamples from their first round to their last.
class Octet {
  public:
    explicit Octet(const Boosted &boosted) : b(boosted), weights(b.n * LANES), wrong(b.n) {}

    // `given[l]` are the weights of the rows in lane l; `decide(l, column, threshold, below, above, alpha)` takes a stump, and
    // `after(rounds)` is told how many rounds are over.
    template <typename Decide, typename After>
    void run(const std::array<const double *, LANES> &given, const std::array<std::uint32_t, LANES> &drawn, Decide decide,
             After after) {
        seeds = drawn;
        start(given);
        for (std::size_t round = 0; round < b.rounds; ++round) {
            if (going()) step(round, decide);
            after(round + 1);
        }
    }
    std::array<bool, LANES> sure{};
    std::array<double, LANES> alphas{};  // their sum

  private:
    const Boosted &b;
    foldwise::Buffer<double> weights;
    std::vector<std::uint8_t> wrong;
    std::array<bool, LANES> active{};
    std::array<std::uint32_t, LANES> seeds{};

    bool going() const { return std::any_of(active.begin(), active.end(), [](bool one) { return one; }); }

    void start(const std::array<const double *, LANES> &given) {
        for (std::size_t l = 0; l < LANES; ++l) {
            double sum = 0, second = 0;
            for (std::size_t i = 0; i < b.n; ++i) {
                sum += given[l][i];
                second += b.codes[i] ? given[l][i] : 0.0;
            }
            // One class, or nothing to learn from, is left to scikit-learn.
            sure[l] = active[l] = second > 0 && second < sum;
            alphas[l] = 0;
            for (std::size_t i = 0; i < b.n; ++i) weights[i * LANES + l] = active[l] ? given[l][i] / sum : given[l][i];
        }
    }

    // The nearest values that lane l trains on, on both sides of a place of a column.
    bool threshold(std::size_t l, std::size_t f, std::size_t place, double &cut) const {
        const std::uint64_t *key = b.keys + f * b.n;
        std::size_t low = place, high = place + 1;
        while (low > 0 && weights[trees::row_of(key[low]) * LANES + l] <= 0) --low;
        while (high + 1 < b.n && weights[trees::row_of(key[high]) * LANES + l] <= 0) ++high;
        const float *value = b.by_row + f * b.n;
        const float below = value[trees::row_of(key[low])] + 0.0F, above = value[trees::row_of(key[high])] + 0.0F;
        cut = below / 2.0 + above / 2.0;
        return above > below + trees::CLOSE;
    }

    template <typename Decide> void step(std::size_t round, Decide decide) {
        Lanes total{}, second{}, factors[2], left, apart;
        for (std::size_t i = 0; i < b.n; ++i)
            for (std::size_t l = 0; l < LANES; ++l) {
                total.at[l] += weights[i * LANES + l];
                second.at[l] += b.codes[i] ? weights[i * LANES + l] : 0.0;
            }
        for (std::size_t l = 0; l < LANES; ++l) {
            factors[0].at[l] = -second.at[l];
            factors[1].at[l] = total.at[l] - second.at[l];
        }
        std::array<std::int64_t, LANES> column, place;
        std::array<std::uint64_t, LANES> draws;
        for (std::size_t l = 0; l < LANES; ++l) draws[l] = foldwise::key_of(seeds[l], round, 0);
        SIMD_PICK(best_stumps)(b.keys, b.n, b.p, weights.data(), factors, total, draws.data(), column.data(), place.data(), left,
                               apart);
        std::array<const float *, LANES> values;
        std::array<double, LANES> cut{}, errors{};
        std::array<std::uint8_t, LANES> below{}, above{};
        for (std::size_t l = 0; l < LANES; ++l) {
            const bool found = active[l] && column[l] >= 0;
            const std::size_t f = found ? static_cast<std::size_t>(column[l]) : 0;
            values[l] = b.by_row + f * b.n;
            if (!active[l]) continue;
            if (!found || !threshold(l, f, static_cast<std::size_t>(place[l]), cut[l])) {
                sure[l] = active[l] = false;
                continue;
            }
            const double mine = (apart.at[l] + left.at[l] * second.at[l]) / total.at[l];  // of the second class, on the left
            const double others = second.at[l] - mine, right = total.at[l] - left.at[l];
            below[l] = mine > left.at[l] - mine;
            above[l] = others > right - others;
        }
        SIMD_PICK(mark_wrong)(values.data(), cut.data(), below.data(), above.data(), b.codes, weights.data(), b.n, wrong.data(),
                              errors.data());
        Lanes factor, scale;
        for (std::size_t l = 0; l < LANES; ++l) {
            factor.at[l] = scale.at[l] = 1.0;
            if (!active[l]) continue;
            const double error = errors[l] / total.at[l];
            // No better than chance: the stump is thrown away. scikit-learn refuses the first such, where rounding may decide.
            if (round == 0 && error > 0.5 - 1e-12) sure[l] = false;
            if (error >= 0.5) {
                active[l] = false;
                continue;
            }
            const double alpha = error <= 0 ? 1.0 : b.rate * std::log((1.0 - error) / error);
            if (error <= 0) active[l] = false;
            alphas[l] += alpha;
            decide(l, static_cast<std::size_t>(column[l]), cut[l], below[l], above[l], alpha);
            factor.at[l] = active[l] ? std::exp(alpha) : 1.0;
            scale.at[l] = active[l] ? 1.0 / (total.at[l] - errors[l] + errors[l] * factor.at[l]) : 1.0;
        }
        SIMD_PICK(boost_weights)(weights.data(), wrong.data(), b.n, factor, scale);
    }
};

// decisions[k, i] = what the first marks[k] boosted stumps of its resample say of test row i, from -2 for the first class to 2 for the second;
// done[b] says which resamples were boosted. `values` are the columns by row (p, n), `weights` those of the training rows.
static void boost_stumps(In<std::uint64_t, 2> keys, In<float, 2> values, In<std::int32_t, 1> codes,
                         In<double, 2> weights, In<std::uint32_t, 1> seeds, std::size_t rounds, double rate, In<std::int64_t, 1> marks,
                         In<std::int64_t, 1> rows, In<std::int64_t, 1> starts, std::size_t threads, Out<double, 2> decisions,
                         Out<bool, 1> done) {
    const std::size_t p = keys.shape(0), n = keys.shape(1), count = weights.shape(0);
    SHAPE(values, p, n), SHAPE(codes, n), SHAPE(weights, count, n), SHAPE(seeds, count), SHAPE(done, count);
    const std::size_t tested = rows.shape(0);
    SHAPE(decisions, marks.shape(0), tested), EDGES(starts, count, tested), BELOW(codes, 2), BELOW(rows, n);
    REQUIRE(n >= 1 && p >= 1 && rounds >= 1 && rounds <= (1U << 20), "there must be rows, columns and up to 1,048,576 rounds");
    for (std::size_t k = 0; k < marks.shape(0); ++k)
        REQUIRE(marks.data()[k] >= 1 && static_cast<std::size_t>(marks.data()[k]) <= rounds,
                "'marks' must hold whole numbers from 1 to 'rounds'");
    for (std::size_t i = 0; i < weights.size(); ++i)
        REQUIRE(weights.data()[i] >= 0 && std::isfinite(weights.data()[i]), "'weights' must hold finite numbers from 0 on");
    for (std::size_t i = 0; i < keys.size(); ++i)
        REQUIRE(trees::row_of(keys.data()[i]) < n && trees::class_of(keys.data()[i]) < 2, "'keys' must be those of 'sort_columns'");
    const Boosted boosted{n, p, keys.data(), values.data(), codes.data(), rounds, rate};
    nb::gil_scoped_release release;
    const std::vector<double> nothing(n, 0.0);
    foldwise::for_each((count + LANES - 1) / LANES, threads, [&] {
        return [&, octet = Octet(boosted), sums = std::vector<double>()](std::size_t group) mutable {
            std::array<const double *, LANES> given;
            std::array<std::uint32_t, LANES> drawn{};
            const auto edge = [&](std::size_t r) { return static_cast<std::size_t>(starts.data()[std::min(r, count)]); };
            const std::size_t first = edge(group * LANES);
            sums.assign(edge(group * LANES + LANES) - first, 0.0);
            for (std::size_t l = 0; l < LANES; ++l) {
                const std::size_t r = group * LANES + l;
                given[l] = r < count ? weights.data() + r * n : nothing.data();
                if (r < count) drawn[l] = seeds.data()[r];
            }
            const auto decide = [&](std::size_t l, std::size_t f, double cut, bool below, bool above, double alpha) {
                const std::size_t r = group * LANES + l;
                const double low = below ? alpha : -alpha, high = above ? alpha : -alpha;
                const float *value = boosted.by_row + f * n;
                for (std::size_t i = edge(r); i < edge(r + 1); ++i)
                    sums[i - first] += static_cast<double>(value[rows.data()[i]]) <= cut ? low : high;
            };
            octet.run(given, drawn, decide, [&](std::size_t over) {
                for (std::size_t k = 0; k < marks.shape(0); ++k) {
                    if (static_cast<std::size_t>(marks.data()[k]) != over) continue;
                    for (std::size_t l = 0; l < LANES; ++l)
                        for (std::size_t i = edge(group * LANES + l); i < edge(group * LANES + l + 1); ++i)
                            decisions.data()[k * tested + i] = sums[i - first] * (2.0 / octet.alphas[l]);
                }
            });
            for (std::size_t l = 0; l < LANES && group * LANES + l < count; ++l) done.data()[group * LANES + l] = octet.sure[l];
        };
    });
}

void bind_boosting(nb::module_ &module) {
    foldwise::define(module, "boost_stumps", &boost_stumps, "What boosted stumps of every resample say of its test rows, in place.",
                     "keys", "values", "codes", "weights", "seeds", "rounds", "rate", "marks", "rows", "starts", "threads", "decisions",
                     "done");
}

#endif
