"""SAMME: AdaBoost by reweighting for any number of classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from sklearn.ensemble import AdaBoostClassifier
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils import check_random_state

from foldwise.ensembles.adaboost_m1 import BoostingRounds, weighted_votes
from foldwise.ensembles.ensemble import EnsembleClassifier
from foldwise.ensembles.members import MemberFits, highest, label_codes, seeded_clone
from foldwise.ensembles.tables import check_count, fit_labels, new_table
from foldwise.installed import SAMME, check_sample_weight

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.typing import Given

__all__ = ["AdaBoostSAMME"]

LEAST_WEIGHT = float(np.finfo(np.float64).eps)
"""Least weight of a row, so that none is lost for good; scikit-learn's."""


class AdaBoostSAMME(EnsembleClassifier):
    """AdaBoost by reweighting, with the vote log((1 - ε)/ε) + log(C - 1) of SAMME for C classes (METHODS I.3).

    A member has to be better than chance, ε < 1 - 1/C, not better than a half. For two classes it is the reweighting form of
    AdaBoost.M1. Its predictions are those of scikit-learn's `AdaBoostClassifier` with the same seed: a member without error
    is the last, with a vote of 1.

    Parameters
    ----------
    estimator
        The base learner, which takes ``sample_weight``; a decision tree of depth 1 by default.
    n_estimators
        Most members.
    random_state
        Seed of the members.

    Attributes
    ----------
    members_, votes_
        The members and their votes.
    trace_
        `BoostingTrace`: weights, errors, votes and margins.

    References
    ----------
    zhu2009.

    Examples
    --------
    >>> import foldwise
    >>> iris = foldwise.sample("iris")
    >>> model = AdaBoostSAMME(n_estimators=3, random_state=0).fit(iris.X, iris.target)
    >>> model.trace_.rounds
    3
    """

    def __init__(self, estimator: Given = None, n_estimators: int = 50, *, random_state: Given = None) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.random_state = random_state

    def fit(self, X: Given, y: Given, sample_weight: Given = None) -> Self:
        """Fit the members one after another.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Class labels (n,).
        sample_weight
            Weight of each row at the start.
        """
        rounds = check_count(self, "n_estimators")
        X, labels, codes = fit_labels(self, X, y)
        weights = check_sample_weight(sample_weight, np.empty((codes.size, 1)))
        self.classes_ = np.unique(labels[weights > 0])
        done = self._boosted(X, labels, weights / weights.sum(), rounds)
        self.members_, self.votes_ = done.members, np.array(done.alphas)
        self.trace_ = done.trace(self.classes_.size, bounded=self.classes_.size == 2)
        return self

    def _boosted(self, X: Given, labels: Array, weights: Floats, rounds: int) -> BoostingRounds:
        rng, base, classes = check_random_state(self.random_state), self._base(), self.classes_.size
        fits, unused = MemberFits(X, labels), weights == 0
        # A class whose rows all weigh nothing is never predicted; any code will do for them.
        done = BoostingRounds(np.searchsorted(self.classes_, labels).clip(max=classes - 1))
        for _ in range(rounds):
            weights = np.where(unused, 0.0, np.maximum(weights, LEAST_WEIGHT))
            member = fits.on_weights([seeded_clone(base, rng)], [weights])[0]
            said = label_codes(member.predict(X), self.classes_)
            missed = self.classes_[said] != labels
            error = float(np.average(missed, weights=weights))
            if error >= 1 - 1 / classes and classes > 1:
                done.stopped = "a member no better than chance"
                if not done.members:
                    done.keep(member, said, weights=weights, error=error, restarts=0)
                    done.alphas[0] = 1.0
                break
            done.keep(member, said, weights=weights, error=error, restarts=0)
            done.alphas[-1] += float(np.log(max(classes - 1, 1)))
            if error <= 0:
                done.alphas[-1] = 1.0
                done.stopped = "a member without training error"
                break
            with np.errstate(divide="ignore"):  # of rows that weigh nothing; to the last bit as scikit-learn multiplies
                weights = np.exp(np.log(weights) + done.alphas[-1] * missed)
            weights = weights / weights.sum()
        return done

    def _base(self) -> Given:
        return DecisionTreeClassifier(max_depth=1) if self.estimator is None else self.estimator

    def same_trees(self) -> AdaBoostClassifier:
        """Scikit-learn's AdaBoost with the same members and votes; its probabilities are no shares of the votes."""
        return AdaBoostClassifier(
            self.estimator, n_estimators=self.n_estimators, random_state=self.random_state, **SAMME
        )

    def _votes(self, X: Given) -> Floats:
        """Share of the weighted votes of each class."""
        X = new_table(self, X)
        return weighted_votes(self.members_, self.votes_, X, self.classes_)

    def staged_codes(self, X: Given) -> Codes:
        """Code of the predicted class after each round (k, N).

        Parameters
        ----------
        X
            Features (N, p).
        """
        X = new_table(self, X)
        total, stages = np.zeros((X.shape[0], self.classes_.size)), []
        for member, alpha in zip(self.members_, self.votes_, strict=True):
            np.add.at(total, (np.arange(len(total)), label_codes(member.predict(X), self.classes_)), alpha)
            stages.append(highest(total))
        return np.array(stages)
