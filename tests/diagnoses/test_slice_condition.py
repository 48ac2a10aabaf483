"""Conditions on columns."""

import numpy as np
import pandas as pd
import pytest

from foldwise.diagnoses import SliceCondition
from foldwise.diagnoses.slice_condition import columns_of, conditions_of
from foldwise.errors import InputError


def test_conditions_choose_rows_and_say_so():
    x = np.array([1.0, 2.0, np.nan, 4.0])
    assert SliceCondition("x", 2.0, 4.0).rows(x).tolist() == [False, True, False, False]
    assert SliceCondition("x", missing=True).rows(x).tolist() == [False, False, True, False]
    assert SliceCondition("t", value="b").rows(np.array(["a", "b"])).tolist() == [False, True]
    assert SliceCondition("t", value="True").rows(np.array([True, False])).tolist() == [True, False]
    shown = [SliceCondition("x", high=3.0), SliceCondition("x", 2.0, 4.0), SliceCondition("x", missing=True)]
    assert [str(one) for one in shown] == ["x < 3", "2 ≤ x < 4", "x is missing"]


def test_a_number_is_cut_at_quantiles_and_few_values_are_categories():
    many = conditions_of("x", np.arange(100.0), np.arange(100))
    assert "x < 9.9" in {str(one) for one in many}
    assert len(many) == 20
    assert [str(one) for one in conditions_of("k", np.array([1, 2, 2]), np.arange(3))] == ["k = 1", "k = 2"]


def test_missing_values_are_a_condition_of_their_own():
    values = np.array(["a", None, "b"], dtype=object)
    assert [str(one) for one in conditions_of("t", values, np.arange(3))] == ["t is missing", "t = a", "t = b"]


def test_columns_come_from_frames_mappings_and_tables():
    frame = pd.DataFrame({"a": [1, 2], "b": ["x", "y"]})
    assert list(columns_of(frame)) == list(columns_of({"a": [1, 2], "b": ["x", "y"]})) == ["a", "b"]
    assert list(columns_of(np.zeros((2, 2)), ("u", "v"))) == ["u", "v"]
    with pytest.raises(InputError, match="as many names as columns"):
        columns_of(np.zeros((2, 2)), ("u",))
    with pytest.raises(InputError, match="as many rows"):
        columns_of({"a": [1], "b": [1, 2]})
