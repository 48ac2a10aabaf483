"""What the array API leaves to be written: numbers brought to another library or device, and sums of runs of columns."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from array_api_compat import array_namespace, device

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import ApiArray, Array, Codes

__all__ = ["beside", "count_true", "decided", "largest_of_runs", "sums_of_runs"]


def beside(numbers: Array, other: ApiArray) -> ApiArray:
    """Numbers of ours as an array of the other's library, on its device."""
    if isinstance(other, np.ndarray):
        return numbers
    return array_namespace(other).asarray(numbers, device=device(other))


def count_true(mask: ApiArray) -> ApiArray:
    """How many are true in each line (B, C) → (B,)."""
    if isinstance(mask, np.ndarray):
        return mask.sum(axis=1)
    xp = array_namespace(mask)
    return xp.sum(xp.astype(mask, xp.int64), axis=1)  # the array API sums no truth values


def decided(kept: ApiArray, unsure: ApiArray, look: Callable[[ApiArray], ApiArray]) -> ApiArray:
    """A mask (B,) whose unsure members are decided by a closer look at these alone: `look` takes their numbers (U,).

    Examples
    --------
    >>> decided(np.array([True, False, False]), np.array([False, True, True]), lambda at: at > 1)
    array([ True, False,  True])
    """
    xp = array_namespace(kept)
    if not bool(xp.any(unsure)):
        return kept
    numbers = xp.nonzero(unsure)[0]
    found = look(numbers)
    # Arrays need not be changeable in place: each unsure member looks its own decision up.
    place = xp.cumulative_sum(xp.astype(unsure, xp.int64), axis=0) - 1
    return xp.where(unsure, xp.take(found, xp.maximum(place, xp.zeros_like(place)), axis=0), kept)


def sums_of_runs(table: ApiArray, starts: Codes) -> ApiArray:
    """Sums of neighbouring columns (B, C, m), each run of them from its start to the next one's (B, C, q).

    Examples
    --------
    >>> sums_of_runs(np.array([[[1.0, 2.0, 4.0]]]), np.array([0, 2]))
    array([[[3., 4.]]])
    """
    if isinstance(table, np.ndarray):
        return np.add.reduceat(table, starts, axis=2)
    xp = array_namespace(table)
    return xp.stack([xp.sum(table[:, :, a:b], axis=2) for a, b in _runs(starts, table.shape[2])], axis=2)


def largest_of_runs(table: ApiArray, starts: Codes) -> ApiArray:
    """Largest number of each run of neighbouring columns (B, m) → (B, q).

    Examples
    --------
    >>> largest_of_runs(np.array([[1, 2, 0]]), np.array([0, 2]))
    array([[2, 0]])
    """
    if isinstance(table, np.ndarray):
        return np.maximum.reduceat(table, starts, axis=1)
    xp = array_namespace(table)
    return xp.stack([xp.max(table[:, a:b], axis=1) for a, b in _runs(starts, table.shape[1])], axis=1)


def _runs(starts: Codes, end: int) -> list[tuple[int, int]]:
    return list(pairwise([*starts.tolist(), end]))
