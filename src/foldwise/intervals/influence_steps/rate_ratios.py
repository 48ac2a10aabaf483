"""Limits of ratios that grow without bound as mistakes become fewer, from the limits of the two rates that they are made of."""

from __future__ import annotations

from math import exp, hypot, log, log1p, sqrt
from typing import TYPE_CHECKING, NamedTuple

from foldwise.intervals.limits.ends import squared_z_over_t
from foldwise.measures import base_name, smooth_counts

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array
    from foldwise.measures import Measure

__all__ = ["RatePair", "mover_ratio_ends", "rate_pair"]

HALF_ROW = 0.5
"""Rows added right, and wrong, to either class (METHODS N.4)."""
FEWEST_ROWS, MORE_ROWS = 1.5, 2.0
"""Up to 1.5 mistakes the lower limit is that of the count; by 3.5 it is that of half a mistake more, linearly between."""
NEAR_ONE = 1 - 1e-12
"""A rate of mistakes is not taken for 1, where the logarithm of the odds has no value."""


class RatioScale(NamedTuple):
    """A scale on which the ratio of two rates is the difference of one rate less the other, and its slope."""

    of: Callable[[float], float]
    slope: Callable[[float], float]


LOGARITHM = RatioScale(log, lambda p: 1 / p)
LOG_ODDS = RatioScale(lambda p: log(p) - log1p(-p), lambda p: 1 / p + 1 / (1 - p))
RATIO_SCALES = {"lr-positive": LOGARITHM, "diagnostic-odds-ratio": LOG_ODDS}


class RatePair(NamedTuple):
    """True and false positive rate, the number of rows that each is a share of, and the scale of their ratio."""

    shares: tuple[float, float]
    sizes: tuple[float, float]
    scale: RatioScale

    @property
    def variance(self) -> float:
        """Variance of the logarithm of the ratio for independent rows."""
        pairs = zip(self.shares, self.sizes, strict=True)
        return sum(self.scale.slope(p) ** 2 * p * (1 - p) / size for p, size in pairs)


def rate_pair(measure: Measure, table: Array, positive: int, rows: float) -> RatePair | None:
    """The two rates of a ratio, with half a row right and half a row wrong in each class; None for other measures, and many classes.

    Parameters
    ----------
    measure
        The measure.
    table
        Confusion matrix of all predictions, true x predicted with unclassified rows last (C, C + 1).
    positive
        Code of the positive class.
    rows
        Number of rows to which the counts of the matrix are scaled.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.measures import measure
    >>> rate_pair(measure("lr-positive"), np.array([[40, 10, 0], [9, 40, 0]]), 1, 99).sizes
    (50.0, 51.0)
    """
    scale = RATIO_SCALES.get(base_name(measure))
    if scale is None or len(table) != 2 or table[:, -1].any() or not table.any(axis=1).all():
        return None
    counts = smooth_counts(table * (rows / table.sum()))[0][:, :2]
    sizes = counts.sum(axis=1)
    shares, order = counts[:, positive] / sizes, [positive, 1 - positive]
    first, second = ((float(shares[one]), float(sizes[one])) for one in order)
    return RatePair((first[0], second[0]), (first[1], second[1]), scale)


def mover_ratio_ends(
    distance: float, variance: float, rates: RatePair, *, df: float, level: float, together: float = 0.0
) -> tuple[float, float]:
    """Limits of a ratio from those of its two rates (MOVER), with the effective number of rows for this variance.

    The limits of each rate on the scale of the logarithm (of the odds, for an odds ratio) are combined as those of a
    difference: √(a² + b²) for their distances a and b from the two rates. So an odds ratio of four counts does not get the limits of one count
    that is as small as all of them together. The lower limit of a rate of mistakes is that of Jeffreys where it rests on one mistake; from four
    on half a mistake more is counted, which comes near to the limit on the scale of the logarithm. Below one mistake it is the limit of
    one, and no upper limit exceeds that of a single mistake. The upper limit is that of Clopper and Pearson.

    A fit that is better as a whole has both rates better: √(a² + b² + 2rab), with r the share of the variance that is between fits (`together`).

    References
    ----------
    zou2008; brown2001 for the limits of rates; simel1991 for the logarithm.

    Examples
    --------
    >>> odds = RatePair((0.8, 0.2), (50.0, 50.0), LOG_ODDS)
    >>> low, high = mover_ratio_ends(16.0, 16.0**2 * odds.variance, odds, df=float("inf"), level=0.95)
    >>> round(low, 2), round(high, 2)
    (5.86, 44.04)
    """
    if distance <= 0 or variance <= 0:
        return distance, distance
    share = (1 + level) / 2
    worth = rates.variance * distance**2 / variance * squared_z_over_t(df, share)
    of, (right, wrong) = rates.scale.of, rates.shares
    missed, alarms = (_limits(p, worth * size, share) for p, size in zip((1 - right, wrong), rates.sizes, strict=True))
    down = _sum(of(right) - of(1 - missed[1]), of(alarms[1]) - of(wrong), together)
    up = _sum(of(1 - missed[0]) - of(right), of(wrong) - of(alarms[0]), together)
    return distance * exp(-down), distance * min(exp(up), 1 / _one_mistake(share))


def _sum(a: float, b: float, together: float) -> float:
    """Distance of a limit of a sum from those of its two parts, with the correlation `together`."""
    return hypot(a, b) if not together else sqrt(a**2 + b**2 + 2 * together * a * b)


def _limits(p: float, size: float, share: float) -> tuple[float, float]:
    """Limits of a share of mistakes; the lower one is not below that of a single mistake."""
    from scipy.special import betaincinv

    hits = size * p
    added = HALF_ROW * min(1.0, max(0.0, (hits - FEWEST_ROWS) / MORE_ROWS))
    low = float(betaincinv(hits + added, size - hits, 1 - share))
    high = float(betaincinv(hits + 1, size - hits, share))
    return min(p, max(low, _one_mistake(share) * p)), min(high, NEAR_ONE)


def _one_mistake(share: float) -> float:
    """The lower limit of a count of one."""
    from scipy.special import gammaincinv

    return float(gammaincinv(1.0, 1 - share))
