"""Rows and tables by resample and repeat."""

import numpy as np

from foldwise.measures.tallies.by_resample import added, split
from tests.worlds import outcomes


def test_tables_of_a_repeat_are_added_in_any_order_of_the_repeats():
    tables = np.arange(4.0)
    assert added(tables, np.array([0, 0, 1, 1])).tolist() == [1, 5]
    assert added(tables, np.array([1, 0, 1, 0])).tolist() == [4, 2]


def test_rows_are_cut_into_samples_also_empty_ones():
    pieces = split(outcomes([0, 1, 0, 1]), np.array([2, 0, 2, 0]), 3)
    assert [piece.truth.tolist() for piece in pieces] == [[1, 1], [], [0, 0]]
