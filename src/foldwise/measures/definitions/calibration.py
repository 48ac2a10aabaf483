"""Calibration: whether of the rows given 70 % seven in ten are as predicted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.data import Task
from foldwise.measures.family import MeasureFamily, Parameter
from foldwise.measures.measure import Direction, Needs, divide
from foldwise.measures.pooled import PooledMeasure
from foldwise.measures.scope import Scope
from foldwise.measures.tallies.bins import (
    DEFAULT_BINS,
    EACH_VALUE,
    EQUAL_MASS,
    EQUAL_WIDTH,
    make_bins,
    predicted_and_observed,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.measures.outcomes import Outcomes
    from foldwise.measures.tallies.bins import Bins

__all__ = ["CALIBRATION_FAMILIES", "CALIBRATION_MEASURES", "BrierParts", "brier_parts"]


def expected_error(outcomes: Outcomes, bins: int, by: str) -> float:
    """Mean distance of what happened from what was said."""
    found = _bins_of(outcomes, bins, by)
    return float(found.share @ found.gap)


def largest_error(outcomes: Outcomes, bins: int, by: str) -> float:
    """Largest distance of what happened from what was said."""
    return float(_bins_of(outcomes, bins, by).gap.max())


def debiased_error(outcomes: Outcomes, bins: int, by: str) -> float:
    """Root mean squared distance, less what chance alone puts into it: o(1 - o)/(n - 1) per bin (Kumar et al. 2019)."""
    found = _bins_of(outcomes, bins, by)
    noise = divide(found.observed * (1 - found.observed), np.maximum(found.size - 1, 1))
    return float(np.sqrt(max(0.0, float(found.share @ (found.gap**2 - noise)))))


def classwise_error(outcomes: Outcomes, bins: int, by: str) -> float:
    """Mean over the classes of the error in the probability of each."""
    names = outcomes.names or tuple(str(code) for code in range(outcomes.classes))
    return float(np.mean([expected_error(outcomes.against_rest(name), bins, by) for name in names]))


def hosmer_lemeshow(outcomes: Outcomes, bins: int) -> float:
    """Σ over bins of equal mass of n (o - p)² / (p (1 - p)); weighted rows count as (Σw)²/Σw² of them."""
    found = _bins_of(outcomes, bins, EQUAL_MASS)
    terms = divide(found.size * found.gap**2, found.predicted * (1 - found.predicted))
    return float(np.where(found.gap == 0, 0, terms).sum())


def _bins_of(outcomes: Outcomes, bins: int, by: str) -> Bins:
    return make_bins(*predicted_and_observed(outcomes), outcomes.weights, bins=int(bins), by=by)


@final
@dataclass(frozen=True)
class BrierParts:
    """Brier score = reliability - resolution + uncertainty + within, each summed over the classes; of two, half the sum.

    `within` is what the spread of the probabilities inside a bin adds; 0 where every distinct probability is a bin.
    """

    reliability: float
    resolution: float
    uncertainty: float
    within: float


def brier_parts(outcomes: Outcomes, *, bins: int = DEFAULT_BINS, by: str = EQUAL_MASS) -> BrierParts:
    """Take the Brier score apart (Murphy 1973); `by="value"` makes every distinct probability a bin.

    Examples
    --------
    >>> from foldwise.measures import Outcomes
    >>> p = np.array([0.2, 0.2, 0.8, 0.8])
    >>> rows = Outcomes(np.array([0, 1, 1, 1]), np.array([0, 0, 1, 1]), np.stack([1 - p, p], axis=1), classes=2)
    >>> parts = brier_parts(rows, by="value")
    >>> round(parts.reliability - parts.resolution + parts.uncertainty, 3)
    0.19
    """
    scores = np.empty((0, outcomes.classes)) if outcomes.scores is None else outcomes.scores
    total = np.zeros(4)
    for code in range(outcomes.classes):
        p, o = scores[:, code], (outcomes.truth == code).astype(np.float64)
        found = make_bins(p, o, outcomes.weights, bins=int(bins), by=by)
        base = float(found.share @ found.observed)
        score = float(np.average((p - o) ** 2, weights=outcomes.weights))
        reliability = float(found.share @ found.gap**2)
        gaps = np.where(np.abs(found.observed - base) > ROUNDING_TOLERANCE, found.observed - base, 0.0)
        resolution = float(found.share @ gaps**2)
        uncertainty = base * (1 - base)
        total += [reliability, resolution, uncertainty, score - reliability + resolution - uncertainty]
    shared = 2 if outcomes.classes == 2 else 1  # the Brier score of two classes is that of the positive one
    return BrierParts(*(float(part) / shared for part in total))


def _part(outcomes: Outcomes, bins: int, by: str, which: str) -> float:
    return float(getattr(brier_parts(outcomes, bins=bins, by=by), which))


MOST_BINS = 10_000
"""Largest number of bins that may be asked for."""
BIN_COUNT = Parameter("bins", DEFAULT_BINS, "number of bins", 1, MOST_BINS, whole=True)
BIN_KIND = Parameter(
    "by", EQUAL_MASS, "bins of equal mass or equal width", choices=(EQUAL_MASS, EQUAL_WIDTH), positional=False
)
BRIER_BIN_KIND = Parameter(
    "by", EQUAL_MASS, "how bins are cut", choices=(EQUAL_MASS, EQUAL_WIDTH, EACH_VALUE), positional=False
)
CLAIMED_PROBABILITY = "the probability of the positive of two classes, of the likeliest of more"


@final
@dataclass(frozen=True)
class CalibrationMeasure:
    """What a measure of calibration is made of; see the measure for each."""

    name: str
    title: str
    statistic: Callable[..., float]
    formula: str
    reference: str
    direction: Direction = Direction.LOWER
    high: float = 1
    undefined: str = ""
    two_classes: bool = False
    scope: Scope = Scope.ROWS
    counts_rows: bool = False
    high_of_two: float | None = None

    def make(self, *, name: str, **settings: float | str) -> PooledMeasure:
        """Build the measure for these bins."""
        return PooledMeasure(
            name=name,
            title=self.title,
            task=Task.CLASSIFICATION,
            needs=Needs.PROBABILITY,
            low=0,
            high=self.high,
            direction=self.direction,
            formula=f"{self.formula}, in {settings['bins']:g} bins of equal {settings.get('by', EQUAL_MASS)}",
            undefined=self.undefined,
            two_classes=self.two_classes,
            scope=self.scope,
            counts_rows=self.counts_rows,
            high_of_two=self.high_of_two,
            reference=self.reference,
            statistic=partial(self.statistic, **settings),
        )


ECE = CalibrationMeasure(
    "ece",
    "expected calibration error",
    expected_error,
    f"Σ (n_b / n) |o_b - p_b| of {CLAIMED_PROBABILITY}",
    "naeini2015",
    scope=Scope.SHARE,
)
BINNED_CALIBRATIONS = (
    ECE,
    CalibrationMeasure(
        "mce",
        "maximum calibration error",
        largest_error,
        f"largest |o_b - p_b| of {CLAIMED_PROBABILITY}",
        "naeini2015",
        scope=Scope.SHARE,
    ),
    CalibrationMeasure(
        "classwise-ece",
        "classwise calibration error",
        classwise_error,
        "mean over the classes of Σ (n_b / n) |o_b - p_b|",
        "kull2019",
    ),
    CalibrationMeasure(
        "debiased-calibration-error",
        "calibration error beyond chance",
        debiased_error,
        f"√ of Σ (n_b / n) ((o_b - p_b)² - o_b (1 - o_b) / (n_b - 1)), not below 0, of {CLAIMED_PROBABILITY}",
        "kumar2019",
        scope=Scope.SHARE,
        counts_rows=True,
    ),
    CalibrationMeasure(
        "brier-reliability",
        "reliability part of the Brier score",
        partial(_part, which="reliability"),
        "Σ over classes of Σ (n_b / n) (o_b - p_b)²; of two, of the positive one",
        "murphy1973",
        high=2,
        high_of_two=1,
    ),
    CalibrationMeasure(
        "brier-resolution",
        "resolution part of the Brier score",
        partial(_part, which="resolution"),
        "Σ over classes of Σ (n_b / n) (o_b - o)²; of two, of the positive one",
        "murphy1973",
        direction=Direction.HIGHER,
    ),
    CalibrationMeasure(
        "brier-uncertainty",
        "uncertainty part of the Brier score",
        partial(_part, which="uncertainty"),
        "Σ over classes of o (1 - o), of two o (1 - o), whatever the model says",
        "murphy1973",
        direction=Direction.NONE,
    ),
)
HOSMER_LEMESHOW = CalibrationMeasure(
    "hosmer-lemeshow",
    "Hosmer-Lemeshow statistic",
    hosmer_lemeshow,
    "Σ n_b (o_b - p_b)² / (p_b (1 - p_b)) of the positive class",
    "hosmer1980",
    high=float("inf"),
    undefined="a bin whose probabilities are all 0 or all 1, and wrong: no value",
    two_classes=True,
    scope=Scope.BOTH,
    counts_rows=True,
)
HOSMER_LEMESHOW_BINS = Parameter("bins", 10, "number of bins", 1, MOST_BINS, whole=True)
CALIBRATION_FAMILIES = (
    *(
        MeasureFamily(one.name, one.make, (BIN_COUNT, BRIER_BIN_KIND if one.name.startswith("brier") else BIN_KIND))
        for one in BINNED_CALIBRATIONS
    ),
    MeasureFamily(HOSMER_LEMESHOW.name, HOSMER_LEMESHOW.make, (HOSMER_LEMESHOW_BINS,)),
)
CALIBRATION_MEASURES = tuple(family() for family in CALIBRATION_FAMILIES)
