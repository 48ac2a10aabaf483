// Columns of many values: all boundaries between the sorted rows of a node, some of them missing, or one drawn at random.
#pragma once

#include "tree_grower.hpp"

namespace foldwise::trees {

// Look at all boundaries of a column, by absolute errors about the medians of both sides.
inline void Grower::scan_absolute(std::size_t f, const std::uint64_t *key, const Node &node) {
    const std::size_t m = node.end - node.start;
    const auto parted = [&](std::size_t i) { return columns.value(f, key[i + 1]) > columns.value(f, key[i]) + CLOSE; };
    fenwick.reset(m);
    for (std::size_t i = m - 1; i > 0; --i) {
        activate(static_cast<std::uint32_t>(row_of(key[i])));
        if (parted(i - 1)) scores[i - 1] = error_about_median();
    }
    fenwick.reset(m);
    std::size_t samples = 0;
    double weight = 0;
    for (std::size_t i = 0; i + 1 < m; ++i) {
        const std::size_t row = row_of(key[i]);
        activate(static_cast<std::uint32_t>(row));
        samples += static_cast<std::size_t>(sample->copies[row]);
        weight += sample->weight[row];
        if (!parted(i) || samples < limits.leaf || node.totals.samples - samples < limits.leaf) continue;
        const double on_right = node.totals.weight - weight;
        if (weight < limits.weight || on_right < limits.weight) continue;
        offer(f, i + 1, proxy_of_errors(error_about_median(), scores[i], weight, on_right), columns.value(f, key[i]),
              columns.value(f, key[i + 1]));
    }
}

// What all columns of a node share.
inline void Grower::prepare_scan(const Node &node) {
    const std::size_t m = node.end - node.start;
    slack = criterion == Criterion::squares ? 1e-12 * node.totals.squares : 1e-13 * node.totals.weight;
    if (criterion == Criterion::poisson) slack = 1e-10 * std::abs(sums_of(node.totals)[0]);
    if (criterion == Criterion::entropy) slack = 1e-10 * node.totals.weight * (1 + std::log(node.totals.weight + 1));
    if (counted)
        for (std::size_t i = 0; i < m; ++i) {
            const std::size_t row = order[node.start + i];
            node_class[i] = columns.codes.empty() ? 0 : static_cast<std::uint8_t>(columns.codes[row]);
            node_weight[i] = sample->weight[row];
        }
    prepare_counts(node);
    ++node_number;
    for (std::size_t i = 0; i < m && (columns.groups || columns.pairs); ++i) {
        const std::size_t row = order[node.start + i];
        node_rows[i] = Bin{weighted_targets[row], node_weight[i], 1.0, 0.0};
    }
    if (!sample->unit || criterion == Criterion::entropy || !sorted) return;
    if (brief)
        SIMD_PICK(fill_short)(columns.inverse.data(), m, sums_of(node.totals)[1], brief_expected.data(), brief_scale.data());
    if (criterion != Criterion::gini || columns.classes != 2)
        SIMD_PICK(fill_inverses)(columns.inverse.data(), m, first_side.data(), second_side.data());
}

inline void Grower::sort_keys(std::uint64_t *keys, std::size_t m) {
    if (m <= 40) {
        for (std::size_t i = 1; i < m; ++i) {
            const std::uint64_t one = keys[i];
            std::size_t at = i;
            for (; at > 0 && keys[at - 1] > one; --at) keys[at] = keys[at - 1];
            keys[at] = one;
        }
        return;
    }
    const auto bits = static_cast<unsigned>(std::bit_width(columns.n));
    const unsigned passes = m < 1000 ? (bits + 7) / 8 : (bits + 10) / 11, digit = (bits + passes - 1) / passes;
    const std::uint64_t mask = (std::uint64_t{1} << digit) - 1;
    std::uint64_t *from = keys, *to = aside.data();
    for (unsigned pass = 0; pass < passes; ++pass) {
        const unsigned shift = 32 + pass * digit;
        bins.assign(mask + 2, 0);
        for (std::size_t i = 0; i < m; ++i) bins[((from[i] >> shift) & mask) + 1] += 1;
        for (std::size_t d = 1; d <= mask; ++d) bins[d] += bins[d - 1];
        for (std::size_t i = 0; i < m; ++i) to[bins[(from[i] >> shift) & mask]++] = from[i];
        std::swap(from, to);
    }
    if (from != keys) std::memcpy(keys, from, m * sizeof(std::uint64_t));
}

// The keys of a node in the order of a column.
inline const std::uint64_t *Grower::fetch(std::size_t f, const Node &node) {
    if (listed) return lists.data() + f * rows + node.start;
    const std::size_t m = node.end - node.start, n = columns.n;
    if (node.start == 0 && node.end == rows && 4 * m > n) {  // the root: most rows are there
        const std::uint64_t *from = columns.keys.data() + f * n;
        std::size_t count = 0;
        for (std::size_t i = 0; i < n && count < m; ++i) {
            scratch[count] = from[i];
            count += sample->copies[row_of(from[i])] > 0;
        }
        return scratch.data();
    }
    const std::uint64_t *from = columns.keys_of_rows.data() + f * n;
    for (std::size_t i = 0; i < m; ++i) scratch[i] = from[order[node.start + i]];
    sort_keys(scratch.data(), m);
    return scratch.data();
}

// Sums of the rows up to each place.
inline void Grower::sum_up(const std::uint64_t *key, std::size_t m, const Totals &totals) {
    if (predicts_values(criterion)) {
        double sum = 0, weight = 0;
        for (std::size_t i = 0; i + 1 < m; ++i) {
            const std::size_t row = row_of(key[i]);
            sum += weighted_targets[row];
            if (!sample->unit) weights[i] = weight += sample->weight[row];
            sums[i] = sum;
        }
        return;
    }
    if (sample->unit && columns.classes == 2) return;  // counted where boundaries are scored
    if (columns.classes == 2 && !sample->small.empty()) {
        std::uint32_t all = 0, second = 0;
        const std::uint8_t *heavy = sample->small.data();
        for (std::size_t i = 0; i + 1 < m; ++i) {
            const std::uint32_t one = heavy[row_of(key[i])];
            all += one;
            second += one & (0U - static_cast<std::uint32_t>(key[i] & 1));
            weights[i] = all;
            sums[i] = second;
        }
        return;
    }
    double squares = 0, product = 0, weight = 0;
    std::fill(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(columns.classes), 0.0);
    double *mine = counts.data();
    const double *all = sums_of(totals);
    if (sample->unit)
        for (std::size_t i = 0; i + 1 < m; ++i) {
            const std::size_t c = class_of(key[i]);
            squares += 2 * mine[c] + 1;
            product += all[c];
            mine[c] += 1;
            sums[i] = squares;
            products[i] = product;
        }
    else
        for (std::size_t i = 0; i + 1 < m; ++i) {
            const std::size_t c = class_of(key[i]);
            const double heavy = sample->weight[row_of(key[i])];
            squares += heavy * (2 * mine[c] + heavy);
            product += heavy * all[c];
            mine[c] += heavy;
            sums[i] = squares;
            products[i] = product;
            weights[i] = weight += heavy;
        }
}

// Strike out boundaries that leave too little on a side, or lie between values that are equal to scikit-learn.
inline void Grower::strike_out(std::size_t f, const std::uint64_t *key, const Node &node, std::size_t first, std::size_t last,
                               double &most) {
    const bool close = columns.close[f], copies = sample->repeated && limits.leaf > 1, heavy = limits.weight > 0;
    std::size_t samples = 0;
    double weight = 0;
    most = NEVER;
    for (std::size_t i = 0; i < last; ++i) {
        samples += static_cast<std::size_t>(sample->copies[row_of(key[i])]);
        weight += sample->weight[row_of(key[i])];
        if (i < first) continue;
        const bool equal = close && columns.value(f, key[i + 1]) <= columns.value(f, key[i]) + CLOSE;
        const bool few = copies && (samples < limits.leaf || node.totals.samples - samples < limits.leaf);
        const bool light = heavy && (weight < limits.weight || node.totals.weight - weight < limits.weight);
        if (equal || few || light) scores[i] = NEVER;
        most = std::max(most, scores[i]);
    }
}

// Where values are equal, add the rows up again as scikit-learn does: from the boundary before, or back from the end where that
// is nearer.
inline void Grower::retrace(std::size_t f, const std::uint64_t *key, const Node &node, std::size_t first, std::size_t last) {
    bool equal = sample->repeated;
    for (std::size_t i = 0; i < last && !equal; ++i) equal = !differs_here(key + i);
    if (!equal) return;
    const std::size_t m = node.end - node.start, end = node.totals.samples;
    double sum = 0, weight = 0;
    std::size_t from = 0, at = 0, passed = 0;  // place, and samples before it
    const auto move = [&](std::size_t i, double sign) {
        const std::size_t row = row_of(key[i]);
        const auto times = static_cast<std::size_t>(sample->copies[row]);
        const double heavy = sample->weight[row] / static_cast<double>(times), value = heavy * targets[row];
        for (std::size_t c = 0; c < times; ++c) sum += sign * value, weight += sign * heavy;
    };
    for (std::size_t i = 0; i < last; ++i) {
        passed += static_cast<std::size_t>(sample->copies[row_of(key[i])]);
        if (i < first || columns.value(f, key[i + 1]) <= columns.value(f, key[i]) + CLOSE) continue;
        if (passed < limits.leaf || end - passed < limits.leaf) continue;
        if (passed - at <= end - passed)
            for (std::size_t k = from; k <= i; ++k) move(k, 1.0);
        else {
            sum = sums_of(node.totals)[0], weight = node.totals.weight;
            for (std::size_t k = m; k-- > i + 1;) move(k, -1.0);
        }
        from = i + 1, at = passed;
        sums[i] = sum, weights[i] = weight;
    }
}

// Look at all boundaries of a column, and keep the best where it beats what was found before.
inline void Grower::scan(std::size_t f, const std::uint64_t *key, const Node &node) {
    const std::size_t m = node.end - node.start, least = sample->repeated ? 1 : std::max<std::size_t>(1, limits.leaf);
    if (m < 2 * least) return;
    if (criterion == Criterion::absolute) return scan_absolute(f, key, node);
    const std::size_t first = least - 1, last = m - least;
    const Totals &totals = node.totals;
    double most = NEVER;
    const bool by_class = criterion == Criterion::entropy || (criterion == Criterion::gini && !sample->whole);
    if (criterion == Criterion::entropy) {
        for (std::size_t i = 0; i < last; ++i) {
            const double proxy = recount(key, i, i + 1, totals);
            scores[i] = i >= first && place_of(key[i]) != place_of(key[i + 1]) ? proxy : NEVER;
            most = std::max(most, scores[i]);
        }
    } else {
        sum_up(key, m, totals);
        const double *all = sums_of(totals);
        double whole = 0;
        for (std::size_t c = 0; c < columns.classes; ++c) whole += all[c] * all[c];
        double *out = scores.data();
        if (criterion == Criterion::poisson)
            for (std::size_t i = first; i < last; ++i) {
                const double on_left = sample->unit ? static_cast<double>(i + 1) : weights[i];
                out[i] = differs_here(key + i) ? proxy_of_sums(sums[i], on_left, totals) : NEVER;
                most = std::max(most, out[i]);
            }
        else if (criterion == Criterion::squares)
            most = sample->unit ? SIMD_PICK(score_sums)(key, sums.data(), all[0], first_side.data(), second_side.data(),
                                                        first, last, out)
                                : SIMD_PICK(score_weighted_sums)(key, sums.data(), all[0], weights.data(), totals.weight,
                                                                 first, last, out);
        else if (columns.classes == 2 && !sample->unit && !sample->small.empty())
            most = SIMD_PICK(score_weighted_pairs)(key, sums.data(), all[1] / totals.weight, weights.data(), totals.weight, first,
                                                   last, out);
        else if (!sample->unit)
            most = SIMD_PICK(score_weighted_squares)(key, sums.data(), products.data(), whole, weights.data(), totals.weight,
                                                     first, last, out);
        else if (columns.classes == 2)
            most = SIMD_PICK(score_two_classes)(key, columns.inverse.data(), m, all[1], first, last, out);
        else
            most = SIMD_PICK(score_squares)(key, sums.data(), products.data(), whole, first_side.data(), second_side.data(),
                                            first, last, out);
    }
    if ((sample->repeated && limits.leaf > 1) || limits.weight > 0) strike_out(f, key, node, first, last, most);
    if (!(most >= best.score - slack) || most == NEVER) return;
    const auto next = SIMD_PICK(next_reaching);
    double least_score = std::max(most, best.score) - slack;
    if (columns.close[f]) {  // seldom is one of the best boundaries between values that are equal to scikit-learn
        bool equal = false;
        for (std::size_t i = next(scores.data(), first, last, least_score); i < last && !equal;
             i = next(scores.data(), i + 1, last, least_score))
            equal = columns.value(f, key[i + 1]) <= columns.value(f, key[i]) + CLOSE;
        if (equal) strike_out(f, key, node, first, last, most);
        if (!(most >= best.score - slack) || most == NEVER) return;
        least_score = std::max(most, best.score) - slack;
    }
    if (predicts_values(criterion)) retrace(f, key, node, first, last);
    const bool pairs = criterion == Criterion::gini && columns.classes == 2 && sample->unit;
    std::size_t counted_to = 0, second = 0;
    for (std::size_t i = next(scores.data(), first, last, least_score); i < last;
         i = next(scores.data(), i + 1, last, least_score)) {
        if (pairs) second += SIMD_PICK(count_second)(key + counted_to, i + 1 - counted_to);
        const double proxy = by_class ? recount(key, counted_to, i + 1, totals) : proxy_at(i, node, second);
        counted_to = i + 1;
        offer(f, i + 1, proxy, columns.value(f, key[i]), columns.value(f, key[i + 1]));
    }
    best.score = std::max(best.score, most);
}

// The same where rows of the node have no value: first with these on the right of every boundary, and on their own, then on the left.
inline void Grower::scan_missing(std::size_t f, const std::uint64_t *key, const Node &node, std::size_t missing) {
    const std::size_t m = node.end - node.start, there = m - missing, classes = columns.classes;
    const bool values = predicts_values(criterion);
    double *left = counts.data(), weight = 0;
    const double *all = sums_of(node.totals);
    const auto add = [&](std::size_t row, double sign) {
        if (values)
            left[0] += sign * weighted_targets[row];
        else
            left[static_cast<std::size_t>(columns.codes[row])] += sign * sample->weight[row];
        weight += sign * sample->weight[row];
    };
    for (const bool on_left : {false, true}) {
        const std::size_t first = on_left ? missing : 0;  // place of the smallest value
        const auto row_at = [&](std::size_t at) {
            if (at >= first && at < first + there) return row_of(key[at - first]);
            const std::size_t i = on_left ? at : at - there;
            return ordered ? std::size_t{order[node.start + i]} : row_of(key[there + i]);
        };
        std::fill(left, left + classes, 0.0);
        weight = 0;
        std::size_t samples = 0, counted_to = 0, added_to = 0;
        for (std::size_t i = 0; i < there; ++i) {
            const bool last = i + 1 == there;
            if (last && on_left) break;
            const float below = columns.value(f, key[i]), above = last ? below : columns.value(f, key[i + 1]);
            if (!last && above <= below + CLOSE) continue;
            const std::size_t place = first + i + 1;
            for (; counted_to < place; ++counted_to) samples += static_cast<std::size_t>(sample->copies[row_at(counted_to)]);
            if (samples < limits.leaf || node.totals.samples - samples < limits.leaf) continue;
            // scikit-learn adds from where it was, or subtracts from the end, whichever is nearer: rounding decides ties.
            if (place - added_to <= m - place)
                for (std::size_t at = added_to; at < place; ++at) add(row_at(at), 1.0);
            else {
                std::copy(all, all + classes, left);
                weight = node.totals.weight;
                for (std::size_t at = m; at-- > place;) add(row_at(at), -1.0);
            }
            added_to = place;
            if (weight < limits.weight || node.totals.weight - weight < limits.weight) continue;
            const double proxy = values ? proxy_of_sums(left[0], weight, node.totals) : proxy_of(left, weight, node.totals);
            if (!(proxy > best.proxy)) continue;
            offer(f, place, proxy, below, above);
            if (last) best.threshold = std::numeric_limits<double>::infinity();
            best.missing = missing;
            best.missing_left = on_left;
            best.score = std::max(best.score, score_of(proxy, node.totals));
        }
    }
}

// Whether a column that may lack values is constant in a node: no row has one, or all have the same.
inline bool Grower::is_constant(std::size_t f, const Node &node) const {
    float low = 0, high = 0;
    std::size_t seen_values = 0;
    for (std::size_t i = node.start; i < node.end; ++i) {
        const float value = columns.rows[order[i] * columns.p + f];
        if (std::isnan(value)) continue;
        low = seen_values ? std::min(low, value) : value;
        high = seen_values ? std::max(high, value) : value;
        ++seen_values;
    }
    return seen_values == 0 || (seen_values == node.end - node.start && high <= low + CLOSE);
}

// Keep a split between two values where it is better than the best so far.
inline void Grower::offer(std::size_t f, std::size_t place, double proxy, float below, float above) {
    if (!(proxy > best.proxy)) return;
    best.proxy = proxy;
    best.found = true;
    best.feature = f;
    best.place = place;
    best.threshold = below / 2.0 + above / 2.0;
    best.missing = 0;
    best.missing_left = false;
}

// Whether a column of many values has the rows of a tiny node in an order, and with equal values, that another one had before.
inline bool Grower::seen_order(std::size_t f, const std::uint64_t *key, const Node &node) {
    if (columns.close[f]) return false;
    const std::size_t m = node.end - node.start;
    std::size_t code = 0;
    for (std::size_t i = 0; i + 1 < m; ++i) {
        std::size_t at = 0;
        while (order[node.start + at] != row_of(key[i])) ++at;
        code = code * 8 + at * 2 + differs_here(key + i);
    }
    return std::exchange(order_done[code], std::uint8_t{1}) != 0;
}

// Draw a cut of a column between its ends, and keep it where it is better than the best so far.
inline void Grower::cut_at_random(std::size_t f, const Node &node, float low, float high) {
    double threshold = draws.uniform(low, high);
    if (threshold == static_cast<double>(high)) threshold = low;
    std::size_t from = node.start, to = node.end;
    while (from < to) {
        if (static_cast<double>(seen[from]) <= threshold)
            ++from;
        else {
            --to;
            std::swap(seen[from], seen[to]);
            std::swap(order[from], order[to]);
        }
    }
    std::size_t samples = 0;
    for (std::size_t i = node.start; i < from; ++i) samples += static_cast<std::size_t>(sample->copies[order[i]]);
    if (samples < limits.leaf || node.totals.samples - samples < limits.leaf) return;
    const double weight = sum_left(node, from), *left = counts.data();
    const double on_right = node.totals.weight - weight;
    if (weight < limits.weight || on_right < limits.weight) return;
    double proxy;
    if (criterion == Criterion::absolute)
        proxy = proxy_of_errors(absolute_errors(node, node.start, from, false), absolute_errors(node, from, node.end, true), weight, on_right);
    else
        proxy = predicts_values(criterion) ? proxy_of_sums(left[0], weight, node.totals) : proxy_of(left, weight, node.totals);
    if (!(proxy > best.proxy)) return;
    best.proxy = proxy;
    best.found = true;
    best.feature = f;
    best.place = from - node.start;
    best.threshold = threshold;
}

// Look at columns of short keys, from the one at a place on, until one may part the classes; returns how many. Their scores in four
// bytes say which may be the best: only these are computed as scikit-learn does.
inline std::size_t Grower::scan_short(const Node &node, std::size_t from) {
    const std::size_t m = node.end - node.start, count = visits.size() - from;
    const auto light = static_cast<std::size_t>(std::ceil(std::clamp(limits.weight, 1.0, static_cast<double>(m))));
    const std::size_t least = std::max(light, limits.leaf);  // rows of a side
    if (m < 2 * least) return count;
    const double second = sums_of(node.totals)[1], rounding = 1e-6 * static_cast<double>(m);
    const Screen by{briefs.data() + node.start, rows, least - 1, m - least, brief_expected.data(), brief_scale.data(),
                    static_cast<float>(second - second * second / node.totals.weight - rounding)};
    const std::size_t looked = SIMD_PICK(score_short)(by, visits.data() + from, count, peaks.data());
    double most = best.score;
    for (std::size_t k = 0; k < looked; ++k)  // the best boundary may be between values that are equal to scikit-learn
        if (!columns.close[visits[from + k]]) most = std::max<double>(most, peaks[k]);
    for (std::size_t k = 0; k < looked; ++k)
        if (peaks[k] >= 0 && peaks[k] >= most - 2 * rounding) scan(visits[from + k], widen(visits[from + k], node), node);
    return looked;
}

// The keys of a node in the order of a column, from its short ones.
inline const std::uint64_t *Grower::widen(std::size_t f, const Node &node) {
    const std::uint32_t *from = briefs.data() + f * rows + node.start;
    for (std::size_t i = 0; i < node.end - node.start; ++i)
        scratch[i] = static_cast<std::uint64_t>(from[i] >> 20) << 32 | (from[i] & 0xFFFFF);
    return scratch.data();
}

}  // namespace foldwise::trees
