"""The variance of the mean of an autocorrelated series, and its degrees of freedom."""

from __future__ import annotations

from functools import lru_cache
from math import exp, log, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats

__all__ = [
    "averaged",
    "degrees_of_freedom",
    "guided_prior",
    "series_variance",
    "squares_of_series",
    "trend_probabilities",
]

AR_COEFFICIENTS = np.array([0.3, 0.5, 0.65, 0.8, 0.88, 0.93, 0.96, 0.985])
"""Autoregressive coefficients φ of the grid; the last cannot be told from a trend, and has a prior probability only in `guided_prior`."""
AR_VARIANCES = np.array([0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 4.0, 1000.0])
"""Variances of the AR(1) part, relative to white noise of variance 1."""
LEAST_TREND, LEAST_TREND_VARIANCE = 0.96, 0.8
"""Least coefficient of a series of a few hundred rows that counts as a trend, and least variance with which it shows through the noise."""
WHITE_NOISE_PRIOR = 0.3
"""Prior probability of white noise alone."""
SINGLE_FREQUENCIES, BAND_GROWTH = 16, 1.15
"""Number of lowest frequencies that are kept single; higher ones are joined in bands, each wider than the last by this factor."""


class SeriesModels(NamedTuple):
    """Spectra of white noise and of AR(1) series observed with noise, on bands of frequencies.

    `first` is where each band of the frequencies 1 … n-1 begins, and `many` how many it has (B,); `spectra` are relative to
    the variance of a row (M, B), `logarithms` the sums of their logarithms, `means` the variance of a mean of n rows (M,) and
    `squares` that of the mean of n squares, relative to the variance of one (M,).
    """

    first: Codes
    many: Floats
    spectra: Floats
    logarithms: Floats
    means: Floats
    squares: Floats


def series_variance(means: Floats, types: Floats | None = None) -> tuple[float, float]:
    """Variance of the mean of contributions in time order, and its degrees of freedom.

    The model is an AR(1) series with coefficient φ, observed with white noise: such are labels, and contributions of the rows of one
    class. The first autocorrelation is then far below φ, the others fall slowly, and each is too small to be estimated,
    while all lags together make most of the variance. So no single φ is estimated: the models of a grid of φ and signal-to-noise
    ratios are averaged with their posterior weights, by the Whittle likelihood of the cosine transform of the series. Degrees of
    freedom are those of a variance whose logarithm has the posterior variance.

    Parameters
    ----------
    means
        Contributions in time order (T,).
    types
        Prior probability of each model, as `guided_prior` gives it (M,); `prior` where None.

    References
    ----------
    whittle1953 for the likelihood; bartlett1935 for the variance of the mean.

    Examples
    --------
    >>> rows = np.random.default_rng(0).normal(size=200)
    >>> smoothed = np.convolve(rows, 0.8 ** np.arange(30), "valid")
    >>> for series in (rows, smoothed):
    ...     variance, df = series_variance(series)
    ...     print(f"{series.var() / variance:.0f} independent rows of {series.size}, {df:.0f} degrees of freedom")
    171 independent rows of 200, 16 degrees of freedom
    16 independent rows of 171, 5 degrees of freedom
    """
    size = means.size
    centred = means - means.mean()
    total = float(centred @ centred)
    if size < 3 or total == 0:
        return 0.0, max(1.0, size - 1.0)
    models, scales, fit = _likelihoods(centred / sqrt(total))
    variance, df = averaged(np.log(scales * models.means), fit, prior() if types is None else types, 2 / (size - 1))
    return total * variance, df


def squares_of_series(series: Floats) -> tuple[float, float]:
    """Variance of the mean of the squares of a series, relative to that of one square, and its degrees of freedom.

    Squares of normal values have the square of the correlation of the values, which these show better than their squares do.

    Examples
    --------
    >>> rows = np.random.default_rng(0).normal(size=200)
    >>> smoothed = np.convolve(rows, 0.8 ** np.arange(30), "valid")
    >>> for series in (rows, smoothed):
    ...     print(f"{1 / squares_of_series(series)[0]:.0f} independent squares of {series.size}")
    198 independent squares of 200
    32 independent squares of 171
    """
    centred = series - series.mean()
    total = float(centred @ centred)
    if series.size < 3 or total == 0:
        return 1 / series.size, max(1.0, series.size - 1.0)
    models, _, fit = _likelihoods(centred / sqrt(total))
    return averaged(np.log(models.squares), fit, prior(), 2 / (series.size - 1))


def averaged(logarithms: Floats, fit: Floats, types: Floats, least: float) -> tuple[float, float]:
    """A variance whose logarithm is averaged over models, and its degrees of freedom.

    Parameters
    ----------
    logarithms, fit
        Logarithm of the variance under each model, and of the likelihood of that (M,).
    types
        Prior probability of each model (M,).
    least
        How much the logarithm varies where the model is known.

    Examples
    --------
    >>> variance, df = averaged(np.log([1.0, 4.0]), np.array([0.0, -9.0]), np.array([0.5, 0.5]), 0.02)
    >>> round(variance, 2), round(df)
    (0.99, 100)
    """
    posterior = np.exp(fit - fit.max()) * types
    posterior /= posterior.sum()
    centre = float(posterior @ logarithms)
    df, bias = degrees_of_freedom(float(posterior @ (logarithms - centre) ** 2) + least)
    return exp(centre + bias), df


