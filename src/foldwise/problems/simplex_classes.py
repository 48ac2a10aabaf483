"""Several normal classes at equal distances from each other."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.data import Task
from foldwise.errors import InputError
from foldwise.problems.problem import KnownProblem

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats

__all__ = ["SimplexClasses"]


@final
@dataclass(frozen=True)
class SimplexClasses(KnownProblem):
    """Class k of C equally common ones is N(δ eₖ, I) in C columns, so that all means are δ√2 = `distance` apart.

    The Bayes rule takes the largest column, and is right with the chance ∫ φ(z - δ) Φ(z)^(C-1) dz, which is integrated
    numerically.

    Parameters
    ----------
    classes
        Number of classes, and of columns.
    distance
        Distance between any two means, in standard deviations.

    Examples
    --------
    >>> round(SimplexClasses(3, 2.0).bayes_risk, 4)
    0.2548
    """

    classes: int = 3
    distance: float = 2.0

    name: ClassVar[str] = "simplex-classes"
    summary: ClassVar[str] = "several normal classes at equal distances from each other"
    task: ClassVar[Task] = Task.CLASSIFICATION

    def __post_init__(self) -> None:
        """Refuse one class, and no distance."""
        if self.classes < 2 or not self.distance > 0:
            message = f"two classes or more and a distance above 0 are needed, not {self.classes} and {self.distance:g}"
            raise InputError(message)

    @property
    def columns(self) -> int:
        """Number of features."""
        return self.classes

    @property
    def bayes_risk(self) -> float:
        """Risk of taking the largest column."""
        from scipy.integrate import quad
        from scipy.special import ndtr

        shift = self.distance / sqrt(2)
        density = 1 / sqrt(2 * np.pi)
        right, _ = quad(
            lambda z: density * np.exp(-((z - shift) ** 2) / 2) * ndtr(z) ** (self.classes - 1), -10, 10 + shift
        )
        return 1 - float(right)

    def sample(self, n: int, rng: np.random.Generator) -> tuple[Floats, Codes]:
        """Draw n rows."""
        y = rng.integers(0, self.classes, n)
        X = rng.normal(size=(n, self.classes))
        X[np.arange(n), y] += self.distance / sqrt(2)
        return X, y.astype(np.intp)

    def posterior(self, X: Floats) -> Floats:
        """Probability of each class given the features (n, C)."""
        from scipy.special import softmax

        return softmax(X * self.distance / sqrt(2), axis=1)

    def optimal(self, X: Floats) -> Codes:
        """Labels by the Bayes rule."""
        return X.argmax(axis=1)

    def expected_losses(self, X: Floats, predicted: Codes) -> Floats:
        """Chance that each label is wrong."""
        return 1 - np.take_along_axis(self.posterior(X), predicted[:, None].astype(np.intp), axis=1)[:, 0]
