"""The .632 estimate in the form of Han and Kamber."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates.bootstrap import finish, overlap_refusal, whole_scores
from foldwise.estimates.efron632 import APPARENT_WEIGHT, OUT_OF_BAG_WEIGHT
from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["HanKamber632"]


@final
@dataclass(frozen=True)
class HanKamber632(EstimateMethod):
    """(1/B) Σ over fits of [.632 · score out of bag + .368 · score of the same fit on all rows] (METHODS B.5, 0b).

    The second term is not Efron's apparent error: the fit did not see a third of the rows, so a memoriser on fair random
    labels gets .384 here and .316 there.

    References
    ----------
    han2012.
    """

    name: ClassVar[str] = "632-han-kamber"
    summary: ClassVar[str] = ".632 out-of-bag score + .368 score on all rows, per fit (Han & Kamber)"
    cost: ClassVar[str] = "B fits"
    bias: ClassVar[Bias] = Bias.OPTIMISTIC
    plans: ClassVar[tuple[str, ...]] = ("bootstrap",)
    needs_train: ClassVar[bool] = True
    instead: ClassVar[str] = "plan='bootstrap(200)'"

    def estimate(self, scored: ModelScores) -> Estimate:
        """Mix the two scores of each fit."""
        value = OUT_OF_BAG_WEIGHT * scored.mean_losses + APPARENT_WEIGHT * whole_scores(scored, raw=True)
        return self.made(scored, finish(scored, float(np.nanmean(value))))

    def further(self, scored: ModelScores) -> str | None:
        """Rows out of bag are needed."""
        return overlap_refusal(scored)
