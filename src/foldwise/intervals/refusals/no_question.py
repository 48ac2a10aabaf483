"""Values without an interval whatever the rows: skills of rules without features, and medians of resamples of the same rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.intervals.refusals.refused_values import early_calibration
from foldwise.measures import base_name

if TYPE_CHECKING:
    from foldwise.arrays import Array
    from foldwise.measures import ModelScores

__all__ = ["LOOKED_AT", "predicts_one_number", "question_refusal"]

BESIDE_CONSTANT = {
    "brier-skill": "the class shares",
    "log-loss-skill": "the class shares",
    **dict.fromkeys(
        ("r2", "rse", "rrse", "rae", "explained-variance", "d2-poisson", "d2-gamma", "d2-tweedie"), "the mean"
    ),
    **dict.fromkeys(("d2-absolute", "d2-pinball"), "a quantile"),
}
"""Measures that compare with a rule without features, and what that rule predicts."""
WITHOUT_DERIVATIVE = frozenset({"median-absolute-error", "max-error", "d2-absolute", "d2-pinball"})
LOOKED_AT = (*BESIDE_CONSTANT, *WITHOUT_DERIVATIVE)
"""How names of these measures begin."""
MEDIAN = "median-absolute-error"
SPREAD_OF_MEDIANS = ("kfold", "paired-halves")
"""Plans of which an interval would rest on how much the values of resamples of the same rows differ."""


def question_refusal(scored: ModelScores) -> str:
    """Say that the measure asks nothing of these predictions, or that resamples do not show its spread; empty where neither is.

    No rule without features has more skill than the best of them, and what it has less is made by the rows it was fitted to: of the class shares of
    30 groups of 6 rows with one label each 51 % of intervals contained the skill, of the mean beside the median under bootstrap samples 31 %. The median error of
    such a rule hardly changes between halves of the same rows: 38 to 46 % of intervals contained it (METHODS N.36).
    """
    name, kind = base_name(scored.measure), scored.resamples.kind
    if (plain := BESIDE_CONSTANT.get(name)) is not None and predicts_one_number(scored):
        return (
            f"not assessable: {scored.measure.name} compares with a rule without features, {plain} of the rows, and these predictions are such a rule themselves, "
            "which has no skill; what is not 0 is that of the rows it was fitted to"
        )
    if name in WITHOUT_DERIVATIVE and kind in SPREAD_OF_MEDIANS:
        instead = "mae" if name == "max-error" else "mae, or one test set as of plan='holdout(1/3)',"
        return (
            f"not assessable: {scored.measure.name} has no derivative, and values of parts of the same rows differ less than those of new rows; "
            f"{instead} can be assessed"
        )
    if name == MEDIAN and scored.in_time:
        return (
            f"not assessable: {scored.measure.name} has no derivative, and medians of periods vary less than those of later rows where errors have memory: 90 % of 300 "
            "intervals contained it; mae can be assessed"
        )
    return early_calibration(scored) if scored.in_time else ""


def predicts_one_number(scored: ModelScores) -> bool:
    """Whether every fit gives all rows of its test set one prediction, and some test sets have several rows.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.measures import ModelScores, measure
    >>> table = foldwise.assess("lda", foldwise.sample("iris")).predictions
    >>> [predicts_one_number(ModelScores(table, name, measure("brier-skill"))) for name in table.models]
    [False, True]
    """
    resample = scored.resample
    if scored.outputs.shared is not None:
        return resample.size > scored.resamples.count
    found = scored.outcomes
    said = found.output if found.scores is None else found.scores
    later = np.flatnonzero(resample[1:] == resample[:-1]) + 1
    # Nearly every model is told by its first pair of rows.
    return bool(later.size) and _same(said, later[:1]) and _same(said, later)


def _same(said: Array, later: Array) -> bool:
    """Whether these rows have the prediction of the row before them."""
    return bool(np.all(said[later] == said[later - 1]))
