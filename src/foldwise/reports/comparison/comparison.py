"""The result of `compare`: a leaderboard with verdicts, pairwise differences, and what came out in words."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.comparisons import ModelConfidenceSet, Verdict, model_confidence_set
from foldwise.errors import UnknownNameError, ValidityError, printable
from foldwise.estimates import bbc
from foldwise.intervals import too_few
from foldwise.measures import Direction, ModelScores
from foldwise.reports.shared.finding import known_measure, listed_measure
from foldwise.reports.shared.records import SCHEMA_VERSION, json_record
from foldwise.reports.shared.reported_result import KeptResult
from foldwise.reports.shared.segment import ALL

if TYPE_CHECKING:
    from collections.abc import Mapping

    import altair as alt
    import pandas as pd

    from foldwise.advice import Advice
    from foldwise.comparisons import Judgement
    from foldwise.data import Dataset
    from foldwise.diagnoses import PredictiveMultiplicity
    from foldwise.measures import Measure
    from foldwise.predictions import Failure, Predictions
    from foldwise.reports.assessment.assessment import Assessment
    from foldwise.reports.report import Report
    from foldwise.reports.shared.finding import Finding
    from foldwise.reports.shared.segment import SegmentJudgement

__all__ = ["ModelComparison", "Winner", "ranked"]

UNBEATEN = (Verdict.UNDECIDED, Verdict.EQUIVALENT)
"""Verdicts on a model, held against the best, that leave it among the candidates."""


@final
@dataclass(frozen=True)
class Winner:
    """The best model under the first measure, with an estimate that allows for its having been picked."""

    model: str
    value: float
    low: float
    high: float
    method: str


@final
@dataclass(frozen=True, eq=False)
class ModelComparison(KeptResult):
    """Which of several models is better, by how much, and how sure one can be of that.

    Parameters
    ----------
    assessment
        How good each model is by itself; all were fitted on the same resamples.
    judgements
        One per pair of models and measure.
    adjustment
        How the p-values of a family were adjusted: the pairs of models under one measure, or the models against the
        baseline under one measure.
    reference
        The model all others are held against; empty where all pairs were compared.
    missing
        Why there is no comparison, for measures under which some or all pairs have none (`untested`).
    across_measures
        Whether a family spans all measures.
    segment_judgements
        One per segment, pair of models and measure, the p-values of a measure adjusted over all segments together.
    corrects
        Whether the best model is corrected for being picked, which takes a moment when it is first asked for.
    options
        Arguments of the call that nothing else here tells, as Python writes them.

    Examples
    --------
    >>> import foldwise
    >>> result = foldwise.compare("lda, gaussian-nb, baseline", foldwise.sample("iris"), measures="error")
    >>> result.pairs()[["a", "b", "verdict"]].to_dict("records")[0]
    {'a': 'lda', 'b': 'gaussian-nb', 'verdict': 'undecided'}
    """

    assessment: Assessment
    judgements: tuple[Judgement, ...]
    adjustment: str = "holm"
    reference: str = ""
    missing: Mapping[str, str] = field(default_factory=dict)
    corrects: bool = True
    across_measures: bool = False
    segment_judgements: tuple[SegmentJudgement, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def winner(self) -> Winner | None:
        """The best model under the first measure, corrected for having been picked (BBC-CV); None where it cannot be."""
        ranking = self.ranking()
        if not self.corrects or len(ranking) < 2 or {failure.model for failure in self.failures} & set(ranking):
            return None
        scored = [ModelScores(self.predictions, name, self.measures[0]) for name in ranking]
        rng = np.random.default_rng(np.random.SeedSequence(self.assessment.seed, spawn_key=(1,)))
        try:
            found = bbc(scored, rng)
        except ValidityError:
            return None
        if too_few(self.predictions, self.measures[0]):
            return None
        own = self.finding(ranking[0], self.measures[0].name)
        if own.not_assessable:
            return None
        return Winner(ranking[0], found.value, *found.interval(self.level, own.interval), found.method)

    @cached_property
    def confidence_sets(self) -> dict[str, ModelConfidenceSet | str]:
        """For every measure the models that may be the best of those tested at the level, or in words why that cannot be said."""
        return {measure.name: self._confidence_set(measure.name) for measure in self.measures}

    def _confidence_set(self, measure: str) -> ModelConfidenceSet | str:
        known = self.ranking(measure)
        ranking = self.tested_ranking(measure) or [
            name for name in known if not self.finding(name, measure).not_assessable
        ]
        if len(ranking) < 2:
            return f"fewer than two models {'have a value' if len(known) < 2 else 'can be compared'}"
        scored = [ModelScores(self.predictions, name, self.finding(name, measure).measure) for name in ranking]
        rng = np.random.default_rng(np.random.SeedSequence(self.assessment.seed, spawn_key=(2,)))
        try:
            return model_confidence_set(scored, self.level, rng)
        except ValidityError as error:
            return str(error.args[0])

    @property
    def dataset(self) -> Dataset:
        """The rows."""
        return self.assessment.dataset

    @property
    def advice(self) -> tuple[Advice, ...]:
        """What the checks of rows, plan and question found."""
        return self.assessment.advice

    @property
    def predictions(self) -> Predictions:
        """The table everything was computed from; ask it anything else without fitting again."""
        return self.assessment.predictions

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models, the baseline last."""
        return self.assessment.models

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures, in the order asked for."""
        return self.assessment.measures

    @property
    def plan(self) -> str:
        """Text of the plan."""
        return self.assessment.plan

    @property
    def level(self) -> float:
        """Level of intervals and verdicts."""
        return self.assessment.level

    @property
    def baseline(self) -> str:
        """Name of the baseline row, or empty."""
        return self.assessment.baseline

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Fits that failed and were recorded."""
        return self.assessment.failures

    def finding(self, model: str, measure: str, segment: str = ALL) -> Finding:
        """Return what was found for one model under one measure, over all rows or in a segment."""
        return self.assessment.finding(model, measure, segment)

    @cached_property
    def _by_key(self) -> dict[tuple[str, str, str], Judgement]:
        return {
            (judgement.comparison.a, judgement.comparison.b, judgement.comparison.measure.name): judgement
            for judgement in self.judgements
        }

    def judgement(self, a: str, b: str, measure: str | None = None) -> Judgement | None:
        """Return what was found for a, held against b; None where they were not compared."""
        known = [measure.name for measure in self.measures]
        name = known[0] if measure is None else known_measure(measure, known)
        for model in (a, b):
            if model not in self.models:
                raise UnknownNameError.of("model in this comparison", model, self.models)
        if name not in known:
            raise UnknownNameError.of("measure in this comparison", name, known)
        if (a, b, name) in self._by_key:
            return self._by_key[a, b, name]
        other = self._by_key.get((b, a, name))
        return None if other is None else other.turned()

    def untested(self, measure: str | None = None) -> tuple[tuple[str, str], ...]:
        """Pairs of models, and of models and the baseline, that have no comparison under a measure, though they have values."""
        name = measure or self.measures[0].name
        if math.isnan(self.finding(self.models[0], name).measure.best):
            return ()
        ranking, base = self.ranking(name), self.baseline
        if self.reference:
            pairs = [(model, self.reference) for model in (*ranking, base) if model not in ("", self.reference)]
        else:
            known = bool(base) and not math.isnan(self.finding(base, name).estimate.value)
            pairs = [*combinations(ranking, 2), *((model, base) for model in ranking if known)]
        return tuple(pair for pair in pairs if self.judgement(*pair, name) is None)

    def ranking(self, measure: str | None = None) -> tuple[str, ...]:
        """Models under a measure, the best first, without the baseline and those that have no value."""
        return ranked(self.assessment, measure or self.measures[0].name)

    def anchor(self, measure: str) -> str:
        """The model the others are held against: the reference, or the best under the measure that was tested; empty where there is none."""
        return self.reference or next(iter(self.tested_ranking(measure) or self.ranking(measure)), "")

    def tested_ranking(self, measure: str) -> tuple[str, ...]:
        """Models under a measure that were compared with another one than the baseline, the best first."""
        pairs = [
            (one.comparison.a, one.comparison.b) for one in self.judgements if one.comparison.measure.name == measure
        ]
        tested = {name for pair in pairs if self.baseline not in pair for name in pair}
        return tuple(name for name in self.ranking(measure) if name in tested)

    def unbeaten(self, measure: str | None = None) -> tuple[str, ...]:
        """The best model under the measure, and those that are equivalent to it or undecided against it."""
        name = measure or self.measures[0].name
        return tuple(model for model in self.ranking(name) if self._is_unbeaten(model, name))

    def multiplicity(self, measure: str | None = None) -> PredictiveMultiplicity | None:
        """Rows on which the models that are unbeaten under a measure disagree, and the two that disagree most.

        None for values, and where one model is better than all others.
        """
        from foldwise.reports.comparison.multiplicity import multiplicity_of

        return multiplicity_of(self.predictions, self.unbeaten(measure))

    def _is_unbeaten(self, model: str, measure: str) -> bool:
        """Whether a model is the best, or compared with it and not worse."""
        return self.ranking(measure)[:1] == (model,) or self._against_best(model, measure) in UNBEATEN

    def _against_best(self, model: str, measure: str) -> str:
        """Verdict on a model, held against the best under the measure; empty for the best and where there is no test."""
        ranking = self.ranking(measure)
        held = self.judgement(model, ranking[0], measure) if ranking and model != ranking[0] else None
        return "" if held is None else str(held.verdict)

    def records(self) -> list[dict[str, Any]]:
        """One plain record per model, measure and segment, over all rows with its rank and its verdict against the best."""
        records = self.assessment.records()
        standings = [self._standing(finding) for finding in self.assessment.findings]
        standings += [{"rank": None, "against_best": "", "unbeaten": None}] * (len(records) - len(standings))
        return [{**record, **place} for record, place in zip(records, standings, strict=True)]

    def _standing(self, finding: Finding) -> dict[str, Any]:
        """Rank of a model under a measure, and its verdict against the best."""
        name, model = finding.measure.name, finding.model
        ranking = self.ranking(name)
        listed = model in ranking
        return {
            "rank": ranking.index(model) + 1 if listed else None,
            "against_best": self._against_best(model, name),
            "unbeaten": listed and self._is_unbeaten(model, name),
        }

    def to_frame(self) -> pd.DataFrame:
        """One row per model, measure and segment; the baseline and segments have no rank."""
        import pandas as pd

        return pd.DataFrame.from_records(self.records()).astype({"rank": "Int64"})

    def pairs(self, measure: str | None = None) -> pd.DataFrame:
        """One row per pair and measure: the difference, its interval, p-values, the verdict and what it rests on."""
        import pandas as pd

        name = None if measure is None else listed_measure(measure, [measure.name for measure in self.measures])
        records = [
            self._pair(judgement) for judgement in self.judgements if name in (None, judgement.comparison.measure.name)
        ]
        columns = ["a", "b", "measure", "difference", "low", "high", "p_value", "p_adjusted", "verdict"]
        return pd.DataFrame.from_records(records) if records else pd.DataFrame(columns=columns)

    def _pair(self, one: Judgement) -> dict[str, Any]:
        """Record of a pair, with the class that the measure is about."""
        return {**one.record(), "positive": self.finding(one.comparison.a, one.comparison.measure.name).positive}

    def verdict(self) -> str:
        """Say in a few sentences what came out."""
        from foldwise.reports.comparison.wording import may_be_best, sentences

        return " ".join([*sentences(self), *may_be_best(self)])

    def to_dict(self) -> dict[str, Any]:
        """Everything but the predictions, as plain data."""
        from foldwise.reports.comparison.multiplicity import multiplicity_record

        winner, labels = self.winner, {measure.name: measure.label for measure in self.measures}
        return {
            **self.assessment.to_dict(),
            "schema_version": SCHEMA_VERSION,
            "verb": "compare",
            "adjustment": self.adjustment,
            "across_measures": self.across_measures,
            "reference": self.reference,
            "rows": [json_record(record) for record in self.records()],
            "pairs": [json_record(self._pair(judgement)) for judgement in self.judgements],
            "segment_pairs": [json_record(judgement.record()) for judgement in self.segment_judgements],
            "missing": {labels.get(name, name): reason for name, reason in self.missing.items()},
            "unbeaten": {
                measure.label: list(self.unbeaten(measure.name))
                for measure in self.measures
                if self.ranking(measure.name)
            },
            "confidence_sets": {labels[name]: _set_record(one) for name, one in self.confidence_sets.items()},
            "multiplicity": multiplicity_record(self.multiplicity(), self.level),
            "winner": None if winner is None else vars(winner),
            "verdict": self.verdict(),
        }

    def to_json(self, *, indent: int | None = 2) -> str:
        """`to_dict` as text; numbers that do not exist are null."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def plot(self, measure: str | None = None) -> alt.LayerChart | alt.VConcatChart:
        """Chart of the estimates and their intervals (needs the extra ``charts``)."""
        return self.assessment.plot(measure)

    def _report(self, *, panels: bool) -> Report:
        from foldwise.reports.comparison.report import report_of

        return report_of(self, panels=panels)

    def _repr_html_(self) -> str:
        from foldwise.reports.comparison.notebook import card

        return card(self)

    def __repr__(self) -> str:
        """One line: what was compared, on what and how."""
        measures = ", ".join(measure.label for measure in self.measures)
        return printable(f"<ModelComparison of {', '.join(self.models)} on {self.assessment.dataset.name}: {measures}>")

    def __str__(self) -> str:
        """Text as the command line prints it."""
        from foldwise.reports.comparison.text import render

        return printable(render(self))


def _set_record(found: ModelConfidenceSet | str) -> dict[str, Any]:
    """A model confidence set as plain data; why there is none, where there is none."""
    return {"missing": found} if isinstance(found, str) else found.record()


def ranked(assessment: Assessment, measure: str) -> tuple[str, ...]:
    """Models under a measure, the best first, without the baseline and those that have no value."""
    models = [name for name in assessment.models if name != assessment.baseline]
    found = {name: assessment.finding(name, measure) for name in models}
    known = {name: one.estimate.value for name, one in found.items() if not math.isnan(one.estimate.value)}
    if not known:
        return ()
    one = next(iter(found.values())).measure

    def badness(name: str) -> float:
        value = known[name]
        return {Direction.LOWER: value, Direction.HIGHER: -value, Direction.NONE: abs(value - one.best)}[one.direction]

    return tuple(sorted(known, key=badness))
