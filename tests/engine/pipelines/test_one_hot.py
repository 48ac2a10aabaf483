"""Levels become columns as in scikit-learn, by what each training set has of them."""

import numpy as np
import pandas as pd
import pytest
from sklearn.preprocessing import OneHotEncoder

from foldwise.engine.pipelines.one_hot import code_levels
from tests.engine.pipelines.prepared_columns import N, check_columns, mixed
from tests.engine.same import KINDS, resamples
from tests.worlds import label


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "step",
    [
        OneHotEncoder(handle_unknown="ignore", sparse_output=False),
        OneHotEncoder(handle_unknown="infrequent_if_exist", min_frequency=5, sparse_output=False),
        OneHotEncoder(handle_unknown="infrequent_if_exist", min_frequency=0.1, sparse_output=False),
        OneHotEncoder(handle_unknown="ignore", min_frequency=5, sparse_output=False),
    ],
    ids=label,
)
@pytest.mark.filterwarnings("ignore:Found unknown categories:UserWarning")
def test_levels(step, kind):
    drawn = resamples(kind, N)
    assert check_columns(step, mixed()[["few", "rare", "gaps"]], drawn) == drawn.count


@pytest.mark.parametrize("drop", ["first", "if_binary"])
def test_dropped_levels(drop):
    frame = mixed()[["few"]].assign(two=np.where(np.arange(N) % 2, "u", "v"))
    drawn = resamples("parts", N)
    assert check_columns(OneHotEncoder(drop=drop, sparse_output=False), frame, drawn) == drawn.count


def test_unknown_levels_are_scikit_learns_to_refuse():
    frame = pd.DataFrame({"few": ["only"] + ["a", "b"] * (N // 2)})
    drawn = resamples("loo", N)
    assert check_columns(OneHotEncoder(sparse_output=False), frame, drawn) == drawn.count - 1


@pytest.mark.parametrize(
    ("values", "reason"),
    [([None, float("nan"), "a"], "two kinds of missing values"), ([1, "a"], "values of type int, str")],
)
def test_levels_that_have_no_order_have_no_codes(values, reason):
    assert reason in code_levels(np.array(values, dtype=object))


def test_numbers_and_truth_values_are_levels_too():
    assert code_levels(np.array([2, 1.5, 2], dtype=object))[0].tolist() == [1, 0, 1]
    assert code_levels(np.array([True, False], dtype=object)) == (pytest.approx([1, 0]), 2)
