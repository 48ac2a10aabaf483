"""A polynomial with noise, on which too low a degree is biased and too high a degree varies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.data import Task
from foldwise.errors import InputError
from foldwise.problems.problem import KnownProblem, Predictor, TrueRisk

if TYPE_CHECKING:
    from foldwise.arrays import Floats

__all__ = ["PolynomialRegression"]

NODES = 20_000
"""Points at which the squared error of a model is integrated."""


@final
@dataclass(frozen=True)
class PolynomialRegression(KnownProblem):
    """x is uniform on [-1, 1], y = c₀ + c₁x + c₂x² + … + N(0, σ²).

    The risk of any model is an integral over one number, taken by the midpoint rule; that of the best polynomial of a
    lower degree is known from the Legendre coefficients of the truth.

    Parameters
    ----------
    coefficients
        c₀, c₁, c₂, …
    noise
        Standard deviation σ of the noise.

    Examples
    --------
    >>> problem = PolynomialRegression((0, 1, 0, -2), noise=0.5)
    >>> problem.bayes_risk, round(problem.best_risk(1), 4), problem.best_risk(3)
    (0.25, 0.3414, 0.25)
    """

    coefficients: tuple[float, ...] = (0.0, 1.0, 0.0, -2.0)
    noise: float = 0.5

    name: ClassVar[str] = "polynomial-regression"
    summary: ClassVar[str] = "a polynomial of one column, with normal noise"
    task: ClassVar[Task] = Task.REGRESSION

    def __post_init__(self) -> None:
        """Refuse no coefficients and negative noise."""
        if not self.coefficients or self.noise < 0:
            message = f"a coefficient and a noise of 0 or more are needed, not {self.coefficients} and {self.noise:g}"
            raise InputError(message)

    @property
    def columns(self) -> int:
        """Number of features."""
        return 1

    @property
    def bayes_risk(self) -> float:
        """Variance of the noise."""
        return self.noise**2

    def best_risk(self, degree: int) -> float:
        """Risk of the best polynomial of a degree: σ² + Σ over k > degree of ĉₖ²/(2k + 1), ĉ the Legendre coefficients."""
        legendre = np.polynomial.legendre.poly2leg(np.asarray(self.coefficients, dtype=np.float64))
        orders = np.arange(legendre.size)
        return self.bayes_risk + float((legendre**2 / (2 * orders + 1))[orders > degree].sum())

    def sample(self, n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """Draw n rows."""
        X = rng.uniform(-1, 1, (n, 1))
        return X, self.optimal(X) + rng.normal(scale=self.noise, size=n)

    def optimal(self, X: Floats) -> Floats:
        """Values of the polynomial."""
        return np.asarray(np.polyval(self.coefficients[::-1], X[:, 0]), dtype=np.float64)

    def expected_losses(self, X: Floats, predicted: Floats) -> Floats:
        """Squared error of each value, with the variance of the noise."""
        return self.bayes_risk + (predicted - self.optimal(X)) ** 2

    def risk(self, model: Predictor, *, rows: int = NODES, seed: int = 1) -> TrueRisk:  # noqa: ARG002 - nothing is drawn
        """Tell the true risk of a fitted model by the midpoint rule; `error` is what half as many points differ by."""
        if rows < 4:
            message = f"an integral takes at least 4 points, not {rows}"
            raise InputError(message)
        value = self._integral(model, rows)
        return TrueRisk(value, abs(value - self._integral(model, rows // 2)), exact=False)

    def _integral(self, model: Predictor, points: int) -> float:
        X = ((np.arange(points) + 0.5) / points * 2 - 1)[:, None]
        return float(self.expected_losses(X, np.asarray(model.predict(X), dtype=np.float64)).mean())
