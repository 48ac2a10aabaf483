// What trees are grown from and what they are: the sorted columns of a table, samples of its rows, draws, nodes and splits.
#pragma once

#include "tree_loops.hpp"

namespace foldwise::trees {

inline constexpr float CLOSE = 1e-7F;  // values that are nearer than that are equal to scikit-learn
inline constexpr double EPSILON = std::numeric_limits<double>::epsilon();
inline constexpr double NEVER = -std::numeric_limits<double>::infinity();
inline constexpr std::size_t MOST_ROWS = 1 << 24, MOST_CLASSES = 256;
inline constexpr std::size_t MOST_LEVELS = 64;  // different values of a column whose rows are counted, not sorted
inline constexpr std::size_t FEW_CLASSES = 16;  // classes of which whole numbers are counted side by side
inline constexpr double FEW_COUNTS = 32767;     // weight of a node whose counts, and sums of their squares, are short
inline constexpr std::size_t FEWEST_MEMBERS = 3;  // indicators of one column from which on they are counted together
inline constexpr std::uint32_t NO_GROUP = 0xFFFFFFFF;
inline constexpr std::size_t FEWEST_PAIRS = 8;  // columns of two values from which on small nodes take them together
inline constexpr std::size_t SMALL_NODE = 10, TINY_NODE = 4;  // rows of a node whose partitions, or orders, are counted

enum class Criterion : int { gini, entropy, squares, poisson, absolute };
inline bool predicts_values(Criterion criterion) { return criterion >= Criterion::squares; }

using Keys = std::vector<std::uint64_t>;

// A bit for each row.
struct RowMarks {
    std::vector<std::uint32_t> words;
    explicit RowMarks(std::size_t rows) : words(rows / 32 + 1) {}
    bool operator[](std::size_t row) const { return ((words[row >> 5] >> (row & 31)) & 1) != 0; }
    void set(std::size_t row, bool mark) {
        std::uint32_t &word = words[row >> 5];
        word = (word & ~(1U << (row & 31))) | static_cast<std::uint32_t>(mark) << (row & 31);
    }
};

inline std::size_t row_of(std::uint64_t key) { return (key >> 8) & 0xFFFFFF; }
inline std::size_t class_of(std::uint64_t key) { return key & 0xFF; }
inline std::size_t place_of(std::uint64_t key) { return key >> 32; }

// The columns of a table in their order, made once for all resamples. A key is the place of the first row with this value in the
// sorted column, the row, and its class.
struct Columns {
    std::size_t n, p, classes;
    std::span<const float> rows;          // (n, p)
    std::span<const std::int32_t> codes;  // classes of the rows, or none
    std::span<const double> targets;      // or values
    std::span<const bool> close;          // columns in which two different values are equal to scikit-learn
    std::span<const std::uint64_t> keys;  // (p, n), in order
    Keys keys_of_rows;                    // (p, n), by row; empty unless columns are drawn
    std::vector<double> inverse;          // 1 / k
    std::vector<std::uint8_t> leveled;    // columns of few values
    std::vector<std::uint8_t> levels;     // (p, n): number of the value of each row, in columns of few values
    std::vector<float> level_values;      // (p, MOST_LEVELS)
    std::vector<std::size_t> present;     // rows of each column that have a value; the others are behind them
    std::size_t groups = 0;               // of columns of two values of which a row has the upper one in at most one
    std::vector<std::size_t> group_size;
    std::vector<std::uint32_t> group;     // of each column, or NO_GROUP
    std::vector<std::uint8_t> member;     // number of the column in its group, from 1
    std::vector<std::uint8_t> members;    // (groups, n): the column in which a row has the upper value, or 0
    std::size_t pairs = 0;                // columns of two values
    std::vector<std::uint32_t> pair;      // number of each column among them, or NO_GROUP
    std::vector<std::uint8_t> uppers;     // (n, pairs): whether a row has the upper value
    std::vector<std::uint32_t> briefs;    // (p, n): the keys in four bytes, where a small table of two classes has many values

