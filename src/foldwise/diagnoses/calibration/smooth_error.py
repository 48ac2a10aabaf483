"""Smooth calibration errors: distances from calibration without bins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.diagnoses.calibration.recalibration import binary_probabilities

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from foldwise.arrays import Floats

__all__ = ["kernel_calibration_error", "smooth_calibration_error"]

CELLS = 1000
"""Cells that probabilities are rounded to where there are more distinct ones, or for the kernel."""


def smooth_calibration_error(truth: ArrayLike, probabilities: ArrayLike) -> float:
    """Largest mean of w(p)(y - p) over functions w between -1 and 1 with a slope of at most 1 (smCE).

    Within a constant of the distance to the nearest calibrated probabilities, and continuous: moving probabilities a little
    moves it a little, unlike errors by bins. A linear program; more than 1,000 distinct probabilities are rounded to
    0.001.

    Parameters
    ----------
    truth
        1 for rows of the positive class, 0 for others (n,).
    probabilities
        Probability of the positive class (n,).

    References
    ----------
    blasiok2023.

    Examples
    --------
    >>> round(smooth_calibration_error([1, 1, 0, 0], [0.3, 0.3, 0.3, 0.3]), 6)
    0.2
    """
    from scipy.optimize import linprog
    from scipy.sparse import csr_array

    y, p = binary_probabilities(truth, probabilities)
    cells = np.unique(p)
    rounded = p if cells.size <= CELLS else np.round(p * CELLS) / CELLS
    cells, place = np.unique(rounded, return_inverse=True)
    residuals = np.bincount(place, weights=y - p) / y.size
    if cells.size == 1:
        return abs(float(residuals[0]))
    # |w(next) - w(this)| ≤ distance: two rows of the constraints for every pair of neighbours.
    gaps, at = np.diff(cells), np.arange(cells.size - 1)
    rows = np.concatenate([at, at, at + at.size, at + at.size])
    places, signs = np.concatenate([at + 1, at, at, at + 1]), np.repeat([1.0, -1.0, 1.0, -1.0], at.size)
    slopes: Any = csr_array((signs, (rows, places)), shape=(2 * at.size, cells.size))
    found = linprog(-residuals, A_ub=slopes, b_ub=np.concatenate([gaps, gaps]), bounds=(-1, 1))
    return max(0.0, -float(found.fun or 0.0))


def kernel_calibration_error(truth: ArrayLike, probabilities: ArrayLike) -> float:
    """Smoothed expected calibration error (smECE): ∫ |mean of K_σ(p, t)(y - p)| dt at the bandwidth σ it equals.

    K is a normal kernel reflected at 0 and 1. The bandwidth needs no choice: the error falls as σ grows, and is taken where
    the two are equal. Probabilities are rounded to 0.001.

    References
    ----------
    blasiok2024.

    Examples
    --------
    >>> round(kernel_calibration_error([1, 1, 0, 0], [0.3, 0.3, 0.3, 0.3]), 3)
    0.2
    """
    y, p = binary_probabilities(truth, probabilities)
    place = np.minimum((p * CELLS).astype(np.intp), CELLS - 1)
    residuals = np.bincount(place, weights=y - p, minlength=CELLS) / y.size
    low, high = 1 / CELLS, 1.0
    if _smoothed(residuals, low) <= low:
        return _smoothed(residuals, low)
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if _smoothed(residuals, middle) > middle else (low, middle)
    return (low + high) / 2


def _smoothed(residuals: Floats, bandwidth: float) -> float:
    """∫ |smoothed residuals|."""
    from scipy.ndimage import gaussian_filter1d

    return float(np.abs(gaussian_filter1d(residuals, bandwidth * CELLS, mode="reflect", truncate=6.0)).sum())
