"""Linearised standard errors: what units of unequal weight, rows or groups of them, say about a mean.

A measure moves by Σ moves, one per unit, to first order. Weights are those of a sample, 1/P(sampled): a unit of twice the
weight stands for two others and is one uncertain observation all the same.
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


def linearised(moves: Floats, shares: Floats) -> tuple[float, float]:
    """Variance of a measure, and its degrees of freedom, from how much each unit moves it.

    V = Σ moves²/(1 - h), h the share of the weight that a unit has: the middle is drawn towards a heavy unit, which makes
    its distance from it too small (CR2). The degrees of freedom are those of Bell and McCaffrey, (tr B)²/tr B² of the
    quadratic form that V is in units of one variance: n - 1 for n units of one weight, fewer for unequal ones.

    `unit_variance` is the other estimator for units, for resampling plans. It estimates how alike the rows of a unit are and
    corrects for the sizes under that, which needs rows of one weight. Here a unit may be a single weighted row, of which
    nothing can be estimated. Units of one size get the same variance and degrees of freedom from both.

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
    """h², a = h²/(1 - h), a², ah, a²h and ah² of each share h, whose sums the degrees of freedom are made of (N,) each."""
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

    The degrees of freedom are those of the weights, and one less than the rows that make up the variance: a mean that hangs
    on three heavy rows has two.

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
    """How many units of one size would make up the variance, (Σm²)²/Σm⁴; 0 where nothing moves.

    Examples
    --------
    >>> carriers(np.array([1.0, -1, 1, -1])), round(carriers(np.array([3.0, 0.1, -0.1, 0.1])), 2)
    (4.0, 1.01)
    """
    squares = moves**2
    return carriers_of(float(squares.sum()), float(squares @ squares))


def carriers_of(squares: float, fourths: float) -> float:
    """The same from Σm² and Σm⁴."""
    return squares**2 / fourths if squares > 0 else 0.0


def long_tailed(moves: Floats, df: float) -> float:
    """Degrees of freedom that long tails leave: 1/(1/df + κ/(2N)), κ the excess kurtosis of what N units move.

    The variance of a variance is so much larger where a few units make most of it.

    Examples
    --------
    >>> long_tailed(np.array([1.0, -1, 1, -1]), 3.0), round(long_tailed(np.array([0.1] * 9 + [-0.9]), 9.0), 2)
    (3.0, 2.73)
    """
    return tailed_df(carriers(moves), moves.size, df)


def tailed_df(effective: float, count: int, df: float) -> float:
    """The same from how many of the `count` units make up the variance (`carriers`).

    Examples
    --------
    >>> tailed_df(4.0, 4, 3.0)
    3.0
    """
    excess = max(0.0, count / effective - NORMAL_KURTOSIS) if effective > 0 else 0.0
    return max(LEAST_DF, 1 / (1 / df + excess / (2 * count)))


def unrelated_error(psi: Floats, weights: Floats, error: float) -> float:
    """Standard error of a coefficient of weighted rows: at least the geometric mean with that of weights that have nothing to do with ψ.

    The rows that decide a slope may be few and heavy, and most samples lack the heaviest: Σw²ψ² is then short of what it is on average, which
    Σw² · Σwψ²/Σw is not. Where heavy rows move the slope little the latter is too much, hence the mean (METHODS N.19).

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
