// C4.5 trees of all resamples: the columns are sorted once, every resample is grown, pruned and asked for its test rows by one
// thread. The trees are those of src/foldwise/learners/c45, whose words and constants these are.
#include "kernels.hpp"

#include <cmath>
#include <span>
#include <vector>

using foldwise::In;
using foldwise::Out;

namespace {

constexpr std::uint32_t MISSING = 0xFFFFFFFFU, NONE = 0xFFFFFFFFU;
constexpr std::size_t MOST_ROWS = 1 << 24, MOST_CLASSES = 256, MOST_WHOLE = 1 << 20, DEEPEST = 100;
constexpr double EPSILON = 1e-3, EQUAL = 1e-6, SLACK = 1e-9, MOST_CASES = 25.0, NO_WORSE = 1e-3, MARGIN = 0.1;
constexpr double INFINITE = std::numeric_limits<double>::infinity();

// A key is the rank of a value, the row and its class; missing values have the highest rank.
constexpr std::uint32_t rank_of(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }
constexpr std::uint32_t row_of(std::uint64_t key) { return static_cast<std::uint32_t>(key) >> 8; }
constexpr std::uint32_t class_of(std::uint64_t key) { return static_cast<std::uint32_t>(key) & 0xFF; }

// numpy's rounding to so many decimals.
double rounded(double x, double power) { return std::rint(x * power) / power; }

double x_log_x(double x) { return x > 0 ? x * std::log2(x) : 0.0; }

struct Settings {
    double least, confidence, smoothing;
    bool pruned, raising;
};

// The table as all resamples see it: places of values and levels (p, n), -1 where missing, and the order of every column of
// numbers.
struct Table {
    std::size_t n, p, classes;
    std::span<const std::int32_t> cells, levels, codes;
    std::span<const double> distinct;
    std::span<const std::int64_t> places;
    std::vector<std::uint32_t> numbers, categories, slot;
    std::vector<std::uint32_t> lines;  // (n, r): where the counts of each category of a row start, what is missing after its levels
    std::vector<std::uint64_t> keys;
    std::vector<double> bits, steps, logs;  // k log2 k, how it grows from k to k + 1, and log2 k
    std::size_t slots = 0;

    std::int32_t cell(std::size_t f, std::size_t row) const { return cells[f * n + row]; }

    void prepare(std::size_t most) {
        slot.assign(p, 0);
        for (std::uint32_t f = 0; f < p; ++f) {
            if (levels[f] < 0) {
                numbers.push_back(f);
                continue;
            }
            categories.push_back(f);
            slot[f] = static_cast<std::uint32_t>(slots);
            slots += static_cast<std::size_t>(levels[f]);
        }
        lines.resize(n * categories.size());
        for (std::size_t j = 0; j < categories.size(); ++j) {
            const std::uint32_t f = categories[j];
            for (std::size_t i = 0; i < n; ++i) {
                const std::size_t level = rank_place(f, i, static_cast<std::size_t>(levels[f]));
                lines[i * categories.size() + j] = static_cast<std::uint32_t>((slot[f] + j + level) * classes);
            }
        }
        keys.resize(numbers.size() * n);
        for (std::size_t j = 0; j < numbers.size(); ++j) sort_column(numbers[j], std::span(keys).subspan(j * n, n));
        bits.assign(most + 2, 0.0);
        steps.assign(most + 1, 0.0);
        logs.assign(std::max(most, n) + 1, 0.0);
        for (std::size_t k = 2; k < logs.size(); ++k) logs[k] = std::log2(static_cast<double>(k));
        for (std::size_t k = 2; k < bits.size(); ++k) bits[k] = x_log_x(static_cast<double>(k));
        for (std::size_t k = 0; k < steps.size(); ++k) steps[k] = bits[k + 1] - bits[k];
    }

    // Rows by the rank of their value, those of equal values in their own order.
    void sort_column(std::uint32_t f, std::span<std::uint64_t> sorted) const {
        const auto count = static_cast<std::size_t>(places[f + 1] - places[f]);
        std::vector<std::uint32_t> start(count + 2, 0);
        for (std::size_t i = 0; i < n; ++i) start[static_cast<std::size_t>(rank_place(f, i, count)) + 1] += 1;
        for (std::size_t r = 1; r < start.size(); ++r) start[r] += start[r - 1];
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t place = rank_place(f, i, count);
            const std::uint64_t rank = place == count ? MISSING : place;
            sorted[start[place]++] = rank << 32 | static_cast<std::uint64_t>(i) << 8 | static_cast<std::uint64_t>(codes[i]);
        }
    }
    std::size_t rank_place(std::uint32_t f, std::size_t i, std::size_t count) const {
        return cell(f, i) < 0 ? count : static_cast<std::size_t>(cell(f, i));
    }
};

// A leaf, or a test with its branches: numbers of rank up to `cut` go to the first of two, levels each to their own.
struct Node {
    std::int32_t column = -1;
    std::uint32_t cut = 0, first = 0, branches = 0, label = 0, source = 0;
    double cases = 0;
};

// Nodes are only ever added: a pruned subtree is a new one. The shares of a node are those of its `source`: itself, or the
// nearest node above that has cases.
struct Tree {
    std::size_t classes;
    std::vector<Node> nodes;
    std::vector<std::uint32_t> below;
    std::vector<double> counts;

