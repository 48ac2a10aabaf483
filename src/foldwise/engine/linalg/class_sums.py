"""Sums of a family's statistics over the training rows of each class, for any block of resamples."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine.linalg.grams import TrainingGrams
from foldwise.engine.linalg.sums import keep_few, sum_training
from foldwise.engine.threads import blocks, in_threads

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.engine.linalg.class_rows import ClassRows
    from foldwise.engine.linalg.sums import TrainingSums
    from foldwise.engine.storage import TrainingSets

__all__ = ["ClassSums", "TrainingClassSums"]


@final
@dataclass(frozen=True, eq=False)
class ClassSums:
    """Sums over the training rows of each class in B resamples.

    Parameters
    ----------
    values
        Sums of the m statistics, times the weights (B, C, m); of the products of all pairs of them (B, C, m, m) where
        the family asks for these.
    scale
        Sums over all rows that the values were subtracted from, zero where they were added up (B or 1, C, m).
    plain, plain_scale
        The same without weights; `values` and `scale` themselves where nothing is weighted.
    centres
        What the rows of each class were measured from (B or 1, C, p).
    """

    values: Floats
    scale: Floats
    plain: Floats
    plain_scale: Floats
    centres: Floats

    @property
    def weighted(self) -> bool:
        """Whether there are weights."""
        return self.values is not self.plain


@final
@dataclass(frozen=True, eq=False)
class TrainingClassSums:
    """Gives the sums of any block of resamples.

    `statistics`, `centred`, `products` and `subtract` are those of a `SumFit`; weights are those of all rows (n,), or
    None.
    """

    training: TrainingSets
    rows: ClassRows
    statistics: Callable[[Floats, int], Floats]
    weights: Floats | None = None
    centred: bool = True
    products: bool = False
    subtract: bool = True

    @property
    def _weighted(self) -> bool:
        return self.weights is not None or self.training.weighted

    def __call__(self, start: int, stop: int) -> ClassSums:
        """Sums of resamples start … stop-1."""
        centres = self.rows.centres[None]
        if self.products:
            q = self._grams[0].width
            values = np.empty((stop - start, self.rows.classes, q, q))
            for c, grams in enumerate(self._grams):
                grams(start, stop, values[:, c])
            nothing = np.zeros((1, self.rows.classes, 1))
            return ClassSums(values, nothing, values, nothing, centres)
        plain = _stacked(self._plain, start, stop)
        return ClassSums(*(_stacked(self._values, start, stop) if self._weighted else plain), *plain, centres)

    def prepare(self) -> None:
        """Sum the rows before blocks are handed out: else one thread would sum, and the others would wait."""
        if self.products:
            return
        self._plain  # noqa: B018 - kept once it was worked out
        if self._weighted:
            self._values  # noqa: B018

    @cached_property
    def _plain(self) -> list[TrainingSums]:
        return self._sums(None, present=True)

    @cached_property
    def _values(self) -> list[TrainingSums]:
        return self._sums(self.weights, present=False)

    def _sums(self, weights: Floats | None, *, present: bool) -> list[TrainingSums]:
        spans = blocks(self.rows.classes, 1)
        return in_threads(lambda c, _: self._sum(c, weights, present=present), spans, numbers=2 * self.rows.X.size)

    def _sum(self, c: int, weights: Floats | None, *, present: bool) -> TrainingSums:
        rows = self.rows.rows[c]

        def summands(chosen: Codes | slice) -> Floats:
            table = self._of_rows(chosen, c)
            return table if weights is None else table * weights[rows[chosen]][:, None]

        return sum_training(self.training, summands, rows=rows, present=present, subtract=self.subtract)

    def _of_rows(self, chosen: Codes | slice, c: int) -> Floats:
        """Statistics of some rows of class c, by their position within the class."""
        x = self.rows.deviations(c)(chosen) if self.centred else self.rows.X[self.rows.rows[c][chosen]]
        return self.statistics(x, c)

    @cached_property
    def _grams(self) -> list[TrainingGrams]:
        return [
            TrainingGrams(self.training, keep_few(partial(self._of_rows, c=c), rows.size), rows)
            for c, rows in enumerate(self.rows.rows)
        ]

    def again(self, sums: ClassSums, start: int, wrong: Mask) -> ClassSums:
        """Add the rows of some resamples of a block up one by one, where rounding has spoilt a difference of sums.

        They are measured from about the mean of their training set, which is known by now, so that nothing cancels.
        """
        centres = np.array(np.broadcast_to(sums.centres, (len(wrong), *sums.centres.shape[1:])))
        there = np.where(wrong, 0.0, 1.0)[:, None, None]
        plain = sums.plain.copy(), sums.plain_scale * there
        fixed = ClassSums(*((sums.values.copy(), sums.scale * there) if sums.weighted else plain), *plain, centres)
        for at in np.flatnonzero(wrong).tolist():
            self._add_up(fixed, at, start + at)
        return fixed

    def _add_up(self, sums: ClassSums, at: int, r: int) -> None:
        train, drawn = self.training.rows(r), self.training.weights(r)
        weights = np.ones(train.size) if drawn is None else drawn
        if self.weights is not None:
            weights = weights * self.weights[train]
        for c in range(self.rows.classes):
            mine = self.rows.codes[train] == c
            total = weights[mine].sum()
            if total > 0:
                away = self.rows.X[train[mine]] - sums.centres[at, c]
                shift = weights[mine] @ away / total
                statistics = self.statistics(away - shift, c)
                sums.centres[at, c] += shift
                sums.values[at, c] = weights[mine] @ statistics
                sums.plain[at, c] = statistics.sum(axis=0)


def _stacked(sums: list[TrainingSums], start: int, stop: int) -> tuple[Floats, Floats]:
    """Sums of all classes (B, C, m), and what they were subtracted from (1, C, m)."""
    values = np.stack([of_class(start, stop) for of_class in sums], axis=1)
    return values, np.stack([np.broadcast_to(of_class.scale, values.shape[2:]) for of_class in sums])[None]
