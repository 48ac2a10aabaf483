"""The pooled out-of-bag estimate e0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates.bootstrap import finish, overlap_refusal
from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["PooledE0"]


@final
@dataclass(frozen=True)
class PooledE0(EstimateMethod):
    """e0 = Σ over fits of the losses out of bag / Σ over fits of the rows out of bag (METHODS B.4).

    Rows that happened to be left out more often count more; see `LooBootstrap` for the version without that.

    References
    ----------
    efron1983.
    """

    name: ClassVar[str] = "e0"
    summary: ClassVar[str] = "all out-of-bag losses of all bootstrap fits, pooled"
    cost: ClassVar[str] = "B fits"
    bias: ClassVar[Bias] = Bias.PESSIMISTIC
    plans: ClassVar[tuple[str, ...]] = ("bootstrap",)
    instead: ClassVar[str] = "plan='bootstrap(200)'"

    def estimate(self, scored: ModelScores) -> Estimate:
        """Pool."""
        return self.made(scored, finish(scored, float(np.average(scored.losses, weights=scored.outcomes.weights))))

    def further(self, scored: ModelScores) -> str | None:
        """Rows out of bag and one loss per row are needed."""
        if not scored.has_losses:
            return f"it is a mean of one loss per row, and {scored.measure.name} is not one"
        return overlap_refusal(scored)
