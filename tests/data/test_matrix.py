"""Arrays and sparse matrices."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse import csr_array

from foldwise.data import Kind, Role, read
from foldwise.errors import InputError


def facts(dataset):
    return [(column.levels, column.missing, column.note) for column in dataset.columns if column.role is Role.FEATURE]


def test_levels_missing_values_and_constants_are_counted():
    X = np.array([[1, 5, np.nan], [2, 5, 7], [1, 5, 7]])
    assert facts(read(X, [0, 1, 1])) == [(2, 0, ""), (1, 0, "constant"), (1, 1, "")]


def test_all_levels_of_a_category_are_counted():
    X = np.stack([np.arange(1200) % 300, np.arange(1200) % 300], axis=1).astype(float)
    X[0, 1] = np.nan
    counted = facts(read(X, np.arange(1200) % 2, roles={"x1": "categorical"}))
    assert counted == [(100, 0, ""), (300, 1, "")]


small = arrays(
    np.float64, st.tuples(st.integers(2, 6), st.integers(1, 4)), elements=st.sampled_from([0.0, 1.0, 2.5, np.nan])
)


@given(small.filter(lambda array: not np.isnan(array).all(axis=0).any()))
def test_a_sparse_matrix_counts_like_an_array(X):
    target = np.arange(len(X)) / 3
    assert facts(read(csr_array(X), target)) == facts(read(X, target))


def test_no_column_of_an_array_is_dropped_unasked():
    assert read(np.arange(24).reshape(12, 2)[:, :1] // 2, np.arange(12) % 2).p == 1


def test_columns_of_an_array_have_names_to_be_asked_for():
    X = np.array([[1.0, 2, 0, 9], [3, 4, 1, 9], [5, 6, 1, 8]])
    dataset = read(X, "x2", drop="x0", roles={"x1": "categorical"}, groups="x3")
    assert (dataset.X.tolist(), dataset.target.tolist(), dataset.groups.tolist()) == (
        [[2], [4], [6]],
        [0, 1, 1],
        [9, 9, 8],
    )
    assert [(column.role, column.kind) for column in dataset.columns] == [
        (Role.DROPPED, Kind.NUMERIC),
        (Role.FEATURE, Kind.CATEGORICAL),
        (Role.TARGET, Kind.NUMERIC),
        (Role.GROUPS, Kind.NUMERIC),
    ]


def test_a_column_of_a_sparse_matrix_can_be_the_target():
    dataset = read(csr_array(np.array([[1.0, 0], [0, 1], [0, 1]])), "x1")
    assert (dataset.X.toarray().tolist(), dataset.target.tolist()) == ([[1], [0], [0]], [0, 1, 1])


def test_numbers_that_stand_for_missing_are_missing():
    X = np.array([[1, -9], [-9, 3], [2, 2]])
    dataset = read(X, [0, 1, 1], missing=["-9", "?"])
    assert np.isnan(dataset.X).sum() == 2
    assert X[0, 1] == -9


def test_the_first_infinite_value_of_a_sparse_matrix_is_named():
    X = np.zeros((4, 3))
    X[[1, 3], 2] = np.inf
    with pytest.raises(InputError, match="column 'x2' holds 2 infinite values, the first in row 2"):
        read(csr_array(X), [0, 1, 0, 1])


def test_a_sparse_column_without_a_value_is_refused():
    with pytest.raises(InputError, match="column 'x1' has no value in any of the 2 rows"):
        read(csr_array(np.array([[1, np.nan], [0, np.nan]])), [0, 1])
