"""Cochran's Q: whether three or more systems are equally often right on the same rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.comparisons.comparison import floored
from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.arrays import Array
    from foldwise.predictions import Predictions

__all__ = ["CochranQ", "cochran_q", "cochran_q_of"]

FEWEST_SYSTEMS = 2
"""Systems that Q is defined for."""


@final
@dataclass(frozen=True)
class CochranQ:
    """Q, its degrees of freedom, and how often systems without a difference would give at least as much."""

    statistic: float
    df: int
    p_value: float


def cochran_q(right: Array) -> CochranQ:
    """Test whether k systems are equally often right, (n, k) of 0 and 1 (METHODS D.8).

    Q = (k - 1)(k·ΣGⱼ² - (ΣGⱼ)²)/(k·ΣLᵢ - ΣLᵢ²) against χ² with k - 1 degrees of freedom, Gⱼ the rows system j is right on
    and Lᵢ the systems that are right on row i. Rows on which all agree do not count.

    References
    ----------
    cochran1950.

    Examples
    --------
    >>> table = [
    ...     [1, 1, 0],
    ...     [1, 0, 0],
    ...     [1, 1, 1],
    ...     [0, 1, 0],
    ...     [1, 0, 0],
    ...     [1, 1, 0],
    ...     [1, 1, 0],
    ...     [0, 0, 0],
    ...     [1, 0, 1],
    ...     [1, 1, 0],
    ... ]
    >>> found = cochran_q(np.array(table))
    >>> round(found.statistic, 4), found.df, round(found.p_value, 6)
    (7.0, 2, 0.030197)
    """
    from scipy.special import chdtrc

    table = np.asarray(right, dtype=np.float64)
    k = table.shape[1]
    if k < FEWEST_SYSTEMS:
        message = f"Cochran's Q compares two systems or more, and there is {k}"
        raise InputError(message)
    systems, rows = table.sum(axis=0), table.sum(axis=1)
    spread = float(k * rows.sum() - (rows**2).sum())
    if spread == 0:
        return CochranQ(0.0, k - 1, 1.0)
    statistic = (k - 1) * float(k * (systems**2).sum() - systems.sum() ** 2) / spread
    return CochranQ(statistic, k - 1, floored(chdtrc(k - 1, statistic)))


def cochran_q_of(predictions: Predictions) -> CochranQ:
    """Test all systems of one test set at once; pairwise tests follow where it finds a difference."""
    outputs = [predictions.of(name) for name in predictions.models]
    return cochran_q(np.stack([one.output == predictions.truth[one.row] for one in outputs], axis=1))
