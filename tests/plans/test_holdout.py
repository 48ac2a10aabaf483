from __future__ import annotations

import numpy as np
import pytest

from foldwise.errors import PlanError
from foldwise.plans import Holdout, draw
from foldwise.plans.holdout import others
from tests.plans.rows import of_classes, of_values


def test_a_third_of_iris_is_tested() -> None:
    iris = of_classes(50, 50, 50)
    resamples = draw(Holdout(1 / 3), iris, seed=0)
    assert (resamples.train_size, resamples.test_size) == (100, 50)
    assert sorted(np.bincount(iris.codes[resamples.test_rows(0)])) == [16, 17, 17]


def test_a_number_of_rows_can_be_asked_for() -> None:
    assert draw(Holdout(7), of_values(np.arange(50)), seed=0).test_size == 7


def test_a_rare_class_is_on_both_sides() -> None:
    rows = of_classes(97, 2, 1)
    resamples = draw(Holdout(0.1), rows, seed=0)
    assert (rows.codes[resamples.test_rows(0)] == 1).sum() == 1
    assert (rows.codes[resamples.train_rows(0)] == 1).sum() == 1
    assert resamples.test_size == 10


def test_every_class_is_tested_even_where_that_takes_more_rows() -> None:
    assert draw(Holdout(0.1), of_classes(*[3] * 10), seed=0).test_size == 10


def test_unstratified_draws_ignore_the_classes() -> None:
    rows = of_classes(20, 20)
    shares = {(rows.codes[draw(Holdout(10, stratify=False), rows, seed=s).test_rows(0)] == 1).sum() for s in range(40)}
    assert len(shares) > 3


def test_others_are_the_rows_that_are_left() -> None:
    assert others(np.array([1, 3]), 5).tolist() == [0, 2, 4]


@pytest.mark.parametrize("test", [0.01, 12, 500])
def test_one_side_without_rows_is_refused(test: float) -> None:
    with pytest.raises(PlanError, match=r"would test \d+ of 12 rows and train on"):
        draw(Holdout(test), of_classes(6, 6), seed=0)
