"""A column is described by quantiles or levels, and a description from a file is checked."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from foldwise.data import Kind
from foldwise.errors import InputError
from foldwise.saved_models import ColumnProfile, profile_columns


def test_numbers_levels_and_gaps():
    frame = pd.DataFrame({"x": [1.0, np.nan, 3.0], "town": ["a", "b", "a"]})
    numbers, texts = profile_columns(frame)
    assert (numbers.kind, numbers.known, numbers.missing) == (Kind.NUMERIC, 2, 1)
    assert (numbers.quantiles[0], numbers.quantiles[-1]) == (1.0, 3.0)
    assert texts.levels == (("a", 2), ("b", 1))


def test_quantiles_are_values_of_the_rows():
    values = np.random.default_rng(0).normal(size=(500, 1))
    assert set(profile_columns(values)[0].quantiles) <= set(values[:, 0].tolist())


def test_too_many_levels_are_not_kept():
    assert profile_columns(pd.DataFrame({"name": [f"n{i}" for i in range(300)]}))[0].levels == ()


def test_a_sparse_matrix_has_names_only():
    assert [one.name for one in profile_columns(sparse.eye(3, format="csr"))] == ["x0", "x1", "x2"]


def test_it_comes_back_from_its_record():
    for one in profile_columns(pd.DataFrame({"x": [1.0, 2.0], "town": ["a", "b"]})):
        assert ColumnProfile.of_record(one.record()) == one


@pytest.mark.parametrize(
    "change",
    [{"kind": "picture"}, {"quantiles": [2.0] * 100 + [1.0]}, {"quantiles": [1.0]}, {"known": -1}, {"levels": 3}],
)
def test_an_impossible_record_is_refused(change):
    record = profile_columns(np.arange(5.0)[:, None])[0].record() | change
    with pytest.raises(InputError, match="card of the model describes"):
        ColumnProfile.of_record(record)
