"""Solve many small least-squares problems at once, and say which of them were safe to solve that way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise import native
from foldwise.engine.linalg.design import IN_CACHE, Design, centre_of
from foldwise.engine.threads import blocks

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats, Mask

__all__ = [
    "LANE_COLUMNS",
    "Basis",
    "LeastNorm",
    "Penalty",
    "Solver",
    "probing_signs",
    "smallest_pivot",
    "solve_probed",
    "whiten",
]

SAFE_PIVOT = 1e-7
"""Smallest pivot of a matrix with ones on its diagonal that leaves eight digits in the solution."""
SAFE_SHARE = 1e-4
"""Smallest share of the spread of all rows that the training rows must keep in every direction: with less, predictions of
the rows that had the spread are extrapolations that multiply what rounding has done."""
LANE_COLUMNS = 128
"""Columns up to which systems are factored and solved side by side by the compiled kernel; a library's blocks are quicker above."""
RANK_MARGIN = 1e3
"""How far from the edge of a rank decision the pivots must be to stand in for the singular values."""
EMPTY_SHARE = 1e-13
"""Share of the largest singular value below which a direction is empty but for rounding."""


class Solver(ABC):
    """Solves normal equations.

    `many` solutions are given per target; `smallest` is the least penalty among them.
    """

    @property
    def many(self) -> int:
        """Number of solutions per target."""
        return 1

    @property
    def smallest(self) -> float:
        """Smallest penalty."""
        return 0.0

    @abstractmethod
    def fit(self, sums: Floats, design: Design, rows: Codes) -> tuple[Floats, Mask]:
        """Coefficients (b, t, m) from stacks of products (b, q, q) of so many rows (b,), and which are safe (b,).

        The products are used up: large arrays are changed in place, because new ones cost more than the arithmetic.
        """


