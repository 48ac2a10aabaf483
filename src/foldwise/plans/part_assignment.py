"""Random assignment of rows to parts, by random words that depend on the seed, the repeat and the place alone."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from foldwise import native
from foldwise.arrays import smallest_unsigned

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes

__all__ = ["assign_parts"]

STEP, HALF, LOWER = native.STEP, np.uint64(32), np.uint64(0xFFFFFFFF)


def assign_parts(order: Array, edges: Codes, k: int, *, afresh: bool, seed: int, repeats: int) -> Array:
    """Assign rows to k parts in turn, as often as there are repeats (repeats, n).

    Parameters
    ----------
    order
        Rows, stratum after stratum (n,).
    edges
        Where each stratum starts, and the end of the last: its rows are shuffled.
    k
        Number of parts.
    afresh
        Draw the order of the parts for every k rows; otherwise once.
    seed
        Seed of the words (Fisher & Yates 1938, from the end).
    repeats
        How often; the first ones do not depend on how many follow.

    Examples
    --------
    >>> assign_parts(np.arange(4), np.array([0, 2, 4]), 2, afresh=False, seed=1, repeats=2)
    array([[0, 1, 1, 0],
           [1, 0, 1, 0]], dtype=uint8)
    """
    small = smallest_unsigned(k - 1)
    n = order.size
    if native.COMPILED and small.itemsize <= 4 and n < 1 << 32:
        parts = np.empty((repeats, n), dtype=small)
        threads = native.cores() if parts.size >= native.WORTH_THREADS else 1
        rows, ends = np.ascontiguousarray(order, np.uint32), np.ascontiguousarray(edges, np.int64)
        native._native.assign_parts(order=rows, edges=ends, k=k, afresh=afresh, seed=seed, threads=threads, parts=parts)
        return parts
    return np.stack([_assign(order, edges, k, afresh=afresh, key=(seed, t)).astype(small) for t in range(repeats)])


def _assign(order: Array, edges: Codes, k: int, *, afresh: bool, key: tuple[int, int]) -> Array:
    n = order.size
    rows = _shuffled(order, edges, native.key_of(*key, 0))
    cycles = ceil(n / k) if afresh else 1
    sequence = np.tile(np.arange(k), cycles)
    sequence = _shuffled(sequence, np.arange(cycles + 1) * k, native.key_of(*key, 1))
    parts = np.empty(n, dtype=np.intp)
    parts[rows] = sequence[:n] if afresh else np.resize(sequence, n)
    return parts


def _shuffled(items: Array, edges: Codes, key: Array) -> Array:
    """Shuffle the items between one edge and the next: each changes places with one that is not after it."""
    places = np.arange(items.size, dtype=np.uint64)
    starts = np.repeat(edges[:-1], np.diff(edges)).astype(np.uint64)
    spans = places - starts + np.uint64(1)
    with np.errstate(over="ignore"):
        words = native.mix(key + (places + np.uint64(1)) * STEP)
    others = (((words >> HALF) * spans + (((words & LOWER) * spans) >> HALF)) >> HALF) + starts
    mixed = items.tolist()
    for at, other in zip(range(items.size - 1, -1, -1), others[::-1].tolist(), strict=True):
        mixed[at], mixed[other] = mixed[other], mixed[at]
    return np.array(mixed, dtype=np.intp)
