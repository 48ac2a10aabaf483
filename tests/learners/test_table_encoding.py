"""A table of numbers, texts and missing values is read the same way from every kind of table."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from foldwise.errors import InputError
from foldwise.learners.table_encoding import TableEncoding, codes_by_appearance

COLUMNS = {"size": [1.5, None, 3.0], "colour": ["red", None, "blue"], "sold": [True, False, True], "code": [2, 10, 2]}
FRAME = pd.DataFrame(COLUMNS)
TABLES = {
    "pandas": FRAME,
    "pandas categories": FRAME.astype({"colour": "category", "size": "Float64", "sold": "boolean", "code": "Int64"}),
    "pandas objects": FRAME.astype(object),
    "polars": pl.DataFrame(COLUMNS),
    "polars categories": pl.DataFrame(COLUMNS).with_columns(pl.col("colour").cast(pl.Categorical)),
    "array": FRAME.to_numpy(dtype=object),
}


@pytest.mark.parametrize("kind", TABLES)
def test_every_kind_of_table_gives_the_same_matrix(kind):
    encoding = TableEncoding.of(TABLES[kind], categorical=[3])
    assert encoding.levels == (None, ("blue", "red"), ("False", "True"), ("2", "10"))
    expected = [[1.5, 1, 1, 0], [np.nan, np.nan, 0, 1], [3, 0, 1, 0]]
    np.testing.assert_array_equal(encoding.encode(TABLES[kind]), expected)


def test_what_the_training_rows_do_not_have_is_missing():
    encoding = TableEncoding.of(FRAME)
    new = FRAME.assign(colour=["green", "blue", None])
    np.testing.assert_array_equal(encoding.encode(new)[:, 1], [np.nan, 0, np.nan])


def test_a_frame_of_numbers_is_read_as_a_whole():
    columns = {"a": [1.5, None, 3.0], "b": [1, 2, 3]}
    frames = [pd.DataFrame(columns), pl.DataFrame(columns), pd.DataFrame(columns).astype({"a": "Float64", "b": "Int8"})]
    for frame in frames:
        encoding = TableEncoding.of(frame)
        assert encoding == TableEncoding(("a", "b"), (None, None))
        np.testing.assert_array_equal(encoding.encode(frame), [[1.5, 1], [np.nan, 2], [3, 3]])


@pytest.mark.parametrize("kind", ["str", object])
def test_a_text_that_is_always_missing_is_a_category_without_levels(kind):
    encoding = TableEncoding.of(pd.DataFrame({"a": [None, None]}, dtype=kind))
    assert encoding.levels == ((),)
    assert np.isnan(encoding.encode(pd.DataFrame({"a": ["x", None]}, dtype=kind))).all()


def test_dates_are_days():
    dates = ["1970-01-02T12:00", None]
    for table in (
        pd.DataFrame({"when": pd.to_datetime(dates)}),
        pl.DataFrame({"when": dates}).with_columns(pl.col("when").str.to_datetime()),
    ):
        np.testing.assert_array_equal(TableEncoding.of(table).encode(table), [[1.5], [np.nan]])


def test_columns_are_called_categorical_by_name_place_or_mask():
    expected = TableEncoding.of(FRAME, categorical=["code"])
    assert expected == TableEncoding.of(FRAME, categorical=[3]) == TableEncoding.of(FRAME, [False, False, False, True])
    assert expected != TableEncoding.of(FRAME)


def test_codes_are_in_order_of_appearance_and_whole_numbers_are_one_name():
    codes, names = codes_by_appearance([1.0, pd.NA, 1, pd.NaT, "a", float("nan"), True])
    assert codes.tolist() == [0, -1, 0, -1, 1, -1, 2]
    assert names == ["1", "a", "True"]


def test_an_unknown_column_is_refused():
    with pytest.raises(InputError, match="there is no column 'price' among the 4 columns; try a name such as 'size'"):
        TableEncoding.of(FRAME, categorical=["price"])


def test_texts_in_a_column_of_numbers_are_refused():
    with pytest.raises(InputError, match="column 'size' held numbers in the training rows, and now has other values"):
        TableEncoding.of(FRAME).encode(FRAME.assign(size=["a", "b", "c"]))


def test_infinity_is_refused():
    with pytest.raises(InputError, match="Input X contains infinity in column 'size'"):
        TableEncoding.of(FRAME).encode(FRAME.assign(size=[1.0, np.inf, 2.0]))
