"""Stacking: a combiner learns from out-of-fold predictions how much to trust each base model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from sklearn.base import clone
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.utils import check_random_state

from foldwise.ensembles.ensemble import EnsembleClassifier, EnsembleRegressor
from foldwise.ensembles.fold_predictions import member_columns, out_of_fold
from foldwise.ensembles.library import fit_library, library_of, weight_argument
from foldwise.ensembles.members import probabilities
from foldwise.ensembles.tables import check_option, fit_labels, fit_values, given_weights, new_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats
    from foldwise.typing import Given

__all__ = ["StackedClassifier", "StackedRegressor", "side_by_side"]

KINDS = ("probabilities", "classes", "scores")


class StackedClassifier(EnsembleClassifier):
    """A classifier of the out-of-fold predictions of base models, which are then refitted to all rows (METHODS I.6).

    Parameters
    ----------
    estimators
        Base models: (name, model) pairs, ``{name: model}`` or models; a few quick ones by default.
    combiner
        Any classifier; logistic regression with a ridge penalty by default.
    kind
        What the combiner sees: ``probabilities``, predicted ``classes``, or ``scores`` (logarithms of probabilities, centred; decision
        scores where a model has no probabilities).
    plan
        How rows are held out: a plan, its text, a number of folds or a scikit-learn splitter. By default five folds; by
        groups or forward in time where `fit` is given these. ``resubstitution`` is the naive form, whose combiner trusts
        whatever overfits.
    random_state
        Seed of folds and models.

    Attributes
    ----------
    members_
        The base models by name, fitted to all rows.
    combiner_
        The fitted combiner.
    out_of_fold_
        `OutOfFold`: what the combiner was fitted to.

    References
    ----------
    wolpert1992; breiman1996b.

    Examples
    --------
    >>> import foldwise
    >>> iris = foldwise.sample("iris")
    >>> model = StackedClassifier(random_state=0).fit(iris.X, iris.target)
    >>> list(model.members_)
    ['logistic', 'knn', 'tree', 'gaussian-nb']
    """

    def __init__(
        self,
        estimators: Given = None,
        combiner: Given = None,
        *,
        kind: str = "probabilities",
        plan: Given = None,
        random_state: Given = None,
    ) -> None:
        self.estimators = estimators
        self.combiner = combiner
        self.kind = kind
        self.plan = plan
        self.random_state = random_state

    def fit(self, X: Given, y: Given, *, groups: Given = None, order: Given = None, row_weights: Given = None) -> Self:
        """Fit the base models, and the combiner to their out-of-fold predictions.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Class labels (n,).
        groups
            Which rows belong together, one value per row: no base model is asked about rows of a group it was fitted to.
        order
            Place of each row in time: no base model is asked about rows before those it was fitted to.
        """
        kind = check_option(self, "kind", KINDS)
        X, labels, codes = fit_labels(self, X, y)
        rng, weights = check_random_state(self.random_state), given_weights(row_weights, labels.size)
        models = self._library()
        self.members_ = fit_library(models, X, labels, rng=rng, weights=weights)
        self.out_of_fold_ = out_of_fold(
            models,
            X,
            codes,
            classes=self.classes_,
            plan=self.plan,
            groups=groups,
            order=order,
            weights=weights,
            seed=int(rng.randint(2**31 - 1)),
            kind=kind,
        )
        combiner = LogisticRegression(max_iter=1000) if self.combiner is None else clone(self.combiner)
        rows = self.out_of_fold_.rows
        own = {} if weights is None else {weight_argument("combiner", combiner): weights[rows]}
        self.combiner_ = combiner.fit(side_by_side(self.out_of_fold_.columns), labels[rows], **own)
        return self

    def _library(self) -> dict[str, Given]:
        return library_of(self.estimators, classification=True)

    def base_predictions(self, X: Given) -> Floats:
        """Predictions of the base models, as the combiner sees them.

        Parameters
        ----------
        X
            Features (N, p).
        """
        X = new_table(self, X)
        members = self.members_.values()
        return side_by_side([member_columns(member, X, self.classes_, self.kind) for member in members])

    def predict_proba(self, X: Given) -> Floats:
        """Probabilities of the combiner; its votes, where it has none.

        Parameters
        ----------
        X
            Features (N, p).
        """
        table = self.base_predictions(X)
        return probabilities(self.combiner_, table, self.classes_)

    def predict(self, X: Given) -> Array:
        """The class that the combiner chooses.

        Parameters
        ----------
        X
            Features (N, p).
        """
        table = self.base_predictions(X)
        return np.asarray(self.combiner_.predict(table))

    def _learners(self) -> list[Given]:
        return list(self._library().values())


class StackedRegressor(EnsembleRegressor):
    """A regression on the out-of-fold predictions of base models, which are then refitted to all rows (METHODS I.6).

    Parameters
    ----------
    estimators
        Base models: (name, model) pairs, ``{name: model}`` or models; a few quick ones by default.
    combiner
        Any regressor; least squares with coefficients of at least 0 by default.
    plan
        How rows are held out, as for `StackedClassifier`.
    random_state
        Seed of folds and models.

    Attributes
    ----------
    members_
        The base models by name, fitted to all rows.
    combiner_
        The fitted combiner.
    out_of_fold_
        `OutOfFold`: what the combiner was fitted to.

    References
    ----------
    wolpert1992; breiman1996b.

    Examples
    --------
    >>> X = np.arange(40.0)[:, None]
    >>> model = StackedRegressor(random_state=0).fit(X, np.sqrt(X[:, 0]))
    >>> bool(np.all(model.combiner_.coef_ >= 0))
    True
    """

    def __init__(
        self, estimators: Given = None, combiner: Given = None, *, plan: Given = None, random_state: Given = None
    ) -> None:
        self.estimators = estimators
        self.combiner = combiner
        self.plan = plan
        self.random_state = random_state

    def fit(self, X: Given, y: Given, *, groups: Given = None, order: Given = None, row_weights: Given = None) -> Self:
        """Fit the base models, and the combiner to their out-of-fold predictions.

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
            Weight of each row, for base models and combiner; no number of copies, which folds could part.
        """
        X, values = fit_values(self, X, y)
        rng, weights = check_random_state(self.random_state), given_weights(row_weights, values.size)
        models = self._library()
        self.members_ = fit_library(models, X, values, rng=rng, weights=weights)
        self.out_of_fold_ = out_of_fold(
            models,
            X,
            values,
            classes=None,
            plan=self.plan,
            groups=groups,
            order=order,
            weights=weights,
            seed=int(rng.randint(2**31 - 1)),
        )
        combiner = LinearRegression(positive=True) if self.combiner is None else clone(self.combiner)
        rows = self.out_of_fold_.rows
        own = {} if weights is None else {weight_argument("combiner", combiner): weights[rows]}
        self.combiner_ = combiner.fit(side_by_side(self.out_of_fold_.columns), values[rows], **own)
        return self

    def _library(self) -> dict[str, Given]:
        return library_of(self.estimators, classification=False)

    def base_predictions(self, X: Given) -> Floats:
        """Predictions of the base models, as the combiner sees them.

        Parameters
        ----------
        X
            Features (N, p).
        """
        X = new_table(self, X)
        return side_by_side([member_columns(member, X, None) for member in self.members_.values()])

    def predict(self, X: Given) -> Floats:
        """What the combiner makes of the predictions of the base models.

        Parameters
        ----------
        X
            Features (N, p).
        """
        table = self.base_predictions(X)
        return np.asarray(self.combiner_.predict(table), dtype=np.float64)

    def _learners(self) -> list[Given]:
        return list(self._library().values())


def side_by_side(columns: Sequence[Floats]) -> Floats:
    """One table of all predictions; of two classes the second says it all."""
    return np.column_stack(
        [column[:, 1] if column.ndim == 2 and column.shape[1] == 2 else column for column in columns]
    )
