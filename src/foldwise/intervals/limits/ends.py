"""Lower and upper limit for an estimate with a variance, on a scale that respects the bounds of its range."""

from __future__ import annotations

from functools import cache, lru_cache
from math import inf, isfinite, sqrt
from typing import TYPE_CHECKING

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.measures import Needs

if TYPE_CHECKING:
    from types import ModuleType

    from foldwise.measures import Measure

__all__ = [
    "end_of_range",
    "flat",
    "gamma_ends",
    "korn_graubard",
    "nearest_ratio",
    "normal_quantile",
    "poisson_ratio_ends",
    "squared_z_over_t",
    "t_ends",
]

SMALLEST_VARIANCE = 1e-300
FEWEST_HITS = 2.0
"""Successes, or failures, below which the limits of a share approach the exact ones, whatever it is a share of."""
LEAST_SHAPE = 2.0
"""Least shape of the gamma distribution over its upper tail probability: for smaller shapes the quantile falls towards 0 again."""


@lru_cache(maxsize=64)
def squared_z_over_t(df: float, share: float) -> float:
    """(z/t)² at a quantile: the factor on the effective sample size for a variance that is estimated with df degrees of freedom.

    Examples
    --------
    >>> round(squared_z_over_t(9, 0.975), 3), squared_z_over_t(inf, 0.975)
    (0.751, 1.0)
    """
    return (normal_quantile(share) / float(special().stdtrit(df, share))) ** 2 if isfinite(df) else 1.0


def korn_graubard(
    position: float, smoothed: float, variance: float, *, df: float, level: float, exact: bool = True
) -> tuple[float, float]:
    """Exact binomial limits of a share, for the effective number of trials of this variance.

    The effective number of trials is p(1 - p)/V · (z/t)², with the degrees of freedom of V; the limits are those of Clopper and Pearson
    for that many trials. They stay in the range, are skewed as a share is, and at 0 and 1 give the bound that the
    counts allow. p and V are `smoothed` and `variance`, which have half a row added, so that V is never 0.

    Exact limits are conservative: on average they lie half a success too far out on either side. With `exact` false
    this continuity correction is removed (Jeffreys), only in part below two successes or failures, and not at all without any (METHODS N.29).

    References
    ----------
    korn1998; brown2001 for limits that hold on average.

    Examples
    --------
    >>> low, high = korn_graubard(0.0, 0.5 / 51, 0.5 / 50**2, df=inf, level=0.95)
    >>> low, round(high, 3)
    (0.0, 0.073)
    >>> ends = [korn_graubard(0.2, 0.2, 0.2 * 0.8 / 50, df=inf, level=0.95, exact=exact) for exact in (True, False)]
    >>> [(round(low, 3), round(high, 3)) for low, high in ends]
    [(0.1, 0.337), (0.108, 0.326)]
    """
    share = (1 + level) / 2
    size = max(smoothed * (1 - smoothed) / max(variance, SMALLEST_VARIANCE) * squared_z_over_t(df, share), 1e-3)
    hits, quantile = size * position, special().betaincinv
    half_event = 0.0 if exact else 0.5 * min(1.0, min(hits, size - hits) / FEWEST_HITS)
    low = float(quantile(hits + half_event, size - hits + 1 - half_event, 1 - share)) if hits > 1e-9 * size else 0.0
    high = float(quantile(hits + 1 - half_event, size - hits + half_event, share)) if hits < (1 - 1e-9) * size else 1.0
    return min(low, position), max(high, position)


def gamma_ends(
    distance: float, variance: float, worst: float, *, df: float, level: float, exact: bool = True
) -> tuple[float, float]:
    """Gamma limits for a mean of non-negative contributions; `worst` is the increase of the mean by one more row as bad as the worst.

    The lower limit is a quantile of the gamma distribution with the mean and the variance of the estimate, the upper limit
    that of an estimate with one more such row: exact for counts, and conservative for weighted sums of them.
    For a variance far above the squared mean the quantile would fall again: the shape is bounded below, and the
    upper limit is never below the normal one, so that more variance or a higher level never gives a shorter interval. With `exact` false
    either limit is half an event further in, as those of a share are (`korn_graubard`).

    References
    ----------
    fay1997.

    Examples
    --------
    >>> low, high = gamma_ends(5.0, 5.0, 1.0, df=inf, level=0.95)
    >>> round(low, 3), round(high, 3)
    (1.623, 11.668)
    """
    share, gammaincinv = (1 + level) / 2, special().gammaincinv
    variance /= squared_z_over_t(df, share)
    low, half_event = 0.0 if variance > 0 else distance, 0.0
    if distance > 0 and variance > 0:
        events = distance**2 / variance
        half_event = 0.0 if exact else 0.5 * min(1.0, events / FEWEST_HITS)
        low = float(gammaincinv(events + half_event, 1 - share)) * variance / distance
    worst *= 1 - half_event
    raised, spread = distance + worst, variance + worst**2  # with one more row
    high = distance
    if raised > 0 and spread > 0:
        shape = max(raised**2 / spread, LEAST_SHAPE * (1 - share))
        high = float(gammaincinv(shape, share)) * raised / shape
    return min(low, distance), max(high, distance + normal_quantile(share) * sqrt(variance))


