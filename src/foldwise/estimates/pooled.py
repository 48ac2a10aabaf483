"""The pooled estimate: every tested row counts the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates.bias import bias_of
from foldwise.estimates.estimate import Estimate, EstimateMethod, Target

if TYPE_CHECKING:
    from foldwise.measures import Scored

__all__ = ["Pooled"]


@final
@dataclass(frozen=True)
class Pooled(EstimateMethod):
    """Bring the resamples together by the measure's own rule, repeat by repeat, and average the repeats.

    Means of losses are pooled over rows, ratios of counts come from summed confusion matrices, sums are pooled before
    they are divided, rank statistics are averaged over resamples (METHODS B.2, B.10).

    References
    ----------
    kohavi1995, eq. 3.6; forman2010.
    """

    name: ClassVar[str] = "pooled"
    summary: ClassVar[str] = "each measure by its own aggregation rule, averaged over repeats"

    def estimate(self, scored: Scored) -> Estimate:
        """Aggregate."""
        return Estimate(
            scored.value, self.name, Target.RISK, bias_of(scored), int(scored.resamples.count), scored.undefined
        )


@final
@dataclass(frozen=True)
class FoldMean(EstimateMethod):
    """Average the score of each resample, whatever its size.

    Equal to the pooled estimate of a mean loss when the test sets have equal sizes; biased for ratios such as F1.

    References
    ----------
    kohavi1995; forman2010 for the bias.
    """

    name: ClassVar[str] = "fold-mean"
    summary: ClassVar[str] = "plain mean of one score per resample"

    def estimate(self, scored: Scored) -> Estimate:
        """Average the defined scores."""
        defined = scored.scores[~np.isnan(scored.scores)]
        value = float(defined.mean()) if defined.size else float("nan")
        return Estimate(value, self.name, Target.RISK, bias_of(scored), int(scored.resamples.count), scored.undefined)
