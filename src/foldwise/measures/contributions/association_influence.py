"""Influence of a row on the association of predicted with true values."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Floats
    from foldwise.measures.outcomes import Outcomes

__all__ = [
    "ASSOCIATIONS",
    "LEAST_SPREAD",
    "MOMENTS",
    "moment_influence",
    "moment_summands",
    "rank_influence",
    "without_rounding",
]

MOST_PAIRS = 25_000_000
"""Pairs of rows up to which the order of every pair is looked at."""
LEAST_SPREAD = 1e-10
"""Variance as a share of the mean square below which too few of its digits are left."""
LEAST_INFLUENCE = 1e-8
"""Least influence on a coefficient between -1 and 1 that is more than the rounding of its derivative."""


def correlation(m: Floats) -> Floats:
    """Pearson's r from the means of x, y, x², y², xy (…, 5) → (…); NaN where a variance is but the rounding of its terms."""
    x, y, xx, yy, xy = np.moveaxis(m, -1, 0)
    spread_x, spread_y = xx - x**2, yy - y**2
    varies = (spread_x > LEAST_SPREAD * xx) & (spread_y > LEAST_SPREAD * yy)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(varies, (xy - x * y) / np.sqrt(spread_x * spread_y), np.nan)


def concordance_of_moments(m: Floats) -> Floats:
    """Lin's coefficient from the same means."""
    x, y, xx, yy, xy = np.moveaxis(m, -1, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(2 * (xy - x * y) / (xx - x**2 + yy - y**2 + (x - y) ** 2))


def moment_influence(outcomes: Outcomes, of_means: Callable[[Floats], Floats]) -> Floats:
    """ψ of a smooth function of the first two moments of truth and prediction (N,).

    Examples
    --------
    >>> from foldwise.measures import Outcomes
    >>> rows = Outcomes(np.array([1.0, 2.0, 3.0, 4.0]), np.array([1.0, 2.0, 4.0, 3.0]))
    >>> moment_influence(rows, correlation).round(3)
    array([ 0.36,  0.04, -0.2 , -0.2 ])
    """
    rows = moment_summands(outcomes, of_means)
    means = np.average(rows, axis=0, weights=outcomes.weights)
    step = 1e-5
    points = means + np.concatenate([np.diag(np.full(5, step)), -np.diag(np.full(5, step))])
    values = of_means(points)
    with np.errstate(invalid="ignore"):
        return without_rounding((rows - means) @ ((values[:5] - values[5:]) / (2 * step)))


def without_rounding(psi: Floats) -> Floats:
    """ψ of a dimensionless measure, set to 0 where it is only rounding, whose distribution would look long-tailed."""
    return np.where(np.abs(psi) <= LEAST_INFLUENCE, 0.0, psi)


def moment_summands(outcomes: Outcomes, of_means: Callable[[Floats], Floats]) -> Floats:
    """Truth, prediction, their squares and their product, on a scale that the function of their means allows (N, 5)."""
    x, y = (_standard(np.asarray(one, dtype=np.float64)) for one in (outcomes.truth, outcomes.output))
    if of_means is concordance_of_moments:  # depends on the units both share
        scale = float(np.std(outcomes.truth)) or float(np.std(outcomes.output)) or 1.0
        x, y = (
            (np.asarray(one, dtype=np.float64) - np.mean(outcomes.truth)) / scale
            for one in (outcomes.truth, outcomes.output)
        )
    return np.column_stack([x, y, x**2, y**2, x * y])


def rank_influence(outcomes: Outcomes) -> Floats:
    """ψ of Spearman's coefficient: that of the correlation of the ranks, and what a row does to the ranks of the others.

    A row moves the places of all rows above it, and those of equal rows by half. With c the slope of the correlation by
    the place of a row, it so adds the mean of c over the rows above it, and half of it over its equals.
    """
    weights = np.ones(outcomes.size) if outcomes.weights is None else outcomes.weights
    x, y = (_places(np.asarray(one), weights) for one in (outcomes.truth, outcomes.output))
    direct = moment_influence(replace(outcomes, truth=x, output=y), correlation)
    u, v = (_weighted_standard(one, weights) for one in (x, y))
    r = float(np.average(u * v, weights=weights))
    with np.errstate(invalid="ignore", divide="ignore"):
        moved = _above(x, (v - r * u) / _spread(x, weights), weights) + _above(
            y, (u - r * v) / _spread(y, weights), weights
        )
    return without_rounding(direct + moved - float(np.average(moved, weights=weights)))


def _places(values: Array, weights: Floats) -> Floats:
    """Share of the rows below each, with half of its equals (N,)."""
    _, group = np.unique(values, return_inverse=True)
    mass = np.bincount(group, weights=weights)
    return ((np.cumsum(mass) - mass / 2) / mass.sum())[group]


def _above(places: Floats, slopes: Floats, weights: Floats) -> Floats:
    """Σ of the weighted slopes of the rows above each, and half of those of its equals, over the weight of all (N,)."""
    _, group = np.unique(places, return_inverse=True)
    sums = np.bincount(group, weights=weights * slopes)
    return (np.cumsum(sums[::-1])[::-1] - sums / 2)[group] / weights.sum()


def kendall_influence(outcomes: Outcomes) -> Floats:
    """ψ of Kendall's τ-b: twice how often a row agrees in order with the others, less its share of the untied pairs.

    With S the mean agreement of pairs and A, B the shares of pairs that are untied in truth and prediction, τ = S/√(AB),
    so that ψᵢ = 2Sᵢ/√(AB) - τ(Aᵢ/A + Bᵢ/B), the index meaning pairs with row i.
    """
    x, y = np.asarray(outcomes.truth), np.asarray(outcomes.output)
    n = x.size
    weights = np.ones(n) if outcomes.weights is None else outcomes.weights
    share = weights / weights.sum()
    agree, untied = np.empty(n), np.empty((2, n))
    block = max(1, MOST_PAIRS // max(1, n))
    for start in range(0, n, block):
        some = slice(start, start + block)
        one, other = np.sign(x[some, None] - x), np.sign(y[some, None] - y)
        agree[some], untied[0, some], untied[1, some] = (one * other) @ share, one**2 @ share, other**2 @ share
    whole = untied @ share
    with np.errstate(invalid="ignore", divide="ignore"):
        scale = np.sqrt(whole[0] * whole[1])
        common = float(agree @ share) / scale * (untied[0] / whole[0] + untied[1] / whole[1])
        return without_rounding(2 * agree / scale - common)


def squared_influence(outcomes: Outcomes) -> Floats:
    """ψ of r²: 2r times that of r."""
    weights = np.ones(outcomes.size) if outcomes.weights is None else outcomes.weights
    x, y = (_weighted_standard(np.asarray(one), weights) for one in (outcomes.truth, outcomes.output))
    return 2 * float(np.average(x * y, weights=weights)) * moment_influence(outcomes, correlation)


def _weighted_standard(values: Array, weights: Floats) -> Floats:
    """Weighted mean 0 and standard deviation 1; zeros for a constant."""
    spread = _spread(values, weights)
    return (values - np.average(values, weights=weights)) / spread if spread > 0 else np.zeros(values.size)


def _spread(values: Array, weights: Floats) -> float:
    return float(np.sqrt(np.average((values - np.average(values, weights=weights)) ** 2, weights=weights)))


def _standard(values: Floats) -> Floats:
    """Mean 0 and standard deviation 1; zeros for a constant."""
    spread = float(values.std())
    return (values - values.mean()) / spread if spread > 0 else np.zeros(values.size)


ASSOCIATIONS: dict[str, Callable[[Outcomes], Floats]] = {
    "correlation": partial(moment_influence, of_means=correlation),
    "squared-correlation": squared_influence,
    "ccc": partial(moment_influence, of_means=concordance_of_moments),
    "spearman": rank_influence,
    "kendall": kendall_influence,
}
"""Associations of values by name, with the influence of the rows of a sample."""
MOMENTS: dict[str, Callable[[Floats], Floats]] = {"correlation": correlation, "ccc": concordance_of_moments}
"""Associations that are functions of the first two moments of values, without bounds for single rows."""
