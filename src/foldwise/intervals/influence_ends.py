"""What the ends of the interval from the influence of the rows need for costs, weights and ratios of counts."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from foldwise.intervals.ends import ratio_ends
from foldwise.intervals.rate_ratios import rate_pair, rate_ratio_ends
from foldwise.measures import LossMeasure

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.intervals.row_variance import RowVariance
    from foldwise.measures import ModelScores, RowInfluence

__all__ = ["cost_scale", "count_ratio_ends", "highest_cost", "is_plain", "weigh_alike"]


def count_ratio_ends(
    scored: ModelScores, influence: RowInfluence, found: RowVariance, end: float, *, level: float
) -> tuple[float, float]:
    """How far the ends of a ratio of counts are from this end of its range."""
    measure, seen = scored.measure, scored.outcomes
    centre, away = abs(influence.edges.centre - end), abs(scored.value - end)
    df = inf if is_plain(scored) else found.df  # limits of a count know its variance
    rates = rate_pair(measure, seen.confusion()[0], seen.positive, found.rows)
    near, far = (
        ratio_ends(centre, found.widened, falling=measure.best != end, df=df, level=level)
        if rates is None
        else rate_ratio_ends(centre, found.widened, rates, df=df, level=level)
    )
    return min(near, away), max(far, away)


def cost_scale(scored: ModelScores) -> tuple[str, float]:
    """Costs have a least one, which their mean cannot be below; a ratio of costs has one where none of them is a gain."""
    costs = scored.outcomes.costs
    if costs is None or (costs.min() < 0 and not isinstance(scored.measure, LossMeasure)):
        return "none", inf
    return "low", float(costs.min()) if isinstance(scored.measure, LossMeasure) else 0.0


def highest_cost(scored: ModelScores) -> float:
    """The largest value that a mean cost can have; a ratio of costs has none."""
    costs = scored.outcomes.costs
    if costs is None or not isinstance(scored.measure, LossMeasure):
        return scored.measure.high
    return max(scored.value, float(costs.max()))


def is_plain(scored: ModelScores) -> bool:
    """Whether rows are counted one by one: without groups and time order, all of one weight."""
    predictions = scored.predictions
    return predictions.groups is None and predictions.time is None and weigh_alike(predictions.weights)


def weigh_alike(weights: Floats | None) -> bool:
    """Whether all rows weigh the same."""
    return weights is None or bool(weights.min() == weights.max())