    // Complete what the spans do not say; `drawn` where not all columns are tried at every node. Sums over the rows of a level are
    // no use to absolute errors.
    void prepare(bool drawn, Criterion criterion = Criterion::squares) {
        inverse.assign(n + 1, 0.0);
        for (std::size_t k = 1; k <= n; ++k) inverse[k] = 1.0 / static_cast<double>(k);
        keys_of_rows.resize(drawn ? n * p : 0);
        present.assign(p, n);
        leveled.assign(p, 0);
        level_values.assign(p * MOST_LEVELS, 0.0F);
        for (std::size_t f = 0; f < p; ++f) {
            const std::span<const std::uint64_t> mine = keys.subspan(f * n, n);
            for (std::size_t i = 0; i < n && drawn; ++i) keys_of_rows[f * n + row_of(mine[i])] = mine[i];
            while (present[f] > 0 && std::isnan(value(f, mine[present[f] - 1]))) --present[f];
        }
        const bool lacks = any_missing();  // then rows are put into another order at each column
        for (std::size_t f = 0; f < p && !lacks && criterion != Criterion::absolute; ++f)
            if (!close[f]) number_levels(f, keys.subspan(f * n, n));
        group.assign(drawn ? 0 : p, NO_GROUP);
        pair.assign(p, NO_GROUP);
        groups = pairs = 0;
        group_size.clear();
        members.clear();
        if (!drawn && codes.empty() && criterion == Criterion::squares) group_columns(), pair_columns();
        briefs.clear();
        if (!drawn && !lacks && classes == 2 && criterion == Criterion::gini && n <= MOST_BITS && simd_level == 2) shorten_keys();
    }
    void shorten_keys() {
        if (std::any_of(leveled.begin(), leveled.end(), [](std::uint8_t one) { return one != 0; })) return;
        briefs.resize(keys.size());
        for (std::size_t i = 0; i < keys.size(); ++i)
            briefs[i] = static_cast<std::uint32_t>(place_of(keys[i]) << 20 | (keys[i] & 0xFFFFF));
    }
    bool has_two(std::size_t f) const {
        return leveled[f] && place_of(keys[f * n]) != place_of(keys[f * n + n - 1]) && levels[f * n + row_of(keys[f * n + n - 1])] == 1;
    }
    // Put columns of two values side by side, row by row.
    void pair_columns() {
        for (std::size_t f = 0; f < p; ++f)
            if (has_two(f)) pair[f] = static_cast<std::uint32_t>(pairs++);
        if (pairs < FEWEST_PAIRS) {
            pair.assign(p, NO_GROUP);
            pairs = 0;
        }
        uppers.resize(n * pairs);
        for (std::size_t f = 0; f < p; ++f)
            for (std::size_t i = 0; i < n && pair[f] != NO_GROUP; ++i) uppers[i * pairs + pair[f]] = levels[f * n + i];
    }
    bool any_missing() const { return std::any_of(present.begin(), present.end(), [&](std::size_t one) { return one < n; }); }
    // How many of the keys of a node, in order, are of rows without a value.
    std::size_t missing(std::size_t f, const std::uint64_t *key, std::size_t m) const {
        if (present[f] == n) return 0;
        const std::uint64_t *end = key + m;
        return static_cast<std::size_t>(end - std::partition_point(key, end, [&](std::uint64_t one) { return place_of(one) < present[f]; }));
    }
    // Indicators of the levels of one column, one behind the other, are counted together.
    void group_columns() {
        member.assign(p, 0);
        std::vector<std::size_t> open;
        std::vector<std::uint8_t> upper(n, 0);
        const auto close_group = [&] {
            if (open.size() >= FEWEST_MEMBERS) {
                for (const std::size_t f : open) group[f] = static_cast<std::uint32_t>(groups);
                members.insert(members.end(), upper.begin(), upper.end());
                group_size.push_back(open.size());
                ++groups;
            }
            open.clear();
            std::fill(upper.begin(), upper.end(), std::uint8_t{0});
        };
        for (std::size_t f = 0; f < p; ++f) {
            const bool two = has_two(f);
            const std::uint8_t *level = two ? levels.data() + f * n : nullptr;
            bool apart = two && open.size() < 255;
            for (std::size_t i = 0; i < n && apart; ++i) apart = !(level[i] && upper[i]);
            if (!apart) close_group();
            if (!two) continue;
            open.push_back(f);
            member[f] = static_cast<std::uint8_t>(open.size());
            for (std::size_t i = 0; i < n; ++i)
                if (level[i]) upper[i] = member[f];
        }
        close_group();
    }
    void number_levels(std::size_t f, std::span<const std::uint64_t> mine) {
        const auto next = [&](std::size_t i) { return i > 0 && place_of(mine[i]) != place_of(mine[i - 1]); };
        std::size_t count = 1;
        for (std::size_t i = 0; i < n && count <= MOST_LEVELS; ++i) count += next(i);
        if (count > MOST_LEVELS) return;
        leveled[f] = 1;
        levels.resize(n * p);
        std::size_t level = 0;
        for (std::size_t i = 0; i < n; ++i) {
            level += next(i);
            levels[f * n + row_of(mine[i])] = static_cast<std::uint8_t>(level);
            level_values[f * MOST_LEVELS + level] = value(f, mine[i]);
        }
    }
    // The value of a row; both zeros are one.
    float value_of(std::size_t f, std::size_t row) const { return rows[row * p + f] + 0.0F; }
    float value(std::size_t f, std::uint64_t key) const { return value_of(f, row_of(key)); }
};

// The rows that one tree trains on: how many samples each is, and what they weigh together; none is a row that is not there.
struct Sample {
    std::vector<std::int32_t> copies;
    std::vector<double> weight;
    std::vector<std::uint8_t> small;  // the same in a byte, where all are whole and fit
    double total = 0;       // weight of all, as scikit-learn adds it up
    bool unit = true;       // every row is one sample of weight 1
    bool whole = true;      // weights are whole numbers: sums are exact in any order
    bool repeated = false;  // a row is several samples

