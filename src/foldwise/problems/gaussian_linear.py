"""A linear target with normal columns, on which the expected risk of least squares is known for every size."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.data import Task
from foldwise.errors import InputError
from foldwise.problems.problem import KnownProblem, Predictor, linear_weights

if TYPE_CHECKING:
    from foldwise.arrays import Floats

__all__ = ["GaussianLinear"]


@final
@dataclass(frozen=True)
class GaussianLinear(KnownProblem):
    """x ~ N(0, I) in p columns, y = x'β + N(0, σ²) with ‖β‖² = `signal` and all columns alike.

    Least squares with intercept, trained on n rows, has the expected risk σ² (n + 1)(n - 2)/(n (n - p - 2)) and the expected
    training error σ² (n - p - 1)/n (METHODS L.3): a learning curve whose truth is known.

    Parameters
    ----------
    p
        Number of columns.
    signal
        Variance of x'β.
    noise
        Standard deviation σ of the noise.

    Examples
    --------
    >>> problem = GaussianLinear(5)
    >>> round(problem.least_squares_risk(30), 5), round(problem.least_squares_training_error(30), 5)
    (1.25797, 0.8)
    """

    p: int = 5
    signal: float = 1.0
    noise: float = 1.0

    name: ClassVar[str] = "gaussian-linear"
    summary: ClassVar[str] = "a linear target with normal columns and noise"
    task: ClassVar[Task] = Task.REGRESSION

    def __post_init__(self) -> None:
        """Refuse negative variances."""
        if self.p < 1 or self.signal < 0 or self.noise < 0:
            message = f"p ≥ 1, signal ≥ 0 and noise ≥ 0 are needed, not {self.p}, {self.signal:g} and {self.noise:g}"
            raise InputError(message)

    @property
    def columns(self) -> int:
        """Number of features."""
        return self.p

    @property
    def slopes(self) -> Floats:
        """β (p,)."""
        return np.full(self.p, sqrt(self.signal / self.p))

    @property
    def bayes_risk(self) -> float:
        """Variance of the noise."""
        return self.noise**2

    def least_squares_risk(self, n: int) -> float:
        """Expected risk of least squares on n rows; infinite up to p + 2 of them."""
        p = self.p
        return self.bayes_risk * (n + 1) * (n - 2) / (n * (n - p - 2)) if n > p + 2 else inf

    def least_squares_training_error(self, n: int) -> float:
        """Expected mean squared error of least squares on its own n training rows."""
        return self.bayes_risk * max(0, n - self.p - 1) / n

    def sample(self, n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """Draw n rows."""
        X = rng.normal(size=(n, self.p))
        return X, self.optimal(X) + rng.normal(scale=self.noise, size=n)

    def optimal(self, X: Floats) -> Floats:
        """x'β."""
        return X @ self.slopes

    def expected_losses(self, X: Floats, predicted: Floats) -> Floats:
        """Squared error of each value, with the variance of the noise."""
        return self.bayes_risk + (predicted - self.optimal(X)) ** 2

    def exact_risk(self, model: Predictor) -> float | None:
        """σ² + ‖w - β‖² + b² of a linear model x'w + b."""
        rule = linear_weights(model, self)
        if rule is None:
            return None
        weights, intercept = rule
        return self.bayes_risk + float(((weights - self.slopes) ** 2).sum()) + intercept**2
