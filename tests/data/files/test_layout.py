"""What parts the fields, and whether the first line holds names."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.data.files.layout import check_widths, find_layout
from foldwise.errors import InputError


def layout(text, name="rows.csv", delimiter=None):
    return find_layout(Path(name), io.StringIO(text, newline=""), delimiter)


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a,b,c\n1,2,3\n", ","),
        ("a;b;c\n1,5;2,5;x\n", ";"),
        ("a\tb\n1\t2\n", "\t"),
        ("a|b\n1|2\n", "|"),
        ("a  b   c\n1  2   3\n", " "),
        ("  a b\n  1 2\n", " "),
        ("first name,last name\nAda B,Lovelace C\n", ","),
        ('a,b\n"x;y;z",1\n"u;v;w",2\n', ","),
        ("a\n1\n", ","),
    ],
)
def test_the_delimiter_is_the_one_that_cuts_all_lines_alike(text, delimiter):
    assert layout(text).delimiter == delimiter


def test_the_ending_tsv_and_the_user_know_better():
    assert layout("a,b\tc\n1,2\t3\n", "rows.tsv.gz").delimiter == "\t"
    assert layout("a,b;c\n1,2;3\n", delimiter=";").names == ("a,b", "c")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("sepal length, species\n5.1,setosa\n", ("sepal length", "species")),
        ("name,1999,2000\nAda,3,4\n", ("name", "1999", "2000")),
        (",a\n0,1\n1,3\n", ("column 1", "a")),
        ('"a,b",c\n1,2\n', ("a,b", "c")),
        ('"two\nlines",c\n1,2\n', ("two lines", "c")),
        ("x1\n1\n", ("x1",)),
    ],
)
def test_the_first_line_holds_the_names(text, names):
    found = layout(text)
    assert (found.header, found.names) == (True, names)


@pytest.mark.parametrize(
    "text",
    [
        "5.1,3.5,setosa\n4.9,3.0,setosa\n",
        "vhigh,2,2,small\nlow,4,more,big\n".replace("more", "2"),
        "?,3.5\n1,2.5\n",
        "3,1\n4,1\n",
    ],
)
def test_a_first_line_like_the_second_is_a_row(text):
    found = layout(text)
    assert not found.header
    assert found.names == tuple(f"x{at}" for at in range(len(found.names)))


def test_spaces_after_every_delimiter_do_not_belong_to_the_values():
    assert layout("a, b\n1, 2\n").spaced
    assert not layout("a,b\n1, 2\n").spaced


def test_a_decimal_comma_is_recognised_where_the_comma_does_not_part_fields():
    assert layout("a;b\n1,5;x\n").decimal == ","
    assert layout("a;b\n1,5;2.5\n").decimal == "."
    assert layout("a,b\n1,5\n").decimal == "."


def test_a_file_without_a_line_has_no_layout():
    assert layout(" \n\n") is None


def test_two_columns_of_one_name_are_refused():
    with pytest.raises(InputError, match=r"'rows\.csv' has 2 columns called 'a'"):
        layout("a,b, a\n1,2,3\n")


def rows(text, delimiter=None):
    found = layout(text, delimiter=delimiter)
    return check_widths(Path("rows.csv"), io.StringIO(text, newline=""), found)


@given(st.lists(st.sampled_from(["1", "x y", '"u,v"', '"line\nend"', '"quote "" inside"', ""]), min_size=1, max_size=8))
def test_rows_are_counted_whatever_is_quoted(fields):
    assert rows("a,b\n" + "".join(f"{field},z\n" for field in fields)) == len(fields)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a,b\n1,2\n\n3\n", 4),
        ("a,b\n1,2,3\n", 2),
        ('a,b\n"x\ny",2\n3\n', 4),
        ("a b\n1  2\n3 4 5\n", 3),
        ('a b\n"x y" 2\n3 4 5\n', 3),
    ],
)
def test_a_line_of_another_width_is_named(text, line):
    with pytest.raises(
        InputError, match=f"'rows.csv', line {line}: expected 2 fields, as in the first line, and received [13]"
    ):
        rows(text, " " if text.startswith("a b") else ",")
