from __future__ import annotations

from math import comb

import numpy as np
import pytest
from sklearn.model_selection import LeavePGroupsOut as Theirs

import foldwise
from foldwise.errors import PlanError
from foldwise.plans import LeaveGroupOut, LeavePGroupsOut, draw
from tests.plans.rows import in_groups


@pytest.mark.parametrize("p", [1, 2, 3])
def test_the_resamples_are_those_of_scikit_learn(p: int) -> None:
    rows = in_groups([2, 1, 4, 3, 2])
    resamples = draw(LeavePGroupsOut(p), rows, seed=0)
    theirs = list(Theirs(p).split(np.zeros(rows.n), groups=rows.group_codes))
    assert resamples.count == len(theirs) == comb(5, p)
    for r, (train, test) in enumerate(theirs):
        assert resamples.train_rows(r).tolist() == train.tolist()
        assert resamples.test_rows(r).tolist() == test.tolist()
    assert (resamples.unit, resamples.repeats) == ("group", 1)


def test_the_splitter_of_scikit_learn_is_known_by_its_resamples() -> None:
    rng = np.random.default_rng(0)
    X, y, groups = rng.normal(size=(60, 2)), np.tile([0, 1], 30), np.repeat(np.arange(6), 10)
    named = foldwise.assess("lda", X, y, plan="leave-p-groups-out(2)", groups=groups, measures="error")
    given = foldwise.assess("lda", X, y, plan=Theirs(2), groups=groups, measures="error")
    assert given.plan == named.plan == "leave-p-groups-out(2)"
    first, second = (result.findings[0] for result in (named, given))
    assert (first.estimate.value, first.interval) == (second.estimate.value, second.interval)
    assert first.interval is not None
    assert first.interval.method == "influence"


def test_one_group_at_a_time_is_leave_group_out() -> None:
    rows = in_groups([2, 1, 4])
    ours, theirs = (draw(plan, rows, seed=0) for plan in (LeavePGroupsOut(1), LeaveGroupOut()))
    assert all(ours.test_rows(r).tolist() == theirs.test_rows(r).tolist() for r in range(3))


def test_too_few_groups_are_refused() -> None:
    with pytest.raises(
        PlanError, match=r"leave-p-groups-out\(3\) needs at least 4 groups, not 3; try leave-p-groups-out"
    ):
        draw(LeavePGroupsOut(3), in_groups([2, 2, 2]), seed=0)


def test_too_many_sets_of_groups_are_refused() -> None:
    with pytest.raises(PlanError, match="has 9,900,414,342 resamples, more than 100,000; try group-kfold"):
        draw(LeavePGroupsOut(5), in_groups([1] * 262), seed=0)


def test_more_rows_than_can_be_held_are_refused() -> None:
    with pytest.raises(PlanError, match="has 19,900 resamples of 20,000 rows, too many to hold at once"):
        draw(LeavePGroupsOut(2), in_groups([100] * 200), seed=0)
