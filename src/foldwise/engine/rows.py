"""The rows at which the fit of every resample is evaluated, laid out once for all resamples."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise import native
from foldwise.cached import cached_property, filled_at_once
from foldwise.engine.storage import TrainingSets, is_listed, validation_rows
from foldwise.engine.threads import blocks, thread_count
from foldwise.predictions import Part

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Mask
    from foldwise.engine.storage import Parts
    from foldwise.plans import Resamples

__all__ = ["TestRows", "rows_of"]

MASKS_HELD = 20_000_000
"""Resamples times rows whose masks are looked at together."""


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class TestRows:
    """Test rows of all resamples, or of a block of them; validation and training rows too, where those are predicted.

    Parameters
    ----------
    resample, row, part
        Resample, numbered from 0, row and part of the resample, ordered by resample, part and row (N,).
    count
        Number of resamples.
    first
        Number of the first resample, where this is a block of several.
    """

    __test__: ClassVar[bool] = False
    """It is no test of pytest's."""

    resample: Codes
    row: Codes
    part: Array
    count: int
    first: int = 0

    @classmethod
    def of(cls, resamples: Resamples, *, train: bool = False) -> TestRows:
        """Lay out the rows of all resamples, without a loop over them where they are not lists."""
        parts = TrainingSets(resamples).single_parts
        if parts is not None and not train:
            return _from_parts(parts, _index_type(resamples))
        if is_listed(resamples):
            return _one_by_one(resamples, train=train)
        return _with_training(resamples) if train else _from_masks(resamples)

    @property
    def size(self) -> int:
        """Number of rows, N: a row that two resamples test counts twice."""
        return int(self.row.size)

    @property
    def last(self) -> int:
        """One more than the number of the last resample."""
        return self.first + self.count

    @cached_property
    def starts(self) -> Codes:
        """Where the rows of each resample start, and the end of the last (R + 1,)."""
        return np.searchsorted(self.resample, np.arange(self.count + 1, dtype=self.resample.dtype))

    @cached_property
    def sizes(self) -> Codes:
        """Number of rows of each resample (R,)."""
        return self.starts[1:] - self.starts[:-1]

    def keep(self, trusted: Mask) -> TestRows:
        """Give the rows of the resamples that are kept (R,)."""
        if trusted.all():
            return self
        selected = trusted[self.resample]
        return TestRows(self.resample[selected], self.row[selected], self.part[selected], self.count, self.first)

    def block(self, start: int, stop: int) -> TestRows:
        """Give the rows of resamples start … stop-1, counted from the first of these."""
        if start == 0 and stop == self.count:
            return self
        predictions = slice(self.starts[start], self.starts[stop])
        block = TestRows(
            self.resample[predictions] - start,
            self.row[predictions],
            self.part[predictions],
            stop - start,
            self.first + start,
        )
        block.__dict__["starts"] = self.starts[start : stop + 1] - self.starts[start]
        return block

    @cached_property
    def _test(self) -> tuple[Codes, Codes]:
        one_byte = self.part.strides == (0,) and self.part.size  # which stands for all parts
        if int(self.part[0]) == Part.TEST if one_byte else not np.count_nonzero(self.part != Part.TEST.value):
            return self.row, self.starts
        test = self.part == Part.TEST.value
        return self.row[test], np.searchsorted(self.resample[test], np.arange(self.count + 1))

    @property
    def tested(self) -> Codes:
        """Test rows alone, without validation and training rows (T,)."""
        return self._test[0]

    @property
    def edges(self) -> Codes:
        """Where the test rows alone of each resample start (R + 1,)."""
        return self._test[1]

    @property
    def only_tested(self) -> bool:
        """Whether there are no validation and training rows."""
        return self.tested.size == self.size

    @cached_property
    def most(self) -> int:
        """Rows of the largest test set."""
        return int(np.diff(self.edges).max(initial=0))

    def stack(self, start: int, stop: int, none: int) -> Codes:
        """Test rows of resamples start … stop-1 as a rectangle (b, m), filled up with the row number `none`."""
        edges = self.edges[start : stop + 1]
        sizes = np.diff(edges)
        most = int(sizes.max(initial=0))
        rows = self.tested[edges[0] : edges[-1]]
        if rows.size == most * sizes.size:
            return rows.reshape(sizes.size, most)
        table = np.full((sizes.size, most), none)
        table[np.arange(most) < sizes[:, None]] = rows
        return table


def rows_of(resamples: Resamples, r: int, *, train: bool) -> tuple[Codes, Array]:
    """Rows at which resample r is evaluated, and their parts: test first, then validation, then training rows."""
    pieces = [(Part.TEST, resamples.test_rows(r)), (Part.VALIDATION, validation_rows(resamples, r))]
    if train:
        pieces.append((Part.TRAIN, np.unique(resamples.train_rows(r))))
    parts = np.repeat(np.array([part for part, _ in pieces], dtype=np.uint8), [rows.size for _, rows in pieces])
    return np.concatenate([rows for _, rows in pieces]), parts


