"""Cost matrices: from a table, a file with class names, or a text such as ``fn=10,fp=1``."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.data.checks.row import check_costs
from foldwise.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Floats
    from foldwise.typing import Given

__all__ = ["REJECT", "read_costs"]

REJECT = "unclassified"
"""Column of a named table that holds what it costs to abstain; in a text it is called ``reject``."""
CELLS = {"tp": 0.0, "fn": 1.0, "fp": 1.0, "tn": 0.0}
"""What costs of two classes are when they are not given."""


def read_costs(source: Given, classes: Sequence[str], positive: int = -1) -> Floats:
    """Read a cost matrix true x predicted, in the order of the classes.

    Parameters
    ----------
    source
        One line per true class and one column per predicted class: an array or nested list in the order of the classes, a
        text such as ``0,1;10,0``, or a dataframe or file with the class names above the columns and before the lines,
        in any order. A further column ``unclassified`` holds what it costs to abstain. For two classes also
        ``fn=10,fp=1``, or ``{"fn": 10, "fp": 1}``, with ``tp``, ``tn`` and ``reject`` (abstaining) where they cost something.
    classes
        Names of the classes.
    positive
        Position of the positive class.

    Returns
    -------
    Floats
        (C, C), or (C, C + 1) with the cost of abstaining last.

    Examples
    --------
    >>> read_costs("fn=10, fp=1", ["no", "yes"]).tolist()
    [[0.0, 1.0], [10.0, 0.0]]
    """
    names = tuple(str(name) for name in classes)
    if not names:
        return check_costs(source, names)
    if hasattr(source, "columns") and hasattr(source, "index"):
        lines = [[str(line), *row] for line, row in zip(source.index, np.asarray(source).tolist(), strict=True)]
        return _named(["", *map(str, source.columns)], lines, names)
    if isinstance(source, Mapping):
        source = ",".join(f"{name}={value}" for name, value in source.items())
    if not isinstance(source, str | Path):
        return check_costs(source, names)
    if not os.path.isfile(source):  # noqa: PTH113 - false for a text that is too long for a path
        return _typed(str(source), names, positive)
    return _from_file(Path(source), names)


def _from_file(path: Path, classes: tuple[str, ...]) -> Floats:
    try:
        text = path.read_text(encoding="utf-8-sig").strip()
    except (OSError, UnicodeDecodeError) as error:
        message = f"the cost file '{path}' cannot be read as text"
        raise InputError(message, hint="a CSV file with the class names above and before the costs") from error
    first = text.partition("\n")[0]
    delimiter = next((sign for sign in ("\t", ";", ",") if sign in first), " ")
    rows = [[cell.strip() for cell in row] for row in csv.reader(text.splitlines(), delimiter=delimiter) if row]
    if not rows or all(_is_number(cell) for cell in rows[0]):
        return check_costs([[cell for cell in row if cell] for row in rows], classes)
    return _named(rows[0], rows[1:], classes)


def _typed(text: str, classes: tuple[str, ...], positive: int) -> Floats:
    if re.search(r"[^\d;,\s]\.(csv|tsv|txt)$", text.strip(), re.IGNORECASE):
        message = f"there is no cost file '{text}'"
        raise InputError(message, hint="the path of a CSV file, '0,1;10,0' or 'fn=10,fp=1'")
    if "=" in text:
        return _cells(text, classes, positive)
    lines = [re.split(r"[,\s]+", line.strip()) for line in re.split(r"[;\n]", text)]
    return check_costs([line for line in lines if line != [""]], classes)


def _cells(text: str, classes: tuple[str, ...], positive: int) -> Floats:
    """Read ``fn=10,fp=1,reject=0.5``."""
    if len(classes) != 2:
        message = f"'{text}' is for two classes, and there are {len(classes)}"
        raise InputError(message, hint="a table or a file with a line and a column for each class")
    given: dict[str, float] = {}
    for part in filter(str.strip, text.split(",")):
        name, _, value = (piece.strip().lower() for piece in part.partition("="))
        if name not in {*CELLS, "reject"}:
            raise UnknownNameError.of("cost", name, [*CELLS, "reject"])
        if not _is_number(value):
            message = f"the cost {name} is '{value}', which is not a number"
            raise InputError(message, hint=f"'{name}=10'")
        given[name] = float(value)
    cost = CELLS | given
    table = np.empty((2, 2))
    yes = positive % 2
    table[yes, yes], table[yes, 1 - yes] = cost["tp"], cost["fn"]
    table[1 - yes, yes], table[1 - yes, 1 - yes] = cost["fp"], cost["tn"]
    table = check_costs(table, classes)
    return np.column_stack([table, np.full(2, cost["reject"])]) if "reject" in cost else table


def _named(header: list[str], lines: list[list[Any]], classes: tuple[str, ...]) -> Floats:
    """Put a table with names into the order of the classes."""
    columns = {name: at for at, name in enumerate(header) if at > 0 and name}
    rows = {str(line[0]): line for line in lines}
    for what, names in (("column", columns), ("line", rows)):
        allowed = {*classes, REJECT} if what == "column" else set(classes)
        unknown, missing = (
            [name for name in names if name not in allowed],
            [label_class for label_class in classes if label_class not in names],
        )
        if unknown:
            message = f"the cost table has a {what} for '{unknown[0]}', which is not one of the classes"
            raise InputError(message, hint=f"one of {', '.join(classes)}")
        if missing:
            message = f"the cost table has no {what} for the class '{missing[0]}'"
            raise InputError(message, hint=f"a {what} for each of {', '.join(classes)}")
    order = [*classes, *(name for name in columns if name == REJECT and name not in classes)]
    table = [[_cost(rows[true], columns[given], true=true, given=given) for given in order] for true in classes]
    checked = check_costs([row[: len(classes)] for row in table], classes)
    return np.column_stack([checked, [row[-1] for row in table]]) if len(order) > len(classes) else checked


def _cost(line: list[Any], at: int, *, true: str, given: str) -> float:
    cell = line[at] if at < len(line) else ""
    if not _is_number(cell):
        message = f"the cost of predicting '{given}' for a row of '{true}' is '{cell}', which is not a number"
        raise InputError(message, hint="a finite number, 0 where nothing is lost")
    return float(cell)


def _is_number(cell: Given) -> bool:
    try:
        return bool(np.isfinite(float(cell)))
    except (TypeError, ValueError):
        return False
