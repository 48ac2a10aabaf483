"""Means and covariances of columns, kept without rounding."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.native import exact_sum

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats

__all__ = ["SMALLEST_FLOATS_IN_ONE", "ExactMoments", "exact_product_sum", "halves", "whole_sum"]

SPLITTER = float((1 << 27) + 1)
SMALLEST_FLOATS_IN_ONE = 1 << 1074
"""Sums are whole multiples of 2⁻¹⁰⁷⁴, the smallest float."""


TWO_TO_64 = float(1 << 64)
LARGEST_FLOAT_SUM = float(1 << 106)
"""Sums up to which floats, right to one part in 2⁴⁴ of them, tell the multiple of 2⁶⁴."""


def whole_sum(*columns: Array) -> int:
    """Σ of products of whole numbers, exact: int64 gives it modulo 2⁶⁴, and floats which multiple of that is missing.

    Examples
    --------
    >>> big = np.array([3_000_000_000, 5_000_000_001])
    >>> whole_sum(big, big, big) == 3_000_000_000**3 + 5_000_000_001**3
    True
    """
    whole, rough = columns[0], columns[0].astype(np.float64)
    for column in columns[1:]:
        whole, rough = whole * column, rough * column
    left, about = int(whole.sum()), float(rough.sum())
    if abs(about) > LARGEST_FLOAT_SUM:
        return sum(prod(map(int, values)) for values in zip(*columns, strict=True))
    return left + (round((about - left) / TWO_TO_64) << 64)


def exact_product_sum(a: Floats, b: Floats) -> int:
    """Sum of a·b in units of 2⁻¹⁰⁷⁴, with what rounding takes from each product put back (Dekker 1971).

    Examples
    --------
    >>> x = np.array([1e9 + 0.1])
    >>> exact_product_sum(x, x) == Fraction(float(x[0])) ** 2 * SMALLEST_FLOATS_IN_ONE
    True
    """
    product = a * b
    (a_high, a_low), (b_high, b_low) = halves(a), halves(b)
    rest = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
    return exact_sum(product) + (exact_sum(rest) if rest.any() else 0)


def halves(x: Floats) -> tuple[Floats, Floats]:
    """Two numbers of 26 bits that add up to each of 53 (Veltkamp 1968)."""
    wide = SPLITTER * x
    high = wide - (wide - x)
    return high, x - high


@final
@dataclass(frozen=True)
class ExactMoments:
    """Number of rows, exact sums of m columns and of their products.

    Parameters
    ----------
    n
        Number of rows.
    sums
        Sums of the columns in units of 2⁻¹⁰⁷⁴ (m).
    products
        Sums of the products of columns i ≤ j, row by row of the upper triangle (m(m + 1)/2).

    Examples
    --------
    >>> parts = [ExactMoments.of(np.array([[1.0], [2.0]])), ExactMoments.of(np.array([[6.0]]))]
    >>> whole = parts[0] + parts[1]
    >>> whole.n, whole.means.tolist(), whole.covariance.tolist()
    (3, [3.0], [[7.0]])
    """

    n: int
    sums: tuple[int, ...]
    products: tuple[int, ...]

    @classmethod
    def of(cls, columns: Floats) -> ExactMoments:
        """Summarise columns (n, m)."""
        m = columns.shape[1]
        parts = [np.ascontiguousarray(columns[:, j]) for j in range(m)]
        products = tuple(exact_product_sum(parts[i], parts[j]) for i in range(m) for j in range(i, m))
        return cls(len(columns), tuple(exact_sum(part) for part in parts), products)

    def __add__(self, other: ExactMoments) -> ExactMoments:
        """Merge two disjoint sets of rows."""
        return ExactMoments(
            self.n + other.n,
            tuple(a + b for a, b in zip(self.sums, other.sums, strict=True)),
            tuple(a + b for a, b in zip(self.products, other.products, strict=True)),
        )

    @property
    def totals(self) -> Floats:
        """Sums of the columns (m,)."""
        return np.array([total / SMALLEST_FLOATS_IN_ONE for total in self.sums])

    @property
    def means(self) -> Floats:
        """Means of the columns (m,); NaN without rows."""
        return self.totals / self.n if self.n else np.full(len(self.sums), np.nan)

    @property
    def second(self) -> Floats:
        """Sums of the products of the columns (m, m)."""
        m = len(self.sums)
        table = np.zeros((m, m))
        table[np.triu_indices(m)] = [product / SMALLEST_FLOATS_IN_ONE for product in self.products]
        return np.triu(table) + np.triu(table, 1).T

    @property
    def covariance(self) -> Floats:
        """Covariance of the columns with divisor n - 1 (m, m); NaN below two rows."""
        m, n = len(self.sums), self.n
        table = np.full((m, m), np.nan)
        if n < 2:
            return table
        # Exact until the last division: Σxy - ΣxΣy/n would lose everything to rounding where the means are large.
        for (i, j), product in zip(zip(*np.triu_indices(m), strict=True), self.products, strict=True):
            centred = Fraction(product, SMALLEST_FLOATS_IN_ONE) - Fraction(
                self.sums[i] * self.sums[j], SMALLEST_FLOATS_IN_ONE * SMALLEST_FLOATS_IN_ONE * n
            )
            table[i, j] = table[j, i] = float(centred / (n - 1))
        return table
