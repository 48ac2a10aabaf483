"""Bagging: one base learner fitted to bootstrap samples, its predictions voted on or averaged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from sklearn.ensemble import BaggingClassifier, BaggingRegressor
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from sklearn.utils import _safe_indexing, check_random_state
from sklearn.utils.random import sample_without_replacement

from foldwise.ensembles.ensemble import EnsembleClassifier, EnsembleRegressor
from foldwise.ensembles.members import (
    fit_on_samples,
    label_codes,
    mean_values,
    probabilities,
    vote_shares,
)
from foldwise.ensembles.out_of_bag import out_of_bag_classes, out_of_bag_values
from foldwise.ensembles.tables import check_count, check_option, fit_labels, fit_values, new_table
from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.typing import Given

__all__ = ["BaggedClassifier", "BaggedRegressor"]

VOTES = ("votes", "probabilities", "sign")
SEED_LIMIT = int(np.iinfo(np.int32).max)
"""Seeds are below it."""


class BaggedClassifier(EnsembleClassifier):
    """Vote of classifiers that are fitted to bootstrap samples of the training rows (METHODS I.1).

    Parameters
    ----------
    estimator
        The base learner; a decision tree by default.
    n_estimators
        Number of members.
    combine
        ``votes``: the class that most members predict; ``probabilities``: the highest mean probability; ``sign``: the sign of
        the summed decision scores, for two classes. Of equal ones the first class has it.
    share
        Size of a sample by that of the training set.
    replace
        Whether rows are drawn with replacement; without it, with a share below 1, members are fitted to subsamples.
    stratified
        Whether each class keeps its number of rows in every sample.
    random_state
        Seed of the draws and of the members.

    Attributes
    ----------
    members_
        The fitted members.
    counts_
        How often each row is in the sample of each member (B, n).
    out_of_bag_
        `OutOfBag`: predictions of the rows by the members that did not see them, their error, and its interval.

    References
    ----------
    breiman1996.

    Examples
    --------
    >>> import foldwise
    >>> iris = foldwise.sample("iris")
    >>> model = BaggedClassifier(n_estimators=25, random_state=0).fit(iris.X, iris.target)
    >>> low, high = model.out_of_bag_.interval()
    >>> low < model.out_of_bag_.error < high
    True
    """

    def __init__(
        self,
        estimator: Given = None,
        n_estimators: int = 50,
        *,
        combine: str = "votes",
        share: float = 1.0,
        replace: bool = True,
        stratified: bool = False,
        random_state: Given = None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.combine = combine
        self.share = share
        self.replace = replace
        self.stratified = stratified
        self.random_state = random_state

    def fit(self, X: Given, y: Given) -> Self:
        """Fit the members, and let each predict the rows it was not fitted to.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Class labels (n,).
        """
        combine = check_option(self, "combine", VOTES)
        members = check_count(self, "n_estimators")
        X, labels, codes = fit_labels(self, X, y)
        if combine == "sign" and self.classes_.size > 2:
            message = f"the sign of a sum tells two classes apart, and there are {self.classes_.size}"
            raise InputError(message, hint="combine='votes'")
        strata = codes if self.stratified else np.zeros(codes.size, dtype=np.intp)
        self.members_, self.counts_ = _fitted(self, X, labels, members=members, strata=strata)
        self.out_of_bag_ = out_of_bag_classes(self._said(X), self.counts_, codes, classes=self.classes_.size)
        return self

    def _base(self) -> Given:
        return DecisionTreeClassifier() if self.estimator is None else self.estimator

    def _said(self, X: Given) -> Array:
        """Codes (B, n) or scores (B, n, C) of the training rows by the members that did not see them; else 0."""
        classes, hard = self.classes_, self.combine == "votes"
        said = np.zeros(self.counts_.shape if hard else (*self.counts_.shape, classes.size))
        for own, member, counts in zip(said, self.members_, self.counts_, strict=True):
            out = np.flatnonzero(counts == 0)
            if out.size:
                rows = _safe_indexing(X, out)
                own[out] = label_codes(member.predict(rows), classes) if hard else self._scores(member, rows)
        return said

    def _scores(self, member: Given, X: Given) -> Floats:
        """What a member adds to the sum of which the highest wins (N, C)."""
        if self.combine != "sign" or self.classes_.size != 2:
            return probabilities(member, X, self.classes_)
        score = _two_class_scores(member, X, self.classes_)
        return np.column_stack([(1 - score) / 2, (1 + score) / 2])

    def _votes(self, X: Given) -> Floats:
        """Share of the votes of each class, or its mean probability."""
        X = new_table(self, X)
        return vote_shares(self.members_, X, self.classes_, soft=self.combine != "votes")

    def predict(self, X: Given) -> Array:
        """The class that the members choose together.

        Parameters
        ----------
        X
            Features (N, p).
        """
        if self.combine != "sign" or self.classes_.size != 2:
            return super().predict(X)
        X = new_table(self, X)
        total = np.sum([_two_class_scores(member, X, self.classes_) for member in self.members_], axis=0)
        return self.classes_[(np.round(total, 12) > 0).astype(np.intp)]

    def as_scikit_learn(self) -> BaggingClassifier | None:
        """The scikit-learn estimator with the same predictions, where there is one: mean probabilities, no strata."""
        return None if self.combine != "probabilities" or self.stratified else self.same_trees()

    def same_trees(self) -> BaggingClassifier:
        """Scikit-learn's bagging of the same trees on the same draws, whatever is made of what they say; it has no strata."""
        return BaggingClassifier(
            self.estimator,
            self.n_estimators,
            max_samples=float(self.share),
            bootstrap=self.replace,
            random_state=self.random_state,
        )