    // Put weights into bytes, where they fit.
    void pack() {
        small.clear();
        if (unit || !whole || *std::max_element(weight.begin(), weight.end()) > 255) return;
        small.assign(weight.begin(), weight.end());
    }
};

struct Limits {
    std::size_t depth, split, leaf, features, leaves;  // leaves: 0 for no limit
    double weight, decrease, alpha;
    bool random;  // cuts are drawn, not searched
};

// scikit-learn's generator of the draws within a tree.
struct Draws {
    std::uint32_t state;
    std::uint32_t operator()() {
        if (state == 0) state = 1;
        return step() & 0x7FFFFFFF;
    }
    std::uint32_t step() {
        state ^= state << 13;
        state ^= state >> 17;
        return state ^= state << 5;
    }
    double uniform(double low, double high) { return (high - low) * static_cast<double>((*this)()) / 2147483647.0 + low; }
};

// So many draws at once: each bit of a state adds its own share to the state after them.
struct Jumps {
    static constexpr std::size_t STRANDS = 4, FEWEST = 16;  // draws from which on it pays
    std::size_t steps = 0;
    std::array<std::array<std::uint32_t, 256>, 4> table{};

    // For `count` draws in strands.
    void prepare(std::size_t count) {
        if (count < FEWEST) return;
        steps = (count + STRANDS - 1) / STRANDS;
        for (unsigned byte = 0; byte < 4; ++byte)
            for (std::uint32_t one = 1; one < 256; ++one) {
                const std::uint32_t low = one & (0U - one);
                Draws bit{low << (8 * byte)};
                for (std::size_t k = 0; k < steps && one == low; ++k) bit.step();
                table[byte][one] = one == low ? bit.state : table[byte][low] ^ table[byte][one ^ low];
            }
    }
    std::uint32_t operator()(std::uint32_t state) const {
        return table[0][state & 0xFF] ^ table[1][(state >> 8) & 0xFF] ^ table[2][(state >> 16) & 0xFF] ^ table[3][state >> 24];
    }
};

struct Tree {
    struct Node {
        std::int32_t feature = -1, left = -1, right = -1;
        std::uint32_t samples = 0;
        double threshold = 0, impurity = 0, weight = 0;
        bool missing_left = false;
    };
    std::vector<Node> nodes;
    std::vector<double> values;  // (nodes, classes): class shares, or the mean
    std::size_t classes = 1;

