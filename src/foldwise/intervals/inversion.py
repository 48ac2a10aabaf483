"""The test that an interval is made of: the p-value of a given value is 1 - level of the interval that ends there."""

from __future__ import annotations

from math import exp, isnan, log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["LEAST_P_VALUE", "inverted_p_value"]

LEAST_P_VALUE = 1e-9
"""Levels nearer to 1 than this are not asked for: quantiles so far out are those of a model, not of the rows."""
NEARLY_ONE = 0.999
"""An interval of a level below 0.1 % has no width that a computer can tell from none; a p-value above is 1."""
STEPS = 36


def inverted_p_value(ends: Callable[[float], tuple[float, float]], value: float) -> float:
    """Two-sided p-value of a value from the intervals of all levels: the interval of level 1 - p ends at the value.

    The interval of a level holds the value exactly where the p-value is above 1 - level, so that test and interval never
    disagree. Intervals that do not shrink to the estimate leave p below 1 everywhere; the largest is given then.

    Parameters
    ----------
    ends
        Ends of the interval of a level.
    value
        The value that is held against it.

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
        if isnan(low + high):
            message = "an interval without ends cannot be inverted"
            raise ValueError(message)
        return low <= value <= high

    if not holds(LEAST_P_VALUE):
        return LEAST_P_VALUE
    # Below the p-value the interval is wide enough to hold the value; between the two bounds it ends there.
    below, above = log(LEAST_P_VALUE), log(NEARLY_ONE)
    if holds(NEARLY_ONE):
        return 1.0
    for _ in range(STEPS):
        middle = (below + above) / 2
        below, above = (middle, above) if holds(exp(middle)) else (below, middle)
    return exp(below)
