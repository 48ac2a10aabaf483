"""Columns of category numbers 0, 1, 2… as indicators, and which categories a training set knows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.engine.rows import TestRows
    from foldwise.typing import Estimator, Given

__all__ = ["Categories", "refuse_categories"]

MOST_CATEGORIES = 5_000
"""Categories of all columns up to which a table of indicators pays."""


def refuse_categories(model: Estimator, X: Floats) -> str | None:
    """Say why the categories are left to scikit-learn."""
    p = X.shape[1]
    if model.min_categories is not None:
        least = np.array(model.min_categories)
        if not np.issubdtype(least.dtype, np.signedinteger) or least.shape not in ((), (p,)):
            return "min_categories is not one whole number, or one per column"
    total = float(np.sum(np.trunc(X.max(axis=0, initial=0)) + 1))
    return f"there are {total:,.0f} categories, too many for a table" if total > MOST_CATEGORIES else None


@final
@dataclass(frozen=True, eq=False)
class Categories:
    """Category numbers (n, p), and the least number of categories of a column where the user gave one."""

    numbers: Array
    least: Any

    @classmethod
    def of(cls, X: Floats, least: Given) -> Categories:
        """Read features as category numbers."""
        return cls(X.astype(np.int64), least)

    @cached_property
    def sizes(self) -> Codes:
        """Number of categories of each column in all rows (p,)."""
        return self.numbers.max(axis=0) + 1

    @property
    def count(self) -> int:
        """Number of categories of all columns, m."""
        return int(self.sizes.sum())

    @cached_property
    def column(self) -> Codes:
        """Column of each category (m,)."""
        return np.repeat(np.arange(self.sizes.size), self.sizes)

    @cached_property
    def first(self) -> Codes:
        """Place of the first category of each column (p,)."""
        return np.cumsum(self.sizes) - self.sizes

    def indicators(self, x: Floats) -> Floats:
        """One indicator per column and category of some rows (N, p) → (N, m)."""
        places = x.astype(np.int64) + self.first
        table = np.zeros((len(places), self.count))
        np.put_along_axis(table, places, values=1.0, axis=1)
        return table

    def known(self, seen: Mask) -> Codes:
        """How many categories each column has for models that saw these (B, m): up to the largest seen (B, p)."""
        numbers = np.arange(self.count) - self.first[self.column]
        largest = np.maximum.reduceat(np.where(seen, numbers, -1), self.first, axis=1) + 1
        return largest if self.least is None else np.maximum(largest, np.asarray(self.least))

    def covers(self, known: Codes, test: TestRows) -> Mask:
        """Which resamples know all categories of their test rows; scikit-learn raises on the others (B,)."""
        covered: Mask = np.asarray((known >= self.sizes).all(axis=1))
        for at in np.flatnonzero(~covered).tolist():
            rows = test.row[test.starts[at] : test.starts[at + 1]]
            covered[at] = bool((self.numbers[rows] < known[at]).all())
        return covered
