"""A problem: rows can be drawn from it without end, and the true risk of any model on it is known."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, Protocol, final

import numpy as np

from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.data import Task
    from foldwise.typing import Given

__all__ = ["KnownProblem", "Predictor", "TrueRisk", "linear_weights"]

ROWS = 200_000
"""Rows that a risk without a closed form is averaged over."""
PROBES = 200
"""Rows on which a model with coefficients is held against its own predictions."""


class Predictor(Protocol):
    """Anything that was fitted and predicts."""

    def predict(self, X: Given, /) -> Given:
        """Predict labels or values of rows."""


@final
@dataclass(frozen=True)
class TrueRisk:
    """Expected loss of one model on new rows of a problem.

    Parameters
    ----------
    value
        The risk: share of errors, or mean squared error.
    error
        Monte-Carlo standard error of the value; 0 where it is exact.
    exact
        Whether it is a closed form.
    """

    value: float
    error: float = 0.0
    exact: bool = True


class KnownProblem(ABC):
    """Where rows come from. Losses are 0-1 for classes and squared for numbers."""

    name: ClassVar[str]
    summary: ClassVar[str]
    task: ClassVar[Task]

    @property
    @abstractmethod
    def columns(self) -> int:
        """Number of features."""

    @property
    @abstractmethod
    def bayes_risk(self) -> float:
        """Risk of the best possible model: the Bayes error, or the variance of the noise."""

    @abstractmethod
    def sample(self, n: int, rng: np.random.Generator) -> tuple[Floats, Array]:
        """Draw n rows: features (n, p) and target (n,)."""

    @abstractmethod
    def optimal(self, X: Floats) -> Array:
        """Predictions of the best possible model (n,)."""

    @abstractmethod
    def expected_losses(self, X: Floats, predicted: Array) -> Floats:
        """Loss of each prediction, expected over the target given the features (n,)."""

    def exact_risk(self, model: Predictor) -> float | None:  # noqa: ARG002 - for those that have a closed form
        """Risk of a model in closed form, or None where there is none for it."""
        return None

    def draw(self, n: int, *, seed: int = 0) -> tuple[Floats, Array]:
        """Draw n independent rows: features (n, p) and target (n,), ready for every verb.

        Parameters
        ----------
        n
            Number of rows, at least 1.
        seed
            The same seed gives the same rows.
        """
        if n < 1:
            message = f"at least one row is drawn, not {n}"
            raise InputError(message)
        return self.sample(n, np.random.default_rng(seed))

    def risk(self, model: Predictor, *, rows: int = ROWS, seed: int = 1) -> TrueRisk:
        """Tell the true risk of a fitted model: in closed form, or as a mean over many rows with its standard error.

        The target is integrated out: a row counts with the loss expected given its features, so that only the draw of the
        features leaves an error.

        Parameters
        ----------
        model
            Anything with `predict`.
        rows
            Rows of the mean, where there is no closed form.
        seed
            Seed of those rows.
        """
        exact = self.exact_risk(model)
        if exact is not None:
            return TrueRisk(exact)
        if rows < 2:
            message = f"a risk is averaged over at least two rows, not {rows}"
            raise InputError(message)
        X, _ = self.draw(rows, seed=seed)
        losses = self.expected_losses(X, np.asarray(model.predict(X)))
        return TrueRisk(float(losses.mean()), float(losses.std(ddof=1) / sqrt(rows)), exact=False)


def linear_weights(model: Predictor, problem: KnownProblem) -> tuple[Floats, float] | None:
    """Weights and intercept of a linear model of numbers or of classes 0 and 1; None for any other.

    A model that has coefficients but does not predict by them alone, such as one with a link, is found out on some rows.
    """
    weights = np.asarray(getattr(model, "coef_", np.nan), dtype=np.float64).ravel()
    intercept = np.asarray(getattr(model, "intercept_", 0.0), dtype=np.float64).ravel()
    if weights.size != problem.columns or intercept.size != 1 or not np.isfinite(weights).all():
        return None
    X, y = problem.draw(PROBES, seed=2)
    scores = X @ weights + intercept[0]
    predicted = np.asarray(model.predict(X))
    same = (predicted == (scores > 0)) if y.dtype.kind in "iu" else np.isclose(predicted, scores)
    return (weights, float(intercept[0])) if same.all() else None
