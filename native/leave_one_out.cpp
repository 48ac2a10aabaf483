// Leave-one-out of classification trees: what the tree that is grown without a row says of this row, for all rows at once.
//
// One tree is grown on all rows. At each of its nodes the best split without row i is found for every row i of the node: taking
// a row of class c away lowers the count of c by one, on the right side of every boundary before the row and on the left side of
// every boundary behind it, so that running maxima from both ends of a column give the best boundary of every row. Rows whose
// split divides the node as that of the common tree does go down with it. Those that agree on another split go down together by
// that one, and a row that is alone is left out and its tree grown, from this node on, until the row is in a leaf.
//
// Draws are those of scikit-learn. While a row goes down with the common tree, the columns its own tree would have drawn, and
// the subtrees it would have grown before, are the same: so are the generator and the order of the columns.
#include "samples.hpp"

#include <memory>

namespace foldwise::trees {

using Rows = std::vector<std::uint32_t>;

// Where the draws stand at a node.
struct Standing {
    Draws draws{1};
    std::vector<std::size_t> features, constant;
    std::size_t constants = 0, depth = 0;
};

// Rows that are to be followed from a node on: one that is left out, or several that agree on a split.
struct Branch {
    std::shared_ptr<const Rows> rows;  // of the node, those that are followed too
    Rows group;
    std::shared_ptr<const Standing> standing;
    bool searched = false;  // the split is known
    std::size_t feature = 0, place = 0;
    double threshold = 0;
    bool goes_left = false;  // the row that is followed alone
};

class LeaveOneOut : private Grower {
  public:
    LeaveOneOut(const Columns &columns, Criterion criterion, const Limits &limits, const Sample &all);
    void follow(const Branch &branch, double *scores, std::vector<Branch> &more);
    Branch root(const Rows &group, std::uint32_t seed) const;

  private:
    struct Entry {
        Node node;
        Rows group;
        bool path = false;  // the row that is left out goes here
    };
    struct Found {  // the best split without a row
        double proxy, threshold;
        std::uint32_t feature, place;
        bool goes_left;  // the row itself, which is counted among the first `place` then
    };

    const Sample &all;
    std::size_t least;  // rows that a side must have
    std::vector<Found> found;
    std::vector<std::uint8_t> wanted, other;  // rows that are followed; those whose columns would be drawn otherwise
    std::vector<std::uint8_t> there;
    std::vector<double> left, right, reduced;
    std::vector<double> running;
    std::vector<std::size_t> running_at;
    std::vector<double> level_counts;
    std::size_t imperfect = 0, last = 0;

