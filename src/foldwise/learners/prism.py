"""PRISM: a covering learner, rule by rule until every row of a class is covered."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Self, final

import numpy as np

from foldwise.errors import InputError
from foldwise.learners.c45.rules import Condition, TreeRule
from foldwise.learners.rows import allow_texts, training_rows
from foldwise.learners.rule_classifier import RuleClassifier
from foldwise.learners.rule_sets import count_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.arrays import Floats, Mask
    from foldwise.learners.rows import TrainingRows
    from foldwise.typing import Given

__all__ = ["Prism"]


class Prism(RuleClassifier):
    """Cendrowska's PRISM for tables with numbers, categories and missing values; rows without a rule may stay unclassified.

    For each class: as long as rows of it are uncovered, a rule is started without conditions and gets, one after another, the
    condition that leaves the largest share of the class among the rows it covers (of equal shares, the one that keeps most
    rows), until only rows of the class are left or fewer than `min_cases` would be. A number is cut between two values.

    Parameters
    ----------
    min_cases
        Fewest training rows of its class that a rule covers: 1 covers every row that can be told from others, and noise too.
    default_class
        Whether a row that no rule covers gets the most frequent class; else it is predicted as None, which foldwise counts
        as unclassified, and `score` as an error.
    categorical_features
        Columns whose numbers are categories: names, places, or a mask.

    Attributes
    ----------
    rules_
        The rules; of several that cover a row, the one of which fewest errors are expected comes first.

    References
    ----------
    cendrowska1987.

    Examples
    --------
    >>> import foldwise
    >>> iris = foldwise.sample("iris")
    >>> print(Prism(10, default_class=False).fit(iris.X, iris.target).to_text())
    if petal_length <= 2.45 then setosa (50.0)
    ...
    otherwise unclassified
    """

    def __init__(self, min_cases: float = 2, *, default_class: bool = True, categorical_features: Given = None) -> None:
        self.min_cases = min_cases
        self.default_class = default_class
        self.categorical_features = categorical_features

    def fit(self, X: Given, y: Given, sample_weight: Given = None) -> Self:
        """Cover the classes with rules.

        Parameters
        ----------
        X
            Features (n, p): a dataframe, or an array of numbers or of objects.
        y
            Class labels (n,).
        sample_weight
            Weight of each row.
        """
        least: Given = self.min_cases
        if not isinstance(least, Real) or not float(least) > 0:
            message = f"min_cases is a number above 0, not {least!r}"
            raise InputError(message, hint="min_cases=2")
        rows = training_rows(self, X, y, sample_weight=sample_weight, categorical=self.categorical_features)
        self.classes_, self.encoding_, self.training_ = rows.classes, rows.encoding, rows
        cover = _Covering(rows, float(least))
        found = [rule for label in range(rows.classes.size) for rule in cover.rules_of(label)]
        self.rules_ = count_rules(found, rows, default=self.default_class)
        return self

    def __sklearn_tags__(self) -> Given:
        """Tell scikit-learn that texts and missing values are taken."""
        return allow_texts(super().__sklearn_tags__())


@final
@dataclass(frozen=True, eq=False)
class _Covering:
    rows: TrainingRows
    least: float

    def rules_of(self, label: int) -> Iterator[TreeRule]:
        """Rules of a class, until its rows are covered or no rule covers enough of them."""
        own = self.rows.codes == label
        left = np.ones(own.size, dtype=bool)
        while (left & own).any():
            rule, covered = self.grown(label, left)
            if not rule.conditions and not own[left].all():
                return
            if not (covered & own & left).any():
                return
            yield rule
            left &= ~(covered & own)

    def grown(self, label: int, left: Mask) -> tuple[TreeRule, Mask]:
        """Add the best condition until the rule is right about all rows it covers."""
        own, weights = self.rows.codes == label, self.rows.weights
        covered, conditions = left.copy(), tuple[Condition, ...]()
        while weights[covered & ~own].sum() > 0:
            now = weights[covered & own].sum() / weights[covered].sum()
            options = [best for column in range(self.rows.matrix.shape[1]) for best in self.best(column, covered, own)]
            if not options:
                break
            share, _, condition = max(options, key=lambda one: (round(one[0], 12), round(one[1], 9)))
            if share <= now + 1e-12:
                break
            conditions = (*conditions, condition)
            covered &= condition.holds(self.rows.matrix)
        return TreeRule(conditions, label), covered

    def best(self, column: int, covered: Mask, own: Mask) -> Iterator[tuple[float, float, Condition]]:
        """Best condition on a column with its share and its weight of the class, if any keeps enough rows."""
        values = self.rows.matrix[:, column]
        known = covered & ~np.isnan(values)
        names, places = np.unique(values[known], return_inverse=True)
        if names.size < 2:
            return
        weights = self.rows.weights[known]
        total: Floats = np.bincount(places, weights).astype(np.float64)
        right: Floats = np.bincount(places, weights * own[known]).astype(np.float64)
        if self.rows.encoding.levels[column] is not None:
            found = self.highest(right, total)
            conditions = [Condition(column, levels=frozenset([int(name)])) for name in names]
        else:
            below, every = np.cumsum(right)[:-1], np.cumsum(total)[:-1]
            found = self.highest(np.r_[below, right.sum() - below], np.r_[every, total.sum() - every])
            cuts = [float(cut) for cut in _between(names)]
            conditions = [Condition(column, high=cut) for cut in cuts] + [Condition(column, low=cut) for cut in cuts]
        if found is not None:
            yield (*found[:2], conditions[found[2]])

    def highest(self, right: Floats, total: Floats) -> tuple[float, float, int] | None:
        """Highest share, the weight of the class it keeps, and its place, among those that keep enough."""
        enough = right >= self.least
        if not enough.any():
            return None
        shares = np.where(enough, np.round(right / np.maximum(total, 1e-300), 12), -1.0)
        place = int(np.lexsort((-np.arange(right.size), right, shares))[-1])
        return float(shares[place]), float(right[place]), place


def _between(values: Floats) -> Floats:
    """Middle between neighbouring values, and never the upper one."""
    middle = values[:-1] + (values[1:] - values[:-1]) / 2
    return np.where(middle < values[1:], middle, values[:-1])
