"""Frames: only what must change is changed."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from foldwise.data import Kind, read

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