class BaggedRegressor(EnsembleRegressor):
    """Mean of regressors that are fitted to bootstrap samples of the training rows (METHODS I.1).

    Parameters
    ----------
    estimator
        The base learner; a decision tree by default.
    n_estimators
        Number of members.
    share
        Size of a sample by that of the training set.
    replace
        Whether rows are drawn with replacement.
    random_state
        Seed of the draws and of the members.

    Attributes
    ----------
    members_
        The fitted members.
    counts_
        How often each row is in the sample of each member (B, n).
    out_of_bag_
        `OutOfBag`: predictions of the rows by the members that did not see them, their squared error, and its interval.

    References
    ----------
    breiman1996.

    Examples
    --------
    >>> X = np.arange(40.0)[:, None]
    >>> model = BaggedRegressor(n_estimators=20, random_state=0).fit(X, X[:, 0] ** 2)
    >>> model.out_of_bag_.rows
    40
    """

    def __init__(
        self,
        estimator: Given = None,
        n_estimators: int = 50,
        *,
        share: float = 1.0,
        replace: bool = True,
        random_state: Given = None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.share = share
        self.replace = replace
        self.random_state = random_state

    def fit(self, X: Given, y: Given) -> Self:
        """Fit the members, and let each predict the rows it was not fitted to.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Values (n,).
        """
        members = check_count(self, "n_estimators")
        X, values = fit_values(self, X, y)
        strata = np.zeros(values.size, dtype=np.intp)
        self.members_, self.counts_ = _fitted(self, X, values, members=members, strata=strata)
        said = np.zeros(self.counts_.shape)
        for own, member, counts in zip(said, self.members_, self.counts_, strict=True):
            out = np.flatnonzero(counts == 0)
            if out.size:
                own[out] = member.predict(_safe_indexing(X, out))
        self.out_of_bag_ = out_of_bag_values(said, self.counts_, values)
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

    def as_scikit_learn(self) -> BaggingRegressor:
        """The scikit-learn estimator with the same predictions, up to cuts of trees that are equally good."""
        return BaggingRegressor(
            self.estimator,
            self.n_estimators,
            max_samples=float(self.share),
            bootstrap=self.replace,
            random_state=self.random_state,
        )


def _fitted(ours: Given, X: Given, y: Array, *, members: int, strata: Codes) -> tuple[list[Given], Array]:
    """Members, and how often each row is in the sample of each; seeds and draws are those of scikit-learn's bagging."""
    samples, rngs = [], []
    for seed in check_random_state(ours.random_state).randint(SEED_LIMIT, size=members):
        draws = np.random.RandomState(seed)
        sample_without_replacement(X.shape[1], X.shape[1], random_state=draws)  # scikit-learn draws columns first
        samples.append(draw_rows(strata, ours.share, replace=ours.replace, rng=draws))
        rngs.append(np.random.RandomState(seed))
    return fit_on_samples(ours._base(), X, y, samples=samples, rngs=rngs), counts_of(samples, y.size)


def draw_rows(strata: Codes, share: float, *, replace: bool, rng: np.random.RandomState) -> Codes:
    """Rows of one sample, drawn within each stratum; at least one of each.

    Examples
    --------
    >>> draw_rows(np.array([0, 0, 0, 0, 1]), 0.5, replace=False, rng=np.random.RandomState(0)).size
    3
    """
    if not 0 < share <= 1:
        message = f"share is the size of a sample by that of the training set, above 0 and up to 1, not {share!r}"
        raise InputError(message, hint="share=1.0")
    drawn = []
    for stratum in np.unique(strata):
        own = np.flatnonzero(strata == stratum)
        size = max(1, int(share * own.size))
        drawn.append(
            own[rng.randint(0, own.size, size)]
            if replace
            else own[sample_without_replacement(own.size, size, random_state=rng)]
        )
    return np.concatenate(drawn)


def counts_of(rows: list[Codes], n: int) -> Array:
    """How often each of n rows is in each sample (B, n).

    Examples
    --------
    >>> counts_of([np.array([0, 0, 2])], 3)
    array([[2, 0, 1]])
    """
    return np.array([np.bincount(own, minlength=n) for own in rows])


def _two_class_scores(member: Given, X: Given, classes: Array) -> Floats:
    """Score of each row (N,), above 0 for the second class."""
    known = getattr(member, "classes_", classes)
    if hasattr(member, "decision_function") and known.size == 2:
        return np.asarray(member.decision_function(X), dtype=np.float64)
    return 2 * probabilities(member, X, classes)[:, -1] - 1