    void begin(const Branch &branch);
    Standing stand(const Node &node) const;
    void follow_group(std::vector<Entry> stack, double *scores, std::vector<Branch> &more);
    void follow_alone(std::size_t row, std::vector<Entry> stack, double *scores);
    void tell(std::size_t row, const Node &node, double *scores) const;
    void drop_leaves(Entry &entry, double *scores);
    Split search_without(Node &node, const Rows &group);
    void look_without(std::size_t f, const Node &node, const std::uint64_t *key);
    void scan_without(std::size_t f, const std::uint64_t *key, const Node &node);
    void scan_levels_without(std::size_t f, const Node &node);
    void propose(std::size_t row, const Found &one);
    static Found between(double proxy, float below, float above, std::size_t f, std::size_t place, bool goes_left);
    double side(const double *counts, std::size_t less, double weight) const;
    void count_left(const Found &one, const Node &node);
    bool worth(std::size_t row, const Node &node);
    bool divides(Entry &entry, const Split &split, const std::shared_ptr<const Standing> &before, double *scores,
                 std::vector<Branch> &more);
};

inline LeaveOneOut::LeaveOneOut(const Columns &columns, Criterion criterion, const Limits &limits, const Sample &all)
    : Grower(columns, criterion, limits), all(all),
      least(std::max<std::size_t>({1, limits.leaf, static_cast<std::size_t>(std::ceil(limits.weight))})), found(columns.n),
      wanted(columns.n), other(columns.n), there(columns.n), left(columns.classes), right(columns.classes),
      reduced(columns.classes), running(columns.classes), running_at(columns.classes),
      level_counts((MOST_LEVELS + 1) * columns.classes) {}

// All rows, before the first draw; those of `group` are followed.
inline Branch LeaveOneOut::root(const Rows &group, std::uint32_t seed) const {
    Standing start{Draws{seed}, std::vector<std::size_t>(columns.p), std::vector<std::size_t>(columns.p), 0, 0};
    for (std::size_t f = 0; f < columns.p; ++f) start.features[f] = f;
    Rows rows(columns.n);
    for (std::size_t i = 0; i < columns.n; ++i) rows[i] = static_cast<std::uint32_t>(i);
    return Branch{std::make_shared<const Rows>(std::move(rows)), group, std::make_shared<const Standing>(std::move(start)),
                  false, 0, 0, 0.0, false};
}

// Put the rows of a branch, without one that is followed alone, into the lists of all columns.
inline void LeaveOneOut::begin(const Branch &branch) {
    const bool alone = branch.group.size() == 1;
    sample = &all;
    ordered = false;
    rows = 0;
    for (const std::uint32_t row : *branch.rows)
        if (!alone || row != branch.group[0]) order[rows++] = row;
    draws = branch.standing->draws;
    features = branch.standing->features;
    constant = branch.standing->constant;
    kept.clear();
    for (Buffer<double> *one : {&sums, &products, &weights})
        if (one->size() < columns.n + 8) one->resize(columns.n + 8);
    if (lists.size() < columns.p * rows + 8) lists.resize(columns.p * rows + 8);
    const bool most = 8 * rows > columns.n;
    for (std::size_t i = 0; i < rows && most; ++i) there[order[i]] = 1;
    for (std::size_t f = 0; f < columns.p; ++f) {
        if (columns.leveled[f]) continue;
        std::uint64_t *to = lists.data() + f * rows;
        if (most) {
            const std::uint64_t *from = columns.keys.data() + f * columns.n;
            for (std::size_t i = 0, count = 0; i < columns.n && count < rows; ++i) {
                to[count] = from[i];
                count += there[row_of(from[i])];
            }
        } else {
            const std::uint64_t *from = columns.keys_of_rows.data() + f * columns.n;
            for (std::size_t i = 0; i < rows; ++i) to[i] = from[order[i]];
            sort_keys(to, rows);
        }
    }
    for (std::size_t i = 0; i < rows && most; ++i) there[order[i]] = 0;
}

inline Standing LeaveOneOut::stand(const Node &node) const {
    return Standing{draws, features, constant, node.constants, node.depth};
}

// What the class shares of a node are without a row of its own.
inline void LeaveOneOut::tell(std::size_t row, const Node &node, double *scores) const {
    const auto mine = static_cast<std::size_t>(columns.codes[row]);
    const double *counts = sums_of(node.totals), weight = node.totals.weight - 1;
    for (std::size_t c = 0; c < columns.classes; ++c)
        scores[row * columns.classes + c] = (c == mine ? counts[c] - 1 : counts[c]) / weight;
}

// Rows without which the node is a leaf.
inline void LeaveOneOut::drop_leaves(Entry &entry, double *scores) {
    const Totals &totals = entry.node.totals;
    const bool small = totals.samples - 1 < limits.split || totals.samples - 1 < 2 * limits.leaf ||
                       totals.weight - 1 < 2 * limits.weight;
    std::copy(sums_of(totals), sums_of(totals) + columns.classes, left.begin());
    std::vector<std::uint8_t> pure(columns.classes, 1);
    for (std::size_t c = 0; c < columns.classes && !small; ++c) {
        left[c] -= 1;
        pure[c] = impurity(left.data(), totals.weight - 1, 0) <= EPSILON;
        left[c] += 1;
    }
    std::erase_if(entry.group, [&](std::uint32_t row) {
        const bool leaf = pure[static_cast<std::size_t>(columns.codes[row])];
        if (leaf) tell(row, entry.node, scores);
        return leaf;
    });
}

// What a side weighs times its impurity, with one row of class `less` fewer: as `proxy_of` adds it up.
inline double LeaveOneOut::side(const double *counts, std::size_t less, double weight) const {
    double sum = 0;
    if (criterion == Criterion::gini) {
        for (std::size_t c = 0; c < columns.classes; ++c) {
            const double count = c == less ? counts[c] - 1 : counts[c];
            sum += count * count;
        }
        return weight * gini(sum, weight);
    }
    for (std::size_t c = 0; c < columns.classes; ++c) {
        const double count = c == less ? counts[c] - 1 : counts[c];
        if (count > 0.0) {
            const double share = count / weight;
            sum -= share * (std::log(share) / std::log(2.0));
        }
    }
    return weight * sum;
}

inline LeaveOneOut::Found LeaveOneOut::between(double proxy, float below, float above, std::size_t f, std::size_t place,
                                               bool goes_left) {
    return {proxy, below / 2.0 + above / 2.0, static_cast<std::uint32_t>(f), static_cast<std::uint32_t>(place), goes_left};
}

inline void LeaveOneOut::propose(std::size_t row, const Found &one) {
    Found &best_one = found[row];
    if (!(one.proxy > best_one.proxy)) return;
    imperfect -= best_one.proxy < 0 && one.proxy >= 0;
    best_one = one;
}

// All boundaries of a sorted column, for each row that is followed without this row. Place q is a row's own; boundary b is
// behind place b. Without the row at q the boundaries q - 1 and q are one.
inline void LeaveOneOut::scan_without(std::size_t f, const std::uint64_t *key, const Node &node) {
    const std::size_t m = node.end - node.start, classes = columns.classes, none = classes;
    const double *counts = sums_of(node.totals);
    const bool close = columns.close[f], squared = criterion == Criterion::gini;
    const auto apart = [&](std::size_t a, std::size_t b) {
        return close ? columns.value(f, key[b]) > columns.value(f, key[a]) + CLOSE : place_of(key[a]) != place_of(key[b]);
    };
    const auto one_less = [&](const double *of, double squares, std::size_t c, double weight) {
        return squared ? weight * gini(squares - 2 * of[c] + 1, weight) : side(of, c, weight);
    };
    const auto whole = [&](const double *of, double squares, double weight) {
        return squared ? weight * gini(squares, weight) : side(of, none, weight);
    };
    std::fill(left.begin(), left.end(), 0.0);
    std::copy(counts, counts + classes, right.begin());
    std::fill(running.begin(), running.end(), NEVER);
    double squares_left = 0, squares_right = 0;
    for (std::size_t c = 0; c < classes; ++c) squares_right += counts[c] * counts[c];
    for (std::size_t q = 0; q < m; ++q) {  // boundaries before a row: it is missing on their right
        const std::size_t row = row_of(key[q]), mine = class_of(key[q]);
        const bool enough = q >= least && m - 1 - q >= least;
        const auto on_left = static_cast<double>(q), on_right = static_cast<double>(m - 1 - q);
        const double first = enough ? whole(left.data(), squares_left, on_left) : 0.0;
        if (wanted[row]) {
            const std::size_t b = running_at[mine];
            if (running[mine] > found[row].proxy)
                propose(row, between(running[mine], columns.value(f, key[b]), columns.value(f, key[b + 1]), f, b + 1, false));
            if (enough && apart(q - 1, q + 1)) {
                const double proxy = -one_less(right.data(), squares_right, mine, on_right) - first;
                const float below = columns.value(f, key[q - 1]), above = columns.value(f, key[q + 1]);
                const bool goes = static_cast<double>(columns.value(f, key[q])) <= below / 2.0 + above / 2.0;
                if (proxy > found[row].proxy) propose(row, between(proxy, below, above, f, goes ? q + 1 : q, goes));
            }
        }
        if (enough && apart(q - 1, q))
            for (std::size_t c = 0; c < classes; ++c) {
                const double proxy = -one_less(right.data(), squares_right, c, on_right) - first;
                if (proxy > running[c]) running[c] = proxy, running_at[c] = q - 1;
            }
        squares_left += 2 * left[mine] + 1;
        squares_right -= 2 * right[mine] - 1;
        left[mine] += 1;
        right[mine] -= 1;
    }
    std::fill(running.begin(), running.end(), NEVER);
    for (std::size_t q = m; q-- > 0;) {  // boundaries behind a row: it is missing on their left
        const std::size_t row = row_of(key[q]), mine = class_of(key[q]);
        if (wanted[row] && running[mine] > found[row].proxy) {
            const std::size_t b = running_at[mine];
            propose(row, between(running[mine], columns.value(f, key[b]), columns.value(f, key[b + 1]), f, b + 1, true));
        }
        if (q >= least && m - 1 - q >= least && apart(q, q + 1)) {
            const auto on_left = static_cast<double>(q), on_right = static_cast<double>(m - 1 - q);
            const double second = -whole(right.data(), squares_right, on_right);
            for (std::size_t c = 0; c < classes; ++c) {
                const double proxy = second - one_less(left.data(), squares_left, c, on_left);
                if (proxy >= running[c]) running[c] = proxy, running_at[c] = q;  // of equal ones, the first
            }
        }
        squares_left -= 2 * left[mine] - 1;
        squares_right += 2 * right[mine] + 1;
        left[mine] -= 1;
        right[mine] += 1;
    }
}

// The same for a column of few values: rows of one level and class have one result.
inline void LeaveOneOut::scan_levels_without(std::size_t f, const Node &node) {
    const std::size_t classes = columns.classes, m = node.end - node.start, none = classes;
    const std::uint8_t *level = columns.levels.data() + f * columns.n;
    const float *value = columns.level_values.data() + f * MOST_LEVELS;
    double *counts = level_counts.data();
    std::uint64_t present = 0;
    for (std::size_t i = node.start; i < node.end; ++i) present |= std::uint64_t{1} << level[order[i]];
    std::array<std::size_t, MOST_LEVELS> numbers{}, index{}, total{};
    std::size_t count = 0;
    for (std::uint64_t rest = present; rest; rest &= rest - 1) {
        const auto v = static_cast<std::size_t>(std::countr_zero(rest));
        index[v] = count;
        numbers[count++] = v;
    }
    std::fill(counts, counts + count * classes, 0.0);
    for (std::size_t i = node.start; i < node.end; ++i) {
        const std::size_t at = index[level[order[i]]];
        counts[at * classes + static_cast<std::size_t>(columns.codes[order[i]])] += 1;
        total[at] += 1;
    }
    // Boundary j is behind level j: what it is worth to a row of class c on its right and on its left.
    std::vector<double> missing_right(count * classes, NEVER), missing_left(count * classes, NEVER);
    std::vector<std::size_t> places(count);
    std::fill(left.begin(), left.end(), 0.0);
    std::copy(sums_of(node.totals), sums_of(node.totals) + classes, right.begin());
    std::size_t rows_left = 0;
    for (std::size_t j = 0; j + 1 < count; ++j) {
        for (std::size_t c = 0; c < classes; ++c) left[c] += counts[j * classes + c], right[c] -= counts[j * classes + c];
        places[j] = rows_left += total[j];
        const auto on_left = static_cast<double>(rows_left), on_right = static_cast<double>(m - rows_left);
        for (std::size_t c = 0; c < classes; ++c) {
            if (rows_left >= least && m - 1 - rows_left >= least && right[c] > 0)
                missing_right[j * classes + c] = -side(right.data(), c, on_right - 1) - side(left.data(), none, on_left);
            if (rows_left - 1 >= least && m - rows_left >= least && left[c] > 0)
                missing_left[j * classes + c] = -side(right.data(), none, on_right) - side(left.data(), c, on_left - 1);
        }
    }
    // Rows of one level and class share the best of their boundaries, unless one is alone in its level.
    std::vector<std::size_t> best_of(count * classes, count);
    const auto worth_of = [&](std::size_t j, std::size_t at, std::size_t c) {
        return (j < at ? missing_right : missing_left)[j * classes + c];
    };
    const auto propose_level = [&](std::size_t row, std::size_t j, std::size_t at, std::size_t c) {
        propose(row, between(worth_of(j, at, c), value[numbers[j]], value[numbers[j + 1]], f, places[j], j >= at));
    };
    for (std::size_t i = node.start; i < node.end; ++i) {
        const std::size_t row = order[i], at = index[level[row]], c = static_cast<std::size_t>(columns.codes[row]);
        if (!wanted[row] || found[row].proxy >= 0) continue;
        if (total[at] > 1) {
            std::size_t &known = best_of[at * classes + c];
            if (known == count)
                for (std::size_t j = known = 0; j + 1 < count; ++j)
                    if (worth_of(j, at, c) > worth_of(known, at, c)) known = j;
            propose_level(row, known, at, c);
            continue;
        }
        for (std::size_t j = 0; j + 1 < count; ++j) {
            if (j != at && j + 1 != at) {
                propose_level(row, j, at, c);
            } else if (j + 1 == at && at + 1 < count) {  // without the row both boundaries of its level are one
                const float below = value[numbers[j]], above = value[numbers[at + 1]];
                const bool goes = static_cast<double>(value[numbers[at]]) <= below / 2.0 + above / 2.0;
                propose(row, between(worth_of(j, at, c), below, above, f, goes ? places[j] + 1 : places[j], goes));
            }
        }
    }
}

// A column that varies: mark the rows without which it does not, and look at its boundaries.
inline void LeaveOneOut::look_without(std::size_t f, const Node &node, const std::uint64_t *key) {
    const std::size_t m = node.end - node.start;
    if (!columns.leveled[f]) {
        const auto value = [&](std::size_t i) { return columns.value(f, key[i]); };
        if (value(m - 1) <= value(1) + CLOSE) other[row_of(key[0])] = 1;
        if (value(m - 2) <= value(0) + CLOSE) other[row_of(key[m - 1])] = 1;
        if (imperfect) scan_without(f, key, node);
        return;
    }
    const std::uint8_t *level = columns.levels.data() + f * columns.n;
    const std::uint8_t first = level[order[node.start]];
    std::size_t others = 0, odd = 0, second = MOST_LEVELS;
    for (std::size_t i = node.start; i < node.end; ++i) {
        const std::uint8_t here = level[order[i]];
        if (here == first) continue;
        if (second != MOST_LEVELS && here != second) second = MOST_LEVELS + 1;  // three levels stay two
        if (second == MOST_LEVELS) second = here;
        odd = order[i];
        others += 1;
    }
    if (second < MOST_LEVELS && others == 1) other[odd] = 1;
    if (second < MOST_LEVELS && others + 1 == m) other[order[node.start]] = 1;
    if (imperfect) scan_levels_without(f, node);
}

// The best split of a node, and that without each row of the group, in `found`: columns are drawn as in `search`.
inline Split LeaveOneOut::search_without(Node &node, const Rows &group) {
    for (const std::uint32_t row : group) wanted[row] = 1, other[row] = 0, found[row] = {NEVER, 0, 0, 0, false};
    imperfect = group.size();
    best = Split{};
    prepare_scan(node);
    const std::size_t m = node.end - node.start;
    last = columns.p;
    node.constants = draw_each(node.constants, columns.p, node.constants, [&](std::size_t f, Draws &) {
        const std::uint64_t *key = columns.leveled[f] ? nullptr : fetch(f, node);
        if (key ? columns.value(f, key[m - 1]) <= columns.value(f, key[0]) + CLOSE : !varies(f, node)) return true;
        last = f;
        if (!(best.proxy >= 0)) {
            if (key)
                scan(f, key, node);
            else
                scan_levels(f, node, tally(f, node));
        }
        look_without(f, node, key);
        return false;
    });
    Split split = best;
    if (split.found) settle(node, split, last);
    for (const std::uint32_t row : group) wanted[row] = 0;
    return split;
}

// Class counts of the rows that a split sends left, the row that it was found without among them where it goes left.
inline void LeaveOneOut::count_left(const Found &one, const Node &node) {
    std::fill(reduced.begin(), reduced.end(), 0.0);
    if (!columns.leveled[one.feature]) {
        const std::uint64_t *key = lists.data() + one.feature * rows + node.start;
        for (std::size_t i = 0; i < one.place; ++i) reduced[class_of(key[i])] += 1;
        return;
    }
    for (std::size_t i = node.start; i < node.end; ++i)
        if (static_cast<double>(columns.rows[order[i] * columns.p + one.feature]) <= one.threshold)
            reduced[static_cast<std::size_t>(columns.codes[order[i]])] += 1;
}

// Whether the split without a row lowers the impurity enough; `reduced` holds the counts of its left side.
inline bool LeaveOneOut::worth(std::size_t row, const Node &node) {
    const auto mine = static_cast<std::size_t>(columns.codes[row]);
    const Found &one = found[row];
    const bool goes = one.goes_left;
    const double *counts = sums_of(node.totals), weight = node.totals.weight - 1;
    for (std::size_t c = 0; c < columns.classes; ++c) left[c] = reduced[c], right[c] = counts[c] - reduced[c];
    (goes ? left : right)[mine] -= 1;
    const double on_left = static_cast<double>(one.place) - (goes ? 1.0 : 0.0), on_right = weight - on_left;
    const double below_left = impurity(left.data(), on_left, 0), below_right = impurity(right.data(), on_right, 0);
    for (std::size_t c = 0; c < columns.classes; ++c) left[c] += right[c];
    const double improvement = weight / all.total * (impurity(left.data(), weight, 0) - on_right / weight * below_right -
                                                     on_left / weight * below_left);
    return !(improvement + EPSILON < limits.decrease);
}

// Sort the rows of a group by their splits: those that agree with the tree stay, others become branches. Whether any stays.
inline bool LeaveOneOut::divides(Entry &entry, const Split &split, const std::shared_ptr<const Standing> &before,
                                 double *scores, std::vector<Branch> &more) {
    const Node &node = entry.node;
    const bool splits = is_worth(split);
    const auto key = [&](std::uint32_t row) { return std::uint64_t{found[row].feature} << 32 | found[row].place; };
    Rows group = std::move(entry.group);
    entry.group.clear();
    std::sort(group.begin(), group.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(key(a), a) < std::pair(key(b), b);
    });
    std::shared_ptr<const Rows> here;
    std::shared_ptr<const Standing> after;
    const auto branch = [&](Rows &&rows_of_it, bool searched) {
        const auto first = static_cast<std::ptrdiff_t>(node.start), behind = static_cast<std::ptrdiff_t>(node.end);
        if (!here) here = std::make_shared<const Rows>(order.begin() + first, order.begin() + behind);
        if (searched && !after) after = std::make_shared<const Standing>(stand(node));
        const Found &one = found[rows_of_it[0]];
        more.push_back(Branch{here, std::move(rows_of_it), searched ? after : before, searched, one.feature, one.place,
                              one.threshold, one.goes_left});
    };
    for (std::size_t from = 0; from < group.size();) {
        std::size_t to = from;
        Rows same;
        for (; to < group.size() && key(group[to]) == key(group[from]); ++to) same.push_back(group[to]);
        from = to;
        for (const std::uint32_t row : same)
            if (other[row]) branch(Rows{row}, false);
        std::erase_if(same, [&](std::uint32_t row) { return other[row] != 0; });
        if (same.empty()) continue;
        const Found &one = found[same[0]];
        if (one.proxy != NEVER) count_left(one, node);
        std::erase_if(same, [&](std::uint32_t row) {
            const bool leaf = found[row].proxy == NEVER || !worth(row, node);
            if (leaf) tell(row, node, scores);
            return leaf;
        });
        if (same.empty()) continue;
        if (splits && one.feature == split.feature && one.place == split.place)
            entry.group = std::move(same);
        else
            branch(std::move(same), true);
    }
    return splits;
}

