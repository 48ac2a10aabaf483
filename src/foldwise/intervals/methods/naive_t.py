"""The naive t interval over resamples: known to be wrong, given only on demand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.intervals.interval import Interval, IntervalMethod, Validity
from foldwise.intervals.limits.interval_from_ends import interval_from_ends
from foldwise.intervals.limits.quantiles import t_quantile
from foldwise.intervals.methods.corrected_t import corrected_t

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["NaiveT"]


@final
@dataclass(frozen=True)
class NaiveT(IntervalMethod):
    """mean ± t(J-1) · sd / √J, as if the resamples were independent. They share training rows, so it is too short.

    It shrinks to nothing as repeats are added, whatever the truth. Refused unless invalid methods are explicitly allowed;
    then its note says how often it is right.

    References
    ----------
    bengio2004: no unbiased estimate of the variance of k-fold exists.
    """

    name: ClassVar[str] = "naive-t"
    summary: ClassVar[str] = "t over resamples as if they were independent; wrong, only on explicit demand"
    validity: ClassVar[Validity] = Validity(
        plans=("kfold", "subsample", "group-kfold", "stratified-group"),
        min_resamples=2,
        min_test_rows=2,
        instead="interval='corrected-t' with plan='kfold(10, repeats=3)'",
    )
    invalid: ClassVar[str] = "it takes resamples that share their training rows for independent ones"

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval as the textbook says."""
        scores = scored.mean_losses[~np.isnan(scored.mean_losses)]
        low, high = corrected_t(scores, 0.0, level)
        error = (high - low) / 2 / t_quantile(scores.size - 1, level)
        return interval_from_ends(self, scored, (low, high), level, note=self._damage(scored), error=error)

    @staticmethod
    def _damage(scored: ModelScores) -> str:
        """What 600 simulations of a linear discriminant on 100 rows say about its coverage at 95 %."""
        if scored.resamples.kind == "subsample":
            return "not valid: over 50 random splits it covers about 57 % instead of 95 %, and less with every split"
        if scored.resamples.repeats > 1:
            return "not valid: over repeated parts it covers about 75 % (3 repeats) to 48 % (10) instead of 95 %"
        return "not valid: over ten parts it covers 87-94 % instead of 95 %"
