"""Batched kernels block by block, each kept in the store, where the fits of a plan take long.

Most kernels fit a plan in milliseconds, less than it takes to read it from a file: nothing is kept of those. Forests on many
rows take minutes; a run of theirs that is killed has lost the block that was running, of about a second.
"""

from __future__ import annotations

import time
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise import native
from foldwise.engine.choose import fitted_together
from foldwise.engine.driver import predict_all
from foldwise.engine.execution.execute import Result
from foldwise.engine.pieces import pieces_of
from foldwise.engine.single_fits.generic import prepare_fitting
from foldwise.engine.threads import blocks_of_neighbours
from foldwise.predictions import Outputs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.data import Dataset
    from foldwise.engine.family import Family
    from foldwise.engine.rows import TestRows
    from foldwise.engine.single_fits.generic import Fitting
    from foldwise.engine.stored_fits.store import FitStore
    from foldwise.plans import Resamples

__all__ = ["KeptBlocks"]

KEPT_SECONDS = 3.0
"""Seconds of the fits of a plan from which on they are kept."""
BLOCK_SECONDS = 1.0
"""Seconds of the fits that are kept together."""
BatchedModels = dict[str, tuple[Any, "Family"]]


@final
class KeptBlocks:
    """Fits models of families that take any block of resamples, with a store for those that take long."""

    def __init__(self, dataset: Dataset, resamples: Resamples, store: FitStore, *, seed: int, train: bool) -> None:
        self.dataset, self.resamples, self.store = dataset, resamples, store
        self.seed, self.train = seed, train
        self.pace: dict[tuple[str, ...], float] = {}
        self.fittings: dict[str, Fitting] = {}
        self.known: dict[str, dict[int, Outputs]] = {}

    def predict(
        self, batched: Mapping[str, tuple[Any, Family]], test: TestRows, first: int, last: int
    ) -> dict[str, Outputs]:
        """Predictions of resamples first … last-1, of models that are fitted together or one after the other."""
        found: dict[str, Outputs] = {}
        for names in fitted_together(batched):
            found |= self._predict_together({name: batched[name] for name in names}, test, first, last)
        return found

    def recalled(self, batch: BatchedModels) -> tuple[dict[str, Outputs], list[tuple[int, int]]]:
        """What the store has for all models of a batch, and the runs of resamples that are missing."""
        self._load(batch)
        self.pace.setdefault(tuple(batch), 0.0)
        pieces: dict[str, list[Outputs]] = {name: [] for name in batch}
        missing = self._missing(batch, 0, self.resamples.count, pieces)
        return {name: Outputs.join(some) for name, some in pieces.items() if some}, missing

    def _predict_together(self, batch: BatchedModels, test: TestRows, first: int, last: int) -> dict[str, Outputs]:
        pieces: dict[str, list[Outputs]] = {name: [] for name in batch}
        begun = first
        if tuple(batch) not in self.pace:
            begun = min(last, first + native.cores())
            self._fit(batch, test, (first, begun), pieces)
        if self.pace[tuple(batch)] * self.resamples.count < KEPT_SECONDS:
            self._fit(batch, test, (begun, last), pieces)
        else:
            self._load(batch)
            self.keep(pieces)
            for start, stop in self._missing(batch, begun, last, pieces):
                done: dict[str, list[Outputs]] = {name: [] for name in batch}
                self._fit(batch, test, (start, stop), done)
                self.keep(done)
                for name, some in done.items():
                    pieces[name] += some
        return {name: _joined(some, test) for name, some in pieces.items() if some}

    def _fit(self, batch: BatchedModels, test: TestRows, span: tuple[int, int], into: dict[str, list[Outputs]]) -> None:
        """Fit a block, and measure how long a resample takes."""
        if span[0] >= span[1]:
            return
        start = time.perf_counter()
        found = predict_all(batch, self.dataset, self.resamples, test.block(*span), seed=self.seed)
        self.pace.setdefault(tuple(batch), (time.perf_counter() - start) / (span[1] - span[0]))
        for name, piece in found.items():
            into[name].append(piece)

    def _load(self, batch: BatchedModels) -> None:
        """Ask the store, once for every model."""
        for name, (model, family) in batch.items():
            if name not in self.fittings:
                fitting = prepare_fitting(name, model, self.dataset, self.resamples, seed=self.seed, train=self.train)
                kernel = f"{family.label}, {native.kernels_in_use(compiled=native.COMPILED)}"
                self.fittings[name] = replace(fitting, engine=kernel)
                found = self.store.load(self.fittings[name])
                self.known[name] = {r: one.outputs for r, one in found.items() if one.outputs is not None}

    def keep(self, pieces: Mapping[str, Sequence[Outputs]]) -> None:
        """Keep what was fitted of a batch, here or elsewhere."""
        for name, some in pieces.items():
            results = [Result(r, one) for piece in some for r, one in pieces_of(piece).items()]
            self.store.save(self.fittings[name], results)

    def _missing(
        self, batch: BatchedModels, start: int, stop: int, into: dict[str, list[Outputs]]
    ) -> list[tuple[int, int]]:
        """Take what the store has for all models of a batch; gives blocks of the others."""
        known = [r for r in range(start, stop) if all(r in self.known[name] for name in batch)]
        for name in batch:
            into[name] += [self.known[name][r] for r in known]
        size = max(1, ceil(BLOCK_SECONDS / max(self.pace[tuple(batch)], 1e-9)))
        missing = np.arange(stop) >= start
        missing[known] = False
        return blocks_of_neighbours(missing, size)


def _joined(pieces: Sequence[Outputs], test: TestRows) -> Outputs:
    """Put blocks together, in the types of an undisturbed run."""
    if len(pieces) == 1:
        return pieces[0]
    whole = Outputs.join(pieces)
    numbers, rows = whole.resample.astype(test.resample.dtype), whole.row.astype(test.row.dtype)
    return replace(whole, resample=numbers, row=rows, part=whole.part.astype(test.part.dtype))
