"""Passes over all numbers of an array: whether they are finite, and how many of a column differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise import native

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes

__all__ = [
    "LEVELS_ROWS",
    "MAX_CLASSES",
    "MOST_LEVELS",
    "all_finite",
    "count_levels",
    "distinct_and_codes",
    "largest_size",
]

LEVELS_ROWS, MOST_LEVELS = 1_000, 100
"""Distinct numbers are counted in so many rows, and so far, only: the count informs, and a full one would cost a sort."""
MAX_CLASSES = 20
"""A target of whole numbers is taken for classes up to this number of different ones."""

SPREAD = 1000
"""Whole numbers this far apart are told apart by a table of places, the others by sorting."""
COUNTED_TYPES = (np.dtype(np.int64), np.dtype(np.float64))


def all_finite(array: Array) -> bool:
    """Whether no number is missing or infinite.

    Examples
    --------
    >>> all_finite(np.array([1.0, np.nan]))
    False
    """
    return array.dtype.kind != "f" or bool(np.isfinite(largest_size(array)))


def largest_size(array: Array) -> float:
    """Give the largest absolute value of real numbers; infinite or NaN where one of them is.

    Examples
    --------
    >>> largest_size(np.array([1.0, -2.0]))
    2.0
    """
    if array.size == 0:
        return 0.0
    if not native.COMPILED or array.dtype != np.float64 or not (array.flags.c_contiguous or array.flags.f_contiguous):
        return float(max(array.max(), -array.min()))
    threads = native.cores() if array.size >= native.WORTH_THREADS else 1
    return native._native.largest_size(values=array.reshape(-1, order="A"), threads=threads)


def count_levels(table: Array) -> Codes:
    """Count the distinct values of each column that are not missing, in the first rows and up to a limit (p,).

    Examples
    --------
    >>> count_levels(np.array([[0.0, 1.0], [-0.0, np.nan], [0.0, 2.0]]))
    array([1, 2])
    """
    numbers = np.asarray(table[:LEVELS_ROWS], dtype=np.float64)
    if native.COMPILED:
        levels = np.empty(numbers.shape[1], dtype=np.int64)
        native._native.count_levels(table=numbers, most=MOST_LEVELS, levels=levels)
        return levels
    # Column after column in memory, which is quicker to sort; NaN comes last.
    ordered = np.sort(np.ascontiguousarray(numbers.T), axis=1)
    known = ordered == ordered
    levels = np.count_nonzero((ordered[:, 1:] != ordered[:, :-1]) & known[:, 1:], axis=1) + known[:, 0]
    return np.minimum(levels, MOST_LEVELS)


def distinct_and_codes(values: Array) -> tuple[Array, Codes]:
    """Give the distinct values, sorted, and the place of each value among them.

    Examples
    --------
    >>> distinct_and_codes(np.array([5, 3, 5]))
    (array([3, 5]), array([1, 0, 1]))
    """
    if native.COMPILED and values.dtype in COUNTED_TYPES and values.size:
        codes, present = np.empty(values.size, dtype=np.int64), np.zeros(SPREAD + 1, dtype=np.bool_)
        in_range, low = native._native.near_codes(values=np.ascontiguousarray(values), codes=codes, there=present)
        if in_range:
            return (present.nonzero()[0] + low).astype(values.dtype), codes
    labels, places = np.unique(values, return_inverse=True)
    return labels, places.astype(np.intp, copy=False)
