"""Cross-validation committee: the models of the folds vote, or their predictions are averaged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from sklearn.utils import check_random_state

from foldwise.data import read
from foldwise.ensembles.ensemble import EnsembleClassifier, EnsembleRegressor
from foldwise.ensembles.fold_predictions import inner_plan
from foldwise.ensembles.members import fit_on_samples, label_codes, mean_values, vote_shares
from foldwise.ensembles.tables import check_option, check_several, fit_labels, fit_values, new_table
from foldwise.plans import as_plan, draw

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.typing import Given

__all__ = ["CommitteeClassifier", "CommitteeRegressor", "training_rows_of"]

COMBINE = ("votes", "probabilities")


class CommitteeClassifier(EnsembleClassifier):
    """Vote of the models of a cross-validation, each fitted without one fold (METHODS 0b, the committee of the notes).

    It is another model than the one a cross-validation assesses: assess the committee itself.

    Parameters
    ----------
    estimator
        The base learner; a decision tree by default.
    plan
        The folds: a plan, its text, a number of folds or a scikit-learn splitter; ten folds by default.
    combine
        ``votes`` or ``probabilities``.
    random_state
        Seed of folds and models.

    Attributes
    ----------
    members_
        The models of the folds.

    References
    ----------
    parmanto1996.

    Examples
    --------
    >>> import foldwise
    >>> iris = foldwise.sample("iris")
    >>> len(CommitteeClassifier(random_state=0).fit(iris.X, iris.target).members_)
    10
    """

    def __init__(
        self, estimator: Given = None, *, plan: Given = 10, combine: str = "votes", random_state: Given = None
    ) -> None:
        self.estimator = estimator
        self.plan = plan
        self.combine = combine
        self.random_state = random_state

    def fit(self, X: Given, y: Given, *, groups: Given = None, order: Given = None) -> Self:
        """Fit a model without each fold.

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
        check_option(self, "combine", COMBINE)
        X, labels, codes = fit_labels(self, X, y)
        rng, base = check_random_state(self.random_state), self._base()
        rows = training_rows_of(self, X, codes, classification=True, groups=groups, order=order, rng=rng)
        self.members_ = fit_on_samples(base, X, labels, samples=rows, rngs=[rng] * len(rows))
        return self

    def _base(self) -> Given:
        return DecisionTreeClassifier() if self.estimator is None else self.estimator

    def _votes(self, X: Given) -> Floats:
        """Share of the votes of each class, or its mean probability."""
        X = new_table(self, X)
        return vote_shares(self.members_, X, self.classes_, soft=self.combine != "votes")

    def agreement(self, X: Given) -> Floats:
        """Share of the members (N,) that predict the class of the committee.

        Parameters
        ----------
        X
            Features (N, p).
        """
        chosen = label_codes(self.predict(X), self.classes_)
        X = new_table(self, X)
        said = np.array([label_codes(member.predict(X), self.classes_) for member in self.members_])
        return np.asarray(np.mean(said == chosen, axis=0))


class CommitteeRegressor(EnsembleRegressor):
    """Mean of the models of a cross-validation, each fitted without one fold.

    Parameters
    ----------
    estimator
        The base learner; a decision tree by default.
    plan
        The folds: a plan, its text, a number of folds or a scikit-learn splitter; ten folds by default.
    random_state
        Seed of folds and models.

    Attributes
    ----------
    members_
        The models of the folds.

    References
    ----------
    krogh1995; parmanto1996.

    Examples
    --------
    >>> X = np.arange(30.0)[:, None]
    >>> len(CommitteeRegressor(plan=5, random_state=0).fit(X, X[:, 0]).members_)
    5
    """

    def __init__(self, estimator: Given = None, *, plan: Given = 10, random_state: Given = None) -> None:
        self.estimator = estimator
        self.plan = plan
        self.random_state = random_state

    def fit(self, X: Given, y: Given, *, groups: Given = None, order: Given = None) -> Self:
        """Fit a model without each fold.

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
        X, values = fit_values(self, X, y)
        rng, base = check_random_state(self.random_state), self._base()
        rows = training_rows_of(self, X, values, classification=False, groups=groups, order=order, rng=rng)
        self.members_ = fit_on_samples(base, X, values, samples=rows, rngs=[rng] * len(rows))
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
        return mean_values(self.members_, X)


def training_rows_of(
    ours: Given,
    X: Given,
    y: Array,
    *,
    classification: bool,
    groups: Given,
    order: Given,
    rng: np.random.RandomState,
) -> list[Codes]:
    """Training rows of each fold; where groups or an order are given, a number of folds is taken as one that respects them."""
    check_several(y.size)
    if np.unique(y).size < 2:  # nothing to stratify by, and the learner may still take it
        y, classification = np.arange(y.size, dtype=np.float64), False
    counted = isinstance(ours.plan, int | np.integer)
    plan: Given = min(ours.plan, y.size) if counted else ours.plan
    if counted and (groups is not None or order is not None):
        plan = inner_plan(None, y.size, groups, order)
    dataset = read(X, y, task="classification" if classification else "regression", groups=groups, order=order)
    resamples = draw(as_plan(plan), dataset, int(rng.randint(2**31 - 1)))
    return [np.asarray(resamples.train_rows(r)) for r in range(resamples.count)]
