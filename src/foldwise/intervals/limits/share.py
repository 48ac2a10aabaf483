"""Measures that are shares, k of n rows. A share of counted rows is binomial given the rows in its denominator.

Recall is a share of the rows of a class, precision of the rows put into it. F1 is one through Jaccard's index,
F = 2J / (1 + J): given TP + FP + FN, TP is binomial, so an interval for J gives one for F (METHODS C.16).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.interval import Interval
from foldwise.intervals.refusals.one_test_set import rows_refusal
from foldwise.intervals.variances.linearised import free_of, share_terms
from foldwise.measures import CountMeasure, LossMeasure, predicted_columns, row_weight
from foldwise.phrases import not_for_measure

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from foldwise.arrays import Array, Floats, Mask
    from foldwise.measures import ModelScores, Outcomes

    Ends: TypeAlias = Callable[[float, float, float], tuple[float, float]]
    """Limits of an interval for k of n at a level."""

__all__ = [
    "BinomialTrials",
    "Share",
    "effective_trials",
    "share_interval",
    "share_of",
    "share_refusal",
    "trials",
    "trials_of",
]

MOST_CELLS = 600
"""Cells of a confusion matrix up to which its derivatives are looked at."""
SHARE_TOLERANCE = 1e-9
"""How much of a share is rounding."""


def identity(value: Array) -> Array:
    """The value itself."""
    return value


def from_f(value: Array) -> Array:
    """Jaccard's index of an F1."""
    return value / (2 - value)


def to_f(value: Array) -> Array:
    """F1 of a Jaccard index."""
    return 2 * value / (1 + value)


SHARE_LINKS: tuple[tuple[Callable[[Array], Array], Callable[[Array], Array]], ...] = (
    (identity, identity),
    (from_f, to_f),
)
"""Functions from a measure to a share, and their inverses."""


@final
@dataclass(frozen=True, eq=False)
class Share:
    """Cells of the confusion matrix in the numerator (`above`) and denominator (`below`) of a share, and the function to the measure (`back`)."""

    above: Mask
    below: Mask
    back: Callable[[Array], Array]


@final
@dataclass(frozen=True)
class BinomialTrials:
    """k successes in n trials; `back` turns the share into the measure. The numbers need not be whole where rows are weighted."""

    successes: float
    size: float
    back: Callable[[Array], Array]

    @property
    def plain(self) -> bool:
        """Whether the measure is the share itself, and not a function of it as F1 is of Jaccard's index."""
        return self.back is identity


@lru_cache(maxsize=512)
def share_of(measure: CountMeasure, classes: int, positive: int) -> Share | None:
    """Find out whether a measure is a share by evaluating it: one row is added to each cell of a table in turn.

    (k + 1)/(n + 1) - k/n is positive, k/(n + 1) - k/n negative and all other changes 0, which shows the cells of the numerator and
    the denominator. This is safer than a list of names: it holds for user-defined measures too.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> share_of(measure("precision"), 2, 1).below
    array([[False,  True, False],
           [False,  True, False]])
    >>> share_of(measure("mcc"), 2, 1) is None
    True
    """
    shape = (classes, classes + 1)
    if shape[0] * shape[1] > MOST_CELLS:
        return None
    rng = np.random.default_rng(0)
    table = rng.integers(20, 60, shape).astype(np.float64)
    cells = np.eye(table.size).reshape(-1, *shape)
    for there, back in SHARE_LINKS:
        rise = (there(measure.of_table(table + cells, positive)) - there(measure.of_table(table, positive))).reshape(
            shape
        )
        found = Share(rise > SHARE_TOLERANCE, np.abs(rise) > SHARE_TOLERANCE, back)
        if found.above.any() and all(_agrees(found, measure, rng, positive) for _ in range(3)):
            return found
    return None


def _agrees(share: Share, measure: CountMeasure, rng: np.random.Generator, positive: int) -> bool:
    table = rng.integers(1, 1000, share.above.shape).astype(np.float64)
    expected = share.back(table[share.above].sum() / table[share.below].sum())
    return bool(abs(float(measure.of_table(table, positive)) - float(expected)) < SHARE_TOLERANCE)


def trials(scored: ModelScores) -> BinomialTrials | None:
    """Successes and trials of a measure that is a share; None for other measures.

    Weighted rows count as their effective number (`effective_trials`).
    """
    measure, seen = scored.measure, scored.measure.view(scored.outcomes)
    if isinstance(measure, LossMeasure):
        if not measure.zero_one:
            return None
        size = float(seen.size) if seen.weights is None else effective_trials(measure.loss(seen) > 0, seen.weights)
        return BinomialTrials(scored.value * size, size, identity)
    share = share_of(measure, seen.classes, seen.positive) if isinstance(measure, CountMeasure) else None
    return None if share is None else _count_trials(share, seen)


