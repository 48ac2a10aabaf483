"""Rules without features: the class that one gives once it is fitted to all rows, and the losses of class shares where rows come in groups."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.intervals.influence_steps.row_variance import unit_variance
from foldwise.intervals.limits.ends import korn_graubard
from foldwise.measures import LossMeasure, ModelScores, Needs, gives_one_class

if TYPE_CHECKING:
    from foldwise.arrays import Floats

__all__ = ["rule_of_all_rows", "share_rule_ends"]

SAME_SHARE = 1e-9
"""Probabilities that differ by no more are the same share."""


def rule_of_all_rows(scored: ModelScores) -> ModelScores | None:
    """What a rule without features scores with the class that it gives once it is fitted to all rows; None for other models.

    Where classes are nearly of one size, the class that a majority rule gives turns between fits, and the mean over them is of no rule: under
    leave-one-out of two classes of one size it is always wrong. Which class has most rows is known (METHODS N.34). None as well
    where all fits give that class.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.measures import ModelScores, measure
    >>> found = foldwise.assess("baseline", np.zeros((40, 1)), np.arange(40) % 2, plan="loo")
    >>> error = ModelScores(found.predictions, "baseline", measure("error"))
    >>> error.value, rule_of_all_rows(error).value
    (1.0, 0.5)
    """
    outputs, predictions, needs = scored.outputs, scored.predictions, scored.measure.needs
    certain = needs is Needs.PROBABILITY and outputs.scores is not None and bool(np.isin(outputs.scores, (0, 1)).all())
    if scored.resamples.count == 1 or (not certain and needs not in (Needs.LABEL, Needs.COSTS)):
        return None  # one fit is what its interval is about
    most = int(_shares(scored, np.arange(predictions.n)).argmax())
    if (outputs.output == most).all() or not (gives_one_class(scored) or _gives_shares(scored)):
        return None
    settled = replace(outputs, output=np.full_like(outputs.output, most))
    if certain and outputs.scores is not None:
        scores = np.zeros_like(outputs.scores)
        scores[:, most] = 1
        settled = replace(settled, scores=scores)
    table = replace(
        predictions, outputs={scored.model: settled}, apparent={}, sampled=None, bootstrapped=None, failures=()
    )
    return ModelScores(table, scored.model, scored.measure)


def share_rule_ends(scored: ModelScores, level: float) -> tuple[float, float, float] | None:
    """Limits and standard error of a mean loss of probabilities that are the class shares of the training rows; None for other models.

    Fitted to all rows the rule predicts their shares p̂, and a row of class k has the known loss c_k: the risk is Σ π_k c_k, and
    only the shares π of new rows are unknown. Its interval is the exact binomial one on the range of c, with the variance of c over the
    rows by group. Fits without a group of one class predict less of that class, so that the estimate lies above the risk and
    varies little where shares are similar; the interval is extended to the estimate where that is outside (METHODS N.23).

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.measures import ModelScores, measure
    >>> truth, groups = np.repeat([0, 1, 0, 1, 1, 0, 1, 0], 5), np.repeat(np.arange(8), 5)
    >>> found = foldwise.assess("baseline", np.zeros((40, 1)), truth, groups=groups, measures="log-loss", seed=1)
    >>> low, high, error = share_rule_ends(ModelScores(found.predictions, "baseline", measure("log-loss")), 0.95)
    >>> round(low, 3), high == found.findings[0].estimate.value
    (0.693, True)
    """
    predictions, measure = scored.predictions, scored.measure
    if not isinstance(measure, LossMeasure) or measure.needs is not Needs.PROBABILITY or predictions.groups is None:
        return None
    if not _gives_shares(scored):
        return None
    rows = scored.sheet.tested.tests.rows
    weights = None if predictions.weights is None else predictions.weights[rows]
    shares = _shares(scored, np.arange(predictions.n))
    seen = replace(
        scored.outcomes,
        truth=predictions.truth[rows].astype(np.intp),
        output=np.full(rows.size, int(shares.argmax()), dtype=np.intp),
        scores=np.tile(shares, (rows.size, 1)),
        weights=weights,
        reference=None,
    )
    costs = measure.loss(measure.view(seen))
    mean, least, most = float(np.average(costs, weights=weights)), float(costs.min()), float(costs.max())
    if most - least <= ROUNDING_TOLERANCE * most:
        low, high, variance = mean, mean, 0.0
    else:
        moves = costs - mean if weights is None else (costs - mean) * weights / weights.mean()
        variance, df = unit_variance(moves, predictions.groups[rows])
        place, groups = (mean - least) / (most - least), np.unique(predictions.groups[rows]).size
        smoothed = (place * groups + 0.25) / (groups + 0.5)
        ends = korn_graubard(place, smoothed, variance / (most - least) ** 2, df=df, level=level)
        low, high = (least + (most - least) * end for end in ends)
    low, high = min(low, scored.value), max(high, scored.value)
    return (low, high, sqrt(variance)) if high > low else None


def _gives_shares(scored: ModelScores) -> bool:
    """Whether every fit gives all its test rows the class shares of its training rows."""
    scores, edges = scored.outcomes.scores, scored.sheet.tested.edges
    if scores is None or scored.resamples.count < 2:
        return False
    for r in range(scored.resamples.count):
        given = scores[edges[r] : edges[r + 1]]
        if len(given) and np.abs(given - _shares(scored, scored.resamples.train_rows(r))).max() > SAME_SHARE:
            return False
    return True


def _shares(scored: ModelScores, rows: np.ndarray) -> Floats:
    """Class shares of some rows, by their weights (C,)."""
    predictions = scored.predictions
    weights = None if predictions.weights is None else predictions.weights[rows]
    counts = np.bincount(predictions.truth[rows].astype(np.intp), weights=weights, minlength=len(predictions.classes))
    found: Floats = counts / counts.sum()
    return found
