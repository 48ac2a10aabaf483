from __future__ import annotations

import numpy as np
import pytest
from sklearn.model_selection import KFold as Theirs
from sklearn.model_selection import LeaveOneOut, LeavePOut, RepeatedStratifiedKFold, ShuffleSplit, TimeSeriesSplit

from foldwise.errors import PlanError
from foldwise.plans import Partition, RowLists
from foldwise.plans.given import of_pairs
from tests.plans.rows import in_groups, in_time, of_classes


def given_pairs(pairs, rows=None):
    return of_pairs(pairs, of_classes(6, 6) if rows is None else rows, "predefined", "somewhere")


def test_a_partition_is_recognised_as_the_kfold_it_is() -> None:
    resamples = given_pairs(Theirs(3).split(np.zeros(12)))
    assert isinstance(resamples, Partition)
    assert (resamples.plan, resamples.k, resamples.note) == ("kfold(3)", 3, "rows from somewhere")
    assert resamples.test_rows(1).tolist() == [4, 5, 6, 7]


def test_repeats_are_recognised() -> None:
    rows = of_classes(6, 6)
    theirs = RepeatedStratifiedKFold(n_splits=3, n_repeats=4, random_state=0)
    resamples = given_pairs(theirs.split(rows.X, rows.codes), rows)
    assert (resamples.plan, resamples.repeats) == ("kfold(3, repeats=4)", 4)
    for r, (_, test) in enumerate(theirs.split(rows.X, rows.codes)):
        assert np.array_equal(resamples.test_rows(r), test)


def test_a_partition_of_whole_groups_is_one_of_groups() -> None:
    resamples = given_pairs([([0, 1], [2, 3, 4, 5]), ([2, 3, 4, 5], [0, 1])], in_groups([2, 3, 1]))
    assert (resamples.plan, resamples.unit) == ("group-kfold(2)", "group")


@pytest.mark.parametrize(
    ("theirs", "plan", "repeats"),
    [
        (ShuffleSplit(4, test_size=3, random_state=0), "subsample(4, test=3)", 4),
        (ShuffleSplit(1, test_size=3, random_state=0), "holdout(3)", 1),
        (LeavePOut(2), "lpo(2)", 1),
        (LeaveOneOut(), "loo", 1),
        (TimeSeriesSplit(3), "predefined", 3),
        (ShuffleSplit(4, test_size=3, train_size=5, random_state=0), "predefined", 4),
    ],
    ids=str,
)
def test_structure_decides_what_resamples_are_called(theirs, plan: str, repeats: int) -> None:
    resamples = given_pairs(theirs.split(np.zeros(12)))
    assert (resamples.plan, resamples.repeats) == (plan, repeats)
    assert not resamples.overlapping


def test_rows_in_time_order_are_walked_through() -> None:
    resamples = given_pairs(TimeSeriesSplit(3).split(np.zeros(12)), in_time(np.arange(12)))
    assert (resamples.plan, resamples.repeats) == ("forward(3)", 1)


def test_parts_that_are_one_group_each_leave_a_group_out() -> None:
    resamples = given_pairs([([2, 3, 4], [0, 1]), ([0, 1], [2, 3, 4])], in_groups([2, 3]))
    assert (resamples.plan, resamples.unit) == ("leave-group-out", "group")


def test_random_draws_of_groups_have_no_name() -> None:
    assert given_pairs([([0, 1], [2, 3, 4])], in_groups([2, 3])).plan == "predefined"


def test_training_sets_that_are_not_all_the_rest_make_no_partition() -> None:
    resamples = given_pairs([([0, 0], [2, 3]), ([2, 3], [0, 1])], of_classes(2, 2))
    assert isinstance(resamples, RowLists)
    assert resamples.train_rows(0).tolist() == [0, 0]
    assert resamples.plan == "predefined"


def test_parts_that_are_not_all_tested_again_are_no_partition() -> None:
    resamples = given_pairs([([0, 1], [2]), ([0, 2], [1]), ([1, 2], [0]), ([1, 2], [0])], of_classes(2, 1))
    assert isinstance(resamples, RowLists)


def test_equal_sizes_alone_make_no_partition() -> None:
    pairs = [([1, 2, 3], [0]), ([1, 2, 3], [0]), ([0, 1, 3], [2]), ([0, 1, 2], [3])]
    assert isinstance(given_pairs(pairs, of_classes(2, 2)), RowLists)


def test_masks_and_unsorted_rows_are_understood() -> None:
    mask = np.array([True, False, True, False])
    resamples = given_pairs([(mask, [3, 1])], of_classes(2, 2))
    assert resamples.train_rows(0).tolist() == [0, 2]
    assert resamples.test_rows(0).tolist() == [1, 3]


def test_rows_on_both_sides_are_declared() -> None:
    assert given_pairs([([0, 1, 2], [2, 3])], of_classes(2, 2)).overlapping


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([], "somewhere gives no (train, test) pairs"),
        ([([0, 1], [2], [3])], "item 0 is not a pair"),
        ([5], "item 0 is not a pair"),
        ([([0, 1], [99])], "test set 0 names a row outside 0 to 11"),
        ([([0, 1], [-1])], "test set 0 names a row outside"),
        ([([0, 1], [2]), ([], [1])], "training set 1 must be a list of row numbers"),
        ([([0.5], [1])], "training set 0 must be a list of row numbers or a mask of 12 rows, not of type float64"),
    ],
)
def test_wrong_pairs_are_refused(pairs, message: str) -> None:
    with pytest.raises(PlanError) as caught:
        given_pairs(pairs)
    assert message in str(caught.value)
