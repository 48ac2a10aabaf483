"""Which rows each resample is asked about, laid out once for all resamples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.plans import Partition, RowLists
from foldwise.predictions import Part

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes
    from foldwise.plans import Resamples

__all__ = ["Layout", "asked", "lay_out"]


@final
@dataclass(frozen=True, eq=False)
class Layout:
    """Resample, row and part of every question, ordered by resample, part and row (N,)."""

    resample: Codes
    row: Codes
    part: Array


def asked(resamples: Resamples, r: int, *, train: bool) -> tuple[Codes, Array]:
    """Rows that resample r is asked about and their parts: test first, then validation, then training rows."""
    blocks = [(Part.TEST, resamples.test_rows(r))]
    if isinstance(resamples, RowLists) and resamples.validation:
        blocks.append((Part.VALIDATION, resamples.validation[r]))
    if train:
        blocks.append((Part.TRAIN, np.unique(resamples.train_rows(r))))
    parts = np.repeat(np.array([part for part, _ in blocks], dtype=np.uint8), [rows.size for _, rows in blocks])
    return np.concatenate([rows for _, rows in blocks]), parts


def lay_out(resamples: Resamples, *, train: bool = False) -> Layout:
    """Lay out the questions of all resamples; a partition is laid out without a loop."""
    if isinstance(resamples, Partition) and not train:
        order = np.argsort(resamples.parts, axis=1, kind="stable")
        numbers = np.repeat(np.arange(resamples.count), resamples.test_sizes.astype(np.intp))
        return Layout(numbers, order.ravel(), np.full(order.size, Part.TEST, dtype=np.uint8))
    rows, parts = zip(*(asked(resamples, r, train=train) for r in range(resamples.count)), strict=True)
    numbers = np.repeat(np.arange(resamples.count), [part.size for part in rows])
    return Layout(numbers, np.concatenate(rows), np.concatenate(parts))
