"""Labels are counted as they come."""

import numpy as np
import pytest

from foldwise.measures.summaries.label_counts import _count_labels, count_labels


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64", "uint8", "uint32"])
def test_labels_are_counted_as_they_come(dtype):
    rng = np.random.default_rng(0)
    truth, predicted = (rng.integers(3, 8, 1000).astype(dtype) for _ in range(2))
    expected = np.zeros((5, 5), dtype=int)
    np.add.at(expected, (truth.astype(int) - 3, predicted.astype(int) - 3), 1)
    for table, stray in (
        count_labels(truth, predicted, 3, 5),
        _count_labels(truth, predicted, 3, np.zeros((5, 5), dtype=np.int64)),
    ):
        np.testing.assert_array_equal(table, expected)
        assert stray == 1000


def test_the_first_label_outside_the_table_is_found():
    truth = np.zeros(3_000_000, dtype=np.int64)
    predicted = truth.copy()
    predicted[[2_900_000, 2_000_007]] = [9, -1]
    assert count_labels(truth, predicted, 0, 2)[1] == 2_000_007
    assert _count_labels(truth, predicted, 0, np.zeros((2, 2), dtype=np.int64))[1] == 2_000_007
