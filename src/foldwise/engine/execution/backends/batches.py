"""Families on the workers of a backend: blocks of resamples travel, and their predictions come back as they are done."""

from __future__ import annotations

import threading
from collections import Counter, deque
from contextlib import closing
from time import perf_counter
from typing import TYPE_CHECKING, final

from foldwise.engine.choose import fitted_together
from foldwise.engine.driver import predict_all
from foldwise.engine.execution.backends.backend import BatchBlock, LostBlock
from foldwise.engine.execution.backends.dispatch import MOST_WORKER_DEATHS, BlockSizes, job_of, refuse_unlike
from foldwise.engine.execution.execute import outcome
from foldwise.engine.single_fits.clock import CLOCK
from foldwise.engine.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from foldwise.data import Dataset
    from foldwise.engine.execution.backends.backend import Backend
    from foldwise.engine.family import Family
    from foldwise.engine.rows import TestRows
    from foldwise.engine.stored_fits.kept_blocks import KeptBlocks
    from foldwise.plans import Resamples
    from foldwise.predictions import Outputs
    from foldwise.typing import Estimator

__all__ = ["Batches"]

WORTH_SENDING = 1.0
"""Seconds of a core that the rest of the fits must take for them to be sent to workers."""


@final
class Batches:
    """Models that families fit, resamples of theirs that are waiting, and how long a fit takes.

    Blocks that are `kept` in a store are not fitted again, and others are kept there.
    """

    def __init__(
        self,
        batched: Mapping[str, tuple[Estimator, Family]],
        rows: tuple[Dataset, Resamples, TestRows],
        *,
        kept: KeptBlocks | None = None,
        seed: int = 0,
        train: bool = False,
    ) -> None:
        self.batched, (self.dataset, self.resamples, self.test) = batched, rows
        self.kept, self.seed, self.train = kept, seed, train
        self.waiting: deque[BatchBlock] = deque()
        self.here: list[BatchBlock] = []
        self.lost: Counter[BatchBlock] = Counter()
        self.sizes = BlockSizes(0.0, 1)
        self.lock = threading.Lock()

    def run(self, backend: Backend | None) -> Generator[tuple[dict[str, Outputs], TestRows]]:
        """Fit a resample here, which tells whether the others are worth sending, and give block after block."""
        packed: dict[str, bytes] = {}
        for group in fitted_together(self.batched):
            names, spans = tuple(group), [(0, self.test.count)]
            if self.kept is not None:
                known, spans = self.kept.recalled({name: self.batched[name] for name in names})
                if known:
                    yield known, self.test
            if spans:
                yield self._begin(names, spans, packed)
        if self.waiting and backend is not None:
            yield from self._send(backend, packed)
        for block in self.here:
            yield self._predict(block)

    def _begin(
        self, names: tuple[str, ...], spans: list[tuple[int, int]], packed: dict[str, bytes]
    ) -> tuple[dict[str, Outputs], TestRows]:
        """Fit the first resample that is missing, and put the others where they are to be fitted."""
        start, (first, last) = perf_counter(), spans[0]
        found = self._predict(BatchBlock(names, first, first + 1))
        rest = [BatchBlock(names, low, high) for low, high in [(first + 1, last), *spans[1:]] if low < high]
        seconds = (perf_counter() - start) * thread_count(float("inf"))
        far = self._packed(names) if seconds * sum(one.last - one.first for one in rest) > WORTH_SENDING else None
        packed.update(far or {})
        (self.here if far is None else self.waiting).extend(rest)
        return found

    def _send(self, backend: Backend, packed: dict[str, bytes]) -> Generator[tuple[dict[str, Outputs], TestRows]]:
        backend.open()
        self.sizes = BlockSizes(backend.block_seconds, backend.slots)
        job = job_of(self.resamples, packed={}, batched=packed, seed=self.seed, train=self.train)
        clock = CLOCK.get()
        while self.waiting:
            with closing(backend.stream(self.dataset, job, self.take)) as replies:
                for block, reply in replies:
                    if not isinstance(block, BatchBlock):  # pragma: no cover - none other is sent
                        continue
                    if isinstance(reply, LostBlock):
                        self._give_again(block)
                        continue
                    refuse_unlike(reply)
                    count = block.last - block.first
                    self.sizes.learn(block.names[0], count, reply.seconds)
                    if clock is not None:
                        clock.add_together(block.names, count, reply.seconds)
                    self._keep(reply.outputs)
                    yield dict(reply.outputs), self.test.block(block.first, block.last)

    def take(self) -> BatchBlock | None:
        """The next resamples of the models that come first."""
        with self.lock:
            if not self.waiting:
                return None
            rest = self.waiting.popleft()
            left = rest.last - rest.first + sum(one.last - one.first for one in self.waiting)
            stop = min(rest.last, rest.first + self.sizes.most(rest.names[0], left))
            if stop < rest.last:
                self.waiting.appendleft(BatchBlock(rest.names, stop, rest.last))
            return BatchBlock(rest.names, rest.first, stop)

    def _give_again(self, block: BatchBlock) -> None:
        """Once more to another worker, and in the end here."""
        with self.lock:
            self.lost[block] += 1
            (self.here if self.lost[block] >= MOST_WORKER_DEATHS else self.waiting).append(block)

    def _predict(self, block: BatchBlock) -> tuple[dict[str, Outputs], TestRows]:
        models = {name: self.batched[name] for name in block.names}
        test = self.test.block(block.first, block.last)
        found = predict_all(models, self.dataset, self.resamples, test, seed=self.seed)
        self._keep(found)
        return found, test

    def _keep(self, found: Mapping[str, Outputs]) -> None:
        if self.kept is not None:
            self.kept.keep({name: [piece] for name, piece in found.items()})

    def _packed(self, names: tuple[str, ...]) -> dict[str, bytes] | None:
        """Models as bytes, each with the name of its family; None where one of them cannot be."""
        from joblib.externals.loky.cloudpickle_wrapper import dumps

        models = {name: (self.batched[name][0], self.batched[name][1].name) for name in names}
        found, error = outcome(lambda: {name: dumps(model) for name, model in models.items()})
        return None if error is not None else found
