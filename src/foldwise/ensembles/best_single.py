"""The discrete super learner: the base model with the smallest out-of-fold risk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin

from foldwise.ensembles.blend import blend_probabilities, blend_values, fit_class_blend, fit_value_blend, risks_of
from foldwise.ensembles.library import library_of
from foldwise.ensembles.members import highest
from foldwise.ensembles.tables import new_table, with_tags_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats
    from foldwise.typing import Given

__all__ = ["BestSingleClassifier", "BestSingleRegressor", "winner_weights"]


class BestSingleClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
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

    def __init__(self, estimators: Given = None, *, plan: Given = None, random_state: Given = None) -> None:
        self.estimators = estimators
        self.plan = plan
        self.random_state = random_state

    def fit(self, X: Given, y: Given, *, groups: Given = None, order: Given = None) -> Self:
        """Fit the base models, and weigh them by their out-of-fold predictions.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Class labels (n,).
        groups
            Which rows belong together, one value per row.
        order
            Place of each row in time.
        """
        fitted: Self = fit_class_blend(self, X, y, groups=groups, order=order, weigh=winner_weights)
        return fitted

    def _library(self) -> dict[str, Given]:
        return library_of(self.estimators, classification=True)

    def predict_proba(self, X: Given) -> Floats:
        """Probabilities of the winner.

        Parameters
        ----------
        X
            Features (N, p).
        """
        X = new_table(self, X)
        return blend_probabilities(self, X)

    def predict(self, X: Given) -> Array:
        """The most probable class.

        Parameters
        ----------
        X
            Features (N, p).
        """
        shares = self.predict_proba(X)
        return self.classes_[highest(shares)]

    def __sklearn_tags__(self) -> Given:
        """Take what all base models take."""
        return with_tags_of(super().__sklearn_tags__(), list(self._library().values()))


class BestSingleRegressor(RegressorMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
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

    def __init__(self, estimators: Given = None, *, plan: Given = None, random_state: Given = None) -> None:
        self.estimators = estimators
        self.plan = plan
        self.random_state = random_state

    def fit(self, X: Given, y: Given, *, groups: Given = None, order: Given = None) -> Self:
        """Fit the base models, and weigh them by their out-of-fold predictions.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Values (n,).
        groups
            Which rows belong together, one value per row.
        order
            Place of each row in time.
        """
        fitted: Self = fit_value_blend(self, X, y, groups=groups, order=order, weigh=winner_weights)
        return fitted

    def _library(self) -> dict[str, Given]:
        return library_of(self.estimators, classification=False)

    def predict(self, X: Given) -> Floats:
        """Predictions of the winner.

        Parameters
        ----------
        X
            Features (N, p).
        """
        X = new_table(self, X)
        return blend_values(self, X)

    def __sklearn_tags__(self) -> Given:
        """Take what all base models take."""
        return with_tags_of(super().__sklearn_tags__(), list(self._library().values()))


def winner_weights(columns: Sequence[Floats], truth: Floats) -> Floats:
    """All weight for the model with the smallest risk; the first of several.

    Examples
    --------
    >>> winner_weights([np.array([1.0, 3.0]), np.array([1.0, 2.0])], np.array([1.0, 2.0]))
    array([0., 1.])
    """
    found = np.zeros(len(columns))
    found[int(np.argmin(np.round(risks_of(columns, truth), 12)))] = 1.0
    return found
