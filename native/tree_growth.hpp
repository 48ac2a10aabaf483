// From a sample to a tree: nodes are split in depth or the best first, their lists divided, weak branches pruned.
#pragma once

#include "tree_grower.hpp"

namespace foldwise::trees {

inline Grower::Grower(const Columns &columns, Criterion criterion, const Limits &limits)
    : columns(columns), criterion(criterion), limits(limits), targets(columns.targets), listed(limits.features >= columns.p && !limits.random),
      ordered(false), features(columns.p), constant(columns.p), aside(columns.n + 8), order(columns.n),
      goes_left(columns.n), scores(columns.n + 8), counts(3 * columns.classes), level_samples(MOST_LEVELS) {
    for (std::size_t f = 0; f < columns.p; ++f) (columns.leveled[f] ? counted : sorted) = true;
    if (counted) tallies.resize(2 * MOST_LEVELS * columns.classes);
    if (counted) level_counts.resize(2 * MOST_LEVELS * FEW_CLASSES);
    // A million rows make every array count: what is not needed has no room.
    const bool shared = criterion != Criterion::entropy && !(criterion == Criterion::gini && columns.classes == 2);
    first_side.resize(shared ? columns.n + 8 : 0);
    second_side.resize(shared ? columns.n + 8 : 0);
    node_class.resize(counted ? columns.n : 0);
    node_weight.resize(counted ? columns.n : 0);
    node_counts.resize(counted ? columns.n : 0);
    lacks = columns.any_missing();
    swapped.resize(counted || lacks ? columns.n : 0);
    seen.resize(limits.random ? columns.n : 0);
    scratch.resize(listed ? 0 : columns.n + 8);
    group_node.assign(columns.groups, 0);
    group_bins.resize(512 * columns.groups);
    if (columns.groups || columns.pairs) node_rows.resize(columns.n);
    reciprocals.resize(columns.p + 1);
    for (std::size_t d = 1; d <= columns.p; ++d) reciprocals[d] = ~std::uint64_t{0} / d + 1;
    masks.resize(columns.pairs);
    mask_done.resize(columns.pairs ? std::size_t{1} << SMALL_NODE : 0);
    order_done.resize(columns.pairs ? std::size_t{1} << (3 * (TINY_NODE - 1)) : 0);
    jumps.prepare(columns.p);
    states.resize(columns.p + 1 + Jumps::STRANDS);
    visits.resize(columns.p + 1);
    if (columns.briefs.empty()) return;
    brief_aside.resize(columns.n + 16);
    brief_expected.resize(columns.n + 16);
    brief_scale.resize(columns.n + 16);
    peaks.resize(columns.p);
    scratch.resize(columns.n + 8);
}

inline void Grower::start(const Sample &given) {
    sample = &given;
    ordered = predicts_values(criterion) || !given.whole;
    rows = 0;
    for (std::size_t i = 0; i < columns.n; ++i)
        if (given.copies[i] > 0) order[rows++] = static_cast<std::uint32_t>(i);
    for (std::size_t f = 0; f < columns.p; ++f) features[f] = f;
    std::copy(chosen.begin(), chosen.end(), features.begin());
    const bool pairs = criterion == Criterion::gini && columns.classes == 2 && given.unit;
    const std::size_t room = pairs ? 8 : columns.n + 8;
    for (Buffer<double> *one : {&sums, &products, &weights})
        if (one->size() < room) one->resize(room);
    if (predicts_values(criterion)) {
        weighted_targets.resize(columns.n);
        for (std::size_t i = 0; i < columns.n; ++i) weighted_targets[i] = given.weight[i] * targets[i];
    }
    if (!listed) return;
    brief = !columns.briefs.empty() && given.unit && chosen.empty() && brief_allowed;
    if (brief) {
        briefs.resize(columns.p * rows + 16);
        SIMD_PICK(pick_short)(columns.briefs.data(), columns.n, columns.p, order.data(), rows, briefs.data());
        return;
    }
    if (lists.size() < columns.p * rows + 8) lists.resize(columns.p * rows + 8);
    if (held == &given)
        std::memcpy(lists.data(), picked.data(), columns.p * rows * sizeof(std::uint64_t));
    else
        pick(given, lists);
}

inline void Grower::hold(const Sample &given) {
    held = &given;
    rows = static_cast<std::size_t>(std::count_if(given.copies.begin(), given.copies.end(), [](std::int32_t c) { return c > 0; }));
    if (!listed) return;
    picked.resize(columns.p * columns.n + 8);
    pick(given, picked);
}

// The keys of the rows that are there, column by column.
inline void Grower::pick(const Sample &given, Keys &into) {
    RowMarks &there = goes_left;  // which nobody needs yet
    for (std::size_t i = 0; i < columns.n; ++i) there.set(i, given.copies[i] > 0);
    for (std::size_t f = 0; f < columns.p; ++f)
        if (!columns.leveled[f])
            SIMD_PICK(pick_keys)(columns.keys.data() + f * columns.n, columns.n, there.words.data(), rows, into.data() + f * rows);
}

inline bool Grower::is_leaf(const Node &node) const {
    return node.depth >= limits.depth || node.totals.samples < limits.split || node.totals.samples < 2 * limits.leaf ||
           node.totals.weight < 2 * limits.weight || node.impurity <= EPSILON;
}

// The two nodes below a split; the lists of columns that vary are partitioned, unless only leaves follow.
inline void Grower::divide(const Node &node, const Split &split, Node &left, Node &right) {
    const std::size_t middle = node.start + split.place;
    const std::size_t constants = limits.leaves ? 0 : node.constants;
    left = Node{node.start, middle, node.depth + 1, constants, -1, true, split.left, {}};
    right = Node{middle, node.end, node.depth + 1, constants, -1, false, split.right, {}};
    if (split.second < 0)
        total(left, left.totals);
    else {
        left.totals = Totals{keep(), static_cast<double>(split.place), 0, split.place};
        kept[left.totals.at + 1] = static_cast<double>(split.second);
        kept[left.totals.at] = left.totals.weight - kept[left.totals.at + 1];
    }
    if (ordered)
        total(right, right.totals);
    else {
        right.totals = node.totals;
        right.totals.at = keep();
        for (std::size_t c = 0; c < columns.classes; ++c)
            kept[right.totals.at + c] = kept[node.totals.at + c] - kept[left.totals.at + c];
        right.totals.weight -= left.totals.weight;
        right.totals.samples -= left.totals.samples;
    }
    if (!listed || !sorted) return;
    const bool keep_left = !is_leaf(left), keep_right = !is_leaf(right);
    if (!keep_left && !keep_right) return;
    if (limits.leaves && !brief)  // other nodes were looked at in between
        for (std::size_t i = node.start; i < node.end; ++i) goes_left.set(order[i], i < middle);
    split_lists(node, split, keep_right);
}

// Partition the lists of the columns that vary.
inline void Grower::split_lists(const Node &node, const Split &split, bool keep_right) {
    parted.clear();
    for (std::size_t at = limits.leaves ? 0 : node.constants; at < width(); ++at) {
        const std::size_t f = features[at];
        if ((f != split.feature || split.missing_left) && !columns.leveled[f]) parted.push_back(static_cast<std::uint32_t>(f));
    }
    if (brief) {
        const Division by{briefs.data() + node.start, rows, node.end - node.start, split.place, order.data() + node.start,
                          brief_aside.data(), keep_right};
        return SIMD_PICK(divide_short)(by, parted.data(), parted.size());
    }
    const auto partition = SIMD_PICK(divide_keys);
    for (const std::uint32_t f : parted)
        partition(lists.data() + f * rows + node.start, node.end - node.start, goes_left.words.data(), aside.data(), keep_right);
}

inline std::size_t Grower::add(Tree &tree, const Node &node) const {
    const std::size_t id = tree.nodes.size();
    Tree::Node made;
    made.impurity = node.impurity;
    made.weight = node.totals.weight;
    made.samples = static_cast<std::uint32_t>(node.totals.samples);
    tree.nodes.push_back(made);
    const double divisor = criterion == Criterion::absolute ? 1.0 : node.totals.weight;
    for (std::size_t c = 0; c < columns.classes; ++c) tree.values.push_back(sums_of(node.totals)[c] / divisor);
    if (node.parent >= 0) {
        Tree::Node &above = tree.nodes[static_cast<std::size_t>(node.parent)];
        (node.is_left ? above.left : above.right) = static_cast<std::int32_t>(id);
    }
    return id;
}

// All rows, before the first split.
inline Grower::Node Grower::root() {
    Node node{0, rows, 0, 0, -1, false, 0, {}};
    total(node, node.totals);
    const double *sums = sums_of(node.totals), weight = node.totals.weight;
    node.impurity = criterion == Criterion::poisson ? deviance(0, rows, sums[0], weight) : impurity(sums, weight, node.totals.squares);
    return node;
}

inline void Grower::depth_first(Tree &tree) {
    std::vector<Node> stack{root()};
    const bool few = !watched.empty() && limits.alpha <= 0;
    std::size_t waiting = watched.size();
    std::vector<std::pair<std::int32_t, bool>> above(watched.size(), {-1, false});  // node above each, and its side
    while (!stack.empty() && !(few && waiting == 0)) {
        Node node = std::move(stack.back());
        stack.pop_back();
        Split split;
        if (!is_leaf(node)) split = search(node);
        const std::size_t id = add(tree, node);
        const std::pair here(node.parent, node.is_left);
        if (!is_worth(split)) {
            waiting -= static_cast<std::size_t>(std::count(above.begin(), above.end(), here));
            continue;
        }
        tree.nodes[id].feature = static_cast<std::int32_t>(split.feature);
        tree.nodes[id].threshold = split.threshold;
        Node left, right;
        divide(node, split, left, right);
        split.missing_left = split.missing ? split.missing_left : left.totals.samples > right.totals.samples;
        tree.nodes[id].missing_left = split.missing_left;
        left.parent = right.parent = static_cast<std::int32_t>(id);
        for (std::size_t w = 0; w < above.size(); ++w)
            if (above[w] == here) above[w] = {left.parent, goes(watched[w], split)};
        stack.push_back(std::move(right));
        stack.push_back(std::move(left));
    }
}

inline void Grower::best_first(Tree &tree) {
    std::vector<Waiting> heap;
    const auto worse = [](const Waiting &a, const Waiting &b) { return a.improvement < b.improvement; };
    const auto look = [&](Node &&node) {
        Waiting one{std::move(node), {}, 0, 0.0};
        one.node.constants = 0;
        if (!is_leaf(one.node)) one.split = search(one.node);
        one.split.found = is_worth(one.split);
        one.id = add(tree, one.node);
        if (one.split.found) one.improvement = one.split.improvement;
        return one;
    };
    const auto put = [&](Waiting &&one) {
        heap.push_back(std::move(one));
        std::push_heap(heap.begin(), heap.end(), worse);
    };
    put(look(root()));
    std::size_t splits = limits.leaves - 1;
    while (!heap.empty()) {
        std::pop_heap(heap.begin(), heap.end(), worse);
        Waiting one = std::move(heap.back());
        heap.pop_back();
        if (!one.split.found || splits == 0) continue;
        --splits;
        tree.nodes[one.id].feature = static_cast<std::int32_t>(one.split.feature);
        tree.nodes[one.id].threshold = one.split.threshold;
        Node left, right;
        divide(one.node, one.split, left, right);
        tree.nodes[one.id].missing_left = one.split.missing ? one.split.missing_left : left.totals.samples > right.totals.samples;
        left.parent = right.parent = static_cast<std::int32_t>(one.id);
        Waiting first = look(std::move(left)), second = look(std::move(right));
        put(std::move(first));
        put(std::move(second));
    }
}

// Cost-complexity pruning: the weakest branch becomes a leaf as long as it is worth no more than alpha a leaf.
inline void Grower::prune(Tree &tree) const {
    const std::size_t count = tree.nodes.size();
    std::vector<double> own(count), branch(count, 0.0);
    std::vector<std::size_t> leaves(count, 0);
    std::vector<std::int32_t> above(count, -1);
    std::vector<std::uint8_t> inner(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Tree::Node &node = tree.nodes[i];
        own[i] = node.weight * node.impurity / tree.nodes[0].weight;
        inner[i] = node.left >= 0;
        if (inner[i]) above[static_cast<std::size_t>(node.left)] = above[static_cast<std::size_t>(node.right)] = static_cast<std::int32_t>(i);
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (inner[i]) continue;
        branch[i] = own[i];
        for (std::int32_t at = above[i]; at >= 0; at = above[static_cast<std::size_t>(at)]) {
            branch[static_cast<std::size_t>(at)] += own[i];
            leaves[static_cast<std::size_t>(at)] += 1;
        }
    }
    while (inner[0]) {
        double least = std::numeric_limits<double>::max();
        std::size_t weakest = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (!inner[i]) continue;
            const double alpha = (own[i] - branch[i]) / static_cast<double>(leaves[i] - 1);
            if (alpha < least) least = alpha, weakest = i;
        }
        if (limits.alpha < least) break;
        std::vector<std::size_t> below{weakest};
        while (!below.empty()) {
            const std::size_t at = below.back();
            below.pop_back();
            if (!inner[at]) continue;
            inner[at] = 0;
            below.push_back(static_cast<std::size_t>(tree.nodes[at].left));
            below.push_back(static_cast<std::size_t>(tree.nodes[at].right));
        }
        const std::size_t fewer = leaves[weakest] - 1;
        const double more = own[weakest] - branch[weakest];
        leaves[weakest] = 0;
        branch[weakest] = own[weakest];
        for (std::int32_t at = above[weakest]; at >= 0; at = above[static_cast<std::size_t>(at)]) {
            leaves[static_cast<std::size_t>(at)] -= fewer;
            branch[static_cast<std::size_t>(at)] += more;
        }
        tree.nodes[weakest].left = tree.nodes[weakest].right = -1;
    }
}

inline void Grower::grow(const Sample &given, const Limits &these, std::uint32_t seed, Tree &tree) {
    limits = these;
    tree.nodes.clear();
    tree.values.clear();
    kept.clear();
    tree.classes = columns.classes;
    draws = Draws{seed};
    start(given);
    if (limits.leaves)
        best_first(tree);
    else
        depth_first(tree);
    if (limits.alpha > 0) prune(tree);
}

}  // namespace foldwise::trees
