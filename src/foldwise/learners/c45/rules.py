"""Rules, and an ordered set of them as a classifier that may leave rows unclassified."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.learners.c45.errors import upper_error_rate
from foldwise.learners.c45.text import number_text

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.learners.table_encoding import TableEncoding
    from foldwise.typing import Given

__all__ = ["Condition", "RuleSet", "TreeRule"]


@final
@dataclass(frozen=True)
class Condition:
    """What a value must be; a missing value fulfils no condition.

    Parameters
    ----------
    column
        Place of the column.
    low, high
        A number above `low` and up to `high`; one of them is infinite.
    levels
        Places of the levels of a category; empty for a number.

    Examples
    --------
    >>> Condition(0, high=2.0).holds(np.array([[1.0], [2.0], [3.0], [np.nan]]))
    array([ True,  True, False, False])
    """

    column: int
    low: float = -np.inf
    high: float = np.inf
    levels: frozenset[int] = frozenset()

    def holds(self, matrix: Floats) -> Mask:
        """Which rows of a matrix fulfil it."""
        values = matrix[:, self.column]
        if self.levels:
            return np.isin(values, sorted(self.levels))
        return np.asarray((values > self.low) & (values <= self.high))

    def to_text(self, encoding: TableEncoding) -> str:
        """Write the condition with the names of the table."""
        name, levels = encoding.names[self.column], encoding.levels[self.column]
        if levels is None:
            upper = self.high < np.inf
            return f"{name} {'<=' if upper else '>'} {number_text(self.high if upper else self.low)}"
        own = [levels[place] for place in sorted(self.levels)]
        return f"{name} = {own[0]}" if len(own) == 1 else f"{name} in {{{', '.join(own)}}}"


@final
@dataclass(frozen=True)
class TreeRule:
    """A class for the rows that fulfil all conditions.

    Parameters
    ----------
    conditions
        What a row must fulfil.
    label
        Code of the class.
    cases, errors
        Weight of the training rows it covers, and of those of other classes.
    """

    conditions: tuple[Condition, ...]
    label: int
    cases: float = 0.0
    errors: float = 0.0

    def covers(self, matrix: Floats) -> Mask:
        """Which rows of a matrix fulfil all conditions."""
        covered = np.ones(len(matrix), dtype=bool)
        for condition in self.conditions:
            covered &= condition.holds(matrix)
        return covered

    def error_rate(self, confidence: float) -> float:
        """Error rate expected on new cases."""
        return upper_error_rate(self.errors, self.cases, confidence) if self.cases > 0 else 1.0


@final
@dataclass(frozen=True, eq=False)
class RuleSet:
    """Rules in order; the first that covers a row gives its class.

    Parameters
    ----------
    rules
        The rules, those of a class together.
    default
        Code of the class of rows that no rule covers; -1 where these are left unclassified.
    classes
        Labels of the classes.
    encoding
        How a table is read.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.learners import C45Tree
    >>> iris = foldwise.sample("iris")
    >>> rules = C45Tree(20).fit(iris.X, iris.target).to_rules()
    >>> print(rules.to_text())
    if petal_width <= 0.6 then setosa (50.0)
    if petal_width > 1.7 then virginica (46.0/1.0)
    if petal_width > 0.6 and petal_width <= 1.7 then versicolor (54.0/5.0)
    otherwise setosa
    """

    rules: tuple[TreeRule, ...]
    default: int
    classes: Array
    encoding: TableEncoding

    def __len__(self) -> int:
        """Number of rules, without the default."""
        return len(self.rules)

    def codes(self, matrix: Floats) -> Codes:
        """Code of the class that the rules give each row of a matrix; -1 where none covers it."""
        found = np.full(len(matrix), -1, dtype=np.intp)
        for rule in self.rules:
            found[(found < 0) & rule.covers(matrix)] = rule.label
        return found

    def predict(self, X: Given, *, unclassified: bool = False) -> Array:
        """Class of each row.

        Parameters
        ----------
        X
            Features (N, p).
        unclassified
            Whether a row that no rule covers is left unclassified, as None; else it gets the default class.
        """
        codes = self.codes(self._read(X))
        if not unclassified and self.default >= 0:
            codes = np.where(codes < 0, self.default, codes)
        if (codes >= 0).all():
            return np.asarray(self.classes[codes])
        found = self.classes.astype(object)[codes]
        found[codes < 0] = None
        return found

    def covers(self, X: Given) -> Mask:
        """Which rows some rule covers."""
        return np.asarray(self.codes(self._read(X)) >= 0)

    def _read(self, X: Given) -> Floats:
        return self.encoding.encode(X if hasattr(X, "columns") else np.asarray(X))

    def to_text(self) -> str:
        """Write the rules, one a line; behind a class, the training rows it covers and, of these, other classes."""
        rest = "unclassified" if self.default < 0 else self.classes[self.default]
        return "\n".join([*map(self._line, self.rules), f"otherwise {rest}"])

    def with_default(self, *, kept: bool) -> RuleSet:
        """The same rules with their default class, or with none."""
        return self if kept else replace(self, default=-1)

    def _line(self, rule: TreeRule) -> str:
        tests = " and ".join(condition.to_text(self.encoding) for condition in rule.conditions)
        errors = f"/{rule.errors:.1f}" if rule.errors >= 0.05 else ""
        return f"{f'if {tests} then' if tests else 'always'} {self.classes[rule.label]} ({rule.cases:.1f}{errors})"
