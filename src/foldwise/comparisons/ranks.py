"""Ties: which values are equal but for rounding, and what ties take from the variance of a sum of ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Floats

__all__ = ["tie_sum", "with_ties"]


def with_ties(values: Floats) -> Floats:
    """Values rounded to twelve digits of the largest: those that differ by rounding errors only are ties.

    Examples
    --------
    >>> np.unique(with_ties(np.array([0.1 + 0.2, 0.3]))).size
    1
    """
    largest = float(np.abs(values).max(initial=0.0))
    return values if largest == 0 else np.asarray(np.round(values / largest, 12) * largest, dtype=np.float64)


def tie_sum(ranks: Floats) -> float:
    """Σ (t³ - t) over groups of t equal values.

    Examples
    --------
    >>> tie_sum(np.array([1.0, 2.5, 2.5, 4.0]))
    6.0
    """
    _, counts = np.unique(ranks, return_counts=True)
    return float((counts.astype(np.float64) ** 3 - counts).sum())
