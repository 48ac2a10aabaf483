"""The Bayesian information criterion of Schwarz."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.diagnoses.criteria.criterion import InSampleCriterion, no_likelihood

if TYPE_CHECKING:
    from foldwise.diagnoses.criteria.criterion import InSampleFit

__all__ = ["Bic"]


@final
@dataclass(frozen=True)
class Bic(InSampleCriterion):
    """-2 ln L + d ln n; -BIC/2 approximates the log evidence of the model (METHODS F.3).

    Finds the true model among the candidates with enough rows, where it is among them; for prediction AIC or the
    resampled error is meant.

    References
    ----------
    schwarz1978.

    Examples
    --------
    >>> from foldwise.diagnoses import InSampleFit
    >>> round(Bic().of(InSampleFit(100, 3, log_likelihood=-50.0)), 3)
    113.816
    """

    name: ClassVar[str] = "bic"
    summary: ClassVar[str] = "Schwarz's criterion: minus twice the approximate log evidence"
    formula: ClassVar[str] = "-2 ln L + d ln n"
    unit: ClassVar[str] = "deviance"

    def value(self, fit: InSampleFit) -> float:
        """Deviance and ln n for each parameter."""
        return -2 * float(fit.log_likelihood or 0.0) + fit.parameters * log(fit.n)

    def refusal(self, fit: InSampleFit) -> str | None:
        """It needs a likelihood."""
        return no_likelihood(fit)
