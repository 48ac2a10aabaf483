"""Blends with fixed weights: base models refitted to all rows, their predictions averaged by weights of out-of-fold rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Self, TypeAlias

import numpy as np
from sklearn.utils import check_random_state

from foldwise.ensembles.ensemble import Ensemble, EnsembleClassifier, EnsembleRegressor
from foldwise.ensembles.fold_predictions import out_of_fold
from foldwise.ensembles.library import fit_library, library_of
from foldwise.ensembles.members import probabilities
from foldwise.ensembles.tables import fit_labels, fit_values, given_weights, new_table

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.ensembles.fold_predictions import OutOfFold
    from foldwise.typing import Given

__all__ = ["ClassBlend", "ValueBlend", "Weigher", "WeightedBlend", "by_weight", "risks_of"]

Weigher: TypeAlias = Callable[[Sequence["Floats"], "Floats", "Floats | None"], "Floats"]
"""Weights of models, from the predictions of each, (m,) or (m, C), what they should be, and weights of rows or None."""


class WeightedBlend(Ensemble):
    """What blends have in common: their base models, and weights by what these predict of rows they were not fitted to."""

    classification: ClassVar[bool]

    def __init__(self, estimators: Given = None, *, plan: Given = None, random_state: Given = None) -> None:
        self.estimators = estimators
        self.plan = plan
        self.random_state = random_state

    def _weigher(self) -> Weigher:
        """What makes weights of out-of-fold predictions; parameters are checked here, before anything is fitted."""
        raise NotImplementedError

    def _library(self) -> dict[str, Given]:
        return library_of(self.estimators, classification=self.classification)

    def _weigh(self, weigh: Weigher, found: OutOfFold, truth: Floats, weights: Floats | None) -> Self:
        own = None if weights is None else weights[found.rows]
        self.out_of_fold_, self.risks_ = found, risks_of(found.columns, truth, own)
        self.weights_ = weigh(found.columns, truth, own)
        return self

    def _learners(self) -> list[Given]:
        return list(self._library().values())


class ClassBlend(WeightedBlend, EnsembleClassifier):
    """Weighted mean of the probabilities of base models."""

    classification: ClassVar[bool] = True

    def fit(self, X: Given, y: Given, *, groups: Given = None, order: Given = None, row_weights: Given = None) -> Self:
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
        row_weights
            Weight of each row in the fits and in the errors; no number of copies, which folds could part.
        """
        weigh = self._weigher()
        X, labels, codes = fit_labels(self, X, y)
        rng, models = check_random_state(self.random_state), self._library()
        weights = given_weights(row_weights, labels.size)
        self.members_ = fit_library(models, X, labels, rng=rng, weights=weights)
        seed, known = int(rng.randint(2**31 - 1)), {"groups": groups, "order": order, "weights": weights}
        found = out_of_fold(models, X, codes, classes=self.classes_, plan=self.plan, seed=seed, **known)
        truth = np.asarray(codes[found.rows, None] == np.arange(self.classes_.size), float)
        return self._weigh(weigh, found, truth, weights)

    def _votes(self, X: Given) -> Floats:
        """Weighted mean of the probabilities of the base models."""
        X = new_table(self, X)
        used = zip(self.members_.values(), self.weights_, strict=True)
        total = sum(weight * probabilities(member, X, self.classes_) for member, weight in used if weight > 0)
        return np.asarray(total, dtype=np.float64)


class ValueBlend(WeightedBlend, EnsembleRegressor):
    """Weighted mean of the predictions of base models."""

    classification: ClassVar[bool] = False

    def fit(self, X: Given, y: Given, *, groups: Given = None, order: Given = None, row_weights: Given = None) -> Self:
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
        row_weights
            Weight of each row in the fits and in the errors; no number of copies, which folds could part.
        """
        weigh = self._weigher()
        X, values = fit_values(self, X, y)
        rng, models = check_random_state(self.random_state), self._library()
        weights = given_weights(row_weights, values.size)
        self.members_ = fit_library(models, X, values, rng=rng, weights=weights)
        seed, known = int(rng.randint(2**31 - 1)), {"groups": groups, "order": order, "weights": weights}
        found = out_of_fold(models, X, values, classes=None, plan=self.plan, seed=seed, **known)
        return self._weigh(weigh, found, values[found.rows], weights)

    def predict(self, X: Given) -> Floats:
        """Weighted mean of the predictions of the base models.

        Parameters
        ----------
        X
            Features (N, p).
        """
        X = new_table(self, X)
        used = zip(self.members_.values(), self.weights_, strict=True)
        return np.asarray(sum(weight * member.predict(X) for member, weight in used if weight > 0), dtype=np.float64)


def by_weight(errors: Floats, weights: Floats | None) -> Floats:
    """Errors of rows (m,) or (m, C) times the root of their weights, so that their squares add up by weight."""
    if weights is None:
        return errors
    roots = np.sqrt(weights)
    return errors * (roots if errors.ndim == 1 else roots[:, None])


def risks_of(columns: Sequence[Floats], truth: Floats, weights: Floats | None = None) -> Floats:
    """Mean squared error of each model; of probabilities the Brier score, the sum over classes or, of two, half of it.

    Examples
    --------
    >>> risks_of([np.array([1.0, 2.0]), np.array([0.0, 2.0])], np.array([1.0, 4.0]))
    array([2. , 2.5])
    """
    halved = 2.0 if truth.ndim == 2 and truth.shape[1] == 2 else 1.0
    squares = [((column - truth) ** 2).reshape(len(truth), -1).sum(axis=1) for column in columns]
    return np.array([float(np.average(square, weights=weights)) / halved for square in squares])
