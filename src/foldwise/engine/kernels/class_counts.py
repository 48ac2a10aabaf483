"""How many rows of each class every training set has."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from foldwise import native
from foldwise.engine.kernels.sums import class_sums, training_sums
from foldwise.engine.kernels.threads import blocks, thread_count
from foldwise.plans import HeldOut, PairsOut, Partition

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.data import Dataset
    from foldwise.engine.kernels.problem import Asked
    from foldwise.plans import Resamples

__all__ = ["count_classes"]

COUNTS = 20_000_000
"""Counts of rows held at once."""


def count_classes(dataset: Dataset, resamples: Resamples, asked: Asked, *, present: bool = False) -> Floats:
    """Count the rows of each class that each resample trains on, a row drawn twice twice (R, C).

    Where resamples weigh their rows, these weights are summed, or with `present` the rows that have any.
    """
    codes, classes = dataset.codes, len(dataset.labels)
    if isinstance(resamples, Partition | HeldOut | PairsOut):
        return (dataset.class_counts - _tested(codes, classes, asked)).astype(np.float64)
    if not native.COMPILED or resamples.count == 0 or resamples.train_counts(0, 1).dtype != np.uint8:
        return training_sums(resamples, class_sums(codes, classes, None), present=present)
    sums = np.empty((resamples.count, classes))
    threads = thread_count(inf) if resamples.count * resamples.n >= native.WORTH_THREADS else 1
    for start, stop in blocks(resamples.count, max(1, COUNTS // max(1, resamples.n))):
        counts = np.ascontiguousarray(resamples.train_counts(start, stop))
        native._native.draws_of_classes(counts=counts, codes=codes, threads=threads, sums=sums[start:stop])
    return sums


def _tested(codes: Codes, classes: int, asked: Asked) -> Codes:
    """How many rows of each class each resample tests (R, C)."""
    count = asked.edges.size - 1
    if native.COMPILED:
        counts = np.empty((count, classes), dtype=np.int64)
        short = codes.astype(np.int32)
        native._native.tested_classes(tested=asked.tested, edges=asked.edges, codes=short, counts=counts)
        return counts
    keys = np.repeat(np.arange(count), np.diff(asked.edges)) * classes + codes[asked.tested]
    return np.bincount(keys, minlength=count * classes).reshape(-1, classes)
