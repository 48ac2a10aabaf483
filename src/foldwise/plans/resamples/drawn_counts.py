"""Resamples whose training counts are drawn when they are asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Protocol, final

import numpy as np

from foldwise.arrays import freeze
from foldwise.fingerprints import digest
from foldwise.plans.resamples.count_matrix import CountMatrix, rows_of_counts, weights_of_counts
from foldwise.plans.resamples.resamples import Resamples

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Codes, Counts, Floats, Mask

__all__ = ["DrawnCounts", "Sampler"]


class Sampler(Protocol):
    """Draws one vector of training counts; the same seed gives the same counts."""

    def counts(self, seed: int) -> Counts:
        """Training counts of one resample (n,)."""

    def many(self, seeds: Array) -> Counts:
        """Training counts of several resamples, the same as one by one (B, n)."""

    def redraws(self, seed: int) -> int:
        """How many draws were thrown away before these counts came up."""


@final
@dataclass(frozen=True, eq=False, repr=False)
class DrawnCounts(Resamples):
    """Training counts drawn when asked for, from one seed per resample: R x n never exists at once.

    Parameters
    ----------
    sampler
        Draws the counts of one resample from its seed.
    seeds
        One seed per resample (R,).
    size
        Number of rows drawn from.
    plan
        Text of the plan.
    unit
        What was drawn: ``row`` or ``group``.
    test_all
        Test every row instead of those that were not drawn.
    note
        What a report should say about the draw.
    """

    KEEP: ClassVar[int] = 50_000_000
    """Resamples times rows up to which counts are cached once drawn."""
    BLOCK: ClassVar[int] = 10_000_000
    """Counts drawn together where they are not cached."""

    sampler: Sampler
    seeds: Array
    size: int
    plan: str = "bootstrap"
    unit: str = "row"
    test_all: bool = False
    note: str = ""

    @property
    def n(self) -> int:
        """Number of rows."""
        return self.size

    @property
    def count(self) -> int:
        """Number of resamples."""
        return int(self.seeds.size)

    @property
    def repeat(self) -> Codes:
        """Every resample is its own repeat."""
        return np.arange(self.count)

    @cached_property
    def fingerprint(self) -> str:
        """Hash of the counts; where they are too many, of the first and of the seeds that draw the others."""
        if self._small:
            return digest(["counts", str(self.test_all), self.train_counts(0, self.count)])
        return digest(["drawn", str(self.test_all), self._row(0), self.seeds, str(self.size)])

    @cached_property
    def overlapping(self) -> bool:
        """Whether every row is tested."""
        return self.test_all

    @cached_property
    def redraws(self) -> int:
        """How many draws were thrown away; counting them draws every resample once."""
        return sum(self.sampler.redraws(int(seed)) for seed in self.seeds)

    @property
    def _small(self) -> bool:
        return self.count * self.size <= self.KEEP

    @cached_property
    def _table(self) -> Counts:
        """All counts (R, n), where they are few enough to be cached."""
        return freeze(self.sampler.many(self.seeds))

    def _row(self, r: int) -> Counts:
        """Counts of resample r."""
        return self._table[r] if self._small else freeze(self.sampler.counts(int(self.seeds[r])))

    def train_counts(self, start: int, stop: int) -> Counts:
        """Draw a block of counts."""
        return self._table[start:stop] if self._small else self.sampler.many(self.seeds[start:stop])

    def _of_blocks(self, sizes: Callable[[Counts], Array]) -> Floats:
        """One number per resample (R,), from blocks of counts."""
        step = max(1, self.BLOCK // max(1, self.n))
        spans = range(0, self.count, step)
        pieces = [sizes(self.train_counts(start, min(start + step, self.count))) for start in spans]
        return np.concatenate([np.zeros(0), *pieces])

    def test_mask(self, start: int, stop: int) -> Mask:
        """Rows that were not drawn, or all."""
        if self.test_all:
            return np.ones((stop - start, self.n), dtype=np.bool_)
        return self.train_counts(start, stop) == 0

    def train_rows(self, r: int) -> Codes:
        """Rows drawn, with repeats; each once where the counts are weights."""
        return rows_of_counts(self._row(r))

    def train_weights(self, r: int) -> Floats | None:
        """The real weights, where the counts are no integers."""
        return weights_of_counts(self._row(r))

    @cached_property
    def train_sizes(self) -> Floats:
        """Sums of the counts."""
        return self._of_blocks(lambda counts: counts.sum(axis=1, dtype=np.float64))

    @cached_property
    def test_sizes(self) -> Floats:
        """Rows tested."""
        if self.test_all:
            return np.full(self.count, float(self.n))
        return self._of_blocks(lambda counts: self.n - np.count_nonzero(counts, axis=1))

    def to_arrays(self) -> dict[str, Array]:
        """The counts, drawn out: a saved file must not depend on the random stream of a numpy version."""
        drawn = CountMatrix(
            self.train_counts(0, self.count),
            test_all=self.test_all,
            note=self.note,
            redrawn=self.redraws,
            origin=self.fingerprint,
        )
        return drawn.to_arrays()

    @classmethod
    def from_arrays(cls, arrays: dict[str, Array], plan: str, unit: str) -> Resamples:
        """Drawn counts come back as a matrix with the fingerprint of the draw."""
        return CountMatrix.from_arrays(arrays, plan, unit)
