"""Local averages: rows weighted by a kernel of their distance."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING

import numpy as np

from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.typing import Given

__all__ = ["ENDLESS", "KERNELS", "check_parameters", "kernel_weights", "local_sums", "wrong_parameter"]

ENDLESS = ("exponential", "gaussian")
"""Kernels that give every row some weight."""
KERNELS = ("cosine", "epanechnikov", "exponential", "gaussian", "linear", "tophat")
"""Kernels, by the names scikit-learn's `KernelDensity` has for them."""
DISTANCES_AT_ONCE = 1_000_000
"""Distances held at once."""


def wrong_parameter(bandwidth: Given, kernel: Given) -> str | None:
    """Say what is wrong with the parameters, or None."""
    if not isinstance(bandwidth, Real) or not 0 < float(bandwidth) < np.inf:
        return f"the bandwidth is a number above 0, not {bandwidth!r}"
    if kernel not in KERNELS:
        return f"the kernel is one of {', '.join(KERNELS)}, not {kernel!r}"
    return None


def check_parameters(bandwidth: Given, kernel: Given) -> None:
    """Refuse parameters that are wrong."""
    message = wrong_parameter(bandwidth, kernel)
    if message:
        raise InputError(message, hint="bandwidth=1.0" if "bandwidth" in message else "kernel='gaussian'")


def kernel_weights(squares: Floats, kernel: str) -> Floats:
    """Weight of a row from its squared distance in bandwidths, up to a constant factor.

    Examples
    --------
    >>> kernel_weights(np.array([0.0, 0.25, 4.0]), "epanechnikov")
    array([1.  , 0.75, 0.  ])
    """
    if kernel in ENDLESS:
        return np.exp(exponents(squares, kernel))
    if kernel == "tophat":
        return (squares < 1).astype(np.float64)
    if kernel == "epanechnikov":
        return np.maximum(1 - squares, 0)
    distances = np.minimum(np.sqrt(squares), 1)
    return 1 - distances if kernel == "linear" else np.where(distances < 1, np.cos(np.pi / 2 * distances), 0)


def exponents(squares: Floats, kernel: str) -> Floats:
    """Logarithm of the weight that an endless kernel gives."""
    return -squares / 2 if kernel == "gaussian" else -np.sqrt(squares)


def squared_distances(rows: Floats, others: Floats, bandwidth: float) -> Floats:
    """Squared distances of all pairs, in bandwidths."""
    from scipy.spatial.distance import cdist

    return np.asarray(cdist(rows, others, "sqeuclidean") / bandwidth**2, dtype=np.float64)


def local_sums(rows: Floats, others: Floats, targets: Floats, *, bandwidth: float, kernel: str) -> Floats:
    """Sums of `targets` (n, m) over the other rows, weighted by the kernel of their distance to each row (N, m).

    The sums of an endless kernel are divided by the largest weight, so that a row far from all others does not end up with
    none. Rows whose targets are all zero do not count.
    """
    counted = np.any(targets != 0, axis=1)
    others, targets = others[counted], targets[counted]
    step = max(1, DISTANCES_AT_ONCE // max(1, len(others)))
    sums = np.empty((len(rows), targets.shape[1]))
    for start in range(0, len(rows), step):
        squares = squared_distances(rows[start : start + step], others, bandwidth)
        if kernel in ENDLESS:
            powers = exponents(squares, kernel)
            weights = np.exp(powers - powers.max(axis=1, keepdims=True))
        else:
            weights = kernel_weights(squares, kernel)
        sums[start : start + step] = weights @ targets
    return sums
