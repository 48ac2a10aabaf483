"""From the limits of a method to its interval, also where all resamples have the same score."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.interval import Interval, bounded, in_units
from foldwise.intervals.limits.ends import flat
from foldwise.intervals.limits.mean_loss import mean_t
from foldwise.intervals.methods.proportion import tested_size, wilson
from foldwise.measures import LossMeasure, RankMeasure, base_name

if TYPE_CHECKING:
    from foldwise.intervals.interval import IntervalMethod
    from foldwise.measures import ModelScores

__all__ = ["interval_from_ends", "joined_with_rows", "pooled_interval"]


def interval_from_ends(
    method: IntervalMethod,
    scored: ModelScores,
    ends: tuple[float, float],
    level: float,
    *,
    note: str = "",
    error: float | None = None,
) -> Interval:
    """Make the interval of a method from its limits; where there is no spread at all, from the pooled rows.

    `error` is the standard error of the mean loss, or of the measure where it has no losses.
    """
    low, high = ends
    same = flat(low, high)
    if same and isinstance(scored.measure, LossMeasure) and scored.measure.zero_one:
        return pooled_interval(scored, level, method.name, method.target)
    if same:
        from foldwise.intervals.methods.influence import Influence

        other = Influence()
        if other.value_refusal(scored) is None:
            made = other.interval(scored, level)
            note = "all resamples scored the same, so the interval comes from the rows"
            return replace(made, method=method.name, target=method.target, note=note)
        if scored.has_losses:
            return pooled_interval(scored, level, method.name, method.target)
        note, error = "all resamples scored the same, so the width of the interval says nothing", None
    ends = bounded(low, high, scored.measure, classes=len(scored.predictions.classes))
    known = None if error is None else in_units(scored.measure, error, (low + high) / 2)
    return Interval(*ends, level, method.name, method.target, note, known)


def joined_with_rows(made: Interval, scored: ModelScores) -> Interval:
    """The union of an interval with that from the influence of rows, where there is one: a careful interval is never shorter than the default.

    Areas are left alone: they compare rows of one test set, and of few small test sets the influence of rows adds little.
    Average precision is biased upward in small test sets, and is joined.
    """
    from foldwise.intervals.methods.influence import Influence

    rows = Influence()
    area = isinstance(scored.measure, RankMeasure) and base_name(scored.measure) != "average-precision"
    if area or rows.value_refusal(scored) is not None:
        return made
    other = rows.interval(scored, made.level)
    return replace(made, low=min(made.low, other.low), high=max(made.high, other.high))


def pooled_interval(scored: ModelScores, level: float, method: str, target: Target = Target.RISK) -> Interval:
    """Interval from the losses of each row, averaged over repeats: Wilson for 0-1 losses, t for others."""
    note = "all resamples scored the same, so the interval comes from the pooled rows"
    size = tested_size(scored)
    if isinstance(scored.measure, LossMeasure) and scored.measure.zero_one:
        low, high = wilson(scored.value * size, size, level)
        return Interval(low, high, level, method, target, note)
    rows, position = np.unique(scored.row, return_inverse=True)
    means = np.bincount(position, weights=scored.losses) / np.bincount(position)
    weights = scored.predictions.weights
    low, high = mean_t(means, level, None if weights is None else weights[rows])
    return Interval(*bounded(low, high, scored.measure), level, method, target, note)
