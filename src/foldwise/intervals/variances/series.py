"""Losses in time order: one mean per time, and the long-run variance of their mean."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from foldwise.plans import parse

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures import ModelScores

__all__ = ["harvey_factor", "lags_for", "serial_variance", "time_means"]


def time_means(scored: ModelScores) -> Floats:
    """Mean loss at each time that was tested, in time order (T,)."""
    rank = scored.predictions.time
    times = scored.row if rank is None else rank[scored.row]
    weights = np.ones(times.size) if scored.outcomes.weights is None else scored.outcomes.weights
    place = np.unique(times, return_inverse=True)[1]
    return np.bincount(place, weights=weights * scored.losses) / np.bincount(place, weights=weights)


def lags_for(scored: ModelScores, size: int) -> int:
    """Number of autocovariances to sum: the horizon of the plan, or the usual rule of thumb 4(T/100)^(2/9) if that is more."""
    horizon = int(getattr(parse(scored.resamples.plan), "horizon", 0))
    return max(horizon, int(4 * (size / 100) ** (2 / 9)))


def serial_variance(series: Floats, lags: int) -> float:
    """Variance of the mean of a series, (γ₀ + 2 Σ γⱼ)/T over `lags` autocovariances (METHODS A.7).

    The unweighted sum can be negative; then Bartlett weights are used, with which it cannot.

    Examples
    --------
    >>> serial_variance(np.array([1.0, 2.0, 3.0, 4.0]), 1)
    0.46875
    """
    size = series.size
    centred = series - series.mean()
    gammas = np.array([float(centred[lag:] @ centred[: size - lag]) / size for lag in range(lags + 1)])
    plain = (gammas[0] + 2 * gammas[1:].sum()) / size
    if plain > 0:
        return float(plain)
    taper = 1 - np.arange(1, lags + 1) / (lags + 1)
    return max(0.0, float(gammas[0] + 2 * taper @ gammas[1:]) / size)


def harvey_factor(size: int, lags: int) -> float:
    """Factor for small samples, √((T + 1 - 2h + h(h-1)/T)/T) with h = lags + 1; the error is divided by it.

    Examples
    --------
    >>> round(harvey_factor(10, 0), 4)
    0.9487
    """
    h = lags + 1
    return sqrt((size + 1 - 2 * h + h * (h - 1) / size) / size)
