"""Areas under a part of the ROC curve: over a band of false positive rates, or of recalls."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foldwise.arrays import trapezoid
from foldwise.data import Task
from foldwise.errors import InputError
from foldwise.measures.definitions.scores import constant_scores, pair_count
from foldwise.measures.family import MeasureFamily, Parameter
from foldwise.measures.measure import Direction, Needs, RankMeasure
from foldwise.measures.scope import Scope
from foldwise.measures.tallies.sweep import ThresholdSweep
from foldwise.measures.weights import effective_size

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures.measure import Measure
    from foldwise.measures.outcomes import Outcomes

__all__ = [
    "PARTIAL_AUC",
    "PARTIAL_AUC_TPR",
    "PARTIAL_FAMILIES",
    "Band",
    "band_area",
    "band_components",
    "band_of",
    "lean_of_band",
    "partial_components",
]

MCCLISH, PLAIN_SCALE = "mcclish", "plain"
PARTIAL_AREAS = ("partial-auc", "partial-auc-tpr")


class Band(NamedTuple):
    """Rates between which the area is taken, of false alarms or of recall, and whether it is standardised."""

    low: float
    high: float
    of_recall: bool
    standard: bool

    @property
    def width(self) -> float:
        """High minus low."""
        return self.high - self.low

    @property
    def least(self) -> float:
        """Area of scores that know nothing."""
        if self.of_recall:
            return ((1 - self.low) ** 2 - (1 - self.high) ** 2) / 2
        return (self.high**2 - self.low**2) / 2

    @property
    def scale(self) -> float:
        """What an area is multiplied by on its way to the value."""
        return 1 / (2 * (self.width - self.least)) if self.standard else 1.0

    def value(self, area: float) -> float:
        """Value of the measure: ½(1 + (A - least)/(width - least)) by McClish, or the area itself."""
        return 0.5 + (area - self.least) * self.scale if self.standard else area

    @property
    def turned(self) -> tuple[float, float]:
        """The band as false positive rates; recalls are those of the classes and scores turned round."""
        # Rounded, so that an end that meets a vertex of the curve meets it whichever way it was computed.
        return (round(1 - self.high, 12), round(1 - self.low, 12)) if self.of_recall else (self.low, self.high)


def band_area(fpr: Floats, tpr: Floats, low: float, high: float) -> float:
    """Area under the lines between the vertices of a ROC curve, from one false positive rate to another.

    Examples
    --------
    >>> band_area(np.array([0.0, 0.0, 0.5, 1.0]), np.array([0.0, 0.5, 1.0, 1.0]), 0.25, 1.0)
    0.71875
    """
    x, y = _cut(fpr, tpr, low, high)
    return trapezoid(y, x)


def _cut(fpr: Floats, tpr: Floats, low: float, high: float) -> tuple[Floats, Floats]:
    """Vertices within the band, with its ends: where a line is vertical, its upper point at the start, its lower at the end."""
    inside = (fpr > low) & (fpr < high)
    ends = _height(fpr, tpr, low), 1 - _height((1 - fpr)[::-1], (1 - tpr)[::-1], 1 - high)
    return np.concatenate([[low], fpr[inside], [high]]), np.concatenate([[ends[0]], tpr[inside], [ends[1]]])


def _height(fpr: Floats, tpr: Floats, at: float) -> float:
    """Height of the curve at a rate: above a vertical line its upper end."""
    last = int(np.searchsorted(fpr, at, side="right")) - 1
    if last + 1 >= fpr.size:
        return float(tpr[-1])
    share = (at - fpr[last]) / (fpr[last + 1] - fpr[last])
    return float(tpr[last] + share * (tpr[last + 1] - tpr[last]))


def _sweep(outcomes: Outcomes, band: Band) -> tuple[Floats, Floats, ThresholdSweep]:
    """False positive rates and recalls as the band sees them: with the classes and the scores turned round for recalls."""
    scores = np.empty((0, 2)) if outcomes.scores is None else outcomes.scores
    positive = outcomes.truth == outcomes.positive
    own = scores[:, outcomes.positive]
    sweep = (
        ThresholdSweep.of(-own, ~positive, outcomes.weights)
        if band.of_recall
        else ThresholdSweep.of(own, positive, outcomes.weights)
    )
    return sweep.fpr, sweep.tpr, sweep


def partial_area(outcomes: Outcomes, band: Band) -> float:
    """Value of a partial area of two classes; NaN without rows of either."""
    fpr, tpr, sweep = _sweep(outcomes, band)
    return band.value(band_area(fpr, tpr, *band.turned)) if sweep.defined else float("nan")


def band_of(measure: Measure) -> Band | None:
    """The band of a partial area; None for other measures."""
    statistic = getattr(measure, "statistic", None)
    if measure.name.partition("[")[0].partition("(")[0] not in PARTIAL_AREAS or not isinstance(statistic, partial):
        return None
    found = statistic.keywords.get("band")
    return found if isinstance(found, Band) else None


def band_components(measure: Measure, seen: Outcomes) -> Floats | None:
    """What each row adds to a partial area, in the units of the measure (N,); None for other measures."""
    band = band_of(measure)
    return None if band is None else partial_components(seen, band)


def partial_components(seen: Outcomes, band: Band) -> Floats:
    """What each row adds to the value of a partial area, up to a constant of its class (N,).

    A positive row with false positive rate u at its score adds what is left of the band beyond u, clipped to the band; a
    negative row with rate f lowers the curve from f on: it takes off R(b) - R(f), R the recall. Ties share the mean over
    their stretch of the curve. The variance of the area is Σ over classes of the variance of the components over the rows.

    References
    ----------
    dodd2003; the negative rows by the derivative of ∫R by the distribution of the negatives.
    """
    fpr, tpr, sweep = _sweep(seen, band)
    low, high = band.turned
    scores = np.empty((seen.size, 2)) if seen.scores is None else seen.scores
    own = scores[:, seen.positive]
    upper = (seen.truth == seen.positive) != band.of_recall  # the rows that lift the curve
    own = -own if band.of_recall else own
    at = np.searchsorted(-sweep.threshold, -own, side="left")  # vertex at which each row is taken
    left = _left_of_band(fpr, low, high)[at - 1]
    reached = _mean_heights(fpr, tpr, low, high)[at - 1]
    return band.scale * np.where(upper, left, reached - _height(fpr, tpr, high))


def lean_of_band(measure: Measure, seen: Outcomes) -> float:
    """How far a partial area lies too high on average, in the units of the measure; 0 for other measures.

    The rate of a row among m others is known to 1/m only. Over all rates that cancels out, and an area under a whole curve R is
    unbiased; of a band from a to b the ends stay, [R'(u)·u(1 - u)]/(2m) between them. R' falls with u, so that it is at most the mean slope of the
    band at b, and what a takes off is left out.
    """
    band = band_of(measure)
    if band is None or not seen.size:
        return 0.0
    fpr, tpr, _ = _sweep(seen, band)
    low, high = band.turned
    slope = (_height(fpr, tpr, high) - _height(fpr, tpr, low)) / (high - low)
    own = (seen.truth == seen.positive) == band.of_recall  # the rows whose rates the band is of
    rows = float(np.count_nonzero(own)) if seen.weights is None else effective_size(seen.weights[own])
    return band.scale * slope * high * (1 - high) / (2 * max(1.0, rows))


def _left_of_band(fpr: Floats, low: float, high: float) -> Floats:
    """Mean over each stretch between vertices of what is left of the band beyond a rate, clip(high - f, 0, high - low)."""
    inside = np.clip(fpr, low, high)
    through = np.minimum(fpr, low) * (high - low) + ((high - low) ** 2 - (high - inside) ** 2) / 2
    width = np.diff(fpr)
    here = np.clip(high - fpr[1:], 0, high - low)
    return np.where(width > 0, np.diff(through) / np.where(width > 0, width, 1.0), here)


def _mean_heights(fpr: Floats, tpr: Floats, low: float, high: float) -> Floats:
    """Mean height of the curve over each stretch between vertices, with rates outside the band taken to its ends."""
    start, width = fpr[:-1], np.diff(fpr)
    wide = np.where(width > 0, width, 1.0)
    first, last = np.clip(start, low, high), np.clip(fpr[1:], low, high)
    heights = [tpr[:-1] + np.diff(tpr) * (one - start) / wide for one in (first, last)]
    below = np.minimum(fpr, low)
    above = np.maximum(fpr, high)
    ends = np.diff(below) * _height(fpr, tpr, low) + np.diff(above) * _height(fpr, tpr, high)
    total = ends + (last - first) * (heights[0] + heights[1]) / 2
    return np.where(width > 0, total / wide, tpr[1:])


def _make(name: str, band: Band, where: str) -> RankMeasure:
    if band.standard:
        formula = f"½(1 + (A - A₀)/(w - A₀)) with A the area {where}, w its width and A₀ that of guessing (McClish)"
    else:
        formula = f"area under the ROC curve {where}"
    return RankMeasure(
        name=name,
        title=f"{'' if band.standard else 'plain '}partial area under the ROC curve {where}",
        task=Task.CLASSIFICATION,
        needs=Needs.SCORE,
        low=band.value(0.0),
        high=band.value(band.width),
        direction=Direction.HIGHER,
        formula=formula,
        undefined="a class without rows: no value, the resample is skipped and counted",
        two_classes=True,
        reference="mcclish1989",
        scope=Scope.BOTH,
        remark=constant_scores,
        statistic=partial(partial_area, band=band),
        weight=pair_count,
    )


def _band(first: float, second: float, *, of_recall: bool, scale: str) -> Band:
    if first == second:
        message = f"a band of rates has two ends, and both are {first:g}"
        raise InputError(message, hint="partial-auc(0.1), or partial-auc(0.2, start=0.1)")
    return Band(min(first, second), max(first, second), of_recall, scale == MCCLISH)


def make_partial_auc(*, name: str, limit: float, start: float, scale: str) -> RankMeasure:
    """Partial area over a band of false positive rates."""
    band = _band(start, limit, of_recall=False, scale=scale)
    where = f"up to FPR {band.high:g}" if band.low == 0 else f"for FPR {band.low:g} to {band.high:g}"
    return _make(name, band, where)


def make_partial_auc_tpr(*, name: str, limit: float, end: float, scale: str) -> RankMeasure:
    """Partial area over a band of recalls."""
    band = _band(limit, end, of_recall=True, scale=scale)
    where = f"from TPR {band.low:g}" if band.high == 1 else f"for TPR {band.low:g} to {band.high:g}"
    return _make(name, band, where)


AREA_SCALE = Parameter(
    "scale",
    MCCLISH,
    "whether guessing is ½ or the area stays as it is",
    choices=(MCCLISH, PLAIN_SCALE),
    positional=False,
)
FPR_LIMIT = Parameter("limit", 0.1, "largest false positive rate", 1e-9, 1)
FPR_START = Parameter("start", 0.0, "false positive rate at which the band starts", 0, 1, "[)", positional=False)
RECALL_LIMIT = Parameter("limit", 0.8, "least recall", 0, 1, "[)")
RECALL_END = Parameter("end", 1.0, "recall at which the band ends", 0, 1, "(]", positional=False)
PARTIAL_FAMILIES = (
    MeasureFamily("partial-auc", make_partial_auc, (FPR_LIMIT, FPR_START, AREA_SCALE)),
    MeasureFamily("partial-auc-tpr", make_partial_auc_tpr, (RECALL_LIMIT, RECALL_END, AREA_SCALE)),
)
PARTIAL_AUC, PARTIAL_AUC_TPR = (family() for family in PARTIAL_FAMILIES)
