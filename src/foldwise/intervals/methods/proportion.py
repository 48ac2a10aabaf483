"""Intervals for a proportion: Wilson and Clopper-Pearson, for k of n."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.interval import IntervalMethod, MeasureGroup, Validity
from foldwise.intervals.limits.share import share_interval, share_refusal
from foldwise.intervals.refusals.one_test_set import ONE_TEST_SET
from foldwise.measures import effective_size

if TYPE_CHECKING:
    from foldwise.intervals.interval import Interval
    from foldwise.measures import ModelScores

__all__ = ["FEW_COUNTED", "ClopperPearson", "Wilson", "clopper_pearson", "modified_wilson", "tested_size", "wilson"]

FEW_COUNTED = 3
"""Rows that count, or fail to, up to which a count is no longer nearly normal."""
OTHER_INTERVALS = "interval='auto', or plan='holdout(1/3)', which has one test set"


@final
@dataclass(frozen=True)
class Wilson(IntervalMethod):
    """Wilson's score interval, the roots of (p̂ - p)² = z² p(1 - p)/n.

    For the error rate, and for every other share of counted rows: recall of the rows of a class, precision of the rows
    put into it, F1 through Jaccard's index. Never outside [0, 1], and still 94 % right with five rows where the textbook
    p̂ ± z√(p̂(1-p̂)/n) falls to 70 %. Where one to three rows count, or all but one to three, the end next to 0 or 1 is that
    of a Poisson count, ½χ²(2k, α)/n, if it is further out: with Wilson's own end the interval holds shares of 0.2/n in 84 %
    only, with this one every share in 92 % at least, of 10 rows and more.

    References
    ----------
    wilson1927; brown2001; kohavi1995, eq. 3.4.
    """

    name: ClassVar[str] = "wilson"
    summary: ClassVar[str] = "score interval for a proportion on one test set"
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, measures=MeasureGroup.SHARES, max_resamples=1, any_size=True, instead=OTHER_INTERVALS
    )
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the numerator and the denominator of the share."""
        return share_interval(scored, level, self.name, modified_wilson)

    def further(self, scored: ModelScores) -> str | None:
        """Refuse measures that are no shares, and rows that are not independent."""
        return share_refusal(scored)


@final
@dataclass(frozen=True)
class ClopperPearson(IntervalMethod):
    """Clopper and Pearson's exact interval: at least the level, for every n and p.

    References
    ----------
    clopper1934.
    """

    name: ClassVar[str] = "clopper-pearson"
    summary: ClassVar[str] = "exact interval for a proportion; never below its level on one test set"
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, measures=MeasureGroup.SHARES, max_resamples=1, any_size=True, instead=OTHER_INTERVALS
    )
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the numerator and the denominator of the share."""
        return share_interval(scored, level, self.name, clopper_pearson)

    def further(self, scored: ModelScores) -> str | None:
        """Refuse measures that are no shares, and rows that are not independent."""
        return share_refusal(scored)


def wilson(k: float, n: float, level: float) -> tuple[float, float]:
    """Limits of Wilson's interval for k of n.

    Examples
    --------
    >>> low, high = wilson(85, 100, 0.95)
    >>> round(low, 4), round(high, 4)
    (0.7672, 0.9069)
    """
    from scipy.special import ndtri

    z, p = float(ndtri((1 + level) / 2)), k / n
    middle = p + z**2 / (2 * n)
    half = z * sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    scale = 1 + z**2 / n
    # At the edges the root is 0 or 1 exactly; rounding must not leave 1e-17.
    return (0.0 if k == 0 else (middle - half) / scale), (1.0 if k == n else (middle + half) / scale)


def modified_wilson(k: float, n: float, level: float) -> tuple[float, float]:
    """Limits of Wilson's interval for k of n, those of a Poisson count where one to three count or fail to and they are wider.

    References
    ----------
    brown2001.

    Examples
    --------
    >>> modified_wilson(85, 100, 0.95) == wilson(85, 100, 0.95)
    True
    >>> round(wilson(1, 100, 0.95)[0], 5), round(modified_wilson(1, 100, 0.95)[0], 5)
    (0.00177, 0.00051)
    """
    from scipy.special import gammaincinv

    low, high = wilson(k, n, level)
    if 0 < k <= FEW_COUNTED:
        low = min(low, float(gammaincinv(k, 1 - level)) / n)
    if 0 < n - k <= FEW_COUNTED:
        high = max(high, 1 - float(gammaincinv(n - k, 1 - level)) / n)
    return low, high


def clopper_pearson(k: float, n: float, level: float) -> tuple[float, float]:
    """Limits of the exact interval for k of n.

    Examples
    --------
    >>> low, high = clopper_pearson(8, 10, 0.95)
    >>> round(low, 4), round(high, 4)
    (0.4439, 0.9748)
    """
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    low = 0.0 if k <= 0 else float(betaincinv(k, n - k + 1, tail))
    high = 1.0 if k >= n else float(betaincinv(k + 1, n - k, 1 - tail))
    return low, high


def tested_size(scored: ModelScores) -> float:
    """Number of distinct rows tested, or (Σw)²/Σw² when they are weighted."""
    rows = np.unique(scored.row)
    weights = scored.predictions.weights
    return float(rows.size) if weights is None else effective_size(weights[rows])
