"""Blocks of work are cut by their size alone and come back in order, however many threads there are."""

import sys
from math import inf
from types import ModuleType

import numpy as np
import pytest

from foldwise import native
from foldwise.engine.threads import (
    WORTH_A_THREAD,
    blocks,
    blocks_of_neighbours,
    in_threads,
    native_libraries,
    one_blas_thread,
    thread_count,
    threads,
)


@pytest.mark.parametrize(
    ("count", "size", "expected"), [(5, 2, [(0, 2), (2, 4), (4, 5)]), (0, 3, []), (2, 0, [(0, 1), (1, 2)])]
)
def test_blocks_cover_everything_once(count, size, expected):
    assert blocks(count, size) == expected


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_come_in_order_from_any_number_of_threads(jobs):
    with threads(jobs):
        assert in_threads(lambda a, b: list(range(a, b)), blocks(7, 2)) == [[0, 1], [2, 3], [4, 5], [6]]


def test_what_a_thread_raises_is_raised():
    def fail(start, _):
        if start == 2:
            raise ValueError(start)

    with threads(2), pytest.raises(ValueError, match="2"):
        in_threads(fail, blocks(6, 2))


def test_jobs_are_counted_as_joblib_does(monkeypatch):
    monkeypatch.setattr("foldwise.engine.threads.cores", lambda: 8)
    assert thread_count(inf) == 8
    for jobs, expected in ((1, 1), (3, 3), (-1, 8), (-2, 7), (-99, 1)):
        with threads(jobs):
            assert thread_count(inf) == expected
    assert thread_count(WORTH_A_THREAD) == 1  # little work is not worth waking a thread


def test_a_thread_starts_no_threads_of_its_own():
    with threads(2):
        assert in_threads(lambda *_: thread_count(inf), blocks(4, 1)) == [1] * 4


def test_blas_keeps_to_one_thread():
    from threadpoolctl import threadpool_info, threadpool_limits

    with threadpool_limits(2, user_api="blas"), one_blas_thread():
        assert {one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"} == {1}
        assert np.eye(2) @ np.ones(2) == pytest.approx(1)
    assert native.cores() >= 1


def test_blas_gets_its_threads_back():
    from threadpoolctl import threadpool_info, threadpool_limits

    with threadpool_limits(2, user_api="blas"):
        with pytest.raises(KeyError), one_blas_thread():
            raise KeyError
        assert {one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"} == {2}


def test_native_libraries_are_looked_for_again_once_more_modules_are_loaded(monkeypatch):
    native_libraries()  # which loads what looks for them
    found = native_libraries()
    assert found.lib_controllers
    assert native_libraries() is found
    monkeypatch.setitem(sys.modules, "brings_a_library", ModuleType("brings_a_library"))
    assert native_libraries() is not found


def test_runs_of_what_is_chosen_are_cut_into_blocks():
    assert blocks_of_neighbours(np.array([False, True, True, True, False, True]), 2) == [(1, 3), (3, 4), (5, 6)]
    assert blocks_of_neighbours(np.zeros(3, dtype=bool), 2) == []
