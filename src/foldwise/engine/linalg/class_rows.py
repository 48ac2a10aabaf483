"""The rows of each class, and what is known about them over all rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise import native
from foldwise.cached import cached_property, filled_at_once
from foldwise.engine.features import features
from foldwise.engine.linalg.sums import HELD_AT_ONCE
from foldwise.engine.threads import blocks, in_threads, thread_count

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.data import Dataset
    from foldwise.engine.linalg.sums import Summands

__all__ = ["EPSILON", "MOST_COMPILED_CLASSES", "ClassRows"]

EPSILON = float(np.finfo(np.float64).eps)
MOST_COMPILED_CLASSES = 2**16
"""Classes that the compiled passes tell apart."""


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class ClassRows:
    """The rows of each class, measured from the mean of the class over all rows.

    The class means of a training set are then small beside the spread, so that nothing is lost where squares are
    subtracted (METHODS J.0, J.3).
    """

    X: Floats
    codes: Codes
    classes: int

    @classmethod
    def of(cls, dataset: Dataset) -> ClassRows:
        """Take the features and classes of a dataset."""
        return cls(features(dataset), dataset.codes, len(dataset.labels))

    @cached_property
    def rows(self) -> list[Codes]:
        """Rows of each class, ascending."""
        order = np.argsort(self.codes, kind="stable")
        return np.split(order, np.cumsum(np.bincount(self.codes, minlength=self.classes))[:-1])

    @cached_property
    def short_codes(self) -> Array:
        """Class of each row in two bytes, for the compiled passes; they take no more classes than that."""
        return self.codes.astype(np.uint16)

    @cached_property
    def _facts(self) -> tuple[Floats, Floats, Floats]:
        """Rows of each class (C,), mean of each class (C, p), and the largest absolute value of each column (p,)."""
        p = self.X.shape[1]
        if native.COMPILED and self.classes <= MOST_COMPILED_CLASSES:
            counts, centres, largest = np.empty(self.classes), np.empty((self.classes, p)), np.empty(p)
            native._native.describe_classes(
                X=np.ascontiguousarray(self.X, dtype=np.float64),
                codes=self.short_codes,
                threads=thread_count(self.X.size),
                counts=counts,
                centres=centres,
                largest=largest,
            )
            return counts, centres, largest
        spans = blocks(self.classes, 1)
        centres = np.stack(in_threads(lambda c, _: _mean(self.X, self.rows[c]), spans, numbers=self.X.size))
        largest = np.maximum(np.abs(self.X.max(axis=0)), np.abs(self.X.min(axis=0)))
        return np.bincount(self.codes, minlength=self.classes).astype(np.float64), centres, largest

    @property
    def counts(self) -> Floats:
        """Number of rows of each class (C,)."""
        return self._facts[0]

    @cached_property
    def centres(self) -> Floats:
        """Mean of each class over all rows (C, p)."""
        return self._facts[1]

    @cached_property
    def centre(self) -> Floats:
        """Mean of all rows (p,)."""
        counts, centres, _ = self._facts
        return counts @ centres / counts.sum()

    @cached_property
    def variance_floor(self) -> Floats:
        """Variance that equal values of a column can seem to have, by rounding alone (p,)."""
        return (64 * EPSILON * self._facts[2]) ** 2

    def deviations(self, c: int) -> Summands:
        """Rows of class c minus the mean of the class, taken by their position within the class."""
        rows, centre = self.rows[c], self.centres[c]
        return lambda chosen: self.X[rows[chosen]] - centre


def _mean(X: Floats, rows: Codes) -> Floats:
    step = max(1, HELD_AT_ONCE // max(1, X.shape[1]))
    total = np.zeros(X.shape[1])
    for start, stop in blocks(rows.size, step):
        total += X[rows[start:stop]].sum(axis=0)
    return total / max(1, rows.size)
