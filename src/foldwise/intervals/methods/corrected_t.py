"""The corrected resampled t interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.intervals.interval import Interval, IntervalMethod, MeasureGroup, Validity
from foldwise.intervals.limits.interval_from_ends import interval_from_ends
from foldwise.intervals.limits.quantiles import t_quantile
from foldwise.intervals.variances.composition import hidden_variance
from foldwise.measures import PooledMeasure, score_spread
from foldwise.phrases import percent

if TYPE_CHECKING:
    from foldwise.arrays import Scores
    from foldwise.measures import ModelScores, Spread

__all__ = ["CorrectedT", "corrected_t", "widened_t"]

COMMON_TEST_SHARE = 0.15
"""Share of the rows in a test set above which a note says how few the models were trained on."""


@final
@dataclass(frozen=True)
class CorrectedT(IntervalMethod):
    """Widen the t interval for the overlap of the training sets.

    mean ± t(J-1) · sd · √(1/J + n₂/n₁), where J resamples test n₂ rows each after training on n₁.

    Notes
    -----
    A naive √(1/J) calls equal models different in 54 to 66 % of 10x10-fold comparisons (see `naive-t`). Ratios of counts,
    whose mean over resamples is biased, are centred on the pooled estimate. Stratified test sets are more alike than
    fresh ones would be; the variance that hides is put back (`composition`). Where all scores are equal the spread
    says nothing, and the pooled losses are used instead. With groups, n₂ and n₁ count groups.

    References
    ----------
    nadeau2003, eq. 9; bouckaert2004 for repeated k-fold.
    """

    name: ClassVar[str] = "corrected-t"
    summary: ClassVar[str] = "t over resamples, widened for the overlap of the training sets"
    validity: ClassVar[Validity] = Validity(
        plans=("kfold", "subsample", "group-kfold", "stratified-group"),
        measures=MeasureGroup.BY_RESAMPLE,
        min_resamples=5,
        min_test_rows=2,
        max_test_share=0.4,
    )

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from one score per resample."""
        resamples, found = scored.resamples, scored.spread
        centre = found.mean if scored.has_losses else scored.value
        low, high = widened_t(found, overlap_of(scored), level, centre=centre, hidden=hidden_variance(scored))
        share = resamples.test_size / resamples.n
        note = f"models were trained on {percent(1 - share)} of the rows only" if share > COMMON_TEST_SHARE else ""
        error = (high - low) / 2 / t_quantile(found.size - 1, level)
        return interval_from_ends(self, scored, (low, high), level, note=note, error=error)

    def further(self, scored: ModelScores) -> str | None:
        """A value in each resample that means something."""
        if isinstance(scored.measure, PooledMeasure):
            return f"{scored.measure.name} of the few rows of a resample says little"
        return None


def overlap_of(scored: ModelScores) -> float:
    """n₂/n₁, in groups where groups were assigned to parts: that is what the training sets share."""
    resamples, groups = scored.resamples, scored.predictions.groups
    if resamples.unit != "group" or groups is None:
        return resamples.test_size / resamples.train_size
    total = int(groups.max()) + 1
    tested = float(np.mean([np.unique(groups[resamples.test_rows(r)]).size for r in range(resamples.count)]))
    return tested / (total - tested)


def corrected_t(
    scores: Scores, overlap: float, level: float, *, centre: float | None = None, hidden: float = 0.0
) -> tuple[float, float]:
    """Limits of the interval; `overlap` is n₂/n₁ (eq. 9, Nadeau & Bengio 2003), `hidden` variance the scores do not show.

    Examples
    --------
    >>> low, high = corrected_t(np.array([8, 4, 7, 11, 5]) / 30, 1 / 4, 0.95)
    >>> round(low, 4), round(high, 4)
    (0.0633, 0.4034)
    """
    found = score_spread(scores)
    return widened_t(found, overlap, level, centre=found.mean if centre is None else centre, hidden=hidden)


def widened_t(
    found: Spread, overlap: float, level: float, *, centre: float, hidden: float = 0.0
) -> tuple[float, float]:
    """Do as `corrected_t` does, from the number, the mean and the variance of the scores."""
    half = t_quantile(found.size - 1, level) * sqrt((found.variance + hidden) * (1 / found.size + overlap))
    return centre - half, centre + half
