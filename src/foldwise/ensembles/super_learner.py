"""The super learner: convex weights of base models that minimise the out-of-fold squared error."""

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

__all__ = ["SuperLearnerClassifier", "SuperLearnerRegressor", "convex_weights"]


class SuperLearnerClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Convex combination of the probabilities of base models with the smallest out-of-fold Brier score (METHODS I.6).

    Weights are found by non-negative least squares and divided by their sum. The base models are then refitted to all rows.

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
        fitted: Self = fit_class_blend(self, X, y, groups=groups, order=order, weigh=convex_weights)
        return fitted

    def _library(self) -> dict[str, Given]:
        return library_of(self.estimators, classification=True)

    def predict_proba(self, X: Given) -> Floats:
        """Weighted mean of the probabilities of the base models.

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


class SuperLearnerRegressor(RegressorMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Convex combination of base models with the smallest out-of-fold squared error (METHODS I.6).

    Weights are found by non-negative least squares and divided by their sum. The base models are then refitted to all rows.

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
        fitted: Self = fit_value_blend(self, X, y, groups=groups, order=order, weigh=convex_weights)
        return fitted

    def _library(self) -> dict[str, Given]:
        return library_of(self.estimators, classification=False)

    def predict(self, X: Given) -> Floats:
        """Weighted mean of the predictions of the base models.

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


def convex_weights(columns: Sequence[Floats], truth: Floats) -> Floats:
    """Weights from 0 up that add up to 1, by non-negative least squares of the truth on the predictions.

    Parameters
    ----------
    columns
        Predictions of each model: (m,) or (m, C).
    truth
        What they should be, of the same shape.

    Examples
    --------
    >>> convex_weights([np.array([1.0, 2.0, 3.0]), np.array([3.0, 2.0, 1.0])], np.array([1.0, 2.0, 3.0])).round(6)
    array([1., 0.])
    """
    from scipy.optimize import nnls

    found, _ = nnls(np.column_stack([np.ravel(one) for one in columns]), np.ravel(truth))
    if found.sum() <= 0:  # nothing points the right way: the model with the smallest error
        found = np.zeros(len(columns))
        found[int(np.argmin(risks_of(columns, truth)))] = 1.0
    return np.asarray(found / found.sum())
