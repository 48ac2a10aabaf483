"""Limits of the equal error rate by tests of the errors at each threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import betainc

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Floats, Mask

__all__ = ["equal_rate_limits"]

HALVINGS = 40
"""Bisections of the range from 0 to 1, to 1e-12."""


def equal_rate_limits(scores: Floats, positive: Mask, level: float) -> tuple[float, float]:
    """Rates e that a binomial test (of Jeffreys) does not reject, of rows that are independent and count alike.

    At the threshold where the more frequent class has the error rate e, the rarer one has it as well if e is the equal error rate; its errors
    there are a binomial count. The threshold is estimated from the rows of the more frequent class, which adds their variance as if both
    classes were equally dense there: the count is one of 1/(1/m + 1/n) rows. A slope of the curve that is estimated from few rows is not needed;
    where both classes are frequent and unequally dense these limits are too short, and are joined with those by the slope.

    Parameters
    ----------
    scores, positive
        Score of each row, and whether it is of the positive class; both classes occur (N,).
    level
        Level of the interval.

    Examples
    --------
    >>> rows = np.arange(40)
    >>> low, high = equal_rate_limits(rows * 1.0, rows >= 20, 0.95)
    >>> round(low, 3), round(high, 3)
    (0.0, 0.217)
    """
    ups, downs = np.sort(scores[positive]), np.sort(scores[~positive])
    thresholds = np.append(np.unique(scores), np.inf)
    missed = np.searchsorted(ups, thresholds) / ups.size
    false = 1 - np.searchsorted(downs, thresholds) / downs.size
    at, errors = (false[::-1], missed[::-1]) if ups.size <= downs.size else (missed, false)
    size, tail = 1 / (1 / ups.size + 1 / downs.size), (1 - level) / 2

    def chance(rate: float) -> float:
        """Posterior probability, after as many errors of the rarer class as are met there, that it errs at less than this rate."""
        count = size * float(np.interp(rate, at, errors))
        return float(betainc(count + 0.5, size - count + 0.5, rate))

    # Errors fall as the rate rises, so that each test turns once.
    return _last(lambda rate: chance(rate) < tail), _last(lambda rate: chance(rate) <= 1 - tail)


def _last(holds: Callable[[float], bool]) -> float:
    """The largest rate between 0 and 1 at which it holds, 0 if it never does."""
    low, high = 0.0, 1.0
    if holds(high):
        return high
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
