"""The percentile bootstrap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.estimates import Target
from foldwise.intervals.bootstrap import (
    RESAMPLES,
    bootstrap_refusal,
    bootstrap_validity,
    drawn_values,
    quantiles,
    remark,
)
from foldwise.intervals.interval import Interval, IntervalMethod
from foldwise.intervals.replicates import Draws

if TYPE_CHECKING:
    from foldwise.intervals.interval import Validity
    from foldwise.measures import Scored

__all__ = ["Basic", "Percentile"]


@final
@dataclass(frozen=True)
class Percentile(IntervalMethod):
    """The middle of the measure's values on resampled rows.

    Parameters
    ----------
    resamples
        How many resamples.
    seed
        Seed of the draws.

    Notes
    -----
    Rows that come in groups are drawn by groups. Classes are drawn apart where the measure ignores the class shares.

    References
    ----------
    efron1993.
    """

    name: ClassVar[str] = "percentile"
    summary: ClassVar[str] = "middle of the values on resampled test rows"
    validity: ClassVar[Validity] = bootstrap_validity()
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    resamples: int = RESAMPLES
    seed: int = 0

    def interval(self, scored: Scored, level: float) -> Interval:
        """Draw and cut off the tails."""
        values = drawn_values(scored, Draws(self.resamples, self.seed))
        tail = (1 - level) / 2
        low, high = quantiles(values, (tail, 1 - tail), scored.value)
        return Interval(low, high, level, self.name, self.target, remark(scored, values, self.resamples))

    def further(self, scored: Scored) -> str | None:
        """It needs rows to draw from."""
        return bootstrap_refusal(scored)


@final
@dataclass(frozen=True)
class Basic(IntervalMethod):
    """The percentile interval turned round the estimate: 2θ̂ - q(1 - α/2) to 2θ̂ - q(α/2), cut to the range.

    Parameters
    ----------
    resamples
        How many resamples.
    seed
        Seed of the draws.

    References
    ----------
    davison1997.
    """

    name: ClassVar[str] = "basic"
    summary: ClassVar[str] = "percentile interval turned round the estimate"
    validity: ClassVar[Validity] = bootstrap_validity()
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    resamples: int = RESAMPLES
    seed: int = 0

    def interval(self, scored: Scored, level: float) -> Interval:
        """Draw, cut off the tails, turn round."""
        values = drawn_values(scored, Draws(self.resamples, self.seed))
        tail = (1 - level) / 2
        low, high = quantiles(values, (tail, 1 - tail), scored.value)
        ends = max(scored.measure.low, 2 * scored.value - high), min(scored.measure.high, 2 * scored.value - low)
        return Interval(*ends, level, self.name, self.target, remark(scored, values, self.resamples))

    def further(self, scored: Scored) -> str | None:
        """It needs rows to draw from."""
        return bootstrap_refusal(scored)
