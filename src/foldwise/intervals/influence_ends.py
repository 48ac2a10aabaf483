"""Ends of the interval from the influence of the rows: by the kind of measure, with what the rows have not shown."""

from __future__ import annotations

from math import inf, isfinite, isinf
from typing import TYPE_CHECKING

from foldwise.intervals.ends import end_of_range, gamma_ends, korn_graubard, nearest_ratio, ratio_ends, t_ends
from foldwise.intervals.rate_ratios import rate_pair, rate_ratio_ends
from foldwise.intervals.tail import heavy_multiple, heavy_rows
from foldwise.measures import CountMeasure, LossMeasure, Needs, SumMeasure, tail_factor

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.intervals.row_variance import RowVariance
    from foldwise.measures import ModelScores, RowInfluence

__all__ = ["influence_ends"]

ROW_SHARE_AT_END = 0.25
"""Ends of rates that are nearer than this share of a row to 0 or 1 are there: a fit to all rows may give all of them one class."""


def influence_ends(
    scored: ModelScores, influence: RowInfluence, found: RowVariance, *, share: bool, level: float
) -> tuple[float, float]:
    """Ends of a measure with this variance; `share` says whether it is a function of counts or ranks.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.intervals.row_variance import RowVariance
    >>> from foldwise.measures import ModelScores, measure
    >>> table = foldwise.assess("lda", foldwise.sample("iris"), measures="error").predictions
    >>> scored = ModelScores(table, "lda", measure("error"))
    >>> low, high = influence_ends(
    ...     scored, scored.influence, RowVariance(0.0002, 149.0, 0.0, 0.0, 150.0), share=True, level=0.95
    ... )
    >>> round(low, 3), round(high, 3)
    (0.003, 0.066)
    """
    measure = scored.measure
    if share and isfinite(measure.high - measure.low):
        return _share_ends(scored, influence, found, level)
    kind, end = end_of_range(measure, scored.value)
    if kind == "none" and measure.needs is Needs.COSTS:
        kind, end = _cost_scale(scored)
    if kind == "none":
        return t_ends(scored.value, found.widened, df=found.df, level=level)
    near, far = (
        _ratio_ends(scored, influence, found, end, level=level)
        if isinstance(measure, CountMeasure)
        else _loss_ends(scored, influence, found, (kind, end), level=level)
    )
    low, high = (end + near, end + far) if kind == "low" else (end - far, end - near)
    return (low, high) if isinstance(measure, CountMeasure) else (max(low, measure.low), min(high, _top(scored)))


def _share_ends(scored: ModelScores, influence: RowInfluence, found: RowVariance, level: float) -> tuple[float, float]:
    """Exact binomial ends, for as many trials as the variance is worth."""
    measure, width = scored.measure, scored.measure.high - scored.measure.low
    loss = isinstance(measure, LossMeasure)  # the exact interval knows the variance of one share of single rows
    counted = loss and scored.predictions.groups is None and _weigh_alike(scored.predictions.weights)
    position, smoothed = (scored.value - measure.low) / width, (influence.edges.centre - measure.low) / width
    df = inf if counted else found.df
    low, high = korn_graubard(position, smoothed, found.widened / width**2, df=df, level=level)
    near = 0.0 if loss else ROW_SHARE_AT_END * influence.edges.jump / scored.predictions.n / width
    low, high = (0.0 if low < near else low), (1.0 if 1 - high < near else high)
    reach = heavy_rows(scored) * max(0.0, -found.smallest)
    return max(measure.low, measure.low + width * low - reach), measure.low + width * high


def _ratio_ends(
    scored: ModelScores, influence: RowInfluence, found: RowVariance, end: float, *, level: float
) -> tuple[float, float]:
    """How far the ends of a ratio of counts are from the end of its range."""
    measure, seen = scored.measure, scored.outcomes
    centre, away = abs(influence.edges.centre - end), abs(scored.value - end)
    df = inf if _is_plain(scored) else found.df  # limits of a count know its variance
    rates = rate_pair(measure, seen.confusion()[0], seen.positive, found.rows)
    near, far = (
        ratio_ends(centre, found.widened, falling=measure.best != end, df=df, level=level)
        if rates is None
        else rate_ratio_ends(centre, found.widened, rates, df=df, level=level)
    )
    return min(near, away), max(far, away)


def _loss_ends(
    scored: ModelScores, influence: RowInfluence, found: RowVariance, edge: tuple[str, float], *, level: float
) -> tuple[float, float]:
    """How far the gamma ends of a mean loss, or of a function of it, are from the end of its range."""
    measure, (kind, end), edges = scored.measure, edge, influence.edges
    away, width = abs(scored.value - end), measure.high - measure.low
    worst = max(
        found.largest if kind == "low" else -found.smallest, edges.unseen / min(found.rows, scored.predictions.n)
    )
    if isinstance(measure, LossMeasure) and isinf(_top(scored)) and _weigh_alike(scored.predictions.weights):
        losses = influence.rows.means + scored.value
        worst *= tail_factor(losses) * heavy_multiple(losses)
    # Mistakes that cost as much as each other are a count, whose limits know its variance; costs relative to others vary with these too.
    ratio_of_costs = isinstance(measure, SumMeasure) and measure.needs is Needs.COSTS
    df = inf if edges.discrete and not ratio_of_costs and _is_plain(scored) else found.df
    near, far = gamma_ends(away, found.widened, worst, df=df, level=level)
    if isinstance(measure, SumMeasure) and measure.needs is Needs.VALUE and isinf(width):
        best = -found.smallest if kind == "low" else found.largest
        near = min(near, nearest_ratio(away, found.widened, best, df=df, level=level))
    return near, far


def _cost_scale(scored: ModelScores) -> tuple[str, float]:
    """Costs have a least one, which their mean cannot be below; a ratio of costs has one where none of them is a gain."""
    costs = scored.outcomes.costs
    if costs is None or (costs.min() < 0 and not isinstance(scored.measure, LossMeasure)):
        return "none", inf
    return "low", float(costs.min()) if isinstance(scored.measure, LossMeasure) else 0.0


def _top(scored: ModelScores) -> float:
    """The largest value that a measure can have; a mean cost that of the matrix, a ratio of costs none."""
    measure, costs = scored.measure, scored.outcomes.costs
    if measure.needs is not Needs.COSTS:
        return measure.top(len(scored.predictions.classes))
    if costs is None or not isinstance(measure, LossMeasure):
        return measure.high
    return max(scored.value, float(costs.max()))


def _is_plain(scored: ModelScores) -> bool:
    """Whether rows are counted one by one: without groups and time order, all of one weight."""
    predictions = scored.predictions
    return predictions.groups is None and predictions.time is None and _weigh_alike(predictions.weights)


def _weigh_alike(weights: Floats | None) -> bool:
    return weights is None or bool(weights.min() == weights.max())
