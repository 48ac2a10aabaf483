"""What an in-sample criterion looks at, and what it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.diagnoses.criteria.likelihood import gaussian_log_likelihood
from foldwise.errors import InputError, ValidityError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from foldwise.arrays import Floats

__all__ = ["InSampleCriterion", "InSampleFit"]


@final
@dataclass(frozen=True, eq=False)
class InSampleFit:
    """What is known of a model from its training rows.

    Parameters
    ----------
    n
        Number of training rows.
    parameters
        Number of parameters d; the effective one, such as the trace of the hat matrix, for a penalised fit.
    log_likelihood
        Log-likelihood at the fitted parameters; None where the model has none.
    residuals
        y less the fitted values (n,); None where the target is no number.
    leverages
        Diagonal of the hat matrix (n,); None where the fit is not linear in y.
    noise_variance
        σ² from a model of low bias; None where it is not known.
    approximate
        Whether the fit is penalised, so that criteria of maximum likelihood hold approximately.
    reason
        Why there is no likelihood.
    """

    n: int
    parameters: float
    log_likelihood: float | None = None
    residuals: Floats | None = None
    leverages: Floats | None = None
    noise_variance: float | None = None
    approximate: bool = False
    reason: str = ""

    @classmethod
    def of_residuals(
        cls,
        residuals: ArrayLike,
        parameters: float,
        *,
        leverages: ArrayLike | None = None,
        noise_variance: float | None = None,
        approximate: bool = False,
    ) -> InSampleFit:
        """A fit with normal errors, from its residuals.

        The estimated variance is not counted in `parameters`, as in statsmodels; R counts it, which `parameters + 1` does.

        Examples
        --------
        >>> round(InSampleFit.of_residuals([1.0, -1.0, 0.5, -0.5], 2).training_error, 4)
        0.625
        """
        e = np.asarray(residuals, dtype=np.float64)
        h = None if leverages is None else np.asarray(leverages, dtype=np.float64)
        if e.ndim != 1 or not np.isfinite(e).all() or (h is not None and h.shape != e.shape):
            message = "residuals are finite numbers, one for each row, and leverages are as many"
            raise InputError(message)
        made = cls(e.size, float(parameters), None, e, h, noise_variance, approximate)
        if not (e != 0).any():
            return replace(made, reason="the model reproduces every training row, and its likelihood is infinite")
        return replace(made, log_likelihood=gaussian_log_likelihood(e))

    @property
    def training_error(self) -> float:
        """Mean squared residual."""
        return float("nan") if self.residuals is None else float((self.residuals**2).mean())


class InSampleCriterion(ABC):
    """A number from the training rows that stands for the error on new ones; smaller is better."""

    name: ClassVar[str]
    summary: ClassVar[str]
    formula: ClassVar[str]
    unit: ClassVar[str]

    @abstractmethod
    def value(self, fit: InSampleFit) -> float:
        """The criterion, where it is defined."""

    @abstractmethod
    def refusal(self, fit: InSampleFit) -> str | None:
        """Why it is not defined for this fit, or None."""

    def of(self, fit: InSampleFit) -> float:
        """The criterion, or an error that says why it is not defined."""
        reason = self.refusal(fit)
        if reason is not None:
            message = f"{self.name} is not defined here: {reason}"
            raise ValidityError(message, hint="the resampled error, which always is")
        return self.value(fit)


def no_likelihood(fit: InSampleFit) -> str | None:
    """Why there is no likelihood, or None."""
    if fit.log_likelihood is None:
        return fit.reason or "the model has no likelihood"
    return None


def no_residuals(fit: InSampleFit) -> str | None:
    """Why there is no squared error, or None."""
    return "for squared error only, and there are no residuals" if fit.residuals is None else None