inline void LeaveOneOut::follow_group(std::vector<Entry> stack, double *scores, std::vector<Branch> &more) {
    std::size_t waiting = 0;
    for (const Entry &entry : stack) waiting += entry.group.size();
    while (!stack.empty() && waiting > 0) {
        Entry entry = std::move(stack.back());
        stack.pop_back();
        waiting -= entry.group.size();
        Node &node = entry.node;
        if (is_leaf(node)) {
            for (const std::uint32_t row : entry.group) tell(row, node, scores);
            continue;
        }
        drop_leaves(entry, scores);
        if (entry.group.empty() && waiting == 0) return;
        Split split;
        bool splits;
        if (entry.group.empty()) {
            split = search(node);
            splits = is_worth(split);
        } else {
            const auto before = std::make_shared<const Standing>(stand(node));
            split = search_without(node, entry.group);
            splits = divides(entry, split, before, scores, more);
        }
        if (!splits) continue;
        Entry one, two;
        divide(node, split, one.node, two.node);
        for (const std::uint32_t row : entry.group) (goes_left[row] ? one : two).group.push_back(row);
        waiting += entry.group.size();
        stack.push_back(std::move(two));
        stack.push_back(std::move(one));
    }
}

// The tree without a row, grown in scikit-learn's order until the row is in a leaf.
inline void LeaveOneOut::follow_alone(std::size_t row, std::vector<Entry> stack, double *scores) {
    const float *values = columns.rows.data() + row * columns.p;
    while (!stack.empty()) {
        Entry entry = std::move(stack.back());
        stack.pop_back();
        Node &node = entry.node;
        Split split;
        if (!is_leaf(node)) split = search(node);
        const bool splits = is_worth(split);
        if (!splits && entry.path) {
            for (std::size_t c = 0; c < columns.classes; ++c)
                scores[row * columns.classes + c] = sums_of(node.totals)[c] / node.totals.weight;
            return;
        }
        if (!splits) continue;
        Entry one, two;
        divide(node, split, one.node, two.node);
        if (entry.path) {
            one.path = static_cast<double>(values[split.feature]) <= split.threshold;
            two.path = !one.path;
        }
        if (!one.path) stack.push_back(std::move(two));  // what comes after the row does not matter
        stack.push_back(std::move(one));
    }
}

