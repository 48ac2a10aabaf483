"""What is known about the rows of each class."""

import numpy as np
import pytest

from foldwise import native
from foldwise.engine.linalg.class_rows import ClassRows
from tests.worlds import classes


@pytest.mark.parametrize("compiled", [True, False])
def test_counts_means_and_sizes(compiled, monkeypatch):
    monkeypatch.setattr(native, "COMPILED", compiled and native.COMPILED)
    dataset = classes(n=50)
    rows = ClassRows.of(dataset)
    np.testing.assert_array_equal(rows.counts, np.bincount(dataset.codes))
    for c in range(3):
        mine = dataset.X[dataset.codes == c]
        np.testing.assert_allclose(rows.centres[c], mine.mean(axis=0))
        np.testing.assert_allclose(rows.deviations(c)(slice(0, 4)), mine[:4] - mine.mean(axis=0))
    np.testing.assert_allclose(rows.centre, dataset.X.mean(axis=0))
    eps = np.finfo(float).eps
    np.testing.assert_allclose(rows.variance_floor, (64 * eps * np.abs(dataset.X).max(axis=0)) ** 2)


def test_rows_of_each_class_ascend():
    rows = ClassRows(np.zeros((5, 1)), np.array([1, 0, 1, 0, 1]), 2).rows
    assert [mine.tolist() for mine in rows] == [[1, 3], [0, 2, 4]]
