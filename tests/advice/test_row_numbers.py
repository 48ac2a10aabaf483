"""FW104: a row number among the features that orders the target."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import spearmanr
from sklearn.metrics import roc_auc_score

from foldwise.advice import RowNumbers
from foldwise.advice.row_numbers import rank_association
from tests.advice.worlds import case_of, normal_rows, values_of

rule = RowNumbers()


def by_class(n=300):
    X, y = normal_rows(n)
    order = np.argsort(y, kind="stable")
    return X[order], y[order]


def test_a_number_of_rows_that_are_sorted_by_class_is_found():
    X, y = by_class()
    found = rule.look(case_of(np.column_stack([X, 1000 + np.arange(300)]), y))
    assert "'x6' follows the order of the rows and orders the target (AUC 1.00)" in found.found
    assert "order='x6'" in found.mend


def test_consecutive_numbers_in_any_order_are_found():
    X, y = by_class()
    order = np.random.default_rng(0).permutation(300)
    found = rule.look(case_of(np.column_stack([X, np.arange(300) + 5])[order], y[order]))
    assert "has another value in every row" in found.found


def test_a_number_that_grows_with_a_numeric_target_is_found():
    X, _ = normal_rows()
    y = values_of(X) + np.arange(300) / 50
    assert "rank correlation" in rule.look(case_of(np.column_stack([X, 10 * np.arange(300)]), y)).found


def test_a_number_that_says_nothing_about_the_target_is_harmless():
    X, y = normal_rows()
    assert rule.look(case_of(np.column_stack([X, np.arange(300)]), y)) is None


def test_a_measurement_that_goes_with_the_target_is_no_number_of_rows():
    X, y = normal_rows()
    assert rule.look(case_of(np.column_stack([X, np.round(1000 * X[:, 0])]), y)) is None


@pytest.mark.parametrize("n", [60, 150, 400, 2000])
@pytest.mark.parametrize("digits", [2, 4, 16])
def test_a_measurement_that_the_file_is_sorted_by_is_no_number_of_rows(n, digits):
    X, y = normal_rows(n)
    X[:, 0] = np.round(X[:, 0], digits)
    order = np.argsort(X[:, 0])
    assert rule.look(case_of(X[order], y[order])) is None
    assert rule.look(case_of(X[order[::-1]], values_of(X)[order[::-1]])) is None


@pytest.mark.parametrize("unit", [1, 0.25, 1 / 24, 3600])
def test_numbers_with_gaps_that_stand_in_order_are_found(unit):
    X, y = by_class()
    drawn = np.sort(np.random.default_rng(0).choice(1200, 300, replace=False))
    assert "follows the order" in rule.look(case_of(np.column_stack([X, unit * drawn]), y)).found


def test_time_is_no_row_number():
    X, y = by_class()
    t = np.arange(300)
    assert rule.look(case_of(np.column_stack([X, t]), y, order=t)) is None


def test_the_reader_drops_what_counts_the_rows():
    X, y = by_class()
    frame = pd.DataFrame(X, columns=list("abcdef")).assign(number=np.arange(1, 301))
    assert rule.look(case_of(frame, y)) is None


@pytest.mark.parametrize("seed", range(3))
def test_the_association_is_that_of_outside_witnesses(seed):
    rng = np.random.default_rng(seed)
    column, codes = rng.normal(size=80).round(1), rng.integers(0, 2, 80)
    size, sure = rank_association(column, codes, classes=True)
    assert size == pytest.approx(abs(2 * roc_auc_score(codes, column) - 1))
    assert sure == pytest.approx(size / np.sqrt(81 / (3 * codes.sum() * (80 - codes.sum()))))
    values = column + rng.normal(size=80)
    assert rank_association(column, values, classes=False)[0] == pytest.approx(abs(spearmanr(column, values)[0]))
