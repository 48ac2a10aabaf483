"""The t interval over blocks of time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.interval import Interval, IntervalMethod, Validity
from foldwise.intervals.limits.interval_from_ends import interval_from_ends
from foldwise.intervals.limits.quantiles import t_quantile
from foldwise.intervals.methods.hac_t import hac_t

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["BlockT"]


@final
@dataclass(frozen=True)
class BlockT(IntervalMethod):
    """mean ± t(B-1) · sd/√B over the scores of B blocks of time, for any measure (METHODS A.7).

    Blocks much longer than the memory of the series are nearly independent, whatever happens within them. With few
    blocks it is wide, as it must be.

    References
    ----------
    carlstein1986.
    """

    name: ClassVar[str] = "block-t"
    summary: ClassVar[str] = "t interval over the scores of blocks of time; for any measure"
    target: ClassVar[Target] = Target.PROXY
    validity: ClassVar[Validity] = Validity(
        plans=("forward", "purged"), min_resamples=5, instead="order=… and plan='forward(5)'"
    )

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from one score per block."""
        scores = scored.mean_losses[~np.isnan(scored.mean_losses)]
        low, high = hac_t(scores, 0, level, centre=scored.raw_value)
        error = (high - low) / 2 / t_quantile(scores.size - 1, level)
        return interval_from_ends(self, scored, (low, high), level, error=error)

    def further(self, scored: ModelScores) -> str | None:
        """A block must be tested once."""
        if np.bincount(scored.row).max() > 1:
            return f"{scored.resamples.plan} tests the same block several times"
        return None
