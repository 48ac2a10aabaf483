"""Measures of scores: how well a model ranks the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import Task
from foldwise.measures.measure import Direction, Needs, RankMeasure
from foldwise.measures.scope import Scope
from foldwise.measures.tallies.areas import areas, pair_areas

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats, Mask, Scores
    from foldwise.measures.measure import Measure
    from foldwise.measures.outcomes import Outcomes
    from foldwise.measures.tallies.tally import Tally

__all__ = ["AUC", "SAME_SCORES", "area", "auc", "constant_scores", "pair_count", "reversed_scores_note"]

SAME_SCORES = "every row has the same score, so nothing is ranked"
"""What is said of a model that gives every row the same score."""

AREA_TOLERANCE = 1e-6
"""Areas that differ by less may be the same."""


def area(scores: Floats, positive: Mask, weights: Floats | None = None) -> float:
    """Probability that a positive row scores above a negative one, ties counting half (Mann-Whitney).

    Examples
    --------
    >>> area(np.array([0.1, 0.4, 0.35, 0.8]), np.array([False, False, True, True]))
    0.75
    """
    if scores.size == 0:
        return float("nan")
    order = np.argsort(scores, kind="stable")
    ranked, hit = scores[order], positive[order]
    weight = np.ones(scores.size) if weights is None else weights[order]
    ups, downs = np.where(hit, weight, 0.0), np.where(hit, 0.0, weight)
    starts = np.flatnonzero(np.concatenate([[True], ranked[1:] != ranked[:-1]]))
    up, down = np.add.reduceat(ups, starts), np.add.reduceat(downs, starts)
    won = float(np.sum(up * (np.cumsum(down) - down / 2)))
    lost = float(np.sum(down * (np.cumsum(up) - up / 2)))
    # By won + lost and not by the product of the sums: whatever the weights, no pair lost is 1 and no pair won 0.
    return won / (won + lost) if won + lost > 0 else float("nan")


def auc(outcomes: Outcomes) -> float:
    """Area under the ROC curve of two classes; of more, the mean over all pairs of classes (Hand & Till 2001)."""
    scores: Array = outcomes.scores if outcomes.scores is not None else np.empty((0, 0))
    if outcomes.classes == 2:
        return area(scores[:, outcomes.positive], outcomes.truth == outcomes.positive, outcomes.weights)
    pairs = [(i, j) for i in range(outcomes.classes) for j in range(outcomes.classes) if i != j]
    values = [pair_area(outcomes, scores, i, j) for i, j in pairs]
    return float(np.mean(values))


def pair_area(outcomes: Outcomes, scores: Array, i: int, j: int) -> float:
    """A(i|j): rank the rows of classes i and j by the score of i."""
    both = (outcomes.truth == i) | (outcomes.truth == j)
    weights = None if outcomes.weights is None else outcomes.weights[both]
    return area(scores[both, i], outcomes.truth[both] == i, weights)


def pair_count(outcomes: Outcomes) -> float:
    """Number of pairs the area is a mean over: n₊n₋ of two classes, the rows or their weight for more."""
    weights = np.ones(outcomes.size) if outcomes.weights is None else outcomes.weights
    if outcomes.classes != 2:
        return float(weights.sum())
    ups = float(weights[outcomes.truth == outcomes.positive].sum())
    return ups * (float(weights.sum()) - ups)


def constant_scores(seen: Outcomes | Tally, value: float) -> str:  # noqa: ARG001 - whatever the value is
    """Say so when a model gives every row the same score."""
    scores = seen.scores
    if scores is None or len(scores) < 2:
        return ""
    # A few rows nearly always tell; only where they do not are all of them looked at.
    same = not (scores[:100] != scores[0]).any() and not (scores != scores[0]).any()
    return SAME_SCORES if same else ""


def ranking_remark(seen: Outcomes | Tally, value: float) -> str:
    """Say so when a model ranks nothing."""
    # Where nothing is ranked every area is a half, so that any other value need not be looked into.
    return "" if abs(value - 0.5) > AREA_TOLERANCE else constant_scores(seen, value)


def reversed_scores_note(measure: Measure, value: float, high: float) -> str:
    """Say so when the upper end of an interval shows that the scores point the wrong way; a value alone shows nothing.

    Examples
    --------
    >>> reversed_scores_note(AUC, 0.487, 0.56), reversed_scores_note(AUC, 0.2, 0.31)
    ('', 'shown to be below 0.5, its interval ends at 0.310: inverting the scores would do better, with 0.800')
    """
    if measure.chance is None or not high < measure.chance:
        return ""
    better = 2 * measure.chance - value
    shown = f"shown to be below {measure.chance:g}, its interval ends at {high:.3f}"
    return f"{shown}: inverting the scores would do better, with {better:.3f}"


def group_aucs(outcomes: Outcomes, group: Codes, groups: int) -> tuple[Scores, Floats]:
    """Area and number of pairs within each group, all at once."""
    scores: Array = outcomes.scores if outcomes.scores is not None else np.empty((0, 0))
    if outcomes.classes == 2:
        hit = outcomes.truth == outcomes.positive
        return areas(scores[:, outcomes.positive], hit, outcomes.weights, group, groups)
    sizes = np.bincount(group, weights=outcomes.weights, minlength=groups).astype(np.float64)
    return pair_areas(scores, outcomes.truth, outcomes.weights, group, groups), sizes


def ranked_pairs(tally: Tally) -> tuple[Floats, Floats] | None:
    """Pairs ranked right, and all pairs, of two classes within each resample; of more the mean area times the rows."""
    return None if tally.pairs is None else (tally.pairs[0], tally.pairs[1])


AUC = RankMeasure(
    name="auc",
    title="area under the ROC curve",
    task=Task.CLASSIFICATION,
    needs=Needs.SCORE,
    low=0,
    high=1,
    direction=Direction.HIGHER,
    formula="P(score of a positive > score of a negative), ties half; Hand-Till mean over pairs for several classes; "
    "resampled in groups, over pairs of rows of different groups",
    undefined="a class without rows: no value, the resample is skipped and counted",
    reference="hand2001",
    scope=Scope.BOTH,
    chance=0.5,
    remark=ranking_remark,
    told=ranking_remark,
    statistic=auc,
    weight=pair_count,
    grouped=group_aucs,
    sums=ranked_pairs,
)
