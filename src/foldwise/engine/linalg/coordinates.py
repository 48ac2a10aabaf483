"""Coordinates in which a covariance of all rows is the identity."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np
from array_api_compat import array_namespace

from foldwise import native
from foldwise.engine.linalg.array_api import beside
from foldwise.engine.linalg.grams import TrainingGrams
from foldwise.engine.linalg.solvers import LANE_COLUMNS

if TYPE_CHECKING:
    from foldwise.arrays import ApiArray, Floats
    from foldwise.engine.linalg.class_rows import ClassRows

__all__ = [
    "LARGEST_SQUARED_DISTANCE",
    "SMALLEST_WHITENED_EIGENVALUE",
    "WORST_CONDITION",
    "Coordinates",
    "about_means",
    "class_covariances",
    "coordinates",
    "inverse_factors",
    "keeps_directions",
    "shrunk",
]

SMALLEST_WHITENED_EIGENVALUE = 1e-4
"""Smallest eigenvalue of a matrix that would be the identity on all rows: below, too few digits are sure."""
WORST_CONDITION = 1e7
"""Condition number of a covariance up to which solvers that do not scale the columns keep nine digits."""
LARGEST_SQUARED_DISTANCE = 1e7
"""Squared distance of a class mean from zero, in spreads, up to which those solvers keep nine digits: they do not centre."""
LEAST_EIGENVALUE, NO_EIGENVALUE = 1e-9, 1e-12
"""Smallest eigenvalue of a correlation matrix that is inverted, and largest that is taken for zero."""


@final
@dataclass(frozen=True, eq=False)
class Coordinates:
    """z = (x - centre) T: T scales the columns, and turns them so that a covariance becomes the identity.

    Any invertible T gives the same discriminants; this one loses the fewest digits.
    """

    T: Floats
    least: float
    """Smallest eigenvalue of the correlation matrix that is not zero; 0 where it cannot be told from zero."""

    @cached_property
    def back(self) -> Floats:
        """The matrix that leads back, z back = x - centre."""
        # Columns in very different units are brought to one first: else the inverse takes the smaller ones for nothing.
        units = np.linalg.norm(self.T, axis=1)
        units = np.where(units > 0, units, 1.0)
        return np.asarray(np.linalg.pinv(self.T / units[:, None]) / units, dtype=np.float64)

    @cached_property
    def log_volume(self) -> float:
        """Logarithm of |det T|."""
        return float(np.linalg.slogdet(self.T)[1])


def coordinates(covariance: Floats, total: Floats | None = None) -> Coordinates:
    """Find the coordinates in which a covariance matrix is the identity.

    Directions in which it is zero are left out where `total`, the covariance of all rows about their mean, is zero in
    them too: then no row has anything there, and no discriminant depends on them.
    """
    scale = np.sqrt(np.diag(covariance))
    scale = np.where(scale > 0, scale, 1.0)
    values, vectors = np.linalg.eigh(covariance / np.outer(scale, scale))
    kept = values > LEAST_EIGENVALUE
    if not kept.all():
        empty = vectors[:, ~kept] / scale[:, None]
        nowhere = total is not None and np.einsum("ij,ik,kj->j", empty, total, empty).max() < NO_EIGENVALUE
        if not kept.any() or not nowhere or values[~kept].max() > NO_EIGENVALUE:
            return Coordinates(np.diag(1 / scale), 0.0)
    values, vectors = values[kept], vectors[:, kept]
    return Coordinates(vectors / np.sqrt(values) / scale[:, None], float(values[0]))


def class_covariances(rows: ClassRows) -> Floats:
    """Covariance of each class over all rows, divided by its number of rows (C, p, p)."""
    return np.stack(
        [TrainingGrams.sum_of(rows.deviations(c), mine.size) / max(1, mine.size) for c, mine in enumerate(rows.rows)]
    )


def about_means(sums: ApiArray) -> tuple[ApiArray, ApiArray, ApiArray]:
    """Counts (B, C), means (B, C, q) and sums of squares and products about them (B, C, q, q).

    The sums are those of z zᵀ over the rows of each class, with a one at the end of z (B, C, q + 1, q + 1).
    """
    xp = array_namespace(sums)
    counts = xp.round(sums[:, :, -1, -1])
    means = sums[:, :, :-1, -1] / xp.maximum(counts, xp.ones_like(counts))[:, :, None]
    outer = (counts[:, :, None] * means)[:, :, :, None] * means[:, :, None, :]
    return counts, means, sums[:, :, :-1, :-1] - outer


def shrunk(covariances: ApiArray, shrinkage: float | None, T: Floats | None = None) -> ApiArray:
    """Covariances (…, p, p) pulled towards a multiple of the identity of the columns x, in coordinates z = x T."""
    if not shrinkage:
        return covariances
    xp, p = array_namespace(covariances), covariances.shape[-1]
    identity = np.eye(p) if T is None else T.T @ T
    # The trace of x's covariance is that of z's with the inverse of TᵀT.
    traces = xp.sum(covariances * beside(np.linalg.inv(identity).T, covariances), axis=(-2, -1), keepdims=True) / p
    return (1 - shrinkage) * covariances + shrinkage * traces * beside(identity, covariances)


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


def inverse_factors(matrices: ApiArray) -> tuple[ApiArray, ApiArray]:
    """Inverse Cholesky factors U with U A Uᵀ = I (B, p, p), and a lower bound of the smallest eigenvalues (B,).

    The bound is 1 / ‖U‖², since ‖A⁻¹‖₂ ≤ ‖U‖²; it is 0, and U the identity, where A is not positive definite.

    Examples
    --------
    >>> factors, least = inverse_factors(np.array([[[4.0]], [[-1.0]]]))
    >>> factors.ravel(), least
    (array([0.5, 1. ]), array([4., 0.]))
    """
    if not isinstance(matrices, np.ndarray):
        return _factors_by_rows(matrices)
    if native.COMPILED and matrices.shape[1] <= LANE_COLUMNS:
        factors, least = np.empty(matrices.shape), np.empty(len(matrices))
        native._native.invert_factors(matrices=matrices, factors=factors, least=least)
        return factors, least
    return _factors_by_matrix(matrices)


def _factors_by_matrix(matrices: Floats) -> tuple[Floats, Floats]:
    """One matrix after the other, by LAPACK."""
    from scipy.linalg.lapack import dpotrf, dtrtri

    factors = np.empty_like(matrices)
    least = np.empty(len(matrices))
    for at, matrix in enumerate(matrices):
        # LAPACK counts in columns: its upper factor of Aᵀ = A is our lower one.
        upper, wrong = dpotrf(matrix.T, lower=0, clean=1)
        inverse, singular = (upper, wrong) if wrong else dtrtri(upper, lower=0, overwrite_c=1)
        size = np.vdot(inverse, inverse)
        if wrong or singular or np.isnan(size):  # LAPACK need not tell of what is no number
            factors[at], least[at] = np.eye(matrix.shape[0]), 0.0
        else:
            factors[at], least[at] = inverse.T, 1 / size
    return factors, least


def _factors_by_rows(matrices: ApiArray) -> tuple[ApiArray, ApiArray]:
    """All matrices at once, row after row of their factors, in arrays of any library.

    `linalg.cholesky` of a stack raises where one matrix is not positive definite, and the array API does not tell which.
    With U the first j rows, l = U a is row j of the Cholesky factor, d² = a_jj - l·l its pivot, and row j of the inverse
    (e_j - l U) / d.
    """
    xp, p = array_namespace(matrices), matrices.shape[1]
    identity = beside(np.eye(p), matrices)
    inverse, definite = xp.zeros_like(matrices[:, :0, :]), matrices[:, 0, 0] == matrices[:, 0, 0]
    for j in range(p):
        row = inverse @ matrices[:, :, j : j + 1]  # (B, j, 1)
        pivot = matrices[:, j, j] - xp.sum(row * row, axis=(1, 2))
        positive = pivot > 0
        definite = definite & positive
        size = xp.sqrt(xp.where(positive, pivot, xp.ones_like(pivot)))[:, None, None]
        inverse = xp.concat([inverse, (identity[j, :] - xp.matrix_transpose(row) @ inverse) / size], axis=1)
    factors = xp.where(definite[:, None, None], inverse, identity)
    bound = 1 / xp.sum(factors * factors, axis=(1, 2))
    return factors, xp.where(definite, bound, xp.zeros_like(bound))
