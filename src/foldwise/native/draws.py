"""Random draws, made by position and not in turn: draw i of stratum s of resample r depends on (seed, r, s, i) alone.

So the same seed gives the same resamples for any number of threads, and with or without a compiler.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise import native

if TYPE_CHECKING:
    from foldwise.arrays import Array, Counts, Floats

__all__ = ["STEP", "bootstrap_wins", "draw_counts", "draw_seeded", "key_of_stratum", "mix"]

STEP, FIRST, SECOND = (np.uint64(word) for word in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
"""Constants of SplitMix64 (Steele, Lea & Flood 2014)."""


def draw_counts(size: int, resamples: range, seed: int, stratum: int = 0) -> Counts:
    """How often each resample draws each of `size` items in `size` draws with replacement (resamples, size).

    Examples
    --------
    >>> draw_counts(5, range(2), seed=0).sum(axis=1)
    array([5, 5], dtype=uint64)
    """
    if not native.COMPILED:
        return np.stack([_draw(size, r, seed, stratum) for r in resamples])
    counts = np.empty((len(resamples), size), dtype=np.uint8)
    threads = native.cores() if counts.size >= native.WORTH_THREADS else 1
    native._native.draw_counts(seed=seed, first=resamples.start, stratum=stratum, threads=threads, counts=counts)
    return counts


def draw_seeded(size: int, seeds: Array, attempt: int = 0, stratum: int = 0) -> Counts:
    """How often each of `size` items is drawn in `size` draws with replacement, by a seed for each line (seeds, size).

    Examples
    --------
    >>> draw_seeded(5, np.array([7, 7, 8])).tolist()
    [[2, 2, 0, 0, 1], [2, 2, 0, 0, 1], [1, 2, 1, 1, 0]]
    """
    words = np.ascontiguousarray(seeds).astype(np.uint64)
    if not native.COMPILED:
        return np.stack([_draw(size, attempt, word, stratum) for word in words])
    counts = np.empty((words.size, size), dtype=np.uint8)
    threads = native.cores() if counts.size >= native.WORTH_THREADS else 1
    native._native.draw_seeded(seeds=words, attempt=attempt, stratum=stratum, threads=threads, counts=counts)
    return counts


def bootstrap_wins(scores: Floats, positive: Array, *, resamples: int, seed: int) -> Array:
    """Twice the pairs (positive, negative) that positives win in each resample and system, ties being half a win.

    Parameters
    ----------
    scores
        Scores of each system (systems, n).
    positive
        Which rows are positive (n,).
    resamples
        Number of resamples; negatives and positives are drawn apart, the same rows for every system.
    seed
        Seed of the draws: stratum 0 are the negatives, stratum 1 the positives.

    Returns
    -------
    Array
        Wins (resamples, systems); over twice the number of pairs they are areas.

    Examples
    --------
    >>> bootstrap_wins(np.array([[0.1, 0.2, 0.7, 0.9]]), np.array([False, False, True, True]), resamples=2, seed=0)
    array([[8],
           [8]])
    """
    orders = [_order(one, positive) for one in scores]
    negative, up, below, through = (np.stack(part) for part in zip(*orders, strict=True))
    wins = np.empty((resamples, len(scores)), dtype=np.int64)
    if native.COMPILED:
        native._native.bootstrap_wins(
            negative=negative,
            positive=up,
            below=below,
            through=through,
            seed=seed,
            threads=native.cores(),
            wins=wins,
        )
        return wins
    for r in range(resamples):
        downs, ups = (_draw(size, r, seed, stratum) for stratum, size in enumerate((negative.shape[1], up.shape[1])))
        for s in range(len(scores)):
            so_far = np.concatenate([[0], np.cumsum(downs[negative[s]], dtype=np.int64)])
            wins[r, s] = np.sum(ups[up[s]] * (so_far[below[s]] + so_far[through[s]]))
    return wins


def _order(scores: Floats, positive: Array) -> tuple[Array, Array, Array, Array]:
    """Negatives and positives in order of score; for each positive how many negatives are below it, and not above it."""
    downs, ups = scores[~positive], scores[positive]
    negative, up = np.argsort(downs), np.argsort(ups)
    ranked, asked = downs[negative], ups[up]
    below, through = (np.searchsorted(ranked, asked, side) for side in ("left", "right"))
    return tuple(part.astype(np.uint32) for part in (negative, up, below, through))  # type: ignore[return-value]


def _draw(size: int, resample: int, seed: int, stratum: int) -> Counts:
    """Count `size` draws from 0 … size - 1: the upper half of the product of a random word and `size`."""
    with np.errstate(over="ignore"):
        words = mix(key_of_stratum(seed, resample, stratum) + np.arange(1, size + 1, dtype=np.uint64) * STEP)
    half, span = np.uint64(32), np.uint64(size)
    lower = ((words & np.uint64(0xFFFFFFFF)) * span) >> half
    return np.bincount((((words >> half) * span + lower) >> half).astype(np.intp), minlength=size).astype(np.uint8)


def key_of_stratum(seed: int, resample: int, stratum: int) -> Array:
    """Key of the words of one stratum of one resample."""
    with np.errstate(over="ignore"):
        return mix(mix(mix(np.uint64(seed) + STEP) + np.uint64(resample + 1) * STEP) + np.uint64(stratum + 1) * STEP)


def mix(word: Array | np.uint64) -> Array:
    """Scatter the bits of whole numbers of 64 bits, as SplitMix64 does."""
    word = (word ^ (word >> np.uint64(30))) * FIRST
    word = (word ^ (word >> np.uint64(27))) * SECOND
    return word ^ (word >> np.uint64(31))  # type: ignore[return-value]
