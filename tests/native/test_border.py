"""Arrays at the border: what a compiled function is lent must be what it asks for, and is given back."""

import sys

import numpy as np
import pytest

from foldwise import native

pytestmark = pytest.mark.skipif(not native.COMPILED, reason="there are no compiled kernels")


def pool(**other):
    given = {"sums": np.ones(2), "weights": np.ones(2), "repeat": np.zeros(2, dtype=np.int64), "scores": np.empty(2)}
    return native._native.pool(**given | other)


def frozen(array):
    array.flags.writeable = False
    return array


def test_arrays_that_may_only_be_read_are_read():
    assert pool(sums=frozen(np.array([1.0, 2.0]))) == 1.5


@pytest.mark.parametrize(
    "scores",
    [
        frozen(np.empty(2)),
        np.empty(2, dtype=np.float32),
        np.empty((2, 1)),
        np.empty(4)[::2],
        np.empty(2, dtype=">f8"),
        [0.0, 0.0],
        None,
    ],
    ids=["read-only", "of another type", "of another rank", "in steps", "of swapped bytes", "a list", "nothing"],
)
def test_what_is_no_such_array_is_refused(scores):
    with pytest.raises(TypeError, match="incompatible function arguments"):
        pool(scores=scores)


def test_codes_of_another_width_are_refused():
    with pytest.raises(TypeError):
        pool(repeat=np.zeros(2, dtype=np.int32))


def test_arrays_of_one_number_lie_in_order_whatever_their_strides():
    assert pool(sums=np.ones(9)[4:5:2], weights=np.ones(1), repeat=np.zeros(1, dtype=np.int64), scores=np.empty(1)) == 1


def test_arrays_are_given_back():
    sums = np.ones(2)
    before = sys.getrefcount(sums)
    pool(sums=sums)
    with pytest.raises(TypeError):
        pool(sums=sums, scores=None)
    assert sys.getrefcount(sums) == before
    sums.resize(3, refcheck=False)  # refused as long as somebody holds the buffer
