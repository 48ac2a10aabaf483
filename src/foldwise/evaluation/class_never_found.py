"""Rates of a class with few rows, none of which was predicted correctly: a fit to all rows has a few rows more, and may find some."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from foldwise.measures import CountMeasure, ModelScores, scarcest
from foldwise.measures import measure as find_measure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.predictions import Predictions
    from foldwise.reports import Finding
    from foldwise.typing import Estimator

__all__ = ["MOST_ROWS", "withhold_unfound_class"]

MOST_ROWS = 15
"""Rows of a class up to which a tenth more of them may change whether a model finds it at all."""
RELATIVE_COST = "normalised-cost"
BASELINE_CLASS = "DummyClassifier"
"""The model that finds no row of the rarer class by definition."""


def withhold_unfound_class(
    findings: tuple[Finding, ...], models: Mapping[str, Estimator], predictions: Predictions
) -> tuple[Finding, ...]:
    """Hold back the intervals of counts of two classes that rest on a rare one of which no row was found (METHODS N.12).

    Examples
    --------
    >>> import numpy as np, foldwise
    >>> X, y = np.random.default_rng(0).normal(size=(100, 2)), np.repeat(["no", "yes"], [92, 8])
    >>> found = foldwise.assess("knn", X, y, measures="recall").finding("knn", "recall")
    >>> found.interval is None, found.reason[:45]
    (True, 'not assessable: no fit found any of the 8 row')
    """
    counts = predictions.class_counts
    if len(predictions.classes) != 2 or counts.min() > MOST_ROWS:
        return findings
    reasons = {
        name: _refusal(name, predictions) for name, model in models.items() if type(model).__name__ != BASELINE_CLASS
    }
    rare = f"class '{predictions.classes[int(counts.argmin())]}'"

    def rests_on_it(finding: Finding) -> bool:
        where = scarcest(finding.measure, counts, predictions.classes, predictions.positive)[1]
        of_costs = finding.measure.name == RELATIVE_COST  # rows that are found cost less than the best label for all
        return of_costs or (isinstance(finding.measure, CountMeasure) and where == rare)

    return tuple(
        replace(finding, interval=None, reason=reasons[finding.model])
        if reasons.get(finding.model) and rests_on_it(finding)
        else finding
        for finding in findings
    )


def _refusal(name: str, predictions: Predictions) -> str:
    """Why rates of the rare class cannot be assessed; empty where a row of it was found."""
    rare = int(predictions.class_counts.argmin())
    if name not in predictions.models or not predictions.of(name).size:
        return ""
    scored = ModelScores(predictions, name, find_measure("error"))
    table, rows = scored.outcomes.confusion()[0], int(predictions.class_counts[rare])
    expected_hits = float(table[rare, rare]) / max(1.0, float(table[rare].sum())) * rows
    if expected_hits >= 1:
        return ""
    return (
        f"not assessable: no fit found any of the {rows} rows of class '{predictions.classes[rare]}', and a fit to all rows, "
        "with a few more of them, may: of such intervals as few as 50 % contained the truth"
    )
