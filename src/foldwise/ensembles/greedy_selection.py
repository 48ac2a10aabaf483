"""Greedy ensemble selection: models are added one by one, with replacement, as long as the blend gets better."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin

from foldwise.ensembles.blend import blend_probabilities, blend_values, fit_class_blend, fit_value_blend
from foldwise.ensembles.library import library_of
from foldwise.ensembles.members import highest
from foldwise.ensembles.tables import check_count, new_table, with_tags_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats
    from foldwise.typing import Given

__all__ = ["GreedyClassifier", "GreedyRegressor", "greedy_weights"]


class GreedyClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Mean of base models that are chosen one by one by the out-of-fold Brier score of the mean (METHODS I.6).

    A model may be chosen several times; the best step of the way is kept.

    Parameters
    ----------
    estimators
        Base models: (name, model) pairs, ``{name: model}`` or models; a few quick ones by default.
    steps
        Most models, counted with repetitions.
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
    caruana2004.

    Examples
    --------
    >>> import foldwise
    >>> iris = foldwise.sample("iris")
    >>> model = GreedyClassifier(random_state=0).fit(iris.X, iris.target)
    >>> round(float(model.weights_.sum()), 9)
    1.0
    """

    def __init__(
        self, estimators: Given = None, *, steps: int = 20, plan: Given = None, random_state: Given = None
    ) -> None:
        self.estimators = estimators
        self.steps = steps
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
        steps = check_count(self, "steps")
        fitted: Self = fit_class_blend(
            self,
            X,
            y,
            groups=groups,
            order=order,
            weigh=lambda columns, truth: greedy_weights(columns, truth, steps=steps),
        )
        return fitted

    def _library(self) -> dict[str, Given]:
        return library_of(self.estimators, classification=True)

    def predict_proba(self, X: Given) -> Floats:
        """Mean of the probabilities of the chosen models.

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


class GreedyRegressor(RegressorMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Mean of base models that are chosen one by one by the out-of-fold squared error of the mean (METHODS I.6).

    A model may be chosen several times; the best step of the way is kept.

    Parameters
    ----------
    estimators
        Base models: (name, model) pairs, ``{name: model}`` or models; a few quick ones by default.
    steps
        Most models, counted with repetitions.
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
    caruana2004.

    Examples
    --------
    >>> X = np.arange(40.0)[:, None]
    >>> model = GreedyRegressor(random_state=0).fit(X, 2 * X[:, 0])
    >>> round(float(model.weights_.sum()), 9)
    1.0
    """

    def __init__(
        self, estimators: Given = None, *, steps: int = 20, plan: Given = None, random_state: Given = None
    ) -> None:
        self.estimators = estimators
        self.steps = steps
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
        steps = check_count(self, "steps")
        fitted: Self = fit_value_blend(
            self,
            X,
            y,
            groups=groups,
            order=order,
            weigh=lambda columns, truth: greedy_weights(columns, truth, steps=steps),
        )
        return fitted

    def _library(self) -> dict[str, Given]:
        return library_of(self.estimators, classification=False)

    def predict(self, X: Given) -> Floats:
        """Mean of the predictions of the chosen models.

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


def greedy_weights(columns: Sequence[Floats], truth: Floats, *, steps: int = 20) -> Floats:
    """Share of the steps at which each model was chosen, up to the best step.

    Parameters
    ----------
    columns
        Predictions of each model: (m,) or (m, C).
    truth
        What they should be, of the same shape.
    steps
        Most models, counted with repetitions.

    Examples
    --------
    >>> columns = [np.array([0.0, 2.0]), np.array([2.0, 2.0]), np.array([9.0, 9.0])]
    >>> greedy_weights(columns, np.array([1.0, 2.0]))
    array([0.5, 0.5, 0. ])
    """
    stacked = np.stack([np.ravel(one) for one in columns])
    goal, total = np.ravel(truth), np.zeros(stacked.shape[1])
    counts = np.zeros(len(columns))
    best, kept = np.inf, counts
    for step in range(1, steps + 1):
        risks = np.round((((total + stacked) / step - goal) ** 2).mean(axis=1), 12)
        chosen = int(np.argmin(risks))
        counts, total = counts + (np.arange(len(columns)) == chosen), total + stacked[chosen]
        if risks[chosen] < best:
            best, kept = float(risks[chosen]), counts
    return kept / kept.sum()
