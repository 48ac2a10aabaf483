"""Conditions on columns that cut out slices of rows."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isnan
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Mask
    from foldwise.typing import Given

__all__ = ["FEW_LEVELS", "SliceCondition", "absent_rows", "columns_of", "conditions_of"]

FEW_LEVELS = 10
"""A numeric column with at most so many distinct values is taken as categories."""
CATEGORIES_TRIED = 30
"""Categories of a column that are looked at, the commonest."""
CUTS = (0.1, 0.25, 0.5, 0.75, 0.9)
"""Quantiles at which a numeric column is cut."""


@final
@dataclass(frozen=True)
class SliceCondition:
    """Rows with low ≤ column < high, or with one value, or without one.

    Examples
    --------
    >>> print(SliceCondition("age", low=60.0))
    age ≥ 60
    >>> print(SliceCondition("town", value="A"))
    town = A
    """

    column: str
    low: float = -inf
    high: float = inf
    value: Any = None
    missing: bool = False

    def rows(self, values: Array) -> Mask:
        """Which rows of the column meet it (n,)."""
        if self.missing:
            return absent_rows(values)
        if self.value is not None:
            named = isinstance(self.value, str) and values.dtype.kind != "U"
            return np.asarray((values.astype(str) if named else values) == self.value, dtype=np.bool_)
        numbers = values.astype(np.float64)
        return (numbers >= self.low) & (numbers < self.high)

    def __str__(self) -> str:
        """The condition as one writes it."""
        if self.missing:
            return f"{self.column} is missing"
        if self.value is not None:
            return f"{self.column} = {self.value}"
        if self.low == -inf:
            return f"{self.column} < {self.high:.4g}"
        return (
            f"{self.column} ≥ {self.low:.4g}"
            if self.high == inf
            else f"{self.low:.4g} ≤ {self.column} < {self.high:.4g}"
        )


def columns_of(X: Given, names: tuple[str, ...] | None = None) -> dict[str, Array]:
    """Columns by name, of a frame, a mapping of columns or a table (n, p).

    Examples
    --------
    >>> list(columns_of(np.zeros((3, 2))))
    ['x0', 'x1']
    """
    if hasattr(X, "columns") or hasattr(X, "keys"):
        found = {str(name): np.asarray(X[name]) for name in (X.columns if hasattr(X, "columns") else X)}
    else:
        table = np.asarray(X)
        if table.ndim != 2 or (names is not None and len(names) != table.shape[1]):
            message = f"a table is rows x columns, with as many names as columns, not an array of shape {table.shape}"
            raise InputError(message)
        called = names or tuple(f"x{at}" for at in range(table.shape[1]))
        found = {str(name): table[:, at] for at, name in enumerate(called)}
    if len({len(one) for one in found.values()}) != 1:
        message = "there is at least one column, and all columns have as many rows"
        raise InputError(message)
    return found


def conditions_of(name: str, values: Array, rows: Codes) -> list[SliceCondition]:
    """Conditions on one column: its commonest values, or tails and stretches between quantiles of some rows.

    Examples
    --------
    >>> [str(one) for one in conditions_of("town", np.array(["A", "B", "A"]), np.arange(3))]
    ['town = A', 'town = B']
    """
    seen = values[rows]
    absent = absent_rows(seen)
    found = [SliceCondition(name, missing=True)] if absent.any() else []
    present = seen[~absent]
    numeric = present.dtype.kind in "iuf"
    levels, counts = np.unique(present if numeric else present.astype(str), return_counts=True)
    if numeric and levels.size > FEW_LEVELS:
        cuts = sorted(set(np.quantile(present.astype(np.float64), CUTS).tolist()))
        edges = [(low, high) for at, low in enumerate([-inf, *cuts]) for high in [*cuts, inf][at:]]
        return found + [
            SliceCondition(name, low, high) for low, high in edges if (low, high) != (-inf, inf) and low < high
        ]
    kept = np.sort(np.argsort(-counts, kind="stable")[:CATEGORIES_TRIED])
    return found + [SliceCondition(name, value=levels[at].item()) for at in kept]


def absent_rows(values: Array) -> Mask:
    """Rows without a value (n,)."""
    if values.dtype.kind == "f":
        return np.isnan(values)
    if values.dtype.kind == "O":
        return np.array(
            [value is None or (isinstance(value, float) and isnan(value)) for value in values], dtype=np.bool_
        )
    return np.zeros(len(values), dtype=np.bool_)
