"""The inside of an Excel file."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest

from foldwise.data.files.workbook import open_workbook
from foldwise.errors import InputError
from tests.data.files.workbooks import cell, row, write

if TYPE_CHECKING:
    from pathlib import Path


def cells(path: Path, sheet: str = "A", unpacked: float | None = None):
    with contextmanager(open_workbook)(path, unpacked) as workbook:
        return workbook.cells(sheet)


def test_every_kind_of_cell(tmp_path: Path) -> None:
    texts = ("<t>town</t>", "<r><t>two </t></r><r><t>parts</t></r><rPh><t>x</t></rPh>", "<t></t>")
    line = row(
        2,
        *(cell("A2", 0, "s"), cell("B2", 1, "s"), cell("C2", 2, "s"), cell("D2", "1.5E-2"), cell("E2", 7)),
        *(cell("F2", 1, "b"), cell("G2", "said", "str"), '<c r="H2" t="inlineStr"><is><t>in &amp; out</t></is></c>'),
        *(cell("I2", "#N/A", "e"), '<c r="J2"><f>A1+1</f><v>3</v></c>', '<c r="AA2" s="1"/>'),
    )
    assert cells(write(tmp_path / "a.xlsx", {"A": line}, texts)) == {
        1: {0: "town", 1: "two parts", 3: 0.015, 4: 7, 5: True, 6: "said", 7: "in & out", 9: 3}
    }


def test_a_style_says_what_is_a_date(tmp_path: Path) -> None:
    line = row(1, cell("A1", 45292, style=1), cell("B1", "45292.75", style=2), cell("C1", 45292, style=3))
    (found,) = cells(write(tmp_path / "a.xlsx", {"A": line})).values()
    assert found == {0: datetime(2024, 1, 1), 1: datetime(2024, 1, 1, 18), 2: 45292}
    old = write(tmp_path / "b.xlsx", {"A": row(1, cell("A1", 1, style=1))}, book='<workbookPr date1904="1"/>')
    assert cells(old)[0][0] == datetime(1904, 1, 2)


def test_places_may_be_left_out(tmp_path: Path) -> None:
    lines = "<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>"
    assert cells(write(tmp_path / "a.xlsx", {"A": lines})) == {0: {0: 1, 1: 2}, 1: {0: 3}}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (row(3, cell("AB3", "#DIV/0!", "e")), r"'a.xlsx', cell AB3, holds the error #DIV/0!; try mending"),
        (row(3, '<c r="C3"><f>A1</f></c>'), r"cell C3, holds a formula whose value was never computed; try opening"),
        (row(3, cell("C3", 9, "s")), r"'a.xlsx' is not a whole Excel file \(list index out of range\)"),
        (row(3, cell("ZZZ3", 9)), r"'a.xlsx' is not a whole Excel file \(no cell is called ZZZ3\)"),
        (row(3, cell("3C", 9)), r"not a whole Excel file \(no cell is called 3C\)"),
        ("<row>", r"not a whole Excel file \(mismatched tag"),
    ],
)
def test_what_cannot_be_read_is_told(tmp_path: Path, line: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        cells(write(tmp_path / "a.xlsx", {"A": line}))


def test_entities_are_refused_before_they_grow(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    path = write(tmp_path / "a.xlsx", {"A": row(1, '<c t="str"><v>&b;</v></c>')}, head=bomb)
    with pytest.raises(InputError, match=r"'a.xlsx' declares entities of its own"):
        cells(path)


def test_a_file_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "a.xlsx", {"A": " " * 2_000_000})
    with pytest.raises(InputError, match=r"'a.xlsx' unpacks to more than 0.001 GB; try unpacked=0.002"):
        cells(path, unpacked=0.001)


def test_another_zip_and_no_zip_are_refused(tmp_path: Path) -> None:
    other, text = tmp_path / "other.xlsx", tmp_path / "text.xlsx"
    with ZipFile(other, "w") as archive:
        archive.writestr("a.txt", "a")
    text.write_text("a,b\n1,2\n")
    for path in (other, text):
        with pytest.raises(InputError, match=rf"'{path.name}' is not a whole Excel file .*; try saving it again"):
            cells(path)


def test_whole_numbers_keep_their_digits_and_spaces_are_nothing(tmp_path: Path) -> None:
    line = row(
        1,
        cell("A1", 2**60 + 1),
        cell("B1", -(2**63) + 1),
        cell("C1", 2**63 + 1),
        cell("D1", "  ", "str"),
        cell("E1", 0, "s"),
    )
    assert cells(write(tmp_path / "a.xlsx", {"A": line}, ("<t>   </t>",))) == {
        0: {0: 2**60 + 1, 1: -(2**63) + 1, 2: str(2**63 + 1)}
    }


def test_a_cell_or_a_sheet_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    twice = row(1, cell("A1", 1) + cell("B1", 2) + cell("A1", 3))
    with pytest.raises(InputError, match=r"'a.xlsx', cell A1, is there twice; try opening and saving the file"):
        cells(write(tmp_path / "a.xlsx", {"A": twice}))
    again = row(1, cell("A1", 1)) + row(1, cell("A1", 3))
    with pytest.raises(InputError, match="cell A1, is there twice"):
        cells(write(tmp_path / "a.xlsx", {"A": again}))
