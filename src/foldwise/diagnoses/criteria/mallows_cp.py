"""Mallows' Cp: the training error and what fitting took off it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.diagnoses.criteria.criterion import InSampleCriterion, no_residuals

if TYPE_CHECKING:
    from foldwise.diagnoses.criteria.criterion import InSampleFit

__all__ = ["MallowsCp"]


@final
@dataclass(frozen=True)
class MallowsCp(InSampleCriterion):
    """Training error + 2dσ²/n: an unbiased estimate of the error on new targets at the same features (METHODS F.2).

    σ² comes from a model of low bias. The statistic of Mallows is n Cp/σ² - n.

    References
    ----------
    mallows1973.

    Examples
    --------
    >>> from foldwise.diagnoses import InSampleFit
    >>> MallowsCp().of(InSampleFit.of_residuals([1.0, -1.0, 1.0, -1.0], 2, noise_variance=1.5))
    2.5
    """

    name: ClassVar[str] = "cp"
    summary: ClassVar[str] = "Mallows' Cp: squared error expected on new targets at the same features"
    formula: ClassVar[str] = "err + 2dσ²/n"
    unit: ClassVar[str] = "squared error"

    def value(self, fit: InSampleFit) -> float:
        """Training error and its optimism."""
        return fit.training_error + 2 * fit.parameters * float(fit.noise_variance or 0.0) / fit.n

    def refusal(self, fit: InSampleFit) -> str | None:
        """It needs residuals and the variance of the noise."""
        missing = "it needs the variance of the noise, from a model of low bias"
        return no_residuals(fit) or (missing if fit.noise_variance is None else None)
