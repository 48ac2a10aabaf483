"""The .632 estimate in Kohavi's form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates.bootstrap import finish, overlap_refusal, raw_apparent
from foldwise.estimates.efron632 import APPARENT_WEIGHT, OUT_OF_BAG_WEIGHT
from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["Kohavi632"]


@final
@dataclass(frozen=True)
class Kohavi632(EstimateMethod):
    """(1/B) Σ over fits of [.632 · score out of bag + .368 · apparent score] (METHODS B.5).

    Averages per fit, where Efron's form averages per row.

    References
    ----------
    kohavi1995.
    """

    name: ClassVar[str] = "632-kohavi"
    summary: ClassVar[str] = ".368 apparent + .632 mean out-of-bag score of the fits (Kohavi)"
    cost: ClassVar[str] = "B + 1 fits"
    bias: ClassVar[Bias] = Bias.OPTIMISTIC
    plans: ClassVar[tuple[str, ...]] = ("bootstrap",)
    needs_apparent: ClassVar[bool] = True
    instead: ClassVar[str] = "plan='bootstrap(200)'"

    def estimate(self, scored: ModelScores) -> Estimate:
        """Mix the two errors, fit by fit."""
        value = OUT_OF_BAG_WEIGHT * float(np.nanmean(scored.mean_losses)) + APPARENT_WEIGHT * raw_apparent(scored)
        return self.made(scored, finish(scored, value))

    def further(self, scored: ModelScores) -> str | None:
        """Rows out of bag are needed."""
        return overlap_refusal(scored)
