"""From an assessment to judgements: every pair of models under every measure, p-values adjusted within families of pairs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.comparisons import Pair, careful_method, choose_comparison, compare_pair, judge, ropes_of
from foldwise.errors import ValidityError
from foldwise.evaluation import untestable
from foldwise.measures import scores_of
from foldwise.reports.comparison import ranked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.comparisons import Comparison, ComparisonMethod, Judgement
    from foldwise.measures import Measure, ModelScores
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
        """Judge all pairs under all measures; say under which measures some or all pairs have no valid test, and why."""
        losses = {measure.name: _loss(self.assessment, measure.name) for measure in self.assessment.measures}
        ropes = ropes_of(self.assessment.measures, rope, losses)
        compared: list[tuple[tuple[str, int], Pair, Comparison]] = []
        missing: dict[str, str] = {}
        for measure in self.assessment.measures:
            if np.isnan(measure.best):
                missing[measure.name] = "no value of it is better than another"
                continue
            if reason := self._reason_without_pairs(measure):
                missing[measure.name] = reason
            for at, family in enumerate(self._families(measure)):
                for a, b in family:
                    if not self.allow_invalid and (reason := untestable(self.assessment, measure.name, a, b)):
                        missing.setdefault(measure.name, reason)
                        continue
                    pair = Pair(self._scored[a, measure.name], self._scored[b, measure.name])
                    found = self._compare(pair, named=measure == self.assessment.measures[0])
                    if found is None:
                        missing.setdefault(measure.name, self._reason_without_test(pair))
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

    def _reason_without_pairs(self, measure: Measure) -> str:
        """Why there is no pair to test, if no two of the models have a value; empty where two have, or only one model was asked about."""
        ranking = ranked(self.assessment, measure.name)
        model_count = sum(name != self.assessment.baseline for name in self.assessment.models)
        if self.reference or model_count < 2 or len(ranking) > 1:
            return ""
        return f"{ranking[0]} alone has a value" if ranking else "no model has a value"

    @cached_property
    def _scored(self) -> dict[tuple[str, str], ModelScores]:
        """Every model under every measure: predictions are brought together once, and losses computed once for all pairs."""
        return scores_of(self.assessment.predictions, self.assessment.models, self.assessment.measures)

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

    def _reason_without_test(self, pair: Pair) -> str:
        """Why no test of the pair is valid."""
        if self.method == "auto":
            return choose_comparison(pair).reason
        if self.method == "careful":
            test = careful_method(pair)
            return f"{test.name}: {test.refusal(pair)}"
        return f"{self.method if isinstance(self.method, str) else self.method.name} is not valid for it"


def _loss(assessment: Assessment, measure: str) -> float:
    """Value of the baseline; of the model farthest from 0 where there is none."""
    models = [assessment.baseline] if assessment.baseline in assessment.models else list(assessment.models)
    values = [abs(assessment.finding(name, measure).estimate.value) for name in models]
    return float(np.nanmax(values)) if not np.isnan(values).all() else 0.0
