"""Agresti and Coull's interval for a proportion."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.estimates import Target
from foldwise.intervals.interval import IntervalMethod, MeasureGroup, Validity
from foldwise.intervals.limits.share import share_interval, share_refusal
from foldwise.intervals.methods.proportion import OTHER_INTERVALS
from foldwise.intervals.refusals.one_test_set import ONE_TEST_SET

if TYPE_CHECKING:
    from foldwise.intervals.interval import Interval
    from foldwise.measures import ModelScores

__all__ = ["AgrestiCoull", "agresti_coull"]


@final
@dataclass(frozen=True)
class AgrestiCoull(IntervalMethod):
    """Add z²/2 successes and z²/2 failures, then p̃ ± z √(p̃(1 - p̃)/ñ), clipped to [0, 1].

    Centred as Wilson's interval and never shorter than it: a little conservative near 0 and 1.

    References
    ----------
    agresti1998.
    """

    name: ClassVar[str] = "agresti-coull"
    summary: ClassVar[str] = "textbook interval for a proportion after adding two successes and two failures"
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, measures=MeasureGroup.SHARES, max_resamples=1, any_size=True, instead=OTHER_INTERVALS
    )
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the numerator and the denominator of the share."""
        return share_interval(scored, level, self.name, agresti_coull)

    def further(self, scored: ModelScores) -> str | None:
        """Refuse measures that are no shares, and rows that are not independent."""
        return share_refusal(scored)


def agresti_coull(k: float, n: float, level: float) -> tuple[float, float]:
    """Limits of the interval for k of n.

    Examples
    --------
    >>> low, high = agresti_coull(85, 100, 0.95)
    >>> round(low, 4), round(high, 4)
    (0.766, 0.9081)
    """
    from scipy.special import ndtri

    z = float(ndtri((1 + level) / 2))
    size = n + z**2
    share = (k + z**2 / 2) / size
    half = z * sqrt(share * (1 - share) / size)
    return max(0.0, share - half), min(1.0, share + half)
