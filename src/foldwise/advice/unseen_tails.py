"""FW302: a certificate for a mean of unbounded losses, whose tails no simulation from these rows can show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.rule import Rule

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.arrays import Floats

__all__ = ["UnseenTails", "kurtosis"]

HEAVY = 6.0
"""The normal distribution has 3, the Laplace distribution 6, t with three degrees of freedom has none."""


@final
@dataclass(frozen=True)
class UnseenTails(Rule):
    """Simulated rows have no larger errors than these rows have, so a certificate for squared errors cannot see the tails.

    Said with every certificate for a measure of values without an upper bound. The certificate is doubtful where the
    kurtosis of the target, m₄ / m₂², is above 6.
    """

    code: ClassVar[str] = "FW302"
    title: ClassVar[str] = "tails that no simulation shows"
    summary: ClassVar[str] = "a certificate for unbounded losses: rows larger than any seen are not simulated"
    severity: ClassVar[Severity] = Severity.NOTE
    verbs: ClassVar[tuple[str, ...]] = ("certify",)

    def look(self, case: Case) -> Advice | None:
        """Look at the measure, then at the target."""
        dataset = case.dataset
        if dataset is None or dataset.is_classification or not any(np.isinf(measure.high) for measure in case.measures):
            return None
        text = (
            "rows with larger errors than any seen here are not simulated, and an interval covers less often than is "
            "said where the errors have such tails"
        )
        size = kurtosis(dataset.truth)
        mend = "measure='mae', or the logarithm of the target, which depend less on single rows"
        if size <= HEAVY:
            return self.advice(text, mend)
        heavy = self.advice(f"the target has heavy tails (kurtosis {size:.1f}, a normal one 3), and {text}", mend)
        return replace(heavy, severity=Severity.DOUBTFUL)


def kurtosis(values: Floats) -> float:
    """Fourth central moment over the square of the second; 0 for a constant.

    Examples
    --------
    >>> kurtosis(np.array([0.0, 1.0, 0.0, 1.0]))
    1.0
    """
    away = (values - values.mean()) ** 2
    return float((away**2).mean() / away.mean() ** 2) if away.any() else 0.0
