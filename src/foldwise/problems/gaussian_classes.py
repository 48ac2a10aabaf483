"""Two normal classes with equal covariances: the Bayes rule is linear, and the risk of every linear rule is known."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.data import Task
from foldwise.errors import InputError
from foldwise.problems.problem import KnownProblem, Predictor, linear_weights

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats

__all__ = ["GaussianClasses"]


@final
@dataclass(frozen=True)
class GaussianClasses(KnownProblem):
    """Rows of class 0 are N(-μ, I), those of class 1 N(μ, I), with ‖2μ‖ = `distance` and all columns alike.

    With equal priors the Bayes error is Φ(-‖μ‖). A rule w'x + b > 0 has the risk
    π₁ Φ(-(w'μ + b)/‖w‖) + π₀ Φ((b - w'μ)/‖w‖) exactly (METHODS L.4); linear models are given it in closed form.

    Parameters
    ----------
    p
        Number of columns.
    distance
        Distance between the means, in standard deviations.
    prior
        Share of class 1.

    Examples
    --------
    >>> problem = GaussianClasses.of_bayes_error(0.2, p=3)
    >>> X, y = problem.draw(100)
    >>> X.shape, round(problem.bayes_risk, 6), round(problem.distance, 4)
    ((100, 3), 0.2, 1.6832)
    >>> from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    >>> problem.risk(LinearDiscriminantAnalysis().fit(X, y)).exact
    True
    """

    p: int = 2
    distance: float = 2.0
    prior: float = 0.5

    name: ClassVar[str] = "gaussian-classes"
    summary: ClassVar[str] = "two normal classes with equal covariances; the Bayes rule is linear"
    task: ClassVar[Task] = Task.CLASSIFICATION

    def __post_init__(self) -> None:
        """Refuse what is no distance or no share."""
        if self.p < 1 or not self.distance > 0 or not 0 < self.prior < 1:
            message = (
                f"Gaussian classes need p ≥ 1, a distance above 0 and a prior between 0 and 1, "
                f"not p={self.p}, distance={self.distance:g}, prior={self.prior:g}"
            )
            raise InputError(message)

    @classmethod
    def of_bayes_error(cls, error: float, *, p: int = 2) -> GaussianClasses:
        """Two classes of equal size with this Bayes error: distance = -2 Φ⁻¹(error)."""
        from scipy.special import ndtri

        if not 0 < error < 0.5:
            message = f"the Bayes error of two equally common classes lies between 0 and 0.5, not at {error:g}"
            raise InputError(message)
        return cls(p, -2 * float(ndtri(error)))

    @property
    def columns(self) -> int:
        """Number of features."""
        return self.p

    @property
    def mean(self) -> Floats:
        """Mean μ of class 1 (p,)."""
        return np.full(self.p, self.distance / 2 / sqrt(self.p))

    @property
    def bayes_risk(self) -> float:
        """Risk of the rule 2μ'x + ln(π₁/π₀) > 0."""
        return self.linear_risk(2 * self.mean, log(self.prior / (1 - self.prior)))

    def linear_risk(self, weights: Floats, intercept: float) -> float:
        """Risk of the rule w'x + b > 0; of a constant one where w = 0."""
        from scipy.special import ndtr

        norm = float(np.linalg.norm(weights))
        if norm == 0:
            return 1 - self.prior if intercept > 0 else self.prior
        reach = float(weights @ self.mean)
        missed = self.prior * ndtr(-(reach + intercept) / norm)
        return float(missed + (1 - self.prior) * ndtr((intercept - reach) / norm))

    def sample(self, n: int, rng: np.random.Generator) -> tuple[Floats, Codes]:
        """Draw n rows."""
        y = (rng.random(n) < self.prior).astype(np.intp)
        return rng.normal(size=(n, self.p)) + np.where(y[:, None] == 1, 1, -1) * self.mean, y

    def posterior(self, X: Floats) -> Floats:
        """Probability of class 1 given the features (n,)."""
        from scipy.special import expit

        return expit(2 * X @ self.mean + log(self.prior / (1 - self.prior)))

    def optimal(self, X: Floats) -> Codes:
        """Labels by the Bayes rule."""
        return (self.posterior(X) > 0.5).astype(np.intp)

    def expected_losses(self, X: Floats, predicted: Codes) -> Floats:
        """Chance that each label is wrong."""
        posterior = self.posterior(X)
        return np.where(predicted == 1, 1 - posterior, posterior)

    def exact_risk(self, model: Predictor) -> float | None:
        """Risk of a linear rule."""
        rule = linear_weights(model, self)
        return None if rule is None else self.linear_risk(*rule)
