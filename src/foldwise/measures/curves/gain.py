"""Gain and lift: how many of the class are found in the first rows of the list, and how many times more than by chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.arrays import freeze
from foldwise.measures.curves.band import share_band
from foldwise.measures.curves.curve import Curve, vertical_mean
from foldwise.measures.measure import divide
from foldwise.measures.tallies.sweep import ThresholdSweep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats
    from foldwise.measures.curves.band import CurveBand
    from foldwise.measures.outcomes import Outcomes

__all__ = ["GainCurve"]


@final
@dataclass(frozen=True, eq=False)
class GainCurve(Curve):
    """Share of the class found against the share of rows looked at; the lift is one over the other.

    Parameters
    ----------
    depth, gain
        The corners, from (0, 0) to (1, 1) (K + 1,).
    threshold
        Score of the last rows looked at (K + 1,); NaN on the mean of several curves.
    prevalence
        Share of the class; a perfect order has found all of it at this depth.
    note, parts, about
        What the reader should know, the curves of the resamples, and the class that is found.
    evidence
        Independent rows of the class and of the rest.
    """

    name: ClassVar[str] = "gain"
    title: ClassVar[str] = "cumulative gain"

    depth: Floats
    gain: Floats
    threshold: Floats
    prevalence: float
    note: str = ""
    parts: tuple[GainCurve, ...] = ()
    about: str = ""
    evidence: tuple[float, float] = (0.0, 0.0)

    @classmethod
    def of(cls, outcomes: Outcomes) -> GainCurve:
        """Draw the curve of one sample."""
        sweep = ThresholdSweep.of_outcomes(outcomes)
        share = sweep.positives / (sweep.positives + sweep.negatives)
        return cls(freeze(sweep.depth), freeze(sweep.tpr), sweep.threshold, share)

    @classmethod
    def mean(cls, parts: Sequence[GainCurve], weights: Floats) -> GainCurve:
        """Average the gains of the resamples at every depth."""
        depth, gain = vertical_mean([(part.depth, part.gain) for part in parts], weights)
        share = float(weights @ [part.prevalence for part in parts])
        return cls(depth, gain, freeze(np.full(depth.size, np.nan)), share, "", tuple(parts))

    @property
    def lift(self) -> Floats:
        """Gain over depth (K + 1,); NaN at depth 0."""
        return divide(self.gain, self.depth)

    def band(self) -> CurveBand | None:
        """Wilson's interval of the share of the class that is found."""
        return share_band(self.depth, self.gain, self.evidence[0])

    def columns(self) -> dict[str, Array]:
        """Depth, gain, lift and threshold."""
        return {"depth": self.depth, "gain": self.gain, "lift": self.lift, "threshold": self.threshold}
