"""The location-shifted bootstrap interval, which is broken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Plus632, drawn_scores, raw_apparent, raw_plus632
from foldwise.intervals.interval import Interval, IntervalMethod, MeasureGroup, Validity
from foldwise.intervals.limits.interval_from_ends import interval_from_ends

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["LocationShifted"]


@final
@dataclass(frozen=True)
class LocationShifted(IntervalMethod):
    """Percentiles of the apparent errors of bootstrap fits, moved by .632+ minus the apparent error (METHODS C.8).

    Apparent errors vary far less than the risk does: about 45 % of the intervals contain it in published simulations.

    References
    ----------
    noma2021.
    """

    name: ClassVar[str] = "location-shifted"
    summary: ClassVar[str] = "shifted percentiles of bootstrap apparent errors; broken, only on explicit demand"
    estimate: ClassVar[str] = "632plus"
    cost: ClassVar[str] = "B + 1 fits"
    needs_apparent: ClassVar[bool] = True
    needs_train: ClassVar[bool] = True
    invalid: ClassVar[str] = "the spread of apparent errors is not that of the risk"
    validity: ClassVar[Validity] = Validity(
        plans=("bootstrap",),
        measures=MeasureGroup.LOSSES,
        min_resamples=50,
        instead="interval='oob' with plan='bootstrap(200)'",
    )

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Shift the percentiles."""
        moved = raw_plus632(scored) - raw_apparent(scored)
        scores = drawn_scores(scored, raw=True)
        low, high = np.nanquantile(scores, [(1 - level) / 2, (1 + level) / 2]) + moved
        note = "not valid: covers about 45 % instead of 95 % in published simulations"
        return interval_from_ends(self, scored, (float(low), float(high)), level, note=note)

    def further(self, scored: ModelScores) -> str | None:
        """All that .632+ needs, and the training rows."""
        return Plus632().refusal(scored) or self._untrained(scored)

    @staticmethod
    def _untrained(scored: ModelScores) -> str | None:
        from foldwise.predictions import Part

        if (scored.predictions.outputs[scored.model].part == Part.TRAIN).any():
            return None
        return "it needs predictions of the training rows, which these predictions lack"