    explicit Tree(std::size_t many) : classes(many) {}
    void clear() { nodes.clear(), below.clear(), counts.clear(); }

    std::uint32_t add(std::span<const double> found, std::uint32_t above) {
        Node node;
        const auto number = static_cast<std::uint32_t>(nodes.size());
        for (const double count : found) node.cases += count;
        node.source = number;
        if (node.cases <= 0 && above != NONE)
            node.label = nodes[above].label, node.source = nodes[above].source;
        else
            node.label = most_frequent(found);
        nodes.push_back(node);
        counts.insert(counts.end(), found.begin(), found.end());
        return number;
    }
    static std::uint32_t most_frequent(std::span<const double> found) {
        std::size_t best = 0;
        double most = rounded(found[0], 1e9);
        for (std::size_t c = 1; c < found.size(); ++c)
            if (const double count = rounded(found[c], 1e9); count > most) most = count, best = c;
        return static_cast<std::uint32_t>(best);
    }
    double errors(std::uint32_t node) const { return nodes[node].cases - counts[node * classes + nodes[node].label]; }
    std::uint32_t branch(std::uint32_t node, std::size_t place) const { return below[nodes[node].first + place]; }
    void split(std::uint32_t node, std::int32_t column, std::uint32_t cut, std::span<const std::uint32_t> branches) {
        nodes[node].column = column, nodes[node].cut = cut;
        nodes[node].first = static_cast<std::uint32_t>(below.size());
        nodes[node].branches = static_cast<std::uint32_t>(branches.size());
        below.insert(below.end(), branches.begin(), branches.end());
    }
};

// Errors that C4.5 expects of a leaf on new cases, beyond those on its own.
class Pessimism {
  public:
    explicit Pessimism(double factor) : confidence(factor) {
        constexpr double probabilities[] = {0.0, 0.001, 0.005, 0.01, 0.05, 0.10, 0.20, 0.40, 1.00};
        constexpr double deviations[] = {4.0, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0.00};
        std::size_t at = 1;
        while (at < 8 && confidence > probabilities[at]) ++at;
        const double low = probabilities[at - 1], high = probabilities[at];
        const double z = deviations[at - 1] + (deviations[at] - deviations[at - 1]) * (confidence - low) / (high - low);
        square = z * z;
    }
    double extra(double errors, double cases) const {
        if (errors < 1) {
            const double none = cases > 0 ? cases * (1 - std::pow(confidence, 1 / cases)) : 0.0;
            return errors < 1e-6 ? none : none + errors * (extra(1.0, cases) - none);
        }
        if (errors + 0.5 >= cases) return std::max(0.67 * (cases - errors), 0.0);
        const double half = errors + 0.5, root = std::sqrt(square * (half * (1 - half / cases) + square / 4));
        return cases * (half + square / 2 + root) / (cases + square) - errors;
    }

  private:
    double confidence, square = 0;
};

// How the weights of the cases of a node are: all one, whole numbers, or any.
enum class Weights { one, whole, real };

struct Segment {
    std::size_t base, size;
};

// The best test on a column: what it gains, the information of the split itself, and the ranks on both sides of a cut.
struct Gain {
    double gain = -INFINITE, info = 0;
    std::uint32_t low = 0, high = 0;
};

class Grower {
  public:
    Grower(const Table &given, const Settings &chosen)
        : table(given), settings(chosen), pessimism(chosen.confidence), tree(given.classes), lists(given.numbers.size() + 1),
          weight(given.n, 0.0), place(given.n, 0), local(given.slots, -1), width(given.p, 0), counted(given.p, 1), found(given.p),
          low(given.classes), high(given.classes), low_bits(given.classes), high_bits(given.classes), whole_low(given.classes),
          whole_high(given.classes), count(given.classes), value(given.classes) {}

    // Grow and prune the tree of one training set; `there` says which classes it has.
    void fit(std::span<const double> weights, std::span<const bool> classes) {
        training = weights, there = classes;
        present = static_cast<double>(std::count(there.begin(), there.end(), true));
        tree.clear();
        const Weights kind = start();
        root = grow({0, lists.back().size()}, NONE, 0, kind).node;
        if (!settings.pruned) return;
        start_rows();
        root = prune(root, {0, lists.back().size()}, NONE).node;
    }

    // Shares of the classes of one row.
    void shares(std::size_t row, double *out) {
        std::fill(out, out + table.classes, 0.0);
        reach(root, row, 1.0, out);
    }

  private:
    struct Grown {
        std::uint32_t node;
        double errors;
    };
    struct Test {
        std::int32_t column = -1;
        std::uint32_t cut = 0;
    };
    // Where the cases of a node go: how many to each branch, the share of those with a missing value, and these themselves.
    struct Division {
        std::vector<std::size_t> sizes;
        std::vector<double> shares;
        std::vector<std::pair<std::uint32_t, double>> missing;
        std::size_t base = 0;
    };

