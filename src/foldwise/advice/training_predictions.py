"""FW202: predictions from outside that look like predictions of training rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.rule import Rule
from foldwise.phrases import percent
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.predictions import Predictions

__all__ = ["TrainingPredictions"]

FEWEST_ROWS, RAREST_ROWS = 100, 10
SATURATED = 0.99
EQUAL_SHARE = 0.5


@final
@dataclass(frozen=True)
class TrainingPredictions(Rule):
    """Predictions that are right in a way that predictions for new rows hardly ever are.

    Classes: 100 rows or more, ten of every class that occurs, no error, and the true class has a probability of at least .99
    in every row. Values: half of the predictions or more are equal to the truth to the last digit, and the truth takes
    more than ten values. Labels without probabilities say too little.
    """

    code: ClassVar[str] = "FW202"
    title: ClassVar[str] = "predictions like those of training rows"
    summary: ClassVar[str] = "every row is right with a probability near 1, or values are hit exactly"
    severity: ClassVar[Severity] = Severity.DOUBTFUL
    verbs: ClassVar[tuple[str, ...]] = ("score",)
    optimistic: ClassVar[bool] = True

    def look(self, case: Case) -> Advice | None:
        """Look at each system."""
        if case.predictions is None or case.predictions.n < FEWEST_ROWS:
            return None
        said = [text for name in case.predictions.models if (text := _remembers(case.predictions, name))]
        if not said:
            return None
        sentence = f"{'; '.join(said)}, as is usual for rows that were trained on and rare for new ones"
        return self.advice(sentence, "predictions of rows that no model was trained on (foldwise assess makes them)")


def _remembers(predictions: Predictions, name: str) -> str:
    outputs = predictions.of(name)
    truth = predictions.truth[outputs.row]
    if not predictions.is_classification:
        exact = float(np.mean(outputs.output == truth))
        many = np.unique(truth[:1000]).size > RAREST_ROWS
        return (
            f"{percent(exact)} of the values of '{name}' are equal to the truth"
            if exact >= EQUAL_SHARE and many
            else ""
        )
    counts = np.bincount(truth, minlength=1)
    if counts[counts > 0].min() < RAREST_ROWS or np.count_nonzero(counts) < 2 or np.any(outputs.output != truth):
        return ""
    if outputs.scores is None or outputs.score_kind is not ScoreKind.PROBABILITY:
        return ""
    least = float(outputs.scores[np.arange(truth.size), truth].min())
    if least < SATURATED:
        return ""
    return f"'{name}' is right in all {truth.size:,} rows, with a probability of {least:.3f} or more"
