"""The optimism bootstrap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates.bootstrap import drawn_scores, whole_scores
from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["Optimism"]


@final
@dataclass(frozen=True)
class Optimism(EstimateMethod):
    """The apparent value less the mean optimism of bootstrap fits (METHODS B.7).

    θ - (1/B) Σ over fits of [θ on the rows drawn, as often as they were drawn - θ on all rows].

    Notes
    -----
    Fails for models that memorise: a memoriser on fair random labels gets .184, truth .5.

    References
    ----------
    efron1983; harrell1996.
    """

    name: ClassVar[str] = "optimism"
    summary: ClassVar[str] = "apparent value corrected by the mean optimism of bootstrap fits (Harrell)"
    cost: ClassVar[str] = "B + 1 fits"
    bias: ClassVar[Bias] = Bias.OPTIMISTIC
    plans: ClassVar[tuple[str, ...]] = ("bootstrap",)
    needs_apparent: ClassVar[bool] = True
    needs_train: ClassVar[bool] = True
    instead: ClassVar[str] = "plan='bootstrap(200)'"

    def estimate(self, scored: ModelScores) -> Estimate:
        """Subtract the mean optimism."""
        gap = drawn_scores(scored) - whole_scores(scored)
        return self.made(scored, scored.apparent.value - float(np.nanmean(gap)))
