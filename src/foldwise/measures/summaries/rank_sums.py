"""Sums for areas, their variance and average precision, range by range of the scores and without rounding."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.measures.summaries.moments import SMALLEST_FLOATS_IN_ONE, exact_product_sum, whole_sum

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats
    from foldwise.measures.summaries.ranking import Ranking

__all__ = ["RankSums", "rank_sums"]


@final
@dataclass(frozen=True)
class RankSums:
    """Sums over the rows of one range of the scores, given how many rows lie below it; ranges that are disjoint add up.

    With b the rows of the other class below a row and t those level with it, a row of class `up` has 2b + t half wins.

    Parameters
    ----------
    wins
        Σ (2b + t) over the rows of class `up`, against each class.
    up_squares, down_squares
        Σ (2b + t)² over the rows of class `up` against each class, and over the rows of each class their half wins against
        `up`, which are counted from above.
    precision
        Σ over the rows of class `up` of the share of that class among the rows at least as high, against all others, in
        units of 2⁻¹⁰⁷⁴.
    gap
        Largest distance of the distribution functions of `up` and of all others.

    Examples
    --------
    >>> from foldwise.measures.summaries import Ranking
    >>> scores, codes = np.array([0.1, 0.4, 0.35, 0.8]), np.array([0, 0, 1, 1])
    >>> low, high = Ranking.of(scores[:1], codes[:1], 2), Ranking.of(scores[1:], codes[1:], 2)
    >>> below, rows = np.zeros(2, dtype=np.int64), np.array([2, 2])
    >>> parts = rank_sums(low, 1, below, rows) + rank_sums(high, 1, low.rows, rows)
    >>> parts.area(0, rows, 1), parts == rank_sums(low + high, 1, below, rows)
    (0.75, True)
    """

    wins: tuple[int, ...]
    up_squares: tuple[int, ...]
    down_squares: tuple[int, ...]
    precision: int
    gap: float

    def __add__(self, other: RankSums) -> RankSums:
        """Merge two disjoint ranges."""
        return RankSums(
            _added(self.wins, other.wins),
            _added(self.up_squares, other.up_squares),
            _added(self.down_squares, other.down_squares),
            self.precision + other.precision,
            max(self.gap, other.gap),
        )

    def area(self, down: int, rows: Array, up: int) -> float:
        """Probability that a row of class `up` scores above one of class `down`, ties half."""
        pairs = int(rows[up]) * int(rows[down])
        return self.wins[down] / (2 * pairs) if pairs else float("nan")

    def average_precision(self, rows: Array, up: int) -> float:
        """Mean of the precision at the rows of class `up`."""
        return float(Fraction(self.precision, SMALLEST_FLOATS_IN_ONE * int(rows[up]))) if rows[up] else float("nan")

    def variance_parts(self, down: int, rows: Array, up: int) -> Floats | None:
        """The terms of the two classes in DeLong's variance, S_c / n_c (C,); None below two rows of either."""
        parts = np.zeros(len(rows))
        for code, other, squares in ((up, down, self.up_squares), (down, up, self.down_squares)):
            n, against = int(rows[code]), 2 * int(rows[other])
            if n < 2 or against == 0:
                return None
            # Both classes share the wins: a half win of a row of `up` is one of the row of `down` below it.
            spread = Fraction(squares[down]) - Fraction(self.wins[down] ** 2, n)
            parts[code] = float(spread / (against * against) / (n - 1) / n)
        return parts


def _added(mine: Sequence[int], yours: Sequence[int]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(mine, yours, strict=True))


def rank_sums(ranking: Ranking, up: int, below: Array, rows: Array) -> RankSums:
    """Sums of the rows of a ranking that is exact, where `below` rows of each class score less, of `rows` in all."""
    counts = ranking.counts
    ups = np.ascontiguousarray(counts[:, up])
    up_below = below[up] + np.cumsum(ups) - ups
    above = 2 * (rows[up] - up_below) - ups
    wins, up_squares, down_squares = [0] * rows.size, [0] * rows.size, [0] * rows.size
    for code in range(rows.size):
        if code != up:
            downs = np.ascontiguousarray(counts[:, code])
            half = 2 * (below[code] + np.cumsum(downs) - downs) + downs
            wins[code] = whole_sum(ups, half)
            up_squares[code] = whole_sum(ups, half, half)
            down_squares[code] = whole_sum(downs, above, above)
    everyone = counts.sum(axis=1)
    others_below = int(below.sum()) - int(below[up]) + np.cumsum(everyone - ups)
    all_below = int(below.sum()) + np.cumsum(everyone) - everyone
    return RankSums(
        *(tuple(wins), tuple(up_squares), tuple(down_squares)),
        _precision(ups, int(rows[up]) - up_below, int(rows.sum()) - all_below),
        _gap(up_below + ups, others_below, int(rows[up]), int(rows.sum()) - int(rows[up])),
    )


def _precision(ups: Array, found: Array, taken: Array) -> int:
    """Each row of class `up` has the precision of its own threshold, a float; their sum is exact."""
    own = ups > 0
    return exact_product_sum(ups[own].astype(np.float64), found[own] / taken[own])


def _gap(up: Array, others: Array, all_up: int, all_others: int) -> float:
    if not all_up or not all_others or not up.size:
        return 0.0
    return float(np.abs(up / all_up - others / all_others).max())
