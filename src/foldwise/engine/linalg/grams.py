"""Sums of z zᵀ over the training rows of every resample: what covariances are made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine.linalg.sums import sum_training
from foldwise.engine.threads import blocks, in_threads

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.engine.linalg.sums import Summands, TrainingSums
    from foldwise.engine.storage import TrainingSets

__all__ = ["TrainingGrams"]

FEW_PARTS = 64
"""Parts of a repeat up to which the products of all of them are kept."""
NUMBERS_GATHERED = 2_000_000
"""Numbers gathered at once by one thread."""


@final
@dataclass(frozen=True, eq=False)
class TrainingGrams:
    """Gives Σ z zᵀ over the training rows of any block of resamples, (B, q, q).

    `numbers` gives z of some rows (b, q), by their position in `rows`, which are those summed over, ascending.
    """

    training: TrainingSets
    numbers: Summands
    rows: Codes

    def __call__(self, start: int, stop: int, out: Floats) -> None:
        """Write the sums of resamples start … stop-1 (B, q, q)."""
        if self.parts is not None:
            np.subtract(self.total, self._left_out(self.parts, start, stop), out=out)
            return
        sums = self._halves(start, stop)
        upper, lower = np.triu_indices(self.width)
        out[:, upper, lower] = sums
        out[:, lower, upper] = sums

    @cached_property
    def width(self) -> int:
        """Numbers per row, q."""
        return int(self.numbers(slice(0, 1)).shape[1])

    @cached_property
    def total(self) -> Floats:
        """Sum over all rows (q, q)."""
        return self.sum_of(self.numbers, self.rows.size)

    @staticmethod
    def sum_of(numbers: Summands, size: int) -> Floats:
        """Σ z zᵀ over rows 0 … size-1 (q, q)."""
        width = numbers(slice(0, 1)).shape[1]
        work = in_threads(lambda a, b: _square(numbers(slice(a, b))), blocks(size, max(1, NUMBERS_GATHERED // width)))
        return sum(work, np.zeros((width, width)))

    @cached_property
    def parts(self) -> Floats | None:
        """Sums of each part of each repeat (repeats · k, q, q), where there are few parts."""
        stored = self.training.parts
        if stored is None or stored.k > FEW_PARTS:
            return None
        numbers = stored.numbers[:, self.rows]
        order = np.argsort(numbers, axis=1, kind="stable").ravel()
        keys = numbers.astype(np.intp) + stored.k * np.arange(len(numbers))[:, None]
        sizes = np.bincount(keys.ravel(), minlength=stored.count)
        longest = max(1, int(sizes.max(initial=0)))
        step = max(1, NUMBERS_GATHERED // (longest * self.width))
        starts = np.cumsum(sizes) - sizes
        work = in_threads(lambda a, b: self._padded(order, starts[a:b], sizes[a:b]), blocks(sizes.size, step))
        return np.concatenate(work)

    def _padded(self, order: Codes, starts: Codes, sizes: Codes) -> Floats:
        """One batched product: every part is filled up to the longest one with rows of zeros."""
        places = np.arange(max(1, int(sizes.max(initial=0))))
        at = np.minimum(starts[:, None] + places, order.size - 1)
        z = self.numbers(order[at].ravel()).reshape(*at.shape, -1)
        z[places >= sizes[:, None]] = 0.0
        return z.transpose(0, 2, 1) @ z

    def _left_out(self, sums: Floats, start: int, stop: int) -> Floats:
        """Sums of the part or the two parts that each resample leaves out (B, q, q)."""
        stored = self.training.parts
        if stored is None or stored.pairs is None:
            return sums[start:stop]
        repeat, first, second = stored.left_out(start, stop)
        other = np.where((first == second)[:, None, None], 0.0, sums[repeat * stored.k + second])
        return sums[repeat * stored.k + first] + other

    @cached_property
    def _halves(self) -> TrainingSums:
        """Training sums of the products z_i z_j with i ≤ j."""
        upper, lower = np.triu_indices(self.width)

        def products(chosen: Codes | slice) -> Floats:
            z = self.numbers(chosen)
            return z[:, upper] * z[:, lower]

        return sum_training(self.training, products, rows=self.rows)


def _square(z: Floats) -> Floats:
    return z.T @ z
