"""From a tree to rules: paths made shorter, chosen for each class by description length, and put in order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.learners.c45.rules import Condition, RuleSet, TreeRule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from foldwise.arrays import Floats, Mask
    from foldwise.learners.c45.nodes import NodeTest, TreeNode
    from foldwise.learners.rows import TrainingRows

__all__ = ["make_rules"]

THEORY = 0.5
"""What a bit of a rule weighs against a bit of an exception: there are many ways to write the same rules; Quinlan's."""


def make_rules(root: TreeNode, rows: TrainingRows, *, confidence: float = 0.25) -> RuleSet:
    """Turn a tree into an ordered set of rules.

    1. Each path to a leaf is a rule. Conditions are dropped, the one first without which fewest errors are expected, as long
       as no more are expected than with it.
    2. For each class, rules are removed as long as that shortens the description of the rules and of their exceptions.
    3. The class whose rules are least often wrong comes first, then the next on the rows that are left.
    4. The default is the class most frequent among rows that no rule covers.

    Parameters
    ----------
    root
        The tree, best as it was grown.
    rows
        Its training rows.
    confidence
        Confidence factor of the errors that are expected.
    """
    making = _Making(rows, confidence, {})
    kept = [making.chosen(label, making.general_rules(root, label)) for label in range(rows.classes.size)]
    ordered = list(making.ordered([rules for rules in kept if rules]))
    return RuleSet(tuple(ordered), making.default(ordered), rows.classes, rows.encoding)


@final
@dataclass(frozen=True, eq=False)
class _Making:
    rows: TrainingRows
    confidence: float
    held: dict[Condition, Mask]

    def covered(self, conditions: Iterable[Condition]) -> Mask:
        """Training rows that fulfil all conditions."""
        found = np.ones(len(self.rows.codes), dtype=bool)
        for condition in conditions:
            if condition not in self.held:
                self.held[condition] = condition.holds(self.rows.matrix)
            found &= self.held[condition]
        return found

    def counted(self, conditions: tuple[Condition, ...], label: int) -> TreeRule:
        """Make a rule with what it covers."""
        covered = self.covered(conditions)
        cases = self.rows.weights[covered].sum()
        right = self.rows.weights[covered & (self.rows.codes == label)].sum()
        return TreeRule(conditions, label, float(cases), float(cases - right))

    def general_rules(self, root: TreeNode, label: int) -> list[TreeRule]:
        """Rules of a class without the conditions they do not need, each once."""
        rules = {
            frozenset(rule.conditions): rule
            for path, leaf in _paths(root)
            if leaf.label == label and leaf.cases > 0
            for rule in [self.generalised(self.counted(_tightest(path), label))]
            if rule.conditions
        }
        return sorted(rules.values(), key=lambda rule: rule.error_rate(self.confidence))

    def generalised(self, rule: TreeRule) -> TreeRule:
        """Drop conditions as long as no more errors are expected."""
        while rule.conditions:
            shorter = [
                self.counted(rule.conditions[:at] + rule.conditions[at + 1 :], rule.label)
                for at in range(len(rule.conditions))
            ]
            rates = np.round([other.error_rate(self.confidence) for other in shorter], 12)
            if rates.min() > rule.error_rate(self.confidence) + 1e-12:
                break
            rule = shorter[int(rates.argmin())]
        return rule

    def chosen(self, label: int, rules: list[TreeRule]) -> list[TreeRule]:
        """Remove rules as long as the description gets shorter."""
        if not rules:
            return []
        cover = np.array([self.covered(rule.conditions) for rule in rules])
        theory = np.array([self.bits(rule) for rule in rules])
        own, weights = self.rows.codes == label, self.rows.weights
        inside = np.ones(len(rules), dtype=bool)
        while True:
            times = cover[inside].sum(axis=0)
            alone = cover & (times == 1) & inside[:, None]
            lost, lost_own = alone @ weights, alone @ (weights * own)
            total, right = weights[times > 0].sum(), weights[(times > 0) & own].sum()
            now = _exception_bits(weights.sum(), weights[own].sum(), total, right)
            then = _exception_bits(weights.sum(), weights[own].sum(), total - lost, right - lost_own)
            saved = np.where(inside, THEORY * theory + now - then, -np.inf)
            worst = int(saved.argmax())
            if saved[worst] <= 1e-9:
                return [rule for rule, kept in zip(rules, inside, strict=True) if kept]
            inside[worst] = False

    def bits(self, rule: TreeRule) -> float:
        """Length of a rule: which columns, which cut or levels of each, their order of no matter."""
        lengths = [
            np.log2(max(self.rows.matrix.shape[1], 2)) + self.outcomes(condition) for condition in rule.conditions
        ]
        return float(sum(lengths) - np.log2(np.arange(1, len(lengths) + 1)).sum())

    def outcomes(self, condition: Condition) -> float:
        """Bits that tell a condition from others on its column."""
        levels = self.rows.encoding.levels[condition.column]
        if levels is None:
            return float(1 + np.log2(max(np.unique(self.rows.matrix[:, condition.column]).size - 1, 1)))
        return float(np.log2(max(len(levels), 1))) if len(condition.levels) == 1 else float(len(levels))

    def ordered(self, groups: list[list[TreeRule]]) -> Iterator[TreeRule]:
        """The class first whose rules are wrong about the fewest rows that are left."""
        left = np.ones(len(self.rows.codes), dtype=bool)
        waiting = list(groups)
        while waiting:
            covers = [np.any([self.covered(rule.conditions) for rule in rules], axis=0) & left for rules in waiting]
            wrong = [
                self.rows.weights[cover & (self.rows.codes != rules[0].label)].sum()
                for cover, rules in zip(covers, waiting, strict=True)
            ]
            first = int(np.argmin(np.round(wrong, 9)))
            yield from waiting.pop(first)
            left &= ~covers[first]

    def default(self, rules: list[TreeRule]) -> int:
        """Most frequent class of the rows that no rule covers; of all rows, where every row is covered."""
        left = np.ones(len(self.rows.codes), dtype=bool)
        for rule in rules:
            left &= ~self.covered(rule.conditions)
        counts = np.bincount(self.rows.codes[left], self.rows.weights[left], self.rows.classes.size)
        every = self.rows.class_weights
        return int(np.lexsort((-np.arange(every.size), every, np.round(counts, 9)))[-1])