    const Table &table;
    const Settings settings;
    const Pessimism pessimism;
    Tree tree;
    std::uint32_t root = 0;
    std::span<const double> training;
    std::span<const bool> there;
    double present = 0;
    std::vector<std::vector<std::uint64_t>> lists;  // cases in the order of each column of numbers, and in that of the rows
    std::vector<std::uint64_t> aside;
    std::vector<double> weight;             // of each row in the node that is worked on
    std::vector<std::int32_t> place;        // branch of each row, -1 where the value is missing
    std::vector<std::int32_t> local;        // place of each level among those of the training set, or -1
    std::vector<std::uint32_t> width;       // levels of each column in the training set
    std::vector<std::uint8_t> counted;      // columns that count in the average gain
    std::vector<Gain> found;
    std::vector<double> low, high, low_bits, high_bits;
    std::vector<std::int64_t> whole_low, whole_high, whole_lines;
    std::vector<double> count, value, lines;
    std::vector<std::uint32_t> touched;

    std::span<const std::uint64_t> rows_in(Segment part) const { return std::span(lists.back()).subspan(part.base, part.size); }

    void start_rows() {
        auto &rows = lists.back();
        rows.clear();
        for (std::size_t i = 0; i < table.n; ++i)
            if (training[i] > 0) rows.push_back(static_cast<std::uint64_t>(i) << 8 | static_cast<std::uint64_t>(table.codes[i]));
    }

    Weights start() {
        start_rows();
        bool one = true, whole = true;
        double total = 0;
        for (const std::uint64_t key : lists.back()) {
            const double mine = weight[row_of(key)] = training[row_of(key)];
            total += mine;
            one &= mine == 1.0;
            whole &= mine == std::floor(mine) && mine < static_cast<double>(MOST_WHOLE);
        }
        const std::size_t size = lists.back().size();
        for (std::size_t j = 0; j < table.numbers.size(); ++j) {
            lists[j].resize(size + 1);
            const std::uint64_t *from = table.keys.data() + j * table.n;
            std::size_t k = 0;
            for (std::size_t i = 0; i < table.n; ++i) {
                lists[j][k] = from[i];
                k += training[row_of(from[i])] > 0;
            }
            lists[j].resize(size);
        }
        find_levels(total);
        if (!whole || total >= static_cast<double>(table.steps.size())) return Weights::real;
        return one ? Weights::one : Weights::whole;
    }

    // Levels of the training set, and the columns that count in the average: not those with very many levels.
    void find_levels(double total) {
        std::fill(local.begin(), local.end(), -1);
        bool all = table.p > 0;
        std::fill(counted.begin(), counted.end(), std::uint8_t{1});
        for (const std::uint32_t f : table.categories) {
            std::int32_t *mine = local.data() + table.slot[f];
            for (const std::uint64_t key : lists.back())
                if (const std::int32_t level = table.cell(f, row_of(key)); level >= 0) mine[level] = 0;
            width[f] = 0;
            for (std::int32_t level = 0; level < table.levels[f]; ++level)
                if (mine[level] == 0) mine[level] = static_cast<std::int32_t>(width[f]++);
            counted[f] = !(width[f] >= 0.3 * total);
        }
        for (std::size_t f = 0; f < table.p; ++f) all &= !counted[f];
        if (all) std::fill(counted.begin(), counted.end(), std::uint8_t{1});
    }

    std::span<const double> counts(Segment part) {
        std::fill(count.begin(), count.end(), 0.0);
        for (const std::uint64_t key : rows_in(part)) count[class_of(key)] += weight[row_of(key)];
        return count;
    }

    std::int32_t branch_of(std::size_t column, std::uint32_t cut, std::size_t row) const {
        const std::int32_t cell = table.cell(column, row);
        if (cell < 0) return -1;
        return table.levels[column] < 0 ? static_cast<std::uint32_t>(cell) > cut : local[table.slot[column] + static_cast<std::size_t>(cell)];
    }

    // ---------------------------------------------------------------------------------------------------- growth

    Grown grow(Segment part, std::uint32_t above, std::size_t depth, Weights kind) {
        const std::uint32_t node = tree.add(counts(part), above);
        const double cases = tree.nodes[node].cases, errors = tree.errors(node);
        const Grown leaf{node, errors};
        if (is_done(cases, errors) || depth >= DEEPEST) return leaf;
        const Test test = best_test(part, node, kind);
        if (test.column < 0) return leaf;
        const std::size_t many = table.levels[static_cast<std::size_t>(test.column)] < 0 ? 2 : width[static_cast<std::size_t>(test.column)];
        Division division = divide(part, static_cast<std::size_t>(test.column), test.cut, many, [](std::size_t) { return 0.0; });
        std::vector<std::uint32_t> branches;
        branches.reserve(many);
        double below = 0;
        const auto follow = [&](Segment child, Weights mine) {
            const Grown grown = grow(child, node, depth + 1, mine);
            branches.push_back(grown.node);
            below += grown.errors;
        };
        if (division.missing.empty()) {
            separate(part, division);
            std::size_t base = part.base;
            for (const std::size_t size : division.sizes) follow({base, size}, kind), base += size;
        } else {
            const std::size_t top = lists.back().size();
            for (auto &list : lists) copy_parts(list, part, division);
            each_part(division, top, [&](std::size_t, Segment child, bool fractions) {
                return follow(child, fractions ? Weights::real : kind), true;
            });
            for (auto &list : lists) list.resize(top);
        }
        if (errors - below <= NO_WORSE) return leaf;
        tree.split(node, test.column, test.cut, branches);
        return {node, below};
    }

    bool is_done(double cases, double errors) const { return cases < 2 * settings.least - 1e-9 || errors <= 1e-9; }

