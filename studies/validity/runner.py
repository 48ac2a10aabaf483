"""Run chunks of simulations in turn, in several processes, until the time is spent or every cell has its simulations."""

from __future__ import annotations

import signal
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from multiprocessing import get_context
from typing import TYPE_CHECKING, final

from studies.validity.catalogue import all_cells, simulate_cell
from studies.validity.cells import IN_TURNS, Wanted
from studies.validity.store import Chunk, Sums, Total, added, methods_version

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping, Sequence

    from studies.validity.store import Store

SIZE = 100
"""Most simulations of a chunk."""
SECONDS = 10.0
"""After this a chunk ends, so that little is lost when the program is stopped."""


@final
@dataclass(frozen=True)
class Task:
    """Simulations first … stop-1 of a cell, to be done before the deadline."""

    cell: str
    first: int
    stop: int
    deadline: float
    wanted: Wanted = IN_TURNS


def prepare() -> None:
    """Leave Ctrl-C to the process that writes, and use one thread."""
    from threadpoolctl import threadpool_limits

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threadpool_limits(1)


def perform(task: Task) -> Chunk | None:
    """Do a task, or as much of it as its time allows; None where there was no time for one simulation."""
    start = time.monotonic()
    parts: list[Sums] = []
    for number in range(task.first, task.stop):
        now = time.monotonic()
        if now > task.deadline or now - start > SECONDS:
            break
        parts.append(simulate_cell(task.cell, number, task.wanted))
    if not parts:
        return None
    seconds = time.monotonic() - start
    return Chunk(task.cell, methods_version(), task.first, task.first + len(parts), seconds, added(parts))


def gaps(done: set[int], wanted: int) -> Iterator[tuple[int, int]]:
    """Runs of at most SIZE simulations below `wanted` that are not done.

    Examples
    --------
    >>> list(gaps({0, 1, 4}, 6))
    [(2, 4), (5, 6)]
    """
    first = None
    for number in range(wanted + 1):
        missing = number < wanted and number not in done
        if missing and first is None:
            first = number
        elif first is not None and (not missing or number - first >= SIZE):
            yield first, number
            first = number if missing else None


def tasks(done: dict[str, set[int]], simulations: int, deadline: float, wanted: Wanted = IN_TURNS) -> Iterator[Task]:
    """One chunk after the other, always of the cell that has least for its effort."""
    cells = all_cells()
    left = [(len(numbers) / cells[key].effort, at, key) for at, (key, numbers) in enumerate(done.items())]
    heapify(left)
    while left:
        _, at, key = heappop(left)
        if len(done[key]) >= simulations:
            continue
        first, stop = next(gaps(done[key], simulations))
        done[key].update(range(first, stop))
        heappush(left, (len(done[key]) / cells[key].effort, at, key))
        yield Task(key, first, stop, deadline, wanted)


@final
@dataclass(frozen=True)
class Run:
    """What to run.

    Parameters
    ----------
    cells
        Names of the cells.
    simulations
        How many of each.
    minutes
        Time to spend.
    jobs
        Processes.
    wanted
        Measures to ask for.
    version
        Version of the methods whose results count; None for any.
    """

    cells: Sequence[str]
    simulations: int
    minutes: float
    jobs: int = 1
    wanted: Wanted = IN_TURNS
    version: str | None = None

    def done(self, totals: Mapping[str, Total]) -> dict[str, set[int]]:
        """Simulations of each cell that need not be made; a cell that knows none of the measures is left out."""
        found = {}
        for key in self.cells:
            total, asked = totals.get(key, Total()), all_cells()[key].measures(0, self.wanted)
            if asked:
                found[key] = total.numbers if self.wanted.in_turns else total.of_all(asked)
        return found

    def go(
        self, store: Store, tell: Callable[[str], None] = lambda text: print(text, end="", file=sys.stderr, flush=True)
    ) -> int:
        """Simulate; returns how many simulations were added. Ctrl-C ends it, and what is written stays."""
        done = self.done(store.totals(self.version))
        start, most = time.monotonic(), self.simulations
        line = Progress(sum(most - min(len(one), most) for one in done.values()), start, tell)
        waiting = tasks(done, most, start + 60 * self.minutes, self.wanted)
        finished = performed_here(waiting) if self.jobs == 1 else performed(waiting, self.jobs)
        try:
            for chunk in finished:
                store.append(chunk)
                line = line.after(chunk)
        except KeyboardInterrupt:
            tell("\nstopped; the same command continues")
        finally:
            finished.close()
        tell("\n")
        return line.done


def performed_here(waiting: Iterator[Task]) -> Generator[Chunk, None, None]:
    """Chunks as they are finished in this process."""
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):
        for task in waiting:
            chunk = perform(task)
            if chunk is None:
                return
            yield chunk


def performed(waiting: Iterator[Task], jobs: int) -> Generator[Chunk, None, None]:
    """Chunks as they are finished in other processes, with one task more under way than there are processes."""
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=prepare)
    under_way: set[Future[Chunk | None]] = set()
    try:
        for task in waiting:
            if time.monotonic() > task.deadline:
                break
            under_way.add(pool.submit(perform, task))
            if len(under_way) > jobs:
                finished, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                yield from (chunk for one in finished if (chunk := one.result()) is not None)
        yield from (chunk for one in under_way if (chunk := one.result()) is not None)
    finally:
        started = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in started:
            process.terminate()


@final
@dataclass(frozen=True)
class Progress:
    """A line that says how far the run is."""

    total: int
    start: float
    tell: Callable[[str], None]
    done: int = 0

    def after(self, chunk: Chunk) -> Progress:
        """Write the line anew."""
        size = chunk.stop - chunk.first
        done, seconds = self.done + size, time.monotonic() - self.start
        text = f"{done} of {self.total} simulations, {seconds:.0f} s; {chunk.cell} {1000 * chunk.seconds / size:.0f} ms"
        self.tell(f"\r{text[:118]:<118}")
        return replace(self, done=done)
