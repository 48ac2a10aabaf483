"""Which rows each resample is asked about, laid out once for all resamples."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise import native
from foldwise.plans import Partition, RowLists
from foldwise.predictions import Part

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Mask
    from foldwise.plans import Resamples

__all__ = ["Layout", "asked", "lay_out"]

BLOCK = 20_000_000
"""Resamples times rows whose masks are looked at together."""


@final
@dataclass(frozen=True, eq=False)
class Layout:
    """Resample, row and part of every question, ordered by resample, part and row (N,); `count` is R."""

    resample: Codes
    row: Codes
    part: Array
    count: int

    @property
    def size(self) -> int:
        """Number of questions, N."""
        return int(self.row.size)

    @cached_property
    def starts(self) -> Codes:
        """Where the questions of each resample start, and the end of the last (R + 1,)."""
        return np.searchsorted(self.resample, np.arange(self.count + 1, dtype=self.resample.dtype))

    def of(self, kept: Mask) -> Layout:
        """Give the questions of the resamples that are kept (R,)."""
        if kept.all():
            return self
        chosen = kept[self.resample]
        return Layout(self.resample[chosen], self.row[chosen], self.part[chosen], self.count)


def asked(resamples: Resamples, r: int, *, train: bool) -> tuple[Codes, Array]:
    """Rows that resample r is asked about and their parts: test first, then validation, then training rows."""
    blocks = [(Part.TEST, resamples.test_rows(r))]
    if isinstance(resamples, RowLists) and resamples.validation:
        blocks.append((Part.VALIDATION, resamples.validation[r]))
    if train:
        blocks.append((Part.TRAIN, np.unique(resamples.train_rows(r))))
    parts = np.repeat(np.array([part for part, _ in blocks], dtype=np.uint8), [rows.size for _, rows in blocks])
    return np.concatenate([rows for _, rows in blocks]), parts


def lay_out(resamples: Resamples, *, train: bool = False, threads: int = 1) -> Layout:
    """Lay out the questions of all resamples, without a loop over them where they are not lists."""
    if isinstance(resamples, RowLists):
        return _from_lists(resamples, train=train)
    if isinstance(resamples, Partition) and not train:
        return _from_parts(resamples, threads)
    return _with_training(resamples) if train else _from_masks(resamples, threads)


def _number(resamples: Resamples) -> type[np.signedinteger]:
    """Four bytes for the number of a row or resample where they suffice: every result holds millions of them."""
    return np.int32 if max(resamples.n, resamples.count) < 1 << 31 else np.int64


def _tested(numbers: Codes, rows: Codes, count: int) -> Layout:
    """All questions are about test rows: one byte says so for all of them."""
    return Layout(numbers, rows, np.broadcast_to(np.array(Part.TEST, dtype=np.uint8), rows.shape), count)


def _from_parts(resamples: Partition, threads: int) -> Layout:
    """Put the rows of every part together."""
    parts, number = resamples.parts, _number(resamples)
    if not native.COMPILED:
        numbers = np.repeat(np.arange(resamples.count, dtype=number), resamples.test_sizes.astype(np.intp))
        return _tested(numbers, np.argsort(parts, axis=1, kind="stable").astype(number).ravel(), resamples.count)
    numbers, rows = np.empty((2, parts.size), dtype=number)
    starts = np.empty(resamples.count + 1, dtype=np.int64)
    used = threads if parts.size >= native.WORTH_THREADS else 1
    native._native.put_together(parts=parts, k=resamples.k, threads=used, numbers=numbers, rows=rows, starts=starts)
    layout = _tested(numbers, rows, resamples.count)
    layout.__dict__["starts"] = starts
    return layout


def _from_lists(resamples: RowLists, *, train: bool) -> Layout:
    rows, parts = zip(*(asked(resamples, r, train=train) for r in range(resamples.count)), strict=True)
    number = _number(resamples)
    numbers = np.repeat(np.arange(resamples.count, dtype=number), [part.size for part in rows])
    return Layout(numbers, np.concatenate(rows).astype(number), np.concatenate(parts), resamples.count)


def _from_masks(resamples: Resamples, threads: int) -> Layout:
    """Read the test rows off the masks of a block of resamples."""
    found, number = [], _number(resamples)
    for start, stop in _blocks(resamples, 1):
        found.append(_marked(resamples.test_mask(start, stop), start, number, threads))
    if len(found) == 1:
        numbers, rows = found[0]
    else:
        numbers, rows = (np.concatenate(pieces) for pieces in zip(*found, strict=True))
    return _tested(numbers, rows, resamples.count)


def _marked(mask: Mask, first: int, number: type[np.signedinteger], threads: int) -> tuple[Codes, Codes]:
    """Numbers and rows of what the lines of a mask mark, the first line being number `first`."""
    if not native.COMPILED:
        # Places in the flat mask are found several times quicker than pairs of numbers.
        lines = np.repeat(np.arange(len(mask)), np.count_nonzero(mask, axis=1))
        return (lines + first).astype(number), (np.flatnonzero(mask) - lines * mask.shape[1]).astype(number)
    used = threads if mask.size >= native.WORTH_THREADS else 1
    starts = np.zeros(len(mask) + 1, dtype=np.int64)
    whole = np.ascontiguousarray(mask)
    native._native.count_marked(mask=whole, threads=used, sizes=starts[1:])
    np.cumsum(starts, out=starts)
    numbers, rows = np.empty((2, starts[-1]), dtype=number)
    native._native.marked_rows(mask=whole, starts=starts, first=first, threads=used, numbers=numbers, rows=rows)
    return numbers, rows


def _with_training(resamples: Resamples) -> Layout:
    """Read the test rows, then the training rows, of each resample off the masks of a block of them."""
    found, number = [], _number(resamples)
    for start, stop in _blocks(resamples, 2):
        masks = [resamples.test_mask(start, stop), resamples.train_counts(start, stop) != 0]
        numbers, parts, rows = np.nonzero(np.stack(masks, axis=1))
        found.append(((numbers + start).astype(number), rows.astype(number), parts.astype(np.uint8)))
    numbers, rows, parts = (np.concatenate(pieces) for pieces in zip(*found, strict=True))
    # The second mask is that of the training rows.
    return Layout(numbers, rows, parts * np.uint8(Part.TRAIN), resamples.count)


def _blocks(resamples: Resamples, masks: int) -> list[tuple[int, int]]:
    step = max(1, BLOCK // (max(1, resamples.n) * masks))
    return [(start, min(start + step, resamples.count)) for start in range(0, resamples.count, step)]
