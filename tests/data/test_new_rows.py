"""Rows to predict are read by the columns of a model, whatever else the table holds."""

import numpy as np
import pandas as pd
import pytest

from foldwise.data import Kind, read_new_rows
from foldwise.errors import InputError

KINDS = {"age": Kind.NUMERIC, "town": Kind.CATEGORICAL}


def test_columns_come_in_the_order_of_the_model(tmp_path):
    path = tmp_path / "new.csv"
    path.write_text("town,extra,age\n7,x,31\n8,y,\n")
    table, others = read_new_rows(path, KINDS, by_name=True)
    assert list(table.columns) == ["age", "town"]
    assert table["town"].tolist() == ["7", "8"]
    assert np.isnan(table["age"][1])
    assert others == ("extra",)


def test_an_object_keeps_its_types():
    frame = pd.DataFrame({"town": pd.Categorical(["a", "b"]), "age": [1, 2]})
    table, _ = read_new_rows(frame, KINDS, by_name=True)
    assert table["town"].dtype == "category"
    assert table["age"].dtype == np.int64


def test_one_row_and_row_numbers_are_no_reason_to_drop():
    table, _ = read_new_rows({"age": list(range(12)), "town": [f"t{i}" for i in range(12)]}, KINDS, by_name=True)
    assert table.shape == (12, 2)
    assert read_new_rows({"age": [3], "town": ["a"]}, KINDS, by_name=True)[0].shape == (1, 2)


def test_an_array_goes_by_position():
    table, _ = read_new_rows(np.ones((3, 2)), {"x0": Kind.NUMERIC, "x1": Kind.NUMERIC}, by_name=False)
    np.testing.assert_array_equal(table, np.ones((3, 2)))


def test_a_frame_serves_a_model_of_an_array():
    frame = pd.DataFrame({"a": [1.0, 2.0], "b": [3.0, 4.0]})
    table, _ = read_new_rows(frame, {"x0": Kind.NUMERIC, "x1": Kind.NUMERIC}, by_name=False)
    np.testing.assert_array_equal(table, [[1, 3], [2, 4]])


@pytest.mark.parametrize(
    ("source", "by_name", "message"),
    [
        ({"age": [1]}, True, "data lacks a column that the model was trained on: 'town'; it has 'age'"),
        (np.ones((2, 2)), True, "knows its columns by name"),
        (np.ones((2, 3)), False, "an array with 2 columns, and the rows have 3 columns"),
        ({"age": ["old"], "town": ["a"]}, True, "cannot be numeric"),
        ({"age": [], "town": []}, True, "data has no rows to predict"),
    ],
)
def test_what_is_refused(source, by_name, message):
    with pytest.raises(InputError, match=message):
        read_new_rows(source, KINDS, by_name=by_name)
