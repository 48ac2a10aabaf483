"""Resamples that test each part of a partition in turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.arrays import smallest_unsigned
from foldwise.cached import cached_property, filled_at_once
from foldwise.plans.resamples.part_numbers import PartedResamples, part_sizes

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats, Mask

__all__ = ["Partition"]


@final
@filled_at_once
@dataclass(frozen=True, eq=False, repr=False)
class Partition(PartedResamples):
    """Each repeat cuts the rows into k parts; resample (repeat, part) tests one part and trains on the others.

    Parameters
    ----------
    parts
        Part number of each row in each repeat (repeats, n); kept in the smallest unsigned type.
    k
        Number of parts.
    plan
        Text of the plan.
    unit
        What was assigned to parts: ``row`` or ``group``.
    note
        What a report should say about the draw.

    Examples
    --------
    >>> halves = Partition(np.array([[0, 1, 1, 0]]), 2)
    >>> halves.train_rows(0), halves.test_rows(0)
    (array([1, 2]), array([0, 3]))
    """

    KEEP: ClassVar[int] = 20_000_000
    """Rows times repeats up to which the order of every repeat is cached; above, that of one repeat only."""

    KIND: ClassVar[str] = "partition"

    plan: str = "kfold"

    @cached_property
    def count(self) -> int:
        """Repeats times k."""
        return int(self.parts.shape[0]) * self.k

    @cached_property
    def repeat(self) -> Codes:
        """Repeat of each resample."""
        return np.arange(self.parts.shape[0]).repeat(self.k)

    @cached_property
    def _kept(self) -> dict[int, tuple[Array, Array]]:
        return {}

    def _ordered(self, repeat: int) -> tuple[Array, Array]:
        """Rows of one repeat ordered by part, and where each part starts: (n,), (k + 1,)."""
        order_and_starts = self._kept.get(repeat)
        if order_and_starts is None:
            small = smallest_unsigned(self.n)
            order = np.argsort(self.parts[repeat], kind="stable").astype(small)
            starts = np.zeros(self.k + 1, dtype=small)
            np.cumsum(np.bincount(self.parts[repeat], minlength=self.k), out=starts[1:], dtype=small)
            order_and_starts = order, starts
            if self.parts.size > self.KEEP:
                self._kept.clear()
            self._kept[repeat] = order_and_starts
        return order_and_starts

    def test_mask(self, start: int, stop: int) -> Mask:
        """Rows of the tested part."""
        repeat, part = np.divmod(np.arange(start, stop), self.k)
        return self.parts[repeat] == part.astype(self.parts.dtype)[:, None]

    def train_rows(self, r: int) -> Codes:
        """Rows of the other parts."""
        return np.flatnonzero(self.parts[r // self.k] != r % self.k)

    def test_rows(self, r: int) -> Codes:
        """Rows of the tested part."""
        repeat, part = divmod(r, self.k)
        order, starts = self._ordered(repeat)
        return order[starts[part] : starts[part + 1]].astype(np.intp)

    @cached_property
    def test_sizes(self) -> Floats:
        """Sizes of the parts."""
        return part_sizes(self.parts, self.k).ravel()

    @cached_property
    def test_size(self) -> float:
        """Every row is in one part."""
        return self.n / self.k

    @cached_property
    def train_size(self) -> float:
        """The rows of all parts but one."""
        return self.n * (self.k - 1) / self.k

    @cached_property
    def seen_share(self) -> float:
        """The share of the rows in all parts but one."""
        return self.train_size / self.n

    def train_means(self, values: Floats) -> Floats:
        """Total minus the part, for all parts at once."""
        held_out = np.concatenate([np.bincount(row, weights=values, minlength=self.k) for row in self.parts])
        return (values.sum() - held_out) / self.train_sizes
