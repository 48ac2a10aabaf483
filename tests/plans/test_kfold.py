from __future__ import annotations

import numpy as np
import pytest

from foldwise.errors import PlanError
from foldwise.plans import KFold, LeaveOneOut, draw
from tests.plans.rows import of_classes, of_values


def test_ten_parts_mirror_the_classes_of_iris() -> None:
    iris = of_classes(50, 50, 50)
    resamples = draw(KFold(10), iris, seed=0)
    assert resamples.count == 10
    for r in range(10):
        assert np.bincount(iris.codes[resamples.test_rows(r)]).tolist() == [5, 5, 5]


def test_more_repeats_keep_the_first_ones() -> None:
    few, many = (draw(KFold(5, repeats=repeats), of_classes(20, 20), seed=3) for repeats in (2, 5))
    assert np.array_equal(few.parts, many.parts[:2])


def test_repeats_are_independent() -> None:
    parts = draw(KFold(5, repeats=10), of_classes(20, 20), seed=3).parts
    assert len({row.tobytes() for row in parts}) == 10


def test_a_numeric_target_is_spread_over_the_parts() -> None:
    values = of_values(np.arange(100))
    resamples = draw(KFold(5), values, seed=0)
    means = [values.target[resamples.test_rows(r)].mean() for r in range(5)]
    assert np.ptp(means) < 5


def test_as_many_parts_as_rows_is_leave_one_out() -> None:
    rows = of_classes(6, 4)
    tests = {tuple(draw(KFold(10), rows, seed=0).test_rows(r)) for r in range(10)}
    assert tests == {tuple(draw(LeaveOneOut(), rows, seed=0).test_rows(r)) for r in range(10)}


def test_a_rare_class_is_dealt_all_the_same_and_noted() -> None:
    rows = of_classes(20, 3)
    resamples = draw(KFold(5), rows, seed=0)
    assert resamples.note == "some of the 5 parts test no row of class 'b' (3 rows)"
    held = [(rows.codes[resamples.test_rows(r)] == 1).sum() for r in range(5)]
    assert sorted(held) == [0, 0, 1, 1, 1]


def test_a_class_as_frequent_as_the_parts_needs_no_word() -> None:
    assert draw(KFold(3, stratify=False), of_classes(20, 3), seed=0).note == ""


def test_part_numbers_take_one_byte() -> None:
    assert draw(KFold(10, repeats=2), of_classes(50, 50), seed=0).parts.dtype == np.uint8


def test_more_parts_than_rows_are_refused_with_the_most_there_can_be() -> None:
    with pytest.raises(PlanError, match=r"kfold\(10\) needs at least 10 rows, not 6; try kfold\(6\)"):
        draw(KFold(10), of_classes(3, 3), seed=0)
