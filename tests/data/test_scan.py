from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from foldwise import native
from foldwise.data.scan import all_finite, count_levels

VALUES = st.sampled_from([0.0, -0.0, 1.0, -1.0, 1e-300, np.pi, np.nan])
TABLES = arrays(np.float64, array_shapes(min_dims=2, max_dims=2, max_side=12), elements=VALUES)


@given(TABLES, st.booleans())
def test_levels_are_counted_as_a_set_would_with_and_without_a_compiler(table: np.ndarray, turned: bool) -> None:  # noqa: FBT001
    table = table.T if turned else table
    expected = [len({float(value) for value in column if value == value}) for column in table.T]
    assert count_levels(table).tolist() == expected
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "_native", None)
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