def _paths(node: TreeNode, above: tuple[Condition, ...] = ()) -> Iterator[tuple[tuple[Condition, ...], TreeNode]]:
    """Conditions on the way to each leaf."""
    if node.test is None:
        yield above, node
        return
    for place, branch in enumerate(node.branches):
        yield from _paths(branch, (*above, _condition(node.test, place)))


def _condition(test: NodeTest, branch: int) -> Condition:
    if test.branch_of_level is not None:
        return Condition(test.column, levels=frozenset(np.flatnonzero(test.branch_of_level == branch).tolist()))
    return Condition(test.column, low=test.threshold) if branch else Condition(test.column, high=test.threshold)


def _tightest(path: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """One lower and one upper bound for a number, one set of levels for a category."""
    kept: dict[tuple[int, bool], Condition] = {}
    for one in path:
        key = one.column, one.high < np.inf
        other = kept.get(key, one)
        levels = one.levels & other.levels
        kept[key] = replace(one, low=max(one.low, other.low), high=min(one.high, other.high), levels=levels)
    return tuple(kept.values())


def _exception_bits(cases: float, own: float, covered: Floats, right: Floats) -> Floats:
    """Bits that say which covered rows are of other classes, and which rows of the class are not covered."""
    return np.asarray(_choice_bits(covered, covered - right) + _choice_bits(cases - covered, own - right))


def _choice_bits(among: Floats, chosen: Floats) -> Floats:
    """Logarithm of the number of ways to choose; weights need not be whole."""
    from scipy.special import gammaln

    chosen = np.clip(chosen, 0, among)
    ways = gammaln(np.maximum(among, 0) + 1) - gammaln(chosen + 1) - gammaln(np.maximum(among - chosen, 0) + 1)
    return np.asarray(ways / np.log(2))
