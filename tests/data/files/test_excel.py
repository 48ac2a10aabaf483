"""Excel files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from foldwise.api import score
from foldwise.data import Kind, read
from foldwise.errors import FoldwiseWarning, InputError, UnknownNameError
from tests.data.files.workbooks import cell, row, write

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = ("<t>age</t>", "<t>day</t>", "<t> ill </t>", "<t>yes</t>", "<t>no</t>")


def line(number: int, age: object, ill: int) -> str:
    shown = "" if age is None else cell(f"B{number}", age)
    return row(number, shown, cell(f"C{number}", 45000 + number, style=1), cell(f"D{number}", ill, "s"))


HEADER = row(2, cell("B2", 0, "s"), cell("C2", 1, "s"), cell("D2", 2, "s"))
TABLE = HEADER + line(3, 31, 3) + row(4) + line(5, None, 4) + line(6, 52, 3) + line(7, 40, 4)


def test_a_table_anywhere_on_the_only_sheet_that_holds_anything(tmp_path: Path) -> None:
    path = write(tmp_path / "rows.xlsx", {"Sheet1": "", "people": TABLE}, TEXTS)
    rows = read(path, "ill", roles={"day": "numeric"})
    assert (rows.n, rows.name, rows.target.tolist()) == (4, "rows.xlsx", ["yes", "no", "yes", "no"])
    assert rows.X["age"].isna().tolist() == [False, True, False, False]
    assert rows.X["day"].diff().tolist()[1:] == [2, 1, 1]
    assert read(path, "ill").columns[1].kind is Kind.DATE


def test_a_sheet_is_named_or_numbered(tmp_path: Path) -> None:
    other = HEADER + line(3, 1, 3) + line(4, 2, 4)
    path = write(tmp_path / "rows.xlsx", {"people": TABLE, "more": other}, TEXTS)
    assert read(path, "ill", sheet="more").n == read(path, "ill", sheet=2).n == read(path, "ill", sheet="2").n == 2
    with pytest.raises(InputError, match=r"'rows.xlsx' has 2 sheets: people, more; try sheet='people'"):
        read(path, "ill")
    with pytest.raises(UnknownNameError, match=r"there is no sheet in 'rows.xlsx' called 'peple'; try 'people'"):
        read(path, "ill", sheet="peple")


def test_numbers_alone_have_no_line_of_names(tmp_path: Path) -> None:
    lines = "".join(row(at, cell(f"A{at}", at), cell(f"C{at}", at % 2)) for at in range(1, 6))
    path = write(tmp_path / "rows.xlsx", {"A": lines})
    with pytest.warns(
        FoldwiseWarning, match=r"'rows.xlsx' has no line of column names: its columns are called x0 to x1"
    ):
        assert read(path, "x1").n == 5


def test_a_score_is_taken_from_a_sheet_too(tmp_path: Path) -> None:
    names = row(1, cell("A1", 0, "s"), cell("B1", 1, "s"))
    lines = "".join(row(at, cell(f"A{at}", at % 2), cell(f"B{at}", int(at % 3 == 0))) for at in range(2, 62))
    path = write(tmp_path / "said.xlsx", {"A": names + lines}, ("<t>y</t>", "<t>p</t>"))
    assert score("y", "p", data=path, measures="error").finding("p", "error").estimate.value == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("", "'rows.xlsx' is empty; try a file with rows in it"),
        (HEADER, "'rows.xlsx' has 3 columns and no rows"),
        (
            TABLE + row(9, cell("F9", 3)),
            "'rows.xlsx': column 6 has values and no name in the first line; try giving it",
        ),
    ],
)
def test_a_sheet_that_is_no_table_is_refused(tmp_path: Path, lines: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        read(write(tmp_path / "rows.xlsx", {"A": lines}, TEXTS), "ill")


def test_a_sheet_that_would_fill_the_memory_is_refused(tmp_path: Path) -> None:
    """Few bytes may name many cells: here 900 columns and 900 rows with one value each."""
    names = row(1, *(f'<c t="str"><v>c{at}</v></c>' for at in range(900)))
    path = write(tmp_path / "rows.xlsx", {"A": names + "<row><c><v>1</v></c></row>" * 900})
    with pytest.raises(InputError, match=r"unpacks to more than 0.002 GB"):
        read(path, "c0", unpacked=0.002)


def test_a_sheet_of_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("a,y\n1,u\n2,v\n")
    with pytest.raises(InputError, match=r"sheet= is for Excel files, not for .csv files; try the call without sheet="):
        read(tmp_path / "rows.csv", "y", sheet="people")


@pytest.mark.parametrize("gap", [False, True])
def test_long_numbers_are_told_apart_also_beside_a_gap(tmp_path: Path, gap: bool) -> None:  # noqa: FBT001
    ids = [2**60 + at % 3 for at in range(12)]
    lines = [
        row(
            at + 3,
            "" if gap and at == 11 else cell(f"B{at + 3}", one),
            cell(f"C{at + 3}", at),
            cell(f"D{at + 3}", 3 + at % 2, "s"),
        )
        for at, one in enumerate(ids)
    ]
    path = write(tmp_path / "ids.xlsx", {"A": HEADER + "".join(lines)}, TEXTS)
    found = (
        read(path, "ill", segments="age", roles={"day": "numeric"})
        if gap
        else read(path, "ill", groups="age", roles={"day": "numeric"})
    )
    assert len(set((found.segments if gap else found.groups).tolist())) == (4 if gap else 3)


def test_numbers_kept_as_texts_are_told_of_unless_asked_for(tmp_path: Path) -> None:
    head = row(1, cell("A1", "size", "str"), cell("B1", "y", "str"))
    lines = [row(at, cell(f"A{at}", f"{at % 3}.5", "str"), cell(f"B{at}", "ab"[at % 2], "str")) for at in range(2, 14)]
    path = write(tmp_path / "a.xlsx", {"A": "".join([head, *lines])})
    assert read(path, target="y").columns[0].note == "texts that look like numbers, such as '0.5'"
    assert read(path, target="y", roles={"size": "categorical"}).columns[0].note == ""
