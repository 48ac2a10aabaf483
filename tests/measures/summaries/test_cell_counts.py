"""Cells of confusion matrices and their weights."""

import numpy as np

from foldwise.measures import Outcomes
from foldwise.measures.summaries import SMALLEST_FLOATS_IN_ONE, cell_counts
from foldwise.measures.summaries.cell_counts import cell_squares, class_squares, joint_cells, joint_squares, whole_table


def two(weights=None):
    truth = np.array([0, 0, 1, 1])
    first = Outcomes(truth, np.array([0, 1, 1, -1]), classes=2, weights=weights)
    return {"a": first, "b": Outcomes(truth, np.array([0, 1, 0, 1]), classes=2, weights=weights)}


def test_joint_cells_count_rows_and_weights():
    table = joint_cells(two())["a", "b"]
    assert table.sum() == 4
    assert (table[0, 0, 0], table[0, 1, 1], table[1, 1, 0], table[1, 2, 1]) == (1, 1, 1, 1)
    assert joint_cells(two(np.array([2.0, 3.0, 4.0, 5.0])))["a", "b"][1, 2, 1] == 5


def test_squares_of_weights_stand_in_the_same_cells():
    systems = two(np.array([2.0, 3.0, 4.0, 5.0]))
    table, squares = joint_cells(systems)["a", "b"], joint_squares(systems)["a", "b"]
    assert {cell: one // SMALLEST_FLOATS_IN_ONE for cell, one in squares.items()} == {
        int(np.ravel_multi_index(cell, table.shape)): int(table[tuple(cell)]) ** 2 for cell in np.argwhere(table)
    }
    assert [one // SMALLEST_FLOATS_IN_ONE for one in class_squares(systems["a"])] == [13, 41]
    assert sum(cell_squares(systems["a"])) == sum(class_squares(systems["a"]))


def test_rows_of_one_weight_have_no_squares():
    assert joint_squares(two()) == {}
    assert class_squares(two()["a"]) == ()


def test_too_many_cells_are_not_counted(monkeypatch):
    monkeypatch.setattr(cell_counts, "MOST_CELLS", 5)
    assert joint_cells(two()) == joint_squares(two(np.ones(4))) == {}
    np.testing.assert_array_equal(whole_table(np.array([1.0000001, 2.0])), [1, 2])
