"""Rows of a least-squares problem, and their products summed over any rows: what all linear fits are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise import native
from foldwise.cached import cached_property
from foldwise.engine.linalg.scores import Linear, score_rows
from foldwise.engine.threads import blocks, in_threads

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Codes, Floats
    from foldwise.engine.linalg.solvers import Solver
    from foldwise.engine.rows import TestRows

__all__ = ["IN_CACHE", "Design", "Problem", "centre_of", "scale_of", "values_at_tests"]

IN_CACHE = 100_000
"""Numbers a thread works on at once: few enough to stay in cache."""
NUMBERS_KEPT = 8_000_000
"""Numbers up to which the rows are made once and kept."""


def scale_of(X: Floats, centre: Floats, penalty: float) -> Floats:
    """One over the typical distance of each column from its centre, or of its penalty, (p,)."""
    pieces = in_threads(lambda a, b: _squares(X[a:b], centre), blocks(len(X), max(1, IN_CACHE // max(1, X.shape[1]))))
    squares = (np.sum(pieces, axis=0) + penalty) / len(X)
    return 1.0 / np.sqrt(np.where(squares > 0, squares, 1.0))


def _squares(X: Floats, centre: Floats) -> Floats:
    """Sum of squared distances from the centre, column by column (p,)."""
    if not native.COMPILED:
        return np.square(X - centre).sum(axis=0)
    sums = np.empty(X.shape[1])
    native._native.squares_about(X=np.ascontiguousarray(X), centre=centre, sums=sums)
    return sums


def centre_of(X: Floats) -> Floats:
    """A value in the middle of each column (p,): the median of about a hundred rows.

    Moments about any constant are exact in theory; about one near the bulk of the column they are so in floating point,
    even where a far value would drag the mean away.

    Examples
    --------
    >>> centre_of(np.array([[1.0], [2.0], [1e9]]))
    array([2.])
    """
    return np.median(X[:: max(1, len(X) // 100)], axis=0)


@final
@dataclass(frozen=True, eq=False)
class Design:
    """Rows [1, (x - centre) · scale, y - offset] of a least-squares problem; without the 1 where there is no intercept.

    Centre and offset are zeros where there is no intercept; the scale keeps units from costing digits.
    """

    X: Floats
    Y: Floats
    centre: Floats
    scale: Floats
    offset: Floats
    intercept: bool
    weights: Floats | None = None

    @property
    def n(self) -> int:
        """Number of rows."""
        return int(self.X.shape[0])

    @property
    def width(self) -> int:
        """Number of columns, q."""
        return self.terms + int(self.Y.shape[1])

    @property
    def terms(self) -> int:
        """Number of columns that predict: the features, and the 1."""
        return int(self.X.shape[1]) + self.intercept

    @property
    def weight(self) -> float:
        """Weight of all rows together."""
        return float(self.n if self.weights is None else self.weights.sum())

    @cached_property
    def _kept(self) -> Floats | None:
        """All rows and a row of zeros, number n, which stands for no row."""
        if (self.n + 1) * self.width > NUMBERS_KEPT:
            return None
        rows = np.zeros((self.n + 1, self.width))
        self._fill(rows[:-1], self.X, self.Y)
        return rows

    def _fill(self, rows: Floats, X: Floats, Y: Floats) -> None:
        if self.intercept:
            rows[..., 0] = 1.0
        features = rows[..., int(self.intercept) : self.terms]
        np.subtract(X, self.centre, out=features)
        features *= self.scale
        np.subtract(Y, self.offset, out=rows[..., self.terms :])

    def rows(self, chosen: Codes | slice) -> Floats:
        """Make some rows (…, q); the row number n gives zeros."""
        if self._kept is not None:
            return self._kept[chosen] if isinstance(chosen, slice) else self._kept.take(chosen, axis=0)
        X = self.X[chosen] if isinstance(chosen, slice) else self.X.take(chosen, axis=0, mode="clip")
        Y = self.Y[chosen] if isinstance(chosen, slice) else self.Y.take(chosen, axis=0, mode="clip")
        rows = np.empty((*X.shape[:-1], self.width))
        self._fill(rows, X, Y)
        if not isinstance(chosen, slice):
            rows[chosen == self.n] = 0.0
        return rows

    def weighted(self, rows: Floats, chosen: Codes | slice) -> Floats:
        """Multiply made rows by their weights."""
        if self.weights is None:
            return rows
        weights = self.weights[chosen] if isinstance(chosen, slice) else self.weights.take(chosen, mode="clip")
        return rows * weights[..., None]

    def products(self, rows: Floats, chosen: Codes | slice) -> Floats:
        """Weighted products of all pairs of columns, summed over the rows of each stack (…, q, q)."""
        return np.swapaxes(self.weighted(rows, chosen), -1, -2) @ rows

    def multiply(self, chosen: slice) -> Floats:
        """Weighted products of all pairs of columns of each row (b, pairs), in the order of a lower triangle."""
        rows = self.rows(chosen)
        row, column = np.tril_indices(self.width)
        return self.weighted(rows, chosen).take(row, axis=1) * rows.take(column, axis=1)

    @cached_property
    def total(self) -> Floats:
        """Products summed over all rows (q, q)."""

        def add(start: int, stop: int) -> Floats:
            chosen = slice(start, stop)
            return self.products(self.rows(chosen), chosen)

        pieces = in_threads(add, blocks(self.n, max(1, IN_CACHE // self.width)))
        return np.sum(pieces, axis=0)


@final
@dataclass(frozen=True, eq=False)
class Problem:
    """A least-squares problem to be solved on every resample.

    `reweight` gives factors of the weights of all rows, (b, n), in resamples start … stop-1, where they differ between
    resamples.
    """

    design: Design
    solver: Solver
    reweight: Callable[[int, int], Floats] | None = None

    @property
    def penalties(self) -> Floats:
        """What is added to the diagonal, per feature."""
        return self.solver.smallest * self.design.scale**2


def values_at_tests(design: Design, coefficients: Floats, test: TestRows, start: int) -> Floats:
    """Values of the fits start, start + 1, … at their test rows (N', m)."""
    stop = start + len(coefficients)
    first, last = test.starts[start], test.starts[stop]
    rows, fits = test.row[first:last], test.resample[first:last] - start
    if rows.size < 0.2 * design.n * len(coefficients):
        # In the units of the features: rows need not be made to be evaluated.
        shift = int(design.intercept)
        slopes = np.swapaxes(coefficients[:, shift:], 1, 2) * design.scale  # (b, m, p)
        constant = coefficients[:, 0] if design.intercept else np.zeros(slopes.shape[:2])
        edges = test.starts[start : stop + 1] - first
        return score_rows(Linear(slopes, constant - slopes @ design.centre), design.X, rows, edges)
    # Most fits are evaluated at most rows: one product for all of them is quicker than picking rows.
    count, m = len(coefficients), coefficients.shape[2]
    flat = np.swapaxes(coefficients, 1, 2).reshape(count * m, design.terms)
    everything = np.empty((count * m, design.n))
    for a, b in blocks(design.n, max(1, IN_CACHE // design.width)):
        np.matmul(flat, design.rows(slice(a, b))[: b - a, : design.terms].T, out=everything[:, a:b])
    return everything.reshape(count, m, design.n)[fits, :, rows]
