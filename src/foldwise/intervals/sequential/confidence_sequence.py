"""Confidence sequences: intervals for a mean that hold at every size of the sample at once.

Whoever looks after every value and stops when it pleases may use them: the chance that the mean is outside at any look
at all is at most 1 - level.
"""

from __future__ import annotations

from math import exp, inf, log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.errors import InputError
from foldwise.intervals.interval import check_level

if TYPE_CHECKING:
    from foldwise.arrays import Floats

__all__ = ["normal_mixture", "t_mixture", "t_mixture_radius"]

MIXING_VARIANCE = 10.0
"""Variance of the mixing distribution of the mean, in variances of a value: shortest from five values to a hundred."""
BURN_IN, FEWEST_CARRIERS = 30, 10
"""Values, and rows that carry the variance, before which a central limit theorem is not relied on."""


def t_mixture_radius(n: int, level: float, *, effect: float = MIXING_VARIANCE) -> float:
    """Half-width after n normal values of unknown variance, in their standard deviations; infinite for very few.

    The likelihood ratio of a mean drawn from N(μ, effect · σ²) against μ, with the scale integrated out, is a martingale
    under μ: A^(-1/2) ((1 + t²/(n-1)) / (1 + t²/(A(n-1))))^(n/2) with A = 1 + n · effect. It exceeds 1/(1 - level) at any n
    with probability 1 - level at most; solved for t.

    References
    ----------
    lai1976; robbins1970.

    Examples
    --------
    >>> round(t_mixture_radius(10, 0.95), 3), t_mixture_radius(2, 0.95)
    (1.323, inf)
    """
    check_level(level)
    if n < 2:
        return inf
    a = 1 + n * effect
    q = exp((log(a) - 2 * log(1 - level)) / n)
    return inf if q >= a else sqrt((n - 1) * (q - 1) / (1 - q / a) / n)


def t_mixture(values: Floats, level: float, *, effect: float = MIXING_VARIANCE) -> tuple[Floats, Floats]:
    """Limits after each of a stream of normal values of unknown variance (n,), (n,).

    Exact for independent normal values, such as the means of repeats of a plan given the rows.

    References
    ----------
    lai1976.

    Examples
    --------
    >>> low, high = t_mixture(np.array([0.21, 0.19, 0.2, 0.22, 0.2, 0.18]), 0.95)
    >>> round(float(low[-1]), 3), round(float(high[-1]), 3)
    (0.172, 0.228)
    """
    mean, deviation = _running(values)
    radius = np.array([t_mixture_radius(n, level, effect=effect) for n in range(1, values.size + 1)])
    return _ends(mean, deviation, radius)


def normal_mixture(
    values: Floats, level: float, *, shortest_at: int | None = None, burn_in: int = BURN_IN
) -> tuple[Floats, Floats]:
    """Limits after each of a stream of values of any distribution, such as losses of rows (n,), (n,); asymptotic.

    mean ± s √(2 (nρ² + 1)/(nρ)² · log(√(nρ² + 1) / (1 - level))), Robbins' normal mixture with the running standard
    deviation. Infinite for the first values, and until (Σd²)²/Σd⁴ of the deviations d from the mean is 10: one error in a
    hundred rows is not enough to know their variance, and no error at all says nothing of it.

    Parameters
    ----------
    values
        The stream, in the order in which it came.
    level
        Level at all sizes together.
    shortest_at
        Size at which the sequence is to be shortest; by default the last.
    burn_in
        Number of values from which on the ends are finite.

    References
    ----------
    waudbysmith2024, theorem 2.2; robbins1970.

    Examples
    --------
    >>> losses = np.tile([0.0, 0, 0, 1], 100)
    >>> low, high = normal_mixture(losses, 0.95)
    >>> round(float(low[-1]), 3), round(float(high[-1]), 3)
    (0.184, 0.316)
    """
    check_level(level)
    mean, deviation = _running(values)
    n = np.arange(1, values.size + 1)
    spent = -2 * log(1 - level)
    rho2 = (spent + log(spent) + 1) / (shortest_at or values.size)
    with np.errstate(divide="ignore"):
        radius = np.sqrt((n * rho2 + 1) / (n**2 * rho2) * (np.log(n * rho2 + 1) + spent))
    known = (n >= burn_in) & (_informative(values) >= FEWEST_CARRIERS)
    return _ends(mean, deviation, np.where(known, radius, inf))


def _running(values: Floats) -> tuple[Floats, Floats]:
    """Mean and standard deviation of the values so far (n,), (n,)."""
    if values.ndim != 1 or values.size == 0 or not np.isfinite(values).all():
        message = f"a confidence sequence needs a stream of finite numbers, not an array of shape {values.shape}"
        raise InputError(message, hint="values=np.array([0.0, 1.0, …])")
    n = np.arange(1, values.size + 1)
    start = values[0]  # deviations from it keep the digits that squares of large numbers would lose
    sums, squares = np.cumsum(values - start), np.cumsum((values - start) ** 2)
    variance = np.clip(squares - sums**2 / n, 0, None) / np.maximum(n - 1, 1)
    return start + sums / n, np.sqrt(variance)


def _informative(values: Floats) -> Floats:
    """How many of the values so far carry their variance, (Σd²)²/Σd⁴ with d the deviations from the mean (n,)."""
    n = np.arange(1, values.size + 1)
    x = values - values.mean()
    m1, m2, m3, m4 = (np.cumsum(x**power) / n for power in (1, 2, 3, 4))
    squares = np.clip(m2 - m1**2, 0, None)
    fourth = m4 - 4 * m1 * m3 + 6 * m1**2 * m2 - 3 * m1**4
    return np.divide(
        n * squares**2, fourth, out=np.zeros(n.size), where=fourth > ROUNDING_TOLERANCE * squares.max() ** 2
    )


def _ends(mean: Floats, deviation: Floats, radius: Floats) -> tuple[Floats, Floats]:
    """Mean less and plus so many deviations; everything where there is no deviation yet."""
    half = np.where(deviation > 0, radius, inf) * np.where(deviation > 0, deviation, 1.0)
    return mean - half, mean + half