    // Find the branch of every case; where none is known, `otherwise` says what share goes where.
    template <typename Otherwise>
    Division divide(Segment part, std::size_t column, std::uint32_t cut, std::size_t many, Otherwise otherwise) {
        Division division;
        division.sizes.assign(many, 0);
        for (const std::uint64_t key : rows_in(part)) {
            const std::uint32_t row = row_of(key);
            const std::int32_t mine = place[row] = branch_of(column, cut, row);
            if (mine < 0)
                division.missing.emplace_back(row, weight[row]);
            else
                division.sizes[static_cast<std::size_t>(mine)] += 1;
        }
        if (division.missing.empty()) return division;
        division.shares.assign(many, 0.0);
        for (const std::uint64_t key : rows_in(part))
            if (const std::int32_t mine = place[row_of(key)]; mine >= 0) division.shares[static_cast<std::size_t>(mine)] += weight[row_of(key)];
        double total = 0;
        for (const double share : division.shares) total += share;
        for (std::size_t b = 0; b < many; ++b) {
            division.shares[b] = total > 0 ? division.shares[b] / total : otherwise(b);
            if (division.shares[b] > 0) division.sizes[b] += division.missing.size();
        }
        return division;
    }

    // Put the cases of each branch together, in every order, in the place of their node.
    void separate(Segment part, const Division &division) {
        const std::size_t last = lists.size() - 1;
        separate_list(lists[last], part, division);
        std::size_t base = part.base;
        bool further = false;
        for (const std::size_t size : division.sizes) {
            double cases = 0, most = 0;
            for (const double mine : counts({base, size})) cases += mine, most = std::max(most, mine);
            further |= !is_done(cases, cases - most);
            base += size;
        }
        // Leaves need no order of the numbers.
        for (std::size_t j = 0; further && j < last; ++j) separate_list(lists[j], part, division);
    }

    void separate_list(std::vector<std::uint64_t> &list, Segment part, const Division &division) {
        if (aside.size() < part.size + 1) aside.resize(part.size + 1);
        const std::span<std::uint64_t> mine = std::span(list).subspan(part.base, part.size);
        const std::span<const std::int32_t> branch(place);
        if (division.sizes.size() == 2) {
            std::size_t left = 0, right = 0;
            for (const std::uint64_t key : mine) {
                const bool other = branch[row_of(key)] != 0;
                mine[left] = key;
                aside[right] = key;
                left += !other;
                right += other;
            }
            std::copy_n(aside.begin(), right, mine.begin() + static_cast<std::ptrdiff_t>(left));
            return;
        }
        std::vector<std::size_t> at(division.sizes.size(), 0);
        for (std::size_t b = 1; b < at.size(); ++b) at[b] = at[b - 1] + division.sizes[b - 1];
        for (const std::uint64_t key : mine) aside[at[static_cast<std::size_t>(branch[row_of(key)])]++] = key;
        std::copy_n(aside.begin(), part.size, mine.begin());
    }

    // Copy the cases of each branch to the end of a list; those with a missing value go to several.
    void copy_parts(std::vector<std::uint64_t> &list, Segment part, const Division &division) {
        std::vector<std::size_t> at(division.sizes.size() + 1, list.size());
        for (std::size_t b = 0; b < division.sizes.size(); ++b) at[b + 1] = at[b] + division.sizes[b];
        list.resize(at.back());
        for (std::size_t i = part.base; i < part.base + part.size; ++i) {
            const std::uint64_t key = list[i];
            const std::int32_t mine = place[row_of(key)];
            if (mine >= 0) {
                list[at[static_cast<std::size_t>(mine)]++] = key;
                continue;
            }
            for (std::size_t b = 0; b < division.sizes.size(); ++b)
                if (division.shares[b] > 0) list[at[b]++] = key;
        }
    }

    // Work on one branch after the other, the cases with a missing value at a part of their weight, until it says that there is no need.
    template <typename Work> void each_part(const Division &division, std::size_t base, Work work) {
        for (std::size_t b = 0; b < division.sizes.size(); ++b) {
            const bool fractions = !division.missing.empty() && division.shares[b] > 0;
            if (fractions)
                for (const auto &[row, full] : division.missing) weight[row] = full * division.shares[b];
            if (!work(b, Segment{base, division.sizes[b]}, fractions)) break;
            base += division.sizes[b];
        }
        for (const auto &[row, full] : division.missing) weight[row] = full;
    }
    // The test with the highest gain ratio among those that gain at least the average.
    Test best_test(Segment part, std::uint32_t node, Weights kind) {
        const double cases = tree.nodes[node].cases;
        const std::span<const double> all = std::span(tree.counts).subspan(node * table.classes, table.classes);
        std::fill(found.begin(), found.end(), Gain{});
        if (kind == Weights::one)
            look<Weights::one>(part, cases, all);
        else if (kind == Weights::whole)
            look<Weights::whole>(part, cases, all);
        else
            look<Weights::real>(part, cases, all);
        double sum = 0, many = 0;
        for (std::size_t f = 0; f < table.p; ++f)
            if (found[f].gain > -INFINITE && counted[f]) sum += found[f].gain, many += 1;
        if (many == 0) return {};
        const double average = sum / many;
        const auto ratio = [&](const Gain &one) {
            return one.gain > -INFINITE && one.gain >= average - EPSILON && one.info > EPSILON ? one.gain / one.info : 0.0;
        };
        double best = 0;
        for (const Gain &one : found) best = std::max(best, ratio(one));
        if (best <= EQUAL) return {};
        std::size_t column = 0;
        while (ratio(found[column]) < best - EQUAL) ++column;
        const auto chosen = static_cast<std::int32_t>(column);
        return {chosen, table.levels[column] < 0 ? threshold(column, found[column].low, found[column].high) : 0};
    }

