"""How a delimited text file is laid out: what parts the fields, whether there are names, how decimals are written."""

from __future__ import annotations

import csv
import re
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TYPE_CHECKING, TextIO, final

from foldwise.data.checks.kinds import shown
from foldwise.data.content import is_number
from foldwise.data.request import DEFAULT_TOKENS
from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from foldwise.typing import Untyped

__all__ = ["FileLayout", "check_widths", "find_layout", "long_fields"]

SPACE = " "
"""Stands for any run of spaces and tabs."""
CANDIDATES = (",", ";", "\t", "|", SPACE)
SAMPLE = 100
LONGEST_FIELD = 2**30
DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+")
DECIMAL_POINT = re.compile(r"[+-]?\d+\.\d+")


@final
@dataclass(frozen=True)
class FileLayout:
    """What `find_layout` found.

    Parameters
    ----------
    delimiter
        One character; a space is any run of spaces and tabs.
    names
        The columns, in order.
    header
        Whether the first line holds the names; where it does not, they are x0, x1, ….
    spaced
        Whether every delimiter is followed by a space that is not part of the value.
    decimal
        Decimal point or comma.
    """

    delimiter: str
    names: tuple[str, ...]
    header: bool = True
    spaced: bool = False
    decimal: str = "."

    @property
    def width(self) -> int:
        """Number of fields in a line."""
        return len(self.names)


@contextmanager
def long_fields() -> Iterator[None]:
    """Let the csv module read fields of any length that a text may have, and leave it as it was found."""
    usual = csv.field_size_limit(LONGEST_FIELD)
    try:
        yield
    finally:
        csv.field_size_limit(usual)


def find_layout(path: Path, text: TextIO, delimiter: str | None) -> FileLayout | None:
    """Look at the first lines; None where the file has no line with anything on it."""
    sample = list(islice((line for line in text if line.strip()), SAMPLE))
    if not sample:
        return None
    if delimiter is not None and (len(delimiter) != 1 or not delimiter.isascii()):
        message = f"a delimiter is one ASCII character, not {shown(delimiter)}"
        raise InputError(message, hint="delimiter=';', or one of ',', '\\t', '|', or ' ' for any run of spaces")
    tabbed = "\t" if ".tsv" in path.suffixes else None
    chosen = delimiter or tabbed or _sniff(sample)
    records = list(_fields(sample, chosen))
    first = [field.strip() for field in records[0]]
    header = not _is_data(first, records[1:2])
    names = _names(first) if header else tuple(f"x{at}" for at in range(len(first)))
    _check_unique(path, names)
    followed = re.compile(re.escape(chosen) + r"(?=\s|$)")
    spaced = chosen != SPACE and all(line.count(chosen) == len(followed.findall(line)) for line in sample)
    return FileLayout(chosen, names, header=header, spaced=spaced, decimal=_decimal(records[1:], chosen))


def check_widths(path: Path, text: TextIO, layout: FileLayout) -> int:
    """Refuse a line with too few or too many fields (pandas would fill in or cut); give the number of rows."""
    rows = 0 if not layout.header else -1
    for number, width in _widths(text, layout.delimiter):
        rows += 1
        if width != layout.width:
            message = f"'{path.name}', line {number}: expected {layout.width} fields, as in the first line, and received {width}"
            raise InputError(
                message, hint="mending that line, or delimiter= if the fields are parted by something else"
            )
    return rows


def _widths(text: TextIO, delimiter: str) -> Iterator[tuple[int, int]]:
    """Line number and number of fields of each record; counting delimiters is enough until the first quote."""
    for number, line in enumerate(text, start=1):
        if '"' in line:
            yield from _quoted_widths(number, line, text, delimiter)
            return
        if line.strip():
            yield number, len(line.split()) if delimiter == SPACE else line.count(delimiter) + 1


def _quoted_widths(number: int, line: str, rest: TextIO, delimiter: str) -> Iterator[tuple[int, int]]:
    def lines() -> Iterator[str]:
        yield line
        yield from rest

    reader = _reader(lines(), delimiter)
    start = number
    for record in reader:
        if record not in ([], [""]):
            yield start, len(record)
        start = number + reader.line_num


def _reader(lines: Iterable[str], delimiter: str) -> Untyped:
    if delimiter == SPACE:
        return csv.reader((line.replace("\t", " ").strip() for line in lines), delimiter=" ", skipinitialspace=True)
    return csv.reader(lines, delimiter=delimiter, skipinitialspace=True)


def _fields(lines: Iterable[str], delimiter: str) -> Iterator[list[str]]:
    """Records that are not blank."""
    return (record for record in _reader(lines, delimiter) if any(field.strip() for field in record))


def _sniff(sample: list[str]) -> str:
    """Choose the delimiter that cuts most lines like the first one; among equals the one that gives most fields."""
    best, best_rank = ",", (0.0, 0)
    for candidate in CANDIDATES:
        widths = [len(record) for record in _fields(sample, candidate)]
        agreeing = Counter(widths)[widths[0]] / len(widths)
        # Spaces are inside texts more often than between fields: they count only where nothing else cuts every line.
        if widths[0] < 2 or (candidate == SPACE and best_rank[0] == 1.0):
            continue
        if (agreeing, widths[0]) > best_rank:
            best, best_rank = candidate, (agreeing, widths[0])
    return best


def _is_data(first: list[str], following: list[list[str]]) -> bool:
    """Whether the first line is a row: it has a number, the next line has numbers at the same places, and no counting.

    Names that count upwards, such as years, are names.
    """
    numbers = [float(field) for field in first if is_number(field) and field not in DEFAULT_TOKENS]
    if not numbers or not following or len(following[0]) != len(first):
        return False
    pairs = [(a, b.strip()) for a, b in zip(first, following[0], strict=True)]
    alike = all(is_number(a) == is_number(b) for a, b in pairs if a not in DEFAULT_TOKENS and b not in DEFAULT_TOKENS)
    counting = all(value.is_integer() for value in numbers) and all(a < b for a, b in pairwise(numbers))
    return alike and not counting


def _names(first: list[str]) -> tuple[str, ...]:
    """A name is written on one line; a column without one, such as a saved index, is called by its place."""
    return tuple(" ".join(name.split()) or f"column {at}" for at, name in enumerate(first, start=1))


def _check_unique(path: Path, names: tuple[str, ...]) -> None:
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        message = f"'{path.name}' has {names.count(twice[0])} columns called '{twice[0]}'"
        raise InputError(message, hint="giving every column its own name in the first line of the file")


def _decimal(records: list[list[str]], delimiter: str) -> str:
    fields = [field.strip() for record in records for field in record]
    comma = delimiter != "," and any(DECIMAL_COMMA.fullmatch(field) for field in fields)
    return "," if comma and not any(DECIMAL_POINT.fullmatch(field) for field in fields) else "."
