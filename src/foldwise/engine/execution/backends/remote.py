"""What a worker does with a block: it reads rows and models once, keeps them, and fits.

This process may be any: a Dask or Ray worker, an executor of Spark, a process of loky. Fits go through the generators that
all code of a process shares, so one thread at a time fits in it; further threads, fits with a time limit, and fits that
have ended a worker before are done in worker processes of our own beside this one.
"""

from __future__ import annotations

import os
import platform
import socket
import sys
import threading
import time
from collections import Counter, OrderedDict
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import takewhile
from typing import TYPE_CHECKING, Protocol, final

from foldwise.engine.execution.backends.backend import BatchBlock, Reply
from foldwise.engine.execution.execute import INTERRUPTED, Result, fit_as_worker, load_rows, outcome, unpack_fitting
from foldwise.engine.execution.process_settings import under_settings
from foldwise.engine.single_fits.seeds import SHARED_DRAWS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from foldwise.data import Dataset
    from foldwise.engine.execution.backends.backend import AnyBlock, FitBlock, Job
    from foldwise.engine.family import Family
    from foldwise.engine.rows import TestRows
    from foldwise.engine.single_fits.generic import Fitting
    from foldwise.predictions import Outputs
    from foldwise.typing import Estimator, Untyped

__all__ = ["LOADS", "InlineParcel", "Parcel", "ParcelElsewhere", "do_block", "in_file", "kept", "versions_of_worker"]

LOADS: Counter[str] = Counter()
"""How often this process has read what was sent, by its key."""
MOST_KEPT = 6
"""Parcels and prepared jobs that a worker keeps: the rows of two calls, and a few runs."""
MOST_WAITED = 3.0
"""Seconds that threads of this process may wait for each other in all before they start processes of their own."""

_KEPT: OrderedDict[str, Untyped] = OrderedDict()
_KEEPING, _FITTING, _LIMITING = threading.RLock(), threading.Lock(), threading.Lock()
_WAITED = {"seconds": 0.0}
_UNDERWAY: list[Untyped] = []
"""What gives native libraries their threads back, once for every block that is being done."""


class Parcel(Protocol):
    """Something that was sent once, and is read once by each process."""

    @property
    def key(self) -> str:
        """By which processes know it."""

    def open(self) -> Untyped:
        """What is in it."""


@final
class InlineParcel:
    """A parcel that travels as itself; the cluster keeps it on the worker."""

    def __init__(self, key: str, value: object) -> None:
        self.key, self.value = key, value

    def __setstate__(self, state: dict[str, Untyped]) -> None:
        """Record that it was read."""
        vars(self).update(state)
        LOADS[self.key] += 1

    def open(self) -> Untyped:
        """What is in it."""
        return self.value


@final
@dataclass(frozen=True, eq=False)
class ParcelElsewhere:
    """A parcel in a file, a store or a broadcast, which `read` fetches once in every process."""

    key: str
    read: Callable[[], Untyped]

    def open(self) -> Untyped:
        """Read it, once."""
        return kept(self.key, self._read)

    def _read(self) -> Untyped:
        LOADS[self.key] += 1
        return self.read()


def in_file(path: Path) -> ParcelElsewhere:
    """A parcel in a file that all processes of a machine map into memory."""
    return ParcelElsewhere(str(path), partial(_read_file, str(path)))


def _read_file(path: str) -> Untyped:
    found, cause = load_rows(path)
    if cause:
        raise OSError(cause)
    return found


def kept(key: str, read: Callable[[], Untyped]) -> Untyped:
    """What this process has under a key; read where it has nothing. The oldest are let go."""
    with _KEEPING:
        if key not in _KEPT:
            _KEPT[key] = read()
            while len(_KEPT) > MOST_KEPT:
                _KEPT.popitem(last=False)
        _KEPT.move_to_end(key)
        return _KEPT[key]


@final
@dataclass
class UnpackedJob:
    """The models of a job, unpacked with their rows, and those that cannot be."""

    dataset: Dataset
    fittings: dict[str, Fitting] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    batched: dict[str, tuple[Estimator, Family]] = field(default_factory=dict)
    validated: set[str] = field(default_factory=set)
    drawing: set[str] = field(default_factory=set)
    """Models that draw from generators which other threads of this process share."""
    unlike: str = ""
    test: TestRows | None = None


def do_block(rows: Parcel, job: Parcel, block: AnyBlock) -> Reply:
    """Do a block of fits; nothing that a model raises is raised here."""
    import joblib

    told: Job = job.open()
    prepared: UnpackedJob = kept(f"{job.key}/prepared", lambda: prepare_job(rows, told))
    worker = f"{socket.gethostname()}:{os.getpid()}"
    if prepared.unlike:
        return Reply(unlike=prepared.unlike, worker=worker)
    # A model that would start processes of its own is fitted in this one.
    with one_native_thread(), under_settings(told.settings), joblib.parallel_config(backend="sequential"):
        if isinstance(block, BatchBlock):
            start = time.perf_counter()
            outputs = batch_outputs(prepared, told, block)
            return Reply(outputs=outputs, seconds=time.perf_counter() - start, worker=worker, loads=LOADS[rows.key])
        results = tuple(takewhile(lambda _: not called_back(), single_fits(prepared, told, block)))
    names = {name for name, _ in block.tasks}
    refused = {name: cause for name, cause in prepared.refused.items() if name in names}
    return Reply(results, refused=refused, worker=worker, loads=LOADS[rows.key])


