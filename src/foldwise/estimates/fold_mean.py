"""The plain mean over resamples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod, bias_of

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["FoldMean"]


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
    cost: ClassVar[str] = "one fit per resample"
    bias: ClassVar[Bias] = Bias.PESSIMISTIC

    def estimate(self, scored: ModelScores) -> Estimate:
        """Average the defined scores."""
        defined = scored.scores[~np.isnan(scored.scores)]
        value = float(defined.mean()) if defined.size else float("nan")
        return self.made(scored, value, bias=bias_of(scored, by_part=True))
