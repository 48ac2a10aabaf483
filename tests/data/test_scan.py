from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from foldwise import native
from foldwise.data.scan import all_finite, count_levels, distinct_and_codes

VALUES = st.sampled_from([0.0, -0.0, 1.0, -1.0, 1e-300, np.pi, np.nan])
TABLES = arrays(np.float64, array_shapes(min_dims=2, max_dims=2, max_side=12), elements=VALUES)


@given(TABLES, st.booleans())
def test_levels_are_counted_as_a_set_would_with_and_without_a_compiler(table: np.ndarray, turned: bool) -> None:  # noqa: FBT001
    table = table.T if turned else table
    expected = [len({float(value) for value in column if value == value}) for column in table.T]
    assert count_levels(table).tolist() == expected
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "COMPILED", False)
        assert count_levels(table).tolist() == expected


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("order", ["C", "F"])
def test_one_number_that_is_none_is_found_among_many(wrong: float, order: str) -> None:
    table = np.zeros((300_000, 2), order=order)  # type: ignore[call-overload]
    assert all_finite(table)
    table[299_999, 1] = wrong
    assert not all_finite(table)
    assert all_finite(table[:, :1])
    assert not all_finite(table[::-3])


def test_other_types_are_looked_at_too() -> None:
    assert all_finite(np.array([1, 2]))
    assert not all_finite(np.array([1, np.inf], dtype=np.float32))
    assert all_finite(np.full(3, 1.7e308))


FAR_APART = np.array([-(2**63), 2**63 - 1, 0])


@pytest.mark.parametrize(
    "values",
    [
        np.array([5, 3, 5, 9]),
        np.array([-100, 100, 5], dtype=np.int8),
        np.array([200, 3, 200], dtype=np.uint8),
        np.array([2**63 + 5, 2**63], dtype=np.uint64),
        FAR_APART,
        np.array([0.0, -0.0, 3.0]),
        np.array([0.5, 1.5, 0.5]),
        np.array([1e300, -1e300]),
        np.array([7.0, np.nan]),
        np.array(["b", "a", "b"]),
        np.array([True, False]),
        np.array([], dtype=np.float64),
    ],
)
def test_distinct_values_and_their_places_are_those_of_numpy(values: np.ndarray) -> None:
    labels, codes = distinct_and_codes(values)
    expected, places = np.unique(values, return_inverse=True)
    np.testing.assert_array_equal(labels, expected)
    np.testing.assert_array_equal(codes, places)
    assert labels.dtype == values.dtype
    assert codes.dtype == np.intp
