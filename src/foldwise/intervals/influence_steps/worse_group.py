"""What one more group of rows may add to a measure of values, beyond what those that were met show (METHODS N.32)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.intervals.limits.heavy_tail import unseen_multiple
from foldwise.measures import LossMeasure, SumMeasure, square_kurtosis

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.measures import ModelScores, RowMeans

__all__ = ["group_multiple", "worse_group"]

FEW_GROUPS = 20
"""Groups up to which nothing is seen of how heavy the tail of their effects is."""
MOST_WORSE = 2.0
"""How many times worse than the worst group the one that was not met is supposed to be, at most."""
RATIO_SHARE = 0.5
"""How much of that is taken of a ratio such as R², whose denominator a worse group adds to as well."""
SPREAD_OF_SQUARES = 2.0
"""Variance of the squares of normal errors over their squared mean."""
EXPLAINED_VARIANCE = "explained-variance"


def worse_group(scored: ModelScores, moved: RowMeans) -> tuple[float, float]:
    """By how much one more group may raise and lower a measure of values; nothing without groups, or of classes.

    What a row adds comes with the rows of its group, and few groups have not met the worst one. As bad a group as the worst is
    supposed beside those seen, times `group_multiple`; of ratios half of what that adds.
    """
    groups, losses = scored.predictions.groups, _losses(scored)
    if groups is None or losses is None or not moved.rows.size:
        return 0.0, 0.0
    codes = np.unique(groups[moved.rows], return_inverse=True)[1]
    shares = np.bincount(codes, weights=moved.means) / moved.rows.size
    more = group_multiple(_mean_errors(scored, moved.rows, codes), losses) - 1
    multiple = 1 + (RATIO_SHARE * more if isinstance(scored.measure, SumMeasure) else more)
    return multiple * float(shares.max()), -multiple * float(shares.min())


def group_multiple(errors: Floats, losses: Floats) -> float:
    """How many times worse than the worst group the one that was not met is supposed to be.

    Few groups do not show whether their effects have a heavy tail: 1 + min(1, 20/G) for G of them, or the factor of single rows by the tail of their
    squared mean errors where that is more (`unseen_multiple`), 2 at most. Of losses that vary less than squares do, as absolute errors,
    so much less is added: kurtosis of the errors less 1 (`square_kurtosis`), over the 2 of squares of normal errors.

    Parameters
    ----------
    errors
        Mean error of each group (G,).
    losses
        Loss of each prediction (N,).

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> normal = rng.normal(size=1000)
    >>> [round(group_multiple(normal[:groups], normal**2), 2) for groups in (10, 40, 400)]
    [2.0, 1.81, 1.26]
    >>> round(group_multiple(normal[:10], np.abs(normal)), 2)
    1.29
    """
    tail = min(MOST_WORSE, unseen_multiple(np.square(errors))) - 1
    spread = max(0.0, square_kurtosis(losses) - 1) / SPREAD_OF_SQUARES
    return 1 + max(min(1.0, FEW_GROUPS / errors.size), tail) * min(1.0, spread)


def _losses(scored: ModelScores) -> Floats | None:
    """What a measure of values is a mean of, or a ratio of means with; None for any other measure."""
    measure = scored.measure
    if scored.predictions.is_classification:
        return None
    if isinstance(measure, LossMeasure):
        return scored.losses
    if not isinstance(measure, SumMeasure):
        return None
    rows = measure.rows(scored.outcomes)
    # Explained variance adds up 1 and the errors before their squares, and a constant error costs nothing.
    return np.square(rows[:, 1] - rows[:, 1].mean()) if measure.name == EXPLAINED_VARIANCE else rows[:, 0]


def _mean_errors(scored: ModelScores, rows: Codes, codes: Codes) -> Floats:
    """Mean error of each group (G,)."""
    outputs, truth = scored.outputs, scored.predictions.truth
    times = np.bincount(outputs.row, minlength=truth.size)
    sums = np.bincount(outputs.row, weights=truth[outputs.row] - outputs.output, minlength=truth.size)
    return np.asarray(np.bincount(codes, weights=sums[rows] / times[rows]) / np.bincount(codes))
