"""Measures of ranking beside the area under the ROC curve: how good the top of the list is, and where to cut it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import Task
from foldwise.measures.contributions.curve_influence import (
    each_side,
    of_areas,
    of_equal_rates,
    of_gain,
    of_largest_gap,
    of_lift,
    of_precision,
    of_recall,
)
from foldwise.measures.definitions.scores import area, auc, constant_scores, pair_count
from foldwise.measures.family import MeasureFamily, Parameter
from foldwise.measures.measure import Direction, LossMeasure, Needs, RankMeasure
from foldwise.measures.scope import Scope
from foldwise.measures.tallies.sweep import ThresholdSweep
from foldwise.measures.traits import NO_TRAITS, Traits

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Floats
    from foldwise.measures.contributions.curve_influence import CurveMoves
    from foldwise.measures.outcomes import Outcomes

__all__ = [
    "AVERAGE_PRECISION",
    "EER",
    "GAIN",
    "GINI",
    "KS",
    "LIFT",
    "OVR_AUC",
    "RANK_FAMILIES",
    "RECALL_AT_FPR",
    "TOP_ACCURACY",
    "WEIGHTED_OVR_AUC",
]

UNDEFINED_WITHOUT_BOTH = "a class without rows: no value, the resample is skipped and counted"
MEAN_OVER_CLASSES = "; mean over the classes (macro), each against the rest, when there are more than two"


def average_precision(sweep: ThresholdSweep) -> float:
    """Σ (R_i - R_{i-1}) P_i over the distinct scores; no interpolation between them."""
    return float(np.sum(np.diff(sweep.tpr) * sweep.precision[1:])) if sweep.defined else float("nan")


def kolmogorov_smirnov(sweep: ThresholdSweep) -> float:
    """Largest distance of the two curves TPR and FPR."""
    return float(np.abs(sweep.tpr - sweep.fpr).max()) if sweep.defined else float("nan")


def gain(sweep: ThresholdSweep, depth: float) -> float:
    """Share of the positives among the first rows; within tied scores, what a random order gives on average."""
    return float(np.interp(depth, sweep.depth, sweep.tpr)) if sweep.defined else float("nan")


def lift(sweep: ThresholdSweep, depth: float) -> float:
    """How many times more positives than in a random choice."""
    return gain(sweep, depth) / depth


def recall_at(sweep: ThresholdSweep, rate: float) -> float:
    """Share of the positives found at a false positive rate, on the straight lines between the vertices."""
    return float(np.interp(rate, sweep.fpr, sweep.tpr)) if sweep.defined else float("nan")


def equal_error_rate(sweep: ThresholdSweep) -> float:
    """False positive rate where it equals the miss rate, on the straight lines between the vertices."""
    if not sweep.defined:
        return float("nan")
    above = sweep.fpr - (1 - sweep.tpr)
    at = int(np.argmax(above >= 0))
    share = -above[at - 1] / (above[at] - above[at - 1])
    return float(sweep.fpr[at - 1] + share * (sweep.fpr[at] - sweep.fpr[at - 1]))


def gini(outcomes: Outcomes) -> float:
    """Twice the area under the ROC curve minus one."""
    return 2 * auc(outcomes) - 1


def class_areas(outcomes: Outcomes) -> Floats:
    """Area under the ROC curve of each class against the rest (C,)."""
    scores: Array = np.empty((0, outcomes.classes)) if outcomes.scores is None else outcomes.scores
    codes = range(outcomes.classes)
    return np.array([area(scores[:, c], outcomes.truth == c, outcomes.weights) for c in codes])


def weighted_class_area(outcomes: Outcomes) -> float:
    """Mean of the areas by the rows of the classes."""
    rows = np.bincount(outcomes.truth, weights=outcomes.weights, minlength=outcomes.classes)
    return float(np.average(class_areas(outcomes), weights=rows)) if outcomes.size else float("nan")


def within_top(outcomes: Outcomes, k: int) -> Floats:
    """1 where the true class is among the k with the highest scores; of equal scores the first class comes first."""
    scores: Array = np.empty((0, outcomes.classes)) if outcomes.scores is None else outcomes.scores
    own = scores[np.arange(outcomes.size), outcomes.truth][:, None]
    before = np.arange(scores.shape[1])[None, :] < outcomes.truth[:, None]
    ahead = (scores > own) | ((scores == own) & before)
    return (ahead.sum(axis=1) < k).astype(np.float64)


def each_class(of_sweep: Callable[[ThresholdSweep], float]) -> Callable[[Outcomes], float]:
    """Apply to the positive of two classes, else to each class against the rest and take the mean.

    As for areas there is no value where a class has no rows: a mean over the classes that happen to be there would be
    another measure in another resample.
    """

    def statistic(outcomes: Outcomes) -> float:
        if outcomes.classes == 2:
            return of_sweep(ThresholdSweep.of_outcomes(outcomes))
        names = outcomes.names or tuple(str(code) for code in range(outcomes.classes))
        return float(np.mean([of_sweep(ThresholdSweep.of_outcomes(outcomes.against_rest(name))) for name in names]))

    return statistic


def positive_count(outcomes: Outcomes) -> float:
    """Number of positives of two classes, the rows for more, or their weight."""
    weights = np.ones(outcomes.size) if outcomes.weights is None else outcomes.weights
    return float(weights[outcomes.truth == outcomes.positive].sum() if outcomes.classes == 2 else weights.sum())


def _rank(  # noqa: PLR0913 - the fields of a measure, most at their default
    name: str,
    title: str,
    statistic: Callable[[Outcomes], float],
    *,
    formula: str,
    low: float = 0,
    high: float = 1,
    direction: Direction = Direction.HIGHER,
    two_classes: bool = False,
    weight: Callable[[Outcomes], float] = pair_count,
    reference: str = "",
    scope: Scope = Scope.BOTH,
    chance: float | None = None,
    traits: Traits = NO_TRAITS,
    leans: Callable[[float, float], str] | None = None,
    moves: Callable[[Outcomes], CurveMoves] | None = None,
) -> RankMeasure:
    return RankMeasure(
        name=name,
        title=title,
        task=Task.CLASSIFICATION,
        needs=Needs.SCORE,
        low=low,
        high=high,
        direction=direction,
        formula=formula,
        undefined=UNDEFINED_WITHOUT_BOTH,
        two_classes=two_classes,
        reference=reference,
        scope=scope,
        chance=chance,
        remark=constant_scores,
        traits=traits,
        statistic=statistic,
        weight=weight,
        leans=leans,
        moves=moves,
    )


def _same_for_all(depth: float) -> Traits:
    """At the end of the list every model has found all positives."""
    return Traits(constant=lambda outcomes: depth == 1)  # noqa: ARG005 - whatever the outcomes are


def make_lift(*, name: str, depth: float) -> RankMeasure:
    """Lift at a depth."""
    return _rank(
        name,
        f"lift in the first {100 * depth:g} % of the rows",
        each_class(partial(lift, depth=depth)),
        formula=f"share of the positives found in the first {100 * depth:g} % of the rows, over {depth:g}",
        high=1 / depth,
        two_classes=True,
        reference="linoff2011",
        scope=Scope.POSITIVE,
        traits=_same_for_all(depth),
        moves=each_side(partial(of_lift, depth=depth)),
    )


def make_gain(*, name: str, depth: float) -> RankMeasure:
    """Gain at a depth."""
    return _rank(
        name,
        f"gain in the first {100 * depth:g} % of the rows",
        each_class(partial(gain, depth=depth)),
        formula=f"share of the positives found in the first {100 * depth:g} % of the rows",
        two_classes=True,
        reference="linoff2011",
        scope=Scope.POSITIVE,
        traits=_same_for_all(depth),
        moves=each_side(partial(of_gain, depth=depth)),
    )


def below_one_alarm(positives: float, negatives: float, *, rate: float) -> str:
    """Say that the curve is read off between no and one false alarm.

    Examples
    --------
    >>> below_one_alarm(15, 15, rate=0.05)
    'at a false positive rate of 0.05 test sets with 15.0 negatives have less than one false alarm, where recall leans upward'
    >>> below_one_alarm(15, 20, rate=0.05)
    ''
    """
    if positives and rate * negatives >= 1:
        return ""
    return (
        f"at a false positive rate of {rate:g} test sets with {negatives:.1f} negatives have less than one false alarm, where "
        "recall leans upward"
    )


def largest_of_many(positives: float, negatives: float) -> str:
    """Say that the mean of largest gaps leans upward, by more than the spread of that mean however many rows there are."""
    return (
        f"the largest gap of test sets with {min(positives, negatives):.1f} rows of a class leans upward, and so does its mean; "
        "one test set has an interval"
    )


def make_recall_at_fpr(*, name: str, rate: float) -> RankMeasure:
    """Recall at a false positive rate."""
    found = _rank(
        name,
        f"recall at a false positive rate of {100 * rate:g} %",
        each_class(partial(recall_at, rate=rate)),
        formula=f"height of the ROC curve at FPR {rate:g}, on the straight line between neighbouring thresholds",
        two_classes=True,
        reference="linnet1987",
        traits=_same_for_all(rate),
        moves=each_side(partial(of_recall, rate=rate)),
    )
    return replace(found, leans=None if rate == 1 else partial(below_one_alarm, rate=rate))


def make_top_accuracy(*, name: str, k: float) -> LossMeasure:
    """Accuracy of the k best classes."""
    return LossMeasure(
        name=name,
        title=f"top-{k:g} accuracy",
        task=Task.CLASSIFICATION,
        needs=Needs.SCORE,
        low=0,
        high=1,
        direction=Direction.HIGHER,
        formula=f"share of rows whose class is among the {k:g} with the highest scores; tied classes in their order",
        reference="russakovsky2015",
        traits=Traits(constant=lambda outcomes: k >= outcomes.classes),
        loss=partial(within_top, k=int(k)),
        zero_one=True,
    )


LIST_DEPTH = Parameter("depth", 0.1, "share of the rows taken from the top", 0, 1, "(]")
TOP_CLASSES = Parameter("k", 3, "number of classes", 1, float("inf"), "[)", whole=True)
LIFTS = MeasureFamily("lift", make_lift, (LIST_DEPTH,))
GAINS = MeasureFamily("gain", make_gain, (LIST_DEPTH,))
FALSE_POSITIVE_RATE = Parameter("rate", 0.05, "false positive rate", 0, 1, "[]")
RECALLS_AT_FPR = MeasureFamily("recall-at-fpr", make_recall_at_fpr, (FALSE_POSITIVE_RATE,))
TOP_ACCURACIES = MeasureFamily("top-accuracy", make_top_accuracy, (TOP_CLASSES,))
RANK_FAMILIES = (LIFTS, GAINS, TOP_ACCURACIES, RECALLS_AT_FPR)
LIFT, GAIN, TOP_ACCURACY, RECALL_AT_FPR = (family() for family in RANK_FAMILIES)
AVERAGE_PRECISION = _rank(
    "average-precision",
    "average precision",
    each_class(average_precision),
    formula=f"Σ (R_i - R_{{i-1}}) P_i over the distinct scores, never the trapezoid{MEAN_OVER_CLASSES}",
    weight=positive_count,
    reference="davis2006",
    scope=Scope.POSITIVE,
    moves=each_side(of_precision),
)
KS = _rank(
    "ks",
    "Kolmogorov-Smirnov distance",
    each_class(kolmogorov_smirnov),
    formula=f"largest |TPR - FPR|{MEAN_OVER_CLASSES}",
    reference="smirnov1948",
    leans=largest_of_many,
    moves=each_side(of_largest_gap),
)
GINI = _rank("gini", "Gini coefficient", gini, formula="2 · auc - 1", low=-1, reference="hand2001", chance=0)
EER = _rank(
    "eer",
    "equal error rate",
    each_class(equal_error_rate),
    formula="the false positive rate at which the miss rate is the same",
    direction=Direction.LOWER,
    two_classes=True,
    reference="martin1997",
    moves=each_side(of_equal_rates),
)
OVR_AUC = _rank(
    "ovr-auc",
    "area under the ROC curve, each class against the rest",
    lambda outcomes: float(class_areas(outcomes).mean()),
    formula="mean over the classes of the area of each class against the rest; resampled in groups, over pairs of rows of different groups",
    reference="provost2003",
    scope=Scope.EACH,
    moves=partial(of_areas, by_rows=False),
)
WEIGHTED_OVR_AUC = _rank(
    "weighted-ovr-auc",
    "area under the ROC curve, each class against the rest, by rows",
    weighted_class_area,
    formula="mean over the classes, by their rows, of the area of each class against the rest; resampled in groups, over pairs of rows of "
    "different groups",
    reference="provost2003",
    scope=Scope.COMMON,
    moves=partial(of_areas, by_rows=True),
)
