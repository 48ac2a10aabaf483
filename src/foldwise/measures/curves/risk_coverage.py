"""The risk-coverage curve: how the error falls when the least sure predictions are withheld."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.arrays import freeze
from foldwise.measures.curves.band import share_band
from foldwise.measures.curves.curve import Curve
from foldwise.measures.definitions.abstention import RankedPredictions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats
    from foldwise.measures.curves.band import CurveBand
    from foldwise.measures.outcomes import Outcomes

__all__ = ["RiskCoverageCurve"]

COVERAGE_GRID = np.linspace(0.005, 1, 200)


@final
@dataclass(frozen=True, eq=False)
class RiskCoverageCurve(Curve):
    """Error of the surest rows against their share; rows with equal confidence are accepted together.

    Parameters
    ----------
    coverage, risk
        Share of rows accepted and error among them (K,).
    confidence
        Score of the given class of the least sure row accepted (K,); NaN on the mean of several curves.
    area, excess
        Area below, and how much of it is due to wrong predictions that were not the least sure.
    note, parts, about
        What the reader should know, the curves of the resamples, and the class that is found.
    evidence
        Independent rows of the class and of the rest.

    References
    ----------
    elyaniv2010; geifman2019.
    """

    name: ClassVar[str] = "risk-coverage"
    title: ClassVar[str] = "risk-coverage curve"

    coverage: Floats
    risk: Floats
    confidence: Floats
    area: float
    excess: float
    note: str = ""
    parts: tuple[RiskCoverageCurve, ...] = ()
    about: str = ""
    evidence: tuple[float, float] = (0.0, 0.0)

    @classmethod
    def of(cls, outcomes: Outcomes) -> RiskCoverageCurve:
        """Draw the curve of one sample."""
        found = RankedPredictions.of(outcomes)
        coverage, risk, confidence = (freeze(part[1:]) for part in (found.coverage, found.risk, found.confidence))
        return cls(coverage, risk, confidence, found.area, max(0.0, found.area - found.least_area))

    @classmethod
    def mean(cls, parts: Sequence[RiskCoverageCurve], weights: Floats) -> RiskCoverageCurve:
        """Average the errors of the resamples at every coverage."""
        risk = sum(weight * part.at(COVERAGE_GRID) for part, weight in zip(parts, weights, strict=True))
        area, excess = (float(weights @ [getattr(part, name) for part in parts]) for name in ("area", "excess"))
        none = freeze(np.full(COVERAGE_GRID.size, np.nan))
        return cls(freeze(COVERAGE_GRID), freeze(np.asarray(risk)), none, area, excess, "", tuple(parts))

    def at(self, coverage: Floats) -> Floats:
        """Error at any coverage; within equal confidence wrong and right predictions come evenly mixed."""
        covered = np.concatenate([[0.0], self.coverage])
        wrong = np.concatenate([[0.0], self.coverage * self.risk])
        return np.interp(coverage, covered, wrong) / coverage

    def band(self) -> CurveBand | None:
        """Wilson's interval of the error, of as many rows as are accepted."""
        return share_band(self.coverage, self.risk, self.coverage * sum(self.evidence))

    def columns(self) -> dict[str, Array]:
        """Coverage, error and confidence."""
        return {"coverage": self.coverage, "risk": self.risk, "confidence": self.confidence}
