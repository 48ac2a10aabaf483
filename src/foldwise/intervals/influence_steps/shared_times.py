"""The variance of the mean of rows in time, several of which may be of one time, and its degrees of freedom."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

import numpy as np

from foldwise.intervals.influence_steps.long_run import (
    WHITE_NOISE_PRIOR,
    degrees_of_freedom,
    guided_prior,
    models_for,
    prior,
    series_variance,
)
from foldwise.intervals.limits.quantiles import t_quantile

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats

__all__ = ["squared_reach", "variance_in_time"]

FEWEST_SHARING = 3.0
"""Least number of rows per time for a variance within times; with fewer rows only the sums of the times are used."""
TIME_VARIANCES = np.geomspace(0.03, 2e3, 18)
"""Grid of variances of the effect shared by the rows of one time, relative to the variance of a row about it."""
LEAST_WITHIN = 1e-3
"""Least share of the sum of squares that is attributed to rows about the mean of their time."""


def variance_in_time(means: Floats, time: Codes, guide: Floats | None = None) -> tuple[float, float]:
    """Variance of the mean of contributions, and its degrees of freedom, whatever the order of rows of one time.

    Rows of one time share an effect that is autocorrelated over times, and vary about it. The squares of rows about the mean of their time
    give the variance within times, the cosine transform of the sums of the times that of the shared effect. As in `series_variance`, models of a grid are
    averaged with their posterior weights: no shared effect, or one with a variance of its own, white or in part autocorrelated.

    Parameters
    ----------
    means
        What each row contributes (n,).
    time
        Time of each row: any numbers in their order (n,).
    guide
        A second series that shows the autocorrelation of the rows, such as predictions (n,). Where that makes the interval of the mean wider,
        the prior is that of `guided_prior`.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> time, rows = np.repeat(np.arange(30), 10), rng.normal(size=300)
    >>> for common in (np.zeros(30), rng.normal(size=30)):
    ...     variance, df = variance_in_time(rows + common[time], time)
    ...     print(f"{(rows + common[time]).var() / variance:.0f} independent rows, {df:.0f} degrees of freedom")
    262 independent rows, 9 degrees of freedom
    52 independent rows, 7 degrees of freedom
    """
    place, sizes = np.unique(time, return_inverse=True, return_counts=True)[1:]
    count, n = sizes.size, float(means.size)
    centred = means - means.mean()
    sums = np.bincount(place, weights=centred).astype(np.float64)
    total = float(centred @ centred)
    priors = [prior()]
    if guide is not None and (guided := guided_prior(np.bincount(place, weights=guide) / sizes)) is not None:
        priors.append(guided)
    if n < FEWEST_SHARING * count or count < 3:
        found = [series_variance(sums, types) for types in priors]
        variance, df = max(found, key=squared_reach)
        return variance * (count / n) ** 2, df
    if total == 0:
        return 0.0, n - 1
    within = max(LEAST_WITHIN * total, total - float(sums**2 @ (1 / sizes)))
    return max((_average_of_models(sums, within, sizes, types) for types in priors), key=squared_reach)


def squared_reach(found: tuple[float, float]) -> float:
    """Squared half-width of a 95 % t interval with this variance and these degrees of freedom.

    Examples
    --------
    >>> round(squared_reach((4.0, 9.0)), 2)
    20.47
    """
    return found[0] * t_quantile(found[1], 0.95) ** 2


def _average_of_models(sums: Floats, within: float, sizes: Codes, types: Floats) -> tuple[float, float]:
    """`variance_in_time` from the sums of times, the squares of rows within times, the rows of each time and the prior of the shared effect."""
    from scipy.fft import dct

    count, n = sizes.size, float(sizes.sum())
    squared = float(sizes @ sizes)
    worth = n**2 / (count * squared)  # effective number of times of one size over the number of times
    models = models_for(count)
    power = np.add.reduceat(np.square(dct(sums, norm="ortho")[1:]), models.first) * count / n
    # Sums of times of m rows have m times the variance of a row, and m² times that of what these have in common.
    common = TIME_VARIANCES[:, None, None] * squared / n
    spectra = np.concatenate([np.ones((1, power.size)), (1 + common * models.spectra).reshape(-1, power.size)])
    rows = worth * (count - 1) + n - count
    scales = (worth * (power / spectra).sum(axis=1) + within) / rows
    fit = -0.5 * worth * (np.log(spectra) @ models.many) - 0.5 * rows * np.log(scales)
    alike = (1 - WHITE_NOISE_PRIOR) / TIME_VARIANCES.size
    posterior = np.exp(fit - fit.max()) * np.concatenate(
        [[WHITE_NOISE_PRIOR], np.tile(alike * types, TIME_VARIANCES.size)]
    )
    posterior /= posterior.sum()
    raised = np.concatenate([[1.0], (1 + common[:, :, 0] * count * models.means).ravel()])
    found = np.log(scales * raised / n)
    centre = float(posterior @ found)
    df, bias = degrees_of_freedom(float(posterior @ (found - centre) ** 2) + 2 / rows)
    return exp(centre + bias), df
