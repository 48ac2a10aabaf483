"""What a rule may look at."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

import foldwise
from foldwise.advice import Case, look_at
from tests.advice.worlds import case_of, normal_rows


def test_all_of_few_rows_are_looked_at():
    X, y = normal_rows(200)
    case = case_of(X, y)
    np.testing.assert_array_equal(case.stretch_numbers, X)
    np.testing.assert_array_equal(case.stretch_truth, y)
    assert case.spaced.tolist() == list(range(0, 196, 13))


@pytest.mark.parametrize("n", [301, 5000])
def test_stretches_of_many_rows_are_consecutive_and_reach_from_end_to_end(n):
    X, y = normal_rows(n)
    case = case_of(X, y)
    assert (case.stretch[0], case.stretch.size) == (0, 300)
    assert n - 4 <= case.stretch[-1] <= n - 1
    assert np.count_nonzero(np.diff(case.stretch) != 1) <= 3
    np.testing.assert_array_equal(case.stretch_numbers, X[case.stretch])
    np.testing.assert_array_equal(case.spaced_numbers, X[case.spaced])


@pytest.mark.parametrize("kind", ["frame", "sparse"])
def test_every_table_is_seen_in_the_same_way(kind):
    X, y = normal_rows(400)
    X[::7, 2] = 0
    table = pd.DataFrame(X, columns=list("abcdef")) if kind == "frame" else sparse.csr_matrix(X)
    case, plain = case_of(table, y), case_of(X, y)
    np.testing.assert_array_equal(case.stretch_numbers, plain.stretch_numbers)
    np.testing.assert_array_equal(case.spaced_numbers, plain.spaced_numbers)
    np.testing.assert_array_equal(case.table, plain.table)
    np.testing.assert_array_equal(case.column(2), plain.column(2))


def test_names_are_those_of_the_table():
    X, y = normal_rows(50, 2)
    assert case_of(X, y).called(1) == "x1"
    assert case_of(pd.DataFrame(X, columns=["height", "weight"]), y).called(1) == "weight"


def test_categories_are_known():
    X, y = normal_rows(50, 2)
    frame = pd.DataFrame(X, columns=["a", "b"]).assign(c=np.where(X[:, 0] > 1, "hi", "lo"))
    assert case_of(frame, y).nominal.tolist() == [False, False, True]


def test_without_rows_nothing_is_known():
    assert not Case("score").known


@pytest.mark.parametrize("dtype", [np.float32, np.int16, np.bool_])
@pytest.mark.parametrize("order", ["C", "F"])
def test_arrays_of_every_type_and_layout_are_looked_at(dtype, order):
    X, y = normal_rows(400)
    table = np.asarray(10 * X).astype(dtype, order=order)
    case = case_of(table, y)
    assert look_at(case) == ()
    np.testing.assert_array_equal(case.stretch_numbers, table[case.stretch])


def test_a_large_sparse_matrix_is_not_written_out():
    X = sparse.random(2000, 10_000, density=1e-3, format="csr", random_state=np.random.default_rng(0))
    assert not case_of(X, np.arange(2000) % 2).known


def test_columns_that_are_handed_on_as_they_are_do_no_harm():
    X, y = normal_rows(60, 2)
    frame = pd.DataFrame(X, columns=["a", "b"]).assign(text=[f"note {i}" for i in range(60)])
    assert look_at(case_of(foldwise.read(frame, y, roles={"text": "keep"}))) == ()
