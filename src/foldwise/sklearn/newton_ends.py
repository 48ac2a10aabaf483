"""How far from the optimum scikit-learn's Newton solver may end: what hangs on less than that is left to it.

Batched logistic regressions end at the optimum. scikit-learn's end with the first step δ for which ½ δᵀHδ ≤ tol, where H is the
curvature of the mean loss. The third derivative of the logistic loss is at most R times the second along a step that changes
scores by at most R, so behind that step no score xᵀθ is further from its value at the optimum than h · tol, with
h = max xᵀH⁻¹x. The penalty alone gives h ≤ 1/w̄ + n C D², where w̄ is the mean of p (1 - p) and D the largest distance of a row from
the weighted mean, which is at most twice that from the mean.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from sklearn.pipeline import Pipeline

from foldwise.sklearn.admission import last_step

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.data import Dataset
    from foldwise.typing import Estimator

__all__ = ["MOST", "newton_margin", "squared_reach"]

MOST = 0.1
"""Largest margin up to which terms of higher order may be left out."""
WORST = 1e12
"""Condition of the curvature up to which scikit-learn solves without a warning."""


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
        return reach if max(centre, reach) < WORST else np.inf
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
    last = last_step(estimator)
    weights = last.class_weight
    heaviest = max(weights.values()) if isinstance(weights, dict) else 1.0
    penalty = n * heaviest * float(last.C) * 4 * reach
    spread = float((probabilities * (1 - probabilities)).max(axis=1).mean()) if probabilities.size else 0.0
    if spread <= 0 or not penalty < WORST:
        return np.inf
    margin = float(last.tol) * (4 / spread + penalty)
    return margin if margin <= MOST else np.inf
