"""The mid-p interval for a proportion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.estimates import Target
from foldwise.intervals.interval import IntervalMethod, MeasureGroup, Validity
from foldwise.intervals.limits.share import share_interval, share_refusal
from foldwise.intervals.methods.proportion import OTHER_INTERVALS
from foldwise.intervals.refusals.one_test_set import ONE_TEST_SET

if TYPE_CHECKING:
    from foldwise.intervals.interval import Interval
    from foldwise.measures import ModelScores

__all__ = ["MidP", "mid_p", "mid_p_above"]


@final
@dataclass(frozen=True)
class MidP(IntervalMethod):
    """The shares that the mid-p binomial test does not reject: Clopper and Pearson's with half the probability of k itself.

    P(X > k) + ½ P(X = k) is α/2 at the lower end, P(X < k) + ½ P(X = k) at the upper. Close to its level on average over
    shares, where the exact interval is well above it; for some shares a little below.

    References
    ----------
    berry1995; agresti2001.
    """

    name: ClassVar[str] = "mid-p"
    summary: ClassVar[str] = "mid-p interval for a proportion on one test set: the exact one less its excess"
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, measures=MeasureGroup.SHARES, max_resamples=1, any_size=True, instead=OTHER_INTERVALS
    )
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the numerator and the denominator of the share."""
        return share_interval(scored, level, self.name, mid_p)

    def further(self, scored: ModelScores) -> str | None:
        """Refuse measures that are no shares, and rows that are not independent."""
        return share_refusal(scored)


def mid_p_above(k: float, n: float, share: float) -> float:
    """P(X > k) + ½ P(X = k) of so many trials with that share; numbers need not be whole.

    Examples
    --------
    >>> mid_p_above(1, 2, 0.5)
    0.5
    """
    from scipy.special import betainc

    at_least = 1.0 if k <= 0 else float(betainc(k, n - k + 1, share))
    more = 0.0 if k >= n else float(betainc(k + 1, n - k, share))
    return (at_least + more) / 2


def mid_p(k: float, n: float, level: float) -> tuple[float, float]:
    """Limits of the mid-p interval for k of n.

    Examples
    --------
    >>> low, high = mid_p(8, 10, 0.95)
    >>> round(low, 4), round(high, 4)
    (0.4805, 0.965)
    """
    from scipy.optimize import brentq

    tail = (1 - level) / 2
    low = 0.0 if k <= 0 else brentq(lambda p: mid_p_above(k, n, p) - tail, 0.0, 1.0, xtol=1e-14)
    high = 1.0 if k >= n else brentq(lambda p: 1 - mid_p_above(k, n, p) - tail, 0.0, 1.0, xtol=1e-14)
    return float(low), float(high)
