"""Decisions by a threshold: of two classes, the one that was cheapest on the training rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted, column_or_1d

from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.typing import Given

__all__ = ["ThresholdDecision"]


class ThresholdDecision(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Predict the positive of two classes where its score is not below the threshold that was cheapest on the training rows.

    The threshold lies half way between two scores of training rows; of equally cheap ones the highest is taken. A model that
    fits its training rows perfectly says nothing there about new rows, so its threshold is arbitrary.

    Parameters
    ----------
    estimator
        A classifier with probabilities or decision scores.
    costs
        What it costs to predict a class (column) where another is true (line), for two classes. By default every mistake
        costs 1.
    labels
        Labels of the lines; the sorted classes of the training rows by default.
    positive
        Label of the positive class; the second of `labels` by default.

    Attributes
    ----------
    estimator_
        The fitted classifier.
    threshold_
        Score from which on a row is positive.

    References
    ----------
    provost2001.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = np.arange(8.0)[:, None], np.array([0, 0, 0, 1, 0, 1, 1, 1])
    >>> ThresholdDecision(GaussianNB(), [[0, 1], [20, 0]]).fit(X, y).predict(X).tolist()
    [0, 0, 0, 1, 1, 1, 1, 1]
    """

    def __init__(self, estimator: Given, costs: Given = None, labels: Given = None, positive: Given = None) -> None:
        self.estimator = estimator
        self.costs = costs
        self.labels = labels
        self.positive = positive

    def fit(self, X: Given, y: Given, sample_weight: Given = None) -> Self:
        """Fit the classifier, and find the threshold.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Class labels (n,).
        sample_weight
            Weight of each row.
        """
        y = column_or_1d(y, warn=True)
        extra = {} if sample_weight is None else {"sample_weight": sample_weight}
        return self._around(clone(self.estimator).fit(X, y, **extra), X, y, sample_weight)

    @classmethod
    def of_fitted(
        cls,
        fitted: Given,
        rows: tuple[Given, Given, Given],
        *,
        costs: Given = None,
        labels: Given = None,
        positive: Given = None,
    ) -> Self:
        """The decisions of a classifier that is fitted already.

        Parameters
        ----------
        fitted
            The classifier.
        rows
            Features, labels and weights of its training rows; weights may be None.
        costs
            As for the class itself.
        labels
            As for the class itself.
        positive
            As for the class itself.
        """
        return cls(clone(fitted), costs, labels, positive)._around(fitted, *rows)

    def _around(self, fitted: Given, X: Given, y: Array, sample_weight: Given) -> Self:
        self.estimator_, self.classes_ = fitted, fitted.classes_
        for name in ("n_features_in_", "feature_names_in_"):
            if hasattr(fitted, name):
                setattr(self, name, getattr(fitted, name))
        labels, costs = self._table()
        wanted = labels[1] if self.positive is None else self.positive
        self.positive_ = int(np.flatnonzero(self.classes_ == wanted)[0])
        weights = np.ones(len(y)) if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
        yes = int(np.flatnonzero(labels == wanted)[0])
        order = [1 - yes, yes]
        self.threshold_ = cheapest(self._scores(X), np.asarray(y == wanted), weights, costs[np.ix_(order, order)])
        return self

    def _table(self) -> tuple[Array, Floats]:
        """The two labels, and the costs in their order."""
        labels = self.classes_ if self.labels is None else np.asarray(self.labels)
        costs = 1 - np.eye(2) if self.costs is None else np.asarray(self.costs, dtype=np.float64)
        if self.classes_.size != 2 or labels.size != 2 or costs.shape != (2, 2) or set(labels) != set(self.classes_):
            message = (
                f"Only binary classification is supported. A threshold parts two classes with costs of shape (2, 2), and there"
                f" are {self.classes_.size} classes and costs of shape {costs.shape}"
            )
            raise InputError(message, hint="CostDecision for more classes")
        return labels, costs

    def _scores(self, X: Given) -> Floats:
        """Score of the positive class (N,)."""
        if hasattr(self.estimator_, "predict_proba"):
            return np.asarray(self.estimator_.predict_proba(X), dtype=np.float64)[:, self.positive_]
        scores = np.asarray(self.estimator_.decision_function(X), dtype=np.float64)
        return scores if self.positive_ else -scores

    def predict_proba(self, X: Given) -> Floats:
        """Probabilities of the classifier.

        Parameters
        ----------
        X
            Features (N, p).
        """
        check_is_fitted(self)
        return np.asarray(self.estimator_.predict_proba(X), dtype=np.float64)

    def predict(self, X: Given) -> Array:
        """The positive class from the threshold on.

        Parameters
        ----------
        X
            Features (N, p).
        """
        check_is_fitted(self)
        return np.asarray(
            self.classes_[np.where(self._scores(X) >= self.threshold_, self.positive_, 1 - self.positive_)]
        )

    def __sklearn_tags__(self) -> Given:
        """Take what the classifier takes, with two classes."""
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.input_tags = get_tags(self.estimator).input_tags
        return tags


def cheapest(scores: Floats, positive: Array, weights: Floats, costs: Floats) -> float:
    """Threshold with the smallest cost, half way to the next score; of equals, the highest.

    Parameters
    ----------
    scores
        Score of each row (n,).
    positive
        Whether the row is positive (n,).
    weights
        Weight of each row (n,).
    costs
        Costs by truth and prediction (2, 2), the positive class second.

    Examples
    --------
    >>> cheapest(np.array([0.1, 0.4, 0.8]), np.array([False, True, True]), np.ones(3), 1 - np.eye(2))
    0.25
    """
    levels, at = np.unique(-scores, return_inverse=True)
    hits = np.r_[0.0, np.cumsum(np.bincount(at, weights * positive, levels.size))]
    alarms = np.r_[0.0, np.cumsum(np.bincount(at, weights * ~positive, levels.size))]
    cost = (
        costs[1, 1] * hits
        + costs[1, 0] * (hits[-1] - hits)
        + costs[0, 1] * alarms
        + costs[0, 0] * (alarms[-1] - alarms)
    )
    best = int(np.argmin(np.round(cost / max(float(weights.sum()), 1e-300), 12)))
    edges = np.r_[np.inf, -levels, -np.inf]
    here, after = float(edges[best]), float(edges[best + 1])
    return (here + after) / 2 if np.isfinite(here) and np.isfinite(after) else here if np.isinf(here) else after
