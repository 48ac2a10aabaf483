"""Labels that no column says anything about: whoever finds something has been misled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.data import Task
from foldwise.errors import InputError
from foldwise.problems.problem import KnownProblem

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats

__all__ = ["RandomLabels"]


@final
@dataclass(frozen=True)
class RandomLabels(KnownProblem):
    """Standard normal columns and labels that are independent of them.

    With equally common classes every model has the risk 1/2 (METHODS L.4).

    Parameters
    ----------
    p
        Number of columns.
    prior
        Share of class 1.

    Examples
    --------
    >>> RandomLabels(prior=0.3).bayes_risk
    0.3
    """

    p: int = 2
    prior: float = 0.5

    name: ClassVar[str] = "random-labels"
    summary: ClassVar[str] = "labels that are independent of all columns"
    task: ClassVar[Task] = Task.CLASSIFICATION

    def __post_init__(self) -> None:
        """Refuse what is no share."""
        if self.p < 1 or not 0 < self.prior < 1:
            message = f"random labels need p ≥ 1 and a prior between 0 and 1, not {self.p} and {self.prior:g}"
            raise InputError(message)

    @property
    def columns(self) -> int:
        """Number of features."""
        return self.p

    @property
    def bayes_risk(self) -> float:
        """Share of the rarer class."""
        return min(self.prior, 1 - self.prior)

    def sample(self, n: int, rng: np.random.Generator) -> tuple[Floats, Codes]:
        """Draw n rows."""
        return rng.normal(size=(n, self.p)), (rng.random(n) < self.prior).astype(np.intp)

    def optimal(self, X: Floats) -> Codes:
        """The commoner class everywhere."""
        return np.full(len(X), int(self.prior > 0.5), dtype=np.intp)

    def expected_losses(self, X: Floats, predicted: Codes) -> Floats:  # noqa: ARG002 - the features say nothing
        """Chance that each label is wrong."""
        return np.where(predicted == 1, 1 - self.prior, self.prior)
