// Columns of few values: rows are counted level by level, not sorted; indicators and small nodes are taken together.
#pragma once

#include "tree_grower.hpp"

namespace foldwise::trees {

// Whole numbers of the rows of a node, and of its classes, where levels are counted in them: there are reciprocals up to the
// number of rows.
inline void Grower::prepare_counts(const Node &node) {
    counts_fit = counted && criterion == Criterion::gini && (sample->unit || (!sample->small.empty() && limits.leaf <= 1)) &&
                 columns.classes <= FEW_CLASSES && node.totals.weight <= std::min(FEW_COUNTS, static_cast<double>(columns.n));
    if (!counts_fit) return;
    for (std::size_t c = 0; c < columns.classes; ++c) class_counts[c] = static_cast<std::uint16_t>(sums_of(node.totals)[c]);
    for (std::size_t i = 0; i < node.end - node.start; ++i)
        node_counts[i] = sample->unit ? std::uint16_t{1} : std::uint16_t{sample->small[order[node.start + i]]};
}

// Whether a column of few values has two of them in the node.
inline bool Grower::varies(std::size_t f, const Node &node) const {
    const std::uint8_t *level = columns.levels.data() + f * columns.n, first = level[order[node.start]];
    for (std::size_t i = node.start + 1; i < node.end; ++i)
        if (level[order[i]] != first) return true;
    return false;
}

// Sums of the lower of two levels, which are all that its boundary needs: one value and one weight of every row are added up.
inline void Grower::tally_lower(const std::uint8_t *level, const Node &node, std::size_t low, std::size_t high) {
    const std::size_t m = node.end - node.start, classes = columns.classes;
    const std::uint32_t *row = order.data() + node.start;
    double value[2] = {0, 0}, weight[2] = {0, 0};
    if (predicts_values(criterion))
        for (std::size_t i = 0; i < m; ++i) {
            const bool mine = level[row[i]] == low;
            value[0] += mine ? weighted_targets[row[i]] : 0.0;  // in their order: rounding decides ties
            weight[0] += mine ? node_weight[i] : 0.0;
        }
    else
        for (std::size_t i = 0; i < m; ++i) {
            const double mine = level[row[i]] == low ? node_weight[i] : 0.0;
            value[i & 1] += node_class[i] ? mine : 0.0;
            weight[i & 1] += mine;
        }
    double *even = tallies.data(), *odd = even + MOST_LEVELS * classes;
    for (const std::size_t v : {low, high}) {
        std::fill(even + v * classes, even + (v + 1) * classes, 0.0);
        std::fill(odd + v * classes, odd + (v + 1) * classes, 0.0);
    }
    const double all = weight[0] + weight[1], second = value[0] + value[1];
    if (predicts_values(criterion))
        even[low] = second, odd[low] = all;
    else if (classes == 2)
        even[low * 2] = all - second, even[low * 2 + 1] = second;
    else
        even[low] = all;
}

// Sums of every level of a column of few values; the levels there are in the node are bits.
inline std::uint64_t Grower::tally(std::size_t f, const Node &node) {
    const std::uint8_t *level = columns.levels.data() + f * columns.n;
    const std::size_t m = node.end - node.start, classes = columns.classes;
    const std::uint32_t *row = order.data() + node.start;
    std::uint64_t there = 0;
    for (std::size_t i = 0; i < m; ++i) there |= std::uint64_t{1} << level[row[i]];
    if ((there & (there - 1)) == 0) return there;
    const std::uint64_t second_level = there & (there - 1);
    if ((second_level & (second_level - 1)) == 0 && limits.leaf <= 1 && classes <= 2) {
        tally_lower(level, node, static_cast<std::size_t>(std::countr_zero(there)), static_cast<std::size_t>(std::countr_zero(second_level)));
        return there;
    }
    // Rows are added to two tables in turn, so that one addition need not wait for the one before.
    double *even = tallies.data(), *odd = even + MOST_LEVELS * classes;
    for (std::uint64_t left = there; left; left &= left - 1) {
        const auto v = static_cast<std::size_t>(std::countr_zero(left));
        std::fill(even + v * classes, even + (v + 1) * classes, 0.0);
        std::fill(odd + v * classes, odd + (v + 1) * classes, 0.0);
        level_samples[v] = 0;
    }
    if (predicts_values(criterion)) {
        for (std::size_t i = 0; i < m; ++i) {
            even[level[row[i]]] += weighted_targets[row[i]];
            odd[level[row[i]]] += node_weight[i];
        }
    } else {
        std::size_t i = 0;
        for (; i + 2 <= m; i += 2) {
            even[level[row[i]] * classes + node_class[i]] += node_weight[i];
            odd[level[row[i + 1]] * classes + node_class[i + 1]] += node_weight[i + 1];
        }
        if (i < m) even[level[row[i]] * classes + node_class[i]] += node_weight[i];
    }
    if (limits.leaf > 1 && (!sample->unit || predicts_values(criterion)))
        for (std::size_t i = 0; i < m; ++i) level_samples[level[row[i]]] += static_cast<std::uint32_t>(sample->copies[row[i]]);
    return there;
}

// Look at all boundaries of a column whose levels were counted.
inline void Grower::scan_levels(std::size_t f, const Node &node, std::uint64_t there) {
    const std::size_t classes = columns.classes;
    const double *even = tallies.data(), *odd = even + MOST_LEVELS * classes;
    const float *value = columns.level_values.data() + f * MOST_LEVELS;
    const bool values = predicts_values(criterion), counted_as_weight = sample->unit && !values;
    double *left = counts.data(), weight = 0;
    std::fill(left, left + classes, 0.0);
    std::size_t samples = 0, before_it = 0;
    for (bool first = true; there; there &= there - 1, first = false) {
        const auto v = static_cast<std::size_t>(std::countr_zero(there));
        const bool enough = limits.leaf <= 1 || (samples >= limits.leaf && node.totals.samples - samples >= limits.leaf);
        if (!first && enough) {
            const double on_right = node.totals.weight - weight;
            if (!(weight < limits.weight) && !(on_right < limits.weight)) {
                const double proxy = values ? proxy_of_sums(left[0], weight, node.totals) : proxy_of(left, weight, node.totals);
                if (proxy > best.proxy) {
                    offer(f, 0, proxy, value[before_it], value[v]);
                    best.score = std::max(best.score, score_of(proxy, node.totals));
                }
            }
        }
        double heavy = values ? odd[v] : 0.0;
        if (values)
            left[0] += even[v];
        else
            for (std::size_t c = 0; c < classes; ++c) {
                const double more = even[v * classes + c] + odd[v * classes + c];
                left[c] += more;
                heavy += more;
            }
        weight += heavy;
        samples += counted_as_weight ? static_cast<std::size_t>(heavy) : level_samples[v];
        before_it = v;
    }
}

// The rows of each class in every level of a column of few values, in whole numbers; the levels there are in the node are bits.
inline std::uint64_t Grower::count_levels(std::size_t f, const Node &node) {
    const std::uint8_t *level = columns.levels.data() + f * columns.n;
    const std::uint32_t *row = order.data() + node.start;
    const std::size_t m = node.end - node.start;
    std::uint16_t *even = level_counts.data(), *odd = even + MOST_LEVELS * FEW_CLASSES;
    std::uint64_t there = 0;
    std::size_t i = 0;
    for (; i + 2 <= m; i += 2) {  // in two tables in turn, so that one addition need not wait for the one before
        const std::size_t one = level[row[i]], two = level[row[i + 1]];
        there |= std::uint64_t{1} << one | std::uint64_t{1} << two;
        std::uint16_t &first = even[one * FEW_CLASSES + node_class[i]], &second = odd[two * FEW_CLASSES + node_class[i + 1]];
        first = static_cast<std::uint16_t>(first + node_counts[i]);
        second = static_cast<std::uint16_t>(second + node_counts[i + 1]);
    }
    if (i < m) {
        there |= std::uint64_t{1} << level[row[i]];
        std::uint16_t &last = even[level[row[i]] * FEW_CLASSES + node_class[i]];
        last = static_cast<std::uint16_t>(last + node_counts[i]);
    }
    return there;
}

// Look at all boundaries of a column whose levels were counted in whole numbers, and clear the counts. Those that may be the best are
// measured as scikit-learn does.
inline void Grower::scan_counts(std::size_t f, const Node &node, std::uint64_t there) {
    std::uint16_t *even = level_counts.data(), *odd = even + MOST_LEVELS * FEW_CLASSES;
    std::int32_t whole = 0;
    for (std::size_t c = 0; c < columns.classes; ++c) whole += class_counts[c] * class_counts[c];
    SIMD_PICK(add_levels)(even, odd, there, class_counts.data(), whole, boundaries.data());
    const auto count = static_cast<std::size_t>(std::popcount(there));
    const float *value = columns.level_values.data() + f * MOST_LEVELS;
    const auto rows_of = static_cast<std::size_t>(node.totals.weight);
    for (std::size_t b = 1; b < count; ++b) {
        const Boundary &here = boundaries[b];
        const auto left = static_cast<std::size_t>(here.rows), right = rows_of - left;
        const double score = here.left * columns.inverse[left] + here.right * columns.inverse[right];
        if (score < node.totals.weight + best.proxy - slack) continue;
        if (limits.leaf > 1 && (left < limits.leaf || right < limits.leaf)) continue;
        const double on_left = here.rows, on_right = node.totals.weight - on_left;
        if (on_left < limits.weight || on_right < limits.weight) continue;
        const double proxy = -on_right * gini(here.right, on_right) - on_left * gini(here.left, on_left);
        if (!(proxy > best.proxy)) continue;
        offer(f, 0, proxy, value[boundaries[b - 1].level], value[here.level]);
        best.score = std::max(best.score, score_of(proxy, node.totals));
    }
}

// Which rows of a small node have the upper value in the columns of two values. Columns that part them alike are as good as each
// other, digit by digit, so that only the first of them need be looked at.
inline void Grower::mask_columns(const Node &node) {
    const std::size_t m = node.end - node.start;
    SIMD_PICK(mask_uppers)(columns.uppers.data(), order.data() + node.start, m, columns.pairs, masks.data());
    std::fill(mask_done.begin(), mask_done.begin() + (std::ptrdiff_t{1} << m), std::uint8_t{0});
}

// What the rows of a node with the upper value of an indicator have together; all indicators of its group are counted at once.
inline const Grower::Bin &Grower::tally_group(std::size_t f, const Node &node) {
    const std::size_t g = columns.group[f], m = node.end - node.start;
    Bin *bins = group_bins.data() + 512 * g, *others = bins + 256;
    if (group_node[g] != node_number) {
        group_node[g] = node_number;
        const std::uint8_t *member = columns.members.data() + g * columns.n;
        const std::uint32_t *row = order.data() + node.start;
        const std::size_t size = columns.group_size[g] + 1;
        std::fill(bins, bins + size, Bin{});
        std::fill(others, others + size, Bin{});
        const auto add = [](Bin &bin, const Bin &more) {
            bin.value += more.value;
            bin.weight += more.weight;
            bin.rows += more.rows;
            bin.none += more.none;  // two at a time
        };
        std::size_t i = 0;
        for (; i + 2 <= m; i += 2) {  // in two tables in turn, so that one addition need not wait for the one before
            add(bins[member[row[i]]], node_rows[i]);
            add(others[member[row[i + 1]]], node_rows[i + 1]);
        }
        if (i < m) add(bins[member[row[i]]], node_rows[i]);
        for (std::size_t b = 0; b < size; ++b) add(bins[b], others[b]);
    }
    return bins[columns.member[f]];
}

// Whether the boundary of an indicator may be as good as the best so far, up to the rounding of sums in another order.
inline bool Grower::may_be_best(const Bin &upper, const Node &node) const {
    const double others = sums_of(node.totals)[0] - upper.value, weight = node.totals.weight - upper.weight;
    if (!(weight > 0) || !(upper.weight > 0)) return true;
    return others * others / weight + upper.value * upper.value / upper.weight >= best.proxy - 4 * slack;
}

// Whether a column of the table, of which there are columns of two values, is constant in a node.
inline bool Grower::is_constant_here(std::size_t f, const Node &node) {
    const std::size_t m = node.end - node.start;
    if (columns.pair[f] != NO_GROUP && m <= SMALL_NODE) {
        const std::uint16_t mask = masks[columns.pair[f]];
        return mask == 0 || mask == static_cast<std::uint16_t>((1U << m) - 1);
    }
    if (columns.groups && columns.group[f] != NO_GROUP) {
        const Bin &upper = tally_group(f, node);
        return upper.rows == 0 || upper.rows == static_cast<double>(m);
    }
    if (columns.leveled[f]) return !varies(f, node);
    if (brief) {
        const std::uint32_t *key = briefs.data() + f * rows + node.start;
        const auto value = [&](std::uint32_t one) { return columns.value_of(f, (one >> 8) & 0xFFF); };
        return key[0] >> 20 == key[m - 1] >> 20 || (columns.close[f] && value(key[m - 1]) <= value(key[0]) + CLOSE);
    }
    const std::uint64_t *key = lists.data() + f * rows + node.start;
    if (place_of(key[0]) == place_of(key[m - 1])) return true;
    return columns.close[f] && columns.value(f, key[m - 1]) <= columns.value(f, key[0]) + CLOSE;
}

// Look at the boundary of a column of which a small node has two levels, where no other column has parted its rows alike.
inline void Grower::scan_mask(std::size_t f, const Node &node, std::uint16_t upper) {
    if (std::exchange(mask_done[upper], std::uint8_t{1})) return;
    const std::size_t m = node.end - node.start;
    double value = 0, weight = 0;
    for (std::size_t i = 0; i < m; ++i) {  // in their order: rounding decides ties
        const bool lower = !((upper >> i) & 1);
        value += lower ? node_rows[i].value : 0.0;
        weight += lower ? node_rows[i].weight : 0.0;
    }
    const double on_right = node.totals.weight - weight, others = sums_of(node.totals)[0] - value;
    if (weight < limits.weight || on_right < limits.weight) return;
    const double proxy = value * value / weight + others * others / on_right;
    if (!(proxy > best.proxy)) return;
    const std::uint8_t *level = columns.levels.data() + f * columns.n;
    const auto low = static_cast<std::size_t>(std::countr_one(upper)), high = static_cast<std::size_t>(std::countr_zero(upper));
    const float *values = columns.level_values.data() + f * MOST_LEVELS;
    offer(f, 0, proxy, values[level[order[node.start + low]]], values[level[order[node.start + high]]]);
    best.score = std::max(best.score, score_of(proxy, node.totals));
}

// The rows of a small node that have the upper of its two levels, or none where it has more.
inline std::uint16_t Grower::mask_levels(std::size_t f, const Node &node) const {
    const std::uint8_t *level = columns.levels.data() + f * columns.n;
    const std::uint32_t *row = order.data() + node.start;
    const std::size_t m = node.end - node.start;
    const std::uint8_t one = level[row[0]];
    std::uint8_t other = one;
    std::uint16_t mask = 0;
    for (std::size_t i = 1; i < m; ++i) {
        const std::uint8_t here = level[row[i]];
        if (here == one) continue;
        if (other != one && here != other) return 0;
        other = here;
        mask = static_cast<std::uint16_t>(mask | (1U << i));
    }
    return other > one ? mask : static_cast<std::uint16_t>(mask ^ ((1U << m) - 1));
}

}  // namespace foldwise::trees
