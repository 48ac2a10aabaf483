"""Exclusive or: two columns say nothing alone and everything together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.data import Task
from foldwise.errors import InputError
from foldwise.problems.problem import KnownProblem

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats

__all__ = ["Xor"]


@final
@dataclass(frozen=True)
class Xor(KnownProblem):
    """x₁ and x₂ are uniform on [-1, 1], the class is 1 where x₁x₂ > 0, and a share `flip` of the labels is turned.

    The Bayes error is `flip`. Least squares and every other linear method that looks at means alone sees nothing and has
    the risk 1/2; the best of all straight lines, x₁ + x₂ = 2/3 or a mirror image, has 1/3 without noise.

    Parameters
    ----------
    flip
        Share of labels that are turned at random.
    useless
        Further columns, which are standard normal and say nothing.

    Examples
    --------
    >>> problem = Xor(0.1)
    >>> problem.bayes_risk, round(problem.best_linear_risk, 4)
    (0.1, 0.3667)
    """

    flip: float = 0.0
    useless: int = 0

    name: ClassVar[str] = "xor"
    summary: ClassVar[str] = "exclusive or of two columns, with labels turned at random"
    task: ClassVar[Task] = Task.CLASSIFICATION

    def __post_init__(self) -> None:
        """Refuse shares that turn the problem round."""
        if not 0 <= self.flip <= 0.5 or self.useless < 0:
            message = f"flip lies between 0 and 0.5 and useless is 0 or more, not {self.flip:g} and {self.useless}"
            raise InputError(message)

    @property
    def columns(self) -> int:
        """Number of features."""
        return 2 + self.useless

    @property
    def bayes_risk(self) -> float:
        """Share of labels that are turned."""
        return self.flip

    @property
    def best_linear_risk(self) -> float:
        """Risk of the best straight line: it is right about 1/6 more of the rows than a constant is."""
        return self.flip + (1 - 2 * self.flip) / 3

    def sample(self, n: int, rng: np.random.Generator) -> tuple[Floats, Codes]:
        """Draw n rows."""
        X = np.column_stack([rng.uniform(-1, 1, (n, 2)), rng.normal(size=(n, self.useless))])
        turned = rng.random(n) < self.flip
        return X, (self.optimal(X) ^ turned).astype(np.intp)

    def optimal(self, X: Floats) -> Codes:
        """Labels by the Bayes rule."""
        return (X[:, 0] * X[:, 1] > 0).astype(np.intp)

    def expected_losses(self, X: Floats, predicted: Codes) -> Floats:
        """Chance that each label is wrong."""
        return np.where(predicted == self.optimal(X), self.flip, 1 - self.flip)
