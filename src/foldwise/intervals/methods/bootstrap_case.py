"""The bootstrap-case interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.intervals.interval import Interval, IntervalMethod, MeasureGroup, Validity
from foldwise.intervals.limits.interval_from_ends import interval_from_ends

if TYPE_CHECKING:
    from foldwise.arrays import Scores
    from foldwise.measures import ModelScores

__all__ = ["BootstrapCaseInterval", "case_errors"]


@final
@dataclass(frozen=True)
class BootstrapCaseInterval(IntervalMethod):
    """Percentiles of the leave-one-out errors of bootstrap samples, copies left out together (METHODS C.8).

    The loss of a row counts as often as the row was drawn.

    Parameters
    ----------
    shift
        Move the percentiles by the leave-one-out error of the rows themselves minus the mean over the samples.

    References
    ----------
    jiang2008.
    """

    shift: bool = False

    name: ClassVar[str] = "bootstrap-case"
    summary: ClassVar[str] = "percentiles of leave-one-out within bootstrap samples; many fits"
    cost: ClassVar[str] = "n + .632 n B fits"
    validity: ClassVar[Validity] = Validity(
        plans=("bootstrap-case",),
        measures=MeasureGroup.LOSSES,
        min_repeats=51,
        instead="measures='error' or 'mae' with plan='bootstrap-case(100)'",
    )

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Take the quantiles of both tails of the errors of the samples."""
        own, drawn = case_errors(scored)
        moved = own - float(drawn.mean()) if self.shift else 0.0
        low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2]) + moved
        return interval_from_ends(self, scored, (float(low), float(high)), level)


def case_errors(scored: ModelScores) -> tuple[float, Scores]:
    """Leave-one-out error of the rows themselves, and that of every bootstrap sample (B,)."""
    whole, resamples = scored.whole, scored.resamples
    weights = np.ones(whole.row.size) if whole.outcomes.weights is None else whole.outcomes.weights
    # All copies of a row are left out, so the training set lacks as many rows as the row was drawn.
    times = (resamples.n - resamples.train_sizes)[whole.resample] * weights
    repeat = resamples.repeat[whole.resample]
    errors = np.bincount(repeat, weights=times * whole.losses) / np.bincount(repeat, weights=times)
    return float(errors[0]), errors[1:]
