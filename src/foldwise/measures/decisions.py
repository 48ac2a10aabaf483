"""Decisions: from scores and costs to the label that costs least, chosen without looking at the rows it is tested on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.errors import InputError, MeasureError, UnknownNameError
from foldwise.measures.model_scores import outcomes_of
from foldwise.measures.tallies.by_resample import split
from foldwise.measures.tallies.sweep import ThresholdSweep
from foldwise.predictions import UNCLASSIFIED, Part, ScoreKind

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.measures.outcomes import Outcomes
    from foldwise.predictions import Outputs, Predictions

__all__ = ["DECISIONS", "Threshold", "cheapest_labels", "cheapest_threshold", "cost_threshold", "decide_labels"]

DECISIONS = ("cost", "training")
"""Labels by the probabilities and the costs alone, or by the threshold that was cheapest on the training rows."""


@final
@dataclass(frozen=True)
class Threshold:
    """Call a row positive when its score is not below `value`; `cost` is what that cost per row where it was chosen."""

    value: float
    cost: float


def cost_threshold(costs: Floats, positive: int = 1) -> float:
    """Probability from which calling a row positive costs less: (C_FP - C_TN) / (C_FP - C_TN + C_FN - C_TP).

    Examples
    --------
    >>> round(cost_threshold(np.array([[0.0, 1.0], [9.0, 0.0]])), 3)
    0.1
    """
    alarm = costs[1 - positive, positive] - costs[1 - positive, 1 - positive]
    miss = costs[positive, 1 - positive] - costs[positive, positive]
    if alarm <= 0 or miss <= 0:
        message = f"a mistake must cost more than a right prediction: a miss costs {miss:g} more and a false alarm {alarm:g} more"
        raise InputError(message, hint="'fn=10,fp=1'")
    return float(alarm / (alarm + miss))


def cheapest_labels(probabilities: Floats, costs: Floats) -> Codes:
    """Label of each row with the least expected cost Σ_c p_c C[c, d]; of equals, the first; -1 where abstaining is it.

    Abstaining is chosen only where the costs have a column for it.

    Examples
    --------
    >>> costs = np.array([[0.0, 1.0, 0.3], [1.0, 0.0, 0.3]])
    >>> cheapest_labels(np.array([[0.9, 0.1], [0.6, 0.4], [0.2, 0.8]]), costs).tolist()
    [0, -1, 1]
    """
    expected = probabilities @ costs  # (N, C) or (N, C + 1)
    # Sums that differ by rounding only are equal.
    least = expected.min(axis=1, keepdims=True)
    label = np.argmax(expected <= least + 1e-12 * (1 + np.abs(least)), axis=1)
    return np.where(label == costs.shape[0], UNCLASSIFIED, label)


def cheapest_threshold(outcomes: Outcomes, costs: Floats) -> Threshold:
    """Threshold of two classes that was cheapest on these rows, half way to the next score; of equals, the highest."""
    sweep = ThresholdSweep.of_outcomes(outcomes)
    yes, no = outcomes.positive, 1 - outcomes.positive
    total = sweep.positives + sweep.negatives
    cost = (
        costs[yes, yes] * sweep.tp
        + costs[yes, no] * (sweep.positives - sweep.tp)
        + costs[no, yes] * sweep.fp
        + costs[no, no] * (sweep.negatives - sweep.fp)
    ) / max(total, 1e-300)
    at = int(np.argmin(np.round(cost, 12)))
    after = sweep.threshold[at + 1] if at + 1 < sweep.threshold.size else -np.inf
    here = sweep.threshold[at]
    value = (here + after) / 2 if np.isfinite(here) and np.isfinite(after) else here if np.isinf(here) else after
    return Threshold(float(value), float(cost[at]))


def decide_labels(predictions: Predictions, costs: Floats | None = None, *, by: str = "cost") -> Predictions:
    """Give every row the label that is expected to cost least.

    Parameters
    ----------
    predictions
        What the models said.
    costs
        Cost matrix (see `read_costs`); by default that of the predictions. With a column for abstaining, rows are left
        unclassified where that costs least.
    by
        ``cost``: from the probabilities and the costs alone (Bayes' rule), for any number of classes; right as far as the
        probabilities are. ``training``: for two classes, the threshold that was cheapest on the rows the model was
        trained on, or on its validation rows where the plan has any; for scores that are no probabilities. A model that
        fits its training rows perfectly says nothing there about new rows, so its threshold is arbitrary.

    Returns
    -------
    Predictions
        The same table with other labels. The rows a label is tested on never had a say in it.

    References
    ----------
    elkan2001; provost2001.

    Examples
    --------
    >>> from foldwise.predictions import Predictions
    >>> p = Predictions.build(["no", "yes"], {"m": ["no", "no"]}, scores={"m": [0.05, 0.3]})
    >>> decided = decide_labels(p, np.array([[0.0, 1.0], [9.0, 0.0]]))
    >>> decided.label(decided.of("m").output).tolist()
    ['no', 'yes']
    """
    if by not in DECISIONS:
        raise UnknownNameError.of("way to decide", by, DECISIONS)
    if not predictions.is_classification:
        message = "labels are decided for classes, and this is a regression"
        raise MeasureError(message, hint="a classification")
    table = predictions.costs if costs is None else costs
    if table is None:
        message = "a decision needs costs"
        raise MeasureError(message, hint="costs='fn=10,fp=1'")
    decided = replace(predictions, costs=table)
    outputs = {name: _labelled(decided, name, outputs, by) for name, outputs in predictions.outputs.items()}
    if not predictions.apparent:
        return replace(decided, outputs=outputs)
    all_rows = decided.resubstituted
    apparent = {name: _labelled(all_rows, name, outputs, by) for name, outputs in predictions.apparent.items()}
    return replace(decided, outputs=outputs, apparent=apparent)


def _labelled(predictions: Predictions, name: str, outputs: Outputs, by: str) -> Outputs:
    """Give the predictions of one model their cheapest labels."""
    costs = np.zeros((0, 0)) if predictions.costs is None else predictions.costs
    if outputs.size == 0:
        return outputs
    if by == "training":
        return _by_training(predictions, name, outputs, costs)
    if outputs.scores is None or outputs.score_kind is not ScoreKind.PROBABILITY:
        message = f"the cheapest label needs probabilities, and '{name}' gives none"
        hint = "probabilities between 0 and 1 that sum to one"
        if predictions.resamples.kind != "fixed":
            hint = "a model with predict_proba, or decide='training' for two classes"
        raise MeasureError(message, hint=hint)
    return replace(outputs, output=cheapest_labels(outputs.scores, costs))


def _by_training(predictions: Predictions, name: str, outputs: Outputs, costs: Floats) -> Outputs:
    """Choose the threshold of each resample on its validation or training rows."""
    if costs.shape != (2, 2):
        message = f"a threshold parts two classes and leaves no row unclassified, and the costs are {' x '.join(map(str, costs.shape))}"
        raise MeasureError(message, hint="decide='cost'")
    if outputs.scores is None:
        message = f"a threshold needs scores, and '{name}' gives labels only"
        raise MeasureError(message, hint="a model with predict_proba or decision_function")
    known = [part for part in (Part.VALIDATION, Part.TRAIN) if np.any(outputs.part == part)]
    if not known and not predictions.resamples.overlapping:
        message = f"the training rows of '{name}' were not predicted, so no threshold can be chosen on them"
        raise MeasureError(message, hint="train=True")
    rows = np.flatnonzero(outputs.part == (known[0] if known else Part.TEST))
    samples = split(outcomes_of(predictions, outputs.where(rows)), outputs.resample[rows], predictions.resamples.count)
    limits = np.array([cheapest_threshold(sample, costs).value for sample in samples])
    yes = predictions.positive
    return replace(outputs, output=np.where(outputs.scores[:, yes] >= limits[outputs.resample], yes, 1 - yes))