    template <Weights KIND> void look(Segment part, double cases, std::span<const double> all) {
        for (std::size_t j = 0; j < table.numbers.size(); ++j) {
            const std::span<const std::uint64_t> keys = std::span(lists[j]).subspan(part.base, part.size);
            if constexpr (KIND == Weights::real)
                found[table.numbers[j]] = real_cut(keys, cases);
            else
                found[table.numbers[j]] = whole_cut<KIND>(keys, cases, all);
        }
        if constexpr (KIND == Weights::real)
            look_at_levels<KIND>(part, cases, lines, value);
        else
            look_at_levels<KIND>(part, cases, whole_lines, whole_low);
    }

    double bits(std::int64_t x) const { return table.bits[static_cast<std::size_t>(x)]; }
    static double bits(double x) { return x_log_x(x); }

    static std::size_t known(std::span<const std::uint64_t> keys) {
        std::size_t size = keys.size();
        while (size > 0 && rank_of(keys[size - 1]) == MISSING) --size;
        return size;
    }

    // A branch has a tenth of the mean weight of a class, but between `least` and 25.
    double smallest(double total) const {
        return std::min(std::max(0.1 * total / present, settings.least), std::max(settings.least, MOST_CASES));
    }

    // What a cut gains, of the counts on both sides, to twelve decimals, so that the order of additions does not matter.
    template <typename Number> double gained(const std::vector<Number> &below, const std::vector<Number> &above, double cases) const {
        Number left{}, right{}, total{};
        double low_sum = 0, high_sum = 0, sum = 0;
        for (std::size_t c = 0; c < table.classes; ++c) {
            const Number both = below[c] + above[c];
            left += below[c], right += above[c], total += both;
            low_sum += bits(below[c]), high_sum += bits(above[c]), sum += bits(both);
        }
        return rounded((bits(total) - sum - (bits(left) - low_sum) - (bits(right) - high_sum)) / cases, 1e12);
    }

    // The choice among so many cuts is paid for.
    template <typename Number> Gain paid(double gain, std::size_t tries, Number cases, Number below, Number total) const {
        Gain one;
        const auto all = static_cast<double>(cases);
        const double left = gain - table.logs[tries] / all;
        if (left <= 0) return one;
        const Number above = total - below, unknown = std::max(cases - total, Number{});
        one.gain = left;
        one.info = (bits(below + above + unknown) - (bits(below) + bits(above) + bits(unknown))) / all;
        return one;
    }

    // The best cut of a column where weights are whole: logarithms are looked up. A cut is weighed by sums that are kept up case
    // by case, and only where these are near the best is the gain itself computed.
    template <Weights KIND> Gain whole_cut(std::span<const std::uint64_t> keys, double cases, std::span<const double> all) {
        const std::size_t size = known(keys);
        for (std::size_t c = 0; c < table.classes; ++c) whole_low[c] = 0, whole_high[c] = static_cast<std::int64_t>(all[c]);
        auto total = static_cast<std::int64_t>(cases);
        for (std::size_t i = size; i < keys.size(); ++i) {
            const std::int64_t mine = amount<KIND>(keys[i]);
            whole_high[class_of(keys[i])] -= mine;
            total -= mine;
        }
        const double limit = smallest(static_cast<double>(total));
        const auto lowest = static_cast<std::int64_t>(std::ceil(limit - SLACK));
        const auto highest = static_cast<std::int64_t>(std::floor(static_cast<double>(total) - limit + SLACK));
        if (size < 2 || highest < lowest) return {};
        double low_sum = 0, high_sum = 0;
        for (std::size_t c = 0; c < table.classes; ++c) high_sum += bits(whole_high[c]);
        const double margin = 1e-9 * (bits(total) + 1);
        double nearest = INFINITE, best = -INFINITE;
        std::int64_t below = 0, at_best = 0;
        std::size_t tries = 0, where = 0;
        const std::span<const double> step(table.steps), bit(table.bits);
        for (std::size_t i = 0; i + 1 < size; ++i) {
            const std::uint64_t key = keys[i];
            const std::uint32_t c = class_of(key);
            if constexpr (KIND == Weights::one) {
                low_sum += step[static_cast<std::size_t>(whole_low[c]++)];
                high_sum -= step[static_cast<std::size_t>(--whole_high[c])];
                below += 1;
            } else {
                const std::int64_t mine = amount<KIND>(key);
                low_sum += bits(whole_low[c] + mine) - bits(whole_low[c]);
                high_sum += bits(whole_high[c] - mine) - bits(whole_high[c]);
                whole_low[c] += mine, whole_high[c] -= mine, below += mine;
            }
            if (rank_of(key) == rank_of(keys[i + 1]) || below < lowest) continue;
            if (below > highest) break;
            ++tries;
            const double cost = bit[static_cast<std::size_t>(below)] - low_sum + bit[static_cast<std::size_t>(total - below)] - high_sum;
            if (cost >= nearest + margin) continue;
            nearest = std::min(nearest, cost);
            if (const double gain = gained(whole_low, whole_high, cases); gain > best) best = gain, where = i, at_best = below;
        }
        if (tries == 0) return {};
        Gain one = paid(best, tries, static_cast<std::int64_t>(cases), at_best, total);
        one.low = rank_of(keys[where]), one.high = rank_of(keys[where + 1]);
        return one;
    }

