"""Cells of confusion matrices, of one system and of two, and their weights."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from foldwise.measures.summaries.moments import exact_product_sum

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Array, Codes
    from foldwise.measures.outcomes import Outcomes

__all__ = ["cell_squares", "cells_of_rows", "class_squares", "joint_cells", "joint_squares", "whole_table"]

MOST_CELLS = 50_000
"""Joint cells (truth, prediction, prediction) of two systems that are counted."""


def whole_table(table: Array) -> Array:
    """Sums of weights that are whole numbers are whole."""
    return table if table.dtype.kind == "i" else np.rint(table).astype(np.int64)


def cells_of_rows(rows: Outcomes) -> Codes:
    """Cell of the confusion matrix of each row (n,)."""
    return rows.truth * (rows.classes + 1) + np.where(rows.output < 0, rows.classes, rows.output)


def cell_squares(rows: Outcomes) -> tuple[int, ...]:
    """Exact sums of squared weights in each cell."""
    weights: Array = np.ones(rows.size) if rows.weights is None else rows.weights
    cells = cells_of_rows(rows)
    parts = (weights[cells == cell] for cell in range(rows.classes * (rows.classes + 1)))
    return tuple(exact_product_sum(part, part) for part in parts)


def class_squares(rows: Outcomes) -> tuple[int, ...]:
    """Exact sums of squared weights in each class; none where rows have no weights."""
    if rows.weights is None:
        return ()
    parts = (rows.weights[rows.truth == code] for code in range(rows.classes))
    return tuple(exact_product_sum(part, part) for part in parts)


def joint_cells(systems: Mapping[str, Outcomes]) -> dict[tuple[str, str], Array]:
    """Rows in each joint cell of two systems, by their weight; none where there are too many cells."""
    first = next(iter(systems.values()))
    shape = (first.classes, first.classes + 1, first.classes + 1)
    if np.prod(shape) > MOST_CELLS:
        return {}
    found = {}
    for a, b in combinations(systems, 2):
        columns = [np.where(systems[name].output < 0, first.classes, systems[name].output) for name in (a, b)]
        cells = np.ravel_multi_index((first.truth, *columns), shape)
        found[a, b] = whole_table(np.bincount(cells, first.weights, minlength=int(np.prod(shape)))).reshape(shape)
    return found


def joint_squares(systems: Mapping[str, Outcomes]) -> dict[tuple[str, str], dict[int, int]]:
    """Exact sums of squared weights in each joint cell that has rows; none where there are too many cells."""
    first = next(iter(systems.values()))
    if first.classes * (first.classes + 1) ** 2 > MOST_CELLS or first.weights is None:
        return {}
    found = {}
    for a, b in combinations(systems, 2):
        cells = cells_of_rows(systems[a]) * (first.classes + 1) + cells_of_rows(systems[b]) % (first.classes + 1)
        order = np.argsort(cells, kind="stable")
        filled, starts = np.unique(cells[order], return_index=True)
        parts = np.split(first.weights[order], starts[1:])
        found[a, b] = {int(cell): exact_product_sum(part, part) for cell, part in zip(filled, parts, strict=True)}
    return found
