"""AdaBoost.M1: each member is fitted to the rows that those before got wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self, final

import numpy as np
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils import check_random_state

from foldwise.ensembles.boosting_trace import BoostingTrace, training_bound
from foldwise.ensembles.ensemble import EnsembleClassifier
from foldwise.ensembles.margins import vote_margins
from foldwise.ensembles.members import MemberFits, highest, label_codes, one_hot, seeded_clone
from foldwise.ensembles.tables import check_count, check_option, fit_labels, new_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.typing import Given

__all__ = ["AdaBoostM1", "BoostingRounds", "weighted_votes"]

FORMS = ("resampling", "reweighting")


class AdaBoostM1(EnsembleClassifier):
    """AdaBoost.M1 by resampling or by reweighting the training rows (METHODS I.3).

    1. All rows weigh 1/n.
    2. A member is fitted to n rows drawn by weight, or to all rows with their weights. Its error ε is the weight of the rows
       of the training set that it misclassifies.
    3. With ε from 0.5 up the sample is thrown away, the weights are 1/n again, and another sample is drawn; after
       `max_restarts` of these in a row, boosting ends. By reweighting it ends at once: the same fit would come out.
    4. The weights of rows that it classifies correctly are multiplied by ε/(1 - ε), then all are normalised.
    5. It votes with weight log((1 - ε)/ε). A member without error votes as one with ε = 1/(2n), and is the last.

    Parameters
    ----------
    estimator
        The base learner; a decision tree of depth 3 by default. By reweighting, it takes ``sample_weight``.
    n_estimators
        Most members.
    form
        ``resampling`` or ``reweighting``.
    max_restarts
        Samples in a row that may be thrown away.
    random_state
        Seed of the draws and of the members.

    Attributes
    ----------
    members_, votes_
        The members and their votes.
    trace_
        `BoostingTrace`: weights, errors, votes, bound and margins.

    Notes
    -----
    Where no member at all is right often enough, the one with the smallest error stays alone.

    References
    ----------
    freund1997.

    Examples
    --------
    >>> X, y = np.arange(10.0)[:, None], np.array([1, 1, 1, 0, 0, 0, 0, 1, 1, 1])
    >>> stump = DecisionTreeClassifier(max_depth=1)
    >>> model = AdaBoostM1(stump, 3, form="reweighting", random_state=0).fit(X, y)
    >>> model.trace_.errors.round(3)
    array([0.3  , 0.214, 0.182])
    """

    def __init__(
        self,
        estimator: Given = None,
        n_estimators: int = 50,
        *,
        form: str = "resampling",
        max_restarts: int = 10,
        random_state: Given = None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.form = form
        self.max_restarts = max_restarts
        self.random_state = random_state

    def fit(self, X: Given, y: Given) -> Self:
        """Fit the members one after another.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Class labels (n,).
        """
        form = check_option(self, "form", FORMS)
        rounds = check_count(self, "n_estimators")
        restarts = check_count(self, "max_restarts", least=0) if form == "resampling" else 0
        X, labels, codes = fit_labels(self, X, y)
        rng = check_random_state(self.random_state)
        base, fits = self._base(), MemberFits(X, labels)

        def fitted(weights: Floats) -> Given:
            if form == "reweighting":
                return fits.on_weights([seeded_clone(base, rng)], [weights])[0]
            rows = rng.choice(codes.size, codes.size, replace=True, p=weights)
            return fits.on_samples([seeded_clone(base, rng)], [rows])[0]

        def predicted(member: Given) -> Codes:
            return label_codes(member.predict(X), self.classes_)

        done = BoostingRounds(codes)
        done.boost(fitted, predicted, rounds=rounds, restarts=restarts)
        self.members_, self.votes_ = done.members, np.array(done.alphas)
        self.trace_ = done.trace(self.classes_.size)
        return self

    def _base(self) -> Given:
        return DecisionTreeClassifier(max_depth=3) if self.estimator is None else self.estimator

    def _votes(self, X: Given) -> Floats:
        """Share of the weighted votes of each class."""
        X = new_table(self, X)
        return weighted_votes(self.members_, self.votes_, X, self.classes_)


@final
@dataclass(eq=False)
class BoostingRounds:
    """Members so far, what they were fitted to and how they did on the training rows, whose classes are `codes`."""

    codes: Codes
    members: list[Given] = field(default_factory=list)
    said: list[Codes] = field(default_factory=list)
    weights: list[Floats] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)
    alphas: list[float] = field(default_factory=list)
    restarts: list[int] = field(default_factory=list)
    stopped: str = "all rounds done"

    def boost(
        self,
        fitted: Callable[[Floats], Given],
        predicted: Callable[[Given], Codes],
        *,
        rounds: int,
        restarts: int,
    ) -> None:
        """Do the rounds of AdaBoost.M1."""
        start = np.full(self.codes.size, 1 / self.codes.size)
        weights, thrown = start, 0
        best: tuple[float, Given, Codes] = (np.inf, None, self.codes)
        while len(self.members) < rounds:
            member = fitted(weights)
            said = predicted(member)
            missed = said != self.codes
            error = float(weights[missed].sum())
            if error >= 0.5 - 1e-12:
                best = min(best, (error, member, said), key=lambda one: one[0])
                if thrown >= restarts:
                    self.stopped = f"{thrown + 1} fits in a row with a weighted error from 0.5 up"
                    break
                weights, thrown = start, thrown + 1
                continue
            self.keep(member, said, weights=weights, error=error, restarts=thrown)
            thrown = 0
            if error <= 0:
                self.stopped = "a member without training error"
                break
            weights = np.where(missed, weights, weights * error / (1 - error))
            weights = weights / weights.sum()
        if not self.members:
            self.keep(best[1], best[2], weights=start, error=best[0], restarts=thrown)
            self.alphas[0] = 1.0

    def keep(self, member: Given, said: Codes, *, weights: Floats, error: float, restarts: int) -> None:
        """Note a member with its vote."""
        finite = min(error if error > 0 else 1 / (2 * weights.size), 1 - 1e-12)
        self.members.append(member)
        self.said.append(said)
        self.weights.append(weights)
        self.errors.append(error)
        self.alphas.append(float(np.log((1 - finite) / finite)))
        self.restarts.append(restarts)

    def trace(self, classes: int, *, bounded: bool = True) -> BoostingTrace:
        """The record, with the training error after each round."""
        votes = np.zeros((self.codes.size, classes))
        training = []
        for said, alpha in zip(self.said, self.alphas, strict=True):
            votes += alpha * one_hot(said, classes)
            training.append(float(np.mean(highest(votes) != self.codes)))
        errors = np.array(self.errors)
        bounds = training_bound(errors) if bounded and np.all(errors < 0.5) else np.full(errors.size, np.nan)
        anew = np.flatnonzero(np.array(self.restarts[1:])) + 1
        bounds[anew[0] if anew.size else bounds.size :] = np.nan  # the weights started anew, and no bound is known
        return BoostingTrace(
            np.array(self.weights),
            errors,
            np.array(self.alphas),
            np.array(self.restarts),
            np.array(training),
            bounds,
            vote_margins(votes, self.codes),
            self.stopped,
        )


def weighted_votes(members: list[Given], alphas: Floats, X: Given, classes: Array) -> Floats:
    """Sum of the votes of the members for each class (N, C)."""
    total = np.zeros((X.shape[0], classes.size))
    for member, alpha in zip(members, alphas, strict=True):
        total += alpha * one_hot(label_codes(member.predict(X), classes), classes.size)
    return total
