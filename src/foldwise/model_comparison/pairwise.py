"""From an assessment to judgements: every pair of models under every measure, family by family."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.comparisons import Pair, careful_method, check_rope, choose_comparison, compare_pair, default_rope, judge
from foldwise.errors import InputError, UnknownNameError, ValidityError
from foldwise.measures import Scored
from foldwise.reports.comparison import ranked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.comparisons import Comparison, ComparisonMethod, Judgement
    from foldwise.measures import Measure
    from foldwise.reports import Assessment

__all__ = ["PairwiseComparison"]


@final
@dataclass(frozen=True, eq=False)
class PairwiseComparison:
    """What is compared with what, and how; `across` makes one family of the pairs of all measures."""

    assessment: Assessment
    method: str | ComparisonMethod
    adjustment: str
    reference: str
    allow_invalid: bool
    across: bool = False

    def judge(self, rope: float | Mapping[str, float] | None) -> tuple[tuple[Judgement, ...], dict[str, str]]:
        """Judge all pairs under all measures; say for which measures there is no valid test, and why."""
        ropes = ropes_for(self.assessment, rope)
        compared: list[tuple[tuple[str, int], Pair, Comparison]] = []
        missing: dict[str, str] = {}
        for measure in self.assessment.measures:
            if np.isnan(measure.best):
                missing[measure.name] = "no value of it is better than another"
                continue
            for at, family in enumerate(self._families(measure)):
                for a, b in family:
                    pair = Pair(self._scored[a, measure.name], self._scored[b, measure.name])
                    found = self._compare(pair, named=measure == self.assessment.measures[0])
                    if found is None:
                        missing.setdefault(measure.name, self._reason(pair))
                    else:
                        compared.append((("" if self.across else measure.name, at), pair, found))
        return self._judge(compared, ropes), missing

    def _judge(
        self, compared: Sequence[tuple[tuple[str, int], Pair, Comparison]], ropes: Mapping[str, float]
    ) -> tuple[Judgement, ...]:
        """Judge the comparisons family by family, and give them in their order."""
        judged: dict[int, Judgement] = {}
        for family in dict.fromkeys(key for key, _, _ in compared):
            places = [at for at, (key, _, _) in enumerate(compared) if key == family]
            members = [compared[at][1:] for at in places]
            found = judge(members, ropes, how=self.adjustment, level=self.assessment.level)
            judged |= dict(zip(places, found, strict=True))
        return tuple(judged[at] for at in range(len(compared)))

    @cached_property
    def _scored(self) -> dict[tuple[str, str], Scored]:
        """Every model under every measure, so that losses are computed once however many pairs there are."""
        return {
            (finding.model, finding.measure.name): Scored(self.assessment.predictions, finding.model, finding.measure)
            for finding in self.assessment.findings
        }

    def _families(self, measure: Measure) -> list[list[tuple[str, str]]]:
        """Pairs whose p-values are adjusted together: of models with each other, and of models with the baseline."""
        ranking, baseline = ranked(self.assessment, measure.name), self.assessment.baseline
        if self.reference:
            return [[(name, self.reference) for name in (*ranking, baseline) if name not in ("", self.reference)]]
        families = [list(combinations(ranking, 2))]
        if baseline and not np.isnan(self._scored[baseline, measure.name].value):
            families.append([(name, baseline) for name in ranking])
        return families

    def _compare(self, pair: Pair, *, named: bool) -> Comparison | None:
        """Compare two models; a test asked for by name must be valid for the first measure, the others go without."""
        try:
            return compare_pair(
                pair,
                self.method,
                self.assessment.level,
                allow_invalid=self.allow_invalid,
            )
        except ValidityError:
            if named:
                raise
            return None

    def _reason(self, pair: Pair) -> str:
        if self.method == "auto":
            return choose_comparison(pair).reason
        if self.method == "careful":
            test = careful_method(pair)
            return f"{test.name}: {test.refusal(pair)}"
        return f"{self.method if isinstance(self.method, str) else self.method.name} is not valid for it"


def ropes_for(assessment: Assessment, rope: float | Mapping[str, float] | None) -> dict[str, float]:
    """The difference that does not matter under each measure: as stated, else .01 or 1 % of the baseline's loss."""
    measures = {one.name: one for one in assessment.measures}
    several = {} if rope is None else rope if isinstance(rope, Mapping) else {assessment.measures[0].name: rope}
    stated = dict(several)
    for name, value in stated.items():
        if name not in measures:
            raise UnknownNameError.of("measure in this comparison", name, measures)
        if isinstance(value, str):
            message = f"rope is the largest difference that does not matter, a number, not '{value}'"
            raise InputError(message, hint="rope=0.01")
        check_rope(value)
    return {name: stated.get(name, default_rope(one, _loss(assessment, name))) for name, one in measures.items()}


def _loss(assessment: Assessment, measure: str) -> float:
    """Value of the baseline; of the model farthest from 0 where there is none."""
    models = [assessment.baseline] if assessment.baseline in assessment.models else list(assessment.models)
    values = [abs(assessment.finding(name, measure).estimate.value) for name in models]
    return float(np.nanmax(values)) if not np.isnan(values).all() else 0.0
