"""The t interval for a mean loss on one test set."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.interval import For, Interval, IntervalMethod, Validity, bounded
from foldwise.intervals.one_test_set import ONE_TEST_SET, rows_refusal
from foldwise.intervals.proportion import effective_size, wilson
from foldwise.measures import LossMeasure

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures import Scored

__all__ = ["NO_SPREAD", "HoldoutT", "flat", "mean_t", "pooled_interval", "settled"]

ROUNDING = 1e-12
"""An interval narrower than this, relative to its ends, has no width: equal scores differ by rounding only."""
NO_SPREAD = "all rows have the same loss, so the width of the interval says nothing"
"""What to know about an interval from losses that are all equal."""


@final
@dataclass(frozen=True)
class HoldoutT(IntervalMethod):
    """mean ± t(n₂-1) · sd / √n₂ over the losses of one test set (METHODS C.1).

    References
    ----------
    student1908.
    """

    name: ClassVar[str] = "holdout-t"
    summary: ClassVar[str] = "t interval for a mean loss on one test set"
    validity: ClassVar[Validity] = Validity(plans=ONE_TEST_SET, measures=For.LOSSES, max_resamples=1)
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: Scored, level: float) -> Interval:
        """Make the interval from the losses."""
        low, high = mean_t(scored.losses, level, scored.outcomes.weights)
        note = NO_SPREAD if flat(low, high) else ""
        return Interval(*bounded(low, high, scored.measure), level, self.name, Target.PROXY, note)

    def further(self, scored: Scored) -> str | None:
        """It is for independent rows."""
        return rows_refusal(scored)


def mean_t(losses: Floats, level: float, weights: Floats | None = None) -> tuple[float, float]:
    """Ends of the t interval for a mean, with (Σw)²/Σw² rows when they are weighted.

    Examples
    --------
    >>> low, high = mean_t(np.array([1.0, 2.0, 3.0, 4.0]), 0.95)
    >>> round(low, 4), round(high, 4)
    (0.4457, 4.5543)
    """
    from scipy.special import stdtrit

    w = np.ones(losses.size) if weights is None else weights
    size = float(w.sum() ** 2 / (w**2).sum())
    mean = float(np.average(losses, weights=w))
    if size <= 1:
        return -float("inf"), float("inf")
    variance = float(np.average((losses - mean) ** 2, weights=w)) * size / (size - 1)
    half = float(stdtrit(size - 1, (1 + level) / 2)) * sqrt(variance / size)
    return mean - half, mean + half


def flat(low: float, high: float) -> bool:
    """Whether an interval has no width beyond rounding.

    Examples
    --------
    >>> flat(0.5, 0.5), flat(0.5, 0.6)
    (True, False)
    """
    return high - low <= ROUNDING * max(1.0, abs(high))


def settled(
    method: IntervalMethod, scored: Scored, ends: tuple[float, float], level: float, *, note: str = ""
) -> Interval:
    """Make the interval of a method from its ends; where there is no spread at all, from the pooled rows."""
    low, high = ends
    same = flat(low, high)
    if same and scored.has_losses:
        return pooled_interval(scored, level, method.name, method.target)
    if same:
        from foldwise.intervals.influence import Influence

        other = Influence()
        if other.refusal(scored) is None:
            made = other.interval(scored, level)
            note = "all resamples scored the same, so the interval comes from the rows"
            return Interval(made.low, made.high, level, method.name, method.target, note)
        note = "all resamples scored the same, so the width of the interval says nothing"
    return Interval(*bounded(low, high, scored.measure), level, method.name, method.target, note)


def pooled_interval(scored: Scored, level: float, method: str, target: Target = Target.RISK) -> Interval:
    """Interval from the losses of each row, averaged over repeats: Wilson for 0-1 losses, t for others."""
    note = "all resamples scored the same, so the interval comes from the pooled rows"
    size = effective_size(scored)
    if isinstance(scored.measure, LossMeasure) and scored.measure.zero_one:
        low, high = wilson(scored.value * size, size, level)
        return Interval(low, high, level, method, target, note)
    rows, position = np.unique(scored.row, return_inverse=True)
    means = np.bincount(position, weights=scored.losses) / np.bincount(position)
    weights = scored.predictions.weights
    low, high = mean_t(means, level, None if weights is None else weights[rows])
    return Interval(*bounded(low, high, scored.measure), level, method, target, note)
