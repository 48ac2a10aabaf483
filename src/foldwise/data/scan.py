"""Passes over all numbers of an array: whether they are finite, and how many of a column differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise import native

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes

__all__ = ["all_finite", "count_levels"]


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
