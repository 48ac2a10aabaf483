"""What rows of unequal weight are worth."""

import numpy as np
import pytest

from foldwise.measures.weights import effective_size


@pytest.mark.parametrize("weight", [1.0, 0.1, 1e-200, 1e200])
def test_rows_of_one_weight_are_worth_their_number(weight):
    assert effective_size(np.full(7, weight)) == 7


def test_one_heavy_row_is_worth_one():
    assert effective_size(np.array([1e9, 1.0, 1.0])) == pytest.approx(1)
    assert effective_size(np.array([2.0, 1.0])) == pytest.approx(9 / 5)


def test_nothing_has_no_worth():
    assert effective_size(np.zeros(3)) == 0
    assert effective_size(np.empty(0)) == 0