// Follow the rows of a branch to their leaves; what branches off from it is added to `more`.
inline void LeaveOneOut::follow(const Branch &branch, double *scores, std::vector<Branch> &more) {
    begin(branch);
    const bool alone = branch.group.size() == 1;
    const std::size_t row = branch.group[0];
    Entry first{Grower::root(), branch.group, true};
    first.node.depth = branch.standing->depth, first.node.constants = branch.standing->constants;
    std::vector<Entry> stack;
    if (!branch.searched)
        stack.push_back(std::move(first));
    else {
        Split split;
        split.feature = branch.feature;
        split.threshold = branch.threshold;
        const bool goes = branch.goes_left;
        split.place = branch.place - (alone && goes ? 1 : 0);
        settle(first.node, split, branch.feature);
        Entry one, two;
        divide(first.node, split, one.node, two.node);
        one.path = goes;
        two.path = !goes;
        for (const std::uint32_t each : branch.group)
            if (!alone) (goes_left[each] ? one : two).group.push_back(each);
        if (!alone || !goes) stack.push_back(std::move(two));
        stack.push_back(std::move(one));
    }
    if (alone)
        follow_alone(row, std::move(stack), scores);
    else
        follow_group(std::move(stack), scores, more);
}

}  // namespace foldwise::trees

