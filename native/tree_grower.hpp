// What grows trees, and all that it keeps between them. Its functions are in the files that `trees.hpp` lists.
#pragma once

#include "tree_columns.hpp"

namespace foldwise::trees {

// Grows one tree after the other; what it needs is kept between them.
class Grower {
  public:
    Grower(const Columns &columns, Criterion criterion, const Limits &limits);
    void grow(const Sample &sample, const Limits &limits, std::uint32_t seed, Tree &tree);
    // Grow the next trees on these values of the rows.
    void aim(std::span<const double> values) { targets = values; }
    // Grow the next trees on these columns alone, a column may be there several times.
    void choose(std::span<const std::uint32_t> these) { chosen.assign(these.begin(), these.end()); }
    // Keep the keys of a small table of two classes in four bytes.
    void shorten() { brief_allowed = true; }
    // The next trees are grown in depth until these rows are in their leaves: what comes after them does not matter.
    void watch(std::span<const std::int64_t> few) { watched.assign(few.begin(), few.end()); }
    // The next trees are grown on this sample, as it is: its columns are picked once for all of them.
    void hold(const Sample &sample);

  protected:
    struct Node {
        std::size_t start, end, depth, constants;
        std::int32_t parent;
        bool is_left;
        double impurity;
        Totals totals;
    };
    struct Waiting {  // of the best-first order
        Node node;
        Split split;
        std::size_t id;
        double improvement;
    };

    const Columns &columns;
    Criterion criterion;
    Limits limits;
    const Sample *sample = nullptr, *held = nullptr;
    std::span<const double> targets;  // values of the rows, or none
    bool listed;   // all columns are tried: sorted lists are kept
    bool ordered;  // sums depend on the order of the rows, which is therefore scikit-learn's
    std::size_t rows = 0;
    Draws draws{1};
    Jumps jumps;
    std::vector<std::size_t> features, constant;
    std::vector<std::uint64_t> reciprocals;  // 2^64 / d, rounded up
    std::vector<std::uint32_t> chosen;  // columns of the tree, or none where it has all
    Keys lists, picked, aside, scratch;
    std::vector<std::uint32_t> order, swapped;  // rows of the nodes
    RowMarks goes_left;
    std::vector<float> seen;
    Buffer<double> first_side, second_side, sums, products, weights, scores;
    std::vector<double> counts;
    std::vector<std::uint32_t> bins;
    std::vector<double> kept;             // sums by class of all nodes of the tree, or of the target
    std::vector<std::uint8_t> node_class;  // of the rows of the node that is looked at
    std::vector<double> node_weight;
    std::vector<double> weighted_targets;  // of the rows of the sample
    std::vector<double> tallies;          // (level, class), several times
    std::vector<std::uint32_t> level_samples;
    std::vector<std::uint16_t> level_counts;  // two times (level, FEW_CLASSES), zero unless a column is counted
    std::vector<std::uint16_t> node_counts;   // of the rows of the node that is looked at
    std::array<std::uint16_t, FEW_CLASSES> class_counts{};
    std::array<Boundary, MOST_LEVELS> boundaries{};
    std::vector<std::uint32_t> parted;  // columns whose lists are divided
    std::vector<std::uint32_t> briefs, brief_aside;  // lists of short keys
    std::vector<float> brief_expected, brief_scale, peaks;
    bool brief_allowed = false, brief = false;  // the tree has lists of short keys
    bool counts_fit = false;            // levels of the node are counted in whole numbers
    struct Bin {
        double value, weight, rows, none;
    };
    std::vector<Bin> node_rows, group_bins;  // of the rows of the node; (groups, 512): of those with the upper value of a member, in two tables
    std::vector<std::uint64_t> group_node;   // the node whose rows are in the bins
    std::uint64_t node_number = 0;
    std::vector<std::uint32_t> states, visits;   // of the draws; columns in the order in which they are looked at
    std::vector<std::uint16_t> masks;            // rows of a small node with the upper value of each column of two values
    std::vector<std::uint8_t> mask_done, order_done;  // partitions and orders of the node that were looked at
    bool counted = false, sorted = false;  // whether there are columns of few values, and others
    bool lacks;                            // values are missing
    std::vector<std::size_t> watched;      // rows that are to be predicted, where they are few
    Split best;
    double slack = 0;
    Fenwick fenwick;                            // of the rows of a side, by the ranks of their values
    std::vector<std::uint32_t> ranked, ranks;  // rows of a node from the smallest value on; rank of each row
    double median = 0;

