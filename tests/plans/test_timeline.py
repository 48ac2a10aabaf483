from __future__ import annotations

import numpy as np
import pytest

from foldwise.errors import PlanError
from foldwise.plans import Forward
from foldwise.plans.timeline import Timeline
from tests.plans.rows import in_time, of_classes


def test_rows_of_the_same_time_share_a_position() -> None:
    dates = np.array(["2024-03-01", "2024-01-01", "2024-03-01", "2024-02-01"], dtype="datetime64[D]")
    timeline = Timeline.of(Forward(), in_time(dates))
    assert timeline.length == 3
    assert timeline.between(2, 3).tolist() == [0, 2]
    assert timeline.between(0, 2).tolist() == [1, 3]


def test_marked_positions_give_their_rows() -> None:
    timeline = Timeline(np.array([2, 0, 1, 2]))
    assert timeline.where(np.array([False, True, True])).tolist() == [0, 2, 3]


def test_no_order_no_timeline() -> None:
    with pytest.raises(PlanError, match=r"forward\(5\) follows the time order of the rows, and no order was given"):
        Timeline.of(Forward(), of_classes(2, 2))
