"""Raw tables as places of values."""

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array

from foldwise import native
from foldwise.data import Dataset, Task, read
from foldwise.engine.compiled.c45 import RankedTable, ranked_table, refuse_ranked
from tests.native_calls import calls

compiled = pytest.mark.skipif(not native.COMPILED, reason="there are no compiled kernels")


@pytest.fixture
def dataset():
    table = pd.DataFrame({"x": [2.0, None, -1.0, 2.0], "colour": ["red", "blue", None, "red"]})
    return read(table, ["a", "b", "a", "b"])


def test_places_of_values_and_levels(dataset):
    table = ranked_table(dataset, None)
    assert table.cells.tolist() == [[1, -1, 0, 1], [1, 0, -1, 1]]
    assert table.levels.tolist() == [-1, 2]
    assert table.distinct.tolist() == [-1.0, 2.0]
    assert table.places.tolist() == [0, 2, 2]


def test_a_table_is_ranked_once_for_each_choice_of_categories(dataset):
    assert ranked_table(dataset, None) is ranked_table(dataset, None)
    assert ranked_table(dataset, ["x"]).levels.tolist() == [2, 2]


def test_a_table_without_columns_or_values():
    table = RankedTable.of(np.full((3, 1), np.nan), (None,))
    assert table.cells.tolist() == [[-1, -1, -1]]
    assert RankedTable.of(np.zeros((3, 0)), ()).cells.shape == (0, 3)


def test_tables_that_cannot_be_ranked(dataset):
    sparse = Dataset(csr_array(np.eye(4)), dataset.target, Task.CLASSIFICATION)
    assert refuse_ranked(sparse, None) == "the features are a sparse matrix"
    with pytest.raises(TypeError, match="sparse"):
        ranked_table(sparse, None)
    infinite = Dataset(np.array([[1.0], [np.inf], [2.0], [3.0]]), dataset.target, Task.CLASSIFICATION)
    assert "infinity" in refuse_ranked(infinite, None)
    assert "no column 'z'" in refuse_ranked(dataset, ["z"])


@compiled
@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"cells": np.full((3, 24), 99, dtype=np.int32)}, "'cells' must hold places of values or levels, or -1"),
        ({"levels": np.full(3, 25, dtype=np.int32)}, "'levels' must hold whole numbers from -1 to the number of rows"),
        ({"weights": np.full((5, 24), -1.0)}, "'weights' must hold numbers from 0 to 1e15"),
        ({"weights": np.full((5, 24), np.nan)}, "'weights' must hold numbers from 0 to 1e15"),
        ({"confidence": 0.6}, "'confidence' must be above 0 and up to 0.5"),
        ({"least": 0.0}, "'least' must be a number from 1 up"),
        ({"smoothing": -1.0}, "'smoothing' must be a number from 0 up"),
    ],
)
def test_the_kernel_says_what_is_wrong(changed, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        native._native.grow_c45(**(calls()["grow_c45"] | changed))


@compiled
def test_a_training_set_without_weight_is_left_out():
    given = calls()["grow_c45"]
    weights = given["weights"].copy()
    weights[2] = 0
    native._native.grow_c45(**(given | {"weights": weights}))
    assert given["done"].tolist() == [True, True, False, True, True]
    shares = given["scores"].sum(axis=1)
    np.testing.assert_allclose(shares, np.repeat([1.0, 1.0, 0.0, 1.0, 1.0], 4))
