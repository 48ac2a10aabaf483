"""JSON lines: one object per line, whose keys are the columns."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from foldwise.data.checks.file import empty_file
from foldwise.data.checks.table import check_whole_signs
from foldwise.data.files.text import open_text
from foldwise.data.request import Loaded
from foldwise.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from foldwise.data.request import ReadRequest

__all__ = ["read_json_lines"]


def read_json_lines(path: Path, request: ReadRequest) -> Loaded:
    """Read one row per line; a key that a line does not have is missing there."""
    import pandas as pd

    with open_text(path, request.encoding, request.unpacked) as text:
        rows = [_row(path, number, line) for number, line in enumerate(text, start=1) if line.strip()]
    if not rows:
        raise empty_file(path)
    names = dict.fromkeys(name for row in rows for name in row)
    columns = {name: [row.get(name) for row in rows] for name in names}
    return Loaded(pd.DataFrame(columns, index=range(len(rows))), path.name, from_file=True)


def _row(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line.strip(), object_pairs_hook=lambda pairs: _unique(path, number, pairs))
    except InputError:
        raise
    except RecursionError as error:
        message = f"'{path.name}', line {number} has lists within lists without end"
        raise InputError(message, hint='lines such as {"age": 31, "class": "yes"}') from error
    except ValueError as error:
        if not isinstance(error, json.JSONDecodeError):
            message = f"'{path.name}', line {number} holds a number of too many digits"
            raise InputError(message, hint="mending that line") from error
        message = f"'{path.name}', line {number} is not JSON: {error.msg} at character {error.colno}"
        raise InputError(message, hint="a file with one JSON object per line") from error
    if not isinstance(row, dict):
        message = f"'{path.name}', line {number} holds a {type(row).__name__} where an object was expected"
        raise InputError(message, hint='lines such as {"age": 31, "class": "yes"}')
    if "\\u" in line:  # only an escape can stand for half a sign
        for text in (*row, *(value for value in row.values() if isinstance(value, str))):
            check_whole_signs(text, next(name for name in row if text in (name, row[name])))
    return row


def _unique(path: Path, number: int, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    row = dict(pairs)
    if len(row) < len(pairs):
        twice = next(name for name, _ in pairs if sum(name == other for other, _ in pairs) > 1)
        message = f"'{path.name}', line {number} has the key '{twice}' twice"
        raise InputError(message, hint="giving every column its own name")
    return row
