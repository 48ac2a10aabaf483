"""Linearised standard errors of a mean over units of unequal weight: rows, or groups of rows.

To first order a measure is a sum of contributions, one per unit (`moves`). Weights are sampling weights, 1/P(sampled): a unit of
twice the weight stands for two others, but is a single observation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats

__all__ = [
    "LEAST_DF",
    "by_group",
    "carriers",
    "carriers_of",
    "free_of",
    "free_units",
    "linearised",
    "long_tailed",
    "share_terms",
    "tailed_df",
    "unrelated_error",
    "weighted_mean",
]

LEAST_DF = 1.0
"""Fewest degrees of freedom a quantile is taken with."""
NORMAL_KURTOSIS = 3.0
"""Kurtosis of the normal distribution."""


def linearised(moves: Floats, shares: Floats) -> tuple[float, float]:
    """Variance of a measure, and its degrees of freedom, from the contributions of the units.

    V = Σ moves²/(1 - h), h the leverage of a unit, its share of the weight: the mean is drawn towards a heavy unit, which makes
    its residual too small (CR2). The degrees of freedom are those of Bell and McCaffrey, (tr B)²/tr B² of V as a
    quadratic form in units of equal variance: n - 1 for n units of one weight, fewer for unequal ones.

    `unit_variance` is the other estimator for units, for resampling plans. It estimates the intraclass correlation and
    corrects for the sizes of the units under it, which needs rows of one weight. Here a unit may be a single weighted row,
    which has no intraclass correlation. Units of one size get the same variance and degrees of freedom from both.

    Parameters
    ----------
    moves
        hᵢ(xᵢ - x̄) of each unit (N,).
    shares
        hᵢ, adding up to 1 (N,).

    References
    ----------
    bell2002; binder1983.

    Examples
    --------
    >>> values, shares = np.array([1.0, 2, 3, 4]), np.full(4, 0.25)
    >>> variance, df = linearised(shares * (values - 2.5), shares)
    >>> round(variance, 6), round(df, 6)  # s²/n with three degrees of freedom
    (0.416667, 3.0)
    """
    left = np.maximum(1 - shares, 1e-12)
    return float(np.sum(moves**2 / left)), free_units(shares)


def free_units(shares: Floats) -> float:
    """Degrees of freedom of the variance of a mean with these weights.

    Examples
    --------
    >>> round(free_units(np.full(10, 0.1)), 6), round(free_units(np.array([0.7, 0.1, 0.1, 0.1])), 2)
    (9.0, 1.21)
    """
    return free_of(np.array([float(part.sum()) for part in share_terms(shares)]))


def share_terms(shares: Floats) -> tuple[Floats, ...]:
    """h², a = h²/(1 - h), a², ah, a²h and ah² of each leverage h, whose sums give the degrees of freedom (N,) each."""
    a = shares**2 / np.maximum(1 - shares, 1e-12)
    return shares**2, a, a**2, a * shares, a**2 * shares, a * shares**2


def free_of(sums: Floats) -> float:
    """Degrees of freedom from the sums of `share_terms` (6,)."""
    # B = D - ha' - ah' + s hh' with D = diag(a), s = Σa: all traces are sums.
    gamma, s, alpha, beta, once, twice = (float(one) for one in sums)
    trace = s - 2 * beta + s * gamma
    cross = -2 * once + s * twice
    square = alpha + 2 * cross + 2 * beta**2 + 2 * alpha * gamma - 4 * s * beta * gamma + (s * gamma) ** 2
    return max(LEAST_DF, trace**2 / square) if square > 0 else LEAST_DF


def weighted_mean(values: Floats, weights: Floats) -> tuple[float, float, float]:
    """Mean of weighted values, its standard error and degrees of freedom.

    The degrees of freedom are the smaller of those of the weights and of the effective number of units less one (`carriers`): a mean
    that depends on three heavy rows has two.

    Examples
    --------
    >>> mean, error, df = weighted_mean(np.array([1.0, 2, 3, 4]), np.ones(4))
    >>> mean, round(error, 4), round(df, 2)
    (2.5, 0.6455, 1.44)
    """
    shares = weights / weights.sum()
    mean = float(shares @ values)
    moves = shares * (values - mean)
    variance, df = linearised(moves, shares)
    return mean, float(np.sqrt(variance)), max(LEAST_DF, min(df, carriers(moves) - 1))


def carriers(moves: Floats) -> float:
    """Effective number of units in the variance, (Σm²)²/Σm⁴; 0 where no unit contributes.

    Examples
    --------
    >>> carriers(np.array([1.0, -1, 1, -1])), round(carriers(np.array([3.0, 0.1, -0.1, 0.1])), 2)
    (4.0, 1.01)
    """
    squares = moves**2
    return carriers_of(float(squares.sum()), float(squares @ squares))


def carriers_of(squares: float, fourths: float) -> float:
    """`carriers` from Σm² and Σm⁴."""
    return squares**2 / fourths if squares > 0 else 0.0


def long_tailed(moves: Floats, df: float) -> float:
    """Degrees of freedom corrected for long tails: 1/(1/df + κ/(2N)), κ the excess kurtosis of the contributions of N units.

    A variance that is made by a few units is itself more variable.

    Examples
    --------
    >>> long_tailed(np.array([1.0, -1, 1, -1]), 3.0), round(long_tailed(np.array([0.1] * 9 + [-0.9]), 9.0), 2)
    (3.0, 2.73)
    """
    return tailed_df(carriers(moves), moves.size, df)


def tailed_df(effective: float, count: int, df: float) -> float:
    """`long_tailed` from the effective number of the `count` units (`carriers`).

    Examples
    --------
    >>> tailed_df(4.0, 4, 3.0)
    3.0
    """
    excess = max(0.0, count / effective - NORMAL_KURTOSIS) if effective > 0 else 0.0
    return max(LEAST_DF, 1 / (1 / df + excess / (2 * count)))


def unrelated_error(psi: Floats, weights: Floats, error: float) -> float:
    """Standard error of a coefficient of weighted rows: at least its geometric mean with the one for weights unrelated to ψ.

    The rows that decide a slope may be few and heavy, and most samples lack the heaviest: Σw²ψ² is then below its expectation, which
    Σw² · Σwψ²/Σw is not. Where heavy rows have little influence the latter is too large, hence the geometric mean (METHODS N.19).

    Examples
    --------
    >>> psi, weights = np.array([-1.0, 1.0, -1.0, 1.0]), np.array([1.0, 1.0, 1.0, 3.0])
    >>> round(unrelated_error(psi, weights, 0.3), 3), round(unrelated_error(psi, weights, 0.6), 3)
    (0.416, 0.6)
    """
    total = float(weights.sum())
    plain = np.sqrt(float((weights**2).sum()) * float(weights @ psi**2) / total) / total
    return max(error, float(np.sqrt(error * plain)))


def by_group(values: Floats, group: Codes) -> Floats:
    """Sums within each group, in the order of their codes.

    Examples
    --------
    >>> by_group(np.array([1.0, 2.0, 4.0]), np.array([7, 3, 7]))
    array([2., 5.])
    """
    return np.bincount(np.unique(group, return_inverse=True)[1], weights=values).astype(np.float64)