    void start(const Sample &given);
    // x % d without a division: the reciprocals are of 64 bits, and x of 32.
    std::size_t remainder(std::uint32_t x, std::size_t d) const {
        const std::uint64_t low = reciprocals[d] * x;
        return static_cast<std::size_t>((static_cast<unsigned __int128>(low) * d) >> 64);
    }
    std::size_t width() const { return chosen.empty() ? columns.p : chosen.size(); }
    void pick(const Sample &given, Keys &to);
    void total(const Node &node, Totals &totals);
    std::size_t keep() { return kept.resize(kept.size() + columns.classes), kept.size() - columns.classes; }
    const double *sums_of(const Totals &totals) const { return kept.data() + totals.at; }
    double impurity(const double *by_class, double weight, double squares) const;
    double score_of(double proxy, const Totals &totals) const;
    bool varies(std::size_t f, const Node &node) const;
    std::uint64_t tally(std::size_t f, const Node &node);
    void tally_lower(const std::uint8_t *level, const Node &node, std::size_t low, std::size_t high);
    void scan_levels(std::size_t f, const Node &node, std::uint64_t there);
    const Bin &tally_group(std::size_t f, const Node &node);
    void mask_columns(const Node &node);
    bool is_constant_here(std::size_t f, const Node &node);
    void scan_mask(std::size_t f, const Node &node, std::uint16_t upper);
    std::uint16_t mask_levels(std::size_t f, const Node &node) const;
    void draw_ahead();
    Node root();
    bool is_worth(const Split &split) const { return split.found && !(split.improvement + EPSILON < limits.decrease); }
    template <typename Look> [[gnu::always_inline]] std::size_t draw_each(std::size_t known, std::size_t end, std::size_t total, Look look);
    std::size_t draw_columns(const Node &node);
    std::size_t search_lists(const Node &node, std::size_t &last);
    std::size_t scan_short(const Node &node, std::size_t from);
    const std::uint64_t *widen(std::size_t f, const Node &node);
    void split_lists(const Node &node, const Split &split, bool keep_right);
    std::uint64_t count_levels(std::size_t f, const Node &node);
    void scan_counts(std::size_t f, const Node &node, std::uint64_t there);
    void prepare_counts(const Node &node);
    std::size_t search_pairs(const Node &node, std::size_t &last);
    bool seen_order(std::size_t f, const std::uint64_t *key, const Node &node);
    bool may_be_best(const Bin &upper, const Node &node) const;
    void offer(std::size_t f, std::size_t place, double proxy, float below, float above);
    void order_by(std::size_t f, const Node &node);
    void cut_at_random(std::size_t f, const Node &node, float low, float high);
    bool is_leaf(const Node &node) const;
    void prepare_scan(const Node &node);
    Split search(Node &node);
    const std::uint64_t *fetch(std::size_t f, const Node &node);
    void sort_keys(std::uint64_t *keys, std::size_t m);
    void scan(std::size_t f, const std::uint64_t *key, const Node &node);
    void scan_missing(std::size_t f, const std::uint64_t *key, const Node &node, std::size_t missing);
    bool is_constant(std::size_t f, const Node &node) const;
    bool goes(std::size_t row, const Split &split) const;
    void arrange(std::size_t f, const std::uint64_t *key, const Node &node, std::size_t missing);
    void sum_up(const std::uint64_t *key, std::size_t m, const Totals &totals);
    void strike_out(std::size_t f, const std::uint64_t *key, const Node &node, std::size_t first, std::size_t last, double &most);
    void retrace(std::size_t f, const std::uint64_t *key, const Node &node, std::size_t first, std::size_t last);
    double proxy_at(std::size_t i, const Node &node, std::size_t counted_second) const;
    double recount(const std::uint64_t *key, std::size_t from, std::size_t to, const Totals &totals);
    double proxy_of(const double *left, double on_left, const Totals &totals) const;
    double proxy_of_sums(double left, double on_left, const Totals &totals) const;
    static double proxy_of_errors(double left, double right, double on_left, double on_right) {
        return -on_right * (right / on_right) - on_left * (left / on_left);
    }
    void rank_rows(const Node &node);
    void activate(std::uint32_t row) { fenwick.add(ranks[row], sample->weight[row], weighted_targets[row]); }
    double error_about_median();
    double absolute_errors(const Node &node, std::size_t from, std::size_t to, bool backward);
    void scan_absolute(std::size_t f, const std::uint64_t *key, const Node &node);
    double deviance(std::size_t from, std::size_t to, double sum, double weight) const;
    void settle(Node &node, Split &split, std::size_t last_feature);
    double sum_left(const Node &node, std::size_t middle);
    void measure(const Node &node, Split &split);
    void divide(const Node &node, const Split &split, Node &left, Node &right);
    std::size_t add(Tree &tree, const Node &node) const;
    void depth_first(Tree &tree);
    void best_first(Tree &tree);
    void prune(Tree &tree) const;
};

}  // namespace foldwise::trees
