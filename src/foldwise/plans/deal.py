"""Dealing rows into hands like cards, by words that depend on the seed, the repeat and the place alone."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from foldwise import native
from foldwise.arrays import smallest_unsigned

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes

__all__ = ["deal"]

STEP, HALF, LOWER = native.STEP, np.uint64(32), np.uint64(0xFFFFFFFF)


def deal(order: Array, edges: Codes, k: int, *, afresh: bool, seed: int, repeats: int) -> Array:
    """Deal rows into k hands, as often as there are repeats (repeats, n).

    Parameters
    ----------
    order
        Rows, stratum after stratum (n,).
    edges
        Where each stratum starts, and the end of the last: its rows are shuffled.
    k
        Number of hands.
    afresh
        Shuffle the hands for every round of k rows; otherwise once, and deal on in turn.
    seed
        Seed of the words (Fisher & Yates 1938, from the end).
    repeats
        How often to deal; the first ones do not depend on how many follow.

    Examples
    --------
    >>> deal(np.arange(4), np.array([0, 2, 4]), 2, afresh=False, seed=1, repeats=2)
    array([[0, 1, 1, 0],
           [1, 0, 1, 0]], dtype=uint8)
    """
    small = smallest_unsigned(k - 1)
    n = order.size
    if native.COMPILED and small.itemsize <= 4 and n < 1 << 32:
        parts = np.empty((repeats, n), dtype=small)
        threads = native.cores() if parts.size >= native.WORTH_THREADS else 1
        rows, ends = np.ascontiguousarray(order, np.uint32), np.ascontiguousarray(edges, np.int64)
        native._native.deal(order=rows, edges=ends, k=k, afresh=afresh, seed=seed, threads=threads, parts=parts)
        return parts
    return np.stack([_deal(order, edges, k, afresh=afresh, key=(seed, t)).astype(small) for t in range(repeats)])


def _deal(order: Array, edges: Codes, k: int, *, afresh: bool, key: tuple[int, int]) -> Array:
    n = order.size
    rows = _shuffled(order, edges, native.key_of(*key, 0))
    rounds = ceil(n / k) if afresh else 1
    hands = np.tile(np.arange(k), rounds)
    hands = _shuffled(hands, np.arange(rounds + 1) * k, native.key_of(*key, 1))
    parts = np.empty(n, dtype=np.intp)
    parts[rows] = hands[:n] if afresh else np.resize(hands, n)
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
