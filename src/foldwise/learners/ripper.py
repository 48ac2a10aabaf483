"""RIPPER: rules for one class after another, grown, cut back, and made anew where that tells the rows in fewer bits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from numbers import Integral, Real
from typing import TYPE_CHECKING, Self, final

import numpy as np
from sklearn.utils import check_random_state

from foldwise.errors import InputError
from foldwise.learners.c45.rules import RuleSet, TreeRule
from foldwise.learners.rows import allow_texts, training_rows
from foldwise.learners.rule_classifier import RuleClassifier
from foldwise.learners.rule_growing import GrowingRows, covers, net_share, pruned
from foldwise.learners.rule_lengths import RuleLengths, count_conditions

if TYPE_CHECKING:
    from foldwise.arrays import Mask
    from foldwise.learners.rows import TrainingRows
    from foldwise.learners.rule_growing import Conditions
    from foldwise.typing import Given

__all__ = ["Ripper"]

SURPLUS = 64.0
"""Bits by which a set of rules may be longer than the shortest so far before no rule is added."""


class Ripper(RuleClassifier):
    """Cohen's RIPPER for tables with numbers, categories and missing values; readable rules, the rarest class first.

    For each class but the most frequent: rules are grown on two thirds of the rows by FOIL's gain of information, condition
    by condition, and cut back on the other third by (p - n)/(p + n), until the rules and the rows they get wrong take 64 bits
    more than they did at best, or a rule is wrong as often as right. Then each rule is held against one grown anew and one
    grown further, both cut back by the error of all rules, and the shortest description stays; rows of the class that are
    left get further rules. Rows that no rule covers are of the most frequent class.

    Parameters
    ----------
    optimizations
        How often all rules are made anew.
    min_cases
        Least weight of the rows that a condition keeps.
    default_class
        Whether a row that no rule covers gets the most frequent class; else the most frequent class has rules too, and such
        a row is predicted as None, which foldwise counts as unclassified, and `score` as an error.
    categorical_features
        Columns whose numbers are categories: names, places, or a mask.
    random_state
        Seed of the thirds.

    Attributes
    ----------
    rules_
        The rules in order, the first that covers a row decides; with the training rows that come to each, and its errors.

    References
    ----------
    cohen1995; quinlan1993.

    Examples
    --------
    >>> import foldwise
    >>> iris = foldwise.sample("iris")
    >>> print(Ripper(random_state=0).fit(iris.X, iris.target).to_text())
    if petal_length <= 2.45 then setosa (50.0)
    ...
    otherwise virginica
    """

    def __init__(
        self,
        optimizations: int = 2,
        *,
        min_cases: float = 2,
        default_class: bool = True,
        categorical_features: Given = None,
        random_state: Given = None,
    ) -> None:
        self.optimizations = optimizations
        self.min_cases = min_cases
        self.default_class = default_class
        self.categorical_features = categorical_features
        self.random_state = random_state

    def fit(self, X: Given, y: Given, sample_weight: Given = None) -> Self:
        """Learn rules for one class after another.

        Parameters
        ----------
        X
            Features (n, p): a dataframe, or an array of numbers or of objects.
        y
            Class labels (n,).
        sample_weight
            Weight of each row.
        """
        passes, least = self._checked()
        rows = training_rows(self, X, y, sample_weight=sample_weight, categorical=self.categorical_features)
        self.classes_, self.encoding_, self.training_ = rows.classes, rows.encoding, rows
        growing, rng = GrowingRows(rows, least), check_random_state(self.random_state)
        order = np.argsort(rows.class_weights, kind="stable").tolist()
        left = np.ones(rows.codes.size, dtype=bool)
        found: list[TreeRule] = []
        for label in order[:-1] if self.default_class else order:
            # What rules of all other classes leave is nearly all of the last class: its rules are learned from all rows.
            seen = left.copy() if label != order[-1] else np.ones_like(left)
            for conditions in _OneClass(growing, rows.codes == label, seen, rng).learned(passes):
                rule = _counted(TreeRule(conditions, label), rows, left)
                found.append(rule)
                left &= ~rule.covers(rows.matrix)
        self.rules_ = RuleSet(tuple(found), order[-1] if self.default_class else -1, rows.classes, rows.encoding)
        return self

    def _checked(self) -> tuple[int, float]:
        passes: Given = self.optimizations
        least: Given = self.min_cases
        if isinstance(passes, bool) or not isinstance(passes, Integral) or int(passes) < 0:
            message = f"optimizations is a whole number from 0, not {passes!r}"
            raise InputError(message, hint="optimizations=2")
        if not isinstance(least, Real) or not float(least) > 0:
            message = f"min_cases is a number above 0, not {least!r}"
            raise InputError(message, hint="min_cases=2")
        return int(passes), float(least)

    def __sklearn_tags__(self) -> Given:
        """Tell scikit-learn that texts and missing values are taken."""
        return allow_texts(super().__sklearn_tags__())


def _counted(rule: TreeRule, rows: TrainingRows, left: Mask) -> TreeRule:
    """A rule with the weight of the rows that come to it, and of those of other classes."""
    covered = rule.covers(rows.matrix) & left
    wrong = covered & (rows.codes != rule.label)
    return replace(rule, cases=float(rows.weights[covered].sum()), errors=float(rows.weights[wrong].sum()))


@final
@dataclass(frozen=True, eq=False)
class _OneClass:
    """Rules for one class, from the rows that rules of earlier classes left."""

    growing: GrowingRows
    own: Mask
    left: Mask
    rng: np.random.RandomState

    @property
    def lengths(self) -> RuleLengths:
        """Bits of sets of rules for this class."""
        sizes = tuple(len(values) for values in self.growing.values)
        possible = count_conditions(sizes, self.growing.rows.encoding)
        return RuleLengths(self.own, np.where(self.left, self.growing.rows.weights, 0.0), possible)

    def learned(self, passes: int) -> list[Conditions]:
        """Rules made one by one, then all made anew as often as asked."""
        rules = self.reduced(self.built([]))
        for _ in range(passes):
            rules = self.reduced(self.built(self.anew(rules)))
        return rules

    def built(self, rules: list[Conditions]) -> list[Conditions]:
        """Add rules until none is worth its bits."""
        rules, lengths = list(rules), self.lengths
        masks = [self.mask(rule) for rule in rules]
        covered = _any(masks, self.own.size)
        shortest = lengths.of([len(rule) for rule in rules], covered)
        while (self.left & self.own & ~covered).any():
            grow, prune = self.growing.split(self.left & ~covered, self.rng)
            rule = pruned(self.growing.grown((), self.own, grow), self.growing, self.own, prune, worth=net_share)
            new = self.mask(rule) & ~covered
            right, wrong = (self.growing.rows.weights[new & side].sum() for side in (self.own, ~self.own))
            bits = lengths.of([len(one) for one in [*rules, rule]], covered | new)
            if not rule or right <= wrong or bits > shortest + SURPLUS:
                break
            rules, covered, shortest = [*rules, rule], covered | new, min(shortest, bits)
        return rules

    def anew(self, rules: list[Conditions]) -> list[Conditions]:
        """Hold each rule against one grown anew and one grown further; the shortest description stays."""
        rules = list(rules)
        for at, rule in enumerate(rules):
            before = _any([self.mask(rule) for rule in rules[:at]], self.own.size)
            grow, prune = self.growing.split(self.left & ~before, self.rng)
            prune &= ~_any([self.mask(rule) for rule in rules[at + 1 :]], self.own.size)
            options = [self.growing.grown(start, self.own, grow) for start in ((), rule)]
            variants = [rule, *(pruned(option, self.growing, self.own, prune, worth=_net) for option in options)]
            bits = [self.length([*rules[:at], variant, *rules[at + 1 :]]) for variant in variants if variant]
            rules[at] = [variant for variant in variants if variant][int(np.argmin(bits))]
        return rules

    def reduced(self, rules: list[Conditions]) -> list[Conditions]:
        """Rules without those that cost more bits than they save."""
        kept = self.lengths.reduced([self.mask(rule) for rule in rules], [len(rule) for rule in rules])
        return [rules[place] for place in kept]

    def length(self, rules: list[Conditions]) -> float:
        """Bits of a set of rules, without those that cost more than they save."""
        kept = self.reduced(rules)
        return self.lengths.of([len(one) for one in kept], _any([self.mask(one) for one in kept], self.own.size))

    def mask(self, conditions: Conditions) -> Mask:
        """Rows that a rule covers, of those that are left."""
        return covers(conditions, self.growing.rows.matrix) & self.left


def _net(right: float, wrong: float) -> float:
    """Rows that a rule gets right less those it gets wrong: what it adds to the accuracy of all rules."""
    return right - wrong


def _any(masks: list[Mask], size: int) -> Mask:
    found = np.zeros(size, dtype=bool)
    for mask in masks:
        found |= mask
    return found
