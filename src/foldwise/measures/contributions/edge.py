"""Measures of counts near the bounds of their range: half a row is added to every cell, so that none is empty.

A cell without rows has no variance of its own, and a measure that depends on it looks surer than it is: eight positives of
which none was found do not show that none ever will be. Value, gradient and variance are therefore taken at totals with
half a row right and half a row wrong added to every class, the wrong half spread over the other classes (METHODS N.4).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import isfinite, isnan
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise import native
from foldwise.arrays import freeze
from foldwise.cached import filled_at_once
from foldwise.measures.contributions.influence import value_and_gradient
from foldwise.measures.contributions.row_means import LARGEST_CONTRIBUTION, LEAST_DF, ClassPowers

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.measures.measure import CountMeasure
    from foldwise.measures.outcomes import Outcomes

__all__ = [
    "Smoothed",
    "class_variance",
    "kinds_variance",
    "paired_variance",
    "predicted_columns",
    "row_weight",
    "smooth_counts",
    "smooth_table",
    "spread_of_rows",
    "variance_by_class",
]

HALF_ROW = 0.5
"""Rows added right, and wrong, to every class (METHODS N.4)."""
MOST_CLASSES = 24
"""Beyond so many classes only cells that hold rows, and those of right predictions, are added to: the others cost C⁴ steps."""
LEAST_INFLUENCE_SHARE = 1e-9
"""Share of the largest ψ below which ψ is rounding."""


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class Smoothed:
    """A measure of counts at totals that leave no cell empty.

    Parameters
    ----------
    table
        Confusion matrix with what was added (C, C + 1).
    added
        What was added to each cell, in rows (C, C + 1).
    value
        The measure of that table.
    slopes
        ψ of a row of each cell, its derivative by the share of the cell (C, C + 1); Σ table x slopes is 0.
    row
        What one row weighs.
    """

    table: Floats
    added: Floats
    value: float
    slopes: Floats
    row: float = 1.0

    def rows(self, seen: Outcomes) -> Floats:
        """ψ of each row (N,)."""
        return self.slopes[seen.truth, predicted_columns(seen)]

    def carrying(self, seen: Outcomes) -> Mask:
        """Whether a row has influence on the measure: the positives for recall, all rows for the error rate (N,)."""
        most = max(float(np.abs(self.slopes).max()), 1e-300)
        return np.abs(self.rows(seen)) > LEAST_INFLUENCE_SHARE * most


def smooth_counts(table: Array, *, row: float | Floats = 1.0) -> tuple[Floats, Floats]:
    """Add half a row right and half a row wrong to every class; also what was added, in rows.

    Parameters
    ----------
    table
        Confusion matrix true x predicted, unclassified last (C, C + 1). Classes without any row or prediction stay empty.
    row
        What one row weighs, or one of each class (C, 1).

    Examples
    --------
    >>> smooth_counts(np.array([[9, 0, 0], [1, 0, 0]]))[0]
    array([[9.5, 0.5, 0. ],
           [1.5, 0.5, 0. ]])
    """
    counts = np.asarray(table, dtype=np.float64)
    classes = counts.shape[0]
    if classes <= MOST_CLASSES:
        lines = counts.tolist()  # Python floats are faster than small arrays
        unclassified = [line[-1] for line in lines]
        if all(map(any, lines)) and not any(unclassified):
            added = _half_rows(classes)
            return counts + row * added, added
    there = (counts.sum(axis=1) > 0) | (counts[:, :-1].sum(axis=0) > 0)
    if np.count_nonzero(there) < 2 and classes == 2:
        there[:] = True
    wanted = np.zeros(counts.shape, dtype=np.bool_)
    wanted[:, :-1] = there[:, None] & there[None, :]
    if classes > MOST_CLASSES:
        wanted[:, :-1] &= (counts[:, :-1] > 0) | np.eye(classes, dtype=np.bool_)
    # Unclassified rows are a kind of their own only where there are some.
    wanted[:, -1] = there & bool(counts[:, -1].any())
    right = np.eye(*counts.shape, dtype=np.bool_)
    wrong = wanted & ~right
    wrong[:, -1] = False
    added = np.where(wanted, HALF_ROW, 0.0)
    added[wrong] = (HALF_ROW * wrong / np.maximum(1, np.count_nonzero(wrong, axis=1))[:, None])[wrong]
    return counts + row * added, added


@cache
def _half_rows(classes: int) -> Floats:
    """The half rows added where every class has rows and every row a label (C, C + 1)."""
    added = np.full((classes, classes + 1), HALF_ROW / max(1, classes - 1))
    added[:, -1] = 0.0
    np.fill_diagonal(added, HALF_ROW)
    return freeze(added)


def smooth_table(measure: CountMeasure, table: Array, positive: int, *, row: float | Floats = 1.0) -> Smoothed:
    """Value and slopes of a measure at a table that has no empty cell.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> found = smooth_table(measure("recall"), np.array([[9, 0, 0], [1, 0, 0]]), 1)
    >>> found.value, found.slopes.round(3)[1]
    (0.25, array([-1.5,  4.5,  0. ]))
    """
    counts, added = smooth_counts(table, row=row)
    value, slopes = value_and_gradient(measure, counts, positive)
    slopes = slopes if isfinite(np.add.reduce(slopes, axis=None)) else np.nan_to_num(slopes)
    return Smoothed(counts, added, value, slopes, row if isinstance(row, float) else 1.0)


def class_variance(found: Smoothed, seen: Outcomes | None = None) -> tuple[float, float]:
    """Variance of a measure at its smoothed table, and its degrees of freedom, by the classes of the truth.

    Parameters
    ----------
    found
        The measure at its smoothed table.
    seen
        The rows, where they have weights; None where all weigh the same.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> found = smooth_table(measure("recall"), np.array([[9, 0, 0], [1, 0, 0]]), 1)
    >>> variance, df = class_variance(found)
    >>> round(variance, 4), round(df, 2)  # two rows and half a success: p (1 - p)/(n - 1)
    (0.1875, 1.0)
    """
    truth = np.broadcast_to(np.arange(len(found.table))[:, None], found.table.shape)
    if seen is None or seen.weights is None:
        return variance_by_class(found.slopes.ravel(), truth.ravel(), times=found.table.ravel() / found.row)
    extra = found.added > 0
    return variance_by_class(
        np.concatenate([found.rows(seen), found.slopes[extra]]),
        np.concatenate([seen.truth, truth[extra]]),
        weights=np.concatenate([seen.weights, np.full(np.count_nonzero(extra), row_weight(seen.weights))]),
        times=np.concatenate([np.ones(seen.size), found.added[extra]]),
    )


def kinds_variance(found: Smoothed, table: Floats, squares: Floats) -> tuple[float, float]:
    """`class_variance` of weighted rows, from sums of their weights and squared weights in each cell (C, C + 1).

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> table = np.array([[9.0, 0, 0], [1, 0, 0]])
    >>> found = smooth_table(measure("recall"), table, 1)
    >>> kinds_variance(found, table, table) == class_variance(found)
    True
    """
    filled, extra = table > 0, found.added > 0
    truth = np.broadcast_to(np.arange(len(table))[:, None], table.shape)
    row = float(squares.sum() / table.sum())
    return variance_by_class(
        np.concatenate([found.slopes[filled], found.slopes[extra]]),
        np.concatenate([truth[filled], truth[extra]]),
        weights=np.concatenate([squares[filled] / table[filled], np.full(np.count_nonzero(extra), row)]),
        times=np.concatenate([table[filled] ** 2 / squares[filled], found.added[extra]]),
    )


def variance_by_class(
    psi: Floats,
    truth: Codes,
    *,
    weights: Floats | None = None,
    times: Floats | None = None,
    tails: bool = False,
) -> tuple[float, float]:
    """Variance of Σwψ/Σw and its degrees of freedom, stratified by class (METHODS N.2, N.3).

    With ψ̄ the mean of ψ in class c of m rows, v = m/(m - 1) Σ(ψ - ψ̄)²/n² is what the predictions within the class add and
    b = mψ̄²/n² what the share of the class adds. V is the sum of both over the classes, and by Satterthwaite its degrees
    of freedom are V²/(Σv²/(m - 1) + (Σb)²/(n - 1)), n - 1 at most. Ten positives give about nine, however many negatives there are.
    Weights are sampling weights: ψ² counts times w², and m = (Σw)²/Σw².

    Parameters
    ----------
    psi
        ψ of each row, or kind of rows (N,).
    truth
        Its class (N,).
    weights
        What one row of the kind weighs (N,); 1 where None.
    times
        How many rows there are of the kind (N,); 1 where None.
    tails
        Correct the degrees of freedom for long tails: a class with an excess kurtosis κ has 1/(1/(m - 1) + κ/(2m)) degrees of
        freedom, since its variance is estimated less precisely.

    Examples
    --------
    >>> variance, df = variance_by_class(np.array([-1.0, 1, -1, 1]), np.array([0, 0, 1, 1]))
    >>> round(variance, 3), round(df, 3)
    (0.5, 2.0)
    """
    largest = float(np.abs(psi).max()) if psi.size else np.nan
    if not isfinite(largest):  # some contribution is no number, or there is none
        return np.nan, LEAST_DF
    if (
        largest and not 1 / LARGEST_CONTRIBUTION <= largest <= LARGEST_CONTRIBUTION
    ):  # the fourth power of a contribution must still be a number
        variance, df = variance_by_class(psi / largest, truth, weights=weights, times=times, tails=tails)
        return variance * largest * largest, df
    rows = np.bincount(truth, weights=times).astype(np.float64, copy=False)
    each = times if weights is None else weights if times is None else weights * times
    mass = rows if weights is None else np.bincount(truth, weights=each)
    squares = rows if weights is None or each is None else np.bincount(truth, weights=each * weights)
    mean = np.bincount(truth, weights=psi if each is None else psi * each) / np.where(mass > 0, mass, 1.0)
    moves = psi - mean[truth] if weights is None else (psi - mean[truth]) * weights
    seconds = moves * moves if times is None else moves * moves * times
    spread = np.bincount(truth, weights=seconds)
    fourth = np.bincount(truth, weights=seconds * moves * moves) if tails else spread
    by_class = np.array([rows, mean, spread, fourth, mass, squares], dtype=np.float64)
    return ClassPowers(by_class, largest, -largest).variance(tails=tails)


def spread_of_rows(psi: Floats, truth: Codes, classes: int, *, tails: bool) -> tuple[float, float, float, float]:
    """Variance of the mean of ψ and its degrees of freedom, as in `variance_by_class`, and the largest and smallest ψ.

    Parameters
    ----------
    psi, truth
        ψ of each row and its class (N,), (N,).
    classes
        Number of classes.
    tails
        As in `variance_by_class`.

    Examples
    --------
    >>> spread_of_rows(np.array([-1.0, 1, -1, 3]), np.array([0, 0, 1, 1]), 2, tails=False)[2:]
    (3.0, -1.0)
    """
    if native.COMPILED and psi.size and truth.dtype == np.int64:
        table = np.empty((4, classes))
        ends = native._native.class_powers(psi=np.ascontiguousarray(psi), truth=truth, powers=table)
        powers = ClassPowers(table, *ends)
        variance, df = powers.variance(tails=tails)
        if not isnan(variance):
            return variance, df, powers.most, powers.least
    return *variance_by_class(psi, truth, tails=tails), float(psi.max()), float(psi.min())


def paired_variance(
    first: Smoothed,
    second: Smoothed,
    cells: tuple[Codes, ...],
    *,
    weights: Floats | None = None,
    times: Floats | None = None,
) -> tuple[float, float]:
    """Variance of the difference of a measure between two systems on the same rows, and its degrees of freedom.

    Rows on which only one of them was right vary the difference, and two are supposed for each class beside those there
    are, one for either system (two classes: half a row of each kind, as in each system alone). So systems that agree on all
    rows are not taken for equal for certain.

    Parameters
    ----------
    first, second
        The measure at the smoothed table of each.
    cells
        Truth, and column of the prediction of either system, of each row or kind of rows (N,), (N,), (N,).
    weights
        What one row of the kind weighs (N,); 1 where None.
    times
        How many rows there are of the kind (N,); 1 where None.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> one = smooth_table(measure("recall"), np.array([[9, 1, 0], [2, 8, 0]]), 1)
    >>> same = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]), np.array([0, 1, 0, 1])
    >>> variance, df = paired_variance(one, one, same, times=np.array([9.0, 1, 2, 8]))
    >>> round(variance, 4)  # one row of 11 positives, (½ + ½)/11² · 11/10
    0.0091
    """
    truth, a, b = cells
    moves = first.slopes[truth, a] - second.slopes[truth, b]
    classes, other = np.nonzero(np.maximum(first.added, second.added)[:, :-1])
    apart = classes != other
    classes, other = classes[apart], other[apart]
    extra = np.maximum(first.added, second.added)[classes, other]
    alone = first.slopes[classes, classes] - second.slopes[classes, other]
    beaten = first.slopes[classes, other] - second.slopes[classes, classes]
    row = (first.row + second.row) / 2
    return variance_by_class(
        np.concatenate([moves, alone, beaten]),
        np.concatenate([truth, classes, classes]),
        weights=np.concatenate([np.ones(truth.size) if weights is None else weights, np.full(2 * extra.size, row)]),
        times=np.concatenate([np.ones(truth.size) if times is None else times, extra, extra]),
    )


def row_weight(weights: Floats | None) -> float:
    """Weight of one row, Σw²/Σw: as many equal rows of this weight have the same variance.

    Examples
    --------
    >>> row_weight(np.array([1.0, 1.0, 2.0]))
    1.5
    """
    return 1.0 if weights is None else float(np.sum(weights**2) / np.sum(weights))


def predicted_columns(seen: Outcomes) -> Codes:
    """Column of each row in the confusion matrix (N,)."""
    return np.where(seen.output < 0, seen.classes, seen.output)
