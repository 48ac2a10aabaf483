"""The largest losses of some rows: their tail index, and the loss of a row beyond those observed."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Floats

__all__ = [
    "kurtosis_bound",
    "kurtosis_over_bound",
    "largest_losses",
    "looks_heavy",
    "square_kurtosis",
    "tail_factor",
    "tail_index",
    "tail_rows",
]

TAIL_SHARE, FEWEST_TAIL_ROWS, MOST_TAIL_ROWS = 0.1, 5, 100
NORMAL_EXPONENT, FACTOR_PER_EXPONENT = 0.45, 2.0
"""Exponent 1/α of the squares of normal errors, and how much more the row not seen is supposed to cost for each unit above it."""
LARGEST_EXPONENT = 3.0
"""Largest exponent 1/α; a larger estimate from a few rows is noise."""
LARGEST_KURTOSIS, KURTOSIS_ROWS, KURTOSIS_POWER = 3.5, 150, 1 / 6
"""Kurtosis of errors above which their tail may be heavy, rows from which on it grows, and with which power of their number."""


def square_kurtosis(losses: Floats) -> float:
    """Kurtosis of errors from their squares, mean of L² over the squared mean of L: 3 for normal errors; 0 where all are 0.

    Examples
    --------
    >>> square_kurtosis(np.array([0.0, 1.0, 0.0, 1.0])), square_kurtosis(np.zeros(3))
    (2.0, 0.0)
    """
    mean = float(losses.mean())
    return float(np.square(losses / mean).mean()) if mean > 0 else 0.0


def looks_heavy(losses: Floats) -> bool:
    """Whether squared errors look as if their tail were heavy: a kurtosis of the errors above 3.5, of n > 150 rows 3.5 (n/150)^(1/6).

    The kurtosis of all errors is used, not the tail index of the largest tenth: of 150 rows with normal errors 7 % look so, with t₃ errors 99 % (by a tail
    index below 2, 24 and 95 %). The bound grows because long tails do no harm to the mean of many rows, and heavy ones have a kurtosis that grows
    with them.

    Examples
    --------
    >>> rng = np.random.default_rng(2)
    >>> looks_heavy(rng.normal(size=200) ** 2), looks_heavy(rng.standard_t(3, size=200) ** 2)
    (False, True)
    """
    return kurtosis_over_bound(losses) > 1


def kurtosis_over_bound(losses: Floats) -> float:
    """Kurtosis of the errors from their squares, over the bound from which on their tail may be heavy.

    Examples
    --------
    >>> kurtosis_over_bound(np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]))
    2.0
    """
    return square_kurtosis(losses) / kurtosis_bound(losses.size)


def kurtosis_bound(n: int) -> float:
    """Kurtosis of n errors from which on their tail may be heavy.

    Examples
    --------
    >>> kurtosis_bound(100), round(kurtosis_bound(1000), 2)
    (3.5, 4.8)
    """
    return LARGEST_KURTOSIS * max(1.0, n / KURTOSIS_ROWS) ** KURTOSIS_POWER


def tail_rows(size: int) -> int:
    """Number of largest losses that make the tail: a tenth of them, at least 5 and at most 100.

    Examples
    --------
    >>> tail_rows(60), tail_rows(20), tail_rows(10**6)
    (6, 5, 100)
    """
    return min(MOST_TAIL_ROWS, max(FEWEST_TAIL_ROWS, int(TAIL_SHARE * size)))


def largest_losses(losses: Floats) -> Floats:
    """The largest of the losses, as many as a tail of that many rows can have and the one before it, in ascending order.

    Those of two disjoint sets of rows together are the largest of all of them: a summary of pieces of a table keeps no more.
    """
    kept = min(losses.size, MOST_TAIL_ROWS + 1)
    return np.sort(np.partition(losses, losses.size - kept)[losses.size - kept :])


def tail_index(losses: Floats, size: int | None = None) -> float:
    """Hill's estimate of α in P(loss > x) ~ x^-α, from the largest tenth of the losses; infinite where they are equal.

    A sample that did not meet the tail has a small spread, so the spread cannot tell; the shape of the largest losses
    that it did meet can, whether or not the worst is among them.

    Parameters
    ----------
    losses
        All losses, or the largest of them.
    size
        Number of rows that `losses` are the largest of; where None, they are all.

    References
    ----------
    hill1975.

    Examples
    --------
    >>> rng = np.random.default_rng(2)
    >>> round(tail_index(rng.normal(size=1000) ** 2), 1), round(tail_index(rng.standard_t(3, size=1000) ** 2), 1)
    (2.4, 1.2)
    """
    k = tail_rows(losses.size if size is None else size)
    if losses.size <= k:
        return inf
    largest = np.partition(losses, losses.size - k - 1)[losses.size - k - 1 :]
    end = float(largest.min())
    if end <= 0:
        return inf if largest.max() <= 0 else 0.0
    total = float(np.log(largest / end).sum())
    return k / total if total > 0 else inf


def tail_factor(losses: Floats, size: int | None = None) -> float:
    """Factor on the largest loss for the supposed worse row: 1 + 2 (1/α - .45)⁺, with α of `tail_index`.

    Fay and Feuer suppose one more row as bad as the worst, which is enough for losses like squares of normal errors. Of a heavier
    tail most samples have not met the rows that make the mean: 1/α is how steeply the losses rise among those that were met.

    Examples
    --------
    >>> rng = np.random.default_rng(2)
    >>> round(tail_factor(rng.normal(size=1000) ** 2), 1), round(tail_factor(rng.standard_t(3, size=1000) ** 2), 1)
    (1.0, 1.8)
    """
    index = tail_index(losses, size)
    exponent = LARGEST_EXPONENT if index == 0 else min(LARGEST_EXPONENT, 1 / index)
    return 1 + FACTOR_PER_EXPONENT * max(0.0, exponent - NORMAL_EXPONENT)
