"""What the neighbours of rows tell of groups: who is whose, how distances grow, and where the target changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats

__all__ = [
    "FURTHEST_ROWS",
    "NEAREST_ROWS",
    "NeighbourSigns",
    "growth_of",
    "mutual_shares",
    "neighbours_of",
    "target_gaps",
]

NEAREST_ROWS, FURTHEST_ROWS = 4, 6
"""Neighbours whose targets are compared: the first and the last."""
LEAST_SQUARE = 1e-12
"""Smaller squared distances are those of copies."""


class NeighbourSigns(NamedTuple):
    """Of the first k neighbours: the mutual ones, the growth of distances, and how much more the first agree in the target."""

    mutual: Floats
    growth: Floats
    agreed: float


def neighbours_of(rows: Floats, truth: Array, most: int, *, classes: bool) -> NeighbourSigns:
    """Look at so many neighbours of every row."""
    near, squares = _nearest(rows, most)
    gaps = target_gaps(truth, np.arange(len(rows)), near, classes=classes)
    return NeighbourSigns(
        _mutual(near), growth_of(squares), float(gaps[-FURTHEST_ROWS:].mean() - gaps[:NEAREST_ROWS].mean())
    )


def mutual_shares(rows: Floats, most: int) -> Floats:
    """For k from 1 on, share of the k nearest neighbours of the rows that have the row among their own k nearest (most,).

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> pairs = np.repeat(rng.normal(size=(40, 3)), 2, axis=0) + 0.01 * rng.normal(size=(80, 3))
    >>> mutual_shares(pairs, 2).round(2)
    array([1.  , 0.62])
    """
    return _mutual(_nearest(rows, most)[0])


def _nearest(rows: Floats, most: int) -> tuple[Codes, Floats]:
    """The nearest rows of each row and their squared distances, in order (n, most) each."""
    squares = np.einsum("ij,ij->i", rows, rows)
    distances = squares[:, None] + squares - 2 * rows @ rows.T
    np.fill_diagonal(distances, np.inf)
    near: Codes = np.argpartition(distances, most - 1, axis=1)[:, :most]
    near = np.take_along_axis(near, np.argsort(np.take_along_axis(distances, near, 1), axis=1), 1)
    return near, np.take_along_axis(distances, near, 1)


def _mutual(near: Codes) -> Floats:
    n, most = near.shape
    own = np.arange(n)[:, None]
    place = np.full((n, n), most, dtype=np.int8)
    place[own, near] = np.arange(most)
    later = np.maximum(place[own, near], place[near, own])  # two rows are each other's neighbours from this k on
    counts = np.bincount(later.ravel(), minlength=most + 1)[:most]
    shares: Floats = np.cumsum(counts) / (n * np.arange(1, most + 1))
    return shares


def growth_of(squares: Floats) -> Floats:
    """Means of k log(d²_(k+1)/d²_k) over rows, of sorted squared distances (rows, neighbours).

    Examples
    --------
    >>> growth_of(np.array([[1.0, 1.0, np.e]]))
    array([0., 2.])
    """
    logs = np.log(np.maximum(squares, LEAST_SQUARE)).mean(axis=0)
    return np.asarray(np.arange(1, logs.size) * np.diff(logs))


def target_gaps(truth: Array, rows: Codes, near: Codes, *, classes: bool) -> Floats:
    """Share of neighbours of another class, or mean distance of their values in units of that of far rows (neighbours,)."""
    gaps = np.abs(truth[near] - truth[rows, None])
    if classes:
        return np.asarray((gaps > 0).mean(axis=0))
    half = truth.size // 2
    unit = np.abs(truth[half : 2 * half] - truth[:half]).mean()
    return np.asarray(gaps.mean(axis=0) / (unit if unit > 0 else 1.0))
