"""The mean over repeats of what each repeat gives on its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod, bias_of

if TYPE_CHECKING:
    from foldwise.arrays import Scores
    from foldwise.measures import ModelScores

__all__ = ["Repeated", "repeat_values"]


@final
@dataclass(frozen=True)
class Repeated(EstimateMethod):
    """Finish the measure within each repeat of the plan, then average the repeats.

    Repeats lower the variance that comes from the draw of the parts, not the bias. For a mean loss this is the pooled
    estimate; for RMSE it is the mean of the repeats' RMSE, while the pooled estimate takes the root last.

    References
    ----------
    kohavi1995; kim2009.
    """

    name: ClassVar[str] = "repeated"
    summary: ClassVar[str] = "mean over the repeats of the plan of what each gives on its own"
    cost: ClassVar[str] = "repeats x k fits"
    bias: ClassVar[Bias] = Bias.PESSIMISTIC
    plans: ClassVar[tuple[str, ...]] = ("kfold", "group-kfold", "stratified-group", "two-folds-out")
    instead: ClassVar[str] = "plan='kfold(10, repeats=3)'"

    def estimate(self, scored: ModelScores) -> Estimate:
        """Average the repeats."""
        values = repeat_values(scored)
        return self.made(scored, float(np.nanmean(values)), bias=bias_of(scored))

    def further(self, scored: ModelScores) -> str | None:
        """One repeat is no repetition."""
        return None if scored.resamples.repeats > 1 else "the plan is drawn once"


def repeat_values(scored: ModelScores) -> Scores:
    """Value of the measure in each repeat of the plan (repeats,)."""
    repeat = scored.resamples.repeat
    of_row = repeat[scored.resample]
    values = []
    for number in range(scored.resamples.repeats):
        rows = of_row == number
        values.append(scored.measure.aggregate(scored.outcomes.where(rows), scored.resample[rows], 0 * repeat))
    return np.array(values)
