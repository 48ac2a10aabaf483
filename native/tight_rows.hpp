// Whether rows may come in tight groups, in any order: a part of first_look.cpp, with its Sample, Alike's ASK and loops.
#pragma once

// What is asked of a sample: neighbours, columns that distances are made of, and stages: rows looked at, and from where on the
// peak of the growth of distances, alone, with the decline of the agreement in the target, and of the first, may be of groups.
struct TightLimits {
    struct Stage {
        double queries, peak, agreed_peak, agreed, first;
    };
    static constexpr std::size_t STAGES = 4, SIZE = 2 + 5 * STAGES;
    std::size_t neighbours, columns;
    std::array<Stage, STAGES> stages;

    explicit TightLimits(const double *from)
        : neighbours(static_cast<std::size_t>(from[0])), columns(static_cast<std::size_t>(from[1])) {
        for (std::size_t s = 0; s < STAGES; ++s, from += 5) stages[s] = {from[2], from[3], from[4], from[5], from[6]};
    }
};

// Peak of k log d²(k+1)/d²(k), less their mean, in deviations; by how much the target of the first neighbours agrees more often
// than that of the last; and k = 1 alone, the peak of pairs.
struct Tightness {
    double peak, agreed, first;

    bool beyond(const TightLimits::Stage &stage) const {
        return !(peak < stage.peak) || !(first < stage.first) || (!(peak < stage.agreed_peak) && !(agreed < stage.agreed));
    }
};

static constexpr std::size_t NEAREST = 4, FURTHEST = 6, CHUNK = 16;  // neighbours compared; factors that stay in range
static constexpr double LEAST_SQUARE = 1e-12, ROOM = 1.5;  // squared distances below are those of copies

// Some of a row's nearest rows with their squared distances, in order; rows at equal distances as they come.
struct Nearest {
    std::vector<double> squares;
    std::vector<std::uint32_t> rows, candidates;

    explicit Nearest(std::size_t count) : squares(count, ASK), rows(count) {}

    // Most rows are further than the last of these neighbours, mostly also than that of the row before, with some room.
    void find(const double *distances, std::size_t size, std::size_t own) {
        const double guess = squares.back() * ROOM;
        if (candidates.size() < size) candidates.resize(size);
        std::size_t count = 0;
        for (std::size_t i = 0; i < size; ++i) {
            candidates[count] = static_cast<std::uint32_t>(i);
            count += distances[i] < guess;
        }
        if (count <= squares.size()) {  // the row itself is one of them
            for (count = 0; count < size; ++count) candidates[count] = static_cast<std::uint32_t>(count);
        }
        std::fill(squares.begin(), squares.end(), ASK);
        const std::size_t last = squares.size() - 1;
        for (std::size_t c = 0; c < count; ++c) {
            const std::uint32_t i = candidates[c];
            if (!(distances[i] < squares[last]) || i == own) continue;
            std::size_t place = last;
            for (; place > 0 && squares[place - 1] > distances[i]; --place) {
                squares[place] = squares[place - 1];
                rows[place] = rows[place - 1];
            }
            squares[place] = distances[i];
            rows[place] = i;
        }
    }
};

static Tightness tightness(const Sample &z, std::size_t apart, std::size_t queries, std::size_t neighbours,
                           const std::vector<double> &truth, bool classes) {
    std::vector<double> distances(z.rows), logs(neighbours, 0.0), factors(neighbours, 1.0), gaps(neighbours, 0.0);
    Nearest near(neighbours);
    for (std::size_t q = 0; q < queries; ++q) {
        const std::size_t row = q * apart;
        SIMD_PICK(distances_of)(z.numbers.data(), z.rows, z.columns, row, distances.data());
        near.find(distances.data(), z.rows, row);
        for (std::size_t k = 0; k < neighbours; ++k) {
            factors[k] *= std::max(near.squares[k], LEAST_SQUARE);
            const double gap = std::abs(truth[near.rows[k]] - truth[row]);
            gaps[k] += classes ? static_cast<double>(gap > 0.0) : gap;
        }
        if ((q + 1) % CHUNK == 0 || q + 1 == queries)
            for (std::size_t k = 0; k < neighbours; ++k) logs[k] += std::log(std::exchange(factors[k], 1.0));
    }
    double most = 0.0, sum = 0.0, gap = 0.0, halves = 0.0;
    for (std::size_t k = 1; k < neighbours; ++k) {
        const double growth = static_cast<double>(k) * (logs[k] - logs[k - 1]);
        most = std::max(most, growth);
        sum += growth;
    }
    const auto asked = static_cast<double>(queries);
    for (std::size_t k = 0; k < NEAREST; ++k) gap -= gaps[k] / (NEAREST * asked);
    for (std::size_t k = neighbours - FURTHEST; k < neighbours; ++k) gap += gaps[k] / (FURTHEST * asked);
    for (std::size_t i = 0; i < z.rows / 2; ++i) halves += std::abs(truth[i + z.rows / 2] - truth[i]);
    const double scale = classes ? 1.0 : halves / static_cast<double>(z.rows / 2);
    const double mean = sum / static_cast<double>(neighbours - 1);
    return {(most / mean - 1.0) * std::sqrt(asked), gap / scale, ((logs[1] - logs[0]) / mean - 1.0) * std::sqrt(asked)};
}

// First a few rows, then more.
static bool may_be_tight(const Sample &z, const std::vector<double> &truth, bool classes, const TightLimits &limits) {
    return std::all_of(limits.stages.begin(), limits.stages.end(), [&](const TightLimits::Stage &stage) {
        const auto rows = static_cast<double>(z.rows);
        const auto apart = static_cast<std::size_t>(std::max(1.0, std::floor(rows / std::min(rows, stage.queries))));
        const std::size_t queries = std::min((z.rows - 1) / apart + 1, static_cast<std::size_t>(std::min(rows, stage.queries)));
        return tightness(z, apart, queries, limits.neighbours, truth, classes).beyond(stage);
    });
}
