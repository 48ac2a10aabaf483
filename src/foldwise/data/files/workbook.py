"""The inside of an Excel file: a zip of XML, read without trusting its sizes or its declarations."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, final
from xml.parsers import expat
from zipfile import ZipFile

from foldwise.data.checks.file import DAMAGED_ARCHIVE, check_unpacked
from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from foldwise.typing import Given

__all__ = ["SheetCells", "open_workbook"]

SheetCells = dict[int, dict[int, Any]]
"""Values by row and column, both counted from 0."""

DATE_FORMATS = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
"""Numbers of the built-in formats that show a date or a time."""
NO_DATE = re.compile(r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|general|[^dmyhs]', re.IGNORECASE)
"""What says nothing of a date in a format: quoted texts, single signs, colours and conditions."""
PLACE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
INTEGER = re.compile(r"[+-]?[0-9]+")
LONGEST, LARGEST = 20, 2**63 - 1
"""Whole numbers beyond have no type of their own and are read as texts, so that different ones stay different."""
WIDEST = 16_384
"""Columns of a sheet."""


@final
@dataclass
class Reading:
    """What the tags of a sheet have said so far."""

    workbook: Workbook
    cells: SheetCells = field(default_factory=dict)
    row: int = -1
    column: int = -1
    kind: str = "n"
    style: int = 0
    formula: bool = False
    text: list[str] = field(default_factory=list)
    taking: bool = False

    def start(self, tag: str, given: dict[str, str]) -> None:
        """Record where a value stands and of what kind it is."""
        if tag == "row":
            self.row, self.column = int(given.get("r", self.row + 2)) - 1, -1
        elif tag == "c":
            self.row, self.column = _place(given["r"]) if "r" in given else (self.row, self.column + 1)
            self.kind, self.style, self.formula = given.get("t", "n"), int(given.get("s", 0)), False
            self.text = []
        elif tag == "f":
            self.formula = True
        self.taking = tag in ("v", "t")

    def end(self, tag: str) -> None:
        """Keep the value of a cell that ends."""
        self.taking = False
        if tag != "c":
            return
        written = "".join(self.text)
        if written or self.kind in ("s", "b", "e"):
            value = self.workbook.value(written, self.kind, self.style, self._where)
            row = self.cells.setdefault(self.row, {}) if value is not None else {}
            if self.column in row:
                message = f"{self._where} is there twice"
                raise InputError(message, hint="opening and saving the file in a spreadsheet program")
            row[self.column] = value
        elif self.formula and self.kind == "n":
            message = f"{self._where} holds a formula whose value was never computed"
            raise InputError(message, hint="opening and saving the file in a spreadsheet program, or saving it as .csv")

    def data(self, text: str) -> None:
        """Take a piece of a value."""
        if self.taking:
            self.text.append(text)

    @property
    def _where(self) -> str:
        return f"'{self.workbook.path.name}', cell {_letters(self.column)}{self.row + 1},"


@final
class Workbook:
    """The sheets of a file, and what its cells refer to."""

    def __init__(self, path: Path, archive: ZipFile) -> None:
        self.path, self.archive = path, archive
        self.names = set(archive.namelist())
        self.first_day = datetime(1899, 12, 30)  # a spreadsheet knows no time zones
        self.sheets = self._sheets()
        self.texts = self._texts()
        self.dates = self._dates()

    def cells(self, sheet: str) -> SheetCells:
        """Values of a sheet."""
        reading = Reading(self)
        self._parse(self.sheets[sheet], reading.start, reading.end, reading.data)
        return reading.cells

    def value(self, written: str, kind: str, style: int, where: str) -> Given:
        """What a cell holds; None where it holds nothing."""
        if kind == "e":
            if written == "#N/A":
                return None
            message = f"{where} holds the error {written[:20]}"
            raise InputError(message, hint="mending or emptying that cell")
        if kind == "s":
            return self.texts[int(written)] if self.texts[int(written)].strip() else None
        if kind == "b":
            return bool(int(written))
        if kind != "n":
            return written if written.strip() else None
        if style in self.dates:
            return self.first_day + timedelta(days=float(written))
        return _number(written)

    def _sheets(self) -> dict[str, str]:
        """Parts of the sheets by their names, in the order of the file."""
        places: dict[str, str] = {}
        found: dict[str, str] = {}

        def relation(tag: str, given: dict[str, str]) -> None:
            if tag == "Relationship" and "Id" in given and "Target" in given:
                places[given["Id"]] = posixpath.normpath(posixpath.join("/xl", given["Target"])).lstrip("/")

        def sheet(tag: str, given: dict[str, str]) -> None:
            if tag == "workbookPr" and given.get("date1904") in ("1", "true"):
                self.first_day = datetime(1904, 1, 1)
            if tag == "sheet" and places.get(given.get("id", "")) in self.names:
                if given["name"] in found:
                    message = f"'{self.path.name}' has two sheets called '{given['name']}'"
                    raise InputError(message, hint="another name for one of them")
                found[given["name"]] = places[given["id"]]

        self._parse("xl/_rels/workbook.xml.rels", relation)
        self._parse("xl/workbook.xml", sheet)
        return found

    def _texts(self) -> list[str]:
        """Texts that cells refer to by their number; how they are pronounced is left out."""
        texts: list[list[str]] = []
        inside: list[str] = []

        def start(tag: str, _: dict[str, str]) -> None:
            inside.append(tag)
            if tag == "si":
                texts.append([])

        def end(_: str) -> None:
            inside.pop()

        def data(text: str) -> None:
            if inside[-1] == "t" and "rPh" not in inside:
                texts[-1].append(text)

        if "xl/sharedStrings.xml" in self.names:
            self._parse("xl/sharedStrings.xml", start, end, data)
        return ["".join(parts) for parts in texts]

    def _dates(self) -> set[int]:
        """Numbers of the styles that show a date."""
        formats: dict[int, bool] = {}
        styles: list[int] = []
        inside: list[str] = []

        def start(tag: str, given: dict[str, str]) -> None:
            inside.append(tag)
            if tag == "numFmt":
                formats[int(given["numFmtId"])] = bool(NO_DATE.sub("", given.get("formatCode", "")))
            if tag == "xf" and "cellXfs" in inside:
                styles.append(int(given.get("numFmtId", 0)))

        if "xl/styles.xml" in self.names:
            self._parse("xl/styles.xml", start, lambda _: inside.__delitem__(-1))
        return {at for at, style in enumerate(styles) if formats.get(style, style in DATE_FORMATS)}

    def _parse(
        self,
        part: str,
        start: Callable[[str, dict[str, str]], None],
        end: Callable[[str], None] | None = None,
        data: Callable[[str], None] | None = None,
    ) -> None:
        """Read a part tag by tag; declarations, by which a small file could grow without end, are refused."""
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True

        def refuse(*_: object) -> None:
            message = f"'{self.path.name}' declares entities of its own, which no spreadsheet program does"
            raise InputError(message, hint="saving it as .csv")

        def begin(tag: str, given: dict[str, str]) -> None:
            start(tag.rpartition(" ")[2], {name.rpartition(" ")[2]: value for name, value in given.items()})

        parser.StartDoctypeDeclHandler = refuse
        parser.StartElementHandler = begin
        if end is not None:
            parser.EndElementHandler = lambda tag: end(tag.rpartition(" ")[2])
        if data is not None:
            parser.CharacterDataHandler = data
        with self.archive.open(part) as file:
            parser.ParseFile(file)


def open_workbook(path: Path, unpacked: float | None) -> Iterator[Workbook]:
    """Open a file for reading, whatever it holds; `unpacked` is the most it may unpack to, in GB."""
    try:
        with ZipFile(path) as archive:
            check_unpacked(path, sum(part.file_size for part in archive.infolist()), unpacked)
            yield Workbook(path, archive)
    except InputError:
        raise
    except (*DAMAGED_ARCHIVE, expat.ExpatError) as error:
        reason = " ".join(str(error).split())[:100]
        message = f"'{path.name}' is not a whole Excel file ({reason})"
        raise InputError(message, hint="saving it again as .xlsx without a password, or as .csv") from error


def _place(reference: str) -> tuple[int, int]:
    """Row and column of a reference such as B7, from 0."""
    found = PLACE.fullmatch(reference)
    if found is None:
        message = f"no cell is called {reference[:20]}"
        raise ValueError(message)
    column = 0
    for letter in found[1]:
        column = 26 * column + ord(letter) - 64
    if column > WIDEST:
        message = f"no cell is called {reference}"
        raise ValueError(message)
    return int(found[2]) - 1, column - 1


def _letters(column: int) -> str:
    letters, rest = "", column + 1
    while rest > 0:
        rest, digit = divmod(rest - 1, 26)
        letters = chr(65 + digit) + letters
    return letters


def _number(written: str) -> int | float | str:
    """A number as it is written; whole ones that no integer holds stay texts."""
    if not INTEGER.fullmatch(written):
        return float(written)
    return written if len(written) > LONGEST or abs(int(written)) > LARGEST else int(written)
