"""Sums over the training rows around each row, for all resamples from one matrix of weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine.linalg.sums import class_indicators
from foldwise.engine.neighbourhoods.voting import training_of
from foldwise.engine.threads import blocks, in_threads

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Codes, Floats
    from foldwise.data import Dataset
    from foldwise.engine.rows import TestRows
    from foldwise.engine.storage import TrainingSets

__all__ = ["Locality", "local_targets", "sum_locally"]

WEIGHTS_HELD = 500_000
"""Weights held at once by one thread."""
PICKING_COST = 60
"""How many multiplications a product of matrices does in the time of picking out the training rows of one test row."""


@final
@dataclass(frozen=True, eq=False)
class Locality:
    """What is summed around each row.

    `weights` gives those of all rows around some rows (b, n); with `real`, weights of the rows in a resample are no
    counts.
    """

    weights: Callable[[Codes], Floats]
    targets: Floats
    real: bool = False


def sum_locally(locality: Locality, training: TrainingSets, test: TestRows) -> Floats:
    """Sums over the training rows around the row of each test row (N, m)."""
    n, m = locality.targets.shape
    sums = np.empty((test.size, m))
    order = np.argsort(test.row, kind="stable")
    edges = np.searchsorted(test.row[order], np.arange(n + 1))
    # Either one product for all rows and resamples, or the test rows alone, one by one.
    all_pairs = training.count * m * n < PICKING_COST * test.size or locality.real
    add_up = _by_product if all_pairs else _by_row

    def block(start: int, stop: int) -> None:
        chosen = np.sort(order[edges[start] : edges[stop]])
        if chosen.size:
            weights = locality.weights(np.arange(start, stop))
            add_up(RowWeights(locality.targets, weights, start, training, test), chosen, sums)

    in_threads(block, blocks(n, max(1, WEIGHTS_HELD // n)))
    return sums


@final
@dataclass(frozen=True, eq=False)
class RowWeights:
    """Weights around rows start, start + 1, … (b, n), and what is summed with them."""

    targets: Floats
    weights: Floats
    start: int
    training: TrainingSets
    test: TestRows


def _by_product(around: RowWeights, places: Codes, sums: Floats) -> None:
    """Multiply the weights with what every resample sums, a block of resamples at a time."""
    n, m = around.targets.shape
    resample = around.test.resample[places]
    for first, last in blocks(around.training.count, max(1, WEIGHTS_HELD // (n * m))):
        a, b = np.searchsorted(resample, [first, last])
        if a < b:
            counts = around.training.counts(first, last)
            summed = (counts.T[:, :, None] * around.targets[:, None, :]).reshape(n, -1)
            found = (around.weights @ summed).reshape(len(around.weights), last - first, m)
            some = places[a:b]
            sums[some] = found[around.test.row[some] - around.start, resample[a:b] - first]


def _by_row(around: RowWeights, places: Codes, sums: Floats) -> None:
    """Pick out the training rows of each test row."""
    n = around.targets.shape[0]
    every = np.arange(n)
    for a, b in blocks(places.size, max(1, WEIGHTS_HELD // n)):
        some = places[a:b]
        resample = around.test.resample[some]
        low, high = int(resample[0]), int(resample[-1]) + 1
        parts = around.training.parts is not None
        for first, last in blocks(high - low, high - low if parts else max(1, WEIGHTS_HELD // n)):
            c, d = np.searchsorted(resample, [low + first, low + last])
            if c < d:
                chosen = training_of(around.training, low + first, low + last)
                times = chosen.times(resample[c:d, None] - low - first, every[None, :])
                rows = around.test.row[some[c:d]] - around.start
                sums[some[c:d]] = (around.weights[rows] * times) @ around.targets


def local_targets(dataset: Dataset) -> Floats:
    """What is summed around a row: classes or values, and last the weight (n, m)."""
    weights = np.ones(dataset.n) if dataset.weights is None else dataset.weights
    if dataset.is_classification:
        return np.column_stack([class_indicators(dataset.codes, len(dataset.classes), dataset.weights), weights])
    return np.stack([weights * dataset.truth, weights], axis=1)
