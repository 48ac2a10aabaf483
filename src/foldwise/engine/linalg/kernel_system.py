"""Fits in the span of a kernel matrix: all resamples from the inverse of one matrix, or from parts of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine.threads import blocks, in_threads

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Floats, Mask
    from foldwise.engine.rows import TestRows
    from foldwise.engine.storage import TrainingSets

__all__ = ["KernelSystem", "solve_system"]

SAFE_CONDITION = 1e7
"""Largest condition number that leaves eight digits."""
INVERSE_HELD = 500_000
"""Numbers of the inverse that a thread looks at together."""


@final
@dataclass(frozen=True, eq=False)
class KernelSystem:
    """The equations (K + N) a = y, whose solution predicts K a.

    The kernel matrix is that of all rows, without noise (n, n); a row that counts c times has a c-th of its noise (n,),
    a row without weight infinite noise.
    """

    kernel: Floats
    noise: Floats
    targets: Floats

    @property
    def n(self) -> int:
        """Number of rows."""
        return int(self.noise.size)

    @cached_property
    def inverse(self) -> Floats | None:
        """The inverse of K + N, or None where its digits do not suffice."""
        whole = self.kernel + np.diag(self.noise)
        inverse = _invert(whole)
        if inverse is None:
            return None
        size = float(np.abs(whole).sum(axis=0).max() * np.abs(inverse).sum(axis=0).max())
        return inverse if size < SAFE_CONDITION else None


def solve_system(system: KernelSystem, training: TrainingSets, test: TestRows) -> tuple[Floats, Mask]:
    """Values of every target at the test rows (N, m), and which resamples are exact (R,)."""
    values = np.empty((test.size, system.targets.shape[1]))
    complete = training.complementary and bool(np.isfinite(system.noise).all())
    if complete and system.inverse is None:
        # A few rows less would hardly help the digits.
        return values, np.zeros(training.count, dtype=np.bool_)
    if complete and system.inverse is not None:
        block, size = held_out(system, system.inverse, test), INVERSE_HELD // max(1, test.most**2)
    else:
        block, size = one_by_one(system, training, test), 1

    def fill(start: int, stop: int) -> Mask:
        piece, safe = block(start, stop)
        values[test.starts[start] : test.starts[stop]] = piece
        return safe

    return values, np.concatenate(in_threads(fill, blocks(training.count, max(1, size))))


def held_out(system: KernelSystem, inverse: Floats, test: TestRows) -> Callable[[int, int], tuple[Floats, Mask]]:
    """Fit without the tested rows.

    Notes
    -----
    With G = (K + N)⁻¹ and a = G y, the residuals of rows I under the fit without them are (G_II)⁻¹ a_I (METHODS J.5).
    """
    duals = inverse @ system.targets

    def block(start: int, stop: int) -> tuple[Floats, Mask]:
        chosen = test.stack(start, stop, system.n)
        there = chosen < system.n
        inside = np.where(there, chosen, 0)
        parts = inverse[inside[:, :, None], inside[:, None, :]]
        if not there.all():
            parts = np.where(there[:, :, None] & there[:, None, :], parts, np.eye(chosen.shape[1]))
        residuals = np.linalg.solve(parts, np.where(there[..., None], duals[inside], 0.0))
        safe = np.ones(len(chosen), dtype=np.bool_)
        if test.only_tested:
            return (system.targets[inside] - residuals)[there], safe
        return np.concatenate([changed(start + at, residuals[at][there[at]]) for at in range(len(chosen))]), safe

    def changed(r: int, residuals: Array) -> Floats:
        """Values at all rows of a resample from its own coefficients, which are zero for the tested rows."""
        tested = test.tested[test.edges[r] : test.edges[r + 1]]
        own = duals - inverse[:, tested] @ residuals
        own[tested] = 0.0
        starts = test.starts
        return system.kernel[test.row[starts[r] : starts[r + 1]]] @ own

    return block


def one_by_one(
    system: KernelSystem, training: TrainingSets, test: TestRows
) -> Callable[[int, int], tuple[Floats, Mask]]:
    """Factor the part of the matrix that belongs to the rows of each resample."""
    starts = test.starts

    def block(start: int, stop: int) -> tuple[Floats, Mask]:
        counts = training.counts(start, stop)[0].astype(np.float64)
        used = np.flatnonzero((counts > 0) & np.isfinite(system.noise))
        rows = test.row[starts[start] : starts[stop]]
        part = system.kernel[np.ix_(used, used)]
        part[np.arange(used.size), np.arange(used.size)] += system.noise[used] / counts[used]
        duals = _solve(part, system.targets[used])
        if duals is None:
            return np.zeros((rows.size, system.targets.shape[1])), np.zeros(1, dtype=np.bool_)
        return system.kernel[np.ix_(rows, used)] @ duals, np.ones(1, dtype=np.bool_)

    return block


def _invert(matrix: Floats) -> Floats | None:
    """Inverse of a positive definite matrix, or None where it is none."""
    from scipy.linalg.lapack import dpotrf, dpotri

    factor, failed = dpotrf(matrix, lower=1)
    if failed:
        return None
    lower, failed = dpotri(factor, lower=1)
    lower = np.tril(lower)
    return None if failed else lower + np.tril(lower, -1).T


def _solve(matrix: Floats, right: Floats) -> Floats | None:
    """Solution of a positive definite system, or None where the digits do not suffice."""
    from scipy.linalg.lapack import dpocon, dpotrf, dpotrs

    size = float(np.abs(matrix).sum(axis=0).max(initial=0.0))
    factor, failed = dpotrf(matrix, lower=1)
    if failed or not matrix.size:
        return None
    near, failed = dpocon(factor, size, uplo="L")
    if failed or near * SAFE_CONDITION < 1:
        return None
    return np.asarray(dpotrs(factor, right, lower=1)[0], dtype=np.float64)
