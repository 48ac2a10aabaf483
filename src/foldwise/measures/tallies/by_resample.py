"""Rows and tables, brought together by the resample or repeat that they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes
    from foldwise.measures.outcomes import Outcomes

__all__ = ["added", "mean_defined", "split"]


def split(outcomes: Outcomes, group: Codes, groups: int) -> list[Outcomes]:
    """Cut the rows into one sample per group."""
    if groups == 1:
        return [outcomes]
    order = np.argsort(group, kind="stable")
    edges = np.searchsorted(group[order], np.arange(1, groups))
    return [outcomes.where(rows) for rows in np.split(order, edges)]


def added(tables: Array, repeat: Codes) -> Array:
    """Sums of tables (R, …) over the resamples of each repeat that has any (T, …)."""
    steps = repeat[1:] - repeat[:-1]
    if (steps < 0).any():
        order = np.argsort(repeat, kind="stable")
        return added(tables[order], repeat[order])
    return np.add.reduceat(tables, np.append(0, np.flatnonzero(steps) + 1))


def mean_defined(values: Array) -> float:
    """Mean of the values that are defined; NaN when none is."""
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if defined.size else float("nan")
