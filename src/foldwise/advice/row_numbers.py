"""FW104: a feature that numbers the rows, and orders the target."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.rule import Rule

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.arrays import Array, Codes, Floats, Mask

__all__ = ["RowNumbers", "rank_association"]

FEWEST_ROWS = 30
ALL_DIFFER = 0.9
LEAST_DEVIATE, LEAST_ASSOCIATION = 5.0, 0.2
"""Standard deviations from no association, and least size of it (2 AUC - 1, or Spearman's correlation)."""
MOST_SPAN = 1.1
LEAST_PAIRS, NEARLY_WHOLE, MOST_WHOLE = 10.0, 1e-3, 2.0**53
"""Pairs of equal values that independent rows would have on average, distance from a whole number, and steps that are exact."""


@final
@dataclass(frozen=True)
class RowNumbers(Rule):
    """A feature whose values all differ and only name the rows, and which goes with the target.

    Such a column rises or falls from the first row to the last in steps of a unit, by so few of them that a measurement would
    have repeated values; or is a list of whole numbers with hardly a gap in any order, or a category with a value for each
    row. A file that is sorted by a measurement is no news. It goes with the target where 2 AUC - 1 of a class against the rest, or
    Spearman's correlation with a value, is .2 or more and 5 standard deviations from zero. Not said where the order of the
    rows is known (`order`).
    """

    code: ClassVar[str] = "FW104"
    title: ClassVar[str] = "row number among the features"
    summary: ClassVar[str] = "a feature only numbers the rows, and it orders the target"
    severity: ClassVar[Severity] = Severity.DOUBTFUL
    of_rows: ClassVar[bool] = True
    optimistic: ClassVar[bool] = True

    def look(self, case: Case) -> Advice | None:
        """Look at the columns that number a few rows, then at all rows of those."""
        dataset = case.dataset
        if not case.known or dataset is None or dataset.n < FEWEST_ROWS or dataset.order is not None:
            return None
        if case.levels.max() < ALL_DIFFER * min(dataset.n, 100):
            return None
        for place in np.flatnonzero(_candidates(case, dataset.n)).tolist():
            column = case.column(place)
            if not _numbers_rows(column):
                continue
            size, sure = rank_association(column, dataset.truth, classes=dataset.is_classification)
            if size >= LEAST_ASSOCIATION and sure >= LEAST_DEVIATE:
                return self._said(case, place, column, size)
        return None

    def _said(self, case: Case, place: int, column: Floats, size: float) -> Advice:
        name = case.called(place)
        steps = np.diff(column)
        sorted_rows = bool((steps > 0).all() or (steps < 0).all())
        what = "follows the order of the rows" if sorted_rows else "has another value in every row"
        classes = case.dataset is not None and case.dataset.is_classification
        how = f"AUC {(1 + size) / 2:.2f}" if classes else f"rank correlation {size:.2f}"
        text = f"'{name}' {what} and orders the target ({how}), which new rows will not repeat"
        time = f", or order='{name}' if it is time" if sorted_rows else ""
        return self.advice(text, f"drop=['{name}'] where the data are read{time}")


def _candidates(case: Case, n: int) -> Mask:
    """Columns that may number the rows, by a few of them (p,)."""
    numbers = case.spaced_numbers
    steps = numbers[1:] - numbers[:-1]
    monotone = (steps > 0).all(axis=0) | (steps < 0).all(axis=0)
    span = numbers.max(axis=0) - numbers.min(axis=0)
    # Numbers 1 to n in any order: evenly spaced rows of them span nearly n, and no more.
    dense = (span > n / 2) & (span <= MOST_SPAN * n)
    named = case.nominal & (case.levels >= ALL_DIFFER * n) if case.nominal.size else np.zeros(span.size, np.bool_)
    return (monotone | dense | named) & (case.levels >= ALL_DIFFER * min(n, 100))


def _numbers_rows(column: Floats) -> bool:
    """Whether all values differ, and are in order or are whole numbers with hardly a gap."""
    known = column[column == column]
    if known.size < column.size:
        return False
    steps = np.diff(column)
    if (steps > 0).all() or (steps < 0).all():
        return _would_repeat(np.abs(steps))
    whole = bool((known == np.floor(known)).all())
    return whole and np.unique(known).size >= ALL_DIFFER * known.size and np.ptp(known) < MOST_SPAN * known.size


def _would_repeat(steps: Floats) -> bool:
    """Whether values so many units apart would repeat if they were drawn independently, as those of a measurement.

    The unit is 1 where all steps are whole, or the least step where all are multiples of it. Of n values from R + 1 at least
    n² / 2R pairs are equal on average, and none at all with a probability of at most exp(- n² / 2R).
    """
    whole = steps.max() < MOST_WHOLE and bool((steps == np.floor(steps)).all())
    multiples = steps / (np.gcd.reduce(steps.astype(np.int64)) if whole else steps.min())
    if not np.allclose(multiples, np.round(multiples), rtol=0, atol=NEARLY_WHOLE):
        return False
    return bool((steps.size + 1) ** 2 / (2 * multiples.sum()) >= LEAST_PAIRS)


def rank_association(column: Array, truth: Codes | Floats, *, classes: bool) -> tuple[float, float]:
    """Largest 2 AUC - 1 of a class against the rest, or |Spearman's correlation|; with its distance from 0 in deviations.

    Examples
    --------
    >>> size, sure = rank_association(np.arange(100), np.arange(100) // 50, classes=True)
    >>> round(size, 3), sure > 8
    (1.0, True)
    """
    from scipy.stats import rankdata

    ranks, n = rankdata(column), column.size
    if not classes:
        size = abs(float(np.corrcoef(ranks, rankdata(truth))[0, 1])) if np.ptp(truth) > 0 else 0.0
        return size, size * np.sqrt(n - 1)
    counts = np.bincount(truth)
    inside = counts > 0
    inside &= counts < n
    with np.errstate(divide="ignore", invalid="ignore"):
        means = np.bincount(truth, weights=ranks) / counts
        sizes = np.abs(2 * (means - (n + 1) / 2) / (n - counts))
        sure = sizes / np.sqrt((n + 1) / (3.0 * counts * (n - counts)))
    best = int(np.argmax(np.where(inside, sure, 0.0)))
    return (float(sizes[best]), float(sure[best])) if inside.any() else (0.0, 0.0)
