from __future__ import annotations

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.errors import PlanError
from foldwise.plans import Purged, draw
from tests.plans.rows import in_time


def drawn(plan: Purged, times: int) -> list[tuple[list[int], list[int]]]:
    resamples = draw(plan, in_time(np.arange(times)), seed=0)
    return [(resamples.train_rows(r).tolist(), resamples.test_rows(r).tolist()) for r in range(resamples.count)]


def test_training_rows_are_on_both_sides() -> None:
    assert drawn(Purged(3), 6) == [([2, 3, 4, 5], [0, 1]), ([0, 1, 4, 5], [2, 3]), ([0, 1, 2, 3], [4, 5])]


def test_labels_that_overlap_are_purged_on_both_sides() -> None:
    assert drawn(Purged(3, horizon=1), 9)[1] == ([0, 1, 7, 8], [3, 4, 5])


def test_an_embargo_follows_the_test_block() -> None:
    assert drawn(Purged(3, embargo=2), 9)[1] == ([0, 1, 2, 8], [3, 4, 5])
    assert drawn(Purged(3, horizon=1, embargo=1), 9)[1] == ([0, 1, 8], [3, 4, 5])


def test_every_choice_of_two_blocks() -> None:
    resamples = draw(Purged(4, choose=2), in_time(np.arange(8)), seed=0)
    assert resamples.tags == ("blocks 1 2", "blocks 1 3", "blocks 1 4", "blocks 2 3", "blocks 2 4", "blocks 3 4")
    assert resamples.test_rows(1).tolist() == [0, 1, 4, 5]
    assert resamples.train_rows(1).tolist() == [2, 3, 6, 7]


@given(st.integers(2, 6), st.data())
def test_every_row_is_on_each_of_the_paths(blocks: int, content) -> None:
    """C(N, k) resamples test every row C(N-1, k-1) = k/N · C(N, k) times: once per path."""
    choose = content.draw(st.integers(1, blocks - 1))
    resamples = draw(Purged(blocks, choose=choose), in_time(np.arange(13)), seed=0)
    assert resamples.count == comb(blocks, choose)
    times = resamples.test_mask(0, resamples.count).sum(axis=0)
    assert (times == comb(blocks - 1, choose - 1)).all()


def test_nothing_left_to_train_on_is_refused() -> None:
    with pytest.raises(PlanError, match=r"purged\(2, horizon=5\) leaves nothing to train on with 6 distinct times"):
        drawn(Purged(2, horizon=5), 6)


def test_more_blocks_than_times_are_refused() -> None:
    with pytest.raises(PlanError, match=r"purged\(6\) needs at least 6 distinct times, not 4; try purged\(4\)"):
        drawn(Purged(6), 4)


def test_all_blocks_cannot_be_chosen() -> None:
    with pytest.raises(PlanError, match=r"at most 5 of 6 blocks, not 6; try purged\(7, choose=6\)"):
        Purged(6, choose=6)


def test_too_many_choices_are_refused() -> None:
    with pytest.raises(PlanError, match=r"gives 155,117,520 resamples, more than 100,000"):
        Purged(30, choose=15)
