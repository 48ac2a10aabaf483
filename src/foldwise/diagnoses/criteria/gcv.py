"""Generalised cross-validation."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.diagnoses.criteria.criterion import InSampleCriterion, no_residuals

if TYPE_CHECKING:
    from foldwise.diagnoses.criteria.criterion import InSampleFit

__all__ = ["Gcv"]


@final
@dataclass(frozen=True)
class Gcv(InSampleCriterion):
    """Training error / (1 - d/n)²: leave-one-out with every leverage replaced by their mean d/n (METHODS F.2).

    References
    ----------
    craven1979.

    Examples
    --------
    >>> from foldwise.diagnoses import InSampleFit
    >>> Gcv().of(InSampleFit.of_residuals([1.0, -1.0, 1.0, -1.0], 2))
    4.0
    """

    name: ClassVar[str] = "gcv"
    summary: ClassVar[str] = "generalised cross-validation: leave-one-out with equal leverages"
    formula: ClassVar[str] = "err / (1 - d/n)²"
    unit: ClassVar[str] = "squared error"

    def value(self, fit: InSampleFit) -> float:
        """Training error, enlarged."""
        left = 1 - fit.parameters / fit.n
        return fit.training_error / left**2 if left > 0 else inf

    def refusal(self, fit: InSampleFit) -> str | None:
        """It needs residuals."""
        return no_residuals(fit)
