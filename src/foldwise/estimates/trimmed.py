"""The trimmed mean over resamples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod, bias_of
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from foldwise.arrays import Scores
    from foldwise.measures import ModelScores

__all__ = ["Trimmed", "trimmed_mean"]


@final
@dataclass(frozen=True)
class Trimmed(EstimateMethod):
    """Drop the ⌊αJ⌋ lowest and highest of J scores and average the rest (METHODS A.11).

    A check of robustness: far from the plain mean, a few resamples dominate. Biased where scores are skewed.

    Parameters
    ----------
    share
        Share dropped at each end, α.

    References
    ----------
    kohavi1995, section 3.5.
    """

    share: float = 0.1

    name: ClassVar[str] = "trimmed"
    summary: ClassVar[str] = "mean over resamples without the lowest and highest tenth"
    cost: ClassVar[str] = "one fit per resample"
    bias: ClassVar[Bias] = Bias.PESSIMISTIC
    instead: ClassVar[str] = "plan='kfold(10, repeats=3)'"

    def estimate(self, scored: ModelScores) -> Estimate:
        """Average what is left."""
        return self.made(scored, trimmed_mean(scored.scores, self.share), bias=bias_of(scored, by_part=True))

    def further(self, scored: ModelScores) -> str | None:
        """There must be enough resamples to drop one at each end."""
        defined = int((~np.isnan(scored.scores)).sum())
        if defined * self.share < 1:
            return f"a share of {self.share:g} of {count_of(defined, 'resample')} is less than one"
        return None


def trimmed_mean(scores: Scores, share: float) -> float:
    """Mean of the defined scores without a share at each end.

    Examples
    --------
    >>> trimmed_mean(np.array([0.0, 0.2, 0.3, 0.4, 9.0]), 0.2)
    0.3
    """
    defined = np.sort(scores[~np.isnan(scores)])
    dropped = int(share * defined.size)
    return float(defined[dropped : defined.size - dropped].mean())
