"""Fits of a run, handed out in blocks to the workers of a backend: how large blocks are, and what becomes of lost ones."""

from __future__ import annotations

import threading
import warnings
from collections import Counter, deque
from contextlib import closing
from dataclasses import replace
from math import ceil, inf
from typing import TYPE_CHECKING, final
from uuid import uuid4

from foldwise.engine.execution.backends.backend import FitBlock, Job, LostBlock
from foldwise.engine.execution.execute import CHANGED_CODE, INTERRUPTED, Result, pack_fitting
from foldwise.engine.execution.limits import Limits
from foldwise.engine.execution.process_settings import settings_in_use
from foldwise.errors import FoldwiseWarning, InputError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

    from foldwise.engine.execution.backends.backend import Backend, Reply
    from foldwise.engine.execution.pool import FitTask
    from foldwise.engine.single_fits.generic import Fitting
    from foldwise.plans import Resamples

__all__ = ["MOST_WORKER_DEATHS", "BlockSizes", "Dispatcher", "job_of", "refuse_unlike"]

BLOCKS_PER_WORKER = 3
"""Blocks that a worker is left with at least, so that all end at about the same time."""
LEAST_SHARE = 0.2
"""Share of the seconds of a block that a block has at least, however few fits are left."""
MOST_WORKER_DEATHS = 4
"""How often the workers of a fit may die before it counts as failed."""
DEATHS_BEFORE_ISOLATION = 2
"""Lost blocks of a model from which on all of its fits are done beside the workers."""

NO_LIMITS = Limits()


@final
class BlockSizes:
    """Learns what a fit of each model takes, and says how many are sent together."""

    def __init__(self, seconds: float, slots: int) -> None:
        self.seconds, self.slots = seconds, max(1, slots)
        self.spent: dict[str, tuple[int, float]] = {}

    def learn(self, name: str, fits: int, seconds: float) -> None:
        """Record how long fits took."""
        count, sum_ = self.spent.get(name, (0, 0.0))
        self.spent[name] = count + fits, sum_ + seconds

    def cost(self, name: str) -> float:
        """Seconds of a fit; infinite where none is known."""
        count, seconds = self.spent.get(name, (0, inf))
        return seconds / count if count else inf

    def most(self, name: str, left: int) -> int:
        """How many of the fits that are left go into one block.

        Examples
        --------
        >>> sizes = BlockSizes(0.5, 2)
        >>> sizes.learn("svm", 4, 0.04)
        >>> sizes.most("svm", 96), sizes.most("svm", 6000), sizes.most("svm", 20), sizes.most("forest", 96)
        (16, 50, 10, 1)
        """
        cost = max(self.cost(name), 1e-9)
        if cost == inf:
            return 1
        least = ceil(LEAST_SHARE * self.seconds / cost) if cost < LEAST_SHARE * self.seconds else 1
        return max(1, min(max(least, ceil(left / (BLOCKS_PER_WORKER * self.slots))), int(self.seconds / cost), left))


