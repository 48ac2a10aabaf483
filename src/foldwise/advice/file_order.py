"""What the order of a file is owed to: columns it was sorted by, and what smooth functions of them leave of the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats, Mask

__all__ = ["is_sorted", "smooth_terms", "sorted_by_codes", "spline_terms", "within_means"]

NEARLY_ALL, SHORTEST_RUN = 0.95, 2
"""Steps that go one way in a column a file is sorted by, and rows that share a value of it where it has few."""
DEGREE, ROWS_PER_KNOT = 3, 13
"""Degree of splines, and rows from one knot to the next."""
MOST_KEYS = 3
"""Columns a file is sorted by that smooth functions are made of; more are functions of these."""


def is_sorted(numbers: Floats, strata: Codes) -> Mask:
    """Columns that hardly ever fall, or hardly ever rise, from one row of a stratum to the next, and do change (p,)."""
    return _in_order(numbers, strata, NEARLY_ALL)


def _in_order(numbers: Floats, strata: Codes, share: float) -> Mask:
    """Columns of which that share of the steps within strata goes one way, and that change (p,)."""
    steps = numbers[1:] - numbers[:-1]
    if strata.any():
        order = np.argsort(strata, kind="stable")
        steps = np.diff(numbers[order], axis=0)[strata[order][1:] == strata[order][:-1]]
    least = share * len(steps)
    up, down = np.count_nonzero(steps >= 0, axis=0), np.count_nonzero(steps <= 0, axis=0)
    return (np.maximum(up, down) >= least) & (steps != 0).any(axis=0)


def sorted_by_codes(numbers: Floats, strata: Codes) -> tuple[Codes, Mask]:
    """Strata of equal values of the columns of few values that the file is sorted by in turn; and the other columns (p,).

    Examples
    --------
    >>> rows = np.array([[0, 5], [0, 1], [1, 4], [1, 2], [1, 3], [1, 9]])
    >>> strata, kept = sorted_by_codes(rows.astype(float), np.zeros(6, dtype=int))
    >>> strata.tolist(), kept.tolist()
    ([0, 0, 1, 1, 1, 1], [False, True])
    """
    kept = np.ones(numbers.shape[1], dtype=np.bool_)
    if not _in_order(numbers, strata, 1.0).any():
        return strata, kept
    while True:
        cut = {
            int(place): runs for place in np.flatnonzero(kept) if (runs := _runs(strata, numbers[:, place])) is not None
        }
        if not cut:
            return strata, kept
        first = min(cut, key=lambda place: int(cut[place].max()))
        strata, kept[first] = cut[first], False


def _runs(strata: Codes, column: Floats) -> Codes | None:
    """Strata cut by the values of a column that never falls, or never rises, within them, and has few values."""
    order = np.argsort(strata, kind="stable")
    same = strata[order][1:] == strata[order][:-1]
    steps = np.diff(column[order])
    if not ((steps >= 0)[same].all() or (steps <= 0)[same].all()):
        return None
    new = np.append(True, ~same | (steps != 0))
    if new.sum() * SHORTEST_RUN > column.size or new.sum() == np.unique(strata).size:
        return None
    found = np.empty(column.size, dtype=np.intp)
    found[order] = np.cumsum(new) - 1
    return found


def smooth_terms(keys: Floats) -> Floats:
    """Orthonormal terms that span the smooth functions of columns that a file is sorted by (m, q).

    Cubic splines of each of up to three of them, with knots at quantiles.

    Examples
    --------
    >>> key = np.sort(np.random.default_rng(0).normal(size=200))
    >>> terms = smooth_terms(key[:, None])
    >>> bool(np.abs(np.sin(3 * key) - terms @ (terms.T @ np.sin(3 * key))).mean() < 0.01)
    True
    """
    keys = keys[:, :MOST_KEYS]
    count = keys.shape[1]
    each = [spline_terms(keys[:, k], len(keys) // (ROWS_PER_KNOT * count)) for k in range(count)]
    terms: Floats = np.linalg.qr(np.hstack(each))[0]
    return terms


def spline_terms(x: Floats, knots: int) -> Floats:
    """Cubic B-splines of a column, by the recursion of de Boor, with so many knots at quantiles; those of equal values once.

    Examples
    --------
    >>> spline_terms(np.array([0.0, 1.0, 2.0]), 0).round(3).tolist()
    [[1.0, 0.0, 0.0, 0.0], [0.125, 0.375, 0.375, 0.125], [0.0, 0.0, 0.0, 1.0]]
    """
    low, high = x.min(), x.max()
    inner = np.unique(np.quantile(x, np.arange(1, knots + 1) / (knots + 1)))
    inner = inner[(inner > low) & (inner < high)]
    t = np.concatenate([np.full(DEGREE + 1, low), inner, np.full(DEGREE + 1, high)])
    terms = np.zeros((x.size, t.size - 1))
    terms[np.arange(x.size), np.searchsorted(inner, x, side="right") + DEGREE] = 1.0
    for d in range(1, DEGREE + 1):
        width = t[d:] - t[:-d]
        share = (x[:, None] - t[:-d]) / np.where(width > 0, width, np.inf)
        terms = share[:, :-1] * terms[:, :-1] + (width > 0)[1:] * (1 - share[:, 1:]) * terms[:, 1:]
    return terms


def within_means(numbers: Floats, strata: Codes) -> Floats:
    """Columns less their means in each stratum (m, p).

    Examples
    --------
    >>> within_means(np.array([[1.0], [3.0], [8.0]]), np.array([0, 0, 1])).ravel().tolist()
    [-1.0, 1.0, 0.0]
    """
    sums = np.zeros((int(strata.max()) + 1, numbers.shape[1]))
    np.add.at(sums, strata, numbers)
    return numbers - (sums / np.maximum(1, np.bincount(strata))[:, None])[strata]
