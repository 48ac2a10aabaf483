"""Intraclass correlation of rows in groups, and the design effect that follows from it."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Codes, Floats

__all__ = ["component_variance", "components_by_mean", "correlation_within", "design_effect", "rows_like_one"]

NORMAL_KURTOSIS = 3.0
"""Kurtosis of normal values."""
UPPER_LEVEL = 0.9
"""Level of the upper limit of a design effect, which few units estimate badly."""
WEIGHT_ROUNDS = 3
"""How often the weights of the units are computed anew from the components that they give."""
LARGEST_LEVERAGE = 0.95
"""Largest share of the weight that a unit is corrected for."""
FEWEST_UNITS = 5
"""Least number of units for an intraclass correlation; with fewer, a unit counts as one row."""


class _Spread(NamedTuple):
    """Mean squares of the analysis of variance, between units and within them, and the usual number of rows of a unit in it."""

    between: float
    within: float
    rows: float


def correlation_within(values: Floats, unit: Codes) -> float:
    """Intraclass correlation, by variance components; between 0 and 1.

    Examples
    --------
    >>> unit = np.array([0, 0, 1, 1, 2, 2])
    >>> (
    ...     correlation_within(np.array([1.0, 1, 0, 0, 1, 1]), unit),
    ...     correlation_within(np.array([1.0, 0, 0, 1, 1, 0]), unit),
    ... )
    (1.0, 0.0)
    """
    sizes = np.bincount(unit).astype(np.float64)
    if values.size <= sizes.size or sizes.size < 2:
        return 0.0
    found = _spread(values, unit, sizes)
    component = max(0.0, (found.between - found.within) / found.rows)
    return component / (component + found.within) if component + found.within > 0 else 0.0


def component_variance(values: Floats, unit: Codes) -> float:
    """Variance of the mean of rows that come in units, by the variance components: Σn_g²/n² of that between units and 1/n of that within.

    Components are not cut off at 0, so that units of one size get the variance of the mean of their means.

    Examples
    --------
    >>> round(component_variance(np.array([0.0, 0, 1, 1, 0, 1]), np.array([0, 0, 1, 1, 2, 2])), 4)
    0.0833
    """
    sizes = np.bincount(unit).astype(np.float64)
    n = float(values.size)
    if n <= sizes.size or sizes.size < 2:
        return 0.0
    found = _spread(values, unit, sizes)
    return ((found.between - found.within) / found.rows * float(sizes @ sizes) / n + found.within) / n


def components_by_mean(values: Floats, unit: Codes) -> tuple[float, float]:
    """`component_variance` with every unit weighted by what its mean tells of the components, and its degrees of freedom.

    The mean of n_g rows varies by v_g = σ²_b + σ²_w/n_g. In the analysis of variance it has the weight n_g, so that a few large units make
    σ²_b; best are 1/v_g², since the mean of a large unit varies hardly less than that of a smaller one. The degrees of freedom are those of that
    many units, (Σ1/v)²/Σ1/v² - 1, and fewer for long tails, 1/(1/ν + κ/(2G)). Units of one size get those of `component_variance`.

    References
    ----------
    searle1992.

    Examples
    --------
    >>> variance, df = components_by_mean(np.array([0.0, 0, 1, 1, 0, 1]), np.array([0, 0, 1, 1, 2, 2]))
    >>> round(variance, 4), round(df, 4)
    (0.0833, 2.0)
    """
    sizes = np.bincount(unit).astype(np.float64)
    n, units = float(values.size), sizes.size
    if n <= units or units < 2:
        return 0.0, 1.0
    means = np.bincount(unit, weights=values) / sizes
    within = float(np.square(values - means[unit]).sum()) / (n - units)
    found = _spread(values, unit, sizes)
    between = (found.between - found.within) / found.rows
    weights, squares = sizes, np.zeros(units)
    for _ in range(WEIGHT_ROUNDS):
        spread = max(between, 0.0) + within / sizes
        if not spread.all():
            break
        weights = 1 / spread
        squares = np.square(means - weights @ means / weights.sum())
        squares /= 1 - np.minimum(weights / weights.sum(), LARGEST_LEVERAGE)
        between = float(weights**2 @ (squares - within / sizes)) / float(weights @ weights)
    free = float(weights.sum() ** 2 / (weights @ weights)) - 1
    total = float(squares @ weights)
    excess = max(0.0, units * float(squares**2 @ weights**2) / total**2 - NORMAL_KURTOSIS) if total > 0 else 0.0
    return (between * float(sizes @ sizes) / n + within) / n, 1 / (1 / max(free, 1.0) + excess / (2 * units))


def _spread(values: Floats, unit: Codes, sizes: Floats) -> _Spread:
    n, units = float(values.size), sizes.size
    centres = np.bincount(unit, weights=values) / np.maximum(sizes, 1.0)
    within = float(np.square(values - centres[unit]).sum()) / (n - units)
    between = float(sizes @ (centres - values.mean()) ** 2) / (units - 1)
    return _Spread(between, within, (n - float(sizes @ sizes) / n) / (units - 1))


def design_effect(values: Floats, unit: Codes) -> float | None:
    """Design effect of a unit, 1 + (m - 1)ρ, by the upper 90 % limit of ρ; None where all values are the same.

    m is the size of a unit, weighted by its rows. ρ has the exact limit of the analysis of variance: with F the ratio of the mean squares
    between and within units, and q the lower 10 % quantile of its distribution where ρ is 0, 1 + m ρ/(1 - ρ) is F/q at most. Fewer than
    five units do not estimate it, and a whole unit counts as one row.

    References
    ----------
    searle1992.

    Examples
    --------
    >>> unit = np.repeat(np.arange(6), 50)
    >>> apart, together = np.tile([0.0, 1.0], 150), np.repeat([0.0, 1.0, 1.0, 0.0, 1.0, 1.0], 50)
    >>> design_effect(apart, unit), design_effect(together, unit), design_effect(np.ones(300), unit)
    (1.0, 50.0, None)
    """
    from scipy.special import fdtri

    codes = np.unique(unit, return_inverse=True)[1]
    sizes = np.bincount(codes).astype(np.float64)
    n, size = float(values.size), float(sizes @ sizes) / values.size
    if float(np.ptp(values)) <= ROUNDING_TOLERANCE * float(np.abs(values).max()):
        return None
    if sizes.size < FEWEST_UNITS or n <= sizes.size:
        return size
    between, within, rows = _spread(values, codes, sizes)
    if within <= ROUNDING_TOLERANCE * between:
        return size
    least = float(fdtri(sizes.size - 1, n - sizes.size, 1 - UPPER_LEVEL))
    ratio = max(0.0, (between / within / least - 1) / rows)
    return 1 + (size - 1) * ratio / (1 + ratio)


def rows_like_one(
    values: Floats,
    stratum: Codes,
    unit: Codes,
    strata: int,
    *,
    margin: Callable[[], Floats | None] | None = None,
    power: float = 1.0,
) -> Floats:
    """Design effect of each stratum, such as a class, from the contributions of its rows and the units they come from.

    That is the upper limit of the design effect of the values. Where all of them are the same, as where every row is right, they do not show
    how much alike rows are. Their margins do, by how much the right class was ahead, but not whether a whole unit may go wrong: the
    geometric mean of the design effect of the ranks of the margins and of a whole unit is taken, or a whole unit without margins.

    Parameters
    ----------
    values
        Contribution of each row, or whether it is right (n,).
    stratum, unit
        Stratum and unit of each row (n,).
    strata
        Number of strata, S.
    margin
        Gives by how much each row is right (n,); asked for only where all values of a stratum are the same.
    power
        Power of the design effect of values that differ.

    Returns
    -------
    Design effects (S,); 1 for a stratum without rows.

    Examples
    --------
    >>> hit, unit = np.array([1.0, 1, 0, 0, 1, 1, 1, 1]), np.repeat(np.arange(4), 2)
    >>> rows_like_one(hit, np.array([0, 0, 0, 0, 1, 1, 1, 1]), unit, 2)
    array([2., 2.])
    """
    found = np.ones(strata)
    for one in range(strata):
        own = np.flatnonzero(stratum == one)
        if own.size:
            seen = design_effect(values[own], unit[own])
            found[one] = _of_margins(own, unit, margin) if seen is None else seen**power
    return found


def _of_margins(own: Codes, unit: Codes, margin: Callable[[], Floats | None] | None) -> float:
    """Design effect where all rows are right, or all wrong."""
    sizes = np.unique(unit[own], return_counts=True)[1].astype(np.float64)
    size, margins = float(sizes @ sizes) / own.size, None if margin is None else margin()
    known = None if margins is None else design_effect(_ranks(margins[own]), unit[own])
    return size if known is None else sqrt(size * known)


def _ranks(values: Floats) -> Floats:
    """Ranks of some values, with the mean of their ranks for those that are equal."""
    _, codes, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts).astype(np.float64)
    return (ends - (counts - 1) / 2)[codes]
