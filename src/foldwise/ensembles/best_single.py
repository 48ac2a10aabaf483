"""The discrete super learner: the base model with the smallest out-of-fold risk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.ensembles.blend import ClassBlend, ValueBlend, risks_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Floats
    from foldwise.ensembles.blend import Weigher

__all__ = ["BestSingleClassifier", "BestSingleRegressor", "winner_weights"]


class BestSingleClassifier(ClassBlend):
    """The base model with the smallest out-of-fold Brier score, refitted to all rows (METHODS I.6).

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
    >>> model = BestSingleClassifier(random_state=0).fit(iris.X, iris.target)
    >>> model.weights_.max(), model.weights_.sum()
    (np.float64(1.0), np.float64(1.0))
    """

    def _weigher(self) -> Weigher:
        return winner_weights


class BestSingleRegressor(ValueBlend):
    """The base model with the smallest out-of-fold squared error, refitted to all rows (METHODS I.6).

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
    >>> model = BestSingleRegressor(random_state=0).fit(X, 2 * X[:, 0])
    >>> list(model.members_)[int(model.weights_.argmax())]
    'ridge'
    """

    def _weigher(self) -> Weigher:
        return winner_weights


def winner_weights(columns: Sequence[Floats], truth: Floats, weights: Floats | None = None) -> Floats:
    """All weight for the model with the smallest risk; the first of several.

    Examples
    --------
    >>> winner_weights([np.array([1.0, 3.0]), np.array([1.0, 2.0])], np.array([1.0, 2.0]))
    array([0., 1.])
    """
    found, risks = np.zeros(len(columns)), risks_of(columns, truth, weights)
    found[int(np.argmin(np.round(risks / (risks.max() or 1.0), 12)))] = 1.0
    return found
