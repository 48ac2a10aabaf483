"""Whether rows are closer to the next row than to another one: a sign test that needs no distribution."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats, Mask

__all__ = [
    "LEAST_CLOSER",
    "LEAST_DEVIATE",
    "NO_LIKENESS",
    "Likeness",
    "is_sorted",
    "likeness",
    "residuals",
    "room_for",
    "sorted_by_codes",
    "within",
]

LEAST_DEVIATE, LEAST_CLOSER = 5.0, 0.6
"""Standard deviations from one half, and least share of rows that are closer to the next one."""
NEARLY_ALL, SHORTEST_RUN = 0.95, 2
"""Steps that go one way in a column a file is sorted by, and rows that share a value of it where it has few."""
ROWS_PER_TERM = 3


@final
@dataclass(frozen=True)
class Likeness:
    """How often a row is closer to the next row than to another one: share, and distance from ½ in deviations."""

    share: float
    sure: float

    @property
    def speaks(self) -> bool:
        """Whether the rows are not in random order."""
        return self.beyond(LEAST_DEVIATE)

    def beyond(self, sure: float) -> bool:
        """Whether most rows are closer to the next one, by that many deviations."""
        return self.sure >= sure and self.share >= LEAST_CLOSER


NO_LIKENESS = Likeness(0.5, 0.0)


def likeness(
    numbers: Floats, places: tuple[Codes, Codes, Codes] | None = None, *, nominal: Mask | None = None
) -> Likeness:
    """Compare the distance of each row to the next one with that to another, each column scaled by its spread.

    Parameters
    ----------
    numbers
        The rows (m, p).
    places
        Rows, the next of each and another one; by default in turn, and half the table away.
    nominal
        Columns whose codes are either equal or not (p,).

    Examples
    --------
    >>> walk = np.cumsum(np.random.default_rng(0).normal(size=(200, 2)), axis=0)
    >>> likeness(walk).speaks, likeness(np.random.default_rng(0).permutation(walk)).speaks
    (True, False)
    """
    if places is None:
        half = len(numbers) // 2
        near = numbers[1:] - numbers[:-1]
        far = np.concatenate([numbers[half:], numbers[: half - 1]]) - numbers[:-1]
    else:
        rows, following, others = places
        near, far = numbers[following] - numbers[rows], numbers[others] - numbers[rows]
    if nominal is not None and nominal.any():
        near[:, nominal], far[:, nominal] = near[:, nominal] != 0, far[:, nominal] != 0
    near *= near
    far *= far
    spread = np.ones(len(far)) @ far
    spread[spread == 0] = np.inf
    return _signs((far - near) @ (1 / spread))


def _signs(gains: Array) -> Likeness:
    """Sign test: how many are closer to the next row, those at the same distance counted half."""
    closer, further = int(np.count_nonzero(gains > 0)), int(np.count_nonzero(gains < 0))
    if closer + further == 0:
        return NO_LIKENESS
    difference = closer - further
    return Likeness(0.5 + difference / (2 * gains.size), difference / math.sqrt(closer + further))


def within(strata: Codes, step: int = 0) -> tuple[Codes, Codes, Codes]:
    """Rows, the next one of the same stratum, and another one: `step` rows on, or half the stratum away.

    Examples
    --------
    >>> [part.tolist() for part in within(np.array([0, 1, 0, 1, 0, 0, 1, 1]))]
    [[0, 2, 4, 1, 3, 6], [2, 4, 5, 3, 6, 7], [4, 5, 0, 6, 7, 1]]
    """
    order = np.argsort(strata, kind="stable")
    sizes = np.bincount(strata)
    size, start = np.repeat(sizes, sizes), np.repeat(np.cumsum(sizes) - sizes, sizes)
    place = np.arange(order.size) - start
    far = place + (step or size // 2)
    usable = (place < size - 1) & (size >= 4) & ((far < size) if step else True)
    other = start + far % np.maximum(size, 1)
    return order[usable], order[np.flatnonzero(usable) + 1], order[other[usable]]


def is_sorted(numbers: Floats, strata: Codes) -> Mask:
    """Columns that hardly ever fall, or hardly ever rise, from one row of a stratum to the next, and do change (p,)."""
    order = np.argsort(strata, kind="stable")
    steps = np.diff(numbers[order], axis=0)[strata[order][1:] == strata[order][:-1]]
    up, down = (steps >= 0).mean(axis=0), (steps <= 0).mean(axis=0)
    return (np.maximum(up, down) >= NEARLY_ALL) & (steps != 0).any(axis=0)


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


def room_for(rows: int) -> int:
    """Terms that there are three rows for, beside a constant."""
    return rows // ROWS_PER_TERM - 1


def residuals(numbers: Floats, truth: Floats) -> Floats:
    """What squares of the columns, or the columns, leave of the target, as far as there are three rows for each term (m,)."""
    z = numbers - numbers.mean(axis=0)
    spread = np.sqrt((z**2).mean(axis=0))
    z = z[:, spread > 0] / spread[spread > 0]
    room = room_for(len(z))
    terms = [z, z**2] if 2 * z.shape[1] <= room else [z] if z.shape[1] <= room else []
    design = np.column_stack([np.ones(len(z)), *terms])
    return truth - design @ np.linalg.lstsq(design, truth, rcond=None)[0]
