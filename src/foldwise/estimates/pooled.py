"""The pooled estimate: every tested row counts the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod, bias_of
from foldwise.measures import RankMeasure

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["Pooled"]


@final
@dataclass(frozen=True)
class Pooled(EstimateMethod):
    """Bring the resamples together by the measure's own rule, repeat by repeat, and average the repeats.

    Means of losses are pooled over rows, ratios of counts come from summed confusion matrices, sums are pooled before
    they are divided (METHODS B.2, B.10). Rank statistics such as the AUC must not be pooled: the scores of differently
    trained models are not on one scale, and a model that always says the training prevalence would get a pooled
    leave-one-out AUC of exactly 0. See `Averaged`.

    References
    ----------
    kohavi1995, eq. 3.6; forman2010.
    """

    name: ClassVar[str] = "pooled"
    summary: ClassVar[str] = "each measure by its own aggregation rule, averaged over repeats"
    cost: ClassVar[str] = "one fit per resample"
    bias: ClassVar[Bias] = Bias.PESSIMISTIC
    instead: ClassVar[str] = "estimate='averaged'"

    def estimate(self, scored: ModelScores) -> Estimate:
        """Aggregate."""
        return self.made(scored, scored.value, bias=bias_of(scored))

    def further(self, scored: ModelScores) -> str | None:
        """Rank statistics of several models are not pooled."""
        if isinstance(scored.measure, RankMeasure) and scored.resamples.count > 1:
            return f"the scores of {scored.resamples.count} models are not on one scale, so they cannot be pooled"
        if scored.resamples.kind == "leave-pair-out":
            return "leave-pair-out tests rows of small classes more often, so only the auc can be read off it"
        return None

    def remedy(self, scored: ModelScores) -> str:
        """Left-out pairs serve the AUC alone."""
        if scored.resamples.kind != "leave-pair-out":
            return self.instead
        return "estimate='auto'" if scored.measure.name == "auc" else "measures='auc', or plan='kfold(10, repeats=3)'"
