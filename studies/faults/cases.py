"""The faults: a killed run that is resumed, a killed worker, a run that is stopped, and other numbers of processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

import numpy as np

from studies.faults.child import digest_of, run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["FITS", "Killed", "Stopped", "distinct_digests", "kill_a_worker", "kill_and_resume", "stop"]

ROOT = Path(__file__).parents[2]
FITS, PAUSE = 20, 0.1
"""Fits of a run, and how many seconds each of them lasts at least."""
HASH_SEEDS, JOBS = ("0", "1", "2"), (1, 2, 3)
ENOUGH = 120.0
"""Seconds to wait for something that happens at once where all is well."""


@final
@dataclass(frozen=True)
class Killed:
    """A run that was killed, and what became of it: its bits, fits done again, and workers that outlived it."""

    same: bool
    kept: int
    again: int
    alive: int = 0


@final
@dataclass(frozen=True)
class Stopped:
    """A run that was stopped: whether it ended as it should, and workers that outlived it."""

    ended: bool
    alive: int


def kill_and_resume(seed: int, jobs: int) -> Killed:
    """Kill a run at a moment that the seed decides, start it again, and hold its bits against an undisturbed run."""
    with _folder() as (store, pids):
        process = _start("slow", jobs, store, pids)
        _wait_for_fits(pids, jobs)
        time.sleep(float(np.random.default_rng(seed).uniform(0, 1.2 * FITS * PAUSE / jobs + 0.5)))
        process.kill()
        process.communicate()
        workers = [int(path.name) for path in pids.iterdir() if int(path.name) != process.pid]
        alive = 0 if _until(lambda: not any(map(_lives, workers))) else sum(map(_lives, workers))
        found = _finish(_start("slow", jobs, store, pids))
    return Killed(found["digest"] == undisturbed(), FITS - found["fits"], found["fits"], alive)


def kill_a_worker(seed: int) -> Killed:
    """Kill one of two workers in the middle of its fit: the fit is done again by another."""
    with _folder() as (store, pids):
        process = _start("slow", 2, store, pids)
        workers = _wait_for_fits(pids, 2)
        rng = np.random.default_rng(seed)
        time.sleep(float(rng.uniform(0, FITS * PAUSE / 4)))
        os.kill(int(rng.choice([pid for pid in workers if pid != process.pid])), signal.SIGKILL)
        found = _finish(process)
    return Killed(found["digest"] == undisturbed() and not found["failures"], 0, found["fits"])


def stop(seed: int, how: signal.Signals) -> Stopped:
    """Stop a run with two workers by a signal to all its processes, as a terminal or a scheduler does."""
    with _folder() as (store, pids):
        process = _start("slow", 2, store, pids)
        workers = _wait_for_fits(pids, 2)
        time.sleep(float(np.random.default_rng(seed).uniform(0, FITS * PAUSE / 4)))
        os.killpg(process.pid, how)
        out, err = process.communicate(timeout=ENOUGH)
        gone = _until(lambda: not any(map(_lives, workers)))
        told = "stopped" in out if how is signal.SIGINT else process.returncode == -how
    return Stopped(told and "Traceback" not in err, 0 if gone else sum(map(_lives, workers)))


def distinct_digests(jobs: tuple[int, ...] = JOBS, seeds: tuple[str, ...] = HASH_SEEDS) -> set[str]:
    """Digests of the same call for numbers of processes and seeds of Python's hashes; one where all is well."""
    started = (_start("usual", number, "", Path(), PYTHONHASHSEED=seed) for number in jobs for seed in seeds)
    return {_finish(one)["digest"] for one in started}


@cache
def undisturbed() -> str:
    """Digest of a run that nobody disturbs, in this process."""
    return digest_of(run("slow", 1))


@contextmanager
def _folder() -> Iterator[tuple[str, Path]]:
    with tempfile.TemporaryDirectory() as name:
        pids = Path(name) / "pids"
        pids.mkdir()
        yield f"{name}/store.db", pids


def _start(kind: str, jobs: int, store: str, pids: Path, *, pause: float = PAUSE, **env: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "studies.faults.child", kind, str(jobs), store, str(pids), str(pause)]
    pipes: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=ROOT, text=True, start_new_session=True, env={**os.environ, **env}, **pipes)


def _finish(process: subprocess.Popen[str]) -> dict[str, Any]:
    out, err = process.communicate(timeout=300)
    if process.returncode:
        raise RuntimeError(err[-2000:])
    return dict(json.loads(out.splitlines()[-1]))


def _wait_for_fits(pids: Path, processes: int) -> list[int]:
    """Wait until so many processes have begun to fit."""
    if not _until(lambda: len(list(pids.iterdir())) >= processes):
        message = f"no {processes} processes began to fit"
        raise RuntimeError(message)
    return [int(path.name) for path in pids.iterdir()]


def _until(condition: Callable[[], bool]) -> bool:
    end = time.monotonic() + ENOUGH
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
