"""The weighted mean over resamples, for measures that compare rows with each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod, bias_of
from foldwise.measures import RankMeasure

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["Averaged"]


@final
@dataclass(frozen=True)
class Averaged(EstimateMethod):
    """Compute a rank statistic within each resample and average by what it is a mean over: n₊n₋ pairs for the AUC.

    Resamples without a value (a class is missing) are skipped and counted (METHODS B.10).

    References
    ----------
    forman2010; airola2011.
    """

    name: ClassVar[str] = "averaged"
    summary: ClassVar[str] = "rank statistics within each resample, averaged by their number of pairs"
    cost: ClassVar[str] = "one fit per resample"
    bias: ClassVar[Bias] = Bias.PESSIMISTIC
    instead: ClassVar[str] = "plan='kfold(10, repeats=3)'"

    def estimate(self, scored: ModelScores) -> Estimate:
        """Average."""
        return self.made(scored, scored.value, bias=bias_of(scored))

    def further(self, scored: ModelScores) -> str | None:
        """Everything else is pooled; test sets of one row rank nothing."""
        if not isinstance(scored.measure, RankMeasure):
            return f"it is for measures that compare rows with each other, and {scored.measure.name} does not"
        if scored.resamples.test_size < 2 and scored.resamples.test_sizes.max() < 2:
            return "a test set of one row ranks nothing"
        return None

    def remedy(self, scored: ModelScores) -> str:
        """Left-out pairs serve the AUC alone, other methods what does not compare rows."""
        if not isinstance(scored.measure, RankMeasure):
            return "estimate='auto'"
        pairs = ", or plan='leave-pair-out' where rows are few" if scored.measure.name == "auc" else ""
        return self.instead + pairs
