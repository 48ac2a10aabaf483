"""FW114: a target that is a weighted sum of features."""

import numpy as np
import pandas as pd
import pytest

from foldwise import assess
from foldwise.advice import ComputedTarget
from tests.advice.worlds import case_of, normal_rows, values_of

rule = ComputedTarget()


def test_a_total_among_its_parts_is_found_and_the_parts_are_named():
    X, _ = normal_rows(400)
    frame = pd.DataFrame(X, columns=list("abcdef")).assign(kind=np.where(X[:, 0] > 0, "new", "old"))
    found = rule.look(case_of(frame, frame["b"] + frame["d"]))
    assert "weighted sum of 'b' and 'd'" in found.found or "weighted sum of 'd' and 'b'" in found.found
    assert found.mend.startswith("drop=[")


def test_counts_and_rounded_sums_are_found_in_any_unit():
    rng = np.random.default_rng(0)
    parts = rng.integers(0, 500, (300, 4)).astype(float)
    assert rule.look(case_of(parts, parts[:, 0] + parts[:, 1])) is not None
    prices = np.round(rng.uniform(1, 100, (300, 3)), 2)
    assert rule.look(case_of(prices * 1e9, np.round(1.19 * prices[:, 0] - prices[:, 2], 2))) is not None


def test_more_than_three_columns_are_counted():
    X, _ = normal_rows()
    assert "and 3 more" in rule.look(case_of(X, X.sum(axis=1))).found


def test_assess_says_so_first():
    X, _ = normal_rows()
    result = assess("ridge", X, X[:, 0] - 2 * X[:, 3], measures="rmse", seed=0)
    assert [one.code for one in result.advice] == ["FW114"]


@pytest.mark.parametrize("noise", [0.001, 0.1, 1.0])
def test_a_target_with_noise_is_not_computed(noise):
    X, _ = normal_rows()
    y = X @ np.arange(6) + noise * np.random.default_rng(1).normal(size=300)
    assert rule.look(case_of(X, y)) is None


def test_classes_other_functions_and_one_column_alone_are_not_meant():
    X, y = normal_rows()
    assert rule.look(case_of(X, y)) is None
    assert rule.look(case_of(X, values_of(X))) is None
    assert rule.look(case_of(X, X[:, 0] * X[:, 1])) is None
    assert rule.look(case_of(X, 3 * X[:, 2])) is None


def test_as_many_columns_as_rows_fit_anything_and_are_passed_over():
    rng = np.random.default_rng(0)
    assert rule.look(case_of(rng.normal(size=(40, 30)), rng.normal(size=40))) is None
    assert rule.look(case_of(rng.normal(size=(400, 80)), rng.normal(size=400))) is None


def test_constant_and_repeated_columns_do_no_harm():
    X, _ = normal_rows()
    table = np.column_stack([X, X[:, 0], np.ones(300)])
    assert rule.look(case_of(table, values_of(X))) is None
    assert rule.look(case_of(table, X[:, 1] + X[:, 2])) is not None


def test_a_table_that_begins_with_equal_rows_is_looked_at_as_any_other():
    X, _ = normal_rows()
    X[:100] = 0
    for rows in (np.arange(300), np.random.default_rng(0).permutation(300)):
        assert rule.look(case_of(X[rows], X[rows, 1] + X[rows, 2])) is not None
