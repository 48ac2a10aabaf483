from __future__ import annotations

import numpy as np
import pytest

from foldwise.errors import PlanError
from foldwise.plans import LeavePOut, draw
from tests.plans.rows import of_classes, of_values


def test_all_pairs_of_four_rows() -> None:
    resamples = draw(LeavePOut(2), of_classes(2, 2), seed=0)
    assert resamples.test.tolist() == [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
    assert resamples.train_rows(1).tolist() == [1, 3]


def test_every_row_is_tested_equally_often_in_one_repeat() -> None:
    resamples = draw(LeavePOut(3), of_classes(4, 4), seed=0)
    assert resamples.count == 56
    assert resamples.repeats == 1
    assert resamples.test_mask(0, 56).sum(axis=0).tolist() == [21] * 8


def test_too_many_resamples_are_refused_with_a_sample_of_them() -> None:
    with pytest.raises(
        PlanError, match=r"lpo\(2\) on 1,000 rows has 499,500 resamples.*try complete\(500, draws=1000\)"
    ):
        draw(LeavePOut(2), of_values(np.zeros(1000)), seed=0)


def test_a_number_with_thousands_of_digits_is_refused_at_once() -> None:
    with pytest.raises(PlanError, match=r"about 10\^"):
        draw(LeavePOut(50_000), of_values(np.zeros(100_000)), seed=0)


def test_p_must_leave_a_row_to_train_on() -> None:
    with pytest.raises(PlanError, match=r"lpo\(4\) needs at least 5 rows, not 4; try loo"):
        draw(LeavePOut(4), of_classes(2, 2), seed=0)
