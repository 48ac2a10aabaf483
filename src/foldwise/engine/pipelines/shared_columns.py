"""Columns that all resamples share: every preprocessing step below is a linear function of them, refitted per resample."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine.linalg.sums import TrainingSums, column_sums, sum_training

if TYPE_CHECKING:
    from collections.abc import Hashable

    from foldwise.arrays import Array, Codes, Counts, Floats, Mask
    from foldwise.engine.linalg.sums import Summands
    from foldwise.engine.storage import TrainingSets

__all__ = ["Block", "KeptSums", "Number", "SharedColumns", "sums_of"]


@final
@dataclass(frozen=True, eq=False)
class Number:
    """A numeric column: places of its deviations and of its missing-value indicators among the shared columns (-1: none missing).

    The deviation is (x - centre) / unit where there is a value, and 0 where there is none: the two shared columns are
    never both different from 0.
    """

    values: Floats
    at: int
    missing_at: int

    @cached_property
    def order(self) -> Codes:
        """Rows with a value, from the smallest to the largest."""
        there = np.flatnonzero(~np.isnan(self.values))
        return there[np.argsort(self.values[there], kind="stable")]


@final
@dataclass(eq=False)
class SharedColumns:
    """The shared columns, collected while the steps are read and worked out when they are needed."""

    n: int
    numbers: list[Number] = field(default_factory=list)
    indicators: list[tuple[int, Mask]] = field(default_factory=list)
    width: int = 0

    def _place(self) -> int:
        self.width += 1
        return self.width - 1

    def number(self, values: Floats, *, missing: bool) -> Number:
        """Take a numeric column in, with its missing values."""
        number = Number(values, self._place(), self._place() if missing else -1)
        self.numbers.append(number)
        if missing:
            self.indicators.append((number.missing_at, np.isnan(values)))
        return number

    def indicator(self, rows: Mask) -> int:
        """Take in a column that is 1 in some rows and 0 elsewhere, and say where it is."""
        self.indicators.append((self._place(), rows))
        return self.width - 1

    @cached_property
    def centres(self) -> Floats:
        """What is subtracted from each column: the mean of a numeric one (q,)."""
        self.table  # noqa: B018 - the centres are found on the way
        return self._centres

    @cached_property
    def table(self) -> Floats:
        """All columns side by side (n, q)."""
        table = np.empty((self.n, self.width))
        for number in self.numbers:
            table[:, number.at] = number.values
        for at, rows in self.indicators:
            table[:, at] = rows
        table -= self._find_centres(table)
        for number in self.numbers:
            if number.missing_at >= 0:
                table[np.isnan(number.values), number.at] = 0.0
        table /= self._measure(table)
        return table

    def _find_centres(self, table: Floats) -> Floats:
        if len(self.numbers) == self.width:  # no missing values and no indicators: all columns at once
            self._centres = table.mean(axis=0) if self.n else np.zeros(self.width)
            return self._centres
        self._centres = np.zeros(self.width)
        for number in self.numbers:
            self._centres[number.at] = _mean(number.values, missing=number.missing_at >= 0)
        return self._centres

    @cached_property
    def units(self) -> Floats:
        """What each column is then divided by: the spread of a numeric one (q,)."""
        self.table  # noqa: B018 - the units are found on the way
        return self._units

    def _measure(self, table: Floats) -> Floats:
        self._units = np.ones(self.width)
        places = [number.at for number in self.numbers]
        filled = np.array(
            [
                self.n - int(np.isnan(number.values).sum()) if number.missing_at >= 0 else self.n
                for number in self.numbers
            ]
        )
        squares = np.einsum("nq,nq->q", table, table)[places] / np.maximum(filled, 1)
        self._units[places] = np.sqrt(np.where((squares > 0) & np.isfinite(squares), squares, 1.0))
        return self._units

    @cached_property
    def squares(self) -> Floats:
        """Mean square of each column over all rows (q,)."""
        return np.einsum("nq,nq->q", self.table, self.table) / max(1, self.n)


def _mean(values: Floats, *, missing: bool) -> float:
    some = values[~np.isnan(values)] if missing else values
    return float(some.mean()) if some.size else 0.0


@final
@dataclass(frozen=True, eq=False)
class Block:
    """Resamples start … stop-1, and what steps may ask about their training rows; weights are no concern of steps."""

    shared: SharedColumns
    training: TrainingSets
    sums: TrainingSums
    start: int
    stop: int
    kept: dict[Hashable, TrainingSums] = field(default_factory=dict)
    """Further sums, by the step that needed them first."""

    @property
    def size(self) -> int:
        """Number of resamples, B."""
        return self.stop - self.start

    @cached_property
    def counts(self) -> Counts:
        """How often each row is trained on; a row with a real weight once (B, n)."""
        return self.training.counts(self.start, self.stop, present=True)

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

    def sums_of(self, who: Hashable, summands: Summands) -> Floats:
        """Training sums of other numbers (B, m); a row with a real weight counts once."""
        if who not in self.kept:
            self.kept[who] = sum_training(self.training, summands, present=True)
        return self.kept[who](self.start, self.stop)

    def train(self, at: int) -> Array:
        """Training rows of the at-th resample of the block, repeats repeated."""
        return self.training.rows(self.start + at)


@final
@dataclass(frozen=True, eq=False)
class KeptSums(TrainingSums):
    """Sums of all resamples (R, m), which were added up before."""

    sums: Floats
    scale: float = 0.0

    def __call__(self, start: int, stop: int) -> Floats:
        """Take those of some resamples."""
        return self.sums[start:stop]


def sums_of(shared: SharedColumns, training: TrainingSets) -> TrainingSums:
    """Training sums of the shared columns, of their squares and of ones, of any block of resamples."""
    kept = column_sums(shared.table, training)
    if kept is not None:
        return KeptSums(kept)

    def summands(chosen: Codes | slice) -> Floats:
        rows = shared.table[chosen]
        return np.concatenate([rows, rows * rows, np.ones((len(rows), 1))], axis=1)

    return sum_training(training, summands, present=True)
