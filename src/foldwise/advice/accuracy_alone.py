"""FW204: accuracy as the only measure where one class is nearly all rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.advice.advice import Severity
from foldwise.advice.rule import DIAGNOSED, Rule
from foldwise.phrases import percent

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case

__all__ = ["AccuracyAlone"]

COMMON_SHARE = 0.8
"""Share of the commonest class from which on accuracy says little."""
SHARES = {"accuracy", "error"}


@final
@dataclass(frozen=True)
class AccuracyAlone(Rule):
    """Only accuracy or error is asked for, and at least 80 % of the rows have one class.

    Always predicting that class is as accurate, and says nothing about the others.
    """

    code: ClassVar[str] = "FW204"
    title: ClassVar[str] = "accuracy alone, of unbalanced classes"
    summary: ClassVar[str] = "accuracy is the only measure and one class has at least 80 % of the rows"
    severity: ClassVar[Severity] = Severity.NOTE
    verbs: ClassVar[tuple[str, ...]] = DIAGNOSED

    def look(self, case: Case) -> Advice | None:
        """Look at the measures, then at the classes."""
        dataset = case.dataset
        names = {measure.name for measure in case.measures}
        if dataset is None or not dataset.is_classification or not names or not names <= SHARES:
            return None
        share = float(dataset.class_counts.max() / dataset.n)
        if share < COMMON_SHARE:
            return None
        most = dataset.classes[int(dataset.class_counts.argmax())]
        text = (
            f"{percent(share)} of the rows are '{most}', so that always saying so has an accuracy of {percent(share)}"
        )
        return self.advice(text, "measures='balanced-accuracy,mcc,auc', which the rarer classes count in")
