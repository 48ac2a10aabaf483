"""The precision-recall curve: how clean the top of the list is, the deeper one goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.arrays import freeze
from foldwise.measures.curves.band import share_band
from foldwise.measures.curves.curve import Curve, vertical_mean
from foldwise.measures.tallies.sweep import ThresholdSweep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats
    from foldwise.measures.curves.band import CurveBand
    from foldwise.measures.outcomes import Outcomes

__all__ = ["PrecisionRecallCurve"]


@final
@dataclass(frozen=True, eq=False)
class PrecisionRecallCurve(Curve):
    """Precision against recall as steps: straight lines between the points would promise what no threshold gives.

    Parameters
    ----------
    recall, precision
        Ends of the steps, from recall 0 to 1.
    threshold
        Score from which rows are called positive on each step; NaN on the mean of several curves.
    area
        Area below the steps, the average precision.
    prevalence
        Share of the class: the precision of a random order.
    note, parts, about
        What the reader should know, the curves of the resamples, and the class that is found.
    evidence
        Independent rows of the class and of the rest.

    References
    ----------
    davis2006.
    """

    name: ClassVar[str] = "precision-recall"
    title: ClassVar[str] = "precision-recall curve"

    recall: Floats
    precision: Floats
    threshold: Floats
    area: float
    prevalence: float
    note: str = ""
    parts: tuple[PrecisionRecallCurve, ...] = ()
    about: str = ""
    evidence: tuple[float, float] = (0.0, 0.0)

    @classmethod
    def of(cls, outcomes: Outcomes) -> PrecisionRecallCurve:
        """Draw the curve of one sample; a step for every score that finds further rows of the class."""
        sweep = ThresholdSweep.of_outcomes(outcomes)
        steps = np.flatnonzero(np.diff(sweep.tp) > 0) + 1
        ends = sweep.tpr[steps]
        starts = np.concatenate([[0.0], ends[:-1]])
        recall = np.stack([starts, ends], axis=1).ravel()
        precision, threshold = (np.repeat(part[steps], 2) for part in (sweep.precision, sweep.threshold))
        area = float(np.sum((ends - starts) * sweep.precision[steps]))
        share = sweep.positives / (sweep.positives + sweep.negatives)
        return cls(freeze(recall), freeze(precision), freeze(threshold), area, share)

    @classmethod
    def mean(cls, parts: Sequence[PrecisionRecallCurve], weights: Floats) -> PrecisionRecallCurve:
        """Average the precision of the resamples at every recall."""
        recall, precision = vertical_mean([(part.recall, part.precision) for part in parts], weights)
        area, share = (float(weights @ [getattr(part, name) for part in parts]) for name in ("area", "prevalence"))
        return cls(recall, precision, freeze(np.full(recall.size, np.nan)), area, share, "", tuple(parts))

    def band(self) -> CurveBand | None:
        """Wilson's interval of the precision, of as many rows as are called positive at each recall."""
        called = self.recall * self.evidence[0] / np.where(self.precision > 0, self.precision, np.nan)
        return share_band(self.recall, self.precision, np.nan_to_num(called))

    def columns(self) -> dict[str, Array]:
        """Recall, precision and threshold."""
        return {"recall": self.recall, "precision": self.precision, "threshold": self.threshold}