    template <Weights KIND> std::int64_t amount(std::uint64_t key) const {
        return KIND == Weights::one ? 1 : static_cast<std::int64_t>(weight[row_of(key)]);
    }

    // The same where weights are any numbers.
    Gain real_cut(std::span<const std::uint64_t> keys, double cases) {
        const std::size_t size = known(keys);
        std::fill(low.begin(), low.end(), 0.0), std::fill(high.begin(), high.end(), 0.0);
        for (std::size_t i = 0; i < size; ++i) high[class_of(keys[i])] += weight[row_of(keys[i])];
        value = high;
        double total = 0, low_sum = 0, high_sum = 0;
        for (std::size_t c = 0; c < table.classes; ++c) {
            total += high[c];
            low_bits[c] = 0;
            high_sum += high_bits[c] = x_log_x(high[c]);
        }
        const double limit = smallest(total), margin = 1e-9 * (std::abs(x_log_x(total)) + 1);
        double nearest = INFINITE, best = -INFINITE, at_best = 0;
        std::size_t tries = 0, where = 0;
        touched.clear();
        for (std::size_t i = 0; i + 1 < size; ++i) {
            const std::uint32_t c = class_of(keys[i]);
            low[c] += weight[row_of(keys[i])];
            if (touched.empty() || touched.back() != c) touched.push_back(c);
            if (rank_of(keys[i]) == rank_of(keys[i + 1])) continue;
            double below = 0;
            for (const double mine : low) below += mine;
            if (below < limit - SLACK) continue;
            if (below > total - limit + SLACK) break;
            ++tries;
            for (const std::uint32_t t : touched) {
                high[t] = std::max(value[t] - low[t], 0.0);
                const double left = x_log_x(low[t]), right = x_log_x(high[t]);
                low_sum += left - low_bits[t], high_sum += right - high_bits[t];
                low_bits[t] = left, high_bits[t] = right;
            }
            touched.clear();
            const double cost = x_log_x(below) - low_sum + x_log_x(total - below) - high_sum;
            if (cost >= nearest + margin) continue;
            nearest = std::min(nearest, cost);
            if (const double gain = gained(low, high, cases); gain > best) best = gain, where = i, at_best = below;
        }
        if (tries == 0) return {};
        Gain one = paid(best, tries, cases, at_best, total);
        one.low = rank_of(keys[where]), one.high = rank_of(keys[where + 1]);
        return one;
    }

    // Count the classes in all levels of all columns, a row at a time.
    template <Weights KIND, typename Number>
    void look_at_levels(Segment part, double cases, std::vector<Number> &counted_lines, std::vector<Number> &known_counts) {
        const std::size_t many = table.categories.size();
        if (many == 0) return;
        counted_lines.assign((table.slots + many) * table.classes, Number{});
        for (const std::uint64_t key : rows_in(part)) {
            const std::span<const std::uint32_t> mine = std::span(table.lines).subspan(row_of(key) * many, many);
            const std::size_t c = class_of(key);
            const auto amount_of = KIND == Weights::one ? Number{1} : static_cast<Number>(weight[row_of(key)]);
            for (const std::uint32_t line : mine) counted_lines[line + c] += amount_of;
        }
        for (std::size_t j = 0; j < many; ++j) {
            const std::uint32_t f = table.categories[j];
            const std::size_t first = (table.slot[f] + j) * table.classes, size = (static_cast<std::size_t>(table.levels[f]) + 1) * table.classes;
            found[f] = levels_gain(std::span<const Number>(counted_lines).subspan(first, size), cases, known_counts);
        }
    }

    // What a test with one branch for each level gains; the last line is what is missing. A level that the training set lacks
    // has no cases.
    template <typename Number> Gain levels_gain(std::span<const Number> line, double cases, std::vector<Number> &known_counts) const {
        const std::size_t classes = table.classes, many = line.size() / classes - 1;
        std::fill(known_counts.begin(), known_counts.end(), Number{});
        double after = 0, inside = 0, inside_all = 0;
        std::size_t enough = 0;
        for (std::size_t level = 0; level <= many; ++level) {
            const std::span<const Number> mine = line.subspan(level * classes, classes);
            Number total{};
            for (const Number one : mine) total += one;
            if (total <= Number{}) continue;
            inside += bits(total);
            if (level == many) break;
            double sum = 0;
            for (std::size_t c = 0; c < classes; ++c) sum += bits(mine[c]), known_counts[c] += mine[c];
            after += bits(total) - sum;
            enough += static_cast<double>(total) >= settings.least - SLACK;
        }
        Gain one;
        if (enough < 2) return one;
        Number all{};
        for (const Number mine : known_counts) all += mine, inside_all += bits(mine);
        one.info = std::log2(cases) - inside / cases;
        one.gain = (bits(all) - inside_all - after) / cases;
        return one;
    }

