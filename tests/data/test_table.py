"""Tables of any kind: rows, columns, names and hashes."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csc_array, csr_array

from foldwise.data import read
from foldwise.data.table import (
    boolean_spelling,
    column_names,
    hash_table,
    is_frame,
    is_sparse,
    shape_of,
    take_columns,
    take_rows,
)

COLUMNS = {"a": [1.5, 2.5, 3.5], "b": ["u", "v", "u"]}
FRAMES = {"pandas": pd.DataFrame(COLUMNS), "polars": pl.DataFrame(COLUMNS), "arrow": pa.table(COLUMNS)}
ARRAY = np.array([[1.0, 0], [0, 2], [3, 0]])


@pytest.mark.parametrize("frame", FRAMES.values(), ids=list(FRAMES))
def test_a_frame_keeps_its_kind(frame):
    assert is_frame(frame)
    assert (shape_of(frame), column_names(frame)) == ((3, 2), ("a", "b"))
    rows = take_rows(frame, np.array([2, 0, 0]))
    assert type(rows) is type(frame)
    assert pd.DataFrame(rows.to_pandas() if hasattr(rows, "to_pandas") else rows)["a"].tolist() == [3.5, 1.5, 1.5]
    assert column_names(take_columns(frame, [1])) == ("b",)
    assert take_columns(frame, [0, 1]) is frame


def test_an_array_has_numbered_columns():
    assert not is_frame(ARRAY)
    assert column_names(ARRAY) == ("x0", "x1")
    assert take_rows(ARRAY, np.array([2])).tolist() == [[3, 0]]
    assert take_columns(ARRAY, [1]).tolist() == [[0], [2], [0]]


def test_a_sparse_matrix_is_cut_like_an_array():
    matrix = csr_array(ARRAY)
    assert is_sparse(matrix)
    assert not is_sparse(ARRAY)
    assert take_columns(take_rows(matrix, np.array([2, 1])), [0]).toarray().tolist() == [[3], [0]]


def test_the_hash_of_a_sparse_matrix_depends_on_its_values_only():
    doubled = csr_array((np.array([0.5, 0.5, 2, 3]), (np.array([0, 0, 1, 2]), np.array([0, 0, 1, 0]))), shape=(3, 2))
    assert hash_table(csr_array(ARRAY)) == hash_table(csc_array(ARRAY)) == hash_table(doubled)
    assert hash_table(csr_array(ARRAY)) != hash_table(csr_array(2 * ARRAY))


def test_the_hash_of_a_frame_depends_on_its_values_only():
    assert len({hash_table(frame) for frame in FRAMES.values()}) == 1


@pytest.mark.parametrize(
    "other",
    [
        {"a": [1.5, 2.5, 3.0], "b": ["u", "v", "u"]},
        {"a": [1.5, 2.5, 3.5], "b": ["u", "w", "u"]},
        {"a": [1.5, 2.5, 3.5], "c": ["u", "v", "u"]},
        {"b": ["u", "v", "u"], "a": [1.5, 2.5, 3.5]},
        {"a": [1.5, 2.5, None], "b": ["u", "v", "u"]},
    ],
)
def test_any_change_changes_the_hash(other):
    assert hash_table(pd.DataFrame(other)) != hash_table(FRAMES["pandas"])


def test_zero_has_no_sign_and_integers_are_numbers():
    assert hash_table(pd.DataFrame({"a": [0.0, 1]})) == hash_table(pd.DataFrame({"a": [-0.0, 1]}))
    assert hash_table(pd.DataFrame({"a": [0.0, 1]})) == hash_table(pl.DataFrame({"a": [0, 1]}))


def test_a_date_has_a_hash():
    dates = ["2026-01-01", "2026-01-02"]
    assert hash_table(pd.DataFrame({"d": dates})) == hash_table(pd.DataFrame({"d": pd.to_datetime(dates)}))


def test_truth_values_are_spelled_in_one_way():
    assert [boolean_spelling(name) for name in ("True", "true", "TRUE", "Truth")] == ["true", "true", "TRUE", "Truth"]


numbers = st.none() | st.integers(-(2**40), 2**40) | st.floats(allow_nan=False, allow_infinity=False)
words = st.none() | st.text(st.characters(codec="ascii", categories=["L"]), min_size=1, max_size=4).map("w".__add__)
rows = st.lists(st.tuples(numbers, words, st.booleans()), min_size=2, max_size=9)


@settings(max_examples=40, deadline=None)
@given(rows)
def test_the_fingerprint_is_the_same_from_every_source(tmp_path_factory, drawn):
    """CSV, Parquet, pandas and polars with the same columns and values are the same dataset."""
    drawn = [*drawn, (0.5, "w", True), (1, "v", False)]
    columns = {"a": [row[0] for row in drawn], "b": [row[1] for row in drawn], "c": [row[2] for row in drawn]}
    columns["a"] = [None if value is None else float(value) for value in columns["a"]]
    frame = pd.DataFrame(columns | {"y": [f"class {at % 2}" for at in range(len(drawn))]})
    folder = tmp_path_factory.mktemp("same")
    frame.to_csv(folder / "rows.csv", index=False)
    frame.to_parquet(folder / "rows.parquet")
    roles = {"b": "feature"}
    sources = [frame, pl.from_pandas(frame), folder / "rows.csv", folder / "rows.parquet"]
    assert len({read(source, "y", roles=roles).fingerprint for source in sources}) == 1


@pytest.mark.parametrize("columns", [["real"], ["whole"], ["real", "whole"], ["real", "town", "short"]])
def test_pandas_and_polars_with_the_same_values_have_one_hash(columns):
    values = {
        "real": [0.5, -0.0, float("nan")],
        "whole": np.array([3, 1, 2]),
        "town": ["b", "a", "b"],
        "short": np.array([1, 2, 3], dtype=np.uint8),
    }
    chosen = {name: values[name] for name in columns}
    assert hash_table(pd.DataFrame(chosen)) == hash_table(pl.DataFrame(chosen))
