"""FW301: many measures tested for the same models, without an adjustment between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.advice.advice import Severity
from foldwise.advice.rule import Rule
from foldwise.phrases import percent

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case

__all__ = ["ManyMeasures"]

MANY_MEASURES = 6
LEVEL = 0.05


@final
@dataclass(frozen=True)
class ManyMeasures(Rule):
    """Six or more measures of the same pair of models are tested; p-values are adjusted for pairs, not for measures.

    With m independent tests of equal models at 5 % the chance of at least one difference is 1 - .95^m; measures of one set
    of predictions go together, so that this is the most it can be.
    """

    code: ClassVar[str] = "FW301"
    title: ClassVar[str] = "many measures"
    summary: ClassVar[str] = "six or more measures are tested between the same models, not adjusted for their number"
    severity: ClassVar[Severity] = Severity.NOTE
    verbs: ClassVar[tuple[str, ...]] = ("compare", "score")

    def look(self, case: Case) -> Advice | None:
        """Count them."""
        count = len(case.measures)
        if count < MANY_MEASURES or case.tested < 1:
            return None
        text = (
            f"{count} measures are tested between the same models, and p-values are adjusted for the pairs and not for the "
            f"measures: of equal models up to {percent(1 - (1 - LEVEL) ** count)} would differ under one of them at 5 %"
        )
        return self.advice(text, "one measure named before looking; the verdict rests on the first")
