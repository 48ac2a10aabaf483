"""What each row contributes to a resampled measure, averaged over the resamples that tested it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, final

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats

__all__ = ["RowMeans", "RowTests", "row_means_from", "row_means_of"]


class RowTests(NamedTuple):
    """The tested rows (m,), how often each of them was tested (m,), and how many tests were not the first of a row."""

    rows: Codes
    times: Codes | Floats
    again: float

    @classmethod
    def of(cls, times: Codes | Floats) -> RowTests:
        """Take the rows that were tested, from how often each row was (n,)."""
        rows = times.nonzero()[0]
        kept = times if rows.size == times.size else times[rows]
        return cls(rows, kept, float(kept.sum()) - rows.size)


@final
@dataclass(frozen=True, eq=False)
class RowMeans:
    """Mean contribution of each tested row over its tests.

    Parameters
    ----------
    rows
        The tested rows (m,).
    means
        Weighted mean contribution of each of them, mean 0 (m,).
    within
        Variance of the contributions of one row between its tests, averaged over the rows; NaN with one test each.
    """

    rows: Codes
    means: Floats
    within: float

    @property
    def instability(self) -> float:
        """ρ, variance within rows over variance between rows: how much the training set decides about a row."""
        between = float(self.means @ self.means) / max(1, self.means.size - 1)
        return self.within / between if between > 0 else 0.0


def row_means_of(
    contribution: Floats, row: Codes, n: int, weights: Floats | None, *, tested: RowTests | None = None
) -> RowMeans:
    """Average the contributions of each of n rows, times its weight over the mean weight; NaN takes no part.

    `tested` says how often each row was tested, where that is known already.

    Examples
    --------
    >>> found = row_means_of(np.array([1.0, -1.0, 1.0, 0.0]), np.array([0, 1, 0, 1]), 2, None)
    >>> found.means, found.within
    (array([ 0.75, -0.75]), 0.25)
    """
    total = float(contribution.sum())
    if total != total:
        defined = ~np.isnan(contribution)
        contribution, row, tested = contribution[defined], row[defined], None
    if tested is None:
        tested = RowTests.of(np.bincount(row, minlength=n))
    if weights is not None:
        contribution = contribution * (weights / weights[tested.rows].mean())[row]
    sums = np.asarray(np.bincount(row, weights=contribution, minlength=n), dtype=np.float64)
    return row_means_from(sums, tested, float(contribution @ contribution))


def row_means_from(sums: Floats, tested: RowTests, squares: float, *, scatter: float | None = None) -> RowMeans:
    """Do the same from the sum over the tests of each row, their number, and the sum of all squares.

    `scatter` is the sum of the squares about the mean of each row, where that is known.

    Examples
    --------
    >>> row_means_from(np.array([2.0, -1.0]), RowTests.of(np.array([2, 2])), 3.0).within
    0.25
    """
    rows = tested.rows
    sums = sums if rows.size == sums.size else sums[rows]
    means = sums / tested.times
    within = float("nan")
    if tested.again:
        within = (max(0.0, squares - float(sums @ means)) if scatter is None else scatter) / tested.again
    return RowMeans(rows, means - float(means.sum()) / max(1, rows.size), within)
