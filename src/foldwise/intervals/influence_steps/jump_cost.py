"""The loss of a new row that falls on the wrong side of a jump of the predictions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from foldwise.measures import LossMeasure, Needs, SumMeasure

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures import ModelScores, Outcomes

__all__ = ["jump_cost", "widest_gap"]


def widest_gap(outputs: Floats) -> tuple[float, float]:
    """The two neighbouring values, in ascending order, that lie furthest apart.

    Examples
    --------
    >>> widest_gap(np.array([0.1, 9.8, 0.0, 10.0]))
    (0.1, 9.8)
    """
    ordered = np.sort(outputs)
    at = int(np.argmax(np.diff(ordered)))
    return float(ordered[at]), float(ordered[at + 1])


def jump_cost(scored: ModelScores, rows: float) -> float:
    """By how much one new row would change a measure of values if it were predicted from the wrong side of the widest gap.

    A tree cuts half way between two training rows. A new row that falls between them is on the wrong side of the true boundary in
    about one of 2n cases, and then costs the loss of a prediction from the other side of the jump. Most samples meet no
    such row. Predictions of all fits, in ascending order, have their widest gap where the target jumps; where it does
    not, the gap is small beside the errors, and so is this cost (METHODS N.24).

    Parameters
    ----------
    scored
        A measure of values, of a model whose predictions may jump.
    rows
        Number of independent rows, without the new one.

    Returns
    -------
    float
        Absolute change of the measure by the new row; 0 for a measure that is not a function of sums over rows.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.measures import ModelScores, measure
    >>> x = np.linspace(0, 1, 100)[:, None]
    >>> table = foldwise.assess("tree", x, np.where(x[:, 0] > 0.5, 10.5, 0.5), measures="mse").predictions
    >>> round(jump_cost(ModelScores(table, "tree", measure("mse")), 100), 3)  # 10² / 100 rows
    1.0
    """
    measure, outcomes = scored.measure, scored.outcomes
    if measure.needs is not Needs.VALUE or outcomes.size < 2:
        return 0.0
    crossed = _swapped_predictions(measure.view(outcomes))
    with np.errstate(divide="ignore", invalid="ignore"):
        if isinstance(measure, LossMeasure):
            changes = measure.loss(crossed) / rows
        elif isinstance(measure, SumMeasure):
            changes = _changes_of_sums(measure, measure.view(outcomes), crossed, rows)
        else:
            return 0.0
    known = np.abs(changes[np.isfinite(changes)])
    return float(known.max()) if known.size else 0.0


def _swapped_predictions(outcomes: Outcomes) -> Outcomes:
    """Two rows on either side of the widest gap, each with the prediction of the other."""
    sides = np.array(widest_gap(outcomes.output))
    return replace(outcomes.where(slice(0, 2)), truth=sides, output=sides[::-1], weights=None)


def _changes_of_sums(measure: SumMeasure, outcomes: Outcomes, added: Outcomes, rows: float) -> Floats:
    """Change of a function of sums over so many rows when each of the added rows joins them."""
    weights = np.ones(outcomes.size) if outcomes.weights is None else outcomes.weights
    means = np.average(measure.rows(outcomes), axis=0, weights=weights)[None]
    changes: Floats = measure.of_sums(rows * means + measure.rows(added)) - measure.of_sums(rows * means)
    return changes