def called_back() -> bool:
    """Whether the task that this thread does for Dask was cancelled, so that the rest of it is no longer awaited."""
    dask = sys.modules.get("distributed.worker")
    key = getattr(getattr(dask, "thread_state", None), "key", None)
    if dask is None or key is None:  # another backend, or a thread that does no task
        return False
    worker, _ = outcome(dask.get_worker)
    task = getattr(getattr(worker, "state", None), "tasks", {}).get(key)
    return getattr(task, "state", "") == "cancelled"


def prepare_job(rows: Parcel, job: Job) -> UnpackedJob:
    """Unpack what was sent, and see whether this process gives the same bits as the one that sent it."""
    found = UnpackedJob(rows.open(), unlike=difference(job.versions))
    if found.unlike:
        return found
    from dataclasses import replace
    from pickle import loads

    from foldwise.engine.catalogue import FAMILIES

    for name, packed in job.packed.items():
        fitting, cause = unpack_fitting(packed, found.dataset)
        if fitting is not None:
            found.fittings[name] = replace(fitting, resamples=job.resamples)
        if cause:
            found.refused[name] = cause
    families = {family.name: family for family in FAMILIES}
    for name, packed in job.batched.items():
        model, family = loads(packed)
        found.batched[name] = model, families[family]
    return found


@cache
def versions_of_worker() -> dict[str, str]:
    """What must be the same on every machine for the bits to be the same."""
    from importlib.metadata import version

    from foldwise import native

    packages = {name: version(name) for name in ("foldwise", "numpy", "scikit-learn", "scipy")}
    python = platform.python_version().rpartition(".")[0]
    return packages | {"Python": python, "compiled kernels": "yes" if native.COMPILED else "no"}


def difference(wanted: Mapping[str, str]) -> str:
    """What is not the same here, in words; nothing where all is."""
    here = versions_of_worker()
    unlike = [f"{name} {here[name]} and not {value}" for name, value in wanted.items() if here.get(name) != value]
    return f"the worker {socket.gethostname()}:{os.getpid()} has {', '.join(unlike)}" if unlike else ""


def batch_outputs(prepared: UnpackedJob, job: Job, block: BatchBlock) -> dict[str, Outputs]:
    """Predict a block of resamples as the driver does in one process, with one thread."""
    from foldwise.engine.driver import predict_all
    from foldwise.engine.rows import TestRows
    from foldwise.engine.single_fits.clock import timed
    from foldwise.engine.threads import threads

    models = {name: prepared.batched[name] for name in block.names}
    with threads(1), timed():  # the time of the block is told as a whole
        prepared.test = prepared.test or TestRows.of(job.resamples, train=job.train)
        test = prepared.test.block(block.first, block.last)
        return predict_all(models, prepared.dataset, job.resamples, test, seed=job.seed)


def single_fits(prepared: UnpackedJob, job: Job, block: FitBlock) -> list[tuple[str, Result]]:
    """Fit in this process where it is free, and in one of our own where fits may have to be ended or others fit here."""
    tasks = [(name, r) for name, r in block.tasks if name not in prepared.refused]
    if block.apart or job.limits or not _has_turn():
        return _fits_apart(prepared, job, tasks)
    try:
        found = {task: None if task[0] in prepared.drawing else _fit(prepared, *task) for task in tasks}
    finally:
        _FITTING.release()
    again = _fits_apart(prepared, job, [task for task in tasks if found[task] is None])
    return [*((name, result) for (name, _), result in found.items() if result is not None), *again]


def _has_turn() -> bool:
    """Whether this thread may fit in this process: at once, or after the one that does, unless that was waited for too long."""
    start = time.monotonic()
    if _FITTING.acquire(timeout=max(0.0, MOST_WAITED - _WAITED["seconds"])):
        _WAITED["seconds"] += time.monotonic() - start
        return True
    _WAITED["seconds"] = MOST_WAITED
    return False


def _fit(prepared: UnpackedJob, name: str, r: int) -> Result | None:
    """Do one fit; None where other code has drawn meanwhile from the generators that all threads share.

    That is the model, whose draws another thread of the cluster may then have disturbed, or such a thread.
    """
    seen: list[bool] = []
    token = SHARED_DRAWS.set(seen if threading.active_count() > 1 else None)
    try:
        result = fit_as_worker(prepared.fittings[name], r, prepared.validated)
    finally:
        SHARED_DRAWS.reset(token)
    if any(seen):
        prepared.drawing.add(name)
        return None
    return result


def _fits_apart(prepared: UnpackedJob, job: Job, tasks: Sequence[tuple[str, int]]) -> list[tuple[str, Result]]:
    """Have the fits done by a worker process of our own, which may be ended and may end."""
    from foldwise.engine.execution.pool import Pool

    found: list[tuple[str, Result]] = []
    work = [(prepared.fittings[name], r) for name, r in tasks]
    if not work:
        return found
    try:
        with closing(Pool(work, 1, limits=job.limits, away=True).run()) as results:
            found.extend((fitting.name, result) for fitting, result in results)
    except KeyboardInterrupt:  # of the model
        found.append((tasks[0][0], Result(tasks[0][1], None, cause=INTERRUPTED)))
    return found


@contextmanager
def one_native_thread() -> Iterator[None]:
    """Keep native libraries to one thread as long as any block of this process is being done."""
    from threadpoolctl import ThreadpoolController

    with _LIMITING:
        _UNDERWAY.append(_UNDERWAY[0] if _UNDERWAY else ThreadpoolController().limit(limits=1))
    try:
        yield
    finally:
        with _LIMITING:
            limiter = _UNDERWAY.pop()
            if not _UNDERWAY:
                limiter.restore_original_limits()


def write_parcel(value: object, path: Path) -> ParcelElsewhere:
    """Write something to a file that other processes of this machine read."""
    import joblib

    joblib.dump(value, path)
    return in_file(path)
