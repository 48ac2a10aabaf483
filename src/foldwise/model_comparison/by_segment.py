"""Differences of models in parts of the rows, their p-values adjusted over all parts together."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, combinations
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.comparisons import Pair, compare_pair, judge, ropes_of
from foldwise.evaluation import rows_by_segment, untestable
from foldwise.measures import ModelScores
from foldwise.predictions import take_resampled_rows
from foldwise.reports import SegmentJudgement

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from foldwise.comparisons import Comparison
    from foldwise.measures import Measure
    from foldwise.predictions import Predictions
    from foldwise.reports import Assessment

__all__ = ["SegmentComparison"]


@final
@dataclass(frozen=True, eq=False)
class SegmentComparison:
    """Every pair of models under every measure in every segment that is large enough to tell.

    Segments cut the rows into small sets, and the best difference among many of them looks larger than it is: the p-values
    of a measure are adjusted over the pairs of all segments together, those of all measures where `across` asks for it.
    The test is the one that is valid in the segment, whichever was asked for over all rows.
    """

    assessment: Assessment
    adjustment: str
    reference: str
    across: bool = False

    def judge(self, rope: float | Mapping[str, float] | None) -> tuple[SegmentJudgement, ...]:
        """Judge the pairs of all segments, measure by measure."""
        assessment = self.assessment
        if assessment.dataset.segments is None:
            return ()
        tables = self._tables()
        losses = {measure.name: self._loss(measure) for measure in assessment.measures}
        ropes = ropes_of(assessment.measures, rope, losses)
        compared = [
            [(name, pair, one) for name, table in tables.items() for pair, one in self._compared(table, measure)]
            for measure in assessment.measures
            if not np.isnan(measure.best)
        ]
        judgements: list[SegmentJudgement] = []
        for family in [list(chain(*compared))] if self.across else compared:
            judged = judge([(pair, one) for _, pair, one in family], ropes, how=self.adjustment, level=assessment.level)
            judgements += [SegmentJudgement(name, one) for (name, _, _), one in zip(family, judged, strict=True)]
        return tuple(judgements)

    def _tables(self) -> dict[str, Predictions]:
        """Predictions of the segments in which something can be told."""
        told = {
            part.name
            for part in self.assessment.segments
            if any(finding.interval is not None for finding in part.findings)
        }
        segments = self.assessment.dataset.segments
        rows = rows_by_segment(segments) if told and segments is not None else ()
        return {name: take_resampled_rows(self.assessment.predictions, at) for name, at in rows if name in told}

    def _compared(self, table: Predictions, measure: Measure) -> Iterator[tuple[Pair, Comparison]]:
        scored = {name: ModelScores(table, name, measure) for name in self.assessment.models if table.of(name).size}
        models = [name for name in scored if name != self.assessment.baseline]
        pairs = [(name, self.reference) for name in models if name != self.reference]
        for a, b in pairs if self.reference in scored else combinations(models, 2):
            if untestable(self.assessment, measure.name, a, b):
                continue
            pair = Pair(scored[a], scored[b])
            comparison = compare_pair(pair, "auto", self.assessment.level)
            if comparison is not None:
                yield pair, comparison

    def _loss(self, measure: Measure) -> float:
        values = [abs(finding.estimate.value) for finding in self.assessment.findings if finding.measure == measure]
        return float(np.nanmax(values)) if not np.isnan(values).all() else 0.0