@final
@dataclass(frozen=True)
class Penalty(Solver):
    """Ridge: the smallest squared error plus `sizes` times the squared length of the coefficients.

    Several penalties share the products of the rows.
    """

    sizes: tuple[float, ...]

    @property
    def many(self) -> int:
        """Number of penalties."""
        return len(self.sizes)

    @property
    def smallest(self) -> float:
        """Smallest penalty."""
        return min(self.sizes)

    def fit(self, sums: Floats, design: Design, rows: Codes) -> tuple[Floats, Mask]:  # noqa: ARG002
        """Solve (ZᵀWZ + P) b = ZᵀWY for every penalty, all targets of the first before those of the second (b, t, A · m).

        The constant has no penalty.
        """
        some = blocks(self.many, IN_CACHE // sums.size)
        solutions, safe = zip(*(self._fit(sums, design, self.sizes[a:b]) for a, b in some), strict=True)
        return np.concatenate(solutions, axis=2) if len(some) > 1 else solutions[0], np.logical_and.reduce(safe)

    def _fit(self, sums: Floats, design: Design, sizes: tuple[float, ...]) -> tuple[Floats, Mask]:
        """Solve for some of the penalties, all systems side by side."""
        count, t = len(sizes), design.terms
        several = np.repeat(sums[None], count, axis=0) if self.many > 1 else sums[None]
        places = np.arange(int(design.intercept), t)
        several[..., places, places] += np.asarray(sizes)[:, None, None] * design.scale**2
        systems = several.reshape(-1, *sums.shape[1:])
        solution, size = solve_probed(systems[:, :t, :t], systems[:, :t, t:], design.weight)
        found = solution.reshape(count, len(sums), t, -1).transpose(1, 2, 0, 3)
        safe = size.reshape(count, -1) < 0.1 / SAFE_PIVOT
        return found.reshape(len(sums), t, -1), np.logical_and.reduce(safe)


@final
@dataclass(frozen=True, eq=False)
class LeastNorm(Solver):
    """Ordinary least squares; of several solutions the shortest, in the coordinates of the user's features.

    The products are given in the coordinates of the `basis`; directions with a singular value below the share `cut` of
    the largest are left out, as `scipy.linalg.lstsq` does.
    """

    basis: Basis
    cut: float

    @property
    def certain(self) -> bool:
        """Whether the rank of all rows does not depend on rounding; a cut that is as small as rounding needs all directions."""
        rank, columns = self.basis.back.shape
        return self.cut > EMPTY_SHARE or (rank == columns and self.basis.smallest > SAFE_PIVOT * self.basis.largest)

    @property
    def room(self) -> float:
        """Smallest share of the rows' spread that must be left in every direction for the rank to be beyond doubt."""
        if not self.certain:
            return np.inf
        return max(RANK_MARGIN * (self.cut * self.basis.largest / self.basis.smallest) ** 2, SAFE_SHARE)

    def fit(self, sums: Floats, design: Design, rows: Codes) -> tuple[Floats, Mask]:
        """Solve where the rank is plain to see; elsewhere look at the singular values."""
        t = design.terms
        solution, size = solve_probed(sums[:, :t, :t], sums[:, :t, t:], design.weight)
        safe = size < 0.1 / self.room
        if not safe.all():
            solution[~safe], safe[~safe] = self._look(sums[~safe], design, rows[~safe])
        return solution, safe

    def _look(self, sums: Floats, design: Design, rows: Codes) -> tuple[Floats, Mask]:
        """Take the products about the means, and find the shortest solution."""
        p = self.basis.rows.shape[1]
        sums = sums / design.weight  # the whole then has the unit matrix
        if not design.intercept:
            return self._shortest(sums[:, :p, :p], sums[:, :p, p:], rows)
        filled = sums[:, 0, 0] > 0
        means = sums[:, :1, 1:] / np.where(filled, sums[:, 0, 0], 1.0)[:, None, None]
        about = sums[:, 1:, 1:] - sums[:, 1:, :1] * means
        slopes, safe = self._shortest(about[:, :p, :p], about[:, :p, p:], rows - 1)
        constant = means[..., p:] - means[..., :p] @ slopes
        return np.concatenate([constant, slopes], axis=1), safe & filled

    def _shortest(self, products: Floats, cross: Floats, rank: Codes) -> tuple[Floats, Mask]:
        """With C = E Λ Eᵀ and X = Q R, the singular values of the rows are those of Λ^½ Eᵀ R.

        Directions may be empty for want of rows, their rank being at most `rank`. Where others are as good as empty, the
        rows that are left out had nearly all of their spread, and the digits do not tell how little is left.
        """
        values, vectors = np.linalg.eigh(products)
        some = values[:, -1] > 0
        share = values / np.where(some, values[:, -1], 1.0)[:, None]
        empty = share < EMPTY_SHARE
        safe = some & (empty.sum(axis=1) <= np.maximum(empty.shape[1] - rank, 0))
        safe &= ~(~empty & (share < SAFE_SHARE)).any(axis=1)
        root = np.sqrt(np.where(empty, 0.0, values))  # (b, k)
        turned = np.swapaxes(vectors, 1, 2)
        left, sizes, right = np.linalg.svd(root[:, :, None] * (turned @ self.basis.back), full_matrices=False)
        share = sizes / np.where(some, sizes[:, 0], 1.0)[:, None]
        kept = share > self.cut
        # What rounding leaves behind is measured by the largest singular value of all rows.
        safe &= ~(kept & (sizes < SAFE_PIVOT * self.basis.largest)).any(axis=1)
        safe &= (np.abs(share / self.cut - 1) > 1e-4).all(axis=1)
        if self.cut <= EMPTY_SHARE:
            safe &= self.certain & (kept & ~empty).all(axis=1)
        inverse = np.where(empty, 0.0, 1.0 / np.where(empty, 1.0, root))
        inner = np.swapaxes(left, 1, 2) @ (inverse[:, :, None] * (turned @ cross))
        inner *= np.where(kept, 1.0 / np.where(kept, sizes, 1.0), 0.0)[:, :, None]
        return self.basis.back @ (np.swapaxes(right, 1, 2) @ inner), safe


@final
@dataclass(frozen=True, eq=False)
class Basis:
    """The features in coordinates in which all of them together have products near the unit matrix.

    Parameters
    ----------
    rows
        The features in the new coordinates (n, k); k is their rank.
    back
        What gives the features about their means again: rows · back, (k, p).
    smallest, largest
        Singular values of the features about their means.
    """

    rows: Floats
    back: Floats
    smallest: float
    largest: float


def whiten(X: Floats, weights: Floats | None, *, intercept: bool) -> Basis:
    """Find the basis; from the products where they carry enough digits, else from the rows themselves."""
    n, p = X.shape
    nothing = np.zeros((n, 0))
    centre = centre_of(X) if intercept else np.zeros(p)
    total = Design(X, nothing, centre, np.ones(p), np.zeros(0), intercept, weights).total
    if intercept:
        means = total[0, 1:] / total[0, 0]
        total = total[1:, 1:] - np.outer(total[0, 1:], means)
        centre = centre + means
    lengths = np.sqrt(np.maximum(np.diagonal(total), 0.0))
    scale = np.where(lengths > 0, lengths, 1.0)
    values, vectors = np.linalg.eigh(total / np.outer(scale, scale))
    if p < n and values[0] > 1e-10 * values[-1]:
        roots, turned = np.sqrt(values), vectors.T
    else:
        about = (X - centre) / scale
        if weights is not None:
            about *= np.sqrt(weights)[:, None]
        _, roots, turned = np.linalg.svd(about, full_matrices=False)
        kept = roots > EMPTY_SHARE * max(roots[0], 1e-300)
        roots, turned = roots[kept], turned[kept]
    back = roots[:, None] * turned * scale
    rows = np.empty((n, roots.size))
    whitening = turned.T / roots / scale[:, None]
    origin = _typical_row(X, scale) if intercept else centre
    for a, b in blocks(n, max(1, IN_CACHE // p)):
        rows[a:b] = (X[a:b] - origin) @ whitening
    sizes = np.linalg.svd(back, compute_uv=False) if roots.size else np.zeros(0)
    return Basis(rows, back, *((float(sizes[-1]), float(sizes[0])) if sizes.size else (1.0, 1.0)))


def _typical_row(X: Floats, scale: Floats) -> Floats:
    """A row from the middle: unlike the means it is not dragged away by far rows, and it lies where the rows lie."""
    some = X[:: max(1, len(X) // 100)]
    return some[np.square((some - np.median(some, axis=0)) / scale).sum(axis=1).argmin()]


def solve_probed(matrices: Floats, right: Floats, unit: float) -> tuple[Floats, Floats]:
    """Solve many positive definite systems, and estimate how large the inverse of each matrix, measured in `unit`, is (b,).

    The largest element of A⁻¹z for random signs z is a close lower estimate of the norm of A⁻¹ (Higham 2002, chapter 15),
    for two more right-hand sides instead of a factorisation. A singular matrix gets infinity.
    """
    count, size, m = right.shape
    sides = np.empty((count, size, m + 2))
    sides[..., :m] = right
    sides[..., m:] = unit * probing_signs(size)
    if native.COMPILED and 0 < size <= LANE_COLUMNS:
        sound = np.empty(count, dtype=np.uint8)
        native._native.solve_definite(matrices=matrices, solutions=sides, sound=sound)
        solution: Floats = sides
        solution[sound == 0, :, m:] = np.inf
    else:
        solution = _solve(matrices, sides, unit, m)
    return solution[..., :m], np.abs(solution[..., m:]).max(axis=(1, 2), initial=0.0)


def _solve(matrices: Floats, sides: Floats, unit: float, m: int) -> Floats:
    try:
        return np.asarray(np.linalg.solve(matrices, sides), dtype=np.float64)
    except np.linalg.LinAlgError:
        whole = smallest_pivot(matrices) > EMPTY_SHARE * unit
        possible = np.where(whole[:, None, None], matrices, unit * np.eye(matrices.shape[1]))
        solution = np.asarray(np.linalg.solve(possible, sides), dtype=np.float64)
        solution[~whole, :, m:] = np.inf
        return solution


@cache
def probing_signs(size: int) -> Floats:
    """Two columns of random signs (size, 2), the same for the same size."""
    return np.random.default_rng(size).choice([-1.0, 1.0], (size, 2))


def smallest_pivot(matrices: Floats) -> Floats:
    """Smallest pivot of the Cholesky factors (b,); where one has none, the smallest eigenvalue instead."""
    if matrices.shape[1] == 0:
        return np.ones(len(matrices))
    try:
        factors = np.linalg.cholesky(matrices)
    except np.linalg.LinAlgError:
        return np.asarray(np.linalg.eigvalsh(matrices)[:, 0], dtype=np.float64)
    return np.diagonal(factors, axis1=1, axis2=2).min(axis=1) ** 2
