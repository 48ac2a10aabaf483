"""A threshold of two classes other than one half, found on one half of the rows and tried on the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from foldwise.arrays import Floats, Mask

__all__ = ["ThresholdGain", "better_threshold"]

Z = 1.96
"""Normal quantile of a 95 % interval."""
FEWEST_ROWS = 40
"""Rows from which on a threshold is looked for."""


@final
@dataclass(frozen=True)
class ThresholdGain:
    """A threshold, and what it takes off the error against one half, with its 95 % interval."""

    threshold: float
    gain: float
    low: float
    high: float


def better_threshold(positive: ArrayLike, probabilities: ArrayLike, *, seed: int = 0) -> ThresholdGain:
    """Find the threshold with the fewest errors; its gain is that of thresholds found on the other half of the rows.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> p = rng.uniform(size=2000)
    >>> found = better_threshold(rng.random(2000) < p**3, p)
    >>> 0.7 < found.threshold < 0.9, found.low > 0
    (True, True)
    """
    y, p = np.asarray(positive, dtype=np.bool_), np.asarray(probabilities, dtype=np.float64)
    if y.size < FEWEST_ROWS or y.all() or not y.any():
        return ThresholdGain(0.5, 0.0, 0.0, 0.0)
    half = np.random.default_rng(seed).permutation(y.size) % 2
    gains = np.zeros(y.size)
    for side in (0, 1):
        here = half == side
        cut = cheapest_cut(y[~here], p[~here])
        gains[here] = ((p[here] >= 0.5) != y[here]).astype(np.float64) - ((p[here] >= cut) != y[here])
    gain, error = float(gains.mean()), float(gains.std(ddof=1) / np.sqrt(y.size))
    return ThresholdGain(cheapest_cut(y, p), gain, gain - Z * error, gain + Z * error)


def cheapest_cut(y: Mask, p: Floats) -> float:
    """Threshold with the fewest errors, halfway between two probabilities; the one nearest to ½ where several have as few."""
    order = np.argsort(p, kind="stable")
    labels, values = y[order].astype(np.intp), p[order]
    errors = np.concatenate([[(labels == 0).sum()], (labels == 0).sum() + np.cumsum(2 * labels - 1)])
    cuts = np.concatenate([[0.0], (values[1:] + values[:-1]) / 2, [1.0 + 1e-12]])
    allowed = np.concatenate([[True], values[1:] > values[:-1], [True]])
    best = errors[allowed].min()
    ties = cuts[allowed][errors[allowed] == best]
    return float(ties[np.abs(ties - 0.5).argmin()])
