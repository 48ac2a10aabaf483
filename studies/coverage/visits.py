"""Visit cells in turn; in a module of its own, because a new process does not know what is in ``__main__``."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from studies.coverage.simulate import replicate
from studies.coverage.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from studies.coverage.cells import Cell

SLICE = 1.0
"""Seconds a cell has before the next one is visited; a named figure has ten times as many."""


def work(cells: list[Cell], path: Path, deadline: float, first: int) -> None:
    """Visit the cells in turn until the time is spent."""
    from threadpoolctl import threadpool_limits

    store = Store(path)
    done = {cell: store.seeds(cell) for cell in cells}
    with threadpool_limits(1):
        while time.monotonic() < deadline:
            waiting = [cell for cell in cells if len(done[cell]) < cell.goal]
            if not waiting:
                return
            # Those that have least come first, so that a short run still reaches every cell.
            for cell in sorted(waiting, key=lambda one: len(done[one]) / one.goal):
                visit(cell, store, done[cell], deadline=deadline, first=first)
                if time.monotonic() > deadline:
                    return


def visit(cell: Cell, store: Store, done: set[int], *, deadline: float, first: int) -> None:
    """Add replications to a cell for its slice of time, at least one."""
    stop = min(time.monotonic() + SLICE * (10 if cell.named else 1), deadline)
    fresh = []
    seed = first
    while len(done) < cell.goal:
        while seed in done:
            seed += 1
        fresh += [(seed, trial) for trial in replicate(cell, seed)]
        done.add(seed)
        if time.monotonic() > stop:
            break
    store.add(cell, fresh)