def degrees_of_freedom(log_variance: float) -> tuple[float, float]:
    """Degrees of freedom of a variance whose logarithm has this variance, and the correction of the mean of the logarithm.

    The logarithm of a variance with ν degrees of freedom has the variance ψ'(ν/2) ≈ 2/ν + 2/ν², and the bias ψ(ν/2) - ln(ν/2).

    Examples
    --------
    >>> df, bias = degrees_of_freedom(2 / 30)
    >>> round(df, 1), round(bias, 3)
    (31.0, -0.033)
    """
    from scipy.special import digamma

    half = (1 + sqrt(1 + 2 * log_variance)) / (2 * log_variance)
    return max(1.0, 2 * half), float(digamma(half)) - log(half)


def prior() -> Floats:
    """Prior probability of each model (M,)."""
    known = np.full((AR_COEFFICIENTS.size, AR_VARIANCES.size), 1.0)
    known[-1] = 0
    return np.concatenate([[WHITE_NOISE_PRIOR], (1 - WHITE_NOISE_PRIOR) * known.ravel() / known.sum()])


def guided_prior(guide: Floats) -> Floats | None:
    """Prior probability of each model (M,), allowing for a trend like that of a guiding series; None where that has no trend.

    Losses depend on the features and on noise, which hides the autocorrelation of neighbouring rows; predictions depend on the features alone. Coefficients
    of .96 and more get their posterior probabilities in the guide, with every share of noise equally likely, and the rest is `prior`.

    Examples
    --------
    >>> trend = np.cumsum(np.random.default_rng(0).normal(size=100))
    >>> found = guided_prior(trend)
    >>> found[1:].reshape(AR_COEFFICIENTS.size, -1).sum(axis=1).round(2)[-2:]
    array([0.2, 0.5])
    """
    trends = trend_probabilities(guide)
    if not trends.any():
        return None
    others = np.repeat((1 - WHITE_NOISE_PRIOR) * trends / AR_VARIANCES.size, AR_VARIANCES.size)
    trend = float(trends.sum())
    return (1 - trend) * prior() + np.concatenate([[WHITE_NOISE_PRIOR * trend], others])


def trend_probabilities(series: Floats) -> Floats:
    """Posterior probability of each coefficient φ that is a trend with a variance near that of the noise or above; 0 for other coefficients.

    Examples
    --------
    >>> rows = np.random.default_rng(0).normal(size=100)
    >>> [round(float(trend_probabilities(one).sum()), 2) for one in (rows, np.cumsum(rows))]
    [0.01, 0.99]
    """
    centred = series - series.mean()
    total = float(centred @ centred)
    if series.size < 3 or not total > ROUNDING_TOLERANCE * float(series @ series):
        return np.zeros(AR_COEFFICIENTS.size)
    fit = _likelihoods(centred / sqrt(total))[2]
    found = np.exp(fit - fit.max()) * _even_prior()
    found /= found.sum()
    seen = found[1:].reshape(AR_COEFFICIENTS.size, -1)[:, AR_VARIANCES >= LEAST_TREND_VARIANCE].sum(axis=1)
    return np.where(AR_COEFFICIENTS >= LEAST_TREND, seen, 0.0)


def _even_prior() -> Floats:
    """Prior probability of each model with all coefficients equally likely (M,)."""
    others = AR_COEFFICIENTS.size * AR_VARIANCES.size
    return np.concatenate([[WHITE_NOISE_PRIOR], np.full(others, (1 - WHITE_NOISE_PRIOR) / others)])


def _likelihoods(series: Floats) -> tuple[SeriesModels, Floats, Floats]:
    """The models of the grid, the variance of a row under each (M,), and the logarithm of its likelihood (M,)."""
    from scipy.fft import dct

    size = series.size
    models = models_for(size)
    power = np.add.reduceat(np.square(dct(series, norm="ortho")[1:]), models.first)
    scales = (power / models.spectra).sum(axis=1) / (size - 1)
    return models, scales, -0.5 * models.logarithms - 0.5 * (size - 1) * np.log(scales)


@lru_cache(maxsize=64)
def models_for(size: int) -> SeriesModels:
    """Spectra for a series of so many rows."""
    edges = bands(size)
    many = np.diff(edges)
    frequency = np.pi * (edges[:-1] + edges[1:] - 1) / 2 / size
    phi, signal = AR_COEFFICIENTS[:, None, None], AR_VARIANCES[:, None]
    autoregressive = (1 - phi**2) / (1 + phi**2 - 2 * phi * np.cos(frequency))
    spectra = ((1 + signal * autoregressive) / (1 + signal)).reshape(-1, frequency.size)
    spectra = np.concatenate([np.ones((1, frequency.size)), spectra])
    # Squares of normal values have the square of the correlation of the values.
    share = AR_VARIANCES / (1 + AR_VARIANCES)
    means, squares = (
        np.concatenate([[1.0], (1 + part * (_summed(base, size)[:, None] - 1)).ravel()]) / size
        for part, base in ((share, AR_COEFFICIENTS), (share**2, AR_COEFFICIENTS**2))
    )
    return SeriesModels(edges[:-1] - 1, many, spectra, np.log(spectra) @ many, means, squares)


def _summed(phi: Floats, size: int) -> Floats:
    """Sum of the autocorrelations of an AR(1) series over all lags, as the variance of a mean of so many rows has them."""
    return (1 + phi) / (1 - phi) - 2 * phi * (1 - phi**size) / (size * (1 - phi) ** 2)


def bands(size: int) -> Codes:
    """Where bands of the frequencies 1 … size-1 begin, and the end of the last.

    Examples
    --------
    >>> bands(5), bands(40)[-6:]
    (array([1, 2, 3, 4, 5]), array([21, 24, 27, 31, 35, 40]))
    """
    found = list(range(1, min(SINGLE_FREQUENCIES + 1, size) + 1))
    while found[-1] < size:
        found.append(min(size, max(found[-1] + 1, int(found[-1] * BAND_GROWTH))))
    return np.array(found)
