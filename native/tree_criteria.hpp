// How good a split is: impurities, and the quick measures that order splits as these do, added up as scikit-learn adds them.
#pragma once

#include "tree_grower.hpp"

namespace foldwise::trees {

inline void Grower::total(const Node &node, Totals &totals) {
    totals = Totals{keep(), 0, 0, 0};
    double *to = kept.data() + totals.at;
    for (std::size_t i = node.start; i < node.end; ++i) {
        const std::size_t row = order[i];
        const double weight = sample->weight[row];
        if (predicts_values(criterion)) {
            const double weighted = weight * targets[row];
            to[0] += weighted;
            totals.squares += weighted * targets[row];
        } else
            to[static_cast<std::size_t>(columns.codes[row])] += weight;
        totals.weight += weight;
        totals.samples += static_cast<std::size_t>(sample->copies[row]);
    }
    if (criterion != Criterion::absolute) return;
    rank_rows(node);
    totals.squares = absolute_errors(node, node.start, node.end, true);
    kept[totals.at] = median;
}

// Ranks of the rows of a node by their values.
inline void Grower::rank_rows(const Node &node) {
    const std::size_t m = node.end - node.start;
    ranked.assign(order.begin() + static_cast<std::ptrdiff_t>(node.start), order.begin() + static_cast<std::ptrdiff_t>(node.end));
    std::sort(ranked.begin(), ranked.end(), [&](std::uint32_t a, std::uint32_t b) { return targets[a] < targets[b]; });
    ranks.resize(columns.n);
    for (std::size_t i = 0; i < m; ++i) ranks[ranked[i]] = static_cast<std::uint32_t>(i);
}

// Sum of the absolute errors of the rows from place `from` to before `to`, added from the first or from the last on, about their
// median, which is left in `median`.
inline double Grower::absolute_errors(const Node &node, std::size_t from, std::size_t to, bool backward) {
    fenwick.reset(node.end - node.start);
    for (std::size_t i = from; i < to; ++i) activate(order[backward ? to - 1 - (i - from) : i]);
    return error_about_median();
}

inline double Grower::error_about_median() {
    if (ranked.empty()) return median = std::numeric_limits<double>::quiet_NaN();
    Fenwick::Place at = fenwick.search(0.5 * fenwick.total_weight);
    at.rank = std::min(at.rank, ranked.size() - 1);  // nothing is behind the last one, should all weights be zero
    at.before = std::min(at.before, at.rank);
    const double here = targets[ranked[at.rank]];
    median = at.rank == at.before ? here : (targets[ranked[at.before]] + here) / 2;
    const double on_right = fenwick.total_weight - at.weight, right = fenwick.total_value - at.value;
    return (right - median * on_right) + (median * at.weight - at.value);
}

inline double Grower::impurity(const double *by_class, double weight, double squares) const {
    if (criterion == Criterion::squares) {
        const double mean = by_class[0] / weight;
        return squares / weight - mean * mean;
    }
    if (criterion == Criterion::absolute) return squares / weight;
    double sum = 0;
    if (criterion == Criterion::gini) {
        for (std::size_t c = 0; c < columns.classes; ++c) sum += by_class[c] * by_class[c];
        return gini(sum, weight);
    }
    for (std::size_t c = 0; c < columns.classes; ++c)
        if (by_class[c] > 0.0) {
            const double share = by_class[c] / weight;
            sum -= share * (std::log(share) / std::log(2.0));
        }
    return sum;
}

// scikit-learn's measure of a split, by whole-number sums or sums of the target. Rows of weight 1 of the second of two classes are
// `counted_second` up to it.
inline double Grower::proxy_at(std::size_t i, const Node &node, std::size_t counted_second) const {
    const double heavy = node.totals.weight;
    const double on_left = sample->unit ? static_cast<double>(i + 1) : weights[i], on_right = heavy - on_left;
    if (predicts_values(criterion)) return proxy_of_sums(sums[i], on_left, node.totals);
    const double *all = sums_of(node.totals);
    double mine, others;
    if (columns.classes == 2 && (sample->unit || !sample->small.empty())) {
        const double second = sample->unit ? static_cast<double>(counted_second) : sums[i], first = on_left - second;
        const double second_right = all[1] - second, first_right = all[0] - first;
        mine = first * first + second * second;
        others = first_right * first_right + second_right * second_right;
    } else {
        mine = sums[i];
        double whole = 0;
        for (std::size_t c = 0; c < columns.classes; ++c) whole += all[c] * all[c];
        others = whole - 2 * products[i] + mine;
    }
    return -on_right * gini(others, on_right) - on_left * gini(mine, on_left);
}

// The same from the sum of the target and the weight on the left.
inline double Grower::proxy_of_sums(double left, double on_left, const Totals &totals) const {
    const double right = sums_of(totals)[0] - left, on_right = totals.weight - on_left;
    if (criterion != Criterion::poisson) return left * left / on_left + right * right / on_right;
    if (left <= 10 * EPSILON || right <= 10 * EPSILON) return NEVER;  // no mean may be zero
    const auto bits = [](double number) { return std::log(number) / std::log(2.0); };
    return left * bits(left / on_left) + right * bits(right / on_right);
}

// The same from the weights of the classes on the left.
inline double Grower::proxy_of(const double *left, double on_left, const Totals &totals) const {
    const double on_right = totals.weight - on_left, *all = sums_of(totals);
    double mine = 0, others = 0;
    if (criterion == Criterion::gini) {
        for (std::size_t c = 0; c < columns.classes; ++c) {
            const double right = all[c] - left[c];
            mine += left[c] * left[c];
            others += right * right;
        }
        return -on_right * gini(others, on_right) - on_left * gini(mine, on_left);
    }
    for (std::size_t c = 0; c < columns.classes; ++c) {
        const double right = all[c] - left[c];
        if (left[c] > 0.0) {
            const double share = left[c] / on_left;
            mine -= share * (std::log(share) / std::log(2.0));
        }
        if (right > 0.0) {
            const double share = right / on_right;
            others -= share * (std::log(share) / std::log(2.0));
        }
    }
    return -on_right * others - on_left * mine;
}

// Take rows from place `from` to before `to` to the left, class by class, and give the measure of the split behind them.
inline double Grower::recount(const std::uint64_t *key, std::size_t from, std::size_t to, const Totals &totals) {
    double *left = counts.data() + columns.classes;
    if (from == 0) std::fill(left, left + columns.classes, 0.0), products[0] = 0;
    double weight = products[0];
    for (std::size_t i = from; i < to; ++i) {
        const double heavy = sample->weight[row_of(key[i])];
        left[class_of(key[i])] += heavy;
        weight += heavy;
    }
    products[0] = weight;
    return proxy_of(left, weight, totals);
}

// The quick measure of a split that belongs to scikit-learn's.
inline double Grower::score_of(double proxy, const Totals &totals) const {
    if (criterion != Criterion::gini) return proxy;
    if (columns.classes != 2 || (!sample->unit && sample->small.empty())) return totals.weight + proxy;
    const double second = sums_of(totals)[1];
    return second - second * second / totals.weight + proxy / 2;
}

// Half the Poisson deviance of rows from place `from` to before `to`, per unit of weight.
inline double Grower::deviance(std::size_t from, std::size_t to, double sum, double weight) const {
    if (sum <= 10 * EPSILON) return std::numeric_limits<double>::infinity();
    const double mean = sum / weight;
    double found = 0;
    for (std::size_t i = from; i < to; ++i) {
        const double value = targets[order[i]];
        if (value != 0) found += sample->weight[order[i]] * (value * std::log(value / mean));
    }
    return found / weight;
}

}  // namespace foldwise::trees
