"""The super learner: convex weights of base models that minimise the out-of-fold squared error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.ensembles.blend import ClassBlend, ValueBlend, by_weight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Floats
    from foldwise.ensembles.blend import Weigher

__all__ = ["SuperLearnerClassifier", "SuperLearnerRegressor", "convex_weights"]

WORST_ERROR_RATIO = 1e6
"""How much larger than those of the best the errors of a model are that gets no weight."""


class SuperLearnerClassifier(ClassBlend):
    """Convex combination of the probabilities of base models with the smallest out-of-fold Brier score (METHODS I.6).

    Of all weights from 0 up that add up to 1, these minimise it (decision 0024). The base models are then refitted to all rows.

    Parameters
    ----------
    estimators
        Base models: (name, model) pairs, ``{name: model}`` or models; a few quick ones by default.
    plan
        How rows are held out: a plan, its text, a number of folds or a scikit-learn splitter. By default five folds; by
        groups or forward in time where `fit` is given these.
    random_state
        Seed of folds and models.

    Attributes
    ----------
    members_
        The base models by name, fitted to all rows.
    weights_
        Weight of each.
    risks_
        Out-of-fold Brier score of each.
    out_of_fold_
        `OutOfFold`: the predictions that were weighed.

    References
    ----------
    vanderlaan2007.

    Examples
    --------
    >>> import foldwise
    >>> iris = foldwise.sample("iris")
    >>> model = SuperLearnerClassifier(random_state=0).fit(iris.X, iris.target)
    >>> round(float(model.weights_.sum()), 9)
    1.0
    """

    def _weigher(self) -> Weigher:
        return convex_weights


class SuperLearnerRegressor(ValueBlend):
    """Convex combination of base models with the smallest out-of-fold squared error (METHODS I.6).

    Of all weights from 0 up that add up to 1, these minimise it (decision 0024). The base models are then refitted to all rows.

    Parameters
    ----------
    estimators
        Base models: (name, model) pairs, ``{name: model}`` or models; a few quick ones by default.
    plan
        How rows are held out: a plan, its text, a number of folds or a scikit-learn splitter. By default five folds; by
        groups or forward in time where `fit` is given these.
    random_state
        Seed of folds and models.

    Attributes
    ----------
    members_
        The base models by name, fitted to all rows.
    weights_
        Weight of each.
    risks_
        Out-of-fold mean squared error of each.
    out_of_fold_
        `OutOfFold`: the predictions that were weighed.

    References
    ----------
    vanderlaan2007.

    Examples
    --------
    >>> X = np.arange(40.0)[:, None]
    >>> model = SuperLearnerRegressor(random_state=0).fit(X, np.sqrt(X[:, 0]))
    >>> bool(model.weights_.min() >= 0)
    True
    """

    def _weigher(self) -> Weigher:
        return convex_weights


def convex_weights(columns: Sequence[Floats], truth: Floats, weights: Floats | None = None) -> Floats:
    """Weights from 0 up that add up to 1 whose blend has the smallest squared error.

    Parameters
    ----------
    columns
        Predictions of each model: (m,) or (m, C).
    truth
        What they should be, of the same shape.
    weights
        Weight of each row (m,); all alike by default.

    Examples
    --------
    >>> convex_weights([np.array([1.0, 2.0, 3.0]), np.array([3.0, 2.0, 1.0])], np.array([1.0, 2.0, 3.0])).round(6)
    array([1., 0.])
    """
    from scipy.optimize import nnls

    # Where weights add up to 1, the error of the blend is the blend of the errors E: ‖Ew‖² is to be smallest. Its minimum
    # is that of ‖Eu‖² + (Σu - 1)² over u ≥ 0, divided by its sum: for u = sw the best s gives q/(1 + q) with q = ‖Ew‖².
    errors = np.column_stack([np.ravel(by_weight(column - truth, weights)) for column in columns])
    sizes = np.sqrt((errors**2).sum(axis=0))
    none = ROUNDING_TOLERANCE * float(np.sqrt((by_weight(truth - truth.mean(axis=0), weights) ** 2).sum()))
    if sizes.min() <= none:  # models without error
        perfect = sizes <= none
        return np.asarray(perfect / perfect.sum())
    # The weight of any other is below 1/WORST_ERROR_RATIO², and its errors would drown the rest.
    near = sizes < WORST_ERROR_RATIO * sizes.min()
    table = errors[:, near] / float(sizes[near].max())
    found = np.zeros(len(columns))
    found[near], _ = nnls(np.vstack([table, np.ones(near.sum())]), np.r_[np.zeros(len(errors)), 1.0])
    return np.asarray(found / found.sum())
