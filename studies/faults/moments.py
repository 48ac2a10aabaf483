"""SIGKILL of a run of 600 fits at random moments: what its store holds then, and whether the resumed run gives the same bits."""

from __future__ import annotations

import mmap
import os
import signal
import sqlite3
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, final

import numpy as np

import foldwise
from studies.faults.child import digest_of
from studies.faults.models import Slow

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.reports import Assessment

__all__ = ["FITS", "Moment", "kill_at_a_moment"]

FITS, PAUSE = 600, 0.004
"""Fits of a run, and how many seconds each of them lasts at least."""


@final
@dataclass(frozen=True)
class Moment:
    """A run that was killed: fits done and kept by then, fits done when it was resumed, and whether all was well."""

    done: int
    kept: int
    again: int
    whole: bool
    same: bool
    status: str


def kill_at_a_moment(seed: int, fits: int = FITS, pause: float = PAUSE) -> Moment:
    """Kill a run at a moment that the seed decides, check its store, and resume it in this process."""
    share = float(np.random.default_rng(seed).uniform(0, 1.05))
    with tempfile.TemporaryDirectory() as folder, closing(mmap.mmap(-1, 8)) as counter:
        store = f"{folder}/store.db"
        done = _killed(store, counter, until=share * fits, fits=fits, pause=pause)
        whole, kept, status = _state_of(store)
        again: list[int] = []
        result = _run(store, again.append, fits, pause)
    return Moment(done, kept, len(again), whole, digest_of(result) == undisturbed(fits), status)


def _killed(store: str, counter: mmap.mmap, *, until: float, fits: int, pause: float) -> int:
    """Run in a copy of this process and kill that once it has done so many fits; gives how many it had done."""
    pid = os.fork()
    if pid == 0:
        try:
            _run(store, lambda done: counter.seek(0) or counter.write(int(done).to_bytes(8, "little")), fits, pause)
        finally:
            os._exit(0)  # whatever was raised: the copy must not go on as the process it was copied from
    while _count(counter) < until and os.waitpid(pid, os.WNOHANG) == (0, 0):
        time.sleep(pause / 7)  # at any point between two fits, or within one
    try:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    except (ProcessLookupError, ChildProcessError):
        pass  # it had ended by itself
    return _count(counter)


def _count(counter: mmap.mmap) -> int:
    return int.from_bytes(counter[:8], "little")


def _state_of(store: str) -> tuple[bool, int, str]:
    """Whether the file is whole, how many fits it holds, and what it says of the run; there may be no file yet."""
    if not os.path.exists(store):  # noqa: PTH110
        return True, 0, ""
    with closing(sqlite3.connect(store)) as connection:
        ((check,),) = connection.execute("PRAGMA integrity_check").fetchall()
        tables = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'fits'").fetchone()[0]
        kept = connection.execute("SELECT count(*) FROM fits").fetchone()[0] if tables else 0
    runs = foldwise.runs(store)
    return check == "ok", int(kept), runs[0].status if runs else ""


def _run(store: str, told: Callable[[int], object], fits: int, pause: float) -> Assessment:
    return foldwise.assess(
        {"slow": Slow(pause)},
        foldwise.sample("iris"),
        plan=f"kfold(10, repeats={fits // 10})",
        interval="corrected-t",
        engine="generic",
        jobs=1,
        store=store or False,
        baseline=False,
        progress=lambda done, *_: told(done),
    )


@cache
def undisturbed(fits: int = FITS) -> str:
    """Digest of a run that nobody disturbs."""
    return digest_of(_run("", lambda _: None, fits, 0.0))
