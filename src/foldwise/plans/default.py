"""The plan that is used where none is asked for, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.errors import PlanError
from foldwise.phrases import listed
from foldwise.plans.class_times import training_start
from foldwise.plans.forward import Forward
from foldwise.plans.group_kfold import GroupKFold
from foldwise.plans.holdout import Holdout
from foldwise.plans.kfold import KFold
from foldwise.plans.leave_group_out import LeaveGroupOut
from foldwise.plans.leave_one_out import LeaveOneOut
from foldwise.plans.leave_p_groups_out import LeavePGroupsOut

if TYPE_CHECKING:
    from foldwise.arrays import Codes
    from foldwise.data import Dataset
    from foldwise.plans.class_times import TrainingStart
    from foldwise.plans.plan import Plan

__all__ = ["MOST_PAIRED", "default_plan", "one_fit_plan"]

LEAST_ROWS, DEFAULT_PARTS = 20, 10
"""Below this many rows no interval is worth its name (the small-n rule); parts of the default partition."""
REPEATED_KFOLD = KFold(DEFAULT_PARTS, repeats=3)
FEWEST_PAIRED, MOST_PAIRED_ROWS = 5, 20_000
"""Least number of groups of which every pair is tested, since fewer have no interval, and up to how many rows."""
MOST_PAIRED = 10
"""Up to so many groups every pair of them is tested by default."""
PAIR = 2
"""Groups of a test set where every pair of them is tested; classes without one of which nothing is left to tell apart."""

DEFAULT_BLOCKS, MOST_LATE_SHARE = 5, 0.1
"""Blocks of a walk forward in time; share of the rows up to which classes that come too late for its first training rows may hold."""


def default_plan(dataset: Dataset) -> tuple[Plan, str]:
    """Choose the plan for a dataset, and say why.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.data import Dataset, Task
    >>> rows = Dataset(np.zeros((90, 1)), np.arange(90) % 3, Task.CLASSIFICATION)
    >>> plan, reason = default_plan(rows)
    >>> str(plan), reason
    ('kfold(10, repeats=3)', 'repeated stratified 10-fold gives the best balance of bias, variance and cost')
    """
    if dataset.time_rank is not None:
        plan, reason = _for_time(dataset, int(dataset.time_rank.max()) + 1)
    elif dataset.group_codes is not None:
        plan, reason = _for_groups(dataset, dataset.group_codes)
    else:
        plan, reason = _for_rows(dataset)
    prefix = f"not assessable: {dataset.n:,} rows are fewer than {LEAST_ROWS}; " if dataset.n < LEAST_ROWS else ""
    return plan, prefix + reason


def one_fit_plan(dataset: Dataset) -> tuple[Plan, str]:
    """Choose the plan where only one fit can be afforded, and say why."""
    if dataset.time_rank is not None:
        return Forward(1), "one fit: train on the first half of time, test on the second"
    if dataset.group_codes is not None:
        message = "there is no plan with one fit that keeps groups of rows together"
        raise PlanError(message, hint="group-kfold(2)")
    if round(dataset.n * 0.1) >= 1000:
        return Holdout(0.1), "one fit: a tenth of the rows is at least 1000 test rows"
    return Holdout(1 / 3), "one fit: a third is tested, since a tenth of the rows is less than 1000 test rows"


def _for_rows(dataset: Dataset) -> tuple[Plan, str]:
    rarest = _rarest(dataset)
    if rarest >= DEFAULT_PARTS or dataset.n >= LEAST_ROWS:
        reason = "repeated stratified 10-fold gives the best balance of bias, variance and cost"
        return REPEATED_KFOLD, reason
    if rarest >= 2:
        what = "rows of the rarest class" if dataset.is_classification else "rows"
        return KFold(rarest, repeats=3), f"repeated k-fold with as many parts as there are {what}, {rarest}"
    return LeaveOneOut(), "a class with a single row cannot be in every part, so each row is left out on its own"


def _for_groups(dataset: Dataset, codes: Codes) -> tuple[Plan, str]:
    groups = int(codes.max()) + 1
    if groups < 2:
        message = "all rows belong to one group, so no new group can be tested"
        raise PlanError(message, hint="the call without groups=, or a column with several groups")
    in_turn = f"each of the {groups} groups is left out in turn, since rows of a group belong together"
    if groups < FEWEST_PAIRED:
        return LeaveGroupOut(), in_turn
    few = groups <= MOST_PAIRED
    parts = -(-groups // 2) if few else min(DEFAULT_PARTS, groups // 2)
    having = _fewest_with_class(dataset, codes)
    if having == PAIR or (having == PAIR + 1 and groups > PAIR * parts):
        return LeaveGroupOut(), f"{in_turn}; a class is in {having} of them, and a larger test set might hold all of it"
    if few and dataset.n <= MOST_PAIRED_ROWS:
        reason = f"every pair of the {groups} groups is left out, since rows of a group belong together and areas compare different groups"
        return LeavePGroupsOut(PAIR), reason
    # Parts of two groups at least, but for one of an odd number, so that rows of different groups are compared.
    reason = f"{parts} parts of whole groups, since rows of a group belong together ({groups} groups); repeats show how fits differ"
    return GroupKFold(parts, repeats=3), reason


def _fewest_with_class(dataset: Dataset, codes: Codes) -> int:
    """Of two classes, number of groups that have the one which fewer of them have; else all groups.

    Without such a class in its training rows no fit of two classes is possible; of more classes others are left.
    """
    groups = int(codes.max()) + 1
    if not dataset.is_classification or len(dataset.classes) != PAIR:
        return groups
    there = np.zeros((PAIR, groups), dtype=np.bool_)
    there[dataset.codes, codes] = True
    return int(there.sum(axis=1).min())


def _for_time(dataset: Dataset, times: int) -> tuple[Plan, str]:
    if times < 2:
        message = "all rows are of the same time, so nothing lies in the future of anything"
        raise PlanError(message, hint="the dataset without order")
    reason = "each block of time is predicted from the time before it, since the rows are in time order"
    blocks, start = min(DEFAULT_BLOCKS, times - 1), training_start(dataset)
    if start.late.size:
        late = _late_classes(dataset, start, times)
        known = np.count_nonzero(dataset.class_counts) - start.late.size
        if known < PAIR or dataset.class_counts[start.late].sum() > MOST_LATE_SHARE * dataset.n:
            message = f"{late}, so no walk forward in time can learn every class and test it"
            raise PlanError(
                message, hint="the call without order= if time does not matter, or more rows after that time"
            )
        reason = f"{reason}; {late}"
    if start.times <= times - blocks * (times // (blocks + 1)):
        return Forward(blocks), reason
    reason = f"{reason}; the first {start.times} of {times:,} times are trained on from the start, so that the first fit knows the classes"
    return Forward(min(blocks, times - start.times), initial=start.times), reason


def _late_classes(dataset: Dataset, start: TrainingStart, times: int) -> str:
    """Say when the classes come that come too late."""
    named = [
        f"class '{dataset.classes[code]}' first comes at time {at:,}"
        for code, at in zip(start.late[:3], start.first[:3], strict=True)
    ]
    return f"{listed(named)} of {times:,}"


def _rarest(dataset: Dataset) -> int:
    """Rows of the rarest class; all rows for a numeric target."""
    return int(dataset.class_counts.min()) if dataset.is_classification else dataset.n
