"""ARFF, the attribute-relation file format of Weka: declared types, quotes, ``?`` for missing, sparse rows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.data.checks.table import check_whole_signs
from foldwise.data.content import MOST_EXACT, is_integer, is_number
from foldwise.data.files.text import open_text
from foldwise.data.request import Loaded
from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from foldwise.data.request import ReadRequest
    from foldwise.typing import Untyped

__all__ = ["read_arff"]

# A field is a quoted text in which a backslash protects the next character, or anything up to the next comma.
QUOTED = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
FIELD = re.compile(rf"\s*+({QUOTED}\s*+(?=,|$)|[^,]*+)(?:,|$)")
WORD = re.compile(rf"{QUOTED}|\S+")
SPARSE_FIELD = re.compile(rf"\s*+(\d++)\s++({QUOTED}\s*+(?=,|$)|[^,]*+)(?:,|$)")
ATTRIBUTE = re.compile(rf"@attribute\s+({QUOTED}|[^\s{{]+)\s*(.*)$", re.IGNORECASE)
ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)")
ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}
NUMERIC = ("numeric", "real", "integer")
JAVA_DATE = re.compile(r"'([^']*)'|yyyy|yy|MM|dd|HH|mm|ss|S+|%")
DIRECTIVES = {"yyyy": "%Y", "yy": "%y", "MM": "%m", "dd": "%d", "HH": "%H", "mm": "%M", "ss": "%S", "%": "%%"}


@final
@dataclass(frozen=True)
class _Attribute:
    """A declared column: numeric, string, nominal with its `levels`, or date with its `form`."""

    name: str
    kind: str
    levels: tuple[str, ...] = ()
    form: str = ""

    @property
    def zero(self) -> str | None:
        """What a sparse row leaves out: the number 0, or the first of the levels."""
        if self.kind in NUMERIC:
            return "0"
        return self.levels[0] if self.levels else None


@final
@dataclass(frozen=True)
class _Row:
    """The fields of one row, quotes taken off, None where missing; `line` is its place in the file."""

    line: int
    fields: list[str | None]


def read_arff(path: Path, request: ReadRequest) -> Loaded:
    """Read the declared columns; an unquoted ``?`` is missing."""
    import pandas as pd

    with open_text(path, request.encoding, request.unpacked) as text:
        stripped = ((at, line.strip()) for at, line in enumerate(text, start=1))
        lines = ((at, line) for at, line in stripped if line and not line.startswith("%"))
        attributes = list(_declarations(path, lines))
        if not attributes:
            message = f"'{path.name}' declares no attribute"
            raise InputError(message, hint="a file with a line such as @attribute age numeric")
        rows = [_Row(at, _fields(path, at, line, attributes)) for at, line in lines]
    columns = {at: _column(path, attribute, rows, at) for at, attribute in enumerate(attributes)}
    frame = pd.DataFrame(columns, index=range(len(rows)))
    frame.columns = pd.Index([attribute.name for attribute in attributes], dtype=object)
    unknown = {attribute.name for at, attribute in enumerate(attributes) if any(row.fields[at] is None for row in rows)}
    return Loaded(frame, path.name, tokens=dict.fromkeys(unknown, ("?",)), from_file=True)


def _declarations(path: Path, lines: Iterator[tuple[int, str]]) -> Iterator[_Attribute]:
    """Read up to and with the line ``@data``."""
    for at, line in lines:
        word = line.split(None, 1)[0].lower()
        if word == "@data":
            return
        if word == "@attribute":
            yield _attribute(path, at, line)
        elif word != "@relation":
            raise _wrong(path, at, f"has '{line[:40]}' where @attribute or @data was expected")


def _attribute(path: Path, at: int, line: str) -> _Attribute:
    found = ATTRIBUTE.match(line)
    if found is None:
        raise _wrong(path, at, "declares an attribute without a name")
    name, declared = _plain(found[1]), found[2].strip()
    if declared.startswith("{"):
        levels = _split(declared[1 : declared.rfind("}")], 1)
        return _Attribute(name, "nominal", tuple(dict.fromkeys(_plain(level) for level in levels)))
    kind, _, rest = declared.partition(" ")
    if kind.lower() in (*NUMERIC, "string"):
        return _Attribute(name, kind.lower())
    if kind.lower() == "date":
        return _Attribute(name, "date", form=_python_form(_plain(rest.strip())))
    raise _wrong(path, at, f"declares '{name}' with the type '{declared}', which foldwise does not read")


def _fields(path: Path, at: int, line: str, attributes: list[_Attribute]) -> list[str | None]:
    if line.startswith("{"):
        return _sparse_fields(path, at, line, attributes)
    fields = _split(line, len(attributes))
    if len(fields) != len(attributes):
        raise _wrong(path, at, f"was expected to have {len(attributes)} fields and has {len(fields)}")
    return [None if field == "?" else _plain(field) for field in fields]


def _sparse_fields(path: Path, at: int, line: str, attributes: list[_Attribute]) -> list[str | None]:
    """Column numbers from 0 with their values; the columns left out are zero."""
    fields = [attribute.zero for attribute in attributes]
    inside = line[1:].removesuffix("}").strip()
    place = 0
    while place < len(inside):
        found = SPARSE_FIELD.match(inside, place)
        if found is None or int(found[1]) >= len(attributes):
            raise _wrong(
                path, at, f"has '{inside[place : place + 40]}' where a column number and a value were expected"
            )
        value = found[2].strip()
        fields[int(found[1])] = None if value == "?" else _plain(value)
        place = found.end()
    return fields


def _split(line: str, expected: int) -> list[str]:
    """Cut a line at its commas, or at its spaces where it has no comma and more than one field is expected."""
    if "," not in line and expected > 1:
        return WORD.findall(line)
    if "'" not in line and '"' not in line:
        return [field.strip() for field in line.split(",")]
    fields, place, more = [], 0, True
    while more:
        found = FIELD.match(line, place)
        assert found is not None  # its second alternative matches anything
        fields.append(found[1].strip())
        place, more = found.end(), found[0].endswith(",")
    return fields


def _plain(field: str) -> str:
    """Take the quotes off and undo the escapes."""
    if len(field) < 2 or field[0] not in "'\"" or field[-1] != field[0]:
        return field
    return ESCAPE.sub(lambda found: _unescaped(found[1]), field[1:-1])


def _unescaped(code: str) -> str:
    sign = chr(int(code[1:], 16)) if len(code) == 5 else ESCAPES.get(code, code)
    check_whole_signs(sign, "…")
    return sign


def _column(path: Path, attribute: _Attribute, rows: list[_Row], at: int) -> Untyped:
    """Values of one column in its declared type."""
    import pandas as pd

    fields = [row.fields[at] for row in rows]
    if attribute.kind == "nominal":
        _check(path, attribute, rows, at, allows=frozenset(attribute.levels).__contains__)
        return pd.Categorical(fields, categories=list(attribute.levels))
    if attribute.kind == "string":
        return fields
    if attribute.kind == "date":
        return [None if row.fields[at] is None else _moment(path, attribute, row, at) for row in rows]
    _check(path, attribute, rows, at, allows=is_number)
    return _numbers(fields, whole=attribute.kind == "integer")


def _numbers(fields: list[str | None], *, whole: bool) -> Untyped:
    """Floats, or integers where they are declared so or too long for a float to tell them apart."""
    values = np.array([np.nan if field is None else float(field) for field in fields])
    if bool((np.abs(values[~np.isnan(values)]) < MOST_EXACT).all()):
        return values.astype(np.int64) if whole and bool((values == np.floor(values)).all()) else values
    if all(field is None or is_integer(field) for field in fields):
        return np.array([None if field is None else int(field) for field in fields], dtype=object)
    return values


def _check(path: Path, attribute: _Attribute, rows: list[_Row], at: int, *, allows: Callable[[str], bool]) -> None:
    for row in rows:
        field = row.fields[at]
        if field is not None and not allows(field):
            what = "one of its declared values" if attribute.kind == "nominal" else "a number"
            raise _wrong(path, row.line, f"has '{field[:40]}' in '{attribute.name}', which is not {what}")


def _moment(path: Path, attribute: _Attribute, row: _Row, at: int) -> datetime:
    field = str(row.fields[at])
    try:
        return datetime.strptime(field, attribute.form)
    except (ValueError, re.error) as error:  # strptime makes a regular expression of the pattern
        raise _wrong(
            path, row.line, f"has '{field[:40]}' in '{attribute.name}', which is not a date as declared"
        ) from error


def _python_form(form: str) -> str:
    """Translate a Java date pattern.

    Examples
    --------
    >>> _python_form("yyyy-MM-dd'T'HH:mm:ss.SSS")
    '%Y-%m-%dT%H:%M:%S.%f'
    """
    if not form:
        return "%Y-%m-%dT%H:%M:%S"
    return JAVA_DATE.sub(lambda found: DIRECTIVES.get(found[0], found[1] if found[1] is not None else "%f"), form)


def _wrong(path: Path, at: int, what: str) -> InputError:
    return InputError(f"'{path.name}', line {at} {what}", hint="mending that line")
