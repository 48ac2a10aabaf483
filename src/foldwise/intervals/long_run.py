"""The variance of the mean of a series whose neighbours are alike, and its degrees of freedom."""

from __future__ import annotations

from functools import lru_cache
from math import exp, log, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats

__all__ = ["series_variance"]

MEMORIES = np.array([0.3, 0.5, 0.65, 0.8, 0.88, 0.93, 0.96])
"""Correlations of neighbours that are thought of; one above the last cannot be told from a trend."""
STRENGTHS = np.array([0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 4.0, 1000.0])
"""Variances of what is remembered, beside a noise of variance 1."""
FORGETFUL = 0.3
"""How probable it is beforehand that nothing is remembered."""
ALONE, WIDER = 16, 1.15
"""So many of the lowest frequencies are looked at one by one; of the others bands, each so much wider."""


class Models(NamedTuple):
    """Spectra of a white series and of series with memory, on bands of frequencies.

    `first` is where each band of the frequencies 1 … n-1 begins, and `many` how many it has (B,); `spectra` are relative to
    the variance of a row (M, B), `logarithms` the sums of their logarithms and `means` the variance of a mean of n rows (M,).
    """

    first: Codes
    many: Floats
    spectra: Floats
    logarithms: Floats
    means: Floats


def series_variance(means: Floats) -> tuple[float, float]:
    """Variance of the mean of contributions in time order, and its degrees of freedom.

    The series is one with memory d that is seen with noise: labels, and contributions that only rows of one class make, are
    such. The correlation of neighbours is then far below d, falls slowly, and is lost in the noise lag by lag, while all lags
    together make most of the variance. So no single d is taken: a grid of memories and noises is weighed by how probable it
    makes the cosine transform of the series, whose squares are independent and have the spectrum as means, and what they say of
    the variance of the mean is put together: its logarithm has a mean and a spread, as that of a variance with so many degrees of
    freedom has.

    References
    ----------
    whittle1953 for the likelihood; bartlett1935 for the variance of the mean.

    Examples
    --------
    >>> rows = np.random.default_rng(0).normal(size=200)
    >>> remembered = np.convolve(rows, 0.8 ** np.arange(30), "valid")
    >>> for series in (rows, remembered):
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
    from scipy.fft import dct
    from scipy.special import digamma

    models = models_for(size)
    power = np.add.reduceat(np.square(dct(centred / sqrt(total), norm="ortho")[1:]), models.first)
    scales = (power / models.spectra).sum(axis=1) / (size - 1)
    fit = -0.5 * models.logarithms - 0.5 * (size - 1) * np.log(scales)
    chance = np.exp(fit - fit.max()) * prior()
    chance /= chance.sum()
    found = np.log(scales * models.means)
    centre = float(chance @ found)
    unsure = float(chance @ (found - centre) ** 2) + 2 / (size - 1)
    # The logarithm of a variance with ν degrees of freedom varies by ψ'(ν/2) = 2/ν + 2/ν² or so, around ln(ν/2) - ψ(ν/2).
    half = (1 + sqrt(1 + 2 * unsure)) / (2 * unsure)
    return total * exp(centre + float(digamma(half)) - log(half)), max(1.0, 2 * half)


def prior() -> Floats:
    """How probable each model is before the series was seen (M,)."""
    others = MEMORIES.size * STRENGTHS.size
    return np.concatenate([[FORGETFUL], np.full(others, (1 - FORGETFUL) / others)])


@lru_cache(maxsize=64)
def models_for(size: int) -> Models:
    """Spectra for a series of so many rows."""
    edges = bands(size)
    many = np.diff(edges)
    frequency = np.pi * (edges[:-1] + edges[1:] - 1) / 2 / size
    memory, strength = MEMORIES[:, None, None], STRENGTHS[:, None]
    remembered = (1 - memory**2) / (1 + memory**2 - 2 * memory * np.cos(frequency))
    spectra = ((1 + strength * remembered) / (1 + strength)).reshape(-1, frequency.size)
    spectra = np.concatenate([np.ones((1, frequency.size)), spectra])
    d = MEMORIES[:, None]
    summed = (1 + d) / (1 - d) - 2 * d * (1 - d**size) / (size * (1 - d) ** 2)
    means = np.concatenate([[1.0], ((1 + STRENGTHS * summed) / (1 + STRENGTHS)).ravel()]) / size
    return Models(edges[:-1] - 1, many, spectra, np.log(spectra) @ many, means)


def bands(size: int) -> Codes:
    """Where bands of the frequencies 1 … size-1 begin, and the end of the last.

    Examples
    --------
    >>> bands(5), bands(40)[-6:]
    (array([1, 2, 3, 4, 5]), array([21, 24, 27, 31, 35, 40]))
    """
    found = list(range(1, min(ALONE + 1, size) + 1))
    while found[-1] < size:
        found.append(min(size, max(found[-1] + 1, int(found[-1] * WIDER))))
    return np.array(found)
