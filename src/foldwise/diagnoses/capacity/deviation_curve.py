"""Effective VC dimension, from training errors on random labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from foldwise.arrays import Floats

__all__ = ["EffectiveDimension", "expected_deviation", "fit_vc_dimension"]

A, B, K = 0.16, 1.2, 0.14928
"""Constants of the curve, as they were found for linear rules."""


@final
@dataclass(frozen=True, eq=False)
class EffectiveDimension:
    """VC dimension that fits the deviations best.

    Parameters
    ----------
    value
        The dimension.
    sizes
        Half-sample sizes (S,).
    deviations
        Largest deviations between the error rates of two half-samples (S,).
    fitted
        What the curve says at that dimension (S,).
    """

    value: float
    sizes: Floats
    deviations: Floats
    fitted: Floats

    @property
    def misfit(self) -> float:
        """Root mean squared distance of the deviations from the curve."""
        return float(np.sqrt(np.mean((self.deviations - self.fitted) ** 2)))


def expected_deviation(ratio: ArrayLike) -> Floats:
    """Φ(τ): expected largest deviation of the error rates of two half-samples of τh rows (METHODS F.6).

    1 for τ < ½, else a(ln 2τ + 1)/(τ - k) · (√(1 + b(τ - k)/(ln 2τ + 1)) + 1).

    References
    ----------
    vapnik1994.

    Examples
    --------
    >>> expected_deviation([0.1, 0.5, 5.0, 50.0]).round(3).tolist()
    [1.0, 1.0, 0.29, 0.079]
    """
    t = np.asarray(ratio, dtype=np.float64)
    safe = np.maximum(t, 0.5)
    scale = np.log(2 * safe) + 1
    curve = A * scale / (safe - K) * (np.sqrt(1 + B * (safe - K) / scale) + 1)
    return np.where(t < 0.5, 1.0, np.minimum(curve, 1.0))


def fit_vc_dimension(sizes: ArrayLike, deviations: ArrayLike) -> EffectiveDimension:
    """Fit the dimension h to deviations at half-sample sizes n' by least squares of Φ(n'/h).

    A learner that does not minimise its training error seems smaller than its family is: it is the effective dimension.

    Parameters
    ----------
    sizes
        Half-sample sizes (S,).
    deviations
        1 - 2 · training error on twice as many rows with random labels, averaged over draws (S,).

    Examples
    --------
    >>> sizes = np.array([5, 10, 20, 40, 80])
    >>> round(fit_vc_dimension(sizes, expected_deviation(sizes / 7)).value, 2)
    7.0
    """
    from scipy.optimize import minimize_scalar

    n, xi = np.asarray(sizes, dtype=np.float64), np.asarray(deviations, dtype=np.float64)
    if n.shape != xi.shape or n.ndim != 1 or n.size < 2 or (n < 1).any():
        message = f"two half-sample sizes of 1 or more, with a deviation each, are needed, not {n.shape} and {xi.shape}"
        raise InputError(message)
    grid = np.geomspace(0.05, 4 * n.max(), 400)
    losses = ((expected_deviation(n[None] / grid[:, None]) - xi) ** 2).sum(axis=1)
    at = int(losses.argmin())
    ends = (float(grid[max(at - 1, 0)]), float(grid[min(at + 1, grid.size - 1)]))
    best = minimize_scalar(
        lambda h: float(((expected_deviation(n / h) - xi) ** 2).sum()), bounds=ends, method="bounded"
    )
    value = float(best.x) if best.fun <= losses[at] else float(grid[at])
    return EffectiveDimension(value, n, xi, expected_deviation(n / value))
