"""FW103: a copy of the target among the features."""

import numpy as np
import pandas as pd
import pytest

from foldwise.advice import CopiedTarget
from tests.advice.worlds import case_of, normal_rows, values_of

rule = CopiedTarget()


def test_a_column_of_class_codes_is_found_and_named():
    X, y = normal_rows()
    found = rule.look(case_of(np.column_stack([X, 7 - 3 * y]), y))
    assert "'x6' is one-to-one with the target in 300 rows" in found.found
    assert found.mend.startswith("drop=['x6']")


def test_a_category_that_names_the_class_is_found():
    X, y = normal_rows()
    frame = pd.DataFrame(X, columns=list("abcdef")).assign(verdict=np.where(y, "ill", "well"))
    assert "'verdict'" in rule.look(case_of(frame, y)).found


def test_a_copy_with_gaps_is_a_copy():
    X, y = normal_rows()
    copy = y.astype(float)
    copy[::5] = np.nan
    assert rule.look(case_of(np.column_stack([X, copy]), y)) is not None


@pytest.mark.parametrize("function", [lambda y: y, lambda y: 32 + 1.8 * y, np.exp, lambda y: -(y**3)])
def test_a_monotone_function_of_a_numeric_target_is_found(function):
    X, _ = normal_rows()
    y = values_of(X)
    found = rule.look(case_of(np.column_stack([X, function(y)]), y))
    assert "'x6'" in found.found
    assert ("equal to" in found.found) == bool(np.array_equal(function(y), y))


def test_a_few_rows_may_match_by_chance():
    X, _ = normal_rows(200, 3)
    rare = (np.arange(200) < 2).astype(int)
    assert rule.look(case_of(np.column_stack([X, rare]), rare)) is None
    rare[:10] = 1
    assert rule.look(case_of(np.column_stack([X, rare]), rare)) is not None


def test_a_good_feature_is_no_copy():
    X, y = normal_rows()
    assert rule.look(case_of(X, y)) is None
    noisy = np.where(np.arange(300) == 7, 1 - y, y)
    assert rule.look(case_of(np.column_stack([X, noisy]), y)) is None


def test_a_target_with_a_little_noise_is_no_copy():
    X, _ = normal_rows()
    y = values_of(X)
    assert rule.look(case_of(np.column_stack([X, y + 0.01 * X[:, 2]]), y)) is None


def test_a_column_that_is_mostly_missing_is_no_copy():
    X, y = normal_rows()
    copy = np.where(np.arange(300) % 3, np.nan, y)
    assert rule.look(case_of(np.column_stack([X, copy]), y)) is None
