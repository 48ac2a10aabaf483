"""The no-information rate γ: the error of predictions that have nothing to do with the truth.

γ = (1/n²) Σᵢ Σⱼ ℓ(yᵢ, ŷⱼ), computed without the n² pairs (METHODS B.6): a label loss needs the shares of the classes, a
probability loss one pass per class, squares the first two moments, absolute values a sort.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from foldwise.measures import CountMeasure, LossMeasure, Needs, RankMeasure, absolute_error, squared_error

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.measures import Measure, Outcomes

__all__ = ["mean_absolute_pairs", "no_information"]

CHANCE_VALUES = {
    "auc": 0.5,
    "ovr-auc": 0.5,
    "weighted-ovr-auc": 0.5,
    "gini": 0.0,
    "correlation": 0.0,
    "spearman": 0.0,
    "kendall": 0.0,
}
"""What a rank statistic is worth when scores and truth have nothing to do with each other."""


def no_information(measure: Measure, outcomes: Outcomes) -> float | None:
    """γ of the measure for these outcomes, before any transform; None where it has no quick form.

    Examples
    --------
    >>> from foldwise.measures import Outcomes, measure
    >>> fair = Outcomes(np.array([0, 0, 1, 1]), np.array([0, 0, 1, 1]), classes=2)
    >>> no_information(measure("error"), fair)
    0.5
    """
    if isinstance(measure, RankMeasure):
        return CHANCE_VALUES.get(measure.name)
    if isinstance(measure, CountMeasure):
        return _of_tables(measure, outcomes)
    if not isinstance(measure, LossMeasure):
        return None
    if measure.needs in (Needs.LABEL, Needs.COSTS):
        return _of_labels(measure, outcomes)
    if measure.needs in (Needs.PROBABILITY, Needs.SCORE):
        return _of_probabilities(measure, outcomes)
    return _of_values(measure, outcomes)


def _weights(outcomes: Outcomes) -> Floats:
    return np.ones(outcomes.size) if outcomes.weights is None else outcomes.weights


def _shares(codes: Array, weights: Floats, count: int) -> Floats:
    """Weighted share of each code (count,)."""
    return np.bincount(codes, weights=weights, minlength=count) / weights.sum()


def _margins(outcomes: Outcomes) -> tuple[Floats, Floats]:
    """Shares of the true classes (C,) and of the predicted ones, unclassified last (C + 1,)."""
    weights, k = _weights(outcomes), outcomes.classes
    given = np.where(outcomes.output < 0, k, outcomes.output)
    return _shares(outcomes.truth, weights, k), _shares(given, weights, k + 1)


def _of_labels(measure: LossMeasure, outcomes: Outcomes) -> float:
    """Σ over classes of p(c) q(d) ℓ(c, d): the loss is asked once for each pair of classes."""
    k = outcomes.classes
    true, predicted = np.divmod(np.arange(k * (k + 1)), k + 1)
    pairs = replace(
        outcomes, truth=true, output=np.where(predicted == k, -1, predicted), scores=None, weights=None, reference=None
    )
    p, q = _margins(outcomes)
    return float(p @ measure.loss(pairs).reshape(k, k + 1) @ q)


def _of_tables(measure: CountMeasure, outcomes: Outcomes) -> float:
    """The measure of the table that independent truth and predictions would have."""
    p, q = _margins(outcomes)
    return float(measure.of_table(outcomes.size * np.outer(p, q), outcomes.positive))


def _of_probabilities(measure: LossMeasure, outcomes: Outcomes) -> float:
    """Σ over classes of p(c) · mean loss had every row been of class c."""
    weights = _weights(outcomes)
    p = _shares(outcomes.truth, weights, outcomes.classes)
    means = [
        np.average(measure.loss(replace(outcomes, truth=np.full(outcomes.size, c))), weights=weights)
        for c in range(outcomes.classes)
    ]
    return float(p @ np.array(means))


def _of_values(measure: LossMeasure, outcomes: Outcomes) -> float | None:
    truth, output, weights = outcomes.truth, outcomes.output, _weights(outcomes)
    if measure.loss is squared_error:
        y, f = (float(np.average(values, weights=weights)) for values in (truth, output))
        spread = np.average((truth - y) ** 2 + (output - f) ** 2, weights=weights)
        return float(spread) + (y - f) ** 2
    return mean_absolute_pairs(truth, output, weights) if measure.loss is absolute_error else None


def mean_absolute_pairs(truth: Array, output: Array, weights: Floats | None = None) -> float:
    """Mean of |yᵢ - ŷⱼ| over all pairs, by prefix sums over the sorted predictions.

    Examples
    --------
    >>> mean_absolute_pairs(np.array([0.0, 1.0]), np.array([0.0, 3.0]))
    1.5
    """
    w = np.ones(truth.size) if weights is None else weights
    order = np.argsort(output)
    sorted_output, sorted_w = output[order], w[order]
    mass = np.concatenate([[0.0], np.cumsum(sorted_w)])
    moment = np.concatenate([[0.0], np.cumsum(sorted_w * sorted_output)])
    below = np.searchsorted(sorted_output, truth)
    # Σⱼ wⱼ|y - ŷⱼ| = y·(mass below - mass above) - (moment below - moment above)
    sums = truth * (2 * mass[below] - mass[-1]) - (2 * moment[below] - moment[-1])
    return float(w @ sums / mass[-1] ** 2)
