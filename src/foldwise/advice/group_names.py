"""FW115: a column that names what rows have in common: a person, a machine, a plot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.numbers import missing_filled
from foldwise.advice.rule import Rule
from foldwise.phrases import percent

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.arrays import Array, Codes, Floats, Mask

__all__ = ["FEWEST_GROUPS", "LEAST_AGREED", "LEAST_REPEATED", "GroupNames"]

FEWEST_ROWS, FEWEST_GROUPS, MOST_IN_GROUP, MOST_COUNTED = 40, 10, 50, 100
LEAST_REPEATED = 0.5
"""Share of the rows that are not the first of their name."""
LEAST_AGREED, LEAST_ALIKE = 0.9, 0.5
"""Agreement within a name beyond chance: of the target, and on average of the other features."""
QUANTITY_SHARE = 0.5
"""Share of the likeness within a number from which on rows of neighbouring numbers are so alike that it is a quantity, no name."""


@final
@dataclass(frozen=True)
class GroupNames(Rule):
    """A feature of at least 10 values, of 2 to 50 rows each, within which the target hardly varies and the other features are alike.

    Every row is held against the first one of its value. Of classes and categories the share that agrees is taken, less what agrees
    by chance, over what could; of numbers 1 less the mean squared step over twice the variance. Both are 1 where a value
    decides and 0 where it tells nothing. The rule speaks where the target has .9 or more and the other features have
    .5 or more on average: a category that foretells the target (a city, a make) leaves most other features free, and the rows of one
    person do not. Numbers must be whole, and rows of neighbouring numbers must be less than half as alike: those of an age, an hour or a dose
    are nearly as alike as rows of the same one. Not asked where `groups` or `order` are given.
    """

    code: ClassVar[str] = "FW115"
    title: ClassVar[str] = "names of groups among the features"
    summary: ClassVar[str] = (
        "rows with the same value of a feature have one target and are alike, and no groups were given"
    )
    severity: ClassVar[Severity] = Severity.DOUBTFUL
    of_rows: ClassVar[bool] = True
    optimistic: ClassVar[bool] = True

    def look(self, case: Case) -> Advice | None:
        """Look at the columns of some values, which repeat."""
        dataset = case.dataset
        if not case.known or dataset is None or dataset.n < FEWEST_ROWS or dataset.p == 1:
            return None
        if dataset.groups is not None or dataset.order is not None:
            return None
        enough = (case.levels >= MOST_COUNTED) | (case.levels * MOST_IN_GROUP >= dataset.n)
        for place in np.flatnonzero(enough & (case.levels >= FEWEST_GROUPS)).tolist():
            groups = _groups(case, place)
            if groups is None or _agreement(dataset.truth, *groups, classes=dataset.is_classification) < LEAST_AGREED:
                continue
            alike = _likeness(case, place, *groups)
            if alike >= LEAST_ALIKE and not _is_quantity(case, place, alike):
                return self._said(case, place, groups[0], alike)
        return None

    def _said(self, case: Case, place: int, first: Codes, alike: float) -> Advice:
        name, count = case.called(place), np.unique(first).size
        shared = "class" if case.dataset is not None and case.dataset.is_classification else "target"
        text = (
            f"'{name}' has values that {(first.size + count) / count:.0f} rows share on average, rows that share one mostly have the same "
            f"{shared}, and they have {percent(alike)} of the variation of the other features in common: they look like rows of one "
            "person, machine or place, and training sets hold rows of those they are tested on"
        )
        return self.advice(text, f"groups='{name}', if new rows will come from others than these")


def _groups(case: Case, place: int) -> tuple[Codes, Codes] | None:
    """Rows that are not the first of their value, and the first ones (m,) each; None where values are no names of groups."""
    spaced, nominal = case.spaced_numbers[:, place], case.nominal.size > 0 and case.nominal[place]
    if not nominal and (spaced != np.floor(spaced))[spaced == spaced].any():
        return None
    column = case.column(place)
    known = np.flatnonzero(column == column)
    if not nominal and (column != np.floor(column))[known].any():
        return None
    _, start, group, sizes = np.unique(column[known], return_index=True, return_inverse=True, return_counts=True)
    repeats = sizes > 1
    if repeats.sum() < FEWEST_GROUPS or known.size - sizes.size < LEAST_REPEATED * column.size:
        return None
    if known.size > MOST_IN_GROUP * sizes.size:
        return None
    later = np.ones(known.size, dtype=np.bool_)
    later[start] = False
    return known[start[group[later]]], known[later]


def _is_quantity(case: Case, place: int, alike: float) -> bool:
    """Whether the other features of rows of neighbouring numbers are nearly as alike as those of the same one; names have no order."""
    if case.nominal.size > 0 and case.nominal[place]:
        return False
    column = case.column(place)
    known = np.flatnonzero(column == column)
    first = known[np.unique(column[known], return_index=True)[1]]
    return _likeness(case, place, first[:-1], first[1:]) >= QUANTITY_SHARE * alike


def _agreement(values: Array, first: Codes, later: Codes, *, classes: bool) -> float:
    """How far later rows have the value of the first one: 1 always, 0 as by chance."""
    if classes:
        shares = np.bincount(values.astype(np.intp)) / values.size
        chance = float((shares**2).sum())
        return float(((values[first] == values[later]).mean() - chance) / (1 - chance)) if chance < 1 else 0.0
    return float(_explained(np.asarray(values, dtype=np.float64)[:, None], first, later)[0])


def _explained(numbers: Floats, first: Codes, later: Codes) -> Floats:
    """1 less the mean squared step to the first row over twice the variance, of each column; 0 of a constant one (p,)."""
    with np.errstate(all="ignore"):
        size = np.abs(numbers).max(axis=0)
        scaled = numbers / np.where(size > 0, size, 1.0)
        variance = scaled.var(axis=0)
        explained: Floats = 1 - ((scaled[later] - scaled[first]) ** 2).mean(axis=0) / (2 * variance)
    return np.where(np.isfinite(explained), explained, 0.0)


def _likeness(case: Case, place: int, first: Codes, later: Codes) -> float:
    """Mean agreement of the other columns that are not constant."""
    table = missing_filled(case.table)
    nominal: Mask = case.nominal if case.nominal.size else np.zeros(table.shape[1], dtype=np.bool_)
    alike = _explained(table, first, later)
    for at in np.flatnonzero(nominal).tolist():
        codes = np.unique(table[:, at], return_inverse=True)[1]
        alike[at] = _agreement(codes, first, later, classes=True)
    others = np.ptp(table, axis=0) > 0
    others[place] = False
    return float(alike[others].mean()) if others.any() else 0.0
