"""AdaBoost.R2: boosting of values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from sklearn.ensemble import AdaBoostRegressor
from sklearn.tree import DecisionTreeRegressor
from sklearn.utils import _safe_indexing, check_random_state

from foldwise.ensembles.boosting_trace import BoostingTrace
from foldwise.ensembles.ensemble import EnsembleRegressor
from foldwise.ensembles.members import seeded_clone
from foldwise.ensembles.tables import check_count, check_option, fit_values, new_table

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.typing import Given

__all__ = ["AdaBoostR2", "weighted_median"]

LOSSES = ("linear", "square", "exponential")


class AdaBoostR2(EnsembleRegressor):
    """AdaBoost.R2: samples drawn by weights that grow with the error, and a weighted median (METHODS I.4).

    With eᵢ the absolute error by its maximum, or its square, or 1 - exp(-eᵢ), ε = Σ wᵢ eᵢ and β = ε/(1 - ε), a weight is
    multiplied by β^(1 - eᵢ) and a member votes with log(1/β). It ends at ε ≥ 0.5. Its predictions are those of
    scikit-learn's `AdaBoostRegressor` with the same seed.

    Parameters
    ----------
    estimator
        The base learner; a decision tree of depth 3 by default.
    n_estimators
        Most members.
    loss
        ``linear``, ``square`` or ``exponential``.
    random_state
        Seed of the draws and of the members.

    Attributes
    ----------
    members_, votes_
        The members and their votes.
    trace_
        `BoostingTrace`: weights, mean losses, votes.

    References
    ----------
    drucker1997.

    Examples
    --------
    >>> X = np.arange(30.0)[:, None]
    >>> AdaBoostR2(n_estimators=5, random_state=0).fit(X, np.sin(X[:, 0] / 5)).trace_.rounds
    5
    """

    def __init__(
        self, estimator: Given = None, n_estimators: int = 50, *, loss: str = "linear", random_state: Given = None
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.loss = loss
        self.random_state = random_state

    def fit(self, X: Given, y: Given) -> Self:
        """Fit the members one after another.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Values (n,).
        """
        check_option(self, "loss", LOSSES)
        rounds = check_count(self, "n_estimators")
        X, values = fit_values(self, X, y)
        rng, base = check_random_state(self.random_state), self._base()
        weights = np.full(values.size, 1 / values.size)
        members: list[Given] = []
        said, history, errors, alphas = [], [], [], []
        stopped = "all rounds done"
        for _ in range(rounds):
            member = seeded_clone(base, rng)
            rows = rng.choice(values.size, values.size, replace=True, p=weights)
            member.fit(_safe_indexing(X, rows), values[rows])
            predicted = np.asarray(member.predict(X), dtype=np.float64)
            losses = self._losses(np.abs(predicted - values))
            error = float(weights @ losses)
            stopped = self._end(error, len(members)) or stopped
            if error >= 0.5 and members:
                break
            members.append(member)
            said.append(predicted)
            history.append(weights)
            errors.append(error)
            alphas.append(float(np.log((1 - error) / error)) if 0 < error < 0.5 else 1.0)
            if not 0 < error < 0.5:
                break
            weights = weights * (error / (1 - error)) ** (1 - losses)
            weights = weights / weights.sum()
        self.members_, self.votes_ = members, np.array(alphas)
        self.trace_ = self._trace(
            np.array(said), values, weights=np.array(history), errors=np.array(errors), stopped=stopped
        )
        return self

    def _losses(self, absolute: Floats) -> Floats:
        scaled = absolute / absolute.max() if absolute.max() > 0 else absolute
        if self.loss == "square":
            return scaled**2
        return scaled if self.loss == "linear" else np.asarray(1 - np.exp(-scaled))

    def _end(self, error: float, members: int) -> str:
        if error <= 0:
            return "a member without training error"
        text = "a mean loss from 0.5 up"
        return "" if error < 0.5 else text if members else f"{text} in the first round"

    def _trace(self, said: Floats, values: Floats, *, weights: Floats, errors: Floats, stopped: str) -> BoostingTrace:
        medians = [weighted_median(said[:k].T, self.votes_[:k]) for k in range(1, len(said) + 1)]
        training = np.array([float(np.mean((median - values) ** 2)) for median in medians])
        nothing = np.full(errors.size, np.nan)
        none = np.zeros(errors.size, dtype=np.intp)
        return BoostingTrace(weights, errors, self.votes_, none, training, nothing, np.zeros(0), stopped)

    def _base(self) -> Given:
        return DecisionTreeRegressor(max_depth=3) if self.estimator is None else self.estimator

    def predict(self, X: Given) -> Floats:
        """Weighted median of the members.

        Parameters
        ----------
        X
            Features (N, p).
        """
        X = new_table(self, X)
        return weighted_median(np.array([member.predict(X) for member in self.members_]).T, self.votes_)

    def as_scikit_learn(self) -> AdaBoostRegressor:
        """The scikit-learn estimator with the same predictions."""
        return AdaBoostRegressor(
            self.estimator, n_estimators=self.n_estimators, loss=self.loss, random_state=self.random_state
        )


def weighted_median(values: Floats, weights: Floats) -> Floats:
    """Smallest value of each row (N, k) up to which half of the weight (k,) lies.

    Examples
    --------
    >>> weighted_median(np.array([[3.0, 1.0, 2.0]]), np.array([1.0, 1.0, 1.0]))
    array([2.])
    """
    order = np.argsort(values, axis=1)
    sums = np.cumsum(weights[order], axis=1)
    place = (sums >= 0.5 * sums[:, -1:]).argmax(axis=1)
    rows = np.arange(len(values))
    return np.asarray(values[rows, order[rows, place]], dtype=np.float64)
