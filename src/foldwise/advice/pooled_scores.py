"""FW203: scores of several cross-validation models, ranked together."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.advice.advice import Severity
from foldwise.advice.rule import Rule
from foldwise.measures import RankMeasure

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case

__all__ = ["PooledScores"]

FOLD = re.compile(
    r"(cv|k|outer|test)?[ _.-]?(fold|resample)s?[ _.-]?(id|no|nr|number|index)?|cv[ _.-]?(split|part|id)", re.I
)
"""How tables call the column that says which model of a cross-validation predicted the row."""


@final
@dataclass(frozen=True)
class PooledScores(Rule):
    """A table of predictions with a column of fold numbers, and a measure that ranks rows of all folds together.

    Scores of differently trained models are not on one scale: a fold whose scores are all a little higher wins against the
    others for no merit, or loses. The column is known by its name: fold, cv_fold, resample and the like.
    """

    code: ClassVar[str] = "FW203"
    title: ClassVar[str] = "scores of several folds ranked together"
    summary: ClassVar[str] = "the table has a column of fold numbers, and scores of all folds are ranked together"
    severity: ClassVar[Severity] = Severity.DOUBTFUL
    verbs: ClassVar[tuple[str, ...]] = ("score",)

    def look(self, case: Case) -> Advice | None:
        """Look at the names of the columns."""
        ranked = [measure.name for measure in case.measures if isinstance(measure, RankMeasure)]
        named = [name for name in case.names if FOLD.fullmatch(name.strip())]
        if not ranked or not named:
            return None
        text = (
            f"the table has a column '{named[0]}', and {', '.join(ranked)} here ranks the rows of all its values together, "
            "though scores of differently trained models are not on one scale"
        )
        mend = f"segments='{named[0]}' for the figures of each fold, or foldwise.assess, which ranks within folds and averages"
        return self.advice(text, mend)
