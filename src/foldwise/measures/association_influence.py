"""Influence of a row on the association of predicted with true values."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Floats
    from foldwise.measures.outcomes import Outcomes

__all__ = ["ASSOCIATIONS", "moment_influence", "rank_influence"]

MOST_PAIRS = 25_000_000


def correlation(m: Floats) -> Floats:
    """Pearson's r from the means of x, y, x², y², xy (…, 5) → (…)."""
    x, y, xx, yy, xy = np.moveaxis(m, -1, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray((xy - x * y) / np.sqrt((xx - x**2) * (yy - y**2)))


def concordance(m: Floats) -> Floats:
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
    x, y = (_standard(np.asarray(one, dtype=np.float64)) for one in (outcomes.truth, outcomes.output))
    if of_means is concordance:  # depends on the units both share
        scale = float(np.std(outcomes.truth)) or float(np.std(outcomes.output)) or 1.0
        x, y = (
            (np.asarray(one, dtype=np.float64) - np.mean(outcomes.truth)) / scale
            for one in (outcomes.truth, outcomes.output)
        )
    rows = np.column_stack([x, y, x**2, y**2, x * y])
    means = np.average(rows, axis=0, weights=outcomes.weights)
    step = 1e-5
    points = means + np.concatenate([np.diag(np.full(5, step)), -np.diag(np.full(5, step))])
    values = of_means(points)
    with np.errstate(invalid="ignore"):
        return (rows - means) @ ((values[:5] - values[5:]) / (2 * step))


def rank_influence(outcomes: Outcomes) -> Floats:
    """ψ of Spearman's coefficient: that of the correlation of the ranks."""
    from dataclasses import replace

    from scipy.stats import rankdata

    ranks = replace(outcomes, truth=rankdata(outcomes.truth), output=rankdata(outcomes.output))
    return moment_influence(ranks, correlation)


def kendall_influence(outcomes: Outcomes) -> Floats:
    """ψ of Kendall's τ: twice how much more often than on average a row agrees in order with the others."""
    x, y = np.asarray(outcomes.truth), np.asarray(outcomes.output)
    n = x.size
    weights = np.ones(n) if outcomes.weights is None else outcomes.weights
    agree = np.empty(n)
    block = max(1, MOST_PAIRS // max(1, n))
    for start in range(0, n, block):
        some = slice(start, start + block)
        agree[some] = np.sign((x[some, None] - x) * (y[some, None] - y)) @ weights / weights.sum()
    return 2 * (agree - np.average(agree, weights=weights))


def squared_influence(outcomes: Outcomes) -> Floats:
    """ψ of r²: 2r times that of r."""
    x, y = (_standard(np.asarray(one, dtype=np.float64)) for one in (outcomes.truth, outcomes.output))
    return 2 * float(np.average(x * y, weights=outcomes.weights)) * moment_influence(outcomes, correlation)


def _standard(values: Floats) -> Floats:
    """Mean 0 and standard deviation 1; zeros for a constant."""
    spread = float(values.std())
    return (values - values.mean()) / spread if spread > 0 else np.zeros(values.size)


ASSOCIATIONS: dict[str, Callable[[Outcomes], Floats]] = {
    "correlation": partial(moment_influence, of_means=correlation),
    "squared-correlation": squared_influence,
    "ccc": partial(moment_influence, of_means=concordance),
    "spearman": rank_influence,
    "kendall": kendall_influence,
}
"""Associations of values by name, with the influence of the rows of a sample."""
