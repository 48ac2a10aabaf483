"""Why a column is not wanted."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse import csr_array

from foldwise.data import Kind, Role, features, read
from foldwise.data.features import reason_unwanted
from foldwise.data.request import Loaded, ReadRequest
from foldwise.errors import InputError


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        (ReadRequest(), ""),
        (ReadRequest(drop=("a",)), "on request"),
        (ReadRequest(roles={"a": "drop"}), "on request"),
        (ReadRequest(roles={"a": "numeric"}), ""),
        (ReadRequest(features=("b",)), "not asked for"),
        (ReadRequest(features=("a",)), ""),
        (ReadRequest(features=("b",), groups="a"), ""),
    ],
)
def test_a_column_is_unwanted_for_a_reason(request_, reason):
    assert reason_unwanted("a", request_) == reason


FRAMES = {"pandas": pd.DataFrame, "polars": pl.DataFrame}
COLUMNS = {
    "day": ["2026-01-01", "2026-01-05", None],
    "code": [1, 2, 1],
    "town": ["A", "-", "B"],
    "price": ["1.5", "2.5", "3.5"],
    "y": [0, 1, 1],
}


@pytest.fixture(params=FRAMES.values(), ids=list(FRAMES))
def frame(request):
    return request.param(COLUMNS)


def column(dataset, name):
    return pd.Series(dataset.X[name].to_list())


def test_dates_are_left_out_unless_they_are_asked_for(frame):
    assert "day" not in read(frame, "y").X.columns
    assert np.diff(column(read(frame, "y", roles={"day": "numeric"}), "day")[:2]).tolist() == [4]
    assert column(read(frame, "y", roles={"day": "categorical"}), "day")[0] == "2026-01-01"


def test_numbers_can_be_categories_and_texts_numbers(frame):
    dataset = read(frame, "y", roles={"code": "categorical", "price": "numeric"})
    assert column(dataset, "code").tolist() == ["1", "2", "1"]
    assert column(dataset, "price").tolist() == [1.5, 2.5, 3.5]
    kinds = {found.name: found.kind for found in dataset.columns}
    assert (kinds["code"], kinds["price"]) == (Kind.CATEGORICAL, Kind.NUMERIC)
    assert list(dataset.X.columns) == ["code", "town", "price"]


def test_tokens_become_missing_only_when_they_are_given(frame):
    assert column(read(frame, "y"), "town").tolist() == ["A", "-", "B"]
    dataset = read(frame, "y", missing=["-", "2"])
    assert column(dataset, "town").isna().tolist() == [False, True, False]
    assert column(dataset, "code").isna().tolist() == [False, True, False]
    assert {found.name: found.tokens for found in dataset.columns if found.tokens} == {"code": ("2",), "town": ("-",)}


def test_the_frame_of_the_user_is_not_changed(frame):
    before = frame.copy() if isinstance(frame, pd.DataFrame) else frame.clone()
    read(frame, "y", roles={"code": "categorical"}, missing=["-"])
    assert before.equals(frame)


def test_an_index_of_its_own_does_not_disturb():
    frame = pd.DataFrame(COLUMNS, index=[7, 7, 9])
    dataset = read(frame, "y", roles={"code": "categorical"})
    assert (dataset.X["code"].tolist(), dataset.X.index.tolist()) == (["1", "2", "1"], [7, 7, 9])


def facts(dataset):
    return [(column.levels, column.missing, column.note) for column in dataset.columns if column.role is Role.FEATURE]


def test_levels_missing_values_and_constants_are_counted():
    X = np.array([[1, 5, np.nan], [2, 5, 7], [1, 5, 7]])
    assert facts(read(X, [0, 1, 1])) == [(2, 0, ""), (1, 0, "constant"), (1, 1, "")]


def test_all_levels_of_a_category_are_counted():
    X = np.stack([np.arange(1200) % 300, np.arange(1200) % 300], axis=1).astype(float)
    X[0, 1] = np.nan
    counted = facts(read(X, np.arange(1200) % 2, roles={"x1": "categorical"}))
    assert counted == [(100, 0, ""), (300, 1, "")]


small = arrays(
    np.float64, st.tuples(st.integers(2, 6), st.integers(1, 4)), elements=st.sampled_from([0.0, 1.0, 2.5, np.nan])
)


@given(small.filter(lambda array: not np.isnan(array).all(axis=0).any()))
def test_a_sparse_matrix_counts_like_an_array(X):
    target = np.arange(len(X)) / 3
    assert facts(read(csr_array(X), target)) == facts(read(X, target))


def test_no_column_of_an_array_is_dropped_unasked():
    assert read(np.arange(24).reshape(12, 2)[:, :1] // 2, np.arange(12) % 2).p == 1


def test_columns_of_an_array_have_names_to_be_asked_for():
    X = np.array([[1.0, 2, 0, 9], [3, 4, 1, 9], [5, 6, 1, 8]])
    dataset = read(X, "x2", drop="x0", roles={"x1": "categorical"}, groups="x3")
    assert (dataset.X.tolist(), dataset.target.tolist(), dataset.groups.tolist()) == (
        [[2], [4], [6]],
        [0, 1, 1],
        [9, 9, 8],
    )
    assert [(column.role, column.kind) for column in dataset.columns] == [
        (Role.DROPPED, Kind.NUMERIC),
        (Role.FEATURE, Kind.CATEGORICAL),
        (Role.TARGET, Kind.NUMERIC),
        (Role.GROUPS, Kind.NUMERIC),
    ]


def test_a_column_of_a_sparse_matrix_can_be_the_target():
    dataset = read(csr_array(np.array([[1.0, 0], [0, 1], [0, 1]])), "x1")
    assert (dataset.X.toarray().tolist(), dataset.target.tolist()) == ([[1], [0], [0]], [0, 1, 1])


def test_numbers_that_stand_for_missing_are_missing():
    X = np.array([[1, -9], [-9, 3], [2, 2]])
    dataset = read(X, [0, 1, 1], missing=["-9", "?"])
    assert np.isnan(dataset.X).sum() == 2
    assert X[0, 1] == -9


def test_the_first_infinite_value_of_a_sparse_matrix_is_named():
    X = np.zeros((4, 3))
    X[[1, 3], 2] = np.inf
    with pytest.raises(InputError, match="column 'x2' holds 2 infinite values, the first in row 2"):
        read(csr_array(X), [0, 1, 0, 1])


def test_a_sparse_column_without_a_value_is_refused():
    with pytest.raises(InputError, match="column 'x1' has no value in any of the 2 rows"):
        read(csr_array(np.array([[1, np.nan], [0, np.nan]])), [0, 1])


N = 30
ODD_COLUMNS = pd.DataFrame(
    {
        "real": np.sin(np.arange(N)),
        "whole": np.arange(N) % 7,
        "row": np.arange(N),
        "row as real": np.arange(1.0, N + 1),
        "backwards": np.arange(N)[::-1],
        "constant": np.ones(N),
        "some missing": np.where(np.arange(N) % 5, 1.5 * np.arange(N), np.nan),
        "zeros of both signs": np.where(np.arange(N) % 2, -0.0, 0.0) + (np.arange(N) % 3 == 0),
        "long ids": 2**60 + np.arange(N) % 4,
        "single precision": np.cos(np.arange(N)).astype(np.float32),
        "short whole": (np.arange(N) % 5).astype(np.uint8),
        "truth": np.arange(N) % 2 == 0,
        "town": list("ab") * (N // 2),
        "nullable": pd.array([None, *range(N - 1)], dtype="Int64"),
    }
)
"""Columns whose numbers are described all at once, and those that have to be looked at one by one."""


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"features": ["real", "whole", "row"]},
        {"drop": ["whole"]},
        {"roles": {"whole": "categorical", "row": "numeric", "real": "keep"}},
        {"missing": ["2"]},
        {"groups": "whole"},
        {"segments": "whole", "weights": "row as real"},
    ],
)
def test_numbers_of_pandas_are_described_at_once_as_they_are_one_by_one(options, monkeypatch):
    labels = np.arange(N) % 2
    at_once = read(ODD_COLUMNS, labels, **options)
    monkeypatch.setattr(features, "_plain_columns", lambda *_: {})
    one_by_one = read(ODD_COLUMNS, labels, **options)
    assert at_once.columns == one_by_one.columns
    pd.testing.assert_frame_equal(at_once.X, one_by_one.X)


def test_most_numbers_of_pandas_are_described_at_once():
    loaded = Loaded(ODD_COLUMNS, "data")
    described = [column.name for column in features._plain_columns(loaded, ReadRequest()).values()]
    assert described == ["real", "whole", "backwards", "zeros of both signs"]
    assert features._plain_columns(Loaded(ODD_COLUMNS, "data", from_file=True), ReadRequest()) == {}
