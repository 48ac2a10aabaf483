"""Decisions by cost: the class with the smallest expected cost, by the probabilities of any classifier."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from sklearn.base import clone

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.errors import InputError
from foldwise.learners.deciding_classifier import DecidingClassifier

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.typing import Given

__all__ = ["CostDecision"]


class CostDecision(DecidingClassifier):
    """Predict the class d with the smallest expected cost Σ_c p_c C[c, d], by the probabilities of a classifier.

    Parameters
    ----------
    estimator
        A classifier with probabilities.
    costs
        What it costs to predict class d (column) where class c (line) is true; a further last column is the cost of no
        decision, which is predicted as None. By default every mistake costs 1.
    labels
        Labels of the lines; the sorted classes of the training rows by default.

    Attributes
    ----------
    estimator_
        The fitted classifier.
    classes_
        The classes.

    References
    ----------
    elkan2001.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = np.arange(8.0)[:, None], np.array([0, 0, 0, 1, 0, 1, 1, 1])
    >>> CostDecision(GaussianNB(), [[0, 1], [20, 0]]).fit(X, y).predict(X).tolist()
    [0, 0, 1, 1, 1, 1, 1, 1]
    """

    def __init__(self, estimator: Given, costs: Given = None, labels: Given = None) -> None:
        self.estimator = estimator
        self.costs = costs
        self.labels = labels

    def fit(self, X: Given, y: Given, sample_weight: Given = None) -> Self:
        """Fit the classifier.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Class labels (n,).
        sample_weight
            Weight of each row.
        """
        return self._around(self._fitted(X, y, sample_weight)[0])

    @classmethod
    def of_fitted(cls, fitted: Given, costs: Given = None, labels: Given = None) -> Self:
        """The decisions of a classifier that is fitted already.

        Parameters
        ----------
        fitted
            The classifier.
        costs
            As for the class itself.
        labels
            As for the class itself.
        """
        return cls(clone(fitted), costs, labels)._around(fitted)

    def _around(self, fitted: Given) -> Self:
        self._take(fitted)
        self.table_ = self._table()
        return self

    def _table(self) -> Floats:
        """Costs of the classes that the classifier knows, in its order."""
        labels = self.classes_ if self.labels is None else np.asarray(self.labels)
        costs = 1 - np.eye(labels.size) if self.costs is None else np.asarray(self.costs, dtype=np.float64)
        if costs.ndim != 2 or costs.shape[0] != labels.size or costs.shape[1] not in (labels.size, labels.size + 1):
            message = f"costs are a table with a line and a column for each of {labels.size} classes, not of shape {costs.shape}"
            raise InputError(message, hint="costs=[[0, 1], [10, 0]]")
        known = {label: place for place, label in enumerate(labels.tolist())}
        unknown = [label for label in self.classes_.tolist() if label not in known]
        if unknown:
            message = f"labels lack the class {unknown[0]!r} of the training rows"
            raise InputError(message, hint="labels=None for the classes of the training rows")
        places = [known[label] for label in self.classes_.tolist()]
        return costs[np.ix_(places, [*places, *range(labels.size, costs.shape[1])])]

    def predict(self, X: Given) -> Array:
        """The cheapest class; of equal ones the first.

        Parameters
        ----------
        X
            Features (N, p).
        """
        expected = self.predict_proba(X) @ self.table_
        least = expected.min(axis=1, keepdims=True)
        chosen = np.argmax(expected <= least + ROUNDING_TOLERANCE * (1 + np.abs(least)), axis=1)
        if self.table_.shape[1] == self.classes_.size:
            return np.asarray(self.classes_[chosen])
        return np.array([*self.classes_.tolist(), None], dtype=object)[chosen]
