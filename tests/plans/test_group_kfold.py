from __future__ import annotations

import numpy as np
import pytest

from foldwise.errors import PlanError
from foldwise.plans import GroupKFold, draw
from tests.plans.rows import in_groups


def test_parts_hold_whole_groups_of_equal_weight() -> None:
    rows = in_groups([9, 1, 4, 6, 5, 5])
    resamples = draw(GroupKFold(3), rows, seed=0)
    assert resamples.test_sizes.tolist() == [10, 10, 10]
    assert resamples.unit == "group"
    for r in range(3):
        inside = set(rows.groups[resamples.test_rows(r)])
        assert inside.isdisjoint(rows.groups[resamples.train_rows(r)])


def test_repeats_differ_although_sizes_leave_no_tie() -> None:
    resamples = draw(GroupKFold(3, repeats=4), in_groups(range(20, 2, -1)), seed=0)
    assert len({row.tobytes() for row in resamples.parts}) == 4


def test_more_parts_than_groups_are_refused() -> None:
    with pytest.raises(PlanError, match=r"group-kfold\(5\) needs at least 5 groups, not 2; try group-kfold\(2\)"):
        draw(GroupKFold(5), in_groups([10, 10]), seed=0)


def test_one_group_has_no_alternative_but_rows() -> None:
    with pytest.raises(PlanError, match=r"at least 5 groups, not 1; try the call without groups=, since all rows"):
        draw(GroupKFold(5), in_groups([10]), seed=0)


def test_text_groups_are_groups() -> None:
    rows = in_groups([4, 4, 4])
    named = type(rows)(rows.X, rows.target, rows.task, groups=np.array(["x", "y", "z"]).repeat(4))
    assert draw(GroupKFold(3), named, seed=0).test_sizes.tolist() == [4, 4, 4]
