"""The variance of the mean of rows in time, several of which may be of one time, and its degrees of freedom."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foldwise.intervals.influence_steps.long_run import (
    WHITE_NOISE_PRIOR,
    averaged,
    guided_prior,
    models_for,
    prior,
    series_variance,
    squares_of_series,
)
from foldwise.intervals.limits.quantiles import t_quantile

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.intervals.influence_steps.long_run import SeriesModels

__all__ = ["squared_half_width", "variance_in_time", "variance_of_squares"]

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
    sums, sizes, total = _by_time(means, time)
    count, n = sizes.size, float(means.size)
    priors = [prior()]
    if guide is not None and (guided := guided_prior(_by_time(guide, time, centred=False)[0] / sizes)) is not None:
        priors.append(guided)
    if n < FEWEST_SHARING * count or count < 3:
        variance, df = max((series_variance(sums, types) for types in priors), key=squared_half_width)
        return variance * (count / n) ** 2, df
    if total == 0:
        return 0.0, n - 1
    common = _likelihoods(sums, total, sizes)
    return max((common.variance_of_mean(types) for types in priors), key=squared_half_width)


def variance_of_squares(values: Floats, time: Codes) -> tuple[float, float]:
    """Variance of the mean of the squares of values in time, relative to that of one square, and its degrees of freedom.

    Squares of normal values have the square of the correlation of the values, which these show better than their squares do. Where times have more
    than one row, but fewer than three, rows of a time are taken for independent.

    Parameters
    ----------
    values
        Such as errors, whose squares are what is averaged (n,).
    time
        Time of each row: any numbers in their order (n,).

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> time, rows = np.repeat(np.arange(50), 5), rng.normal(size=250)
    >>> lasting = np.convolve(rng.normal(size=79), np.ones(30) / 5, "valid")
    >>> for errors in (rows, rows + lasting[time]):
    ...     print(f"{1 / variance_of_squares(errors, time)[0]:.0f} independent squares")
    248 independent squares
    95 independent squares
    """
    sums, sizes, total = _by_time(values, time)
    if values.size < FEWEST_SHARING * sizes.size or sizes.size < 3:
        variance, df = squares_of_series(sums)
        return variance * sizes.size / values.size, df
    return _likelihoods(sums, total, sizes).variance_of_squares() if total > 0 else (1 / values.size, values.size - 1.0)


def _by_time(values: Floats, time: Codes, *, centred: bool = True) -> tuple[Floats, Codes, float]:
    """Sums of values of each time, less their mean where they are centred, and rows of each time (T,); the sum of the squares of all."""
    place, sizes = np.unique(time, return_inverse=True, return_counts=True)[1:]
    rows = values - values.mean() if centred else values
    return np.bincount(place, weights=rows).astype(np.float64), sizes, float(rows @ rows)


def squared_half_width(found: tuple[float, float]) -> float:
    """Squared half-width of a 95 % t interval with this variance and these degrees of freedom.

    Examples
    --------
    >>> round(squared_half_width((4.0, 9.0)), 2)
    20.47
    """
    return found[0] * t_quantile(found[1], 0.95) ** 2


class _TimeEffectModels(NamedTuple):
    """Random effects of times shared by their rows: the models of them, with their likelihood for the rows at hand.

    `sizes` are the rows of each time (T,), `sharing` how many rows share a time with a row on average, itself among them, `models` those of the shared
    effect; `scales` is the variance of a row about its time under each model, and `fit` the logarithm of its likelihood (M,), which rests on `rows` squares.
    """

    sizes: Codes
    sharing: float
    models: SeriesModels
    scales: Floats
    fit: Floats
    rows: float

    def variance_of_mean(self, types: Floats) -> tuple[float, float]:
        """Variance of the mean of all rows, and its degrees of freedom, with this prior of the models of the shared effect."""
        raised = 1 + self.sharing * TIME_VARIANCES[:, None] * self.sizes.size * self.models.means
        return self._averaged(self.scales, raised, types)

    def variance_of_squares(self) -> tuple[float, float]:
        """The same of the mean of the squares of all rows, relative to the variance of one square."""
        correlation = np.square(TIME_VARIANCES / (1 + TIME_VARIANCES))[:, None]
        raised = 1 + correlation * (self.sharing * self.sizes.size * self.models.squares - 1)
        return self._averaged(np.ones_like(self.scales), raised, prior())

    def _averaged(self, scales: Floats, raised: Floats, types: Floats) -> tuple[float, float]:
        """The same from the variances of rows about their time (`scales`), and the factors on them by a shared effect (`raised`)."""
        alike = (1 - WHITE_NOISE_PRIOR) / TIME_VARIANCES.size
        types = np.concatenate([[WHITE_NOISE_PRIOR], np.tile(alike * types, TIME_VARIANCES.size)])
        variances = scales * np.concatenate([[1.0], raised.ravel()]) / float(self.sizes.sum())
        return averaged(np.log(variances), self.fit, types, 2 / self.rows)


def _likelihoods(sums: Floats, total: float, sizes: Codes) -> _TimeEffectModels:
    """Likelihood of the models from the sums of times (T,), the sum of all squares and the rows of each time."""
    from scipy.fft import dct

    within = max(LEAST_WITHIN * total, total - float(sums**2 @ (1 / sizes)))
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
    return _TimeEffectModels(sizes, squared / n, models, scales, fit, rows)
