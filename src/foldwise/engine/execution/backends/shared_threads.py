"""Threads of this process: no rows are copied, and nothing is started; for models that let other threads run meanwhile."""

from __future__ import annotations

import queue
import random
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.engine.execution.backends.backend import FitBlock, Reply, in_flight
from foldwise.engine.execution.backends.remote import InlineParcel, prepare_job
from foldwise.engine.execution.execute import INTERRUPTED, Result, fit_one, workers
from foldwise.engine.execution.process_settings import under_settings
from foldwise.engine.single_fits.seeds import shared_state

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping

    from foldwise.data import Dataset
    from foldwise.engine.execution.backends.backend import AnyBlock, Job, LostBlock, Take
    from foldwise.engine.execution.backends.remote import UnpackedJob
    from foldwise.typing import Untyped

__all__ = ["SharedThreads"]

POLL_SECONDS = 0.5
SHARED_GENERATORS = "a model draws from generators of numpy or Python that all threads share"
"""Why a fit is done again by itself."""


@final
class SharedThreads:
    """Blocks by threads of this process.

    All threads share the generators of `numpy.random` and `random`. A fit counts only if they were as they had been when it
    was done; a model that draws from them is fitted by itself, with the seed of its resample, as in any other backend.
    """

    name = "threads"
    is_remote = False

    def __init__(self, jobs: int | None, params: Mapping[str, Any]) -> None:
        self.jobs = jobs
        self.block_seconds = float(params.get("block_seconds", 0.05))

    @property
    def slots(self) -> int:
        """Number of threads."""
        return workers(self.jobs)

    def open(self) -> None:
        """Nothing is to be opened."""

    def close(self) -> None:
        """Nothing is to be closed."""

    def stream(self, dataset: Dataset, job: Job, take: Take) -> Generator[tuple[AnyBlock, Reply | LostBlock]]:
        """Hand blocks to threads, one more than there are, and give what came of each as it is done."""
        prepared = prepare_job(InlineParcel("rows", dataset), job)
        with ThreadPoolExecutor(self.slots, thread_name_prefix="foldwise-fits") as pool, warnings_by_thread():
            post = ThreadPost(pool, prepared, job)
            try:
                yield from in_flight(post, take, self.slots + 1)
            finally:
                post.closed = True
                pool.shutdown(wait=True, cancel_futures=True)
                post.states.restore()


@final
class ThreadPost:
    """Blocks that threads do, and the queue in which those that are done arrive."""

    def __init__(self, pool: ThreadPoolExecutor, prepared: UnpackedJob, job: Job) -> None:
        self.pool, self.prepared, self.job = pool, prepared, job
        self.back: queue.SimpleQueue[tuple[int, Reply]] = queue.SimpleQueue()
        self.states = GeneratorStates()
        self.closed, self.number = False, 0

    def send(self, block: AnyBlock) -> int:
        """Hand a block to a thread."""
        self.number += 1
        self.pool.submit(self._do, self.number, block)
        return self.number

    def _do(self, number: int, block: AnyBlock) -> None:
        done, refused = [], {}
        with under_settings(self.job.settings):
            for name, r in block.tasks if isinstance(block, FitBlock) else ():
                if name in self.prepared.refused:
                    refused[name] = self.prepared.refused[name]
                    continue
                result = None if self.closed else self._fit(name, r)
                if result is None:
                    refused[name] = SHARED_GENERATORS
                else:
                    done.append((name, result))
        self.back.put((number, Reply(tuple(done), refused=refused)))

    def _fit(self, name: str, r: int) -> Result | None:
        """One fit; none where generators that threads share have been drawn from."""
        if self.states.changed():
            return None
        try:
            result = fit_one(self.prepared.fittings[name], r, checked=name in self.prepared.validated, shared=True)
        except KeyboardInterrupt:
            return Result(r, None, cause=INTERRUPTED)
        if self.states.changed():
            return None
        if result.outputs is not None:
            self.prepared.validated.add(name)
        return result

    def arrived(self, waiting: Iterable[int]) -> Iterator[tuple[int, Reply]]:
        """Wait a while for a block that is done."""
        try:
            number, reply = self.back.get(timeout=POLL_SECONDS)
        except queue.Empty:
            return
        if number in waiting:
            yield number, reply

    def cancel(self, waiting: Iterable[int]) -> None:  # noqa: ARG002 - all of them
        """Let threads end after the fit that they do."""
        self.closed = True


@final
class GeneratorStates:
    """The generators that all threads share, as they were."""

    def __init__(self) -> None:
        self.numpys: Untyped = np.random.get_state(legacy=False)  # noqa: NPY002 - what models use
        self.pythons = random.getstate()
        self.began, self.moved = shared_state(), False

    def changed(self) -> bool:
        """Whether anybody has drawn from them; once they have, nothing done since can be trusted."""
        self.moved = self.moved or shared_state() != self.began
        return self.moved

    def restore(self) -> None:
        """Put them back as they were."""
        np.random.set_state(self.numpys)  # noqa: NPY002
        random.setstate(self.pythons)


@contextmanager
def warnings_by_thread() -> Iterator[None]:
    """Hand warnings to the list of the thread that gave them, as long as several fit: Python's own recording is one for all."""
    from foldwise.engine.single_fits.generic import WARNINGS_BY_THREAD

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        usual = warnings.showwarning

        def show(message: Untyped, category: type[Warning], *where: Untyped, **more: Untyped) -> None:
            mine = WARNINGS_BY_THREAD.get(threading.get_ident())
            if mine is None:
                usual(message, category, *where, **more)
            else:
                mine.append((message, category))

        warnings.showwarning = show
        yield
