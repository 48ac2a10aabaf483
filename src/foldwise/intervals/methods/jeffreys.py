"""Jeffreys' interval for a proportion."""

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

__all__ = ["Jeffreys", "jeffreys"]


@final
@dataclass(frozen=True)
class Jeffreys(IntervalMethod):
    """Equal tails of Beta(k + ½, n - k + ½), the posterior of a proportion; 0 at k = 0 and 1 at k = n.

    Its coverage is right on average over p, and it has a meaning as a probability too.

    References
    ----------
    brown2001.
    """

    name: ClassVar[str] = "jeffreys"
    summary: ClassVar[str] = "equal-tailed posterior of a proportion under Jeffreys' prior"
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, measures=MeasureGroup.SHARES, max_resamples=1, any_size=True, instead=OTHER_INTERVALS
    )
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the numerator and the denominator of the share."""
        return share_interval(scored, level, self.name, jeffreys)

    def further(self, scored: ModelScores) -> str | None:
        """Refuse measures that are no shares, and rows that are not independent."""
        return share_refusal(scored)


def jeffreys(k: float, n: float, level: float) -> tuple[float, float]:
    """Limits of the interval for k of n.

    Examples
    --------
    >>> low, high = jeffreys(8, 10, 0.95)
    >>> round(low, 4), round(high, 4)
    (0.4972, 0.9559)
    """
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    low = 0.0 if k <= 0 else float(betaincinv(k + 0.5, n - k + 0.5, tail))
    high = 1.0 if k >= n else float(betaincinv(k + 0.5, n - k + 0.5, 1 - tail))
    return low, high
