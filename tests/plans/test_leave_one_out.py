from __future__ import annotations

import time
import tracemalloc

import numpy as np
import pytest

from foldwise.errors import PlanError
from foldwise.plans import LeaveOneOut, draw
from tests.plans.rows import of_classes, of_values


def test_every_row_is_tested_alone() -> None:
    resamples = draw(LeaveOneOut(), of_classes(2, 2), seed=0)
    assert [resamples.test_rows(r).tolist() for r in range(4)] == [[0], [1], [2], [3]]
    assert resamples.train_rows(2).tolist() == [0, 1, 3]
    assert resamples.repeats == 1


def test_a_million_rows_take_less_than_fifty_megabytes() -> None:
    rows = of_values(np.zeros(10**6))
    tracemalloc.start()
    resamples = draw(LeaveOneOut(), rows, seed=0)
    sizes = resamples.test_sizes, resamples.repeat
    assert resamples.test_rows(123_456).tolist() == [123_456]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert sizes[0].sum() == 10**6
    assert peak < 50e6


def test_test_rows_do_not_depend_on_the_number_of_rows() -> None:
    resamples = draw(LeaveOneOut(), of_values(np.zeros(10**6)), seed=0)
    resamples.test_rows(0)
    start = time.perf_counter()
    for r in range(0, 10**6, 1000):
        resamples.test_rows(r)
    assert time.perf_counter() - start < 0.5


def test_one_row_is_not_enough() -> None:
    with pytest.raises(PlanError, match="loo needs at least 2 rows, not 1"):
        draw(LeaveOneOut(), of_values([1.0]), seed=0)
