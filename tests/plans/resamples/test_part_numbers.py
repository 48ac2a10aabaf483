from __future__ import annotations

import numpy as np
import pytest

from foldwise.errors import PlanError
from foldwise.plans.resamples.part_numbers import checked_parts, part_sizes


def test_part_numbers_are_kept_small_and_read_only() -> None:
    parts = checked_parts(np.array([[0, 299]]), 300)
    assert parts.dtype == np.uint16
    assert not parts.flags.writeable


def test_a_part_may_be_empty() -> None:
    assert part_sizes(np.array([[0, 2, 2]]), 4).tolist() == [[1, 0, 2, 0]]


def test_a_part_number_too_large_is_named() -> None:
    with pytest.raises(PlanError, match="go from 0 to 1 for 2 parts, not from 0 to 5"):
        checked_parts(np.array([[0, 5]]), 2)
