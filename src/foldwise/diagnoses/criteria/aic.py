"""Akaike's information criterion, and its correction for few rows."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.diagnoses.criteria.criterion import InSampleCriterion, no_likelihood

if TYPE_CHECKING:
    from foldwise.diagnoses.criteria.criterion import InSampleFit

__all__ = ["Aic", "Aicc"]


@final
@dataclass(frozen=True)
class Aic(InSampleCriterion):
    """-2 ln L + 2d: an estimate of twice the expected log loss on new targets (METHODS F.3).

    For models fitted by maximum likelihood, with many rows for each parameter. With d the effective number of parameters it
    is approximate for penalised fits.

    References
    ----------
    akaike1974.

    Examples
    --------
    >>> from foldwise.diagnoses import InSampleFit
    >>> Aic().of(InSampleFit(100, 3, log_likelihood=-50.0))
    106.0
    """

    name: ClassVar[str] = "aic"
    summary: ClassVar[str] = "Akaike's criterion: twice the log loss expected on new targets"
    formula: ClassVar[str] = "-2 ln L + 2d"
    unit: ClassVar[str] = "deviance"

    def value(self, fit: InSampleFit) -> float:
        """Deviance and twice the parameters."""
        return -2 * float(fit.log_likelihood or 0.0) + 2 * fit.parameters

    def refusal(self, fit: InSampleFit) -> str | None:
        """It needs a likelihood."""
        return no_likelihood(fit)


@final
@dataclass(frozen=True)
class Aicc(InSampleCriterion):
    """AIC + 2d(d + 1)/(n - d - 1), infinite where n ≤ d + 1 (METHODS F.3).

    Exact for normal errors where d counts the variance too; the usual correction elsewhere.

    References
    ----------
    hurvich1989.

    Examples
    --------
    >>> from foldwise.diagnoses import InSampleFit
    >>> round(Aicc().of(InSampleFit(20, 3, log_likelihood=-50.0)), 2)
    107.5
    """

    name: ClassVar[str] = "aicc"
    summary: ClassVar[str] = "Akaike's criterion corrected for few rows"
    formula: ClassVar[str] = "AIC + 2d(d + 1)/(n - d - 1)"
    unit: ClassVar[str] = "deviance"

    def value(self, fit: InSampleFit) -> float:
        """AIC with a larger penalty."""
        d, left = fit.parameters, fit.n - fit.parameters - 1
        return Aic().value(fit) + 2 * d * (d + 1) / left if left > 0 else inf

    def refusal(self, fit: InSampleFit) -> str | None:
        """It needs a likelihood."""
        return no_likelihood(fit)
