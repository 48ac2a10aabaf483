"""Wald's interval for a proportion, the one in the textbooks."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.estimates import Target
from foldwise.intervals.interval import IntervalMethod, MeasureGroup, Validity
from foldwise.intervals.limits.share import share_interval, share_refusal, trials
from foldwise.intervals.refusals.one_test_set import ONE_TEST_SET
from foldwise.phrases import there_are

if TYPE_CHECKING:
    from foldwise.intervals.interval import Interval
    from foldwise.measures import ModelScores

__all__ = ["Wald", "wald"]

FEWEST_TRIALS = 30
"""Rows below which the normal approximation is not used."""


@final
@dataclass(frozen=True)
class Wald(IntervalMethod):
    """p̂ ± z √(p̂(1 - p̂)/n), clipped to [0, 1]; given only when asked for by name.

    It has no width at k = 0 and k = n, and a level of 95 % covers 70 % with five rows (METHODS 0.6); below 30 rows it is
    refused.

    References
    ----------
    kohavi1995, eq. 3.5; brown2001 for its faults.
    """

    name: ClassVar[str] = "wald"
    summary: ClassVar[str] = "textbook interval for a proportion; too short near 0 and 1"
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, measures=MeasureGroup.SHARES, max_resamples=1, instead="interval='wilson'"
    )
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the numerator and the denominator of the share."""
        return share_interval(scored, level, self.name, wald)

    def further(self, scored: ModelScores) -> str | None:
        """It is for shares of at least 30 independent rows."""
        counted = trials(scored)
        if counted is not None and counted.size < FEWEST_TRIALS:
            return f"it needs {FEWEST_TRIALS} rows that count, and {there_are(round(counted.size))}"
        return share_refusal(scored)


def wald(k: float, n: float, level: float) -> tuple[float, float]:
    """Limits of the interval for k of n.

    Examples
    --------
    >>> low, high = wald(85, 100, 0.95)
    >>> round(low, 4), round(high, 4)
    (0.78, 0.92)
    """
    from scipy.special import ndtri

    share = k / n
    half = float(ndtri((1 + level) / 2)) * sqrt(share * (1 - share) / n)
    return max(0.0, share - half), min(1.0, share + half)
