"""Arrays that cannot change, and the smallest type that holds a number."""

import numpy as np
import pytest

from foldwise.arrays import freeze, smallest_unsigned, trapezoid


def test_a_frozen_array_is_the_same_memory_and_cannot_be_written():
    mine = np.arange(3)
    frozen = freeze(mine)
    assert np.shares_memory(mine, frozen)
    with pytest.raises(ValueError, match="read-only"):
        frozen[0] = 7
    mine[0] = 7  # whoever made it still may
    assert frozen[0] == 7


@pytest.mark.parametrize(("largest", "size"), [(0, 1), (255, 1), (256, 2), (65_535, 2), (65_536, 4), (2**32, 8)])
def test_the_smallest_type_that_holds_a_number(largest, size):
    found = smallest_unsigned(largest)
    assert (found.kind, found.itemsize) == ("u", size)


def test_the_area_under_a_line():
    assert trapezoid(np.array([0.0, 2.0]), np.array([1.0, 4.0])) == 3.0
    assert trapezoid(np.array([5.0]), np.array([1.0])) == 0.0
