"""The detection error trade-off: misses against false alarms on normal-deviate axes, and where they are equal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.arrays import freeze
from foldwise.measures.curves.band import share_band
from foldwise.measures.curves.curve import Curve, vertical_mean
from foldwise.measures.definitions.ranks import equal_error_rate
from foldwise.measures.tallies.sweep import ThresholdSweep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats
    from foldwise.measures.curves.band import CurveBand
    from foldwise.measures.outcomes import Outcomes

__all__ = ["DetCurve", "probit"]


@final
@dataclass(frozen=True, eq=False)
class DetCurve(Curve):
    """Miss rate against false positive rate; on axes of normal deviates two normal classes give a straight line.

    Parameters
    ----------
    fpr, fnr
        The corners, from (0, 1) to (1, 0) (K + 1,).
    threshold
        Score from which rows are called positive (K + 1,); NaN on the mean of several curves.
    equal_error
        The rate at which misses and false alarms are equally frequent; on the mean of several curves, their mean.
    note, parts, about
        What the reader should know, the curves of the resamples, and the class that is found.
    evidence
        Independent rows of the class and of the rest.

    References
    ----------
    martin1997.
    """

    name: ClassVar[str] = "det"
    title: ClassVar[str] = "detection error trade-off"

    fpr: Floats
    fnr: Floats
    threshold: Floats
    equal_error: float
    note: str = ""
    parts: tuple[DetCurve, ...] = ()
    about: str = ""
    evidence: tuple[float, float] = (0.0, 0.0)

    @classmethod
    def of(cls, outcomes: Outcomes) -> DetCurve:
        """Draw the curve of one sample."""
        sweep = ThresholdSweep.of_outcomes(outcomes)
        return cls(freeze(sweep.fpr), freeze(1 - sweep.tpr), sweep.threshold, equal_error_rate(sweep))

    @classmethod
    def mean(cls, parts: Sequence[DetCurve], weights: Floats) -> DetCurve:
        """Average the miss rates of the resamples at every false positive rate."""
        fpr, fnr = vertical_mean([(part.fpr, part.fnr) for part in parts], weights)
        equal = float(weights @ [part.equal_error for part in parts])
        return cls(fpr, fnr, freeze(np.full(fpr.size, np.nan)), equal, "", tuple(parts))

    def band(self) -> CurveBand | None:
        """Wilson's interval of the miss rate at each threshold, drawn over its false positive rate."""
        return share_band(self.fpr, self.fnr, self.evidence[0])

    def columns(self) -> dict[str, Array]:
        """Both rates, their normal deviates, and the threshold."""
        deviates = {"fpr deviate": probit(self.fpr), "fnr deviate": probit(self.fnr)}
        return {"fpr": self.fpr, "fnr": self.fnr, **deviates, "threshold": self.threshold}


def probit(rate: Array) -> Floats:
    """Normal deviate of a rate; infinite at 0 and 1."""
    from scipy.special import ndtri

    return np.asarray(ndtri(rate), dtype=np.float64)