using foldwise::In;
using foldwise::Out;
namespace trees = foldwise::trees;

// Follow rows that branched off from the common tree, and what branches off from them.
static void follow_branches(const trees::Columns &columns, trees::Criterion criterion, const trees::Limits &limits,
                            const trees::Sample &all, std::vector<trees::Branch> &branches, std::size_t threads, double *scores) {
    std::sort(branches.begin(), branches.end(),
              [](const trees::Branch &a, const trees::Branch &b) { return a.rows->size() > b.rows->size(); });
    foldwise::for_each(branches.size(), threads, [&] {
        return [&, grower = trees::LeaveOneOut(columns, criterion, limits, all)](std::size_t at) mutable {
            std::vector<trees::Branch> stack{branches[at]};
            while (!stack.empty()) {
                const trees::Branch branch = std::move(stack.back());
                stack.pop_back();
                grower.follow(branch, scores, stack);
            }
        };
    });
}

// scores[i] = class shares of row i in the tree that is grown on all other rows, for the rows that are asked for.
static void leave_one_out(In<float, 2> table, In<std::uint64_t, 2> keys, In<bool, 1> close, In<std::int32_t, 1> codes,
                          std::size_t criterion, std::size_t depth, std::size_t split, std::size_t leaf, double weight_fraction,
                          double decrease, std::uint32_t seed, In<std::int64_t, 1> rows, std::size_t threads,
                          Out<double, 2> scores) {
    const std::size_t n = table.shape(0), p = table.shape(1), classes = scores.shape(1);
    REQUIRE(n >= 2 && criterion <= 1, "'table' must have two rows, and 'criterion' must be 0 or 1");
    trees::check_table(table, keys, close, p, classes), trees::check_targets(codes, {}, criterion, n, classes);
    SHAPE(scores, n, classes);
    REQUIRE(split >= 2 && leaf >= 1, "'split' must be at least 2, and 'leaf' at least 1");
    BELOW(rows, n);
    nb::gil_scoped_release release;
    trees::Columns columns = trees::columns_of(table, keys, close, {codes.data(), codes.size()}, {}, classes);
    columns.prepare(true);
    trees::Sample all;
    all.copies.assign(n, 1);
    all.weight.assign(n, 1.0);
    all.total = static_cast<double>(n - 1);
    const auto kind = static_cast<trees::Criterion>(criterion);
    const trees::Limits limits{depth, split, leaf, p, 0, weight_fraction * all.total, decrease, 0.0, false};
    std::vector<trees::Branch> branches;
    trees::Rows group(rows.data(), rows.data() + rows.size());
    if (group.empty()) return;
    trees::LeaveOneOut grower(columns, kind, limits, all);
    grower.follow(grower.root(group, trees::Twister(seed).below(2147483647U)), scores.data(), branches);
    follow_branches(columns, kind, limits, all, branches, threads, scores.data());
}

void bind_leave_one_out(nb::module_ &module) {
    foldwise::define(module, "leave_one_out", &leave_one_out,
                     "Class shares of every row in the tree that is grown without it, in place.", "table", "keys", "close",
                     "codes", "criterion", "depth", "split", "leaf", "weight_fraction", "decrease", "seed", "rows", "threads",
                     "scores");
}
