"""Counts and sums by either way, in any order."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise import native

codes = st.lists(st.tuples(st.integers(0, 3), st.integers(-1, 3)), min_size=1, max_size=50)


@given(codes)
def test_the_compiled_kernel_counts_like_its_numpy_twin(pairs):
    row, column = (np.array(side) for side in zip(*pairs, strict=True))
    expected = np.zeros((4, 5), dtype=int)
    for r, c in pairs:
        expected[r, c if c >= 0 else 4] += 1
    np.testing.assert_array_equal(native.count_pairs(row, column, (4, 5)), expected)
    np.testing.assert_array_equal(native.sums._count_pairs(row, column, (4, 5)), expected)


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=40))
def test_a_sum_is_exact_in_any_order(values):
    scaled = native.exact_sum(np.array(values, dtype=float))
    assert scaled == sum(int(Fraction(value) * 2**1074) for value in values)
    assert scaled == native.exact_sum(np.array(values[::-1], dtype=float))
    assert scaled == native.sums._exact_sum(np.array(values, dtype=float))


@pytest.fixture(params=["compiled", "numpy"])
def way(request, monkeypatch):
    """With and without the compiled kernels."""
    if request.param == "numpy":
        monkeypatch.setattr(native, "COMPILED", False)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("dtype", ["uint8", "uint16", "uint32", "int64"])
def test_rows_are_summed_by_group(dtype):
    rng = np.random.default_rng(3)
    table, keys = rng.normal(size=(50, 3)), rng.integers(0, 4, size=(2, 50)).astype(dtype)
    sums = native.group_sums(table, keys, 5, threads=2)
    expected = [table[keys[t] == g].sum(axis=0) for t in range(2) for g in range(5)]
    np.testing.assert_allclose(sums, expected, rtol=1e-12, atol=1e-14)
