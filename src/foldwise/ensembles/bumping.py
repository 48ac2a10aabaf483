"""Bumping: of models fitted to bootstrap samples, the one that does best on the original rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from sklearn.utils import check_random_state

from foldwise.ensembles.ensemble import EnsembleClassifier, EnsembleRegressor
from foldwise.ensembles.members import fit_on_samples, label_codes, probabilities
from foldwise.ensembles.tables import check_count, fit_labels, fit_values, new_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Floats
    from foldwise.typing import Given

__all__ = ["BumpedClassifier", "BumpedRegressor"]


class BumpedClassifier(EnsembleClassifier):
    """One classifier: of fits to the original rows and to bootstrap samples, that with fewest errors on the original rows.

    It helps a learner that gets stuck, such as a greedy tree. All fits have to be of the same complexity, or the most
    complex always wins: the default is a tree of depth 2 (METHODS I.7).

    Parameters
    ----------
    estimator
        The base learner.
    n_estimators
        Number of bootstrap samples.
    random_state
        Seed of the draws and of the fits.

    Attributes
    ----------
    model_
        The chosen model.
    errors_
        Training error of each candidate, the fit to the original rows first.
    chosen_
        Place of the chosen one; 0 is the fit to the original rows, which is kept where no other is better.

    References
    ----------
    tibshirani1999.

    Examples
    --------
    >>> import foldwise
    >>> iris = foldwise.sample("iris")
    >>> model = BumpedClassifier(n_estimators=10, random_state=0).fit(iris.X, iris.target)
    >>> bool(model.errors_.min() == model.errors_[model.chosen_])
    True
    """

    def __init__(self, estimator: Given = None, n_estimators: int = 20, *, random_state: Given = None) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.random_state = random_state

    def fit(self, X: Given, y: Given) -> Self:
        """Fit all candidates, and keep the best.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Class labels (n,).
        """
        X, labels, codes = fit_labels(self, X, y)

        def error(member: Given) -> float:
            return float(np.mean(label_codes(member.predict(X), self.classes_) != codes))

        self.model_, self.errors_, self.chosen_ = _bumped(self, X, labels, error)
        return self

    def _base(self) -> Given:
        return DecisionTreeClassifier(max_depth=2) if self.estimator is None else self.estimator

    def _votes(self, X: Given) -> Floats:
        """Probabilities of the chosen model; its votes, where it has none."""
        X = new_table(self, X)
        return probabilities(self.model_, X, self.classes_)


class BumpedRegressor(EnsembleRegressor):
    """One regressor: of fits to the original rows and to bootstrap samples, that closest to the original rows (METHODS I.7).

    Parameters
    ----------
    estimator
        The base learner; a tree of depth 2 by default.
    n_estimators
        Number of bootstrap samples.
    random_state
        Seed of the draws and of the fits.

    Attributes
    ----------
    model_
        The chosen model.
    errors_
        Mean squared training error of each candidate, the fit to the original rows first.
    chosen_
        Place of the chosen one; 0 is the fit to the original rows.

    References
    ----------
    tibshirani1999.

    Examples
    --------
    >>> X = np.arange(30.0)[:, None]
    >>> BumpedRegressor(n_estimators=5, random_state=0).fit(X, np.sin(X[:, 0])).errors_.size
    6
    """

    def __init__(self, estimator: Given = None, n_estimators: int = 20, *, random_state: Given = None) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.random_state = random_state

    def fit(self, X: Given, y: Given) -> Self:
        """Fit all candidates, and keep the best.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Values (n,).
        """
        X, values = fit_values(self, X, y)

        def error(member: Given) -> float:
            return float(np.mean((member.predict(X) - values) ** 2))

        self.model_, self.errors_, self.chosen_ = _bumped(self, X, values, error)
        return self

    def _base(self) -> Given:
        return DecisionTreeRegressor(max_depth=2) if self.estimator is None else self.estimator

    def predict(self, X: Given) -> Floats:
        """Predictions of the chosen model.

        Parameters
        ----------
        X
            Features (N, p).
        """
        X = new_table(self, X)
        return np.asarray(self.model_.predict(X), dtype=np.float64)


def _bumped(ours: Given, X: Given, y: Array, error: Callable[[Given], float]) -> tuple[Given, Floats, int]:
    """The best candidate, all errors, and its place."""
    samples = check_count(ours, "n_estimators")
    rng, base = check_random_state(ours.random_state), ours._base()
    rows = [np.arange(y.size), *(rng.randint(0, y.size, y.size) for _ in range(samples))]
    candidates = fit_on_samples(base, X, y, samples=rows, rngs=[rng] * len(rows))
    errors = np.array([error(member) for member in candidates])
    chosen = int(np.argmin(np.round(errors, 12)))
    return candidates[chosen], errors, chosen