@final
class Dispatcher:
    """Single fits waiting to be sent, on their way, and those that must be done in this process."""

    def __init__(self, tasks: Sequence[FitTask], backend: Backend, *, limits: Limits = NO_LIMITS) -> None:
        self.backend, self.limits = backend, limits
        self.fittings = {fitting.name: fitting for fitting, _ in tasks}
        self.waiting: deque[tuple[str, int]] = deque((fitting.name, r) for fitting, r in tasks)
        self.again: deque[FitBlock] = deque()
        self.lost: Counter[tuple[str, int]] = Counter()
        self.deadly: Counter[str] = Counter()
        self.here: list[FitTask] = []
        self.refused: dict[str, str] = {}
        self.sizes = BlockSizes(backend.block_seconds, backend.slots)
        self.lock = threading.Lock()

    def run(self) -> Generator[tuple[Fitting, Result]]:
        """Do all fits; those that cannot travel last, in this process or in worker processes of our own."""
        packed = self._packed()
        first = next(iter(self.fittings.values()))
        job = job_of(first.resamples, packed=packed, limits=self.limits)
        while self.waiting or self.again:
            with closing(self.backend.stream(first.dataset, job, self.take)) as replies:
                for block, reply in replies:
                    if isinstance(block, FitBlock):
                        yield from self._read(block, reply)
        self._tell()
        yield from self._do_here()

    def take(self) -> FitBlock | None:
        """The next block: fits whose worker has died first, then some that are waiting."""
        with self.lock:
            if self.again:
                return self.again.popleft()
            tasks: list[tuple[str, int]] = []
            seconds, most = 0.0, len(self.waiting)
            apart = bool(self.waiting) and self._is_deadly(self.waiting[0][0])
            while self.waiting and len(tasks) < most and seconds < self.backend.block_seconds:
                if self._is_deadly(self.waiting[0][0]) is not apart:
                    break
                name, r = self.waiting.popleft()
                if name in self.refused:
                    self.here.append((self.fittings[name], r))
                    continue
                most = min(most, self._most(name))
                tasks.append((name, r))
                seconds += self.sizes.cost(name)
            return FitBlock(tuple(tasks), apart) if tasks else None

    def _is_deadly(self, name: str) -> bool:
        return self.deadly[name] >= DEATHS_BEFORE_ISOLATION

    def _most(self, name: str) -> int:
        return self.sizes.most(name, len(self.waiting) + 1)

    def _packed(self) -> dict[str, bytes]:
        """Models as bytes; those that cannot be are left to this process."""
        packed = {}
        for name, fitting in self.fittings.items():
            found, cause = pack_fitting(replace(fitting, resamples=None))  # type: ignore[arg-type]
            if cause:
                self.refused[name] = cause
            else:
                packed[name] = found
        return packed

    def _read(self, block: FitBlock, reply: Reply | LostBlock) -> Iterator[tuple[Fitting, Result]]:
        if isinstance(reply, LostBlock):
            yield from self._give_again(block, reply)
            return
        refuse_unlike(reply)
        self._refuse(block, reply)
        for name, result in reply.results:
            if result.cause == INTERRUPTED:  # as a model in this process would
                raise KeyboardInterrupt
            if result.seconds is not None:
                self.sizes.learn(name, 1, sum(result.seconds))
            yield self.fittings[name], result

    def _refuse(self, block: FitBlock, reply: Reply) -> None:
        """Keep the fits of models that a worker cannot fit for this process."""
        if reply.refused:
            with self.lock:
                self.refused |= reply.refused
                done = {(name, result.resample) for name, result in reply.results}
                self.here.extend((self.fittings[name], r) for name, r in block.tasks if (name, r) not in done)

    def _give_again(self, block: FitBlock, reply: LostBlock) -> Iterator[tuple[Fitting, Result]]:
        """The same fits beside a worker, which then lives to tell which of them ends its process; one by one in the end."""
        failed: list[tuple[str, int]] = []
        left: list[tuple[str, int]] = []
        with self.lock:
            if not block.apart:
                self.deadly.update({name for name, _ in block.tasks})
            for task in block.tasks:
                self.lost[task] += 1
                (failed if self.lost[task] > MOST_WORKER_DEATHS else left).append(task)
            split = block.apart and len(left) > 1
            self.again.extend(FitBlock((task,), apart=True) for task in left if split)
            self.again.extend([FitBlock(tuple(left), apart=True)] if left and not split else [])
        for name, r in failed:
            cause = f"its worker died each of {self.lost[name, r]} times ({reply.cause})"
            yield self.fittings[name], Result(r, None, cause=cause)

    def _tell(self) -> None:
        """Say which models are fitted in this process, and why."""
        for name in sorted({fitting.name for fitting, _ in self.here}):
            cause = self.refused[name]
            done = "done in this process alone" if cause == CHANGED_CODE else "done in this process"
            text = f"fits of '{name}' are {done} and not on backend '{self.backend.name}': {cause}"
            warnings.warn(text, FoldwiseWarning, stacklevel=2)

    def _do_here(self) -> Iterator[tuple[Fitting, Result]]:
        from foldwise.engine.execution.execute import workers
        from foldwise.engine.execution.pool import Pool

        if self.here:
            size = 1 if CHANGED_CODE in self.refused.values() else workers(None)
            with closing(Pool(self.here, size, limits=self.limits).run()) as results:
                yield from results


def job_of(
    resamples: Resamples,
    *,
    packed: Mapping[str, bytes],
    batched: Mapping[str, bytes] | None = None,
    seed: int = 0,
    train: bool = False,
    limits: Limits = NO_LIMITS,
) -> Job:
    """What workers need to know of a run beside its rows."""
    from foldwise.engine.execution.backends.remote import versions_of_worker

    key = f"foldwise-job-{uuid4().hex}"
    return Job(key, resamples, packed, batched or {}, seed, train, limits, settings_in_use(), versions_of_worker())


def refuse_unlike(reply: Reply) -> None:
    """Refuse a worker that might give other bits."""
    if reply.unlike:
        message = f"{reply.unlike}, so that its predictions might differ"
        raise InputError(message, hint="the same versions on every machine")
