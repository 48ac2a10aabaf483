"""Many small covariance matrices inverted at once, and which of them are too near to singular for that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise import native

if TYPE_CHECKING:
    from foldwise.arrays import Floats

__all__ = ["WEAKEST", "inverse_factors"]

WEAKEST = 1e-4
"""Smallest eigenvalue of a matrix that would be the identity on all rows: below, too few digits are sure."""

LANE_COLUMNS = 128
"""Columns up to which matrices are factored side by side by the compiled kernel; a library's blocks are quicker above."""


def inverse_factors(matrices: Floats) -> tuple[Floats, Floats]:
    """Inverse Cholesky factors U with U A Uᵀ = I (B, p, p), and a lower bound of the smallest eigenvalues (B,).

    The bound is 1 / ‖U‖², since ‖A⁻¹‖₂ ≤ ‖U‖²; it is 0, and U the identity, where A is not positive definite.

    Examples
    --------
    >>> factors, least = inverse_factors(np.array([[[4.0]], [[-1.0]]]))
    >>> factors.ravel(), least
    (array([0.5, 1. ]), array([4., 0.]))
    """
    if native.COMPILED and matrices.shape[1] <= LANE_COLUMNS:
        factors, least = np.empty(matrices.shape), np.empty(len(matrices))
        native._native.invert_factors(matrices=matrices, factors=factors, least=least)
        return factors, least
    from scipy.linalg.lapack import dpotrf, dtrtri

    factors = np.empty_like(matrices)
    least = np.empty(len(matrices))
    for at, matrix in enumerate(matrices):
        # LAPACK counts in columns: its upper factor of Aᵀ = A is our lower one.
        upper, wrong = dpotrf(matrix.T, lower=0, clean=1)
        inverse, singular = (upper, wrong) if wrong else dtrtri(upper, lower=0, overwrite_c=1)
        if wrong or singular:
            factors[at], least[at] = np.eye(matrix.shape[0]), 0.0
        else:
            factors[at] = inverse.T
            least[at] = 1 / np.vdot(inverse, inverse)
    return factors, least
