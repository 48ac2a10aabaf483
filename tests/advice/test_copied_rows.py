"""FW101: copied rows."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.neighbors import KNeighborsClassifier

import foldwise
from foldwise.advice import CopiedRows, Severity
from foldwise.advice.first_look import silent_rules
from foldwise.plans import KFold, draw
from tests.advice.worlds import case_of, normal_rows, shuffled, values_of

rule = CopiedRows()


def twice(n=300):
    X, y = normal_rows(n // 2)
    return shuffled(np.tile(X, (2, 1)), np.tile(y, 2))


def test_every_row_twice_is_found_and_counted():
    found = rule.look(case_of(*twice()))
    assert (found.code, found.severity, found.optimistic) == ("FW101", Severity.INVALID, True)
    assert "300 of 300 rows have an exact copy" in found.found
    assert "groups=" in found.mend


def test_the_share_of_test_rows_with_a_copy_in_training_is_that_of_the_plan():
    X, y = twice()
    case = case_of(X, y)
    drawn = draw(KFold(10), case.dataset, 0)
    # A copy is in another one of ten parts nine times out of ten.
    found = rule.look(type(case)("assess", case.dataset, drawn))
    share = int(found.found.split("%")[0].split()[-1])
    assert share == pytest.approx(90, abs=5)


@pytest.mark.parametrize("kind", [pd.DataFrame, sparse.csr_matrix])
def test_frames_and_sparse_matrices_are_looked_at_too(kind):
    X, y = twice()
    table = kind(X)
    if kind is pd.DataFrame:
        table.columns = [f"x{j}" for j in range(X.shape[1])]
    assert rule.look(case_of(table, y)) is not None


def test_copies_of_a_numeric_target_are_found():
    X, _ = normal_rows(150)
    y = values_of(X)
    assert rule.look(case_of(*shuffled(np.tile(X, (2, 1)), np.tile(y, 2)))) is not None


@pytest.mark.parametrize("column", ["numbers", "noise"])
def test_copies_beside_a_column_that_differs_in_every_row_are_found(column):
    X, y = twice()
    rng = np.random.default_rng(1)
    numbers = rng.permutation(300)
    values = {"numbers": numbers, "noise": rng.normal(size=300)}
    found = rule.look(case_of(pd.DataFrame(X).add_prefix("x").assign(code=values[column]), y))
    assert "300 of 300 rows equal another one, features and target, except in 'code'" in found.found
    assert "without 'code'" in found.mend


def test_copies_beside_two_columns_of_noise_are_found():
    X, y = twice()
    found = rule.look(case_of(np.column_stack([np.random.default_rng(1).normal(size=(300, 2)), X]), y))
    assert "features and target, except in 'x0', 'x1'" in found.found


def test_few_copies_beside_an_id_are_left_alone():
    """Of the columns that differ some may be what makes rows new."""
    X, y = normal_rows(300)
    X[-12:], y[-12:] = X[:12], y[:12]
    assert rule.look(case_of(np.column_stack([X, np.arange(300)]), y)) is None


def test_rows_of_one_place_with_other_measurements_are_no_copies():
    """Half of the columns are those of the place; that much is no reason to leave the others out."""
    X, y = normal_rows(300)
    X[:, :3] = X[np.arange(300) % 100, :3]
    assert rule.look(case_of(X, y)) is None


def test_rounded_columns_beside_an_id_are_alike_by_chance():
    rng = np.random.default_rng(0)
    X = np.column_stack([np.round(3 * rng.normal(size=(2000, 3)), 1), np.arange(2000)])
    assert rule.look(case_of(X, (X[:, 0] + rng.normal(size=2000) > 0).astype(int))) is None


def test_negative_zero_is_zero_and_missing_is_missing():
    X, y = normal_rows(150)
    X[:40, 1], X[40:80, 2] = 0.0, np.nan
    other = X.copy()
    other[:40, 1] = -0.0
    assert "300 of 300" in rule.look(case_of(np.concatenate([X, other]), np.tile(y, 2))).found


def test_independent_rows_have_none():
    assert rule.look(case_of(*normal_rows())) is None


def test_rows_of_few_values_are_alike_by_chance():
    rng = np.random.default_rng(0)
    X = rng.integers(0, 3, size=(400, 4)).astype(float)
    assert rule.look(case_of(X, (X[:, 0] > 0).astype(int))) is None


def test_rounded_measurements_are_alike_by_chance():
    rng = np.random.default_rng(0)
    X = np.round(rng.normal(size=(3000, 2)), 1)
    assert rule.look(case_of(X, (X[:, 0] + rng.normal(size=3000) > 0).astype(int))) is None


def test_repeated_measurements_with_other_targets_are_no_copies():
    X, _ = normal_rows(150)
    y = np.random.default_rng(1).normal(size=300)
    assert rule.look(case_of(np.tile(X, (2, 1)), y)) is None


def test_a_handful_of_copies_changes_no_figure():
    X, y = normal_rows(1000)
    X[-3:], y[-3:] = X[:3], y[:3]
    assert rule.look(case_of(X, y)) is None


def test_copies_within_a_group_are_never_in_training_and_test_sets():
    X, y = normal_rows(150)
    groups = np.tile(np.arange(150), 2)
    assert rule.look(case_of(np.tile(X, (2, 1)), np.tile(y, 2), groups=groups)) is None
    others = np.arange(300) // 10
    assert rule.look(case_of(np.tile(X, (2, 1)), np.tile(y, 2), groups=others)) is not None


def test_the_report_says_it_first_and_leans_to_the_other_side():
    X, y = twice(200)
    result = foldwise.assess(KNeighborsClassifier(1), X, y, measures="error")
    assert str(result).startswith("Check   FW101 copied rows: 200 of 200 rows")
    assert "They tend to be optimistic." in str(result)
    assert "pessimistic" not in str(result)
    assert set(result.to_frame()["bias"]) == {"optimistic"}
    assert result.to_frame()["note"].str.startswith("FW101 copied rows").all()


def test_rows_that_differ_in_a_column_that_tells_of_the_target_are_no_copies():
    """Items with two fixed values, measured several times: the measurement is part of what decides the class."""
    rng = np.random.default_rng(3)
    item, (a, b), u = rng.integers(0, 60, 300), rng.normal(size=(2, 60)), rng.normal(size=300)
    X, y = np.c_[a[item], b[item], u], (a[item] + 0.35 * u > 0).astype(int)
    assert rule.look(case_of(X, y)) is None


def test_copies_beside_three_noise_columns_of_nine_are_found_with_and_without_kernels():
    rng = np.random.default_rng(4)
    X = np.hstack([rng.normal(size=(200, 3)), np.repeat(rng.normal(size=(100, 6)), 2, axis=0)])
    y = np.repeat(rng.integers(0, 2, 100), 2)
    assert rule.look(case_of(X, y)) is not None
    assert "FW101" not in silent_rules(case_of(X, y))
