"""Sums of hashes of columns."""

import numpy as np

from foldwise.advice.row_sums import column_hashes, columns_apart, pairs_of, ring, sets_of
from tests.advice.worlds import case_of, normal_rows


def test_leaving_a_column_out_is_a_subtraction():
    X, _ = normal_rows(50, 4)
    hashes = column_hashes(X)
    rest = column_hashes(X[:, :3])
    assert ((hashes.sum(axis=0) - hashes[3]) == rest.sum(axis=0)).all()


def test_columns_that_change_places_make_other_rows():
    X = np.array([[1.0, 2.0, 3.0], [2.0, 1.0, 3.0], [1.0, 2.0, 3.0]])
    sets, sizes = sets_of(column_hashes(X).sum(axis=0))
    assert sets[0] == sets[2] != sets[1]
    assert pairs_of(sizes) == 1


def test_any_two_of_six_columns_leave_a_pair():
    pairs = ring(np.array([100] * 6), 20)
    assert len({place for pair in pairs for place in pair}) == 6
    assert len(pairs) == 3


def test_two_columns_leave_none():
    assert ring(np.array([100, 100, 20]), 20) == []


def test_the_column_in_which_copies_differ_is_found():
    X, y = normal_rows(100, 5)
    X = np.tile(X, (2, 1))
    X[:, 2] = np.arange(200)
    assert columns_apart(case_of(X, np.tile(y, 2)), 20, 20) == (2,)
    assert columns_apart(case_of(*normal_rows(200, 5)), 20, 20) == ()
