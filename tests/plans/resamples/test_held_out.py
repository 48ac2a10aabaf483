from __future__ import annotations

import numpy as np
import pytest

from foldwise.errors import PlanError
from foldwise.plans import HeldOut


def test_everything_else_is_trained_on() -> None:
    resamples = HeldOut(np.array([[0, 3], [1, 2]]), 5)
    assert resamples.train_rows(0).tolist() == [1, 2, 4]
    assert resamples.train_counts(1, 2).tolist() == [[1, 0, 0, 1, 1]]
    assert resamples.train_sizes.tolist() == [3, 3]
    assert resamples.repeats == 1


def test_rows_are_kept_small() -> None:
    assert HeldOut(np.array([[0, 3]]), 200).test.dtype == np.uint8


@pytest.mark.parametrize(
    "test", [np.array([0, 1]), np.array([[0, 5]]), np.array([[-1, 2]]), np.zeros((0, 2), dtype=int)]
)
def test_wrong_test_sets_are_refused(test) -> None:
    with pytest.raises(PlanError, match="test sets are an array"):
        HeldOut(test, 5)
