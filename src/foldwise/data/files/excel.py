"""Excel files (.xlsx): the first line of a sheet names its columns."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from foldwise.data.checks.file import check_unpacked, empty_file, no_rows
from foldwise.data.files.workbook import open_workbook
from foldwise.data.request import Loaded
from foldwise.errors import FoldwiseWarning, InputError, UnknownNameError

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

    from foldwise.data.files.workbook import SheetCells, Workbook
    from foldwise.data.request import ReadRequest

__all__ = ["read_excel"]

POINTER = 8
EXACT_INTEGERS = 2**53
"""Whole numbers beyond are no longer told apart as floating-point numbers."""
"""Bytes of a cell in memory, at least."""


def read_excel(path: Path, request: ReadRequest) -> Loaded:
    """Read the sheet that was asked for, or the only one that holds anything; lines without a value are skipped."""
    import pandas as pd

    with contextmanager(open_workbook)(path, request.unpacked) as workbook:
        cells = _chosen(workbook, request.sheet)
    if not cells:
        raise empty_file(path)
    first, *rest = (cells[row] for row in sorted(cells))
    names, rows = _names(path, first, rest)
    if not rows:
        raise no_rows(path, len(names))
    check_unpacked(path, POINTER * len(rows) * len(names), request.unpacked)
    _refuse_unnamed(path, names, rows)
    columns = {at: [row.get(place) for row in rows] for at, place in enumerate(names)}
    frame = pd.DataFrame({at: _column(values) for at, values in columns.items()}, index=range(len(rows)))
    frame.columns = pd.Index(list(names.values()), dtype=object)
    return Loaded(frame, path.name, from_file=True)


def _chosen(workbook: Workbook, sheet: str | int | None) -> SheetCells:
    known = list(workbook.sheets)
    if sheet is None:
        found = {name: cells for name in known if (cells := workbook.cells(name))}
        if len(found) > 1:
            message = f"'{workbook.path.name}' has {len(found)} sheets: {', '.join(list(found)[:10])}"
            raise InputError(message, hint=f"sheet='{next(iter(found))}'")
        return next(iter(found.values()), {})
    if sheet in known:
        return workbook.cells(str(sheet))
    if str(sheet).isdecimal() and 1 <= int(sheet) <= len(known):
        return workbook.cells(known[int(sheet) - 1])
    what = f"sheet in '{workbook.path.name}'"
    raise UnknownNameError.of(what, str(sheet), known)


def _names(
    path: Path, first: dict[int, Any], rest: list[dict[int, Any]]
) -> tuple[dict[int, str], list[dict[int, Any]]]:
    """Names by column, and the rows; where the first line holds no text, it is a row too."""
    if any(isinstance(value, str) for value in first.values()):
        return {place: str(first[place]).strip() for place in sorted(first)}, rest
    rows = [first, *rest]
    places = sorted({place for row in rows for place in row})
    text = f"'{path.name}' has no line of column names: its columns are called x0 to x{len(places) - 1}"
    warnings.warn(text, FoldwiseWarning, stacklevel=2)
    return {place: f"x{at}" for at, place in enumerate(places)}, rows


def _refuse_unnamed(path: Path, names: dict[int, str], rows: list[dict[int, Any]]) -> None:
    """Refuse values below no name: they would be lost without a word."""
    stray = sorted({place for row in rows for place in row if place not in names})
    if stray:
        message = f"'{path.name}': column {stray[0] + 1} has values and no name in the first line"
        raise InputError(message, hint="giving it a name, or a sheet that holds the table alone")


def _column(values: list[Any]) -> pd.Series[Any]:
    """Make a column of one type where its cells have one; what is mixed is left to the checks."""
    import pandas as pd

    kinds = {type(value) for value in values if value is not None}
    if kinds and kinds <= {int, float}:
        whole = kinds == {int} and None not in values
        if kinds == {int} and not whole and max(abs(value) for value in values if value is not None) > EXACT_INTEGERS:
            return pd.Series(values, dtype="Int64")
        return pd.Series(values, dtype="int64" if whole else "float64")
    return pd.Series(values) if len(kinds) == 1 else pd.Series(values, dtype=object)
