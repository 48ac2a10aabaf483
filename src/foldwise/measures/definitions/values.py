"""Measures of predicted values: absolute, squared and relative errors.

Relative errors hold the model against the mean of the training set, as Weka does: in a cross-validation the mean of
the test rows is not known to anybody who predicts. On a fixed test set whose training set is unknown, the mean of the
test rows is used, as in the textbook formula.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import Task
from foldwise.measures.measure import Direction, LossMeasure, Needs, RankMeasure, SumMeasure, Transform, divide
from foldwise.measures.traits import DIMENSIONLESS, of_degree

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Floats
    from foldwise.measures.outcomes import Outcomes

__all__ = ["CORRELATION", "MAE", "MSE", "R2", "RAE", "RMSE", "RRSE", "RSE"]

# At 0 the root has no slope; all losses are 0 there, and so is what a row moves.
ROOT = Transform(np.sqrt, lambda mean: np.where(mean > 0, 0.5 / np.sqrt(np.where(mean > 0, mean, 1)), 0.0))


def absolute_error(outcomes: Outcomes) -> Floats:
    """|y - ŷ|."""
    return np.abs(outcomes.truth - outcomes.output)


def squared_error(outcomes: Outcomes) -> Floats:
    """(y - ŷ)²."""
    return (outcomes.truth - outcomes.output) ** 2


def from_reference(outcomes: Outcomes) -> Floats:
    """Distance of the truth from what a model without features says."""
    if outcomes.reference is not None:
        return outcomes.truth - outcomes.reference
    return centred(outcomes, outcomes.truth)


def absolute_parts(outcomes: Outcomes) -> Floats:
    """Absolute error of the model, how far the truth lies above and below the reference, its side, and 1 (N, 5).

    The side, 1 above and -1 below, is 0 where the reference does not depend on these rows: moved up by one unit, the mean of the rows
    themselves is as much nearer to those above as it is farther from those below, and of skewed values these are not as many.
    """
    away = from_reference(outcomes)
    side = np.sign(away) if outcomes.own_mean or outcomes.reference is None else np.zeros(away.size)
    above, below = np.maximum(away, 0), np.maximum(-away, 0)
    return np.stack([absolute_error(outcomes), above, below, side, np.ones(away.size)], axis=1)


def squared_pair(outcomes: Outcomes) -> Floats:
    """Squared errors of the model and of the reference (N, 2)."""
    return np.stack([squared_error(outcomes), from_reference(outcomes) ** 2], axis=1)


def ratio(sums: Floats) -> Array:
    """Sum of the model over sum of the reference."""
    return divide(sums[..., 0], sums[..., 1])


def absolute_ratio(sums: Floats) -> Array:
    """Absolute errors of the model over those of the reference, which are to first order those from the mean of the summed rows."""
    error, above, below, side, rows = np.moveaxis(np.asarray(sums), -1, 0)
    return divide(error, above + below - (above - below) * np.nan_to_num(divide(side, rows)))


def pearson(outcomes: Outcomes) -> float:
    """Correlation of truth and prediction."""
    y, f = centred(outcomes, outcomes.truth), centred(outcomes, outcomes.output)
    weights = np.ones(outcomes.size) if outcomes.weights is None else outcomes.weights
    spread = np.sqrt(np.sum(weights * y**2) * np.sum(weights * f**2))
    return float(np.sum(weights * y * f) / spread) if outcomes.size > 1 and spread > 0 else float("nan")


def centred(outcomes: Outcomes, values: Array) -> Floats:
    """Values minus their mean; equal values are their mean exactly, whatever rounding makes of it."""
    if values.size == 0 or np.ptp(values) == 0 or (outcomes.weights is not None and not outcomes.weights.any()):
        return np.zeros(values.size)
    return values - np.average(values, weights=outcomes.weights)


def row_count(outcomes: Outcomes) -> float:
    """Number of rows, or the sum of their weights."""
    return float(outcomes.size if outcomes.weights is None else outcomes.weights.sum())


def _loss(
    name: str,
    title: str,
    loss: Callable[[Outcomes], Floats],
    *,
    formula: str,
    degree: float = 1,
    transform: Transform | None = None,
) -> LossMeasure:
    return LossMeasure(
        name=name,
        title=title,
        task=Task.REGRESSION,
        needs=Needs.VALUE,
        low=0,
        high=float("inf"),
        direction=Direction.LOWER,
        formula=formula,
        reference="hyndman2006",
        traits=of_degree(degree),
        loss=loss,
        transform=transform,
    )


def _relative(
    name: str, title: str, rows: Callable[[Outcomes], Floats], of_sums: Callable[[Floats], Array], *, formula: str
) -> SumMeasure:
    higher = name == "r2"
    return SumMeasure(
        name=name,
        title=title,
        task=Task.REGRESSION,
        needs=Needs.VALUE,
        low=-float("inf") if higher else 0,
        high=1 if higher else float("inf"),
        direction=Direction.HIGHER if higher else Direction.LOWER,
        formula=formula,
        undefined="all true values equal: no value",
        reference="kvalseth1985" if higher else "witten2011",
        traits=DIMENSIONLESS,
        rows=rows,
        of_sums=of_sums,
    )


MAE = _loss("mae", "mean absolute error", absolute_error, formula="mean of |y - ŷ|")
MSE = _loss("mse", "mean squared error", squared_error, formula="mean of (y - ŷ)²", degree=2)
RMSE = _loss("rmse", "root mean squared error", squared_error, formula="√ of the mean of (y - ŷ)²", transform=ROOT)
RAE = _relative(
    "rae",
    "relative absolute error",
    absolute_parts,
    absolute_ratio,
    formula="Σ|y - ŷ| / Σ|y - ȳ|, ȳ of the training set",
)
RSE = _relative(
    "rse", "relative squared error", squared_pair, ratio, formula="Σ(y - ŷ)² / Σ(y - ȳ)², ȳ of the training set"
)
RRSE = _relative(
    "rrse",
    "root relative squared error",
    squared_pair,
    lambda sums: np.sqrt(np.maximum(ratio(sums), 0)),
    formula="√ of the relative squared error",
)
R2 = _relative(
    "r2",
    "R²",
    squared_pair,
    lambda sums: 1 - ratio(sums),
    formula="1 - Σ(y - ŷ)² / Σ(y - ȳ)², ȳ of the training set",
)
CORRELATION = RankMeasure(
    name="correlation",
    title="correlation",
    task=Task.REGRESSION,
    needs=Needs.VALUE,
    low=-1,
    high=1,
    direction=Direction.HIGHER,
    formula="Pearson correlation of y and ŷ within each resample, averaged by rows",
    undefined="fewer than two rows, or constant truth or predictions: no value, the resample is skipped and counted",
    reference="pearson1896",
    traits=DIMENSIONLESS,
    statistic=pearson,
    weight=row_count,
)
