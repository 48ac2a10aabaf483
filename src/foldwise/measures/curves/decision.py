"""The decision curve: what acting on a probability is worth, for everything one may hold a false alarm to cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.arrays import freeze
from foldwise.measures.curves.band import mean_band
from foldwise.measures.curves.calibration import POOLED_NOTE
from foldwise.measures.curves.curve import Curve
from foldwise.measures.tallies.sweep import ThresholdSweep

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.measures.curves.band import CurveBand
    from foldwise.measures.outcomes import Outcomes

__all__ = ["DecisionCurve"]

THRESHOLD_GRID = np.arange(1, 100) / 100


@final
@dataclass(frozen=True, eq=False)
class DecisionCurve(Curve):
    """Net benefit TP/n - FP/n · t/(1 - t) of acting where p ≥ t, beside acting always and never (0).

    Parameters
    ----------
    threshold
        Probability from which one acts (99,).
    benefit
        Net benefit of the model (99,).
    always
        Net benefit of acting on every row (99,).
    note
        What the reader should know.
    about
        The class that is found, where it is about one.
    evidence
        Independent rows of the class and of the rest.
    hits, alarms
        Shares of rows that are hits and false alarms at each threshold (99,).

    References
    ----------
    vickers2006.
    """

    name: ClassVar[str] = "decision"
    title: ClassVar[str] = "decision curve"

    threshold: Floats
    benefit: Floats
    always: Floats
    note: str = ""
    about: str = ""
    evidence: tuple[float, float] = (0.0, 0.0)
    hits: Floats | None = None
    alarms: Floats | None = None

    @classmethod
    def pooled(cls, outcomes: Outcomes, times: float) -> DecisionCurve:
        """Draw the curve."""
        sweep = ThresholdSweep.of_outcomes(outcomes)
        total = sweep.positives + sweep.negatives
        taken = np.searchsorted(-sweep.threshold, -THRESHOLD_GRID, side="right") - 1
        odds = THRESHOLD_GRID / (1 - THRESHOLD_GRID)
        benefit = (sweep.tp[taken] - sweep.fp[taken] * odds) / total
        always = (sweep.positives - sweep.negatives * odds) / total
        hits, alarms = freeze(sweep.tp[taken] / total), freeze(sweep.fp[taken] / total)
        return cls(
            freeze(THRESHOLD_GRID),
            freeze(benefit),
            freeze(always),
            POOLED_NOTE if times > 1 else "",
            hits=hits,
            alarms=alarms,
        )

    def band(self) -> CurveBand | None:
        """Normal interval of the net benefit, a mean over rows of 1, -t/(1 - t) and 0."""
        rows = sum(self.evidence)
        if self.hits is None or self.alarms is None or not rows > 0:
            return None
        odds = self.threshold / (1 - self.threshold)
        spread = np.maximum(self.hits + odds**2 * self.alarms - self.benefit**2, 0.0)
        return mean_band(self.threshold, self.benefit, np.sqrt(spread / rows))

    def columns(self) -> dict[str, Array]:
        """Threshold, and the net benefit of the model and of acting always."""
        return {"threshold": self.threshold, "benefit": self.benefit, "always": self.always}
