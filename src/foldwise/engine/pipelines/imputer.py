"""`SimpleImputer` in every resample: missing values get the mean, median or mode of the training rows, or a constant."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine.pipelines.columns import Columns, Node, Numbers

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.engine.pipelines.shared_columns import Block, Number

__all__ = ["Imputed"]


@final
class Imputed(Node):
    """Numbers without missing values; then, if wanted, one indicator for each column that has some.

    scikit-learn adds indicators for columns with missing values in the training rows, and with `keep_empty` a column
    without any value there stays, as zeros.
    """

    def __init__(self, numbers: Numbers, strategy: str, constant: float, *, indicators: bool, keep_empty: bool) -> None:
        self.numbers, self.strategy, self.constant, self.keep_empty = numbers, strategy, constant, keep_empty
        self.incomplete = [j for j, number in enumerate(numbers.numbers) if number.missing_at >= 0]
        self.indicated = self.incomplete if indicators else []
        self.width = numbers.width + len(self.indicated)

    def __call__(self, block: Block) -> Columns:
        """Impute, and add the indicators."""
        columns = self.numbers(block)
        size, q, p = columns.maps.shape
        maps, constants = np.zeros((size, q, self.width)), np.zeros((size, self.width))
        there = np.ones((size, self.width), dtype=np.bool_)
        exact = columns.exact.copy()
        maps[:, :, :p], constants[:, :p] = columns.maps, columns.constants
        for j in self.incomplete:
            number = self.numbers.numbers[j]
            value = self._value(number, block)
            empty = block.means[:, number.missing_at] * block.rows > block.rows - 0.5
            if not self.keep_empty:
                exact &= ~empty  # the column is dropped, with a warning
            elif self.strategy != "constant":
                value = np.where(empty, 0.0, value)
            maps[:, number.missing_at, j] = value - block.shared.centres[number.at]
        for place, j in enumerate(self.indicated, start=p):
            missing_at = self.numbers.numbers[j].missing_at
            there[:, place] = block.means[:, missing_at] * block.rows > 0.5
            maps[:, missing_at, place] = there[:, place]
        return Columns(maps, constants, there, exact)

    def _value(self, number: Number, block: Block) -> Floats:
        """What the missing values of a column become (B,)."""
        if self.strategy == "constant":
            return np.full(block.size, self.constant)
        if self.strategy == "mean":
            there = np.maximum(1.0 - block.means[:, number.missing_at], 0.5 / np.maximum(block.rows, 1.0))
            deviation = block.means[:, number.at] * block.shared.units[number.at] / there
            return np.asarray(block.shared.centres[number.at] + deviation)
        return _median(number, block) if self.strategy == "median" else _mode(number, block)


def _median(number: Number, block: Block) -> Floats:
    """Middle of the training values, or the mean of the two in the middle (B,)."""
    ranked = number.values[number.order]
    if not ranked.size:
        return np.zeros(block.size)
    below = np.cumsum(block.counts[:, number.order], axis=1, dtype=np.int64)
    total = below[:, -1]
    middle = [
        ranked[np.minimum((below <= place[:, None]).sum(axis=1), ranked.size - 1)]
        for place in (np.maximum(total - 1, 0) // 2, total // 2)
    ]
    return np.asarray((middle[0] + middle[1]) / 2)


def _mode(number: Number, block: Block) -> Floats:
    """The value with most training rows; of several, the smallest (B,)."""
    ranked = number.values[number.order]
    if not ranked.size:
        return np.zeros(block.size)
    first = np.flatnonzero(np.diff(ranked, prepend=-np.inf))
    times = np.add.reduceat(block.counts[:, number.order].astype(np.int64), first, axis=1)
    return ranked[first[times.argmax(axis=1)]]
