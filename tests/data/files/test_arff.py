"""ARFF as Weka and its friends write it."""

import gzip

import numpy as np
import pandas as pd
import pytest

from foldwise.data import Role, read
from foldwise.data.files.arff import _python_form
from foldwise.data.files.load import load_file
from foldwise.data.request import ReadRequest
from foldwise.errors import InputError

HEAD = "@relation 'a b'\n@attribute x numeric\n@attribute 'town name' {A, 'New York', \"B's\"}\n@attribute y {no,yes}\n@data\n"


@pytest.fixture
def save(tmp_path):
    def write(content, name="rows.arff"):
        path = tmp_path / name
        path.write_bytes(gzip.compress(content.encode()) if name.endswith(".gz") else content.encode())
        return path

    return write


def table(path):
    return load_file(path, ReadRequest()).table


def test_declared_types_are_kept(save):
    dataset = read(save(HEAD + "1.5,A,yes\n2,'New York',no\n3,\"B's\",no\n"), "y")
    assert dataset.X["x"].tolist() == [1.5, 2, 3]
    assert dataset.X["town name"].tolist() == ["A", "New York", "B's"]
    assert dataset.classes == ("no", "yes")


@pytest.mark.parametrize("name", ["rows.arff", "rows.arff.gz"])
def test_comments_case_and_spaces_do_not_matter(save, name):
    text = "% made by hand\n\n@RELATION r\n@Attribute x   REAL\n  @ATTRIBUTE y {no , yes}\n%\n@DATA\n% here\n1 , no\n 2,yes \n"
    dataset = read(save(text, name), "y")
    assert (dataset.X["x"].tolist(), dataset.target.tolist()) == ([1, 2], ["no", "yes"])


def test_an_unquoted_question_mark_is_missing_and_a_quoted_one_is_not(save):
    text = "@relation r\n@attribute s string\n@attribute y {'?',a}\n@data\n?,a\nu,'?'\nv,a\n"
    dataset = read(save(text), "y")
    assert dataset.X["s"].isna().tolist() == [True, False, False]
    assert dataset.classes == ("?", "a")
    assert dataset.columns[0].tokens == ("?",)


def test_escapes_are_undone(save):
    text = r"""@relation r
@attribute 'it\'s' string
@attribute y {a,b}
@data
'tab\there',a
"say \"hi\", 100\%",b
'\u00e9\\',a
"""
    frame = table(save(text))
    assert frame.columns[0] == "it's"
    assert frame["it's"].tolist() == ["tab\there", 'say "hi", 100%', "é\\"]


def test_sparse_rows_are_zero_where_nothing_is_said(save):
    text = HEAD + "{0 2.5, 2 yes}\n{1 'New York'}\n{}\n{0 ?}\n"
    frame = table(save(text))
    assert frame["x"].tolist()[:3] == [2.5, 0, 0]
    assert np.isnan(frame["x"][3])
    assert frame["town name"].tolist() == ["A", "New York", "A", "A"]
    assert frame["y"].tolist() == ["yes", "no", "no", "no"]


def test_integers_without_missing_values_are_integers(save):
    text = "@relation r\n@attribute a integer\n@attribute b integer\n@data\n1,1\n2,?\n"
    assert [str(dtype) for dtype in table(save(text)).dtypes] == ["int64", "float64"]


def test_fields_may_be_parted_by_spaces(save):
    text = "@relation r\n@attribute a numeric\n@attribute b string\n@data\n1 'x y'\n2\tz\n"
    assert table(save(text))["b"].tolist() == ["x y", "z"]


def test_an_empty_last_field_is_a_field(save):
    text = "@relation r\n@attribute a string\n@attribute b string\n@data\n'x, y',\n"
    assert table(save(text)).to_numpy().tolist() == [["x, y", ""]]


def test_dates_are_read_as_declared(save):
    text = '@relation r\n@attribute d date "dd.MM.yyyy HH:mm"\n@attribute e date\n@attribute y {a,b}\n@data\n'
    dataset = read(
        save(text + "'15.11.2026 08:30','2026-11-15T00:00:00',a\n?,'2026-11-16T00:00:00',b\n"),
        "y",
        roles={"e": "numeric"},
    )
    assert [column.role for column in dataset.columns] == [Role.DROPPED, Role.FEATURE, Role.TARGET]
    assert np.diff(dataset.X["e"]).tolist() == [1]
    assert table(save(text + "'15.11.2026 08:30',?,a\n"))["d"][0] == pd.Timestamp("2026-11-15 08:30")


def test_a_percent_sign_in_a_date_pattern_is_itself():
    assert _python_form("yyyy%MM") == "%Y%%%m"


@pytest.mark.parametrize("pattern", ["yyyy-MM-dd", "yyyy yyyy"])
def test_a_date_that_is_not_as_declared_is_refused(save, pattern):
    text = f"@relation r\n@attribute d date '{pattern}'\n@attribute y {{a,b}}\n@data\nsoon,a\n"
    with pytest.raises(InputError, match="line 5 has 'soon' in 'd', which is not a date as declared"):
        read(save(text), "y")


def test_missing_says_more_tokens(save):
    dataset = read(save(HEAD + "1,A,yes\n-9,A,no\n2,?,no\n"), "y", missing=["-9"])
    assert dataset.columns[0].tokens == ("-9",)
    assert dataset.X["x"].isna().tolist() == [False, True, False]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("1,A", "line 6 was expected to have 3 fields and has 2"),
        ("one,A,yes", "line 6 has 'one' in 'x', which is not a number"),
        ("1,C,yes", "line 6 has 'C' in 'town name', which is not one of its declared values"),
        ("{5 1}", "line 6 has '5 1' where a column number and a value were expected"),
        ("{x}", "line 6 has 'x' where a column number and a value were expected"),
    ],
)
def test_a_wrong_row_is_named(save, row, message):
    with pytest.raises(InputError, match=message):
        read(save(HEAD + row + "\n"), "y")


IDS = "@relation r\n@attribute id {kind}\n@attribute x numeric\n@attribute y {{a,b}}\n@data\n"


@pytest.mark.parametrize("kind", ["integer", "numeric"])
@pytest.mark.parametrize("start", [2**53, 2**62, 2**64, 10**25])
def test_long_integers_stay_apart(save, kind, start):
    rows = "".join(f"{start + at},{at % 7},{'ab'[at % 2]}\n" for at in range(20))
    path = save(IDS.format(kind=kind) + rows)
    assert np.unique(read(path, "y", groups="id").groups).size == 20
    assert read(path, "y", roles={"id": "numeric"}).X["id"].astype(float).min() == float(start)


@pytest.mark.parametrize("value", ["inf", "-inf", "1e999", "1e400"])
def test_no_infinite_value_slips_through_a_column_of_integers(save, value):
    with pytest.raises(InputError, match="column 'id' holds an infinite value in row 2"):
        read(save(IDS.format(kind="integer") + f"1,1,a\n{value},2,b\n3,4,a\n"), "y")


def test_a_line_of_spaces_is_cut_in_time_that_grows_with_its_length(save):
    gap = " " * 200_000
    text = HEAD + f"{gap}1{gap},'New York'{gap},{gap}yes\n2,{gap}A,'no'{gap}\n{{0{gap}3{gap}, 1 'New York'{gap}}}\n"
    assert table(save(text)).iloc[:, :2].to_numpy().tolist() == [[1.0, "New York"], [2.0, "A"], [3.0, "New York"]]
