"""Leave-one-out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod
from foldwise.measures import RankMeasure

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["LeaveOneOutEstimate"]


@final
@dataclass(frozen=True)
class LeaveOneOutEstimate(EstimateMethod):
    """(1/n) Σ ℓ(yᵢ, ŷᵢ) with ŷᵢ from the model of all other rows.

    Almost unbiased, but its variance is high for unstable models, and a majority vote on two equal classes is always
    wrong (METHODS L.2). A statistic that ranks rows has no value in test sets of one row.

    References
    ----------
    kohavi1995; lachenbruch1968.
    """

    name: ClassVar[str] = "leave-one-out"
    summary: ClassVar[str] = "each row by the model of all others"
    cost: ClassVar[str] = "n fits"
    bias: ClassVar[Bias] = Bias.NONE
    plans: ClassVar[tuple[str, ...]] = ("loo",)
    instead: ClassVar[str] = "plan='loo'"

    def estimate(self, scored: ModelScores) -> Estimate:
        """Aggregate."""
        return self.made(scored, scored.value)

    def further(self, scored: ModelScores) -> str | None:
        """One row cannot be ranked."""
        if isinstance(scored.measure, RankMeasure):
            return "a test set of one row ranks nothing"
        return None

    def remedy(self, scored: ModelScores) -> str:
        """Left-out pairs serve the AUC, larger parts other measures that compare rows, one row at a time the rest."""
        if scored.measure.name == "auc":
            return "estimate='auto' with plan='leave-pair-out'"
        ranks = isinstance(scored.measure, RankMeasure)
        return "estimate='auto' with plan='kfold(10, repeats=3)'" if ranks else self.instead
