"""Influence of rows on a function of sums or moments of values by leaving each of them out."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from foldwise.measures.contributions.association_influence import (
    ASSOCIATIONS,
    MOMENTS,
    moment_summands,
    without_rounding,
)
from foldwise.measures.contributions.influence import base_name, measure_influence, sum_gradient
from foldwise.measures.contributions.linearise import by_repeat
from foldwise.measures.contributions.row_means import row_means_of
from foldwise.measures.dependence.uneven_test_sets import by_test_set, has_uneven_test_sets
from foldwise.measures.measure import Needs, RankMeasure, SumMeasure
from foldwise.measures.pooled import PooledMeasure

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Floats
    from foldwise.measures.contributions.row_means import RowMeans
    from foldwise.measures.measure import Measure
    from foldwise.measures.model_scores import ModelScores
    from foldwise.measures.outcomes import Outcomes

__all__ = ["left_out_influence", "left_out_psi", "left_out_rows", "value_function", "value_summands"]


def left_out_psi(measure: Measure, outcomes: Outcomes) -> Floats | None:
    """ψ of each row of one sample (N,), as `measure_influence` has it, for sums and moments of values by leaving the row out.

    Examples
    --------
    >>> from foldwise.measures import Outcomes, measure
    >>> rows = Outcomes(np.array([1.0, 2.0, 3.0, 9.0]), np.array([1.0, 3.0, 3.0, 8.0]))
    >>> measure_influence(measure("r2"), rows).round(2), left_out_psi(measure("r2"), rows).round(2)
    (array([ 0.04, -0.09,  0.  ,  0.04]), array([ 0.04, -0.07,  0.  ,  0.11]))
    """
    name, seen = base_name(measure), measure.view(outcomes)
    if name in MOMENTS:
        return _of_moments(name, seen)
    if isinstance(measure, PooledMeasure) and measure.left_out is not None:
        return measure.left_out(seen)
    psi = measure_influence(measure, outcomes)
    if psi is None or measure.needs is not Needs.VALUE or not isinstance(measure, SumMeasure):
        return psi
    return left_out_influence(measure.of_sums, measure.rows(seen), psi, weights=seen.weights)


def left_out_rows(scored: ModelScores) -> RowMeans | None:
    """Contributions of the rows to a resampled measure, each left out of the rows of a repeat; None where slopes are enough."""
    measure, seen, tested = scored.measure, scored.outcomes, scored.sheet.tested.tests
    if measure.needs is not Needs.VALUE or not seen.size:
        return None
    if isinstance(measure, SumMeasure):
        rows = measure.rows(seen)
        slopes = (rows - np.average(rows, axis=0, weights=seen.weights)) @ sum_gradient(measure, rows, seen)
        repeats = seen.size / tested.rows.size
        psi = left_out_influence(measure.of_sums, rows, slopes, weights=seen.weights, repeats=repeats)
    elif (name := base_name(measure)) in MOMENTS:
        uneven = has_uneven_test_sets(scored)
        psi = (by_test_set if uneven else by_repeat)(scored, partial(_of_moments, name))
        size = scored.associated_rows
        # A correlation of the m rows of a test set varies as that of m - 1 would; concordance pools the rows of a repeat.
        psi = psi * sqrt(size / (size - 1)) if isinstance(measure, RankMeasure) and size > 1 else psi
    else:
        return None
    if not np.isfinite(psi).all():
        return None
    return row_means_of(psi, scored.row, scored.predictions.n, scored.predictions.weights, tested=tested)


def value_summands(measure: Measure, outcomes: Outcomes) -> Floats:
    """Summands of each row in a function of sums or moments of values (N, m)."""
    seen = measure.view(outcomes)
    if isinstance(measure, SumMeasure):
        return measure.rows(seen)
    if base_name(measure) == "correlation":  # has no unit, so that systems of any units are exchanged on one scale
        seen = replace(seen, truth=_quartile_scale(seen.truth), output=_quartile_scale(seen.output))
    return np.column_stack([moment_summands(seen, MOMENTS["ccc"]), np.ones(seen.size)])


def _quartile_scale(values: Array) -> Floats:
    """Values less their median, over the distance of their quartiles, which a few extreme rows do not change.

    Where half of the values are equal, that distance is 0, and their standard deviation is taken.

    Examples
    --------
    >>> _quartile_scale(np.array([1.0, 2.0, 3.0])), _quartile_scale(np.array([0.0, 0.0, 0.0, 0.0, 5e-9])).round(6)
    (array([-1.,  0.,  1.]), array([0. , 0. , 0. , 0. , 2.5]))
    """
    given = np.asarray(values, dtype=np.float64)
    low, middle, high = np.quantile(given, [0.25, 0.5, 0.75])
    return np.asarray((given - middle) / (float(high - low) or float(given.std()) or 1.0))


def value_function(measure: Measure) -> Callable[[Floats], Array]:
    """The function of these sums, of many sets of rows at once (…, m) → (…)."""
    return measure.of_sums if isinstance(measure, SumMeasure) else partial(_of_sums, MOMENTS[base_name(measure)])


def _of_moments(name: str, seen: Outcomes) -> Floats:
    """ψ of a function of the first two moments of truth and prediction (N,)."""
    rows = np.column_stack([moment_summands(seen, MOMENTS[name]), np.ones(seen.size)])
    psi = left_out_influence(partial(_of_sums, MOMENTS[name]), rows, ASSOCIATIONS[name](seen), weights=seen.weights)
    return without_rounding(psi)


def _of_sums(of_means: Callable[[Floats], Floats], sums: Floats) -> Floats:
    """A function of means from sums, the last of which is that of the weights (…, 6) → (…)."""
    return of_means(sums[..., :5] / sums[..., 5:])


def left_out_influence(
    of_sums: Callable[[Floats], Array],
    rows: Floats,
    slopes: Floats,
    *,
    weights: Floats | None = None,
    repeats: float = 1.0,
    totals: tuple[Floats, float] | None = None,
) -> Floats:
    """ψᵢ = (W - wᵢ)/wᵢ · (θ - θ without row i) of a function of sums (N,).

    The derivative of a ratio takes its denominator as given. A row far out moves both parts of R², and the derivative there
    understates it: the row has high leverage on the denominator. Leaving the row out shows its effect. For ordinary rows both are
    the same to first order, and the mean square of the differences is never too small on average (Efron & Stein 1981).

    Parameters
    ----------
    of_sums
        The measure from the sums of its summands, of many sets of rows at once (…, m) → (…).
    rows
        Summands of each row (N, m).
    slopes
        ψ by the derivative (N,), for rows without which there is no value.
    weights
        Weight of each row (N,); 1 where None.
    repeats
        How often each row is among the summands: it is left out of one of so many repeats, of N over as many rows.
    totals
        Weighted sums of the summands (m,) and sum of the weights of all rows, where these rows are some of them.

    References
    ----------
    efron1981.

    Examples
    --------
    >>> rows = np.column_stack([[1.0, 2, 3, 10], [2.0, 4, 6, 8]])
    >>> ratio = lambda sums: sums[..., 0] / sums[..., 1]
    >>> left_out_influence(ratio, rows, np.zeros(4)).round(2)
    array([-0.1 , -0.22, -0.39,  0.9 ])
    """
    mass = np.ones(len(rows)) if weights is None else weights
    sums, total = (mass @ rows / repeats, float(mass.sum()) / repeats) if totals is None else totals
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        moved = of_sums(sums[None])[0] - of_sums(sums - mass[:, None] * rows)
        psi = moved * (total - mass) / mass
    return np.where(np.isfinite(psi) & (total > mass), psi, slopes)
