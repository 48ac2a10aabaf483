"""The conformance checks find what they are made to find."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from foldwise.plans import CountMatrix, HeldOut, KFold, Nested, Partition, Plan, RowLists, draw
from foldwise.testing.plans import (
    check_counts,
    check_disjoint,
    check_groups,
    check_inner,
    check_partition,
    check_plan,
    check_rows,
    check_saved,
    check_seed,
    check_sizes,
    check_text,
    check_time,
)
from tests.plans.rows import in_groups, in_time, of_classes

FOUR = of_classes(2, 2)


def lists(*pairs, **more) -> RowLists:
    train, test = zip(*pairs, strict=True)
    return RowLists(tuple(map(np.array, train)), tuple(map(np.array, test)), 4, **more)


def test_a_sound_plan_passes_and_its_resamples_come_back() -> None:
    assert check_plan(KFold(2), FOUR).count == 2


@pytest.mark.parametrize(
    ("resamples", "message"),
    [
        (lists(([0, 1], [3, 2])), "test set 0 is not ascending"),
        (lists(([1, 0], [2, 3])), "train set 0 is not ascending"),
        (lists(([0, 1], [2, 2])), "test set 0 names a row twice"),
        (lists(([0], [1]), ([0], np.array([], dtype=int))), "test set 1 is empty"),
        (Partition(np.array([[0, 1, 0]]), 2), "drawn from 3 rows, not 4"),
        (lists(([0], [1]), ([1], [2]), repeats_of=np.array([1, 0])), "repeats does not agree with repeat"),
    ],
)
def test_wrong_rows_are_found(resamples, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_rows(resamples, FOUR)


def test_an_overlap_is_found_unless_declared() -> None:
    check_disjoint(lists(([0, 1], [1, 2]), overlap=True))
    with pytest.raises(AssertionError, match="resample 0 trains and tests on the same row"):
        check_disjoint(lists(([0, 1], [1, 2])))
    with pytest.raises(AssertionError, match="same row"):
        check_disjoint(lists(([0, 1], [2]), validation=(np.array([1]),)))


def test_wrong_counts_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    resamples = Partition(np.array([[0, 1, 0, 1]]), 2)
    monkeypatch.setattr(Partition, "train_counts", lambda self, start, stop: np.ones((stop - start, self.n)))
    with pytest.raises(AssertionError, match="training counts of resample 0 are not those of its rows"):
        check_counts(resamples)


def test_a_wrong_mask_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    resamples = lists(([0, 1], [2, 3]))
    monkeypatch.setattr(RowLists, "test_mask", lambda self, start, stop: np.ones((stop - start, self.n), dtype=bool))
    with pytest.raises(AssertionError, match="test mask 0 differs from its rows"):
        check_counts(resamples)


@pytest.mark.parametrize(
    ("name", "wrong", "message"),
    [
        ("train_sizes", property(lambda self: np.full(self.count, 9.0)), "training size 0 is wrong"),
        ("test_sizes", property(lambda self: np.full(self.count, 9.0)), "test size 0 is wrong"),
        ("train_means", lambda self, _values: np.zeros(self.count), "training mean 0 is wrong"),
    ],
)
def test_wrong_sizes_are_found(monkeypatch: pytest.MonkeyPatch, name: str, wrong, message: str) -> None:
    resamples = lists(([0, 1], [2, 3]))
    monkeypatch.setattr(RowLists, name, wrong)
    with pytest.raises(AssertionError, match=message):
        check_sizes(resamples)


def test_a_partition_that_misses_a_row_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Partition, "test_rows", lambda _self, r: np.array([r]))
    with pytest.raises(AssertionError, match="not tested exactly once per repeat"):
        check_partition(Partition(np.array([[0, 1, 0, 1]]), 2))


def test_an_incomplete_enumeration_is_found() -> None:
    with pytest.raises(AssertionError, match="not tested equally often"):
        check_partition(HeldOut(np.array([[0, 1], [0, 2]]), 4, note="all 2 test sets"))


def test_a_cut_group_is_found() -> None:
    with pytest.raises(AssertionError, match=r"resample 0 cuts group \[0\]"):
        check_groups(Partition(np.array([[0, 1, 1, 1]]), 2), in_groups([2, 2]))


def test_time_that_runs_backwards_is_found() -> None:
    rows = in_time(np.arange(4))
    backwards = lists(([2, 3], [0]))
    check_time(backwards, rows, both_sides=True)
    check_time(lists(([0], [2])), rows, reach=1)
    with pytest.raises(AssertionError, match="resample 0 trains on the future"):
        check_time(backwards, rows)
    with pytest.raises(AssertionError, match="trains 1 times away from its test rows, not more than 1"):
        check_time(lists(([0, 1], [2])), rows, reach=1)


def test_inner_resamples_of_other_rows_are_found() -> None:
    nested = draw(Nested(KFold(2), KFold(2)), of_classes(4, 4), seed=0)
    check_inner(nested)
    with pytest.raises(AssertionError, match="inner resamples 0 are not over their training set"):
        check_inner(lists(([0, 1, 2], [3]), inner=(Partition(np.array([[0, 1]]), 2),)))
    with pytest.raises(AssertionError, match="not one set of inner resamples per training set"):
        check_inner(lists(([0, 1], [3]), ([0], [1]), inner=(Partition(np.array([[0, 1]]), 2),)))


def test_a_lost_note_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        CountMatrix, "from_arrays", classmethod(lambda cls, arrays, _plan, _unit: cls(arrays["matrix"]))
    )
    with pytest.raises(AssertionError, match="saving changes note"):
        check_saved(CountMatrix(np.array([[1, 0]]), note="by hand"))


@dataclass(frozen=True)
class Stuck(Plan):
    """Claims to be random and is not, or draws from a clock of its own."""

    name: ClassVar[str] = "stuck"
    clock: ClassVar[list[int]] = []

    ticking: bool = False

    def draw(self, dataset, _rng) -> Partition:
        self.clock.append(1)
        shift = len(self.clock) if self.ticking else 0
        return Partition((np.arange(dataset.n)[None, :] + shift) % 2, 2, plan="stuck")


def test_a_plan_that_ignores_the_seed_is_found() -> None:
    with pytest.raises(AssertionError, match="draws the same rows from every seed"):
        check_seed(Stuck(), FOUR, 0)
    with pytest.raises(AssertionError, match="draws different rows from the same seed"):
        check_seed(Stuck(ticking=True), FOUR, 0)


def test_a_text_that_reads_back_as_another_plan_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    check_text(KFold(5))
    monkeypatch.setattr(KFold, "__str__", lambda _self: "kfold(6)")
    with pytest.raises(AssertionError, match="does not read back as itself"):
        check_text(KFold(5))
