"""Cut points of a number by Fayyad and Irani's minimum description length."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats

__all__ = ["code_lengths", "mdl_cuts"]

GAIN_DIGITS = 1e-10
"""Digits to which gains are compared, so that the order of the rows does not matter."""


def mdl_cuts(values: Floats, codes: Codes, weights: Floats) -> Floats:
    """Cut points between the values that make the classes purer by more than it costs to state them.

    An interval is cut where the class entropy falls most, and its two halves again, as long as the gain is above
    log₂(N - 1)/N + (log₂(3ᵏ - 2) - k H + k₁ H₁ + k₂ H₂)/N, with N the weight, k the number of classes and H the entropy of
    the interval and of its halves.

    Parameters
    ----------
    values
        Numbers without missing values (n,).
    codes
        Class of each (n,).
    weights
        Weight of each (n,).

    References
    ----------
    fayyad1993.

    Examples
    --------
    >>> mdl_cuts(np.arange(20.0), np.arange(20) // 10, np.ones(20))
    array([9.5])
    """
    distinct, places = np.unique(values, return_inverse=True)
    counts = np.zeros((distinct.size, int(codes.max(initial=0)) + 1))
    np.add.at(counts, (places, codes), weights)
    cuts: list[int] = []
    waiting = [(0, distinct.size)]
    while waiting:
        start, end = waiting.pop()
        best = _best_cut(counts[start:end])
        if best:
            cuts.append(start + best)
            waiting += [(start, start + best), (start + best, end)]
    above = np.array(sorted(cuts), dtype=np.intp)
    return distinct[above - 1] / 2 + distinct[above] / 2


def code_lengths(counts: Floats, axis: int = -1) -> Floats:
    """Bits of the class labels, N H (…,), of class counts (…, C); `axis` is that of the classes.

    Examples
    --------
    >>> code_lengths(np.array([[2.0, 2.0], [4.0, 0.0]]))
    array([4., 0.])
    """
    totals = counts.sum(axis=axis)
    return np.asarray(_x_log_x(totals) - _x_log_x(counts).sum(axis=axis), dtype=np.float64)


def _x_log_x(x: Floats) -> Floats:
    return x * np.log2(np.where(x > 0, x, 1.0))


def _best_cut(counts: Floats) -> int:
    """Number of distinct values below the best cut of an interval; 0 where none is worth it."""
    if len(counts) < 2:
        return 0
    low = np.cumsum(counts, axis=0)
    total, low = low[-1], low[:-1]
    high = np.maximum(total - low, 0)
    bits = np.stack([code_lengths(low), code_lengths(high)])
    at = int(np.argmin(np.round(bits.sum(axis=0), 10)))
    parts = np.stack([total, low[at], high[at]])
    weight = parts.sum(axis=1)
    entropy = code_lengths(parts) / weight
    classes = (parts > GAIN_DIGITS).sum(axis=1)
    delta = np.log2(3.0 ** classes[0] - 2) - classes[0] * entropy[0] + classes[1:] @ entropy[1:]
    gain = code_lengths(total) - bits[:, at].sum()
    cost = np.log2(max(weight[0] - 1, 1)) + delta
    return at + 1 if gain > cost + GAIN_DIGITS else 0
