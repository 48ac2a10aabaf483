"""What each row contributes to a resampled measure, averaged over the resamples that tested it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.measures.cached import cached

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats

__all__ = ["RowMeans", "row_means_from", "row_means_of"]


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

    @cached
    def instability(self) -> float:
        """ρ, variance within rows over variance between rows: how much the training set decides about a row."""
        between = float(self.means @ self.means) / max(1, self.means.size - 1)
        return self.within / between if between > 0 else 0.0


def row_means_of(contribution: Floats, row: Codes, n: int, weights: Floats | None) -> RowMeans:
    """Average the contributions of each of n rows, times its weight over the mean weight; NaN takes no part.

    Examples
    --------
    >>> found = row_means_of(np.array([1.0, -1.0, 1.0, 0.0]), np.array([0, 1, 0, 1]), 2, None)
    >>> found.means, found.within
    (array([ 0.75, -0.75]), 0.25)
    """
    total = float(contribution.sum())
    if total != total:
        defined = ~np.isnan(contribution)
        contribution, row = contribution[defined], row[defined]
    times = np.bincount(row, minlength=n)
    if weights is not None:
        contribution = contribution * (weights / weights[times > 0].mean())[row]
    sums = np.asarray(np.bincount(row, weights=contribution, minlength=n), dtype=np.float64)
    return row_means_from(sums, times, float(contribution @ contribution))


def row_means_from(sums: Floats, times: Codes | Floats, squares: float) -> RowMeans:
    """Do the same from the sum over the tests of each row, their number, and the sum of all squares.

    Examples
    --------
    >>> row_means_from(np.array([2.0, -1.0]), np.array([2, 2]), 3.0).within
    0.25
    """
    rows = np.flatnonzero(times)
    if rows.size < sums.size:
        sums, times = sums[rows], times[rows]
    means = sums / times
    spare = float(times.sum()) - rows.size
    within = max(0.0, squares - float(sums @ means)) / spare if spare else float("nan")
    return RowMeans(rows, means - means.mean(), within)
