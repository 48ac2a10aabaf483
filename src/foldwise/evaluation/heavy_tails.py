"""Notes on losses that may have no finite variance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.estimates import row_means
from foldwise.intervals import FINITE_VARIANCE_INDEX
from foldwise.measures import LossMeasure, ModelScores, looks_heavy, measure, square_kurtosis, tail_index, tail_rows

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
OTHER_LOSSES = ", or the logarithm of the target, depends less on single rows"
INDEPENDENT_OF_TAILS = frozenset({"spearman", "kendall", "median-absolute-error"})
"""Measures of values that do not depend on how large the largest errors are."""


def heavy_tails(predictions: Predictions, findings: tuple[Finding, ...]) -> list[str]:
    """Say that a loss may have no finite variance, where its largest values look like that; once for each loss.

    Squared errors of fewer than 150 rows cannot show it either way: of samples of 60 to 100 rows with t₃ noise that look light 5 to 40 % of
    the intervals contained the truth, as they are those that missed the tail. The spread of a sample that did not meet the tail is small, so it cannot warn; the shape of the tail can. Measures of
    values that are no mean loss, such as R², are made of squared errors and looked at through them; ranks are not. Of rows in groups the
    same is said of the mean squared errors of fewer than 1,000 groups, and of those of 150 and more that look heavy (METHODS N.26).
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
        rows, losses = row_means(ModelScores(predictions, model, measure(name)))
        if name == "mse":
            of_groups = losses if predictions.groups is None else _means_of_groups(losses, predictions.groups[rows])
            if looks_heavy(losses):
                notes.append(f"{', '.join(measures)} of {model}: {_of_squares(losses)}; mae{OTHER_LOSSES}")
            elif predictions.groups is not None and of_groups.size >= FEWEST_TAIL_ROWS and looks_heavy(of_groups):
                notes.append(f"{', '.join(measures)} of {model}: by group, {_of_squares(of_groups)}; mae{OTHER_LOSSES}")
            elif of_groups.size < _fewest_for_tails(predictions):
                unseen.setdefault((", ".join(measures), _cannot_show(predictions, of_groups.size)), []).append(model)
        elif (index := tail_index(losses)) < FINITE_VARIANCE_INDEX:
            notes.append(
                f"{', '.join(measures)} of {model}: the largest {tail_rows(losses.size)} of {losses.size} losses look like "
                f"a heavy tail (index {index:.1f}; below 2 there is no finite variance), so these intervals may be too "
                f"narrow whatever the sample shows; median-absolute-error{OTHER_LOSSES}"
            )
    return notes + [f"{which} of {', '.join(models)}: {why}" for (which, why), models in unseen.items()]


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
        "t₃ noise, 50 to 100 rows: 91 to 93 % instead of 95 %",
    )
    if predictions.groups is not None:
        whose = f"{units:,} groups cannot show whether the effects of groups have"
        seen = "t₃ effects of 8 to 150 groups: 86 to 92 % instead of 95 %"
    elif predictions.time is not None:
        seen += "; noise whose scale changes slowly with time, 100 rows: 83 %"
    return f"{whose} a heavy tail; where they have one, these intervals are too narrow ({seen})"


def _of_squares(losses: Floats) -> str:
    """Say that squared errors look as if their tail were heavy."""
    return (
        f"the squared errors look like a heavy tail (kurtosis of the errors {square_kurtosis(losses):.1f}, of normal ones 3), so these "
        "intervals may be too narrow whatever the sample shows"
    )


def _loss_behind(finding: Finding) -> Measure | None:
    """The unbounded loss that an interval rests on; None where there is none."""
    if finding.interval is None or finding.measure.name in INDEPENDENT_OF_TAILS:
        return None
    if not isinstance(finding.measure, LossMeasure):
        return measure("mse")
    if np.isfinite(finding.measure.high):
        return None
    return measure("mse") if finding.measure.name == "rmse" else finding.measure
