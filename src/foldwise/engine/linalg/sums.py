"""Training sums for all resamples: what is linear in the training counts is one product, or one subtraction."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise import native
from foldwise.cached import cached_property
from foldwise.engine.threads import blocks, in_threads, thread_count
from foldwise.native import group_sums

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows
    from foldwise.engine.storage import Parts, TrainingSets

    Summands = Callable[[Codes | slice], Floats]
    """Gives the numbers to be summed for some of the rows, (b, m): they need not all be in memory at once."""

__all__ = [
    "AUDIT_TOLERANCE",
    "TrainingSums",
    "audited",
    "class_indicators",
    "column_sums",
    "count_classes",
    "keep_few",
    "sum_training",
    "training_sums",
]

COUNTS_HELD = 20_000_000
"""Counts of rows held at once."""
HELD_AT_ONCE = 4_000_000
"""Numbers held at once by one thread."""
ROWS_SUMMED = 500_000
"""Numbers of the rows that are summed by part at a time."""
FEW_PARTS = 100
"""Parts up to which the sums of all of them are kept."""
RESAMPLES_PER_AUDIT, MOST_AUDITED, AUDIT_TOLERANCE = 100, 4, 1e-8
"""One resample in a hundred, four at most, is summed directly to check the subtraction, to this relative error."""


class TrainingSums(ABC):
    """Sums over the training rows of any block of resamples; `scale` is the sum over all rows where it was needed (m,)."""

    scale: Floats | float

    @abstractmethod
    def __call__(self, start: int, stop: int) -> Floats:
        """Sums of resamples start … stop-1, (stop - start, m)."""


def sum_training(
    training: TrainingSets,
    summands: Summands,
    *,
    rows: Codes | None = None,
    present: bool = False,
    subtract: bool = True,
) -> TrainingSums:
    """Prepare the sums of `summands` over the training rows of every resample.

    With `rows` the sums are over these alone, ascending, and `summands` numbers them from 0; with `present` a row that
    has a real weight counts once. Without `subtract` what is held out is never taken from the whole, though that were
    less work.
    """
    size = training.n if rows is None else rows.size
    kept = keep_few(summands, size)
    direct = Direct(training, kept, rows, present)
    held_out = _held_out(training, kept, rows) if subtract else None
    if held_out is None:
        return direct
    subtracted = Subtracted(held_out, _total(kept, size, held_out))
    return subtracted if _agree(subtracted, direct, training.count) else direct


def keep_few(summands: Summands, size: int) -> Summands:
    """Keep the numbers of all rows where they are few."""
    if size * summands(slice(0, 1)).shape[1] > HELD_AT_ONCE:
        return summands
    table = summands(slice(0, size))
    return lambda chosen: table[chosen]


def training_sums(training: TrainingSets, phi: Floats, *, present: bool = False) -> Floats:
    """Sums of the columns of `phi` (n, m) over each training set, all at once (R, m)."""
    sums = sum_training(training, lambda chosen: phi[chosen], present=present)
    step = max(1, HELD_AT_ONCE // max(1, training.n + phi.shape[1]))
    return np.concatenate(in_threads(sums, blocks(training.count, step)))


def class_indicators(codes: Codes, classes: int, weights: Array | None) -> Floats:
    """One-hot table of the classes, weighted (n, C)."""
    table = np.zeros((codes.size, classes))
    table[np.arange(codes.size), codes] = 1.0 if weights is None else weights
    return table


@final
@dataclass(frozen=True, eq=False)
class Direct(TrainingSums):
    """A product of training counts and rows."""

    training: TrainingSets
    summands: Summands
    rows: Codes | None
    present: bool
    scale: float = 0.0

    def __call__(self, start: int, stop: int) -> Floats:
        """Multiply, a block of rows at a time."""
        counts = self.training.counts(start, stop, present=self.present)
        chosen = counts if self.rows is None else counts[:, self.rows]
        step = max(1, HELD_AT_ONCE // max(1, stop - start))
        pieces = [
            chosen[:, a:b].astype(np.float64) @ self.summands(slice(a, b)) for a, b in blocks(chosen.shape[1], step)
        ]
        return _add_up(pieces)


@final
@dataclass(frozen=True, eq=False)
class Subtracted(TrainingSums):
    """The whole minus what is held out."""

    held_out: Callable[[int, int], Floats]
    scale: Floats

    def __call__(self, start: int, stop: int) -> Floats:
        """Subtract."""
        return self.scale - self.held_out(start, stop)


def _agree(subtracted: TrainingSums, direct: TrainingSums, count: int) -> bool:
    """Audit some of the subtractions: every hundredth, spread over all."""
    for r in audited(count):
        fast, slow = subtracted(r, r + 1), direct(r, r + 1)
        # Sums of centred numbers may vanish: the scale is that of the largest of them.
        if not np.abs(fast - slow).max(initial=0) <= AUDIT_TOLERANCE * np.abs(slow).max(initial=0):
            return False
    return True


@lru_cache(maxsize=64)
def audited(count: int) -> tuple[int, ...]:
    """Which of so many resamples are summed directly, too."""
    checks = min(-(-count // RESAMPLES_PER_AUDIT), MOST_AUDITED)
    return tuple(sorted({at * (count - 1) // max(1, checks - 1) for at in range(checks)}))


def _total(summands: Summands, size: int, held_out: Callable[[int, int], Floats]) -> Floats:
    """Sum over all rows: that of all parts of a partition, where these are there already."""
    if isinstance(held_out, FewParts):
        return held_out(0, held_out.k).sum(axis=0)
    width = summands(slice(0, 1)).shape[1]
    spans = blocks(size, max(1, HELD_AT_ONCE // max(1, width)))
    return _add_up(in_threads(lambda a, b: summands(slice(a, b)).sum(axis=0), spans))


def _add_up(pieces: list[Floats]) -> Floats:
    total = pieces[0]
    for piece in pieces[1:]:
        total = total + piece
    return total


def _held_out(training: TrainingSets, summands: Summands, rows: Codes | None) -> Callable[[int, int], Floats] | None:
    """How to sum what a resample leaves out, where that is less work than summing what it keeps."""
    parts = training.parts
    if parts is not None:
        numbers = parts.numbers if rows is None else parts.numbers[:, rows]
        sums = (FewParts if parts.k <= FEW_PARTS else ManyParts)(numbers, parts.k, summands)
        return sums if parts.pairs is None else PairSums(sums, parts)
    test = training.held_out if rows is None else None
    return None if test is None else lambda start, stop: _few_rows(summands, test[start:stop])


def _few_rows(summands: Summands, test: Array) -> Floats:
    chosen = summands(test.ravel().astype(np.intp))
    return chosen.reshape(*test.shape, -1).sum(axis=1)


@final
@dataclass(frozen=True, eq=False)
class FewParts:
    """Sums of each part of each repeat, all of them kept."""

    parts: Array
    k: int
    summands: Summands

    def __call__(self, start: int, stop: int) -> Floats:
        """Take the sums of some parts."""
        return self.all[start:stop]

    @cached_property
    def all(self) -> Floats:
        """Sums of all parts (repeats · k, m)."""
        width = self.summands(slice(0, 1)).shape[1]
        spans = blocks(self.parts.shape[1], max(1, ROWS_SUMMED // width))
        count = thread_count(self.parts.size * width)
        return _add_up(
            [group_sums(self.summands(slice(a, b)), self.parts[:, a:b], self.k, threads=count) for a, b in spans]
        )


@final
@dataclass(frozen=True, eq=False)
class ManyParts:
    """Sums of parts of few rows: the rows of some parts are brought together and added up part by part."""

    parts: Array
    k: int
    summands: Summands

    @cached_property
    def ordered(self) -> list[tuple[Codes, Codes]]:
        """Rows of each repeat ordered by part, and where each part starts: (n,), (k + 1,)."""
        found = []
        for row in self.parts:
            order = np.argsort(row, kind="stable")
            starts = np.zeros(self.k + 1, dtype=np.intp)
            np.cumsum(np.bincount(row, minlength=self.k), out=starts[1:])
            found.append((order, starts))
        return found

    def __call__(self, start: int, stop: int) -> Floats:
        """Add up the rows of some parts, one repeat after the other."""
        pieces, at = [], start
        while at < stop:
            repeat, part = divmod(at, self.k)
            end = min(self.k, part + stop - at)
            pieces.append(self._of_repeat(*self.ordered[repeat], part, end))
            at += end - part
        return np.concatenate(pieces)

    def _of_repeat(self, order: Codes, starts: Codes, part: int, end: int) -> Floats:
        chosen = self.summands(order[starts[part] : starts[end]])
        edges = starts[part : end + 1] - starts[part]
        sums = np.zeros((end - part, chosen.shape[1]))
        filled = edges[1:] > edges[:-1]
        if edges[-1] == np.count_nonzero(filled):  # one row each, as in leave-one-out
            sums[filled] = chosen
        elif filled.any():
            sums[filled] = np.add.reduceat(chosen, edges[:-1][filled], axis=0)
        return sums


@final
@dataclass(frozen=True, eq=False)
class PairSums:
    """Sums of single parts and of pairs of parts."""

    sums: Callable[[int, int], Floats]
    parts: Parts

    def __call__(self, start: int, stop: int) -> Floats:
        """Add the sums of two parts; a single part stands there twice."""
        repeat, first, second = self.parts.left_out(start, stop)
        k = self.parts.k
        base = int(repeat[0]) * k
        sums = self.sums(base, (int(repeat[-1]) + 1) * k)
        at = repeat * k - base
        return sums[at + first] + np.where((first == second)[:, None], 0.0, sums[at + second])


def column_sums(table: Floats, training: TrainingSets) -> Floats | None:
    """Training sums of columns, of their squares and of ones (R, 2q + 1); None where they are not for compiled kernels.

    They are added up, not subtracted, so that no digits are lost.
    """
    parts = training.single_parts
    if not native.COMPILED or parts is None or parts.k > FEW_PARTS:
        return None
    sums = np.empty((parts.count, 2 * table.shape[1] + 1))
    keys, threads = np.ascontiguousarray(parts.numbers), thread_count(parts.numbers.size * table.shape[1])
    native._native.other_parts(table=table, keys=keys, groups=parts.k, threads=threads, sums=sums)
    return sums


def count_classes(data: Resampled, *, present: bool = False) -> Floats:
    """Count the rows of each class that each resample trains on, a row drawn twice twice (R, C).

    Where resamples weigh their rows, these weights are summed, or with `present` the rows that have any.
    """
    dataset, training = data.dataset, data.training
    codes, classes = dataset.codes, len(dataset.labels)
    if training.complementary:
        return (dataset.class_counts - _tested_class_counts(codes, classes, data.test)).astype(np.float64)
    if not native.COMPILED or not training.counted_in_bytes:
        return training_sums(training, class_indicators(codes, classes, None), present=present)
    sums = np.empty((training.count, classes))
    threads = thread_count(inf) if training.count * training.n >= native.WORTH_THREADS else 1
    for start, stop in blocks(training.count, max(1, COUNTS_HELD // max(1, training.n))):
        counts = np.ascontiguousarray(training.counts(start, stop))
        native._native.draws_of_classes(counts=counts, codes=codes, threads=threads, sums=sums[start:stop])
    return sums


def _tested_class_counts(codes: Codes, classes: int, test: TestRows) -> Codes:
    """How many rows of each class each resample tests (R, C)."""
    rows, edges = test.tested, test.edges
    count = edges.size - 1
    if native.COMPILED:
        counts = np.empty((count, classes), dtype=np.int64)
        short = codes.astype(np.int32)
        native._native.tested_classes(tested=rows, edges=edges, codes=short, counts=counts)
        return counts
    keys = np.repeat(np.arange(count), np.diff(edges)) * classes + codes[rows]
    return np.bincount(keys, minlength=count * classes).reshape(-1, classes)
