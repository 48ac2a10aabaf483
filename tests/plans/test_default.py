from __future__ import annotations

import numpy as np
import pytest

from foldwise.data import Dataset, Task
from foldwise.errors import PlanError
from foldwise.plans import (
    Forward,
    GroupKFold,
    Holdout,
    KFold,
    LeaveGroupOut,
    LeaveOneOut,
    LeavePGroupsOut,
    default_plan,
    draw,
    one_fit_plan,
)
from tests.plans.rows import in_groups, in_time, of_classes, of_values


@pytest.mark.parametrize(
    ("rows", "plan"),
    [
        (of_classes(50, 50, 50), KFold(10, repeats=3)),
        (of_classes(3000, 3000), KFold(10, repeats=3)),
        (of_classes(20, 10), KFold(10, repeats=3)),
        (of_classes(30, 7), KFold(10, repeats=3)),
        (of_classes(500, 6), KFold(10, repeats=3)),
        (of_values(np.arange(30)), KFold(10, repeats=3)),
        (of_values(np.arange(8)), KFold(8, repeats=3)),
        (of_classes(30, 3), KFold(10, repeats=3)),
        (of_classes(30, 1), KFold(10, repeats=3)),
        (of_classes(15, 3), KFold(3, repeats=3)),
        (of_classes(15, 1), LeaveOneOut()),
        (in_groups([5] * 40), GroupKFold(10, repeats=3)),
        (in_groups([5] * 11), GroupKFold(5, repeats=3)),
        (in_groups([5] * 10), LeavePGroupsOut(2)),
        (in_groups([5] * 5), LeavePGroupsOut(2)),
        (in_groups([5] * 4), LeaveGroupOut()),
        (in_groups([20, 20]), LeaveGroupOut()),
        (in_groups([3000] * 7), GroupKFold(4, repeats=3)),
        (in_time(np.arange(100)), Forward(5)),
        (in_time(np.arange(40) % 3), Forward(2)),
    ],
    ids=lambda value: f"{value.n} rows" if hasattr(value, "n") else str(value),
)
def test_the_default_follows_the_rows_and_can_be_drawn(rows, plan) -> None:
    chosen, reason = default_plan(rows)
    assert chosen == plan
    assert reason
    assert draw(chosen, rows, seed=0).count >= 2


def with_class_in(groups: int, having: int) -> Dataset:
    """Groups of six rows, of which the first have rows of both classes and the others of one."""
    codes = np.repeat(np.arange(groups), 6)
    target = ((codes < having) & (np.arange(codes.size) % 2 == 0)).astype(int)
    return Dataset(X=np.zeros((codes.size, 1)), target=target, task=Task.CLASSIFICATION, groups=codes)


@pytest.mark.parametrize(("groups", "having"), [(6, 2), (10, 2), (12, 2), (40, 2), (11, 3), (21, 3), (40, 3)])
def test_no_training_set_lacks_a_class_that_few_groups_have(groups: int, having: int) -> None:
    rows = with_class_in(groups, having)
    plan, reason = default_plan(rows)
    assert plan == LeaveGroupOut()
    assert f"a class is in {having} of them" in reason
    resamples = draw(plan, rows, seed=0)
    assert all(np.unique(rows.codes[resamples.train_rows(r)]).size == 2 for r in range(resamples.count))


@pytest.mark.parametrize(
    ("groups", "having", "plan"), [(6, 3, "leave-p-groups-out(2)"), (40, 4, "group-kfold(10, repeats=3)")]
)
def test_more_groups_with_a_class_are_tested_together(groups: int, having: int, plan: str) -> None:
    assert str(default_plan(with_class_in(groups, having))[0]) == plan


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (of_classes(9, 9), "not assessable: 18 rows are fewer than 20; repeated k-fold"),
        (of_classes(17, 1), "not assessable: 18 rows are fewer than 20; a class with a single row"),
        (of_values(np.arange(19)), "not assessable: 19 rows are fewer than 20"),
        (in_groups([2, 2]), "not assessable: 4 rows are fewer than 20; each of the 2 groups"),
    ],
)
def test_too_few_rows_are_not_assessable(rows, reason: str) -> None:
    assert default_plan(rows)[1].startswith(reason)


@pytest.mark.parametrize("rows", [of_classes(10, 10), of_classes(40, 5), of_classes(40, 1), of_values(np.arange(20))])
def test_enough_rows_are(rows) -> None:
    assert "not assessable" not in default_plan(rows)[1]


def test_one_fit_tests_a_tenth_only_where_that_is_a_thousand_rows() -> None:
    assert one_fit_plan(of_values(np.zeros(10_000)))[0] == Holdout(0.1)
    assert one_fit_plan(of_values(np.zeros(9_000)))[0] == Holdout(1 / 3)
    assert one_fit_plan(in_time(np.arange(10)))[0] == Forward(1)


def test_structure_without_variation_is_refused() -> None:
    with pytest.raises(PlanError, match="all rows belong to one group"):
        default_plan(in_groups([30]))
    with pytest.raises(PlanError, match="all rows are of the same time"):
        default_plan(in_time(np.zeros(30)))
    with pytest.raises(PlanError, match=r"no plan with one fit that keeps groups.*; try group-kfold\(2\)"):
        one_fit_plan(in_groups([5, 5]))
