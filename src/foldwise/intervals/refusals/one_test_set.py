"""The plans of methods for one test set, and the units (rows or groups) that are independent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.intervals.variances.class_sizes import fewest_groups
from foldwise.measures import MEASURES, CountMeasure, base_name, row_weight, smooth_table
from foldwise.phrases import there_are

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Mask
    from foldwise.measures import ModelScores

__all__ = [
    "CATALOGUE_NAMES",
    "FEWEST_GROUPS",
    "ONE_TEST_SET",
    "carrying_rows",
    "class_groups_refusal",
    "default_bootstrap_refusal",
    "groups_refusal",
    "prediction_groups",
    "rows_refusal",
]

CATALOGUE_NAMES = frozenset(base_name(one) for one in MEASURES)
FEWEST_DRAWN_GROUPS = 100
"""Fewest groups for which a bootstrap of them is the default."""

ONE_TEST_SET = ("holdout", "three-way", "fixed", "predefined")
"""Plans with one test set. The models are given, so that an interval is about other test rows, not about other training rows."""
FEWEST_GROUPS = 5
"""Fewest groups with influence on a measure: with fewer, the variance between groups cannot be estimated."""


def prediction_groups(scored: ModelScores) -> Codes | None:
    """Group of each prediction (N,), or None where every row stands for itself."""
    groups = scored.predictions.groups
    return None if groups is None else groups[scored.row]


def rows_refusal(scored: ModelScores) -> str | None:
    """Say why a method that takes rows for independent is not valid here, or None where it is."""
    if scored.predictions.groups is None:
        return None
    return "the rows come in groups, and rows of one group are alike"


def carrying_rows(scored: ModelScores) -> Mask:
    """Rows with influence on the measure: the positives for recall, all of them for the error rate (N,)."""
    measure, seen = scored.measure, scored.measure.view(scored.outcomes)
    if isinstance(measure, CountMeasure):
        return smooth_table(measure, seen.confusion()[0], seen.positive, row=row_weight(seen.weights)).carrying(seen)
    return np.ones(seen.size, dtype=np.bool_)


def groups_refusal(scored: ModelScores) -> str | None:
    """Say that too few groups carry the measure to know how much groups differ; None where enough do, or there are none."""
    groups = prediction_groups(scored)
    if groups is None:
        return None
    carrying = np.unique(groups[carrying_rows(scored)]).size
    if carrying >= FEWEST_GROUPS:
        return None
    return f"it needs {FEWEST_GROUPS} groups with rows that count for {scored.measure.name}, and {there_are(carrying)}"


def class_groups_refusal(scored: ModelScores) -> str | None:
    """Say that a class has fewer than two rows, or too few groups; None where every class has enough."""
    outcomes, groups = scored.measure.view(scored.outcomes), prediction_groups(scored)
    rows = np.bincount(outcomes.truth, minlength=outcomes.classes)
    if rows.min() < 2:
        return f"it needs two rows of every class, and there is a class with {rows.min()}"
    if groups is not None and (fewest := fewest_groups(outcomes, groups)) < FEWEST_GROUPS:
        return f"it needs {FEWEST_GROUPS} groups with rows of every class, and there is a class with {fewest}"
    return None


def default_bootstrap_refusal(scored: ModelScores) -> str:
    """Say why a bootstrap is no default here; empty where it is, for measures that are not of the catalogue.

    Those of the catalogue have methods of their own. Where these are refused, as with too few groups of a class, a bootstrap would not hold either.
    """
    if base_name(scored.measure) in CATALOGUE_NAMES:
        return "it is the default only for measures without a method of their own"
    groups = prediction_groups(scored)
    count = FEWEST_DRAWN_GROUPS if groups is None else int(np.unique(groups).size)
    if count >= FEWEST_DRAWN_GROUPS:
        return ""
    return (
        f"it is the default from {FEWEST_DRAWN_GROUPS} groups on, and there are {count}: of 12 groups 70 to 90 % of such intervals contained "
        "the truth, of 30 groups 87 %"
    )
