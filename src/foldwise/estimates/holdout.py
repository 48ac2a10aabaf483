"""The holdout estimate: one test set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod, bias_of

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["HoldoutEstimate"]


@final
@dataclass(frozen=True)
class HoldoutEstimate(EstimateMethod):
    """The measure on one test set that the model did not see.

    Trained on fewer rows than there are, it is pessimistic for the model of all rows; for a fixed test set of a finished
    model it leans neither way.

    References
    ----------
    kohavi1995.
    """

    name: ClassVar[str] = "holdout"
    summary: ClassVar[str] = "the measure on one test set"
    cost: ClassVar[str] = "1 fit"
    bias: ClassVar[Bias] = Bias.PESSIMISTIC
    plans: ClassVar[tuple[str, ...]] = ("holdout", "three-way", "fixed", "predefined")

    def estimate(self, scored: ModelScores) -> Estimate:
        """Measure on the test set."""
        return self.made(scored, scored.value, bias=bias_of(scored))

    def further(self, scored: ModelScores) -> str | None:
        """There must be one test set."""
        count = scored.resamples.count
        return None if count == 1 else f"there are {count} test sets"
