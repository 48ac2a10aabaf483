"""How many rows of a group say as much as one."""

import numpy as np
import pytest

from foldwise.measures.alike_rows import correlation_within, rows_like_one


@pytest.mark.parametrize("alike", [0.0, 0.3, 0.8])
def test_the_correlation_is_that_of_rows_of_a_unit(alike):
    rng = np.random.default_rng(0)
    unit = np.repeat(np.arange(2000), 5)
    values = np.sqrt(alike) * rng.normal(size=2000)[unit] + np.sqrt(1 - alike) * rng.normal(size=unit.size)
    assert correlation_within(values, unit) == pytest.approx(alike, abs=0.03)


def test_rows_that_are_right_together_say_as_much_as_one():
    unit, truth = np.repeat(np.arange(40), 10), np.repeat([0, 1], 200)
    together = np.repeat(np.arange(40) % 2, 10).astype(float)
    apart = np.tile([0.0, 1.0], 200)
    assert rows_like_one(together, truth, unit, 2).tolist() == [10.0, 10.0]
    assert rows_like_one(apart, truth, unit, 2).tolist() == [1.0, 1.0]


def test_a_class_that_is_hardly_ever_right_has_as_many_rows_as_units():
    unit, truth = np.repeat(np.arange(40), 10), np.repeat([0, 1], 200)
    hit = np.where(truth == 0, np.tile([0.0, 1.0], 200), 0.0)
    hit[399] = 1.0
    assert rows_like_one(hit, truth, unit, 2).tolist() == [1.0, 10.0]
    assert rows_like_one(hit[:200], truth[:200], unit[:200], 2).tolist() == [1.0, 1.0]


def test_repeats_of_a_plan_make_no_row_better_known():
    hit, truth, unit = np.arange(100.0) >= 4, np.zeros(100, dtype=int), np.arange(100) // 10
    again = np.tile(hit, 3).astype(float), np.tile(truth, 3), np.arange(300) // 10
    assert rows_like_one(*again, 1, repeats=3).tolist() == rows_like_one(hit.astype(float), truth, unit, 1).tolist()
    assert rows_like_one(*again, 1)[0] < 5
