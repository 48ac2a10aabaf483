"""Linear discriminant analysis without one row at a time: a rank-one change of the common covariance (METHODS J.3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np
from array_api_compat import array_namespace

from foldwise.engine.linalg.array_api import beside
from foldwise.engine.linalg.coordinates import SMALLEST_WHITENED_EIGENVALUE, inverse_factors
from foldwise.engine.linalg.grams import TrainingGrams
from foldwise.engine.linalg.moments import log_priors

if TYPE_CHECKING:
    from foldwise.arrays import ApiArray, Codes, Floats, Mask
    from foldwise.engine.linalg.class_rows import ClassRows
    from foldwise.engine.linalg.coordinates import Coordinates
    from foldwise.engine.rows import TestRows

__all__ = ["LeftOut", "keeps_directions"]


def keeps_directions(between: ApiArray, directions: ApiArray, tol: float) -> ApiArray:
    """Whether the class means surely differ by more than `tol` of the most in every direction they can (B,).

    `between` is the matrix of products of the whitened, weighted class means (B, C, C), `directions` how many of its
    eigenvalues are not zero by construction (B,).
    """
    xp = array_namespace(between)
    # Given priors do not fit a training set that lacks a class; what is no number there must not stop the others.
    known = xp.all(xp.isfinite(between), axis=(1, 2), keepdims=True)
    values = xp.linalg.eigvalsh(xp.where(known, between, xp.zeros_like(between)))  # ascending
    place = values.shape[1] - xp.maximum(directions, xp.ones_like(directions))
    here = beside(np.arange(values.shape[1]), directions)[None, :] == place[:, None]
    last = xp.sum(xp.where(here, values, xp.zeros_like(values)), axis=1)
    return last > 4 * tol**2 * values[:, -1]


@final
@dataclass(frozen=True, eq=False)
class LeftOut:
    """Scores each row by the discriminants of all the others.

    With S the sums of squares and products within classes, and d the distance of row i of class c from its class mean,
    S' = S - κ d dᵀ with κ = n_c / (n_c - 1), and (n - 1) S'⁻¹ is the inverse covariance without the row. All rows
    take O(n p C) once they are whitened by S.
    """

    model: Any
    rows: ClassRows
    whitening: Coordinates

    @cached_property
    def counts(self) -> Floats:
        """Rows of each class (C,)."""
        return np.array([mine.size for mine in self.rows.rows], dtype=np.float64)

    @cached_property
    def by_scatter(self) -> Floats:
        """Matrix that whitens x by S (p, q)."""
        T = self.whitening.T
        sums = [self._scatter(c) for c in range(self.counts.size)]
        factors, _ = inverse_factors(np.sum(sums, axis=0)[None])
        return T @ factors[0].T

    def _scatter(self, c: int) -> Floats:
        """Sums of squares and products of one class over all its rows (q, q)."""
        away = self.rows.deviations(c)
        return TrainingGrams.sum_of(lambda chosen: away(chosen) @ self.whitening.T, int(self.counts[c]))

    @cached_property
    def centres(self) -> Floats:
        """Whitened class means over all rows, measured from the mean of all rows (C, q)."""
        return (self.rows.centres - self.rows.centre) @ self.by_scatter

    def __call__(self, test: TestRows) -> tuple[Floats, Mask]:
        """Score the rows, each by its own resample."""
        row, own = test.row, self.rows.codes[test.row]
        at = np.arange(row.size)
        size = float(self.counts.sum())
        away = (self.rows.X[row] - self.rows.centres[own]) @ self.by_scatter  # (N, q)
        share = self.counts[own] / np.maximum(self.counts[own] - 1, 1.0)  # κ
        left = 1 - share * np.einsum("ij,ij->i", away, away)
        done = (self.counts[own] > 1) & (size - 1 > self.counts.size) & (left > SMALLEST_WHITENED_EIGENVALUE)
        done &= (self.whitening.least * left > 2 * self.model.tol**2) | (self.model.solver != "svd")
        left = np.where(done, left, 1.0)
        squares = np.empty((row.size, self.counts.size))
        for c, centre in enumerate(self.centres):
            apart = away + (self.centres[own] - centre)
            apart[own == c] *= share[own == c, None]
            squares[:, c] = (size - 1) * (
                np.einsum("ij,ij->i", apart, apart) + share * np.einsum("ij,ij->i", apart, away) ** 2 / left
            )
        counts = np.broadcast_to(self.counts, squares.shape).copy()
        counts[at, own] -= 1
        logs = log_priors(self.model.priors, np.maximum(counts, 0.0))
        if self.model.solver == "svd" and self.counts.size > 2:
            done &= self._keeps_directions(away, own, share / left, logs)
        return logs - 0.5 * squares, done & ~np.isnan(logs).any(axis=1)

    def _keeps_directions(self, away: Floats, own: Codes, pull: Floats, logs: Floats) -> Mask:
        at = np.arange(own.size)
        means = np.broadcast_to(self.centres, (own.size, *self.centres.shape)).copy()
        means[at, own] -= away / np.maximum(self.counts[own] - 1, 1.0)[:, None]
        shares = np.exp(logs)
        means -= (shares[:, :, None] * means).sum(axis=1, keepdims=True)
        along = np.einsum("icj,ij->ic", means, away)
        products = means @ means.transpose(0, 2, 1) + pull[:, None, None] * along[:, :, None] * along[:, None, :]
        root = np.sqrt(shares)
        directions = np.full(own.size, min(self.counts.size - 1, away.shape[1]))
        return keeps_directions(products * root[:, :, None] * root[:, None, :], directions, self.model.tol)
