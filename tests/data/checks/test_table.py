"""Feature tables."""

import numpy as np
import pytest

from foldwise.data.checks.table import check_features_left, check_names, check_numeric, check_uses, check_values
from foldwise.errors import InputError, UnknownNameError


@pytest.mark.parametrize("dtype", [bool, np.int8, np.float32, np.float64])
def test_arrays_of_numbers_pass_as_they_are(dtype):
    array = np.ones((2, 2), dtype=dtype)
    assert check_numeric(array) is array
    check_values(array, ["a", "b"])


def test_missing_values_pass():
    check_values(np.array([[np.nan, 1], [1, np.nan]]), ["a", "b"])


def test_an_object_that_is_no_number_is_shown():
    with pytest.raises(InputError, match=r"not all numbers, such as \{\}"):
        check_numeric(np.array([[1, None], [{}, 2]], dtype=object))


@pytest.mark.parametrize(("name", "hint"), [("AGE", "'Age'"), ("agee", "'Age'"), ("zzz", "one of Age, Town")])
def test_an_unknown_column_is_answered_with_the_nearest_or_all(name, hint):
    with pytest.raises(UnknownNameError) as caught:
        check_names([name], ["Age", "Town"])
    assert caught.value.hint == hint


def test_each_column_has_one_use():
    check_uses({"target": "y", "groups": "g"}, ["a"])
    with pytest.raises(InputError, match="column 'g' is asked for as groups and also in drop=, features= or roles="):
        check_uses({"target": "y", "groups": "g"}, ["g"])


def test_what_was_left_out_is_named():
    check_features_left(1, {})
    with pytest.raises(InputError, match=r"id, day \(date\) left out; try roles=\{'id': 'feature'\}"):
        check_features_left(0, {"id": "", "day": "date"})
