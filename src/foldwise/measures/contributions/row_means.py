"""The mean contribution of each row to a resampled measure, over the resamples that tested it."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, nan
from typing import TYPE_CHECKING, NamedTuple, final

import numpy as np

from foldwise import native
from foldwise.cached import cached_property, filled_at_once
from foldwise.measures.tallies.tally import ROW_TYPES

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats

__all__ = [
    "ClassPowers",
    "ClassSpread",
    "FitSpread",
    "PredictionLayout",
    "RowMeans",
    "RowTests",
    "row_means_from",
    "row_means_of",
]

LEAST_DF = 0.5
"""Degrees of freedom that a class without rows is given."""
LARGEST_CONTRIBUTION = 1e30
"""Contributions above this, or below its inverse, are put on another scale: their fourth powers are summed and squared."""


class RowTests(NamedTuple):
    """The tested rows (m,), how often each of them was tested (m,), and how many tests were not the first of a row."""

    rows: Codes
    times: Floats
    again: float

    @classmethod
    def of(cls, times: Codes | Floats) -> RowTests:
        """Take the rows that were tested, from how often each row was (n,)."""
        rows = times.nonzero()[0]
        tested_times = (times if rows.size == times.size else times[rows]).astype(np.float64, copy=False)
        return cls(rows, tested_times, float(tested_times.sum()) - rows.size)


class ClassPowers(NamedTuple):
    """Rows of each class, mean of their contributions, sums of the 2nd and 4th powers of what they differ from it by (4, C).

    Of weighted rows their weights and the squares of these follow (6, C). Beside them the largest and the smallest contribution.
    """

    by_class: Floats
    most: float
    least: float

    def variance(self, *, tails: bool) -> tuple[float, float]:
        """Variance of the mean of the contributions and its degrees of freedom, by Satterthwaite (METHODS N.2, N.3).

        NaN where contributions are so large or small that their fourth powers are no numbers. `tails` counts long-tailed
        contributions as fewer.

        Examples
        --------
        >>> ClassPowers(np.array([[2.0, 2.0], [0, 0], [2, 2], [2, 2]]), 1.0, -1.0).variance(tails=False)
        (0.5, 2.0)
        """
        largest = max(self.most, -self.least)
        if largest and not 1 / LARGEST_CONTRIBUTION <= largest <= LARGEST_CONTRIBUTION:
            return float("nan"), LEAST_DF
        if native.COMPILED:
            variance, df = native._native.class_variance(powers=self.by_class, least=LEAST_DF, tails=tails)
            return (variance, df) if isfinite(variance) else (float("nan"), LEAST_DF)
        rows, mean, spread, fourth, *weighted = self.by_class.tolist()
        if not isfinite(sum(mean)):
            return float("nan"), LEAST_DF
        mass, squares = weighted or (rows, rows)
        whole, weighed = sum(mass) ** 2, sum(squares)
        between = variance = doubt = 0.0
        for m, w, s, v, f, centre in zip(mass, squares, rows, spread, fourth, mean, strict=True):
            between += w * (centre * centre) / whole
            size = m * m / w if m > 0 else 1.0
            free = size - 1 if size - 1 > LEAST_DF else LEAST_DF
            within = v * (free + 1) / free / whole
            excess = max(f * s / (v * v) - 3, 0.0) if tails and v > 0 else 0.0
            variance += within
            doubt += within * within * (1 / free + excess / (2 * size))
        most = max(whole / weighed - 1, LEAST_DF)
        variance += between
        doubt += between * between / most
        return variance, min(most, variance * variance / doubt) if doubt > 0 else most


class ClassSpread(NamedTuple):
    """The largest and the smallest mean contribution, and the variance of their mean with its degrees of freedom, without and with tails.

    As `ClassPowers` has them; NaN where contributions are so large or small that their fourth powers are no numbers.
    """

    most: float
    least: float
    variance: float
    df: float
    tailed_variance: float
    tailed_df: float


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class PredictionLayout:
    """Row of each prediction (N,), where those of each resample start (R + 1,), and how often rows were tested.

    `alone` says that rows come neither in groups nor in time, so that test sets differ by chance alone.
    """

    row: Codes
    edges: Codes
    tested: RowTests
    alone: bool = True

    @cached_property
    def has_plain_rows(self) -> bool:
        """Whether the compiled passes take the row numbers as they are."""
        return self.row.dtype in ROW_TYPES and self.row.flags.c_contiguous

    @cached_property
    def threads(self) -> int:
        """Number of threads for a pass over the predictions."""
        return native.cores() if self.row.size >= native.WORTH_THREADS else 1


class FitSpread(NamedTuple):
    """By how much the means of resamples differ from those of the centres of their rows.

    `fits` is the number of resamples with predictions; `apart` and `weighed` are the sums of the squared differences, plain and
    times the predictions, `inverse` that of one over the predictions; `explained` is the sum of ψ times the centre of its row.
    """

    fits: float
    apart: float
    weighed: float
    inverse: float
    explained: float


class RowMeans(NamedTuple):
    """Mean contribution of each tested row over its tests.

    Parameters
    ----------
    rows
        The tested rows (m,).
    means
        Weighted mean contribution of each of them, mean 0 (m,).
    within
        Variance of the contributions of one row between its tests, averaged over the rows; NaN with one test each.
    instability
        ρ, variance within rows over variance between rows: how much the contribution of a row depends on the training set.
    spread, fits
        Variance of the means by class, and the spread of the fits about them, where these were computed in the same pass.
    """

    rows: Codes
    means: Floats
    within: float
    instability: float
    spread: ClassSpread | None = None
    fits: FitSpread | None = None


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


def row_means_from(
    sums: Floats,
    tested: RowTests,
    squares: float,
    *,
    scatter: float | None = None,
    strata: tuple[Codes, int] | None = None,
    fits: tuple[Floats, PredictionLayout] | None = None,
) -> RowMeans:
    """`row_means_of` from the sum over the tests of each row, their number, and the sum of all squares.

    `scatter` is the sum of the squares about the mean of each row, where that is known; `strata` the class of each tested
    row and the number of classes, where the variance by class will be asked for; `fits` the sums over each resample and the
    layout of the predictions, where it will be asked how much fits differ.

    Examples
    --------
    >>> row_means_from(np.array([2.0, -1.0]), RowTests.of(np.array([2, 2])), 3.0).within
    0.25
    """
    rows, size = tested.rows, tested.rows.size
    whole = size == sums.size
    sums = sums if whole else sums[rows]
    spread = spread_of_fits = None
    if native.COMPILED and strata is not None:
        (truth, classes), times, means = strata, tested.times, np.empty(size)
        if fits is not None and tested.again and whole and fits[1].has_plain_rows:
            by_resample, layout = fits
            (inner, total, *by_class), apart = native._native.row_and_fit_moments(
                sums=sums,
                times=times,
                truth=truth,
                classes=classes,
                least_df=LEAST_DF,
                by_resample=by_resample,
                row=layout.row,
                edges=layout.edges,
                threads=layout.threads,
                means=means,
            )
            spread_of_fits = FitSpread(*apart, inner)
        else:
            inner, total, *by_class = native._native.row_moments(
                sums=sums, times=times, truth=truth, classes=classes, least_df=LEAST_DF, means=means
            )
        spread = ClassSpread(*by_class)
    else:
        means = sums / tested.times
        inner = float(sums @ means)
        means -= float(means.sum()) / max(1, size)
        total = float(means @ means)
    within, between = nan, total / max(1, size - 1)
    if tested.again:
        within = (max(0.0, squares - inner) if scatter is None else scatter) / tested.again
    return RowMeans(rows, means, within, within / between if between > 0 else 0.0, spread, spread_of_fits)
