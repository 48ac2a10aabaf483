"""Lower bounds of the variance of a difference: rows that never disagreed do not show that they never will."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from foldwise.measures import LossMeasure

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.comparisons.pair import Pair
    from foldwise.measures import Measure

__all__ = ["discordant_variance", "least_loss_variance", "least_variance"]

HALF_ROW = 0.5
"""Rows that are supposed to disagree beside those observed."""


def least_variance(pair: Pair) -> float:
    """Variance that the difference of two models is given at least, whatever was observed.

    For 0-1 losses one discordant row is added on either side; for other losses half a row differs by a standard
    deviation of the losses themselves; any other measure moves by half of its range for half a row of the rarest class.

    References
    ----------
    bonett2012 for the discordant rows.
    """
    measure, whole = pair.measure, pair.whole
    if isinstance(measure, LossMeasure) and measure.zero_one:
        return discordant_variance(whole.row_losses)
    if pair.has_losses:
        return HALF_ROW * _variance_of_losses(whole) / whole.row_losses.size**2
    rarest = pair.predictions.rarest if pair.predictions.is_classification else pair.predictions.n
    return (HALF_ROW**2 * _range(measure, pair) / max(1, rarest)) ** 2


def least_loss_variance(pair: Pair) -> float:
    """Least variance of the difference of two mean losses: one row that differs by all that a row may cost.

    For 0-1 losses one row in n²; for probabilities the loss of a prediction that knows the class shares only, or the mean
    loss where that is more; for values half a row that differs by a standard deviation of the losses.
    """
    measure, n = pair.measure, max(1, pair.predictions.n)
    if isinstance(measure, LossMeasure) and measure.zero_one:
        return 1 / n**2
    known = [one.linear for one in (pair.a, pair.b) if one.linear is not None]
    cost = max((max(one.unseen, one.centre) for one in known), default=0.0)
    if pair.predictions.is_classification and isfinite(cost):
        return HALF_ROW * (cost / n) ** 2
    return HALF_ROW * _variance_of_losses(pair) / n**2


def discordant_variance(differences: Floats) -> float:
    """Variance of the mean of differences of 0-1 losses with one more discordant row on either side.

    Examples
    --------
    >>> round(discordant_variance(np.zeros(98)), 6)
    0.0002
    """
    n = differences.size + 2
    more, less = float(np.clip(differences, 0, None).sum()) + 1, float(np.clip(-differences, 0, None).sum()) + 1
    return ((more + less) / n - ((more - less) / n) ** 2) / n


def _variance_of_losses(pair: Pair) -> float:
    """Mean variance of the losses of both models, in the units of the measure."""
    return float(np.mean([np.var(one) for one in pair.losses_of_both]))


def _range(measure: Measure, pair: Pair) -> float:
    """Highest minus lowest value; where there is none, the larger of the two values."""
    width = measure.high - measure.low
    return float(width) if isfinite(width) else max(abs(pair.a.value), abs(pair.b.value))