def _index_type(resamples: Resamples) -> type[np.signedinteger]:
    """Four bytes for the number of a row or resample where they suffice: every result holds millions of them."""
    return np.int32 if max(resamples.n, resamples.count) < 1 << 31 else np.int64


def _all_tested(numbers: Codes, rows: Codes, count: int) -> TestRows:
    """All rows are test rows: one byte says so for all of them."""
    return TestRows(numbers, rows, np.ndarray(rows.shape, np.uint8, bytes((Part.TEST,)), strides=(0,)), count)


def _from_parts(parts: Parts, number: type[np.signedinteger]) -> TestRows:
    """Put the rows of every part together."""
    if not native.COMPILED:
        keys = parts.numbers + np.arange(0, parts.count, parts.k)[:, None]
        sizes = np.bincount(keys.ravel(), minlength=parts.count)
        rows = np.argsort(parts.numbers, axis=1, kind="stable").astype(number).ravel()
        return _all_tested(np.repeat(np.arange(parts.count, dtype=number), sizes), rows, parts.count)
    numbers, rows = np.empty((2, parts.numbers.size), dtype=number)
    starts = np.empty(parts.count + 1, dtype=np.int64)
    threads = thread_count(inf) if parts.numbers.size >= native.WORTH_THREADS else 1
    native._native.rows_by_part(
        parts=parts.numbers, k=parts.k, threads=threads, numbers=numbers, rows=rows, starts=starts
    )
    test_rows = _all_tested(numbers, rows, parts.count)
    test_rows.__dict__["starts"] = starts
    return test_rows


def _one_by_one(resamples: Resamples, *, train: bool) -> TestRows:
    number, each = _index_type(resamples), range(resamples.count)
    if not train and not resamples.keeps_validation:
        tests = [resamples.test_rows(r) for r in each]
        numbers = np.repeat(np.arange(resamples.count, dtype=number), [rows.size for rows in tests])
        return _all_tested(numbers, np.concatenate(tests).astype(number), resamples.count)
    rows, parts = zip(*(rows_of(resamples, r, train=train) for r in each), strict=True)
    numbers = np.repeat(np.arange(resamples.count, dtype=number), [part.size for part in rows])
    return TestRows(numbers, np.concatenate(rows).astype(number), np.concatenate(parts), resamples.count)


def _from_masks(resamples: Resamples) -> TestRows:
    """Read the test rows off the masks of a block of resamples."""
    rows_by_block, number = [], _index_type(resamples)
    step = max(1, MASKS_HELD // max(1, resamples.n))
    for start, stop in blocks(resamples.count, step):
        rows_by_block.append(_marked(resamples.test_mask(start, stop), start, number))
    if len(rows_by_block) == 1:
        numbers, rows = rows_by_block[0]
    else:
        numbers, rows = (np.concatenate(pieces) for pieces in zip(*rows_by_block, strict=True))
    return _all_tested(numbers, rows, resamples.count)


def _marked(mask: Mask, first: int, number: type[np.signedinteger]) -> tuple[Codes, Codes]:
    """Numbers and rows of what the lines of a mask mark, the first line being number `first`."""
    if not native.COMPILED:
        # Places in the flat mask are found several times quicker than pairs of numbers.
        lines = np.repeat(np.arange(len(mask)), np.count_nonzero(mask, axis=1))
        return (lines + first).astype(number), (np.flatnonzero(mask) - lines * mask.shape[1]).astype(number)
    threads = thread_count(inf) if mask.size >= native.WORTH_THREADS else 1
    starts = np.zeros(len(mask) + 1, dtype=np.int64)
    whole = np.ascontiguousarray(mask)
    native._native.count_marked(mask=whole, threads=threads, sizes=starts[1:])
    np.cumsum(starts, out=starts)
    numbers, rows = np.empty((2, starts[-1]), dtype=number)
    native._native.marked_rows(mask=whole, starts=starts, first=first, threads=threads, numbers=numbers, rows=rows)
    return numbers, rows


def _with_training(resamples: Resamples) -> TestRows:
    """Read the test rows, then the training rows, of each resample off the masks of a block of them."""
    rows_by_resample, number = [], _index_type(resamples)
    for start, stop in blocks(resamples.count, max(1, MASKS_HELD // max(1, 2 * resamples.n))):
        masks = [resamples.test_mask(start, stop), resamples.train_counts(start, stop) != 0]
        numbers, parts, rows = np.nonzero(np.stack(masks, axis=1))
        rows_by_resample.append(((numbers + start).astype(number), rows.astype(number), parts.astype(np.uint8)))
    numbers, rows, parts = (np.concatenate(pieces) for pieces in zip(*rows_by_resample, strict=True))
    # The second mask is that of the training rows.
    return TestRows(numbers, rows, parts * np.uint8(Part.TRAIN), resamples.count)
