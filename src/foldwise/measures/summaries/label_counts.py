"""Counting pairs of labels as they come, without codes and without copies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise import native

if TYPE_CHECKING:
    from foldwise.arrays import Array

__all__ = ["count_labels"]

LABEL_TYPES = frozenset(map(np.dtype, (np.int8, np.int16, np.int32, np.int64, np.uint8)))
"""Whole-number types that are taken as they are."""


def count_labels(truth: Array, predicted: Array, low: int, width: int) -> tuple[Array, int]:
    """Count pairs of whole-number labels low … low + width - 1 as they come, in no memory but the table.

    Returns
    -------
    tuple
        The table (width, width), and the first row with another label: the number of rows where there is none.

    Examples
    --------
    >>> table, stray = count_labels(np.array([5, 6, 6]), np.array([5, 5, 6]), 5, 2)
    >>> table, stray
    (array([[1, 0],
           [1, 1]]), 3)
    """
    table = np.zeros((width, width), dtype=np.int64)
    if not native.COMPILED or truth.dtype != predicted.dtype or truth.dtype not in LABEL_TYPES:
        return _count_labels(truth, predicted, low, table)
    truth, predicted = np.ascontiguousarray(truth), np.ascontiguousarray(predicted)
    stray = native._native.count_labels(truth=truth, predicted=predicted, low=low, threads=native.cores(), table=table)
    return table, stray


def _count_labels(truth: Array, predicted: Array, low: int, table: Array) -> tuple[Array, int]:
    width, block = table.shape[0], 1 << 20
    for start in range(0, truth.size, block):
        row, column = (side[start : start + block].astype(np.int64) - low for side in (truth, predicted))
        stray = (row < 0) | (row >= width) | (column < 0) | (column >= width)
        if stray.any():
            return table, start + int(np.argmax(stray))
        table += np.bincount(row * width + column, minlength=width**2).reshape(width, width)
    return table, int(truth.size)
