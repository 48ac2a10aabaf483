"""Notes on losses that may have no finite variance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.estimates import row_means
from foldwise.intervals import FINITE_VARIANCE_INDEX
from foldwise.measures import (
    LossMeasure,
    ModelScores,
    far_loss_ratio,
    kurtosis_over_bound,
    measure,
    square_kurtosis,
    tail_index,
    tail_rows,
)

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.measures import Measure
    from foldwise.predictions import Predictions
    from foldwise.reports import Finding

__all__ = ["heavy_tails"]

FEWEST_TAIL_ROWS, FEWEST_TAIL_ROWS_IN_TIME = 150, 400
"""Rows from which on squared errors show whether their tail is heavy; in time quiet periods may be long (METHODS N.27)."""
FEWEST_TAIL_GROUPS = 1000
"""The same for groups: a group beyond those observed changes the mean more than a row does."""
NOTED_KURTOSIS = 1.1
"""Kurtosis of errors over its bound from which on a note says so; normal errors exceed the bound itself in a tenth of samples of 150 rows."""
NOTED_FAR_LOSS = 1.75
"""Loss of the rows with predictions far out over the mean loss from which on a note says so."""
LIGHT_INDEX = 3.0
"""Tail index of losses from which on few rows far out do not matter; squares of errors that are met look lighter than they are."""
OTHER_LOSSES = ", or the logarithm of the target, depends less on single rows"
INDEPENDENT_OF_TAILS = frozenset({"spearman", "kendall", "median-absolute-error"})
"""Measures of values that do not depend on how large the largest errors are."""
LIKE_SQUARES = ("mse", "msle", "rmsle", "poisson-deviance", "gamma-deviance")
"""Losses that grow as squares of errors do, so that few rows do not show their tail."""


def heavy_tails(predictions: Predictions, findings: tuple[Finding, ...]) -> list[str]:
    """Say that a loss may have no finite variance, where its largest values look like that; once for each loss.

    Squared errors of fewer than 150 rows cannot show it either way: of samples of 60 to 100 rows with t₃ noise that look light 5 to 40 % of
    the intervals contained the truth, as they are those that missed the tail. The spread of a sample that did not meet the tail is small, so it cannot warn; the shape of the tail can. Measures of
    values that are no mean loss, such as R², are made of squared errors and looked at through them; ranks are not. Of rows in groups the
    same is said of the mean squared errors of fewer than 1,000 groups, and of those of 150 and more that look heavy (METHODS N.26). Losses that look
    light may grow towards rows whose predictions lie farther out than those met (METHODS N.36).
    """
    if predictions.is_classification:
        return []
    told: dict[tuple[str, str], list[str]] = {}
    for finding in findings:
        looked = _loss_behind(finding)
        if looked is not None:
            told.setdefault((finding.model, looked.name), []).append(finding.measure.label)
    notes, unseen = [], dict[tuple[str, str], list[str]]()
    for (model, name), measures in told.items():
        scored = ModelScores(predictions, model, measure(name))
        rows, losses = row_means(scored)
        said = _of_squares(losses, rows, predictions) if name == "mse" else _of_losses(losses)
        said = said or _of_far_rows(losses, rows, scored)
        units = losses.size if predictions.groups is None else np.unique(predictions.groups[rows]).size
        if said:
            notes.append(f"{', '.join(measures)} of {model}: {said}")
        elif name in LIKE_SQUARES and units < _fewest_for_tails(predictions):
            unseen.setdefault((model, _cannot_show(predictions, units)), []).extend(measures)
    together: dict[tuple[str, str], list[str]] = {}
    for (model, why), measures in unseen.items():
        together.setdefault((", ".join(measures), why), []).append(model)
    return notes + [f"{which} of {', '.join(models)}: {why}" for (which, why), models in together.items()]


def _of_squares(losses: Floats, rows: Codes, predictions: Predictions) -> str:
    """Say that squared errors, or their means by group, look as if their tail were heavy; empty where they do not."""
    if kurtosis_over_bound(losses) > NOTED_KURTOSIS:
        return f"{_kurtosis(losses)}; mae{OTHER_LOSSES}"
    if predictions.groups is None:
        return ""
    of_groups = _means_of_groups(losses, predictions.groups[rows])
    if of_groups.size < FEWEST_TAIL_ROWS or kurtosis_over_bound(of_groups) <= 1:
        return ""
    return f"by group, {_kurtosis(of_groups)}; mae{OTHER_LOSSES}"


def _kurtosis(losses: Floats) -> str:
    return (
        f"the squared errors look like a heavy tail (kurtosis of the errors {square_kurtosis(losses):.1f}, of normal ones 3), so these "
        "intervals may be too narrow whatever the sample shows"
    )


def _of_losses(losses: Floats) -> str:
    """Say that other losses without a bound look as if they had no finite variance; empty where they do not."""
    if (index := tail_index(losses)) >= FINITE_VARIANCE_INDEX:
        return ""
    return (
        f"the largest {tail_rows(losses.size)} of {losses.size} losses look like a heavy tail (index {index:.1f}; below 2 there is no finite "
        f"variance), so these intervals may be too narrow whatever the sample shows; the logarithm of the target depends less on single rows"
    )


def _of_far_rows(losses: Floats, rows: Codes, scored: ModelScores) -> str:
    """Say that losses grow with the distance of predictions of which a few lie far out; empty where they do not."""
    tested = np.bincount(scored.row)[rows]
    predicted = np.bincount(scored.row, weights=scored.outcomes.output)[rows] / tested
    away = np.abs(predicted - np.median(predicted))
    if scored.measure.name in LIKE_SQUARES:
        away = np.square(away)
    elif tail_index(losses) >= LIGHT_INDEX:
        return ""
    if tail_index(away) >= FINITE_VARIANCE_INDEX:
        return ""
    ratio = far_loss_ratio(losses, predicted)
    if ratio <= NOTED_FAR_LOSS:
        return ""
    return (
        f"a few predictions lie far from the others, and rows out there lose {ratio:.1f} times the mean; rows farther out than those met would lose more, so "
        "these intervals may be too narrow whatever the sample shows; logarithms of skewed columns bring such rows nearer"
    )


def _fewest_for_tails(predictions: Predictions) -> int:
    """Rows, or groups, from which on squared errors show whether their tail is heavy."""
    if predictions.groups is not None:
        return FEWEST_TAIL_GROUPS
    return FEWEST_TAIL_ROWS if predictions.time is None else FEWEST_TAIL_ROWS_IN_TIME


def _means_of_groups(losses: Floats, groups: Codes) -> Floats:
    """Mean loss of each group."""
    codes = np.unique(groups, return_inverse=True)[1]
    return np.asarray(np.bincount(codes, weights=losses) / np.bincount(codes))


def _cannot_show(predictions: Predictions, units: int) -> str:
    """Say that so few rows, or groups, do not show whether a tail is heavy."""
    whose, seen = (
        f"{units:,} rows cannot show whether the errors have",
        "50 to 100 rows with t₃ noise: 86 to 92 % instead of 95 %, with heavier or skewed errors 78 to 95 %",
    )
    if predictions.groups is not None:
        whose = f"{units:,} groups cannot show whether the effects of groups have"
        seen = "t₃ effects of 8 to 150 groups: 86 to 92 % instead of 95 %"
    elif predictions.time is not None:
        seen += "; noise whose scale changes slowly with time, 100 rows: 83 %"
    return f"{whose} a heavy tail; where they have one, these intervals are too narrow ({seen})"


def _loss_behind(finding: Finding) -> Measure | None:
    """The unbounded loss that an interval rests on; None where there is none."""
    if finding.interval is None or finding.measure.name in INDEPENDENT_OF_TAILS:
        return None
    if not isinstance(finding.measure, LossMeasure):
        return measure("mse")
    if np.isfinite(finding.measure.high):
        return None
    return measure("mse") if finding.measure.name == "rmse" else finding.measure
