"""What the features must be for a batched kernel, and what becomes of them."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from foldwise.data import read
from foldwise.engine import choose
from foldwise.engine.features import features, read_table, refuse_features, refuse_sizes
from foldwise.errors import InputError
from tests.engine.same import resamples
from tests.releases import is_batched
from tests.worlds import classes, label


def scaled(factor):
    """Sixty rows, with the first column in other units."""
    world = classes(n=60)
    X = np.array(world.X, dtype=np.float64)
    X[:, 0] *= factor
    return replace(world, X=X)


@pytest.mark.parametrize("factor", [0.0, 1e-100, 1e100])
def test_columns_of_any_size_whose_squares_are_numbers_are_taken(factor):
    world = scaled(factor)
    assert refuse_features(world) is None
    np.testing.assert_array_equal(features(world), world.X)


MODELS = [
    LinearDiscriminantAnalysis(),
    LinearDiscriminantAnalysis(solver="lsqr"),
    QuadraticDiscriminantAnalysis(),
    make_pipeline(StandardScaler(), LinearDiscriminantAnalysis()),
]


@pytest.mark.parametrize("factor", [1e-160, 1e160])
@pytest.mark.parametrize("model", [model for model in MODELS if is_batched(model)], ids=label)
def test_columns_whose_squares_are_infinite_or_nothing_are_left_to_scikit_learn(model, factor):
    route = choose(model, scaled(factor), resamples("parts", 60))
    assert route.family is None
    assert "no double holds their squares" in route.reason


def test_what_is_missing_has_no_size():
    assert refuse_sizes(np.array([[np.nan], [1.0]])) is None
    assert refuse_sizes(np.full((2, 1), np.nan)) is None
    assert refuse_sizes(np.array([[np.nan], [1e200]])) is not None


@pytest.fixture
def dataset():
    return read(pd.DataFrame({"x": [1.0, 2.0, None], "c": ["b", "a", "b"]}), ["p", "q", "p"])


def test_a_table_is_read_once_for_each_choice_of_categories(dataset):
    encoding, matrix = read_table(dataset, None)
    assert encoding.levels == (None, ("a", "b"))
    assert matrix[:, 1].tolist() == [1.0, 0.0, 1.0]
    assert read_table(dataset, None)[1] is matrix
    assert read_table(dataset, ["x"])[0].levels == (("1", "2"), ("a", "b"))


def test_what_cannot_be_read_is_refused_each_time(dataset):
    for _ in range(2):
        with pytest.raises(InputError, match="no column 'z'"):
            read_table(dataset, ["z"])