def _count_trials(share: Share, seen: Outcomes) -> BinomialTrials:
    table = seen.confusion()[0]
    hits, size = float(table[share.above].sum()), float(table[share.below].sum())
    if seen.weights is None:
        return BinomialTrials(hits, size, share.back)
    cell = seen.truth, predicted_columns(seen)
    counted = share.below[cell]
    kinds = share.above, share.below & ~share.above
    halves = tuple(_weight_of_classes(np.asarray(one.any(axis=1)), seen) for one in kinds)
    effective = effective_trials(share.above[cell][counted], seen.weights[counted], halves)
    return BinomialTrials(hits / size * effective, effective, share.back)


def _weight_of_classes(chosen: Mask, seen: Outcomes) -> float:
    """Weight of a row of these true classes, whatever its prediction; of any row where the classes have none."""
    weights = np.ones(seen.size) if seen.weights is None else seen.weights
    rows = chosen[seen.truth]
    return row_weight(weights[rows] if rows.any() else weights)


def effective_trials(success: Mask, weights: Floats, halves: tuple[float, ...] | None = None) -> float:
    """Effective number of trials of a share of weighted rows, p(1 - p)/V · (z/t)².

    V is linearised, with half a row of either kind added so that it is never 0; (z/t)² allows for its degrees of freedom.
    At most the number of rows, since V is itself estimated.

    Parameters
    ----------
    success, weights
        Whether each row counts as one, and its weight (N,), (N,).
    halves
        Weight of a row of either kind, half of which is added; by default that of these rows. Precision rests on rows of
        all classes: where cases have small weights and controls large ones, the cases do not show the weight of a misclassified control.

    References
    ----------
    korn1998.

    Examples
    --------
    >>> effective_trials(np.array([True, False] * 50), np.ones(100))
    100.0
    >>> heavy = np.where(np.arange(100) < 10, 10.0, 1.0)  # (Σw)²/Σw² = 33
    >>> round(effective_trials(np.arange(100) % 2 == 0, heavy), 1)
    26.1
    """
    right, wrong = halves or (row_weight(weights),) * 2
    if np.ptp(weights) == 0 and np.allclose((right, wrong), weights[0], atol=0):
        return float(success.size)
    total = float(weights.sum()) + (right + wrong) / 2
    sums = [_sum_terms(weights[kind] / total) for kind in (success, ~success)]
    return trials_of((sums[0], sums[1]), (right / total, wrong / total), success.size)


def trials_of(sums: tuple[Floats, Floats], halves: tuple[float, float], rows: int) -> float:
    """`effective_trials` from sums over the successes and over the failures.

    Parameters
    ----------
    sums
        Σh and the sums of `share_terms` of either kind (7,), h being shares of the weight of all rows and of two half rows.
    halves
        Share of that weight that a row of either kind has, of which half is added.
    rows
        Number of rows.
    """
    from scipy.special import ndtri, stdtrit

    added = [_sum_terms(np.array([one / 2])) for one in halves]
    mean = float(sums[0][0] + added[0][0])
    # Two halves of a row vary as half as many of its squares.
    right, wrong = (float(seen[2] + 2 * more[2]) for seen, more in zip(sums, added, strict=True))
    variance = (1 - mean) ** 2 * right + mean**2 * wrong
    df = free_of((sums[0] + sums[1] + added[0] + added[1])[1:])
    lost = (float(ndtri(0.975)) / float(stdtrit(df, 0.975))) ** 2
    return float(min(rows, mean * (1 - mean) / variance * lost))


def _sum_terms(shares: Floats) -> Floats:
    """Σh and the sums of its terms (7,)."""
    return np.array([float(part.sum()) for part in (shares, *share_terms(shares))])


def share_refusal(scored: ModelScores) -> str | None:
    """Say why a method for k of n is not valid here, or None where it is."""
    if trials(scored) is None:
        return not_for_measure("shares of counted rows", scored.measure.name)
    return rows_refusal(scored)


def share_interval(scored: ModelScores, level: float, name: str, ends: Ends) -> Interval:
    """Make an interval by a method for k of n, and transform it to the measure."""
    counted = trials(scored)
    if counted is None:  # the caller has checked that the measure is a share
        message = f"{scored.measure.name} is not a share"
        raise TypeError(message)
    low, high = counted.back(np.array(ends(counted.successes, counted.size, level)))
    return Interval(float(low), float(high), level, name, Target.PROXY)
