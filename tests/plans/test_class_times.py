"""When the classes of rows in time first come."""

from __future__ import annotations

import numpy as np
import pytest

import foldwise
from foldwise.data import Dataset, Task
from foldwise.errors import FitError, PlanError
from foldwise.plans import Forward, default_plan, draw
from foldwise.plans.class_times import training_start

ROWS = 300


def of_target(target, order=None) -> Dataset:
    target = np.asarray(target)
    order = np.arange(target.size) if order is None else order
    return Dataset(X=np.zeros((target.size, 1)), target=target, task=Task.CLASSIFICATION, order=order)


def rare(share: float, seed: int) -> np.ndarray:
    return (np.random.default_rng(seed).random(ROWS) < share).astype(int)


def from_time(first: int, code: int = 1) -> np.ndarray:
    """Class 0 throughout, and from that time on every other row of another class."""
    return np.where((np.arange(ROWS) >= first) & (np.arange(ROWS) % 2 == 0), code, 0)


@pytest.mark.parametrize("seed", range(20))
def test_first_training_rows_have_a_rare_class(seed: int) -> None:
    rows = of_target(rare(0.02, seed))
    known = np.flatnonzero(rows.codes)
    if known.size == 1 or known[0] >= ROWS * 2 // 3:
        with pytest.raises(PlanError, match="first comes at time"):
            default_plan(rows)
        return
    plan, reason = default_plan(rows)
    resamples = draw(plan, rows, seed=0)
    assert min(np.bincount(rows.codes[resamples.train_rows(r)], minlength=2).min() for r in range(5)) >= 1
    assert plan == Forward(5) or "so that the first fit knows the classes" in reason


def test_a_class_that_comes_late_moves_the_start() -> None:
    rows = of_target(from_time(120))
    plan, reason = default_plan(rows)
    assert plan == Forward(5, initial=125)
    assert reason.endswith(
        "the first 125 of 300 times are trained on from the start, so that the first fit knows the classes"
    )
    assert not draw(plan, rows, seed=0).note


def test_a_start_that_has_every_class_is_left_where_it_is() -> None:
    assert default_plan(of_target(np.arange(ROWS) % 2))[0] == Forward(5)


@pytest.mark.parametrize("target", [from_time(280), np.repeat([0, 1], [200, 100]), np.repeat([0, 1, 2], 100)])
def test_classes_that_come_too_late_are_refused_in_one_sentence(target) -> None:
    with pytest.raises(
        PlanError, match=r"class '.' first comes at time \d+ of 300, so no walk forward.*; try the call without order="
    ):
        default_plan(of_target(target))


def test_a_few_rows_of_a_third_class_at_the_end_are_no_reason_to_refuse() -> None:
    target = np.arange(ROWS) % 2
    target[-5:] = 2
    plan, reason = default_plan(of_target(target))
    assert plan == Forward(5)
    assert reason.endswith("class '2' first comes at time 296 of 300")


def test_times_are_what_counts_where_rows_share_them() -> None:
    start = training_start(of_target(from_time(120), order=np.arange(ROWS) // 10))
    assert start.times == 13


def test_a_plan_of_ones_own_says_what_its_training_rows_lack() -> None:
    rows = of_target(from_time(120))
    note = "2 of 5 training sets of forward(5) have no row of class '1', which their fits cannot predict: "
    assert (
        draw(Forward(5), rows, seed=0).note == note + "forward(5, initial=125) has every class from its first block on"
    )
    assert "forward(5, gap=3, initial=128) has every class" in draw(Forward(5, gap=3), rows, seed=0).note
    assert draw(Forward(5, window=20), rows, seed=0).note.endswith("which their fits cannot predict")


def test_the_error_of_a_fit_to_one_class_names_the_plan_that_has_both() -> None:
    target = from_time(120)
    X = np.random.default_rng(0).normal(size=(ROWS, 2))
    with pytest.raises(
        FitError, match=r"all of class '0'; 2 of 5 training sets.*forward\(5, initial=125\).*try on_failure"
    ):
        foldwise.assess("lda", X, target, order=np.arange(ROWS), plan="forward(5)")
    assert str(foldwise.assess("lda", X, target, order=np.arange(ROWS)).plan) == "forward(5, initial=125)"


def test_few_times_are_tested_where_a_class_comes_after_the_first_of_them() -> None:
    """Of six times, five were to be tested: a class that comes at the second was refused."""
    time = np.repeat(np.arange(6), 50)
    target = np.where(time >= 1, np.arange(ROWS) % 3, np.arange(ROWS) % 2)
    assert default_plan(of_target(target, order=time))[0] == Forward(4, initial=2)
    X = np.random.default_rng(0).normal(size=(ROWS, 2))
    found = foldwise.assess("lda", X, target, order=time, measures="error").findings[0]
    assert 0 < found.estimate.value < 1
    assert found.interval is None


def test_the_plan_that_is_named_has_no_more_blocks_than_times_are_left() -> None:
    rows = of_target(from_time(15)[:30])
    assert draw(Forward(20), rows, seed=0).note.endswith(
        "forward(11, initial=19) has every class from its first block on"
    )
    assert not draw(Forward(11, initial=19), rows, seed=0).note
