"""Delimited text in the shapes people save it."""

import csv
import gzip

import numpy as np
import pandas as pd
import pytest

from foldwise.data import read
from foldwise.data.files import FileLayout, csv_options
from foldwise.errors import FoldwiseWarning, InputError

TEXT = "age,town,y\n31,A,yes\n52,B,no\n44,A,no\n"


@pytest.fixture
def save(tmp_path):
    def write(content, name="rows.csv", encoding="utf-8"):
        path = tmp_path / name
        content = content.encode(encoding) if isinstance(content, str) else content
        path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
        return path

    return write


def columns(dataset):
    return {column.name: column for column in dataset.columns}


def test_numbers_are_numbers_and_texts_are_categories(save):
    dataset = read(save(TEXT), "y")
    assert [str(dtype) for dtype in dataset.X.dtypes] == ["int64", "category"]
    assert (dataset.name, dataset.target.tolist()) == ("rows.csv", ["yes", "no", "no"])


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("rows.csv.gz", TEXT),
        ("rows.tsv", TEXT.replace(",", "\t")),
        ("rows.txt", TEXT.replace(",", ";")),
        ("rows.data", TEXT.replace(",", "  ")),
        ("rows.dat", TEXT.replace(",", "|")),
        ("spaced.csv", TEXT.replace(",", ", ")),
        ("windows.csv", TEXT.replace("\n", "\r\n")),
        ("blank.csv", TEXT.replace("\n", "\n\n")),
        ("quoted.csv", TEXT.replace("A", '"A"')),
    ],
)
def test_every_shape_gives_the_same_dataset(save, name, content):
    assert read(save(content, name), "y").fingerprint == read(save(TEXT), "y").fingerprint


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_says_the_encoding(save, encoding):
    dataset = read(save("café,y\n1,yes\n2,no\n", encoding=encoding), "y")
    assert dataset.columns[0].name == "café"


def test_an_encoding_that_is_asked_for_is_used(save):
    assert read(save("a,y\n1,café\n2,thé\n", encoding="latin-1"), "y", encoding="latin-1").classes == ("café", "thé")


def test_the_usual_tokens_are_missing_and_reported_per_column(save):
    dataset = read(save("a,b,c,y\n1,NA,u,yes\n?,x,None,no\n3,,v,no\nnan,x,-,no\n"), "y")
    assert {name: column.tokens for name, column in columns(dataset).items()} == {
        "a": ("?", "nan"),
        "b": ("", "NA"),
        "c": ("None",),
        "y": (),
    }
    assert dataset.X["a"].isna().tolist() == [False, True, False, True]
    assert columns(dataset)["c"].levels == 3  # '-' is a level


def test_a_field_of_spaces_is_empty(save):
    dataset = read(save("a,b,y\n1, ,yes\n2,x,no\n ,x,no\n"), "y", missing=[])
    assert [column.missing for column in dataset.columns] == [1, 1, 0]
    assert "read as missing: empty in a, b" in dataset.describe()


def test_the_user_says_exactly_which_tokens_count(save):
    path = save("a,country,y\n1,NA,yes\n-1,DE,no\n,FR,no\n")
    assert columns(read(path, "y"))["country"].missing == 1
    dataset = read(path, "y", missing="-1")
    assert (columns(dataset)["country"].levels, columns(dataset)["a"].tokens) == (3, ("", "-1"))


def test_truth_values_stay_as_they_are_written(save):
    dataset = read(save("a,b,y\ntrue,TRUE,true\nfalse,,false\n"), "y")
    assert (dataset.X["a"].tolist(), dataset.classes) == (["true", "false"], ("false", "true"))
    assert dataset.X["b"].tolist()[0] == "TRUE"


def test_a_categorical_column_keeps_its_leading_zeros(save):
    path = save("zip,y\n01234,yes\n00501,no\n?,no\n")
    dataset = read(path, "y", roles={"zip": "categorical"})
    assert list(dataset.X["zip"].cat.categories) == ["00501", "01234"]
    assert columns(dataset)["zip"].tokens == ("?",)


def test_a_decimal_comma_is_read(save):
    assert read(save("a;y\n1,5;yes\n2,25;no\n"), "y").X["a"].tolist() == [1.5, 2.25]


def test_a_file_without_names_says_so(save):
    with pytest.warns(
        FoldwiseWarning, match="'iris.data' has no line of column names: its columns are called x0 to x2"
    ):
        dataset = read(save("5.1,3.5,setosa\n6.2,2.9,virginica\n", "iris.data"), "x2")
    assert (dataset.n, dataset.p) == (2, 2)


def test_numbers_are_read_to_the_last_digit(save):
    values = np.random.default_rng(0).normal(size=500) * 10.0 ** np.arange(-250, 250)
    path = save("a,y\n" + "\n".join(f"{value!r},{at % 2}" for at, value in enumerate(values.tolist())))
    assert np.array_equal(read(path, "y").X["a"], values)


def test_older_pandas_must_be_asked_for_the_last_digit():
    layout = FileLayout(",", ("a", "y"))
    asked = [csv_options(layout, version).get("float_precision") for version in ("2.2.3", "3.0.0", "3.1.1", "4.0.0rc1")]
    assert asked == ["round_trip", "round_trip", None, None]


def test_a_saved_index_is_recognised_as_row_numbers(save):
    frame = pd.DataFrame({"a": np.arange(12) % 5, "y": list("uv") * 6})
    dataset = read(save(frame.to_csv()), "y")
    assert next((column.name, column.note) for column in dataset.columns) == ("column 1", "row numbers")
    assert list(dataset.X.columns) == ["a"]


def test_a_quote_that_is_never_closed_is_refused(save):
    path = save('a,y\n1,yes\n2,"no\n3,no\n')
    with pytest.raises(InputError, match=r"'rows\.csv' .* quote"):
        read(path, "y")


def test_a_field_longer_than_the_csv_module_likes_is_read(tmp_path):
    path = tmp_path / "long.csv"
    text = "word " * 60_000
    path.write_text(f'note,y\n"{text}",u\n"short, too",v\n{text},u\n')
    usual = csv.field_size_limit()
    dataset = read(path, "y", roles={"note": "keep"})
    assert dataset.X["note"].astype(str).str.len().tolist() == [300_000, 10, 300_000]
    assert csv.field_size_limit() == usual
