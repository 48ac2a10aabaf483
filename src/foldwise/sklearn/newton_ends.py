"""How far from the optimum scikit-learn's Newton solver may end: what hangs on less than that is left to it.

Batched logistic regressions end at the optimum. scikit-learn's end with the first step δ for which ½ δᵀHδ ≤ tol, where H is the
curvature of the mean loss. The third derivative of the logistic loss is at most R times the second along a step that changes
scores by at most R, so behind that step no score xᵀθ is further from its value at the optimum than h · tol, with
h = max xᵀH⁻¹x. The penalty alone gives h ≤ 1/w̄ + n C D², where w̄ is the mean of p (1 - p) and D the largest distance of a row from
the weighted mean, which is at most twice that from the mean. Where a score is so near a boundary that this does not decide, the fit
is done here and h is that of its own curvature, which is mostly smaller by far.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve, solve_triangular
from scipy.special import expit
from sklearn.pipeline import Pipeline

from foldwise.sklearn.admission import last_step_of_pipeline

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.typing import Estimator

__all__ = ["MOST_MARGIN", "newton_margin", "own_margins", "squared_reach"]

MOST_MARGIN = 0.1
"""Largest margin up to which terms of higher order may be left out."""
WORST_CONDITION = 1e12
"""Condition of the curvature up to which scikit-learn solves without a warning."""
LARGEST_STEP, STEPS, ENDED = 0.005, 25, 1e-14
"""Largest h · tol at which curvatures before and behind the last step are alike, and steps and decrement with which a fit ends here."""


def squared_reach(estimator: Estimator, dataset: Dataset) -> float:
    """Largest squared distance of a row from the mean, as the logistic regression at the end of a pipeline sees it.

    It is infinite where steps before it do anything but scale columns.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> import foldwise
    >>> round(squared_reach(LogisticRegression(), foldwise.sample("iris")), 1)
    14.7
    """
    steps = [step for _, step in estimator.steps[:-1]] if type(estimator) is Pipeline else []
    names = [type(step).__name__ for step in steps if step not in (None, "passthrough")]
    if any(name != "StandardScaler" for name in names):
        return np.inf
    rows: Floats = np.asarray(dataset.X, dtype=np.float64)
    apart = rows - rows.mean(axis=0)
    if not names:
        centre = float((rows.mean(axis=0) ** 2).sum())
        reach = float((apart**2).sum(axis=1).max())
        return reach if max(centre, reach) < WORST_CONDITION else np.inf
    spread = apart.std(axis=0)
    # The spread of the training rows of a split may be half of that of all rows.
    scaled = np.divide(apart, spread, out=np.zeros_like(apart), where=spread > 0)
    return 4 * float((scaled**2).sum(axis=1).max())


def newton_margin(estimator: Estimator, reach: float, n: int, probabilities: Floats) -> float:
    """By how much scores of a logistic regression on up to n rows may miss those at the optimum; infinite where it is not known.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> model = LogisticRegression(solver="newton-cholesky", tol=1e-9)
    >>> newton_margin(model, 10.0, 100, np.array([[0.5, 0.5]]))
    4.016e-06
    """
    last = last_step_of_pipeline(estimator)
    weights = last.class_weight
    heaviest = max(weights.values()) if isinstance(weights, dict) else 1.0
    penalty = n * heaviest * float(last.C) * 4 * reach
    spread = _spread(probabilities)
    if spread <= 0 or not penalty < WORST_CONDITION:
        return np.inf
    margin = float(last.tol) * (4 / spread + penalty)
    return margin if margin <= MOST_MARGIN else np.inf


def _spread(probabilities: Floats) -> float:
    """Mean of p (1 - p), of the class of which it is largest."""
    if not probabilities.size:
        return 0.0
    if probabilities.shape[1] == 2:
        second = probabilities[:, 1]
        return float(second @ (1 - second)) / second.size
    return float((probabilities * (1 - probabilities)).max(axis=1).mean())


def own_margins(estimator: Estimator, dataset: Dataset, train: Codes) -> Floats:
    """By how much the score of each row (n,) may miss that at the optimum where some are trained on, by the curvature there.

    A step that changes scores of training rows by at most R leaves a rest of R/2 times its length behind, so the score of a row x
    is within tol · √(h xᵀH⁻¹x); twice that is given. Two classes only.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> import foldwise
    >>> model = LogisticRegression(solver="newton-cholesky", tol=1e-9)
    >>> own_margins(model, foldwise.sample("breast-cancer"), np.arange(500)).shape
    (699,)
    """
    unknown = np.full(dataset.n, np.inf)
    if len(dataset.labels) != 2:
        return unknown
    last = last_step_of_pipeline(estimator)
    table = _design(estimator, np.asarray(dataset.X, dtype=np.float64), train)
    second = dataset.codes[train] == 1
    weights = _weights(last.class_weight, dataset.labels, second)
    ridge = np.full(table.shape[1], 1 / (float(last.C) * weights.sum()))
    ridge[: int(last.fit_intercept)] = 0.0
    factor = _optimum(table[train], second, weights / weights.sum(), ridge)
    if factor is None:
        return unknown
    reach = (solve_triangular(factor, table.T, lower=True, check_finite=False) ** 2).sum(axis=0)
    most = float(reach[train].max())
    return 2 * float(last.tol) * np.sqrt(most * reach) if most * float(last.tol) <= LARGEST_STEP else unknown


def _design(estimator: Estimator, rows: Floats, train: Codes) -> Floats:
    """All rows as the logistic regression sees them (n, q), with the constant first where it has one."""
    if type(estimator) is Pipeline:
        for step in (one for _, one in estimator.steps[:-1] if one not in (None, "passthrough")):
            mean, spread = rows[train].mean(axis=0), rows[train].std(axis=0)
            rows = (rows - mean if step.with_mean else rows) / (np.where(spread > 0, spread, 1) if step.with_std else 1)
    if not last_step_of_pipeline(estimator).fit_intercept:
        return rows
    return np.concatenate([np.ones((len(rows), 1)), rows], axis=1)


def _weights(given: Mapping[object, float] | str | None, labels: Array, second: Mask) -> Floats:
    """Weights of training rows, by their classes (n,)."""
    if given is None:
        return np.ones(second.size)
    if isinstance(given, Mapping):
        pair = [float(given.get(label, 1.0)) for label in labels.tolist()]
    else:
        ones = int(second.sum())
        pair = [second.size / (2 * max(1, count)) for count in (second.size - ones, ones)]
    return np.where(second, pair[1], pair[0])


def _optimum(table: Floats, second: Mask, shares: Floats, ridge: Floats) -> Floats | None:
    """Lower factor of the curvature at the optimum (q, q); None where Newton's method does not find it."""
    theta = np.zeros(table.shape[1])
    for _ in range(STEPS):
        chances = expit(table @ theta)
        slope = table.T @ (shares * (chances - second)) + ridge * theta
        curvature = table.T @ (table * (shares * chances * (1 - chances))[:, None]) + np.diag(ridge)
        try:
            factor, _ = cho_factor(curvature, lower=True, check_finite=False)
        except LinAlgError:
            return None
        step = cho_solve((factor, True), slope, check_finite=False)
        theta = theta - step
        if slope @ step <= ENDED:
            return np.asarray(factor)
    return None