def poisson_ratio_ends(
    distance: float, variance: float, *, falling: bool, df: float, level: float
) -> tuple[float, float]:
    """Limits of a ratio that rests on few mistakes: those of a Poisson count of distance²/V events.

    Garwood's limits of the count, relative to it. A ratio that falls as mistakes are added, such as a positive
    likelihood ratio, has their inverse. For many mistakes both agree with the limits on the scale of the logarithm, which are too
    narrow for one mistake, since a single event says little about its rate. Below one mistake, a ratio that falls has the upper
    limit of one.

    References
    ----------
    garwood1936; simel1991 for the logarithm.

    Examples
    --------
    >>> low, high = poisson_ratio_ends(2.0, 4.0, falling=False, df=inf, level=0.95)
    >>> round(low, 3), round(high, 3)
    (0.051, 11.143)
    >>> low, high = poisson_ratio_ends(2.0, 0.01, falling=True, df=inf, level=0.95)
    >>> round(low, 3), round(high, 3)
    (1.813, 2.211)
    """
    if distance <= 0 or variance <= 0:
        return distance, distance
    share, gammaincinv = (1 + level) / 2, special().gammaincinv
    count = distance**2 / variance * squared_z_over_t(df, share)
    fewer, more = float(gammaincinv(count, 1 - share)) / count, float(gammaincinv(count + 1, share)) / count
    if falling:
        return distance / more, distance / max(fewer, float(gammaincinv(1.0, 1 - share)))
    return distance * fewer, distance * more


def nearest_ratio(distance: float, variance: float, best: float, *, df: float, level: float) -> float:
    """The lower gamma limit of a ratio of two means, such as 1 - R², from its inverse: its denominator may lack an extreme row as well.

    `best` is the decrease of the ratio by the row that lowers it most. One more row like it, with an extreme true value and a good prediction, is
    supposed, as one more bad row is for the upper limit.

    References
    ----------
    fay1997.

    Examples
    --------
    >>> round(nearest_ratio(0.5, 0.005, 0.02, df=inf, level=0.95), 3)
    0.371
    """
    if distance <= 0:
        return distance
    slope = 1 / distance**2
    return 1 / gamma_ends(1 / distance, slope**2 * variance, slope * best, df=df, level=level)[1]


def t_ends(value: float, variance: float, *, df: float, level: float) -> tuple[float, float]:
    """Value ± t · √V.

    Examples
    --------
    >>> t_ends(0.0, 1.0, df=inf, level=0.95)[1]
    1.959963...
    """
    half = float(special().stdtrit(df, (1 + level) / 2)) * sqrt(variance)
    return value - half, value + half


def end_of_range(measure: Measure, value: float) -> tuple[str, float]:
    """The bound of the range of a measure from which distances are counted: ``low``, ``high`` or ``none``, and its value.

    For errors of values with two bounds, such as `smape`, it is the one nearer to the value: where nearly all rows
    have the largest error, the few others make the mean vary.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> end_of_range(measure("log-loss"), 0.3), end_of_range(measure("r2"), 0.5)
    (('low', 0), ('high', 1))
    """
    low, high = measure.low, measure.high
    if isfinite(low) and isfinite(high):
        nearer = measure.needs is Needs.VALUE and high - value < value - low
        return ("high", high) if measure.best == high or nearer else ("low", low)
    if isfinite(low):
        return "low", low
    return ("high", high) if isfinite(high) else ("none", inf)


@cache
def special() -> ModuleType:
    """`scipy.special`, loaded when the first interval is made."""
    import scipy.special

    return scipy.special


@lru_cache(maxsize=64)
def normal_quantile(share: float) -> float:
    """The quantile of the normal distribution."""
    return float(special().ndtri(share))


def flat(low: float, high: float) -> bool:
    """Whether an interval has no width beyond rounding.

    Examples
    --------
    >>> flat(0.5, 0.5), flat(0.5, 0.6), flat(5e-20, 6e-20)
    (True, False, False)
    """
    return high - low <= ROUNDING_TOLERANCE * max(abs(low), abs(high))
