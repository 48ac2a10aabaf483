"""Percentiles of the scores of single resamples: they describe single test sets, not the error of the estimate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.bootstrapping.bootstrap import BOOTSTRAP_REFUSALS as NOT_DRAWN
from foldwise.intervals.interval import Interval, IntervalMethod, Validity
from foldwise.measures import base_name

if TYPE_CHECKING:
    from foldwise.arrays import Scores
    from foldwise.measures import ModelScores

__all__ = ["SplitPercentile"]


@final
@dataclass(frozen=True)
class SplitPercentile(IntervalMethod):
    """The central `level` of the scores of 50 or more independent resamples (METHODS A.3).

    Descriptive: how much single holdouts or out-of-bag sets differ. It does not shrink with more draws and is no
    interval for the risk.

    References
    ----------
    kohavi1995.
    """

    name: ClassVar[str] = "split-percentile"
    summary: ClassVar[str] = "how much single resamples differ; descriptive, not an interval for the risk"
    target: ClassVar[Target] = Target.RESAMPLE
    validity: ClassVar[Validity] = Validity(
        plans=("subsample", "bootstrap"), min_resamples=50, instead="plan='subsample(50)' or plan='bootstrap(200)'"
    )

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Take the quantiles of both tails of the scores."""
        low, high = central_ends(scored.scores, level)
        note = "descriptive: shows how much single resamples differ, not how sure the estimate is"
        return Interval(low, high, level, self.name, self.target, note=note)

    def further(self, scored: ModelScores) -> str | None:
        """Scores of rows that were trained on describe nothing, those of a few rows in bins mostly chance."""
        if scored.resamples.overlapping:
            return f"{scored.resamples.plan} tests rows that were trained on"
        return NOT_DRAWN.get(base_name(scored.measure))


def central_ends(scores: Scores, level: float) -> tuple[float, float]:
    """Limits of the central `level` of the scores that are defined, between neighbours where they fall between them.

    Examples
    --------
    >>> central_ends(np.array([5.0, 1.0, np.nan, 3.0]), 0.5)
    (2.0, 4.0)
    """
    ordered = np.sort(scores)
    last = int(np.searchsorted(ordered, np.inf, side="right")) - 1  # what is undefined comes after
    ends = []
    for share in ((1 - level) / 2, (1 + level) / 2):
        place = share * last
        below = int(place)
        low, high = ordered[below].item(), ordered[min(below + 1, last)].item()
        ends.append(low + (high - low) * (place - below))
    return ends[0], ends[1]
