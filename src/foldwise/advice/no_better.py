"""FW207: a model that is not shown to be better than the one that ignores the features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.advice.advice import Severity
from foldwise.advice.rule import DIAGNOSED, Rule
from foldwise.measures import Direction

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case

__all__ = ["NoBetter"]

BASELINE = "baseline"


@final
@dataclass(frozen=True)
class NoBetter(Rule):
    """The difference to the baseline is not shown to be in favour of the model, by the test that is valid for the plan.

    At 95 %, under the first measure. Few rows may be the reason as well as a model that has learned nothing.
    """

    code: ClassVar[str] = "FW207"
    title: ClassVar[str] = "not shown to be better than the baseline"
    summary: ClassVar[str] = "a model is not shown to be better than the one that ignores the features"
    severity: ClassVar[Severity] = Severity.NOTE
    verbs: ClassVar[tuple[str, ...]] = DIAGNOSED

    def look(self, case: Case) -> Advice | None:
        """Compare each model with the baseline."""
        table = case.predictions
        if table is None or BASELINE not in table.models or not case.measures:
            return None
        from foldwise.comparisons import Pair, Verdict, compare_pair

        measure = case.measures[0]
        for name in table.models:
            if name == BASELINE or not table.of(name).size or not table.of(BASELINE).size:
                continue
            pair = Pair.of(table, name, BASELINE, measure)
            comparison, higher = compare_pair(pair), measure.direction is Direction.HIGHER
            if comparison is None:
                if (pair.difference > 0) if higher else (pair.difference < 0):
                    continue
                text = f"{measure.label} of '{name}' less that of the baseline is {pair.difference:+.3g}, and no test is valid"
                return self.advice(text, "other columns, another model, or more rows; the baseline until then")
            if (comparison.low > 0) if higher else (comparison.high < 0):
                continue
            worse = (comparison.high < 0) if higher else (comparison.low > 0)
            text = (
                f"{measure.label} of '{name}' less that of the baseline is {comparison.difference:+.3g} "
                f"[{comparison.low:+.3g}, {comparison.high:+.3g}]: {Verdict.WORSE if worse else Verdict.UNDECIDED}"
            )
            return self.advice(text, "other columns, another model, or more rows; the baseline until then")
        return None
