"""Columns of category numbers 0, 1, 2… as indicators, and which categories a training set knows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np
from array_api_compat import array_namespace

from foldwise.engine.linalg.array_api import beside, largest_of_runs

if TYPE_CHECKING:
    from foldwise.arrays import ApiArray, Array, Codes, Floats
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

    @cached_property
    def category(self) -> Codes:
        """Number of each category within its column (m,)."""
        return np.arange(self.count) - self.first[self.column]

    def indicators(self, x: ApiArray) -> ApiArray:
        """One indicator per column and category of some rows (N, p) → (N, m)."""
        if not isinstance(x, np.ndarray):
            xp = array_namespace(x)
            numbers = xp.take(xp.astype(x, xp.int64), beside(self.column, x), axis=1)
            return xp.astype(numbers == beside(self.category, x), x.dtype)
        places = x.astype(np.int64) + self.first
        table = np.zeros((len(places), self.count))
        np.put_along_axis(table, places, values=1.0, axis=1)  # quicker than to compare all categories
        return table

    def known(self, seen: ApiArray) -> ApiArray:
        """How many categories each column has for models that saw these (B, m): up to the largest seen (B, p)."""
        xp = array_namespace(seen)
        numbers = xp.where(seen, beside(self.category, seen) + 1, 0)
        largest = largest_of_runs(numbers, self.first)
        return largest if self.least is None else xp.maximum(largest, beside(self._least, seen))

    @cached_property
    def _least(self) -> Codes:
        return np.asarray(self.least, dtype=np.int64)

    def covers(self, known: ApiArray, test: TestRows) -> ApiArray:
        """Which resamples know all categories of their test rows; scikit-learn raises on the others (B,)."""
        xp = array_namespace(known)

        def look(at: int) -> bool:
            rows = test.row[test.starts[at] : test.starts[at + 1]]
            return bool(xp.all(beside(self.numbers[rows], known) < known[at, :]))

        covered = xp.all(known >= beside(self.sizes, known), axis=1)
        if bool(xp.all(covered)):
            return covered
        found = [bool(covered[at]) or look(at) for at in range(known.shape[0])]
        return beside(np.asarray(found, dtype=np.bool_), known)