    // The node in which a row ends.
    std::size_t leaf(const float *row) const {
        std::size_t at = 0;
        while (nodes[at].left >= 0) {
            const float value = row[nodes[at].feature];
            const bool goes_left = static_cast<double>(value) <= nodes[at].threshold || (value != value && nodes[at].missing_left);
            at = static_cast<std::size_t>(goes_left ? nodes[at].left : nodes[at].right);
        }
        return at;
    }
    const double *value(std::size_t node) const { return values.data() + node * classes; }
    // The class with the largest share in that node, the first of several.
    std::size_t says(const float *row) const {
        const double *shares = value(leaf(row));
        return static_cast<std::size_t>(std::max_element(shares, shares + classes) - shares);
    }
};

struct Split {
    std::size_t feature = 0, place = 0;  // the first `place` rows of the column go left
    double threshold = 0, proxy = NEVER, score = NEVER, improvement = NEVER, left = 0, right = 0;
    bool found = false;
    std::size_t missing = 0;    // rows of the node without a value in the column
    bool missing_left = false;  // they go left
    std::ptrdiff_t second = -1;  // rows of the second of two classes on the left, where that is known
};

// Sums over the rows of a node: of the target and its square; and the weight. Sums by class are at a place among those of all
// nodes.
struct Totals {
    std::size_t at = 0;
    double weight = 0, squares = 0;
    std::size_t samples = 0;
};

// Weights and weighted values by rank, of which sums up to any rank are found in a few steps: the tree of Fenwick (1994), added
// and searched as scikit-learn does, so that sums have the same digits.
struct Fenwick {
    struct Place {
        std::size_t rank, before;  // the rank in which half the weight is reached; the one before, where it is reached exactly
        double weight, value;      // sums of the ranks before
    };
    std::size_t size = 0, top = 0;
    std::vector<double> weight, value;
    double total_weight = 0, total_value = 0;

    void reset(std::size_t ranks) {
        size = ranks;
        top = std::bit_floor(ranks);
        weight.assign(ranks + 1, 0.0);
        value.assign(ranks + 1, 0.0);
        total_weight = total_value = 0;
    }
    void add(std::size_t rank, double heavy, double weighted) {
        for (std::size_t at = rank + 1; at <= size; at += at & (~at + 1)) weight[at] += heavy, value[at] += weighted;
        total_weight += heavy;
        total_value += weighted;
    }
    Place search(double target) const {
        Place found{0, 0, 0, 0};
        std::size_t bit = top;
        for (; bit; bit >>= 1) {
            const std::size_t next = found.rank + bit;
            if (next > size) continue;
            if (target == weight[next]) break;
            if (target > weight[next]) target -= weight[next], pass(found, next);
        }
        found.before = found.rank;
        double rest = target;
        for (std::size_t step = bit; step; step >>= 1)
            if (const std::size_t next = found.before + step; next <= size && rest > weight[next])
                rest -= weight[next], found.before = next;
        for (std::size_t step = bit; step; step >>= 1)
            if (const std::size_t next = found.rank + step; next <= size && target >= weight[next])
                target -= weight[next], pass(found, next);
        return found;
    }

  private:
    void pass(Place &found, std::size_t next) const {
        found.rank = next;
        found.weight += weight[next];
        found.value += value[next];
    }
};

inline bool differs_here(const std::uint64_t *key) { return ((key[0] ^ key[1]) >> 32) != 0; }
inline double gini(double squares, double weight) { return 1.0 - squares / (weight * weight); }

}  // namespace foldwise::trees
