"""The random subspace method: each member sees all rows, and a random choice of the columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from sklearn.utils import _safe_indexing, check_random_state

from foldwise.ensembles.ensemble import EnsembleClassifier, EnsembleRegressor
from foldwise.ensembles.members import probabilities, seeded_clone
from foldwise.ensembles.tables import check_count, fit_labels, fit_values, new_table
from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.typing import Given

__all__ = ["SubspaceClassifier", "SubspaceRegressor"]


class SubspaceClassifier(EnsembleClassifier):
    """Mean probabilities of classifiers that each see a random choice of the columns.

    Parameters
    ----------
    estimator
        The base learner; a decision tree by default.
    n_estimators
        Number of members.
    share
        Share of the columns that a member sees; at least one column.
    random_state
        Seed of the draws and of the members.

    Attributes
    ----------
    members_, columns_
        The fitted members, and the places of the columns of each.

    References
    ----------
    ho1998.

    Examples
    --------
    >>> import foldwise
    >>> iris = foldwise.sample("iris")
    >>> SubspaceClassifier(n_estimators=9, random_state=0).fit(iris.X, iris.target).columns_[0].size
    2
    """

    def __init__(
        self, estimator: Given = None, n_estimators: int = 50, *, share: float = 0.5, random_state: Given = None
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.share = share
        self.random_state = random_state

    def fit(self, X: Given, y: Given) -> Self:
        """Fit the members.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Class labels (n,).
        """
        X, labels, _ = fit_labels(self, X, y)
        self.columns_, self.members_ = fit_on_columns(self, X, labels)
        return self

    def _base(self) -> Given:
        return DecisionTreeClassifier() if self.estimator is None else self.estimator

    def _votes(self, X: Given) -> Floats:
        """Mean probabilities of the members."""
        X = new_table(self, X)
        pairs = zip(self.members_, self.columns_, strict=True)
        found = [probabilities(member, _safe_indexing(X, own, axis=1), self.classes_) for member, own in pairs]
        return np.asarray(np.mean(found, axis=0))


class SubspaceRegressor(EnsembleRegressor):
    """Mean of regressors that each see a random choice of the columns.

    Parameters
    ----------
    estimator
        The base learner; a decision tree by default.
    n_estimators
        Number of members.
    share
        Share of the columns that a member sees; at least one column.
    random_state
        Seed of the draws and of the members.

    Attributes
    ----------
    members_, columns_
        The fitted members, and the places of the columns of each.

    References
    ----------
    ho1998.

    Examples
    --------
    >>> X = np.arange(12.0).reshape(6, 2)
    >>> SubspaceRegressor(n_estimators=5, random_state=0).fit(X, X[:, 0]).predict([[4.0, 5.0]])
    array([4.])
    """

    def __init__(
        self, estimator: Given = None, n_estimators: int = 50, *, share: float = 0.5, random_state: Given = None
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.share = share
        self.random_state = random_state

    def fit(self, X: Given, y: Given) -> Self:
        """Fit the members.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Values (n,).
        """
        X, values = fit_values(self, X, y)
        self.columns_, self.members_ = fit_on_columns(self, X, values)
        return self

    def _base(self) -> Given:
        return DecisionTreeRegressor() if self.estimator is None else self.estimator

    def predict(self, X: Given) -> Floats:
        """Mean prediction of the members.

        Parameters
        ----------
        X
            Features (N, p).
        """
        X = new_table(self, X)
        pairs = zip(self.members_, self.columns_, strict=True)
        return np.asarray(np.mean([member.predict(_safe_indexing(X, own, axis=1)) for member, own in pairs], axis=0))


def fit_on_columns(ensemble: Given, X: Given, y: Array) -> tuple[list[Codes], list[Given]]:
    """Draw the columns of each member, and fit it to them."""
    members, share, p = check_count(ensemble, "n_estimators"), ensemble.share, X.shape[1]
    if not 0 < share <= 1:
        message = f"share is the share of the columns of a member, above 0 and up to 1, not {share!r}"
        raise InputError(message, hint="share=0.5")
    rng = check_random_state(ensemble.random_state)
    columns = [np.sort(rng.permutation(p)[: max(1, round(share * p))]) for _ in range(members)]
    base = ensemble._base()
    return columns, [seeded_clone(base, rng).fit(_safe_indexing(X, own, axis=1), y) for own in columns]
