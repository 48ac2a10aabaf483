from __future__ import annotations

import numpy as np
import pytest

from foldwise.errors import PlanError
from foldwise.plans import LeaveGroupOut, draw
from tests.plans.rows import in_groups, of_classes


def test_train_on_town_a_and_test_on_town_b_and_the_other_way_round() -> None:
    towns = of_classes(4, 4, groups=np.array(["A", "A", "A", "B", "B", "B", "B", "B"]))
    resamples = draw(LeaveGroupOut(), towns, seed=0)
    assert resamples.test_rows(0).tolist() == resamples.train_rows(1).tolist() == [0, 1, 2]
    assert resamples.test_rows(1).tolist() == resamples.train_rows(0).tolist() == [3, 4, 5, 6, 7]


def test_there_are_as_many_resamples_as_groups() -> None:
    assert draw(LeaveGroupOut(), in_groups([2] * 300), seed=0).count == 300


def test_one_group_is_refused() -> None:
    with pytest.raises(PlanError, match="leave-group-out needs at least 2 groups, not 1"):
        draw(LeaveGroupOut(), in_groups([5]), seed=0)
