"""How many rows of each class every training set has."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from foldwise import native
from foldwise.engine.linalg.sums import class_indicators, training_sums
from foldwise.engine.threads import blocks, thread_count

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows

__all__ = ["count_classes"]

COUNTS = 20_000_000
"""Counts of rows held at once."""


def count_classes(data: Resampled, *, present: bool = False) -> Floats:
    """Count the rows of each class that each resample trains on, a row drawn twice twice (R, C).

    Where resamples weigh their rows, these weights are summed, or with `present` the rows that have any.
    """
    dataset, training = data.dataset, data.training
    codes, classes = dataset.codes, len(dataset.labels)
    if training.complementary:
        return (dataset.class_counts - _tested(codes, classes, data.test)).astype(np.float64)
    if native._native is None or not training.counted_in_bytes:
        return training_sums(training, class_indicators(codes, classes, None), present=present)
    sums = np.empty((training.count, classes))
    threads = thread_count(inf) if training.count * training.n >= native.WORTH_THREADS else 1
    for start, stop in blocks(training.count, max(1, COUNTS // max(1, training.n))):
        counts = np.ascontiguousarray(training.counts(start, stop))
        native._native.draws_of_classes(counts, codes, threads, sums[start:stop])
    return sums


def _tested(codes: Codes, classes: int, test: TestRows) -> Codes:
    """How many rows of each class each resample tests (R, C)."""
    count = test.edges.size - 1
    if native._native is not None:
        counts = np.empty((count, classes), dtype=np.int64)
        native._native.tested_classes(test.tested, test.edges, codes.astype(np.int32), counts)
        return counts
    keys = np.repeat(np.arange(count), np.diff(test.edges)) * classes + codes[test.tested]
    return np.bincount(keys, minlength=count * classes).reshape(-1, classes)
