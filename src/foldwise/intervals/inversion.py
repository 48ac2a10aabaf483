"""Tests by inversion of an interval: the p-value of a given value is 1 - level of the interval with a limit at that value."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING

from foldwise.intervals.bootstrapping.bootstrap import BootstrapMethod

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.intervals.interval import IntervalMethod
    from foldwise.measures import ModelScores

__all__ = ["LEAST_P_VALUE", "inverted_p_value", "least_p_value", "level_ends"]

LEAST_P_VALUE = 1e-9
"""Least 1 - level that is used: more extreme quantiles depend on the assumed distribution, not on the rows."""
NEARLY_ONE = 0.999
"""An interval of a level below 0.1 % has no width that a computer can tell from none; a p-value above is 1."""
BISECTION_STEPS = 36
"""Halvings of the range of the logarithm of a p-value."""


def level_ends(scored: ModelScores, method: IntervalMethod) -> Callable[[float], tuple[float, float]]:
    """Limits of the interval of a method as a function of the level; a bootstrap draws its resamples once for all levels."""
    if isinstance(method, BootstrapMethod):
        values = method.drawn(scored)
        return lambda level: method.ends(scored, values, level)

    def ends(level: float) -> tuple[float, float]:
        made = method.interval(scored, level)
        return made.low, made.high

    return ends


def least_p_value(method: IntervalMethod) -> float:
    """Smallest p-value by an interval: 2/(B + 1) with B resamples, as if one more lay beyond all of them on either side."""
    return 2 / (method.resamples + 1) if isinstance(method, BootstrapMethod) else LEAST_P_VALUE


def inverted_p_value(
    ends: Callable[[float], tuple[float, float]], value: float, *, least: float = LEAST_P_VALUE
) -> float:
    """Two-sided p-value of a value from the intervals of all levels: the interval of level 1 - p ends at the value.

    The interval of a level holds the value exactly where the p-value is above 1 - level, so that test and interval never
    disagree. Intervals that do not shrink to the estimate leave p below 1 everywhere; the largest is given then.

    Parameters
    ----------
    ends
        Limits of the interval of a level.
    value
        The value that is tested.
    least
        Smallest p-value that is given.

    Examples
    --------
    >>> from statistics import NormalDist
    >>> around_two = lambda level: (
    ...     2 - NormalDist().inv_cdf((1 + level) / 2),
    ...     2 + NormalDist().inv_cdf((1 + level) / 2),
    ... )
    >>> round(inverted_p_value(around_two, 0.0), 4)  # two standard errors away
    0.0455
    """

    def holds(tail: float) -> bool:
        low, high = ends(1 - tail)
        return not (low > value or high < value)  # a limit that is NaN, at a level near 1, excludes nothing

    if not holds(least):
        return least
    # Below the p-value the interval is wide enough to hold the value; between the two bounds it ends there.
    below, above = log(least), log(NEARLY_ONE)
    if holds(NEARLY_ONE):
        return 1.0
    for _ in range(BISECTION_STEPS):
        middle = (below + above) / 2
        below, above = (middle, above) if holds(exp(middle)) else (below, middle)
    return exp(below)
