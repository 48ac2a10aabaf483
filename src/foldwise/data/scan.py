"""Passes over all numbers of an array: whether they are finite, and how many of a column differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise import native

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes

__all__ = ["all_finite", "count_levels", "factorise"]

FAR = 1 << 53
"""From here on not every whole number is a float."""
SPREAD = 1000
"""Whole numbers this far apart are told apart by a table of places, the others by sorting."""


def all_finite(array: Array) -> bool:
    """Whether no number is missing or infinite.

    Examples
    --------
    >>> all_finite(np.array([1.0, np.nan]))
    False
    """
    if array.dtype.kind != "f":
        return True
    if (
        native._native is None
        or array.dtype != np.float64
        or not (array.flags.c_contiguous or array.flags.f_contiguous)
    ):
        return bool(np.isfinite(array).all())
    threads = native.cores() if array.size >= native.WORTH_THREADS else 1
    return bool(native._native.is_finite(array.reshape(-1, order="A"), threads))


def count_levels(table: Array) -> Codes:
    """Count the distinct values of each column that are not missing (p,).

    Examples
    --------
    >>> count_levels(np.array([[0.0, 1.0], [-0.0, np.nan], [0.0, 2.0]]))
    array([1, 2])
    """
    numbers = np.asarray(table, dtype=np.float64)
    if native._native is not None:
        levels = np.empty(numbers.shape[1], dtype=np.int64)
        native._native.count_levels(numbers, levels)
        return levels
    # Column after column in memory, which is quicker to sort; NaN comes last.
    ordered = np.sort(np.ascontiguousarray(numbers.T), axis=1)
    known = ordered == ordered
    return np.count_nonzero((ordered[:, 1:] != ordered[:, :-1]) & known[:, 1:], axis=1) + known[:, 0]


def factorise(values: Array) -> tuple[Array, Codes]:
    """Give the distinct values, sorted, and the place of each value among them.

    Examples
    --------
    >>> factorise(np.array([5, 3, 5]))
    (array([3, 5]), array([1, 0, 1]))
    """
    places = _places(values)
    if places is None:
        labels, codes = np.unique(values, return_inverse=True)
        return labels, codes.astype(np.intp, copy=False)
    there = np.zeros(SPREAD + 1, dtype=np.bool_)
    there[places] = True
    found = np.flatnonzero(there)
    codes = places if found.size == found[-1] + 1 else (np.cumsum(there) - 1)[places]
    return (found + int(values.min())).astype(values.dtype), codes


def _places(values: Array) -> Codes | None:
    """How far each value is above the smallest, where all are whole numbers and near each other."""
    if values.dtype.kind not in "iuf" or values.size == 0:
        return None
    low, high = values.min().item(), values.max().item()
    if not (high - low <= SPREAD and low > -FAR and high < FAR):  # NaN is no distance
        return None
    places = values.astype(np.intp) - int(low)
    return places if values.dtype.kind in "iu" or np.array_equal(places + int(low), values) else None
