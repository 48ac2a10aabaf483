"""Threads over blocks of work: fixed blocks, so that the bits do not depend on how many threads there are."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from threading import local
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from foldwise.native import cores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import ThreadPoolExecutor

    from threadpoolctl import ThreadpoolController

    from foldwise.arrays import Mask

__all__ = [
    "blocks",
    "blocks_of_neighbours",
    "in_threads",
    "native_libraries",
    "one_blas_thread",
    "thread_count",
    "threads",
]

T = TypeVar("T")
_THREADS: ContextVar[int | None] = ContextVar("threads", default=None)
_INSIDE = local()
WORTH_A_THREAD = 5_000_000
"""Numbers to go through from which on a second thread pays: some milliseconds of work."""


def blocks(count: int, size: int) -> list[tuple[int, int]]:
    """Cut `count` things into blocks of `size`; the last may be smaller.

    Examples
    --------
    >>> blocks(5, 2)
    [(0, 2), (2, 4), (4, 5)]
    """
    step = max(1, size)
    return [(start, min(start + step, count)) for start in range(0, count, step)]


def blocks_of_neighbours(chosen: Mask, size: int) -> list[tuple[int, int]]:
    """Cut the things that are chosen into blocks of neighbours, of at most `size`.

    Examples
    --------
    >>> blocks_of_neighbours(np.array([True, True, True, False, True]), 2)
    [(0, 2), (2, 3), (4, 5)]
    """
    edges = np.flatnonzero(np.diff(chosen, prepend=False, append=False)).tolist()
    spans = zip(edges[::2], edges[1::2], strict=True)
    return [(start + a, start + b) for start, stop in spans for a, b in blocks(stop - start, size)]


def in_threads(
    function: Callable[[int, int], T], spans: Sequence[tuple[int, int]], *, numbers: float = float("inf")
) -> list[T]:
    """Call `function(start, stop)` for every block, several at a time, and return the results in order.

    The function must spend its time in numpy, which releases the interpreter's lock. Whoever cuts the blocks does so by
    their size alone, never by the number of threads. `numbers` is how many numbers the work goes through in all, where
    that is known: little work is not worth waking a thread.
    """
    workers = min(thread_count(numbers), len(spans))
    if workers < 2:
        return [function(start, stop) for start, stop in spans]

    def call(span: tuple[int, int]) -> T:
        _INSIDE.yes = True
        return function(*span)

    return list(_pool(workers).map(call, spans))


@contextmanager
def threads(jobs: int | None) -> Iterator[None]:
    """Use `jobs` threads in the kernels: None for all cores, negative to leave some free, as in joblib."""
    token = _THREADS.set(jobs)
    try:
        yield
    finally:
        _THREADS.reset(token)


def thread_count(numbers: float) -> int:
    """How many threads work that goes through so many numbers is worth."""
    # A thread that waited for others of the same pool could wait forever.
    if numbers <= WORTH_A_THREAD or getattr(_INSIDE, "yes", False):
        return 1
    jobs = _THREADS.get()
    if jobs is None:
        return cores()
    return max(1, cores() + 1 + jobs) if jobs < 0 else max(1, jobs)


@cache
def _pool(workers: int) -> ThreadPoolExecutor:
    """Threads that wait for the next call: starting them would take longer than a small kernel."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(workers, thread_name_prefix="foldwise")


if hasattr(os, "register_at_fork"):  # threads do not survive a fork
    os.register_at_fork(after_in_child=_pool.cache_clear)


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Keep BLAS to one thread: ours are enough, and the bits then do not depend on how it cuts a product."""
    before = [(library, count) for library in _blas() if (count := library.num_threads) != 1]
    for library, _ in before:
        library.set_num_threads(1)
    try:
        yield
    finally:
        for library, count in before:
            library.set_num_threads(count)


def native_libraries() -> ThreadpoolController:
    """Libraries with threads of their own, looked for again once more modules are loaded: that takes three milliseconds."""
    return _libraries(len(sys.modules))


@lru_cache(maxsize=1)
def _libraries(modules: int) -> ThreadpoolController:  # noqa: ARG001 - how many there are tells whether to look again
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


@cache
def _blas() -> list[Any]:
    """Libraries of linear algebra that are loaded, each with its number of threads."""
    from threadpoolctl import ThreadpoolController

    return list(ThreadpoolController().select(user_api="blas").lib_controllers)
