"""Columns that all resamples share: every preprocessing step below is a linear function of them, refitted per resample."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine.kernels.sums import sum_training

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Counts, Floats
    from foldwise.engine.kernels.sums import TrainingSums
    from foldwise.plans import Resamples

__all__ = ["Block", "Levels", "Number", "Shared"]


@final
@dataclass(frozen=True, eq=False)
class Number:
    """A numeric column: places of its deviations and of its gap marks among the shared columns (-1: no gaps).

    The deviation is (x - centre) / unit where there is a value, and 0 where there is none: the two shared columns are
    never both different from 0.
    """

    values: Floats
    centre: float
    unit: float
    at: int
    gap: int

    @cached_property
    def order(self) -> Codes:
        """Rows with a value, from the smallest to the largest."""
        there = np.flatnonzero(~np.isnan(self.values))
        return there[np.argsort(self.values[there], kind="stable")]


@final
@dataclass(frozen=True, eq=False)
class Levels:
    """A column of categories: places of the mark of each level among the shared columns, in scikit-learn's order (L,)."""

    at: Codes


@final
@dataclass(eq=False)
class Shared:
    """The shared columns, collected while the steps are read."""

    n: int
    pieces: list[Floats] = field(default_factory=list)

    @property
    def width(self) -> int:
        """Number of columns, q."""
        return len(self.pieces)

    def add(self, column: Floats) -> int:
        """Take a column in and say where it is."""
        self.pieces.append(column)
        return self.width - 1

    def number(self, values: Floats) -> Number:
        """Take a numeric column in, with its gaps."""
        gaps = np.isnan(values)
        some = values if not gaps.any() else values[~gaps]
        centre = float(some.mean()) if some.size else 0.0
        away = some - centre
        spread = float(np.sqrt(np.mean(away * away))) if some.size else 0.0
        unit = spread if np.isfinite(spread) and spread > 0 else 1.0
        deviations = np.zeros(self.n)
        deviations[~gaps] = away / unit
        at = self.add(deviations)
        return Number(values, centre, unit, at, self.add(gaps.astype(np.float64)) if gaps.any() else -1)

    def levels(self, codes: Codes, count: int) -> Levels:
        """Take a column of categories in."""
        return Levels(
            np.array([self.add((codes == level).astype(np.float64)) for level in range(count)], dtype=np.intp)
        )

    @cached_property
    def table(self) -> Floats:
        """All columns side by side (n, q)."""
        return np.ascontiguousarray(np.stack(self.pieces, axis=1)) if self.pieces else np.zeros((self.n, 0))

    @cached_property
    def squares(self) -> Floats:
        """Mean square of each column over all rows (q,)."""
        return np.einsum("nq,nq->q", self.table, self.table) / max(1, self.n)


@final
@dataclass(frozen=True, eq=False)
class Block:
    """Resamples start … stop-1, and what steps may ask about their training rows; weights are no concern of steps."""

    shared: Shared
    resamples: Resamples
    sums: TrainingSums
    start: int
    stop: int

    @property
    def size(self) -> int:
        """Number of resamples, B."""
        return self.stop - self.start

    @cached_property
    def counts(self) -> Counts:
        """How often each row is trained on; a row with a real weight once (B, n)."""
        counts = self.resamples.train_counts(self.start, self.stop)
        return (counts != 0).astype(np.uint8) if counts.dtype.kind == "f" else counts

    @cached_property
    def _sums(self) -> Floats:
        return self.sums(self.start, self.stop)

    @property
    def rows(self) -> Floats:
        """Number of training rows (B,)."""
        return self._sums[:, -1]

    @property
    def means(self) -> Floats:
        """Training means of the shared columns (B, q)."""
        return self._sums[:, : self.shared.width] / np.maximum(self.rows, 1.0)[:, None]

    @property
    def squares(self) -> Floats:
        """Training means of their squares (B, q)."""
        return self._sums[:, self.shared.width : -1] / np.maximum(self.rows, 1.0)[:, None]

    def train(self, at: int) -> Array:
        """Training rows of the at-th resample of the block, repeats repeated."""
        return self.resamples.train_rows(self.start + at)


def sums_of(shared: Shared, resamples: Resamples) -> TrainingSums:
    """Training sums of the shared columns, of their squares and of ones, of any block of resamples."""

    def summands(chosen: Codes | slice) -> Floats:
        rows = shared.table[chosen]
        return np.concatenate([rows, rows * rows, np.ones((len(rows), 1))], axis=1)

    return sum_training(resamples, summands, present=True)
