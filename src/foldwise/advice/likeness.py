"""Whether rows are closer to the next row than to another one: a sign test and rank correlations, which need no distribution."""

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
    "likeness",
    "quadratic_terms",
    "rank_correlation_of_neighbours",
    "residuals_of_target",
    "room_for",
    "within",
]

LEAST_DEVIATE, LEAST_CLOSER = 5.0, 0.6
"""Standard deviations from one half, and least share of rows that are closer to the next one."""
LAGS = (1, 2, 3)
"""Distances between rows whose values are correlated."""
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


def rank_correlation_of_neighbours(values: Floats, taken: Floats | None = None) -> tuple[float, float]:
    """Mean rank correlation of values up to three rows apart, and its distance in deviations from that of random order.

    Parameters
    ----------
    values
        One value for each row (m,).
    taken
        Orthonormal terms whose least-squares fit was taken from the values (m, q): random values less their fit are correlated
        by - sum of H[i, i + lag] / (m - q), where H projects on the terms.

    Examples
    --------
    >>> size, sure = rank_correlation_of_neighbours(np.repeat(np.random.default_rng(0).normal(size=20), 10))
    >>> bool(0.6 < size < 1), bool(sure > 10)
    (True, True)
    """
    size = values.size
    order = values.argsort()
    ordered = values[order]
    ranks = np.empty(size)
    ranks[order] = np.arange((1 - size) / 2, size / 2)
    if (ordered[1:] == ordered[:-1]).any():  # equal values have the mean of their ranks
        ranks = (np.searchsorted(ordered, values) + np.searchsorted(ordered, values, "right") - size) / 2
    squares = float(ranks @ ranks)
    if squares == 0:
        return 0.0, 0.0
    found = sum(float(ranks[lag:] @ ranks[:-lag]) for lag in LAGS) / (len(LAGS) * squares)
    usual = 0.0
    if taken is not None:
        usual = -sum(float(np.vdot(taken[lag:], taken[:-lag])) for lag in LAGS) / (len(LAGS) * (size - taken.shape[1]))
    return found, (found - usual) * math.sqrt(len(LAGS) * size)


def room_for(rows: int) -> int:
    """Terms that there are three rows for, beside a constant."""
    return rows // ROWS_PER_TERM - 1


def quadratic_terms(numbers: Floats) -> Floats:
    """Columns on one scale and their squares, or the columns alone, or none, as far as there are three rows for each (m, t)."""
    z = numbers - numbers.mean(axis=0)
    spread = np.sqrt((z**2).mean(axis=0))
    z = z[:, spread > 0] / spread[spread > 0]
    room = room_for(len(z))
    return np.hstack([z, z**2]) if 2 * z.shape[1] <= room else z[:, : z.shape[1] if z.shape[1] <= room else 0]


def residuals_of_target(numbers: Floats, truth: Floats) -> Floats:
    """What squares of the columns, or the columns, leave of the target, as far as there are three rows for each term (m,)."""
    design = np.column_stack([np.ones(len(numbers)), quadratic_terms(numbers)])
    return truth - design @ np.linalg.lstsq(design, truth, rcond=None)[0]
