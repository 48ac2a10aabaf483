"""Link functions: unbounded scales on which an estimate is more nearly normal, and from which no interval leaves the range."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.measures import Measure

__all__ = ["Link", "link_of"]


@final
@dataclass(frozen=True)
class Link:
    """A link function: a monotone map to an unbounded scale (`there`), its derivative and its inverse (`back`); the range is the measure's.

    `steep` where the slope is unbounded at the bounds of the range.
    """

    there: Callable[[float], float]
    slope: Callable[[float], float]
    back: Callable[[float], float]
    low: float = -inf
    high: float = inf
    steep: bool = True

    def ends(self, value: float, half: float) -> tuple[float, float]:
        """Limits of an interval with half-width `half` at the value, by the delta method.

        Examples
        --------
        >>> low, high = log_odds(0, 1).ends(0.9, 0.1)
        >>> round(low, 3), round(high, 3)
        (0.748, 0.965)
        """
        if half == 0:
            return value, value
        middle, reach = self.there(value), half * self.slope(value)
        low, high = self.back(middle - reach), self.back(middle + reach)
        return max(self.low, low), min(self.high, high)


def identity_link(low: float, high: float) -> Link:
    """The measure's own scale, clipped to its range."""
    return Link(lambda x: x, lambda _: 1.0, lambda x: x, low, high, steep=False)


def log_odds(low: float, high: float) -> Link:
    """ln((x - low)/(high - x)): log-odds between 0 and 1, twice Fisher's z between -1 and 1."""
    return Link(
        lambda x: float(np.log((x - low) / (high - x))),
        lambda x: (high - low) / ((x - low) * (high - x)),
        lambda t: float(low + (high - low) / (1 + np.exp(-np.clip(t, -700, 700)))),
        low,
        high,
    )


def logarithm(end: float, sign: float) -> Link:
    """ln|x - end|, for measures with one bound: `sign` is 1 for a lower bound, -1 for an upper one."""
    return Link(
        lambda x: sign * float(np.log(sign * (x - end))),
        lambda x: 1 / (sign * (x - end)),
        lambda t: float(end + sign * np.exp(min(sign * t, 700))),
    )


def link_of(measure: Measure, value: float) -> Link:
    """The link for a measure; the identity where the value lies on a bound of the range, or the range is unbounded.

    R² and the relative squared error 1 - R² get the same interval in this way.
    """
    low, high = measure.low, measure.high
    if not low < value < high or not (isfinite(low) or isfinite(high)):
        return identity_link(low, high)
    if isfinite(low) and isfinite(high):
        return log_odds(low, high)
    return logarithm(low, 1) if isfinite(low) else logarithm(high, -1)
