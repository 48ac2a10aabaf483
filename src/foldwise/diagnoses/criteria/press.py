"""PRESS: leave-one-out of a linear smoother, without refitting."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.diagnoses.criteria.criterion import InSampleCriterion, no_residuals

if TYPE_CHECKING:
    from foldwise.diagnoses.criteria.criterion import InSampleFit

__all__ = ["Press"]


@final
@dataclass(frozen=True)
class Press(InSampleCriterion):
    """Mean of (eᵢ/(1 - hᵢ))²: the leave-one-out error of least squares, ridge and other linear smoothers (METHODS F.2).

    Exact for least squares and ridge with fixed penalty. n times it is the PRESS statistic.

    References
    ----------
    allen1974.

    Examples
    --------
    >>> from foldwise.diagnoses import InSampleFit
    >>> Press().of(InSampleFit.of_residuals([1.0, -1.0], 1, leverages=[0.5, 0.5]))
    4.0
    """

    name: ClassVar[str] = "press"
    summary: ClassVar[str] = "leave-one-out squared error from residuals and leverages"
    formula: ClassVar[str] = "mean of (e/(1 - h))²"
    unit: ClassVar[str] = "squared error"

    def value(self, fit: InSampleFit) -> float:
        """Residuals enlarged by their leverages."""
        e = np.zeros(0) if fit.residuals is None else fit.residuals
        left = 1 - (np.zeros(e.size) if fit.leverages is None else fit.leverages)
        return float(((e / left) ** 2).mean()) if (left > 1e-12).all() else inf

    def refusal(self, fit: InSampleFit) -> str | None:
        """It needs residuals and leverages."""
        missing = "it needs leverages, and the fit is not linear in the target"
        return no_residuals(fit) or (missing if fit.leverages is None else None)
