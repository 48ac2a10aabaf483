// The best split of a node: columns are drawn as scikit-learn draws them, known constants too.
#pragma once

#include "tree_grower.hpp"

namespace foldwise::trees {

// The next draws of a node, each below what is left to draw from: that becomes one less with each, whatever is drawn, so that
// draws need not wait for each other. They are made in four strands, the later of which start where the one before ends.
inline void Grower::draw_ahead() {
    const std::size_t count = width(), strand = jumps.steps;
    if (strand == 0 || count != columns.p) {
        Draws next = draws;
        for (std::size_t k = 0; k < count; ++k) {
            const std::uint32_t number = next();
            states[k] = next.state;
            visits[k] = static_cast<std::uint32_t>(remainder(number, count - k));
        }
        return;
    }
    std::array<Draws, Jumps::STRANDS> next{draws, {1}, {1}, {1}};
    if (draws.state == 0) next[0].state = 1;
    for (std::size_t s = 1; s < Jumps::STRANDS; ++s) next[s].state = jumps(next[s - 1].state);
    for (std::size_t k = 0; k < strand; ++k)
        for (std::size_t s = 0; s < Jumps::STRANDS; ++s) states[s * strand + k] = next[s].step();
    for (std::size_t k = 0; k < count; ++k) visits[k] = static_cast<std::uint32_t>(remainder(states[k] & 0x7FFFFFFF, count - k));
}

// Draw all columns of a node as scikit-learn does; those that vary are `visits`. Returns how many columns are constant.
inline std::size_t Grower::draw_columns(const Node &node) {
    constexpr std::size_t marked = std::size_t{1} << 63;  // a column that is constant here, as long as columns are drawn
    const std::size_t known = node.constants;
    std::size_t end = width(), found = 0, drawn = 0, total = known, visited = 0, varying = 0;
    std::size_t *const feature = features.data();
    for (std::size_t at = known; at < end; ++at)
        if (is_constant_here(feature[at], node)) feature[at] |= marked;
    draw_ahead();
    // Without branches, since nobody can foresee what is drawn: conditions are numbers, 0 or 1.
    const auto choose = [](std::size_t condition, std::size_t yes, std::size_t no) { return no ^ ((no ^ yes) & (0 - condition)); };
    for (; end > total; ++visited) {
        const std::size_t from = drawn + visits[visited], is_known = from < known;
        const std::size_t at = from + (found & (is_known - 1)), f = feature[at];
        const std::size_t constant_now = f >> 63, varies_now = (is_known | constant_now) ^ 1;
        end -= varies_now;
        const std::size_t to = choose(is_known, at, choose(constant_now, total, end));
        feature[at] = feature[to];
        feature[to] = f;
        drawn += is_known;
        found += constant_now;
        total += constant_now;
        visits[varying] = static_cast<std::uint32_t>(f);  // behind what is still to be read
        varying += varies_now;
    }
    for (std::size_t at = known; at < total; ++at) feature[at] &= ~marked;
    if (visited) draws.state = states[visited - 1];
    visits.resize(varying);
    return total;
}

// The best split of a node of a table with columns of two values, all of which are tried; returns how many columns are constant.
inline std::size_t Grower::search_pairs(const Node &node, std::size_t &last) {
    const std::size_t m = node.end - node.start;
    const bool masked = m <= SMALL_NODE && limits.leaf <= 1, tiny = m <= TINY_NODE;
    if (m <= SMALL_NODE) mask_columns(node);
    if (tiny) std::fill(order_done.begin(), order_done.begin() + (std::ptrdiff_t{1} << (3 * (m - 1))), std::uint8_t{0});
    visits.resize(columns.p + 1);
    const std::size_t constants = draw_columns(node);
    for (const std::uint32_t f : visits) {
        if (columns.leveled[f]) {
            const bool two = columns.pair[f] != NO_GROUP;
            if (const std::uint16_t upper = !masked ? 0 : two ? masks[columns.pair[f]] : mask_levels(f, node); upper) {
                scan_mask(f, node, upper);
                continue;
            }
            if (!masked && columns.group[f] != NO_GROUP && !may_be_best(tally_group(f, node), node)) continue;
            scan_levels(f, node, tally(f, node));
        } else if (const std::uint64_t *key = lists.data() + f * rows + node.start; !tiny || !seen_order(f, key, node))
            scan(f, key, node);
    }
    if (!visits.empty()) last = visits.back();
    return constants;
}

// The best split of a node where all columns are tried, and no value is missing; returns how many columns are constant.
inline std::size_t Grower::search_lists(const Node &node, std::size_t &last) {
    visits.resize(columns.p + 1);
    const std::size_t constants = draw_columns(node);
    for (std::size_t k = 0; k < visits.size(); ++k) {
        // Nothing is better than two sides of one class each.
        if (!predicts_values(criterion) && !ordered && best.proxy >= 0) break;
        const std::size_t f = visits[k];
        if (brief)
            k += scan_short(node, k) - 1;
        else if (!columns.leveled[f])
            scan(f, lists.data() + f * rows + node.start, node);
        else if (counts_fit)
            scan_counts(f, node, count_levels(f, node));
        else
            scan_levels(f, node, tally(f, node));
    }
    if (!visits.empty()) last = visits.back();
    return constants;
}

// Draw columns of a node as scikit-learn does, known constants too, until as many as are tried were looked at: `look` says whether a column
// is constant. Returns how many are constant, which come first, those that were known in their order.
template <typename Look> inline std::size_t Grower::draw_each(std::size_t known, std::size_t end, std::size_t total, Look look) {
    std::size_t visited = 0, found = 0, drawn = 0;
    Draws next = draws;
    std::size_t *const feature = features.data();
    while (end > total && (visited < limits.features || visited <= found + drawn)) {
        ++visited;
        std::size_t at = drawn + remainder(next(), end - found - drawn);
        if (at < known) {
            ++drawn;
            continue;
        }
        at += found;
        if (look(feature[at], next)) {
            std::swap(feature[at], feature[total]);
            ++found;
            ++total;
        } else {
            --end;
            std::swap(feature[end], feature[at]);
        }
    }
    draws = next;
    std::copy_n(constant.begin(), known, features.begin());
    std::copy(feature + known, feature + total, constant.begin() + static_cast<std::ptrdiff_t>(known));
    return total;
}

// The best split of a node: columns are drawn as scikit-learn draws them, known constants too.
inline Split Grower::search(Node &node) {
    best = Split{};
    if (criterion == Criterion::absolute) rank_rows(node);
    if (!limits.random) prepare_scan(node);
    const std::size_t m = node.end - node.start;
    std::size_t end = width(), total = node.constants, last = columns.p;
    if (columns.pairs)
        end = total = search_pairs(node, last);
    else if (listed && !lacks && chosen.empty())
        end = total = search_lists(node, last);
    node.constants = draw_each(node.constants, end, total, [&](std::size_t f, Draws &next) __attribute__((always_inline)) {
        const std::uint64_t *key = nullptr;
        float low = 0, high = 0;
        std::uint64_t there = 0;
        std::size_t lacking = 0;
        bool constant_here;
        // Nothing is better than two sides of one class each: then it only matters which columns are constant.
        const bool perfect = !predicts_values(criterion) && !ordered && best.proxy >= 0;
        if (limits.random) {
            low = high = columns.rows[order[node.start] * columns.p + f];
            for (std::size_t i = node.start; i < node.end; ++i) {
                const float value = columns.rows[order[i] * columns.p + f];
                seen[i] = value;
                low = std::min(low, value);
                high = std::max(high, value);
            }
            constant_here = high <= low + CLOSE;
        } else if (columns.groups && columns.group[f] != NO_GROUP) {
            const Bin &upper = tally_group(f, node);
            constant_here = upper.rows == 0 || upper.rows == static_cast<double>(m);
            if (!constant_here && may_be_best(upper, node)) there = tally(f, node);
        } else if (columns.leveled[f]) {
            if (!perfect) there = counts_fit ? count_levels(f, node) : tally(f, node);
            constant_here = perfect ? !varies(f, node) : (there & (there - 1)) == 0;
        }
        else if (listed || !perfect) {
            key = fetch(f, node);
            lacking = columns.missing(f, key, m);
            constant_here = lacking ? lacking == m : columns.value(f, key[m - 1]) <= columns.value(f, key[0]) + CLOSE;
        } else if (columns.present[f] < columns.n)
            constant_here = is_constant(f, node);
        else {
            low = high = columns.rows[order[node.start] * columns.p + f];
            for (std::size_t i = node.start + 1; i < node.end && high <= low + CLOSE; ++i) {
                low = std::min(low, columns.rows[order[i] * columns.p + f]);
                high = std::max(high, columns.rows[order[i] * columns.p + f]);
            }
            constant_here = high <= low + CLOSE;
        }
        if (ordered && lacks && key) arrange(f, key, node, lacking);
        if (constant_here) {
            if (there && counts_fit) scan_counts(f, node, there);
            return true;
        }
        last = f;
        if (limits.random) {
            draws = next;
            cut_at_random(f, node, low, high);
            next = draws;
        } else if (perfect)
            return false;
        else if (columns.leveled[f] && counts_fit)
            scan_counts(f, node, there);
        else if (columns.leveled[f])
            scan_levels(f, node, there);
        else if (lacking)
            scan_missing(f, key, node, lacking);
        else
            scan(f, key, node);
        return false;
    });
    Split split = best;
    if (split.found) settle(node, split, last);
    // Keys that contradict the table, by values that are no numbers, could leave a side without rows, and so on for ever.
    split.found = split.found && split.place > 0 && split.place < node.end - node.start;
    return split;
}

}  // namespace foldwise::trees