    // Rank of the largest value of the training rows that is not above the middle between two neighbours.
    std::uint32_t threshold(std::size_t f, std::uint32_t below, std::uint32_t above) const {
        const auto first = static_cast<std::size_t>(table.places[f]);
        const double left = table.distinct[first + below], right = table.distinct[first + above], middle = left / 2 + right / 2;
        if (!(left < middle && middle < right)) return below;
        std::uint32_t rank = below;
        while (rank + 1 < above && table.distinct[first + rank + 1] <= middle) ++rank;
        const std::size_t j = static_cast<std::size_t>(std::lower_bound(table.numbers.begin(), table.numbers.end(), f) - table.numbers.begin());
        const std::span<const std::uint64_t> keys = std::span(table.keys).subspan(j * table.n, table.n);
        auto at = static_cast<std::size_t>(std::upper_bound(keys.begin(), keys.end(), (static_cast<std::uint64_t>(rank) << 32) | 0xFFFFFFFFU) - keys.begin());
        while (at > 0) {
            const std::uint64_t key = keys[--at];
            if (rank_of(key) <= below) break;
            if (training[row_of(key)] > 0) return rank_of(key);
        }
        return below;
    }

    // --------------------------------------------------------------------------------------------------- pruning

    double of_leaf(double errors, double cases) const { return cases > 0 ? errors + pessimism.extra(errors, cases) : 0.0; }

    // The shares of the branches of a node, for cases of whom none is known.
    double share_of(std::uint32_t node, std::size_t b) const {
        double total = 0;
        for (std::size_t i = 0; i < tree.nodes[node].branches; ++i) total += tree.nodes[tree.branch(node, i)].cases;
        return tree.nodes[tree.branch(node, b)].cases / total;
    }

    // Each branch of a node with its cases.
    template <typename Work> void parts(std::uint32_t node, Segment part, Work work) {
        const Node &test = tree.nodes[node];
        const Division division = divide(part, static_cast<std::size_t>(test.column), test.cut, test.branches,
                                         [&](std::size_t b) { return share_of(node, b); });
        auto &rows = lists.back();
        const std::size_t top = rows.size();
        copy_parts(rows, part, division);
        each_part(division, top, work);
        rows.resize(top);
    }

    // The pruned subtree on these cases, and the errors expected of it.
    Grown prune(std::uint32_t node, Segment part, std::uint32_t above) {
        const std::uint32_t leaf = tree.add(counts(part), above);
        const double cases = tree.nodes[leaf].cases, as_leaf = of_leaf(tree.errors(leaf), cases);
        if (tree.nodes[node].column < 0 || cases <= 0) return {leaf, as_leaf};
        std::vector<std::uint32_t> branches;
        double as_tree = 0;
        parts(node, part, [&](std::size_t b, Segment child, bool) {
            const Grown mine = prune(tree.branch(node, b), child, leaf);
            branches.push_back(mine.node);
            as_tree += mine.errors;
            return true;
        });
        std::uint32_t largest = branches[0];
        for (const std::uint32_t branch : branches)
            if (rounded(tree.nodes[branch].cases, 1e9) > rounded(tree.nodes[largest].cases, 1e9)) largest = branch;
        const double as_branch = settings.raising ? expected(largest, part, std::max(as_tree, as_leaf) + MARGIN) : INFINITE;
        if (as_leaf <= as_tree + MARGIN && as_leaf <= as_branch + MARGIN) return {leaf, as_leaf};
        if (as_branch <= as_tree + MARGIN) return prune(largest, part, above);
        tree.split(leaf, tree.nodes[node].column, tree.nodes[node].cut, branches);
        return {leaf, as_tree};
    }

    // Errors expected of a subtree on these cases; counted no further than `most`.
    double expected(std::uint32_t node, Segment part, double most) {
        if (tree.nodes[node].column < 0) {
            if (part.size == 0) return 0.0;
            const std::span<const double> mine = counts(part);
            double cases = 0;
            for (const double one : mine) cases += one;
            return of_leaf(cases - mine[Tree::most_frequent(mine)], cases);
        }
        double total = 0;
        parts(node, part, [&](std::size_t b, Segment child, bool) {
            total += expected(tree.branch(node, b), child, most - total);
            return total <= most;
        });
        return total;
    }

    // ------------------------------------------------------------------------------------------------ prediction

    void reach(std::uint32_t node, std::size_t row, double mine, double *out) const {
        while (tree.nodes[node].column >= 0) {
            const Node &test = tree.nodes[node];
            const std::int32_t to = branch_of(static_cast<std::size_t>(test.column), test.cut, row);
            if (to < 0) {
                for (std::size_t b = test.branches; b-- > 0;)
                    if (const double part = mine * share_of(node, b); part > 0) reach(tree.branch(node, b), row, part, out);
                return;
            }
            node = tree.branch(node, static_cast<std::size_t>(to));
        }
        const Node &leaf = tree.nodes[node];
        const double *mine_of = tree.counts.data() + static_cast<std::size_t>(leaf.source) * table.classes;
        const bool own = leaf.cases > 0;
        const double cases = tree.nodes[leaf.source].cases, more = own ? settings.smoothing : 0.0;
        for (std::size_t c = 0; c < table.classes; ++c)
            if (there[c]) out[c] += mine * ((mine_of[c] + more) / (cases + more * present));
    }
};

}  // namespace

