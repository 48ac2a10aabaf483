"""Category numbers as indicators."""

import numpy as np

from foldwise.engine.linalg.categories import Categories

X = np.array([[0.0, 2.0], [1.0, 0.0], [1.0, 1.0]])


def test_one_indicator_per_column_and_category():
    found = Categories.of(X, None)
    assert found.count == 5
    assert found.column.tolist() == [0, 0, 1, 1, 1]
    assert found.indicators(X).tolist() == [[1, 0, 0, 0, 1], [0, 1, 1, 0, 0], [0, 1, 0, 1, 0]]


def test_a_column_has_the_categories_up_to_the_largest_that_was_seen():
    seen = np.array([[True, False, True, False, True], [True, True, True, False, False]])
    assert Categories.of(X, None).known(seen).tolist() == [[1, 3], [2, 1]]
    assert Categories.of(X, 4).known(seen).tolist() == [[4, 4], [4, 4]]
