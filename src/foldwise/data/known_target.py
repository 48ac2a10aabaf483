"""Rows whose target is missing, left out on request: nothing can be learned from them or tested on them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data.checks.row import check_length
from foldwise.data.content import unknown_rows
from foldwise.data.table import shape_of, take_rows

if TYPE_CHECKING:
    from foldwise.arrays import Codes
    from foldwise.data.content import Content
    from foldwise.data.request import Loaded, ReadRequest
    from foldwise.typing import Given

__all__ = ["keep_known"]

PER_ROW = ("target", "groups", "order", "weights", "segments")


def keep_known(loaded: Loaded, request: ReadRequest, target: Content) -> tuple[Loaded, ReadRequest, int]:
    """Leave the rows without a target out of the table and of every array; also how many they are."""
    unknown = unknown_rows(target)
    left_out = int(np.count_nonzero(unknown))
    if left_out in (0, unknown.size):  # a target that is missing in all rows is refused for what it is
        return loaded, request, 0
    rows = np.flatnonzero(~unknown)
    n = shape_of(loaded.table)[0]
    arrays = {part: _chosen(part, getattr(request, part), rows, n) for part in PER_ROW}
    return replace(loaded, table=take_rows(loaded.table, rows)), replace(request, **arrays), left_out


def _chosen(part: str, value: Given, rows: Codes, n: int) -> Given:
    """Take rows of what was given row by row; the name of a column stays a name."""
    if value is None or isinstance(value, str):
        return value
    if not hasattr(value, "__len__"):
        return np.asarray(value)  # refused later, for what it is
    check_length("y" if part == "target" else part, len(value), n)
    if isinstance(value, list | tuple):
        return [value[row] for row in rows]
    return value.iloc[rows] if hasattr(value, "iloc") else value[rows]
