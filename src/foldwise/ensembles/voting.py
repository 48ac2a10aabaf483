"""Voting: several models fitted to the same rows, their votes counted or their probabilities averaged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from sklearn.utils import check_random_state

from foldwise.ensembles.adaboost_r2 import weighted_median
from foldwise.ensembles.ensemble import EnsembleClassifier, EnsembleRegressor
from foldwise.ensembles.library import fit_library, library_of
from foldwise.ensembles.members import label_codes, one_hot, probabilities
from foldwise.ensembles.tables import check_option, fit_labels, fit_values, given_weights, new_table
from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.typing import Given

__all__ = ["VotedClassifier", "VotedRegressor"]

WAYS = ("hard", "soft")
MIDDLES = ("mean", "median")


class VotedClassifier(EnsembleClassifier):
    """The class that most models predict, or that has the highest mean probability.

    Parameters
    ----------
    estimators
        Base models: (name, model) pairs, ``{name: model}`` or models; a few quick ones by default.
    voting
        ``hard``: votes are counted, of equal numbers the first class has it; ``soft``: probabilities are averaged.
    weights
        Weight of each model; equal ones by default.
    random_state
        Seed of the models.

    Attributes
    ----------
    members_
        The fitted models by name.
    weights_
        Their weights, which add up to 1.

    Examples
    --------
    >>> import foldwise
    >>> iris = foldwise.sample("iris")
    >>> VotedClassifier(weights=[2, 1, 1, 1]).fit(iris.X, iris.target).weights_
    array([0.4, 0.2, 0.2, 0.2])
    """

    def __init__(
        self, estimators: Given = None, *, voting: str = "hard", weights: Given = None, random_state: Given = None
    ) -> None:
        self.estimators = estimators
        self.voting = voting
        self.weights = weights
        self.random_state = random_state

    def fit(self, X: Given, y: Given, *, row_weights: Given = None) -> Self:
        """Fit the models.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Class labels (n,).
        row_weights
            Weight of each row, which every model must take.
        """
        check_option(self, "voting", WAYS)
        X, labels, _ = fit_labels(self, X, y)
        models = self._library()
        self.weights_ = _normalised(self.weights, len(models))
        own = given_weights(row_weights, labels.size)
        self.members_ = fit_library(models, X, labels, rng=check_random_state(self.random_state), weights=own)
        return self

    def _library(self) -> dict[str, Given]:
        return library_of(self.estimators, classification=True)

    def _votes(self, X: Given) -> Floats:
        """Weighted share of the votes, or weighted mean of the probabilities."""
        X = new_table(self, X)
        total = np.zeros((X.shape[0], self.classes_.size))
        for member, weight in zip(self.members_.values(), self.weights_, strict=True):
            soft = self.voting == "soft"
            total += weight * (
                probabilities(member, X, self.classes_)
                if soft
                else one_hot(label_codes(member.predict(X), self.classes_), self.classes_.size)
            )
        return total

    def _learners(self) -> list[Given]:
        return list(self._library().values())


class VotedRegressor(EnsembleRegressor):
    """Mean or median of the predictions of several models.

    Parameters
    ----------
    estimators
        Base models: (name, model) pairs, ``{name: model}`` or models; a few quick ones by default.
    middle
        ``mean`` or ``median``, both weighted.
    weights
        Weight of each model; equal ones by default.
    random_state
        Seed of the models.

    Attributes
    ----------
    members_
        The fitted models by name.
    weights_
        Their weights, which add up to 1.

    Examples
    --------
    >>> X = np.arange(20.0)[:, None]
    >>> VotedRegressor(middle="median").fit(X, X[:, 0]).predict(X).shape
    (20,)
    """

    def __init__(
        self, estimators: Given = None, *, middle: str = "mean", weights: Given = None, random_state: Given = None
    ) -> None:
        self.estimators = estimators
        self.middle = middle
        self.weights = weights
        self.random_state = random_state

    def fit(self, X: Given, y: Given, *, row_weights: Given = None) -> Self:
        """Fit the models.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Values (n,).
        row_weights
            Weight of each row, which every model must take.
        """
        check_option(self, "middle", MIDDLES)
        X, values = fit_values(self, X, y)
        models = self._library()
        self.weights_ = _normalised(self.weights, len(models))
        own = given_weights(row_weights, values.size)
        self.members_ = fit_library(models, X, values, rng=check_random_state(self.random_state), weights=own)
        return self

    def _library(self) -> dict[str, Given]:
        return library_of(self.estimators, classification=False)

    def predict(self, X: Given) -> Floats:
        """The weighted mean or median of the models.

        Parameters
        ----------
        X
            Features (N, p).
        """
        X = new_table(self, X)
        said = np.column_stack([member.predict(X) for member in self.members_.values()])
        return said @ self.weights_ if self.middle == "mean" else weighted_median(said, self.weights_)

    def _learners(self) -> list[Given]:
        return list(self._library().values())


def _normalised(weights: Given, models: int) -> Floats:
    """Weights that add up to 1."""
    given = np.ones(models) if weights is None else np.asarray(weights, dtype=np.float64)
    if given.shape != (models,) or not np.all(given >= 0) or not 0 < given.sum() < np.inf:
        message = f"weights are {models} numbers from 0 up, one for each model, not {weights!r:.60}"
        raise InputError(message, hint="weights=None for equal ones")
    return given / given.sum()
