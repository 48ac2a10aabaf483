"""The cost curve: what a ranking costs for every class share and cost ratio, if the threshold is chosen for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.arrays import freeze, trapezoid
from foldwise.measures.curves.band import CurveBand, mean_band
from foldwise.measures.curves.curve import Curve, vertical_mean
from foldwise.measures.curves.roc import upper_hull
from foldwise.measures.tallies.sweep import ThresholdSweep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats
    from foldwise.measures.outcomes import Outcomes

__all__ = ["CostCurve"]


@final
@dataclass(frozen=True, eq=False)
class CostCurve(Curve):
    """Normalised cost against the probability-cost of the class: the lower envelope of the lines of all thresholds.

    A threshold with false positive rate FPR and miss rate FNR is the line y = FNR·x + FPR·(1 - x), where
    x = p₊ C_FN / (p₊ C_FN + p₋ C_FP). Calling nothing the class is y = x, calling everything so is y = 1 - x.

    Parameters
    ----------
    x, cost
        Corners of the envelope, from x = 0 to 1 (E,).
    fpr, fnr
        Rates of the threshold that is best from each corner on (E,); NaN on the mean of several curves.
    threshold
        That threshold (E,); NaN on the mean of several curves.
    area
        Area below the envelope: the expected cost if every x is equally likely.
    note, parts, about
        What the reader should know, the curves of the resamples, and the class that is found.
    evidence
        Independent rows of the class and of the rest.

    References
    ----------
    drummond2006.
    """

    name: ClassVar[str] = "cost"
    title: ClassVar[str] = "cost curve"

    x: Floats
    cost: Floats
    fpr: Floats
    fnr: Floats
    threshold: Floats
    area: float
    note: str = ""
    parts: tuple[CostCurve, ...] = ()
    about: str = ""
    evidence: tuple[float, float] = (0.0, 0.0)

    @classmethod
    def of(cls, outcomes: Outcomes) -> CostCurve:
        """Draw the envelope of one sample: its lines are the corners of the ROC hull, steepest first."""
        sweep = ThresholdSweep.of_outcomes(outcomes)
        hull = upper_hull(sweep.fpr, sweep.tpr)
        fpr, fnr, threshold = sweep.fpr[hull], 1 - sweep.tpr[hull], sweep.threshold[hull]
        fall, rise = -np.diff(fnr), np.diff(fpr)
        meets = rise / (rise + fall)  # x at which a corner of the hull and the next cost the same
        x = np.concatenate([[0.0], meets, [1.0]])
        best = np.concatenate([np.arange(fpr.size), [fpr.size - 1]])
        cost = fnr[best] * x + fpr[best] * (1 - x)
        area = trapezoid(cost, x)
        return cls(freeze(x), freeze(cost), freeze(fpr[best]), freeze(fnr[best]), freeze(threshold[best]), area)

    @classmethod
    def mean(cls, parts: Sequence[CostCurve], weights: Floats) -> CostCurve:
        """Average the costs of the resamples for every probability-cost."""
        x, cost = vertical_mean([(part.x, part.cost) for part in parts], weights)
        none = freeze(np.full(x.size, np.nan))
        area = float(weights @ [part.area for part in parts])
        return cls(x, cost, none, none, none, area, "", tuple(parts))

    def band(self) -> CurveBand | None:
        """Normal interval of FNR·x + FPR·(1 - x), rates of the thresholds that are best on these rows."""
        ups, downs = self.evidence
        if not (ups > 0 and downs > 0):
            return None
        fpr, fnr = self._rates(self.x)
        error = np.sqrt(self.x**2 * fnr * (1 - fnr) / ups + (1 - self.x) ** 2 * fpr * (1 - fpr) / downs)
        found = mean_band(self.x, self.cost, error)
        return CurveBand(found.x, np.maximum(found.low, 0.0), found.high)

    def _rates(self, x: Floats) -> tuple[Floats, Floats]:
        """False-alarm and miss rate of the threshold that is best at each place; their mean over resamples."""
        if self.parts:
            pairs = [part._rates(x) for part in self.parts]
            return np.mean([one for one, _ in pairs], axis=0), np.mean([one for _, one in pairs], axis=0)
        at = np.clip(np.searchsorted(self.x, x, side="right") - 1, 0, self.x.size - 1)
        return self.fpr[at], self.fnr[at]

    def columns(self) -> dict[str, Array]:
        """Probability-cost, normalised cost, and what reaches it."""
        return {"x": self.x, "cost": self.cost, "fpr": self.fpr, "fnr": self.fnr, "threshold": self.threshold}
