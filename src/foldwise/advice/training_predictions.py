"""FW202: predictions from outside that look like predictions of training rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.rule import Rule
from foldwise.phrases import percent

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.predictions import Predictions

__all__ = ["TrainingPredictions"]

FEWEST_ROWS, FEWEST_OTHERS = 30, 5
"""Rows, and rows outside the commonest class, from which on it is worth a question that all are right."""
FEWEST_VALUES, EQUAL_SHARE = 11, 0.5
"""Distinct values, and the share of them that is hit, from which on hits are no chance."""
ROUNDING_SHARE, ROUNDINGS = 1e-7, 8
"""Errors below so much of the standard deviation of the truth, or so many roundings of its largest value, are rounding."""


@final
@dataclass(frozen=True)
class TrainingPredictions(Rule):
    """Predictions that are right in a way that predictions for new rows hardly ever are.

    Classes: 30 rows or more, five of them outside the commonest class, and no error; or scores of two classes that part them. Values: half of the
    predictions or more differ from the truth by no more than rounding, and the truth takes more than ten values. Problems as easy as that exist, so it is a question.
    """

    code: ClassVar[str] = "FW202"
    title: ClassVar[str] = "predictions like those of training rows"
    summary: ClassVar[str] = "every row is right, scores separate the classes, or values are hit but for rounding"
    severity: ClassVar[Severity] = Severity.DOUBTFUL
    verbs: ClassVar[tuple[str, ...]] = ("score",)
    optimistic: ClassVar[bool] = True

    def look(self, case: Case) -> Advice | None:
        """Look at each system."""
        table = case.predictions
        if table is None:
            return None
        remembers = _parts_classes if table.is_classification else _hits_values
        said = [text for name in table.models if (text := remembers(table, name))]
        if not said:
            return None
        question = "were these the rows it was fitted to, or does one of its columns hold the target? A very easy problem gives such figures too"
        return self.advice(
            f"{'; '.join(said)}: {question}",
            "predictions of rows that no model was fitted to (foldwise assess makes them), without columns that tell the target; "
            "where that is so, the figures stand",
        )


def _hits_values(predictions: Predictions, name: str) -> str:
    """Say which share of the values is hit but for rounding; empty where it is small."""
    outputs = predictions.of(name)
    truth = predictions.truth[outputs.row].astype(np.float64)
    if truth.size < FEWEST_VALUES:
        return ""
    low, high = np.percentile(truth, [25, 75])  # one value far out must not make errors look like rounding
    rounding = np.maximum(ROUNDING_SHARE * (high - low), ROUNDINGS * np.finfo(np.float64).eps * np.abs(truth))
    hit = float(np.mean(np.abs(outputs.output - truth) <= rounding))
    if hit < EQUAL_SHARE or np.unique(truth[:1000]).size < FEWEST_VALUES:
        return ""
    return f"{percent(hit)} of the values of '{name}' are the truth, but for rounding"


def _parts_classes(predictions: Predictions, name: str) -> str:
    """Say that all rows are right, or that the scores separate the classes; empty where neither is."""
    outputs = predictions.of(name)
    truth = predictions.truth[outputs.row]
    counts = np.bincount(truth, minlength=len(predictions.classes))
    if truth.size < FEWEST_ROWS or truth.size - counts.max() < FEWEST_OTHERS:
        return ""
    if np.array_equal(outputs.output, truth):
        return f"'{name}' is right in all {truth.size:,} rows"
    if outputs.scores is None or len(predictions.classes) != 2:
        return ""
    first, second = (outputs.scores[truth == code, 1] for code in (0, 1))
    if first.max() >= second.min():
        return ""
    return f"the scores of '{name}' separate the classes in all {truth.size:,} rows"
