"""How probabilities would have to be bent to be right: slope and intercept of a logistic recalibration."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import Task
from foldwise.measures.definitions.probabilities import LEAST_PROBABILITY
from foldwise.measures.measure import Direction, Needs
from foldwise.measures.pooled import PooledMeasure
from foldwise.measures.scope import Scope
from foldwise.measures.tallies.bins import predicted_and_observed

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures.outcomes import Outcomes

__all__ = ["CALIBRATION_INTERCEPT", "CALIBRATION_IN_THE_LARGE", "CALIBRATION_SLOPE", "intercept_and_slope"]

MOST_STEPS, STEP_TOLERANCE = 100, 1e-13
LEAST_LEFT = 1e-3
"""Least of 1 - h that is divided by."""


def intercept_and_slope(outcomes: Outcomes, *, slope: float | None = None) -> tuple[float, float]:
    """Intercept and slope of the logistic regression of what happened on the logit of what was said (Cox 1958).

    Newton's method on two parameters, or on the intercept alone where the slope is given. NaN where the likelihood has no
    maximum: one class only, a threshold that parts the classes, or, for the intercept alone, nothing but 0 and 1.
    """
    p, y = predicted_and_observed(outcomes)
    weights = np.ones(y.size) if outcomes.weights is None else outcomes.weights
    logit = to_logit(p)
    if y.size == 0 or np.ptp(y) == 0 or (_is_separated(logit, y) if slope is None else np.isin(p, (0, 1)).all()):
        return float("nan"), float("nan")
    if slope is not None:
        return float(maximise(np.ones((y.size, 1)), y, weights, slope * logit)[0]), slope
    intercept, found = maximise(np.column_stack([np.ones(y.size), logit]), y, weights, np.zeros(y.size))
    return float(intercept), float(found)


def influence_of(outcomes: Outcomes, *, slope: float | None = None, left_out: bool = False) -> Floats:
    """How much each row moves intercept and slope (N, 2), or the intercept where the slope is given (N, 1).

    ψᵢ = (Σw·xxᵀμ(1 - μ)/Σw)⁻¹ xᵢ(yᵢ - μᵢ), x = (1, logit p): their mean square is the sandwich variance of a logistic
    regression, right also where no intercept and slope make the probabilities right (White 1982). NaN where there is no
    intercept. `left_out` divides by 1 - h, h = w·μ(1 - μ)·xᵀ(Σw·xxᵀμ(1 - μ))⁻¹x: a row far out, or a heavy one, has drawn the curve to itself, and this is by
    how much more it moves when the row is left out (one step of Newton's method).
    """
    p, y = predicted_and_observed(outcomes)
    weights = np.ones(y.size) if outcomes.weights is None else outcomes.weights
    logit = to_logit(p)
    intercept, found = intercept_and_slope(outcomes, slope=slope)
    if np.isnan(intercept):
        return np.full((y.size, 2 if slope is None else 1), np.nan)
    mean = 1 / (1 + np.exp(-np.clip(intercept + found * logit, -500, 500)))
    columns = np.ones((y.size, 1)) if slope is not None else np.column_stack([np.ones(y.size), logit])
    curvature = (columns * (weights * mean * (1 - mean))[:, None]).T @ columns / weights.sum()
    psi: Floats = np.linalg.lstsq(curvature, (columns * (y - mean)[:, None]).T, rcond=None)[0].T
    if not left_out:
        return psi
    inverse = np.linalg.lstsq(curvature * weights.sum(), columns.T, rcond=None)[0].T
    leverage = weights * mean * (1 - mean) * np.sum(columns * inverse, axis=1)
    return psi / np.maximum(1 - leverage, LEAST_LEFT)[:, None]


def to_logit(p: Floats) -> Floats:
    """ln(p / (1 - p)), with 0 and 1 moved inside by the floor of the log loss."""
    inside = np.clip(p, LEAST_PROBABILITY, 1 - LEAST_PROBABILITY)
    return np.log(inside) - np.log1p(-inside)


def maximise(columns: Floats, y: Floats, weights: Floats, offset: Floats) -> Floats:
    """Coefficients that maximise the logistic likelihood, by Newton's method; steps that lower it are halved."""
    beta = np.zeros(columns.shape[1])
    height = _likelihood(offset, y, weights)
    for _ in range(MOST_STEPS):
        mean = 1 / (1 + np.exp(-np.clip(columns @ beta + offset, -500, 500)))
        uphill = columns.T @ (weights * (y - mean))
        curvature = (columns * (weights * mean * (1 - mean))[:, None]).T @ columns
        step = np.linalg.lstsq(curvature, uphill, rcond=None)[0]
        while (after := _likelihood(columns @ (beta + step) + offset, y, weights)) < height - 1e-12 * abs(height):
            step = step / 2
        beta, height = beta + step, after
        if np.abs(step).max() <= STEP_TOLERANCE * (1 + np.abs(beta).max()):
            break
    return beta


def _likelihood(eta: Floats, y: Floats, weights: Floats) -> float:
    return float(weights @ (y * eta - np.logaddexp(0, eta)))


def _is_separated(logit: Floats, y: Floats) -> bool:
    up, down = logit[y == 1], logit[y == 0]
    return bool(up.min() >= down.max() or down.min() >= up.max())


def _coefficient_measure(
    name: str, title: str, place: int, *, slope: float | None = None, formula: str, optimum: float
) -> PooledMeasure:
    return PooledMeasure(
        name=name,
        title=title,
        task=Task.CLASSIFICATION,
        needs=Needs.PROBABILITY,
        low=-float("inf"),
        high=float("inf"),
        direction=Direction.NONE,
        formula=formula,
        undefined="one class only, a threshold that parts the classes, or all probabilities 0 or 1: no value",
        optimum=optimum,
        two_classes=True,
        scope=Scope.BOTH,
        reference="cox1958",
        statistic=lambda outcomes: intercept_and_slope(outcomes, slope=slope)[place],
        moves=lambda outcomes: influence_of(outcomes, slope=slope)[:, place],
        left_out=lambda outcomes: influence_of(outcomes, slope=slope, left_out=True)[:, place],
    )


CALIBRATION_SLOPE = _coefficient_measure(
    "calibration-slope",
    "calibration slope",
    1,
    formula="b of logit P(y) = a + b · logit p, maximum likelihood; below 1 where the model is too sure of itself",
    optimum=1,
)
CALIBRATION_INTERCEPT = _coefficient_measure(
    "calibration-intercept",
    "calibration intercept",
    0,
    formula="a of logit P(y) = a + b · logit p, maximum likelihood",
    optimum=0,
)
CALIBRATION_IN_THE_LARGE = _coefficient_measure(
    "calibration-in-the-large",
    "calibration in the large",
    0,
    slope=1,
    formula="a of logit P(y) = a + logit p, maximum likelihood; above 0 where the probabilities are too low",
    optimum=0,
)
