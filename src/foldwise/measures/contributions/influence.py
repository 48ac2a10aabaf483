"""Influence functions: the effect of each row on a measure, from which variances are computed.

With θ̂ - θ ≈ Σ wᵢψᵢ / Σ wᵢ the variance of θ̂ is Σ wᵢ²ψᵢ² / (Σ wᵢ)². The same ψ serve one system, the difference of two
(ψ of one minus ψ of the other), and rows that come in groups (sums of ψ within a group).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.measures.definitions.partial_areas import band_components
from foldwise.measures.measure import CountMeasure, LossMeasure, SumMeasure
from foldwise.measures.pooled import PooledMeasure

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats, Mask
    from foldwise.measures.measure import Measure
    from foldwise.measures.outcomes import Outcomes

__all__ = [
    "AREAS_OF_PAIRS",
    "AREA_MULTIPLES",
    "base_name",
    "is_smooth",
    "measure_influence",
    "placements",
    "structural_components",
    "sum_gradient",
    "table_gradient",
    "value_and_gradient",
]

DIFFERENCE_STEP = 1e-5
"""Step of the central differences, as a share of the rows: truncation and rounding are both near 1e-10 there."""
MOST_NUMBERS = 5_000_000
"""Numbers of one block of differenced tables."""
AREA_MULTIPLES = {"auc": 1.0, "gini": 2.0}
"""Measures that are a multiple of an area plus a constant, with the multiple."""
AREAS_OF_PAIRS = {**AREA_MULTIPLES, "ovr-auc": 1.0, "weighted-ovr-auc": 1.0}
"""Areas and means of areas of each class against the rest: all of them compare pairs of rows."""


def measure_influence(measure: Measure, outcomes: Outcomes) -> Floats | None:
    """ψ of each row (N,); None for a measure that has no closed form, where a resampling method is needed.

    Examples
    --------
    >>> from foldwise.measures import Outcomes, measure
    >>> rows = Outcomes(truth=np.array([0, 1, 1, 1]), output=np.array([0, 1, 0, 1]), classes=2)
    >>> measure_influence(measure("recall"), rows).round(6)
    array([ 0.      ,  0.444444, -0.888889,  0.444444])
    """
    seen = measure.view(outcomes)
    if isinstance(measure, LossMeasure):
        return _of_losses(measure, seen)
    if isinstance(measure, CountMeasure):
        return _of_counts(measure, seen)
    if isinstance(measure, SumMeasure):
        return _of_sums(measure, seen)
    if isinstance(measure, PooledMeasure):
        return None if measure.moves is None else measure.moves(seen)
    multiple = AREA_MULTIPLES.get(base_name(measure))
    if multiple is not None:
        return _of_components(multiple * structural_components(seen), seen)
    components = band_components(measure, seen)
    return None if components is None else _of_components(components, seen)


def is_smooth(measure: Measure) -> bool:
    """Whether the measure is a smooth function of counts or sums, or has an influence function of its own."""
    formula = isinstance(measure, PooledMeasure) and measure.moves is not None
    return formula or isinstance(measure, CountMeasure | SumMeasure)


def base_name(measure: Measure) -> str:
    """Name of a measure without its parameters and the class it is about."""
    return measure.base_name


def _of_losses(measure: LossMeasure, seen: Outcomes) -> Floats:
    losses = measure.loss(seen)
    mean = np.average(losses, weights=seen.weights)
    slope = 1.0 if measure.transform is None else float(measure.transform.derivative(np.asarray(mean)))
    return slope * (losses - mean)


def _of_counts(measure: CountMeasure, seen: Outcomes) -> Floats:
    table = seen.confusion()[0].astype(np.float64)
    slopes = table_gradient(measure, table, seen.positive)
    return slopes[seen.truth, np.where(seen.output < 0, seen.classes, seen.output)]


def table_gradient(measure: CountMeasure, table: Array, positive: int) -> Floats:
    """Derivative of the measure by the share of each cell that holds rows (C, C + 1); 0 for the other cells.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> table_gradient(measure("recall"), np.array([[1.0, 0, 0], [1, 2, 0]]), 1).round(6)
    array([[ 0.      ,  0.      ,  0.      ],
           [-0.888889,  0.444444,  0.      ]])
    """
    return value_and_gradient(measure, table, positive)[1]


def value_and_gradient(measure: CountMeasure, table: Array, positive: int) -> tuple[float, Floats]:
    """The measure of the table, and its derivative as in `table_gradient`: by formula, else by central differences."""
    if measure.gradient is not None:
        return measure.gradient(table)
    flat = (table / table.sum()).ravel()
    filled = flat.nonzero()[0]
    slopes = np.zeros(flat.size)
    block = max(1, MOST_NUMBERS // (2 * flat.size))
    value = np.nan
    for start in range(0, max(1, filled.size), block):
        cells = filled[start : start + block]
        step = np.minimum(DIFFERENCE_STEP, flat[cells] / 2)
        moved = np.empty((1 + 2 * cells.size, flat.size))
        moved[:] = flat
        moved[0] = table.ravel()
        at = np.arange(1, 1 + cells.size)
        moved[at, cells] += step
        moved[at + cells.size, cells] -= step
        values = measure.of_table(moved.reshape(-1, *table.shape), positive)
        value = float(values[0])
        slopes[cells] = (values[1 : 1 + cells.size] - values[1 + cells.size :]) / (2 * step)
    # A measure of counts does not change when all of them double, so Σ share x slope is 0 but for rounding.
    slopes[filled] -= flat @ slopes
    return value, slopes.reshape(table.shape)


def _of_sums(measure: SumMeasure, seen: Outcomes) -> Floats:
    rows = measure.rows(seen)
    means = np.average(rows, axis=0, weights=seen.weights)
    return (rows - means) @ sum_gradient(measure, rows, seen)


def sum_gradient(measure: SumMeasure, rows: Floats, seen: Outcomes) -> Floats:
    """Derivative of the measure by the mean of each summand (m,)."""
    means = np.average(rows, axis=0, weights=seen.weights)
    step = DIFFERENCE_STEP * np.maximum(np.abs(means), 1e-300)
    points = means + np.concatenate([np.diag(step), -np.diag(step)])
    values = measure.of_sums(points * (seen.size if seen.weights is None else seen.weights.sum()))
    return (values[: means.size] - values[means.size :]) / (2 * step)


def _of_components(components: Floats, seen: Outcomes) -> Floats:
    """ψ from the structural component of each row."""
    weights = np.ones(seen.size) if seen.weights is None else seen.weights
    mass = np.bincount(seen.truth, weights=weights, minlength=seen.classes)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.bincount(seen.truth, weights=weights * components, minlength=seen.classes) / mass
        return (components - means[seen.truth]) * (mass.sum() / mass)[seen.truth]


def structural_components(seen: Outcomes) -> Floats:
    """Structural components of the area: the share of the other class that each row is ranked right against (N,).

    For several classes, the sum over the pairs of classes of Hand and Till's M. The variance of the area is the sum over
    the classes of the variance of the components in the class over its rows (DeLong 1988; for M, the U-statistic of
    several samples).
    """
    scores: Array = np.empty((seen.size, 0)) if seen.scores is None else seen.scores
    if seen.classes == 2:
        return placements(scores[:, seen.positive], seen.truth == seen.positive, seen.weights)
    total = np.zeros(seen.size)
    for i in range(seen.classes):
        for j in range(seen.classes):
            both = np.flatnonzero((seen.truth == i) | (seen.truth == j))
            if i != j:
                weights = None if seen.weights is None else seen.weights[both]
                total[both] += placements(scores[both, i], seen.truth[both] == i, weights)
    return total / (seen.classes * (seen.classes - 1))


def placements(scores: Floats, positive: Mask, weights: Floats | None = None) -> Floats:
    """For a positive row the share of negatives below it, for a negative row the share of positives above; ties half.

    Sorts once (Sun & Xu 2014).

    Examples
    --------
    >>> placements(np.array([0.1, 0.4, 0.35, 0.8]), np.array([False, False, True, True]))
    array([1. , 0.5, 0.5, 1. ])
    """
    order = np.argsort(scores)
    ranked, hit = scores[order], positive[order]
    ups, downs = (hit, ~hit) if weights is None else (hit * weights[order], ~hit * weights[order])
    kind = np.intp if weights is None else np.float64
    up, down = np.cumsum(ups, dtype=kind), np.cumsum(downs, dtype=kind)
    first = np.empty(scores.size, dtype=np.bool_)
    first[:1] = True
    np.not_equal(ranked[1:], ranked[:-1], out=first[1:])
    with np.errstate(invalid="ignore", divide="ignore"):
        share = (
            np.where(hit, down / down[-1], 1 - up / up[-1]) if first.all() else _tied_placements(first, hit, up, down)
        )
    out = np.empty(scores.size)
    out[order] = share
    return out


def _tied_placements(first: Mask, hit: Mask, up: Array, down: Array) -> Floats:
    """`placements` where some scores are equal: rows of one score have their mid-rank."""
    starts = np.flatnonzero(first)
    sizes = np.diff(np.append(starts, first.size))
    last = starts + sizes - 1
    middles = []
    for so_far in (up, down):
        ends = so_far[last]
        middles.append(np.repeat((ends + np.concatenate([[0], ends[:-1]])) / (2 * ends[-1]), sizes))
    return np.where(hit, middles[1], 1 - middles[0])
