"""The compiled kernels where they were built, and their numpy twins where they were not.

Random draws are made by position, not in turn: draw i of stratum s of resample r depends on (seed, r, s, i) alone. So the
same seed gives the same resamples for any number of threads, and with or without a compiler.
"""

from __future__ import annotations

import os
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

try:
    _native: Any = import_module("foldwise._native")
except ImportError:  # installed without a C++ compiler: every function below has a numpy path
    _native = None

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Counts, Floats, Mask

__all__ = [
    "COMPILED",
    "area_wins",
    "bootstrap_wins",
    "class_moments",
    "cores",
    "count_pairs",
    "draw_counts",
    "draw_seeded",
    "exact_sum",
    "group_sums",
    "key_of",
    "linear_scores",
    "mix",
    "normal_scores",
    "placements",
    "quadratic_scores",
]

COMPILED: bool = _native is not None
"""Whether the C++ accelerator was built with this installation."""

WORTH_THREADS = 100_000
"""Numbers to go through from which on a second thread pays."""
STEP, FIRST, SECOND = (np.uint64(word) for word in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
"""Constants of SplitMix64 (Steele, Lea & Flood 2014)."""
KEY_TYPES = frozenset(["uint8", "uint16", "uint32"])
"""Types of group numbers that `group_sums` takes as they are."""
STRETCH = 1 << 24
"""Values summed at a time by the numpy path of `exact_sum`: 2²⁷ · 2²⁴ fits the 53 bits of a float."""


def cores() -> int:
    """Number of processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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


def draw_counts(size: int, resamples: range, seed: int, stratum: int = 0) -> Counts:
    """How often each resample draws each of `size` items in `size` draws with replacement (resamples, size).

    Examples
    --------
    >>> draw_counts(5, range(2), seed=0).sum(axis=1)
    array([5, 5], dtype=uint64)
    """
    if _native is None:
        return np.stack([_draw(size, r, seed, stratum) for r in resamples])
    counts = np.empty((len(resamples), size), dtype=np.uint8)
    _native.draw_counts(seed, resamples.start, stratum, cores(), counts)
    return counts


def draw_seeded(size: int, seeds: Array, attempt: int = 0, stratum: int = 0) -> Counts:
    """How often each of `size` items is drawn in `size` draws with replacement, by a seed for each line (seeds, size).

    Examples
    --------
    >>> draw_seeded(5, np.array([7, 7, 8])).tolist()
    [[2, 2, 0, 0, 1], [2, 2, 0, 0, 1], [1, 2, 1, 1, 0]]
    """
    words = np.ascontiguousarray(seeds).astype(np.uint64)
    if _native is None:
        return np.stack([_draw(size, attempt, word, stratum) for word in words])
    counts = np.empty((words.size, size), dtype=np.uint8)
    threads = cores() if counts.size >= WORTH_THREADS else 1
    _native.draw_seeded(words, attempt, stratum, threads, counts)
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
    if _native is not None:
        _native.bootstrap_wins(negative, up, below, through, seed, cores(), wins)
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
        words = mix(key_of(seed, resample, stratum) + np.arange(1, size + 1, dtype=np.uint64) * STEP)
    half, span = np.uint64(32), np.uint64(size)
    lower = ((words & np.uint64(0xFFFFFFFF)) * span) >> half
    return np.bincount((((words >> half) * span + lower) >> half).astype(np.intp), minlength=size).astype(np.uint8)


def key_of(seed: int, resample: int, stratum: int) -> Array:
    """Key of the words of one stratum of one resample."""
    with np.errstate(over="ignore"):
        return mix(mix(mix(np.uint64(seed) + STEP) + np.uint64(resample + 1) * STEP) + np.uint64(stratum + 1) * STEP)


def mix(word: Array | np.uint64) -> Array:
    """Scatter the bits of whole numbers of 64 bits, as SplitMix64 does."""
    word = (word ^ (word >> np.uint64(30))) * FIRST
    word = (word ^ (word >> np.uint64(27))) * SECOND
    return word ^ (word >> np.uint64(31))  # type: ignore[return-value]


def exact_sum(values: Floats) -> int:
    """Sum of finite values times 2¹⁰⁷⁴, without any rounding, so that the order of adding cannot matter.

    Examples
    --------
    >>> exact_sum(np.array([1e16, 1.0, -1e16])) / 2**1074
    1.0
    """
    plain = np.ascontiguousarray(values, dtype=np.float64)
    if _native is None:
        return sum(_exact_sum(plain[start : start + STRETCH]) for start in range(0, plain.size, STRETCH))
    limbs = np.zeros((2048, 2), dtype=np.uint64)
    _native.exact_limbs(plain, limbs)
    used = np.flatnonzero(limbs.any(axis=1))
    words = zip(used.tolist(), limbs[used, 0].tolist(), limbs[used, 1].view(np.int64).tolist(), strict=True)
    return sum(((high << 64) + low) << (max(exponent, 1) - 1) for exponent, low, high in words)


def _exact_sum(values: Floats) -> int:
    bits = values.view(np.int64)
    exponent = ((bits >> 52) & 0x7FF).astype(np.intp)
    fraction = (bits & 0xFFFFFFFFFFFFF) | np.where(exponent > 0, 1 << 52, 0)
    mantissa = np.where(bits < 0, -fraction, fraction)
    high = np.bincount(exponent, weights=mantissa >> 26)
    low = np.bincount(exponent, weights=mantissa & 0x3FFFFFF)
    used = np.flatnonzero((high != 0) | (low != 0)).tolist()
    return sum(((int(high[e]) << 26) + int(low[e])) << (max(e, 1) - 1) for e in used)


def group_sums(table: Floats, keys: Array, groups: int, *, threads: int = 1) -> Floats:
    """Sums of the rows of `table` (n, m) in each group, for several ways to group them: keys (repeats, n).

    Returns
    -------
    Floats
        Group after group, repeat after repeat (repeats · groups, m).

    Examples
    --------
    >>> group_sums(np.array([[1.0], [2.0], [4.0]]), np.array([[0, 1, 0]], dtype=np.uint8), 2)
    array([[5.], [2.]])
    """
    sums = np.zeros((len(keys) * groups, table.shape[1]))
    if _native is None or keys.dtype.name not in KEY_TYPES:
        for t, row in enumerate(keys):
            for j, column in enumerate(table.T):
                sums[t * groups : (t + 1) * groups, j] = np.bincount(row, weights=column, minlength=groups)
        return sums
    _native.group_sums(np.ascontiguousarray(table), np.ascontiguousarray(keys), groups, threads, sums)
    return sums


def linear_scores(table: Floats, rows: Codes, starts: Codes, *, coefficients: Floats, offsets: Floats) -> Floats:
    """Give offsets[r] + coefficients[r] x for each row x asked about by resample r, (N, C).

    Parameters
    ----------
    table
        The numbers x of every row (n, m).
    rows
        Rows asked about (N,).
    starts
        Where the questions of each resample start, and the end of the last (R + 1,).
    coefficients
        One line per class and resample (R, C, m).
    offsets
        One number per class and resample (R, C).

    Examples
    --------
    >>> table, slope, offset = np.array([[1.0], [2.0]]), np.array([[[3.0]]]), np.array([[1.0]])
    >>> linear_scores(table, np.array([1]), np.array([0, 1]), coefficients=slope, offsets=offset)
    array([[7.]])
    """
    scores = np.empty((rows.size, offsets.shape[1]))
    if _native is None:
        for r, (a, b) in enumerate(pairwise(starts.tolist())):
            scores[a:b] = offsets[r] + table[rows[a:b]] @ coefficients[r].T
        return scores
    whole = (np.ascontiguousarray(part, np.int64) for part in (rows, starts))
    real = (np.ascontiguousarray(part, np.float64) for part in (coefficients, offsets))
    _native.linear_scores(np.ascontiguousarray(table), *whole, *real, 1, scores)
    return scores


def normal_scores(
    table: Floats, rows: Codes, starts: Codes, *, means: Floats, precisions: Floats, offsets: Floats
) -> Floats:
    """Give offsets[r] - ½ Σ (x - mean)² · precision for each row x asked about by resample r, (N, C).

    Parameters
    ----------
    table, rows, starts, offsets
        As in `linear_scores`.
    means, precisions
        One line per class and resample (R, C, m).

    Examples
    --------
    >>> one = np.array([[[1.0]]])
    >>> table, rows, starts = np.array([[1.0], [3.0]]), np.array([1]), np.array([0, 1])
    >>> normal_scores(table, rows, starts, means=one, precisions=one, offsets=np.array([[0.0]]))
    array([[-2.]])
    """
    scores = np.empty((rows.size, offsets.shape[1]))
    if _native is None:
        for r, (a, b) in enumerate(pairwise(starts.tolist())):
            away = table[rows[a:b], None, :] - means[r]
            scores[a:b] = offsets[r] - 0.5 * (away * away * precisions[r]).sum(axis=2)
        return scores
    whole = (np.ascontiguousarray(part, np.int64) for part in (rows, starts))
    real = (np.ascontiguousarray(part, np.float64) for part in (means, precisions, offsets))
    _native.normal_scores(np.ascontiguousarray(table), *whole, *real, 1, scores)
    return scores


def class_moments(
    sums: Floats, scale: Floats, c: int, *, rounding: float, out: tuple[Floats, Floats, Floats, Floats]
) -> None:
    """Put weights, means, variances and what rounding may have done to these into [:, c] of `out`.

    `sums` holds the sums of p numbers, of their squares, and of their weights (B, 2p + 1); `scale` the same over all rows.

    Examples
    --------
    >>> out = np.empty((1, 1)), np.empty((1, 1, 1)), np.empty((1, 1, 1)), np.empty((1, 1, 1))
    >>> class_moments(np.array([[6.0, 20.0, 2.0]]), np.array([6.0, 20.0, 2.0]), 0, rounding=1e-16, out=out)
    >>> out[1].item(), out[2].item()
    (3.0, 1.0)
    """
    if _native is not None:
        whole = np.ascontiguousarray(sums), np.ascontiguousarray(scale, np.float64)
        _native.class_moments(*whole, c, rounding, *out)
        return
    weights, shifts, variances, doubt = out
    p = shifts.shape[2]
    weights[:, c] = sums[:, -1]
    share = 1 / np.where(sums[:, -1:] > 0, sums[:, -1:], 1.0)
    shifts[:, c] = sums[:, :p] * share
    variances[:, c] = np.maximum(sums[:, p:-1] * share - shifts[:, c] ** 2, 0.0)
    doubt[:, c] = rounding * share * np.maximum(sums[:, p:-1], scale[p:-1])


def quadratic_scores(
    table: Floats, rows: Codes, starts: Codes, *, means: Floats, factors: Floats, offsets: Floats
) -> Floats:
    """Give offsets[r] - ½ ‖factors[r] (x - means[r])‖² for each row x asked about by resample r, (N,).

    Parameters
    ----------
    table, rows, starts
        As in `linear_scores`.
    means, factors, offsets
        One line, one lower triangle and one number per resample: (R, m), (R, m, m), (R,).

    Examples
    --------
    >>> table, rows, starts = np.array([[1.0], [3.0]]), np.array([1]), np.array([0, 1])
    >>> half = np.array([[[0.5]]])
    >>> quadratic_scores(table, rows, starts, means=np.array([[1.0]]), factors=half, offsets=np.array([2.0]))
    array([1.5])
    """
    scores = np.empty((rows.size, 1))
    if _native is None:
        for r, (a, b) in enumerate(pairwise(starts.tolist())):
            turned = (table[rows[a:b]] - means[r]) @ factors[r].T
            scores[a:b, 0] = offsets[r] - 0.5 * (turned * turned).sum(axis=1)
        return scores[:, 0]
    whole = (np.ascontiguousarray(part, np.int64) for part in (rows, starts))
    real = (np.ascontiguousarray(part, np.float64) for part in (means, factors, offsets))
    _native.quadratic_scores(np.ascontiguousarray(table), *whole, *real, 0, scores)
    return scores[:, 0]


def area_wins(scores: Floats, positive: Mask, starts: Codes) -> Floats | None:
    """Pairs (positive, negative) that the positive row wins, ties half, in each group from starts[g] to starts[g + 1].

    None without a compiler: the numpy twin, which also takes weights, is in `foldwise.measures.areas`.
    """
    if _native is None:
        return None
    wins = np.empty(starts.size - 1)
    whole = np.ascontiguousarray(starts, np.int64)
    threads = cores() if scores.size >= WORTH_THREADS else 1
    _native.area_wins(np.ascontiguousarray(scores, np.float64), np.ascontiguousarray(positive), whole, threads, wins)
    return wins


def placements(scores: Floats, positive: Mask, starts: Codes) -> Floats:
    """Share of the other class of its group that each row is ranked right against, ties half (n,); NaN without one.

    The rows of group g are those from starts[g] to starts[g + 1]; their mean over either class is the area of the group.

    Examples
    --------
    >>> placements(np.array([0.1, 0.4, 0.2, 0.2]), np.array([False, True, False, True]), np.array([0, 2, 4]))
    array([1. , 1. , 0.5, 0.5])
    """
    if _native is None:
        parts = [_placements(scores[a:b], positive[a:b]) for a, b in pairwise(starts.tolist())]
        return np.concatenate(parts) if parts else np.empty(0)
    places, whole = np.empty(scores.size), np.ascontiguousarray(starts, np.int64)
    threads = cores() if scores.size >= WORTH_THREADS else 1
    _native.placements(np.ascontiguousarray(scores, np.float64), np.ascontiguousarray(positive), whole, threads, places)
    return places


def _placements(scores: Floats, positive: Mask) -> Floats:
    places = np.empty(scores.size)
    for up in (True, False):
        others, rows = np.sort(scores[positive != up]), positive == up
        under, through = (np.searchsorted(others, scores[rows], side) for side in ("left", "right"))
        right = under if up else others.size - through
        with np.errstate(invalid="ignore"):
            places[rows] = (right + (through - under) / 2) / np.float64(others.size)
    return places
