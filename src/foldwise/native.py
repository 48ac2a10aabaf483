"""The compiled kernels where they were built, and their numpy twins where they were not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

try:
    from foldwise import _native
except ImportError:  # installed without a C++ compiler: every function below has a numpy path
    _native = None

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes

__all__ = ["COMPILED", "count_pairs"]

COMPILED: bool = _native is not None
"""Whether the C++ accelerator was built with this installation."""


def count_pairs(row: Codes, column: Codes, shape: tuple[int, int]) -> Array:
    """Count how often each pair of codes occurs; a negative column code goes into the last column.

    Examples
    --------
    >>> count_pairs(np.array([0, 1, 1]), np.array([0, 1, -1]), (2, 3))
    array([[1, 0, 0],
           [0, 1, 1]])
    """
    if _native is None:
        return _count_pairs(row, column, shape)
    table = np.zeros(shape, dtype=np.int64)
    _native.count_pairs(np.ascontiguousarray(row, np.int64), np.ascontiguousarray(column, np.int64), table)
    return table


def _count_pairs(row: Codes, column: Codes, shape: tuple[int, int]) -> Array:
    keys = row * shape[1] + np.where(column < 0, shape[1] - 1, column)
    return np.bincount(keys, minlength=shape[0] * shape[1]).reshape(shape)
