from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.sparse import csr_array

from foldwise.data import Dataset, Task
from foldwise.errors import PlanError, UnknownNameError
from foldwise.plans import Partition, Predefined, RowLists, draw
from tests.plans.rows import in_groups, in_time, of_classes


def test_part_numbers_are_tested_in_turn() -> None:
    resamples = draw(Predefined([7, 3, 3, 7]), of_classes(2, 2), seed=0)
    assert isinstance(resamples, Partition)
    assert resamples.test_rows(0).tolist() == [1, 2]
    assert resamples.note == "rows from the given part numbers"


def test_minus_one_is_always_trained_on() -> None:
    resamples = draw(Predefined(np.array([-1, 0, 1, 0])), of_classes(2, 2), seed=0)
    assert isinstance(resamples, RowLists)
    assert [resamples.train_rows(r).tolist() for r in range(2)] == [[0, 2], [0, 1, 3]]


def test_pairs_are_taken_as_they_are() -> None:
    resamples = draw(Predefined([([0, 1], [2]), ([2], [0, 1])]), of_classes(2, 2), seed=0)
    assert (resamples.plan, resamples.kind) == ("predefined", "predefined")
    assert resamples.test_rows(0).tolist() == [2]


def test_pairs_may_come_from_a_generator_and_be_drawn_twice() -> None:
    plan = Predefined((np.array([0, 1]), np.array([2, 3])) for _ in range(2))
    assert draw(plan, of_classes(2, 2), seed=0).count == draw(plan, of_classes(2, 2), seed=0).count == 2


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_a_column_can_hold_the_parts(frame) -> None:
    rows = Dataset(
        X=frame({"part": ["x", "y", "x"], "z": [1.0, 2.0, 3.0]}), target=np.arange(3.0), task=Task.REGRESSION
    )
    resamples = draw(Predefined("part"), rows, seed=0)
    assert [resamples.test_rows(r).tolist() for r in range(2)] == [[0, 2], [1]]
    assert resamples.note == "rows from column part"


@pytest.mark.parametrize("form", [np.array, csr_array])
def test_a_column_of_an_array_is_named_by_its_place(form) -> None:
    rows = Dataset(X=form([[5.0, 0.0], [5.0, 1.0], [5.0, 1.0]]), target=np.arange(3.0), task=Task.REGRESSION)
    resamples = draw(Predefined("x1"), rows, seed=0)
    assert [resamples.test_rows(r).tolist() for r in range(2)] == [[0], [1, 2]]


def test_equal_content_is_an_equal_plan() -> None:
    assert Predefined([0, 1, 1]) == Predefined(np.array([0, 1, 1]))
    assert Predefined([0, 1, 1]) != Predefined([0, 1, 2])
    assert len({Predefined("a"), Predefined("a"), Predefined([([0], [1])]), Predefined([([0], [1])])}) == 2


def test_a_cut_group_is_found() -> None:
    with pytest.raises(PlanError, match=r"resample 0 of predefined trains and tests on rows of the same group"):
        draw(Predefined([0, 1, 0, 1]), in_groups([2, 2]), seed=0)
    assert draw(Predefined([0, 0, 1, 1]), in_groups([2, 2]), seed=0).unit == "group"


def test_training_on_the_future_is_found() -> None:
    rows = in_time(np.arange(4))
    assert draw(Predefined([([0, 1], [2, 3])]), rows, seed=0).count == 1
    with pytest.raises(PlanError, match=r"trains on rows that are not before .* purged\(6\)"):
        draw(Predefined([([2, 3], [0, 1])]), rows, seed=0)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ([0, 1], "there are 4 rows and 2 part numbers"),
        ([0, 0, 0, 0], "name only one part, 0"),
        ([-1, -1, -1, -1], "name only one part, -1"),
        ([0.0, np.nan, 1.0, 1.0], "1 part numbers are missing"),
        ([], "gives no (train, test) pairs"),
    ],
)
def test_wrong_parts_are_refused(source, message: str) -> None:
    with pytest.raises(PlanError) as caught:
        draw(Predefined(source), of_classes(2, 2), seed=0)
    assert message in str(caught.value)


def test_an_unknown_column_is_named_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="there is no column called 'x7'; try 'x0'"):
        draw(Predefined("x7"), of_classes(2, 2), seed=0)


@pytest.mark.parametrize("source", [5, None, [0, (1, 2)]])
def test_what_is_neither_parts_nor_pairs_is_refused(source) -> None:
    with pytest.raises(PlanError, match="predefined needs part numbers, a column name or"):
        Predefined(source)
