"""Exact sums for intervals of weighted rows, so that rows may be read in pieces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.intervals.variances.linearised import carriers_of, free_of, share_terms
from foldwise.measures.summaries import SMALLEST_FLOATS_IN_ONE
from foldwise.native import exact_sum

if TYPE_CHECKING:
    from foldwise.arrays import Floats

__all__ = ["ShareSums", "UnitSums"]


@final
@dataclass(frozen=True)
class ShareSums:
    """Exact sums of the terms of leverages hᵢ (`share_terms`), which give the degrees of freedom; two of them add up.

    Parameters
    ----------
    count
        Number of rows.
    sums
        Σ of h and of each term, in units of 2⁻¹⁰⁷⁴ (7).

    Examples
    --------
    >>> both = ShareSums.of(np.array([0.1, 0.2])) + ShareSums.of(np.array([0.7]))
    >>> both.count, both.terms[:3].round(3).tolist()
    (3, [1.0, 0.54, 1.694])
    """

    count: int
    sums: tuple[int, ...]

    @classmethod
    def of(cls, shares: Floats) -> ShareSums:
        """Add up the terms of some rows."""
        return cls(shares.size, tuple(exact_sum(part) for part in (shares, *share_terms(shares))))

    def __add__(self, other: ShareSums) -> ShareSums:
        """Merge two disjoint sets of rows."""
        return ShareSums(
            self.count + other.count, tuple(mine + yours for mine, yours in zip(self.sums, other.sums, strict=True))
        )

    @property
    def terms(self) -> Floats:
        """The sums as floats (7,)."""
        return np.array([one / SMALLEST_FLOATS_IN_ONE for one in self.sums])


@final
@dataclass(frozen=True)
class UnitSums:
    """Exact sums of contributions mᵢ and leverages hᵢ of rows, as `linearised` needs them; two of them add up.

    Parameters
    ----------
    shares
        Sums of the shares.
    sums
        Σm², Σm²/(1 - h), Σm⁴ and Σm²/h, in units of 2⁻¹⁰⁷⁴.
    least, most
        Smallest and largest contribution.

    Examples
    --------
    >>> moves, shares = np.array([-0.375, -0.125, 0.125, 0.375]), np.full(4, 0.25)
    >>> both = UnitSums.of(moves[:1], shares[:1]) + UnitSums.of(moves[1:], shares[1:])
    >>> round(both.variance, 6), round(both.df, 6), both.most
    (0.416667, 3.0, 0.375)
    """

    shares: ShareSums
    sums: tuple[int, int, int, int]
    least: float
    most: float

    @classmethod
    def of(cls, moves: Floats, shares: Floats) -> UnitSums:
        """Add up some rows, whose shares are above 0."""
        squares = moves**2
        parts = squares, squares / np.maximum(1 - shares, 1e-12), squares**2, squares / shares
        first, second, third, fourth = (exact_sum(part) for part in parts)
        ends = float(moves.min(initial=np.inf)), float(moves.max(initial=-np.inf))
        return cls(ShareSums.of(shares), (first, second, third, fourth), *ends)

    def __add__(self, other: UnitSums) -> UnitSums:
        """Merge two disjoint sets of rows."""
        first, second, third, fourth = (mine + yours for mine, yours in zip(self.sums, other.sums, strict=True))
        ends = min(self.least, other.least), max(self.most, other.most)
        return UnitSums(self.shares + other.shares, (first, second, third, fourth), *ends)

    @property
    def count(self) -> int:
        """Number of rows."""
        return self.shares.count

    @property
    def squares(self) -> float:
        """Σm²."""
        return self.sums[0] / SMALLEST_FLOATS_IN_ONE

    @property
    def variance(self) -> float:
        """Σm²/(1 - h)."""
        return self.sums[1] / SMALLEST_FLOATS_IN_ONE

    @property
    def fourths(self) -> float:
        """Σm⁴."""
        return self.sums[2] / SMALLEST_FLOATS_IN_ONE

    @property
    def spread(self) -> float:
        """Σm²/h, the weighted mean of the squared influence of the rows."""
        return self.sums[3] / SMALLEST_FLOATS_IN_ONE

    @property
    def row(self) -> float:
        """Σh²."""
        return float(self.shares.terms[1])

    @property
    def df(self) -> float:
        """Degrees of freedom by the leverages."""
        return free_of(self.shares.terms[1:])

    @property
    def carriers(self) -> float:
        """Effective number of rows in the variance."""
        return carriers_of(self.squares, self.fourths)
