"""Bias-adjusted cross-validation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates.bootstrap import finish, raw_apparent, whole_scores
from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["BiasAdjusted"]


@final
@dataclass(frozen=True)
class BiasAdjusted(EstimateMethod):
    """ê + err̄ - Σ over parts of (nₖ/n) · error of the model without part k on all rows (METHODS B.3).

    Removes most of the pessimism that comes from training on n(1 - 1/k) rows. Repeats of the plan are averaged.

    References
    ----------
    burman1989; davison1997, eq. 6.48.
    """

    name: ClassVar[str] = "bias-adjusted"
    summary: ClassVar[str] = "k-fold corrected for training on fewer rows (Burman)"
    cost: ClassVar[str] = "k + 1 fits"
    bias: ClassVar[Bias] = Bias.NONE
    plans: ClassVar[tuple[str, ...]] = (
        *("kfold", "loo", "group-kfold", "stratified-group", "leave-group-out"),
        "leave-p-groups-out",
    )
    needs_apparent: ClassVar[bool] = True
    needs_train: ClassVar[bool] = True
    instead: ClassVar[str] = "measures='error' with plan='kfold(10)'"

    def estimate(self, scored: ModelScores) -> Estimate:
        """Add what the models of fewer rows lack."""
        weights = scored.predictions.weights
        tested = np.ones(scored.row.size) if weights is None else weights[scored.row]
        sizes = np.bincount(scored.resample, weights=tested, minlength=scored.resamples.count)
        done = sizes > 0
        fewer = float(np.average(whole_scores(scored, raw=True)[done], weights=sizes[done]))
        pooled = float(np.average(scored.losses, weights=tested))
        return self.made(scored, finish(scored, pooled + raw_apparent(scored) - fewer))

    def further(self, scored: ModelScores) -> str | None:
        """One loss per row is needed."""
        return None if scored.has_losses else f"{scored.measure.name} is not a mean of one loss per row"
