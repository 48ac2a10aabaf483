"""The interval of five twofold cross-validations."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.intervals.interval import Interval, IntervalMethod, Validity
from foldwise.intervals.limits.interval_from_ends import interval_from_ends
from foldwise.intervals.limits.quantiles import t_quantile

if TYPE_CHECKING:
    from foldwise.arrays import Scores
    from foldwise.measures import ModelScores

__all__ = ["FiveByTwo", "five_by_two"]


@final
@dataclass(frozen=True)
class FiveByTwo(IntervalMethod):
    """p₁₁ ± t(5) · √(Σ sᵢ²/5), sᵢ² = Σ over the two halves of (p - p̄ᵢ)², from five twofold cross-validations (METHODS C.6).

    Centred on the score of a single half, as defined; for compatibility with other tools only.

    References
    ----------
    dietterich1998.
    """

    name: ClassVar[str] = "5x2cv"
    summary: ClassVar[str] = "t interval of five twofold cross-validations; for compatibility only"
    cost: ClassVar[str] = "10 fits"
    validity: ClassVar[Validity] = Validity(plans=("kfold",), min_repeats=5, max_repeats=5, min_resamples=10)

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the ten scores."""
        low, high = five_by_two(scored.mean_losses.reshape(5, 2), level)
        error = (high - low) / 2 / t_quantile(5, level)
        note = "erratic: centred on one half of the rows, and covers 70-93 % at 95 % in published simulations"
        return interval_from_ends(self, scored, (low, high), level, note=note, error=error)

    def further(self, scored: ModelScores) -> str | None:
        """Two parts, five times."""
        return None if scored.resamples.count == 10 else f"it is for plan='5x2', not for {scored.resamples.plan}"


def five_by_two(scores: Scores, level: float) -> tuple[float, float]:
    """Limits of the interval from scores (5, 2), the first of which is the centre.

    Examples
    --------
    >>> import numpy as np
    >>> scores = np.array([(0.05, 0.03), (0.02, 0.04), (0.01, 0.05), (0.04, 0.00), (0.03, 0.02)])
    >>> low, high = five_by_two(scores, 0.95)
    >>> round(low, 4), round(high, 4)
    (-0.0021, 0.1021)
    """
    from scipy.special import stdtrit

    spread = ((scores - scores.mean(axis=1, keepdims=True)) ** 2).sum(axis=1)
    half = float(stdtrit(5, (1 + level) / 2)) * sqrt(float(spread.mean()))
    return float(scores[0, 0]) - half, float(scores[0, 0]) + half
