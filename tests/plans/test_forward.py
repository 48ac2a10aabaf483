from __future__ import annotations

import numpy as np
import pytest

from foldwise.errors import PlanError
from foldwise.plans import Forward, draw
from tests.plans.rows import in_time


def drawn(plan: Forward, times=12) -> list[tuple[list[int], list[int]]]:
    resamples = draw(plan, in_time(np.arange(times) if isinstance(times, int) else times), seed=0)
    return [(resamples.train_rows(r).tolist(), resamples.test_rows(r).tolist()) for r in range(resamples.count)]


def test_the_training_set_expands() -> None:
    assert drawn(Forward(2), 6) == [([0, 1], [2, 3]), ([0, 1, 2, 3], [4, 5])]


def test_what_does_not_divide_is_trained_on() -> None:
    assert drawn(Forward(2), 8) == [([0, 1, 2, 3], [4, 5]), ([0, 1, 2, 3, 4, 5], [6, 7])]


def test_a_gap_is_left_before_the_test_block() -> None:
    assert drawn(Forward(2, gap=1), 6) == [([0], [2, 3]), ([0, 1, 2], [4, 5])]


def test_a_window_rolls() -> None:
    assert drawn(Forward(3, test=1, window=2), 6) == [([1, 2], [3]), ([2, 3], [4]), ([3, 4], [5])]


def test_the_first_training_set_can_be_half_of_the_times_or_a_number_of_them() -> None:
    halves = [([0, 1, 2, 3], [4, 5]), ([0, 1, 2, 3, 4, 5], [6, 7])]
    assert drawn(Forward(2, initial=0.5), 8) == drawn(Forward(2, initial=4), 8) == halves
    assert drawn(Forward(2, initial=0.5), 9)[0] == ([0, 1, 2, 3, 4], [5, 6])  # what does not divide is trained on


def test_test_and_initial_contradict_each_other() -> None:
    with pytest.raises(PlanError, match=r"either test or initial, not both.*try forward\(2, test=3\)"):
        Forward(2, test=3, initial=0.5)


def test_a_share_that_leaves_no_block_is_refused() -> None:
    with pytest.raises(PlanError, match=r"forward\(5, initial=0.75\) needs at least 20 distinct times, not 10"):
        drawn(Forward(5, initial=0.75), 10)
    with pytest.raises(PlanError, match=r"forward\(5, initial=8\) needs at least 13 distinct times, not 10"):
        drawn(Forward(5, initial=8), 10)
    with pytest.raises(PlanError, match="initial to be a share between 0 and 1"):
        Forward(5, initial=1.5)


def test_labels_that_reach_into_the_test_block_are_purged() -> None:
    """A label with horizon 2 is known two times later: times 2 and 3 reach the block that starts at 4."""
    assert drawn(Forward(1, test=2, horizon=2), 6) == [([0, 1], [4, 5])]


def test_gap_and_horizon_overlap() -> None:
    assert drawn(Forward(1, test=2, horizon=2, gap=1), 6) == drawn(Forward(1, test=2, gap=2), 6)


def test_rows_of_one_time_stay_together_in_any_order_of_the_file() -> None:
    assert drawn(Forward(2, test=1), [2, 0, 1, 2, 1, 0]) == [([1, 5], [2, 4]), ([1, 2, 4, 5], [0, 3])]


def test_one_repeat_tests_the_end_of_time_once() -> None:
    resamples = draw(Forward(4, test=2), in_time(np.arange(20)), seed=0)
    assert resamples.repeats == 1
    assert np.concatenate([resamples.test_rows(r) for r in range(4)]).tolist() == list(range(12, 20))


def test_too_few_times_are_refused_with_what_is_possible() -> None:
    with pytest.raises(PlanError, match=r"forward\(5\) needs at least 6 distinct times, not 4; try forward\(3\)"):
        drawn(Forward(5), 4)


def test_a_gap_that_swallows_the_training_set_is_refused() -> None:
    with pytest.raises(PlanError, match=r"forward\(2, gap=4\) needs at least 9 distinct times, not 6"):
        drawn(Forward(2, gap=4), 6)


def test_one_time_has_no_future() -> None:
    with pytest.raises(PlanError, match=r"not 1$"):
        drawn(Forward(2), [3, 3, 3])
