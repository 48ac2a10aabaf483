"""The t interval for a mean loss on one test set."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite, sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.ends import gamma_ends
from foldwise.intervals.interval import For, Interval, IntervalMethod, Validity, bounded
from foldwise.intervals.linearised import by_group, linearised, weighted_mean
from foldwise.intervals.link import link_of
from foldwise.intervals.one_test_set import ONE_TEST_SET, rows_refusal
from foldwise.intervals.proportion import effective_size, wilson
from foldwise.measures import LossMeasure, Needs, unit_of

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.intervals.link import Link
    from foldwise.measures import Measure, Outcomes, Scored

__all__ = [
    "NO_SPREAD",
    "HoldoutT",
    "differ",
    "flat",
    "grouped_ends",
    "loss_ends",
    "mean_t",
    "pooled_interval",
    "probability_ends",
    "rests_on_probabilities",
    "settled",
    "spread_refusal",
    "without_spread",
]

FEW_HEAVY = 3
"""Weights that make so many rows of one are pointed out: simulated, where heavy rows were the hardest, 95 % covered 87 to 92 %."""
ROUNDING = 1e-12
"""An interval narrower than this, relative to its ends, has no width: equal scores differ by rounding only."""
SUMMED = 1e-9
"""The same for means of many losses."""
NO_SPREAD = "all rows have the same loss, which leaves no spread to judge from"
"""Why there is no interval from losses that are all equal."""
ONE_LOSS = "all rows have the same loss, so the bound is that for the share of rows that may have another"
"""What to know about an interval from losses that are all equal and have bounds."""


@final
@dataclass(frozen=True)
class HoldoutT(IntervalMethod):
    """mean ± t(n₂-1) · sd / √n₂ over the losses of one test set (METHODS C.1).

    Where rows are weighted the standard error is linearised, Σw²(ℓ - ℓ̄)²/(Σw)² with the correction for heavy rows, t has the
    degrees of freedom that the weights and the losses leave, and the interval is made on a scale without ends: weighted
    losses are skewed. Losses of probabilities are skewed without weights too, and rows that all went well say little of those
    that will not: they get the gamma interval with one more row that knows the class shares only (Fay & Feuer 1997). With
    weights between 1 and 20 that depend on the losses, 95 % covered 92 to 97 % of 100 to 1000 rows, where (Σw)²/Σw² rows
    covered 69 to 97 % (see the study of intervals of one test set).

    Where all rows have the same loss there is no spread. Then a share 1 - (α/2)^(1/n) of rows at most has another loss, which
    bounds the mean of a loss that has bounds; of one that has none nothing is known.

    References
    ----------
    student1908; binder1983; bell2002; fay1997.
    """

    name: ClassVar[str] = "holdout-t"
    summary: ClassVar[str] = "t interval for a mean loss on one test set"
    validity: ClassVar[Validity] = Validity(plans=ONE_TEST_SET, measures=For.LOSSES, max_resamples=1)
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: Scored, level: float) -> Interval:
        """Make the interval from the losses."""
        measure, seen, classes = scored.measure, scored.outcomes, scored.outcomes.classes
        ends = loss_ends(measure, scored.losses, level, seen.weights)
        if seen.weights is None and rests_on_probabilities(measure) and not flat(*ends):
            unseen = scored.raw_value + (0.0 if scored.linear is None else scored.linear.unseen)
            ends = probability_ends(
                scored.raw_value, float(scored.losses.var(ddof=1)), unseen, n=seen.size, level=level
            )
        if not flat(*ends):
            note = _unequal(measure, scored.outcomes)
            return Interval(*bounded(*ends, measure, classes=classes), level, self.name, Target.PROXY, note)
        low, high = without_spread(scored, scored.losses.size, level)
        return Interval(*bounded(low, high, measure, classes=classes), level, self.name, Target.PROXY, ONE_LOSS)

    def further(self, scored: Scored) -> str | None:
        """It is for independent rows, and for losses that differ or have bounds."""
        return rows_refusal(scored) or spread_refusal(scored)


def rests_on_probabilities(measure: Measure) -> bool:
    """Whether a mean loss of probabilities is counted from 0, the loss of a certain and right one."""
    whole = isinstance(measure, LossMeasure) and measure.transform is None and not measure.about
    return whole and measure.needs is Needs.PROBABILITY and measure.best == measure.low == 0


def probability_ends(mean: float, spread: float, unseen: float, *, n: int, level: float) -> tuple[float, float]:
    """Gamma ends of a mean loss of n probabilities, from its mean and variance and what one that goes wrong may cost."""
    return gamma_ends(mean, max(0.0, spread) / n, unseen / n, df=n - 1, level=level)


def _unequal(measure: Measure, seen: Outcomes) -> str:
    """Say that few rows hold most of the weight of losses without bounds, where the hardest rows decide."""
    if seen.weights is None or np.isfinite(_loss_range(measure, seen.classes)[1]):
        return ""
    size = float(seen.weights.sum() ** 2 / (seen.weights**2).sum())
    if size > seen.size / FEW_HEAVY:
        return ""
    return f"{seen.size:,} weighted rows say as much as {size:.0f}: where the heaviest are the hardest, it is too short"


def spread_refusal(scored: Scored) -> str | None:
    """Say that losses without bounds are all the same, which says nothing of the others; None where they are not."""
    classes = 2 if scored.measure.about else len(scored.predictions.classes)
    if isfinite(_loss_range(scored.measure, classes)[1]) or differ(scored.mean_losses, SUMMED):
        return None  # where the means of the resamples differ, no loss need be looked at
    losses = scored.losses
    return NO_SPREAD if losses.size and not differ(losses) else None


def _loss_range(measure: Measure, classes: int) -> tuple[float, float]:
    """Smallest and largest loss of a row; the range of the measure is that of its transform."""
    if isinstance(measure, LossMeasure) and measure.transform is not None:
        return 0.0, float("inf")
    return measure.low, measure.top(classes)


def loss_ends(measure: Measure, losses: Floats, level: float, weights: Floats | None = None) -> tuple[float, float]:
    """Ends of the interval for a mean loss: of t on its own scale, where rows are weighted on one without ends."""
    from scipy.special import stdtrit

    if weights is None or np.ptp(weights) == 0 or flat(float(losses.min()), float(losses.max())):
        return mean_t(losses, level)
    mean, error, df = weighted_mean(losses, weights)
    return _loss_link(measure, mean).ends(mean, float(stdtrit(df, (1 + level) / 2)) * error)


def grouped_ends(scored: Scored, group: Codes, level: float) -> tuple[float, float]:
    """Ends of the interval for a mean loss of rows that come in groups, on a scale without ends.

    Standard error and degrees of freedom allow for groups of unequal size (`linearised`).
    """
    from scipy.special import stdtrit

    losses, weights = scored.losses, scored.outcomes.weights
    shares = np.full(losses.size, 1 / losses.size) if weights is None else weights / weights.sum()
    mean = float(shares @ losses)
    variance, df = linearised(by_group(shares * (losses - mean), group), by_group(shares, group))
    if sqrt(variance) <= ROUNDING * unit_of(scored.measure, mean):
        return mean, mean
    return _loss_link(scored.measure, mean).ends(mean, float(stdtrit(df, (1 + level) / 2)) * sqrt(variance))


def _loss_link(measure: Measure, mean: float) -> Link:
    """The scale of a mean loss, before any transform."""
    low, high = _loss_range(measure, 0)
    return link_of(replace(measure, low=low, high=high), mean)


def without_spread(scored: Scored, units: float, level: float) -> tuple[float, float]:
    """Ends for the mean of losses with bounds that were the same in so many rows, or groups.

    At most the share 1 - (α/2)^(1/units) has another loss, the smallest or largest there is.
    """
    value, (low, high) = scored.raw_value, _loss_range(scored.measure, scored.outcomes.classes)
    other = 1 - ((1 - level) / 2) ** (1 / units)
    return value - other * (value - low), value + other * (high - value)


def mean_t(losses: Floats, level: float, weights: Floats | None = None) -> tuple[float, float]:
    """Ends of the t interval for a mean; of weighted losses linearised.

    Examples
    --------
    >>> low, high = mean_t(np.array([1.0, 2.0, 3.0, 4.0]), 0.95)
    >>> round(low, 4), round(high, 4)
    (0.4457, 4.5543)
    """
    from scipy.special import stdtrit

    if losses.size <= 1:
        return -float("inf"), float("inf")
    if weights is None or np.ptp(weights) == 0:
        mean, error, df = float(losses.mean()), sqrt(float(losses.var(ddof=1)) / losses.size), losses.size - 1.0
    else:
        mean, error, df = weighted_mean(losses, weights)
    half = float(stdtrit(df, (1 + level) / 2)) * error
    return mean - half, mean + half


def differ(values: Floats, rounding: float = ROUNDING) -> bool:
    """Whether values differ beyond rounding; not where one of them is NaN.

    Examples
    --------
    >>> differ(np.array([0.5, 0.5])), differ(np.array([0.5, 0.6])), differ(np.array([0.5, np.nan]))
    (False, True, False)
    """
    low, high = float(values.min()), float(values.max())
    return high - low > rounding * max(abs(low), abs(high))


def flat(low: float, high: float) -> bool:
    """Whether an interval has no width beyond rounding.

    Examples
    --------
    >>> flat(0.5, 0.5), flat(0.5, 0.6), flat(5e-20, 6e-20)
    (True, False, False)
    """
    return high - low <= ROUNDING * max(abs(low), abs(high))


def settled(
    method: IntervalMethod, scored: Scored, ends: tuple[float, float], level: float, *, note: str = ""
) -> Interval:
    """Make the interval of a method from its ends; where there is no spread at all, from the pooled rows."""
    low, high = ends
    same = flat(low, high)
    if same and isinstance(scored.measure, LossMeasure) and scored.measure.zero_one:
        return pooled_interval(scored, level, method.name, method.target)
    if same:
        from foldwise.intervals.influence import Influence

        other = Influence()
        if other.value_refusal(scored) is None:
            made = other.interval(scored, level)
            note = "all resamples scored the same, so the interval comes from the rows"
            return Interval(made.low, made.high, level, method.name, method.target, note)
        if scored.has_losses:
            return pooled_interval(scored, level, method.name, method.target)
        note = "all resamples scored the same, so the width of the interval says nothing"
    ends = bounded(low, high, scored.measure, classes=len(scored.predictions.classes))
    return Interval(*ends, level, method.name, method.target, note)


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
