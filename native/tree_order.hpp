// The rows of a node in the order in which scikit-learn has them, on which the digits of its sums depend.
#pragma once

#include "tree_grower.hpp"

namespace foldwise::trees {

// Put the rows of a node into the order in which scikit-learn has them once it has looked at a column: rows without a value, in the
// order in which it swapped them to the end, before the others.
inline void Grower::arrange(std::size_t f, const std::uint64_t *key, const Node &node, std::size_t missing) {
    const std::size_t m = node.end - node.start, there = m - missing;
    std::uint32_t *row = order.data() + node.start;
    if (there == 0) return;
    const auto lacking = [&](std::size_t i) { return std::isnan(columns.rows[row[i] * columns.p + f]); };
    for (std::size_t i = 0, end = m; missing && i < end;) {
        if (lacking(end - 1))
            --end;
        else {
            if (lacking(i)) std::swap(row[i], row[--end]);
            ++i;
        }
    }
    std::copy(row + there, row + m, swapped.begin());
    std::copy(swapped.begin(), swapped.begin() + static_cast<std::ptrdiff_t>(missing), row);
    for (std::size_t i = 0; i < there; ++i) row[missing + i] = static_cast<std::uint32_t>(row_of(key[i]));
}

// The side of a row.
inline bool Grower::goes(std::size_t row, const Split &split) const {
    const float value = columns.rows[row * columns.p + split.feature];
    return static_cast<double>(value) <= split.threshold || (value != value && split.missing_left);
}

// Sums by class, or of the target, of the rows of a node before `middle`, in `counts`; their weight. Added up as scikit-learn
// does: from the shorter side.
inline double Grower::sum_left(const Node &node, std::size_t middle) {
    const bool forward = middle - node.start <= node.end - middle;
    const double *all = sums_of(node.totals);
    double *left = counts.data(), weight = forward ? 0.0 : node.totals.weight;
    for (std::size_t c = 0; c < columns.classes; ++c) left[c] = forward ? 0.0 : all[c];
    const auto move = [&](std::size_t i, double sign) {
        const std::size_t row = order[i];
        const double heavy = sample->weight[row];
        if (predicts_values(criterion))
            left[0] += sign * (heavy * targets[row]);
        else
            left[static_cast<std::size_t>(columns.codes[row])] += sign * heavy;
        weight += sign * heavy;
    };
    if (forward)
        for (std::size_t i = node.start; i < middle; ++i) move(i, 1.0);
    else
        for (std::size_t i = node.end; i-- > middle;) move(i, -1.0);
    return weight;
}

// Impurities of the two sides, as scikit-learn adds them up; rows that go left are marked, and come first in `order`.
inline void Grower::measure(const Node &node, Split &split) {
    const std::size_t middle = node.start + split.place;
    const Totals &totals = node.totals;
    const double weight = split.second < 0 ? sum_left(node, middle) : static_cast<double>(split.place), *all = sums_of(totals);
    if (split.second >= 0) {
        counts[1] = static_cast<double>(split.second);
        counts[0] = weight - counts[1];
    }
    double *left = counts.data(), *right = left + columns.classes, squares = 0;
    for (std::size_t c = 0; c < columns.classes; ++c) right[c] = all[c] - left[c];
    if (criterion == Criterion::squares)
        for (std::size_t i = node.start; i < middle; ++i) {
            const std::size_t row = order[i];
            squares += sample->weight[row] * targets[row] * targets[row];
        }
    const double on_right = totals.weight - weight;
    if (criterion == Criterion::poisson) {
        split.left = deviance(node.start, middle, left[0], weight);
        split.right = deviance(middle, node.end, right[0], on_right);
    } else if (criterion == Criterion::absolute) {
        split.left = absolute_errors(node, node.start, middle, false) / weight;
        split.right = absolute_errors(node, middle, node.end, true) / on_right;
    } else {
        split.left = impurity(left, weight, squares);
        split.right = impurity(right, on_right, totals.squares - squares);
    }
    split.improvement = totals.weight / sample->total *
                        (node.impurity - on_right / totals.weight * split.right - weight / totals.weight * split.left);
}

// Put the rows of a node into the order of a column; of equal values, that which was before comes first.
inline void Grower::order_by(std::size_t f, const Node &node) {
    const std::size_t m = node.end - node.start;
    if (!columns.leveled[f]) {
        const std::uint64_t *key = fetch(f, node);
        for (std::size_t i = 0; i < m; ++i) order[node.start + i] = static_cast<std::uint32_t>(row_of(key[i]));
        return;
    }
    const std::uint8_t *level = columns.levels.data() + f * columns.n;
    bins.assign(MOST_LEVELS + 1, 0);
    for (std::size_t i = node.start; i < node.end; ++i) bins[level[order[i]] + std::size_t{1}] += 1;
    for (std::size_t v = 1; v <= MOST_LEVELS; ++v) bins[v] += bins[v - 1];
    for (std::size_t i = node.start; i < node.end; ++i) swapped[bins[level[order[i]]]++] = order[i];
    std::copy(swapped.begin(), swapped.begin() + static_cast<std::ptrdiff_t>(m), order.begin() + static_cast<std::ptrdiff_t>(node.start));
}

// Put the rows of a node into the order in which scikit-learn has them after the search: those of the last column it looked at,
// then swapped to their sides.
inline void Grower::settle(Node &node, Split &split, std::size_t last_feature) {
    const std::size_t m = node.end - node.start, n = columns.n, f = split.feature;
    if (brief) {
        const std::uint32_t *key = briefs.data() + f * rows + node.start;
        std::uint32_t second = 0;
        for (std::size_t i = 0; i < m; ++i) order[node.start + i] = (key[i] >> 8) & 0xFFF;
        for (std::size_t i = 0; i < split.place; ++i) second += key[i] & 1;
        split.second = second;
        return measure(node, split);
    }
    if (listed && !ordered && !columns.leveled[f]) {  // any order will do
        const std::uint64_t *key = lists.data() + f * rows + node.start;
        const std::size_t front = split.missing_left ? split.missing : 0;  // rows without a value, which come first then
        for (std::size_t i = 0; i < m; ++i) {
            const std::size_t at = front ? (i + front) % m : i, row = row_of(key[i]);
            goes_left.set(row, at < split.place);
            order[node.start + at] = static_cast<std::uint32_t>(row);
        }
        if (sample->unit && columns.classes == 2 && front == 0)
            split.second = static_cast<std::ptrdiff_t>(SIMD_PICK(count_second)(key, split.place));
        return measure(node, split);
    }
    if (ordered && !limits.random && !lacks) order_by(last_feature, node);
    if (columns.leveled[f] && !limits.random) {
        const std::uint8_t *level = columns.levels.data() + f * n;
        std::array<std::uint8_t, MOST_LEVELS> sides{};
        for (std::size_t v = 0; v < MOST_LEVELS; ++v)
            sides[v] = static_cast<double>(columns.level_values[f * MOST_LEVELS + v]) <= split.threshold;
        for (std::size_t i = node.start; i < node.end; ++i) goes_left.set(order[i], sides[level[order[i]]] != 0);
    } else if (listed && columns.present[f] == n) {
        const std::uint64_t *key = lists.data() + f * rows + node.start;
        for (std::size_t i = 0; i < m; ++i) goes_left.set(row_of(key[i]), i < split.place);
    } else
        for (std::size_t i = node.start; i < node.end; ++i) goes_left.set(order[i], goes(order[i], split));
    if (!(limits.random && f == last_feature)) {  // a random cut of the last column is in place
        std::size_t from = node.start, to = node.end;
        while (from < to) {
            if (goes_left[order[from]])
                ++from;
            else
                std::swap(order[from], order[--to]);
        }
        split.place = from - node.start;
    }
    measure(node, split);
}

}  // namespace foldwise::trees
