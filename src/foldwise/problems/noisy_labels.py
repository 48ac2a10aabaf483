"""Any problem of two classes, with labels turned at random."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.data import Task
from foldwise.errors import InputError
from foldwise.problems.gaussian_classes import GaussianClasses
from foldwise.problems.problem import KnownProblem, Predictor

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats

__all__ = ["NoisyLabels"]


@final
@dataclass(frozen=True)
class NoisyLabels(KnownProblem):
    """Every label of a problem of two classes is turned with the chance ν, whatever the row.

    A risk r becomes ν + (1 - 2ν) r, of every model and of the Bayes rule, which stays the same.

    Parameters
    ----------
    of
        The problem whose labels are turned.
    flip
        Chance ν of each label to be turned, up to 1/2.

    Examples
    --------
    >>> from foldwise.problems import GaussianClasses
    >>> round(NoisyLabels(GaussianClasses.of_bayes_error(0.1), 0.2).bayes_risk, 4)
    0.26
    """

    of: KnownProblem = GaussianClasses()  # noqa: RUF009 - frozen, so that it can be shared
    flip: float = 0.1

    name: ClassVar[str] = "noisy-labels"
    summary: ClassVar[str] = "a problem of two classes whose labels are turned at random"
    task: ClassVar[Task] = Task.CLASSIFICATION

    def __post_init__(self) -> None:
        """Refuse numbers as targets, and more classes than two."""
        if self.of.task is not Task.CLASSIFICATION or getattr(self.of, "classes", 2) != 2:
            message = f"labels of two classes can be turned, and {self.of.name} has others"
            raise InputError(message)
        if not 0 <= self.flip <= 0.5:
            message = f"the chance of a label to be turned lies between 0 and 0.5, not at {self.flip:g}"
            raise InputError(message)

    @property
    def columns(self) -> int:
        """Number of features."""
        return self.of.columns

    @property
    def bayes_risk(self) -> float:
        """ν + (1 - 2ν) times the Bayes error without noise."""
        return self._with_noise(self.of.bayes_risk)

    def _with_noise(self, risk: float) -> float:
        return self.flip + (1 - 2 * self.flip) * risk

    def sample(self, n: int, rng: np.random.Generator) -> tuple[Floats, Codes]:
        """Draw n rows, then turn labels."""
        X, y = self.of.sample(n, rng)
        return X, (y ^ (rng.random(n) < self.flip)).astype(np.intp)

    def optimal(self, X: Floats) -> Codes:
        """Labels by the Bayes rule, which noise does not move."""
        return self.of.optimal(X)

    def expected_losses(self, X: Floats, predicted: Codes) -> Floats:
        """Chance that each label is wrong."""
        return self.flip + (1 - 2 * self.flip) * self.of.expected_losses(X, predicted)

    def exact_risk(self, model: Predictor) -> float | None:
        """Risk of a model that has a closed form without noise."""
        clean = self.of.exact_risk(model)
        return None if clean is None else self._with_noise(clean)