// Every cell is a place among the values or levels of its column, or missing; there are no more levels than rows.
static void check_cells(const In<std::int32_t, 2> &cells, const In<std::int32_t, 1> &levels, const In<std::int64_t, 1> &places) {
    const std::size_t p = cells.shape(0), n = cells.shape(1);
    for (std::size_t f = 0; f < p; ++f) {
        const std::int32_t many = levels.data()[f];
        REQUIRE(many >= -1 && many <= static_cast<std::int64_t>(n), "'levels' must hold whole numbers from -1 to the number of rows");
        const std::int64_t limit = many < 0 ? places.data()[f + 1] - places.data()[f] : many;
        for (std::size_t i = 0; i < n; ++i) {
            const std::int32_t cell = cells.data()[f * n + i];
            REQUIRE(cell >= -1 && cell < limit, "'cells' must hold places of values or levels, or -1");
        }
    }
}

// Largest sum of weights of a resample that logarithms are kept for.
static std::size_t largest_whole(const In<double, 2> &weights) {
    double most = 0;
    for (std::size_t b = 0; b < weights.shape(0); ++b) {
        double total = 0;
        for (std::size_t i = 0; i < weights.shape(1); ++i) {
            const double weight = weights.data()[b * weights.shape(1) + i];
            REQUIRE(weight >= 0 && weight <= 1e15, "'weights' must hold numbers from 0 to 1e15");
            total += weight;
        }
        most = std::max(most, total);
    }
    return static_cast<std::size_t>(std::min(most, static_cast<double>(MOST_WHOLE)));
}

// scores[i] = shares of the classes that the C4.5 tree of its resample gives test row i. `cells` are the places of values among
// `distinct`, of which those of column f start at places[f], or of levels, -1 where missing; `levels` their number, -1 for
// numbers. `there` says which classes a training set has.
static void grow_c45(In<std::int32_t, 2> cells, In<std::int32_t, 1> levels, In<double, 1> distinct, In<std::int64_t, 1> places,
                     In<std::int32_t, 1> codes, In<double, 2> weights, In<bool, 2> there, double least, double confidence,
                     bool pruned, bool raising, double smoothing, In<std::int64_t, 1> rows, In<std::int64_t, 1> starts,
                     std::size_t threads, Out<double, 2> scores, Out<bool, 1> done) {
    const std::size_t p = cells.shape(0), n = cells.shape(1), count = weights.shape(0), classes = scores.shape(1);
    SHAPE(levels, p), EDGES(places, p, distinct.shape(0)), SHAPE(codes, n), SHAPE(weights, count, n), SHAPE(there, count, classes);
    SHAPE(scores, rows.shape(0), classes), EDGES(starts, count, rows.shape(0)), SHAPE(done, count), BELOW(rows, n), BELOW(there, 2);
    REQUIRE(n < MOST_ROWS, "'cells' must have fewer than 16,777,216 columns");
    REQUIRE(classes >= 1 && classes <= MOST_CLASSES, "'scores' must have 1 to 256 columns");
    BELOW(codes, classes);
    REQUIRE(least >= 1 && std::isfinite(least), "'least' must be a number from 1 up");
    REQUIRE(confidence > 0 && confidence <= 0.5, "'confidence' must be above 0 and up to 0.5");
    REQUIRE(smoothing >= 0 && std::isfinite(smoothing), "'smoothing' must be a number from 0 up");
    check_cells(cells, levels, places);
    const std::size_t most = largest_whole(weights);
    nb::gil_scoped_release release;
    Table table{n, p, classes, {cells.data(), cells.size()}, {levels.data(), p}, {codes.data(), n}, {distinct.data(), distinct.size()},
                {places.data(), p + 1}, {}, {}, {}, {}, {}, {}, {}, {}};
    table.prepare(most);
    const Settings settings{least, confidence, smoothing, pruned, raising};
    foldwise::for_each(count, threads, [&] {
        return [&, grower = Grower(table, settings)](std::size_t b) mutable {
            const std::span<const double> mine(weights.data() + b * n, n);
            const std::span<const bool> classes_there(there.data() + b * classes, classes);
            bool sure = true;
            double total = 0;
            for (std::size_t i = 0; i < n; ++i) total += mine[i], sure &= mine[i] == 0 || classes_there[static_cast<std::size_t>(codes.data()[i])];
            const auto from = static_cast<std::size_t>(starts.data()[b]), to = static_cast<std::size_t>(starts.data()[b + 1]);
            done.data()[b] = sure && total > 0;
            if (!done.data()[b]) {
                std::fill(scores.data() + from * classes, scores.data() + to * classes, 0.0);
                return;
            }
            grower.fit(mine, classes_there);
            for (std::size_t i = from; i < to; ++i)
                grower.shares(static_cast<std::size_t>(rows.data()[i]), scores.data() + i * classes);
        };
    });
}

void bind_c45(nb::module_ &module) {
    foldwise::define(module, "grow_c45", &grow_c45, "Shares of the classes that C4.5 trees of every resample give its test rows, in place.",
                     "cells", "levels", "distinct", "places", "codes", "weights", "there", "least", "confidence", "pruned", "raising",
                     "smoothing", "rows", "starts", "threads", "scores", "done");
}
