"""Class by class: weights, means and variances of every training set, from sums that are subtracted or multiplied out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise import native
from foldwise.engine.kernels.sums import BLOCK, sum_training
from foldwise.engine.kernels.threads import blocks, in_threads, thread_count
from foldwise.native import class_moments

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.engine.kernels.sums import Summands, TrainingSums
    from foldwise.plans import Resamples

__all__ = ["ClassMoments", "ClassRows", "Moments"]

EPSILON = float(np.finfo(np.float64).eps)
ROUNDING = 16 * EPSILON
"""How far rounding may move a difference of two sums of squares, as a share of the larger one."""
MOST_CLASSES = 2**16
"""Classes that the compiled kernels tell apart."""


@final
@dataclass(frozen=True, eq=False)
class ClassRows:
    """The rows of each class, measured from the mean of the class over all rows.

    The class means of a training set are then small beside the spread, so that nothing is lost where squares are
    subtracted (METHODS J.0, J.3).
    """

    X: Floats
    codes: Codes
    classes: int

    @cached_property
    def rows(self) -> list[Codes]:
        """Rows of each class, ascending."""
        order = np.argsort(self.codes, kind="stable")
        return np.split(order, np.cumsum(np.bincount(self.codes, minlength=self.classes))[:-1])

    @cached_property
    def short_codes(self) -> Array:
        """Class of each row in two bytes, for the compiled kernels; they take no more classes than that."""
        return self.codes.astype(np.uint16)

    @cached_property
    def _facts(self) -> tuple[Floats, Floats, Floats]:
        """Rows of each class (C,), mean of each class (C, p), and the largest absolute value of each column (p,)."""
        p = self.X.shape[1]
        if native.COMPILED and self.classes <= MOST_CLASSES:
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

    @property
    def centres(self) -> Floats:
        """Mean of each class over all rows (C, p)."""
        return self._facts[1]

    @cached_property
    def centre(self) -> Floats:
        """Mean of all rows (p,)."""
        return self.counts @ self.centres / self.counts.sum()

    @cached_property
    def nothing(self) -> Floats:
        """Variance that equal values of a column can seem to have, by rounding alone (p,)."""
        return (64 * EPSILON * self._facts[2]) ** 2

    def deviations(self, c: int) -> Summands:
        """Rows of class c minus the mean of the class, asked for by their position within the class."""
        rows, centre = self.rows[c], self.centres[c]
        return lambda chosen: self.X[rows[chosen]] - centre


def _mean(X: Floats, rows: Codes) -> Floats:
    step = max(1, BLOCK // max(1, X.shape[1]))
    total = np.zeros(X.shape[1])
    for start, stop in blocks(rows.size, step):
        total += X[rows[start:stop]].sum(axis=0)
    return total / max(1, rows.size)


@final
@dataclass(frozen=True, eq=False)
class Moments:
    """Moments of each class in the training sets of some resamples; zero where the class is absent.

    Parameters
    ----------
    weights
        Weight of the training rows of each class; their number where nothing is weighted (B, C).
    shifts
        Weighted mean, measured from the mean of the class over all rows (B, C, p).
    variances
        Weighted mean of the squared deviations from the weighted mean (B, C, p).
    doubt
        How far rounding may have moved the variances (B, C, p).
    """

    weights: Floats
    shifts: Floats
    variances: Floats
    doubt: Floats

    @property
    def pooled(self) -> tuple[Floats, Floats]:
        """Weight of all classes together (B,) and their variance within classes (B, p)."""
        total = self.weights.sum(axis=1)
        squares = (self.weights[:, :, None] * self.variances).sum(axis=1)
        return total, squares / np.where(total > 0, total, 1.0)[:, None]


@final
@dataclass(frozen=True, eq=False)
class ClassMoments:
    """Gives the moments of every class in any block of resamples.

    Parameters
    ----------
    resamples
        Who is trained on what.
    rows
        The rows of each class.
    weights
        Weights of all rows (n,), or None.
    present
        Count a row that a resample weighs by a real number once, instead of by that number.
    """

    resamples: Resamples
    rows: ClassRows
    weights: Floats | None = None
    present: bool = False

    def __call__(self, start: int, stop: int) -> Moments:
        """Moments of resamples start … stop-1."""
        B, C, p = stop - start, self.rows.classes, self.rows.X.shape[1]
        weights, shifts, variances, doubt = np.empty((B, C)), *(np.empty((B, C, p)) for _ in range(3))
        for c, of_class in enumerate(self.sums):
            scale = np.broadcast_to(of_class.scale, 2 * p + 1)
            out = weights, shifts, variances, doubt
            class_moments(of_class(start, stop), scale, c, rounding=ROUNDING, out=out)
        return Moments(weights, shifts, variances, doubt)

    @cached_property
    def sums(self) -> list[TrainingSums]:
        """Sums of deviations, of their squares and of ones, times the weights, class by class."""
        spans = blocks(self.rows.classes, 1)
        return in_threads(lambda c, _: self._sum(c), spans, numbers=2 * self.rows.X.size)

    def _sum(self, c: int) -> TrainingSums:
        rows, deviations = self.rows.rows[c], self.rows.deviations(c)

        def summands(chosen: Codes | slice) -> Floats:
            away = deviations(chosen)
            table = np.concatenate([away, away * away, np.ones((len(away), 1))], axis=1)
            return table if self.weights is None else table * self.weights[rows[chosen]][:, None]

        return sum_training(self.resamples, summands, rows=rows, present=self.present)

    def repaired(self, moments: Moments, start: int, wrong: Mask) -> Moments:
        """Work out some resamples of a block again, row by row, where rounding has spoilt them."""
        fixed = Moments(moments.weights.copy(), moments.shifts.copy(), moments.variances.copy(), moments.doubt.copy())
        for at in np.flatnonzero(wrong).tolist():
            self._refit(fixed, at, start + at)
        return fixed

    def _refit(self, moments: Moments, at: int, r: int) -> None:
        """Two passes over the training rows of resample r: means first, then deviations from them."""
        train = self.resamples.train_rows(r)
        drawn = None if self.present else self.resamples.train_weights(r)
        weights = np.ones(train.size) if drawn is None else drawn
        if self.weights is not None:
            weights = weights * self.weights[train]
        moments.doubt[at] = 0
        for c in range(self.rows.classes):
            mine = self.rows.codes[train] == c
            total = weights[mine].sum()
            if total > 0:
                away = self.rows.X[train[mine]] - self.rows.centres[c]
                shift = np.average(away, axis=0, weights=weights[mine])
                moments.shifts[at, c] = shift
                moments.variances[at, c] = np.average((away - shift) ** 2, axis=0, weights=weights[mine])
