"""Scoring rows that are in memory: findings, judgements, segments and notes."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from foldwise.advice import Case, look_at
from foldwise.comparisons import (
    Comparison,
    Pair,
    choose_comparison,
    cochran_q_of,
    compare_pair,
    judge,
    ropes_of,
)
from foldwise.data import NO_SEGMENT, check_segments, order_segments
from foldwise.errors import InputError, ValidityError
from foldwise.estimates import Bias, Estimate, Target
from foldwise.evaluation import about_class, heavy_tails, remark_of
from foldwise.intervals import FEWEST_ROWS, interval_with_choice, too_few
from foldwise.measures import (
    MEASURES,
    cost_threshold,
    decide_labels,
    default_measures,
    outcomes_of,
    scores_of,
)
from foldwise.predictions import ScoreKind, take_test_rows
from foldwise.reports import Finding, Score, Segment
from foldwise.reports.comparison import on_intervals
from foldwise.scoring.zero_weights import without_zero_weights

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from foldwise.arrays import Array, Floats
    from foldwise.comparisons import Judgement
    from foldwise.intervals import Interval
    from foldwise.measures import Measure, ModelScores
    from foldwise.predictions import Coded, Predictions
    from foldwise.scoring.score_request import ScoreRequest

__all__ = ["ROUGH_GUIDE", "finding_of", "largest_values", "score_test_set"]

AS_GIVEN = "as given"
ROUGH_GUIDE = "only a rough guide"


def score_test_set(
    predictions: Predictions,
    request: ScoreRequest,
    *,
    segments: Coded | None = None,
    name: str = "predictions",
    notes: tuple[str, ...] = (),
    columns: tuple[str, ...] = (),
    start: float | None = None,
) -> Score:
    """Score the systems of one test set."""
    began = time.perf_counter() if start is None else start
    if segments is not None:
        check_segments(segments.labels, unknown=bool(np.any(segments.codes < 0)))
    check_test_set(predictions)
    predictions, kept, left_out = without_zero_weights(predictions)
    if kept is not None and segments is not None:
        segments = replace(segments, codes=segments.codes[kept])
    if request.decide is not None:
        predictions = decide_labels(predictions)
    request, measures = request.about(predictions.task)
    measures = measures or (every_measure(predictions) if request.every else default_measures(predictions))
    findings = find_each(predictions, measures, request)
    parts = () if segments is None else tuple(_segments(predictions, measures, request, segments))
    judgements, missing = judge_pairs(predictions, measures, request, findings)
    systems, labelled = predictions.models, predictions.is_classification
    by_key = {(one.model, one.measure.name): one for one in findings}
    return Score(
        name=name,
        task=predictions.task,
        rows=predictions.n,
        findings=findings,
        segments=parts,
        judgements=judgements,
        tables={one: outcomes_of(predictions, predictions.of(one)).confusion()[0] for one in systems if labelled},
        classes=predictions.classes,
        positive=predictions.classes[predictions.positive] if labelled else "",
        level=request.level,
        seed=request.seed,
        predictions=predictions,
        missing=missing,
        omnibus=cochran_q_of(predictions) if labelled and len(systems) > 2 and predictions.weights is None else None,
        options=request.options,
        adjustment=request.adjustment,
        notes=(
            *notes,
            *left_out,
            *_decided(predictions, request),
            *notes_on(predictions, findings, parts),
            *_untested(missing),
            *on_intervals(judgements, lambda model, name: by_key[model, name]),
        ),
        seconds=time.perf_counter() - began,
        advice=look_at(
            Case("score", predictions=predictions, measures=measures, names=columns, tested=len(judgements))
        ),
    )


def every_measure(predictions: Predictions) -> tuple[Measure, ...]:
    """All measures of the catalogue that every system can give."""
    rows = {name: outcomes_of(predictions, predictions.of(name)) for name in predictions.models}
    return tuple(one for one in MEASURES if not any(one.refuses(seen, name) for name, seen in rows.items()))


def check_test_set(predictions: Predictions) -> None:
    """Refuse predictions of a resampled plan: their rows were predicted by differently trained models."""
    if predictions.resamples.count != 1:
        message = f"these predictions come from {predictions.resamples.plan}, and score is for one test set"
        raise InputError(message, hint="foldwise.assess, or the predictions of one test set")


def find_each(predictions: Predictions, measures: tuple[Measure, ...], request: ScoreRequest) -> tuple[Finding, ...]:
    """Every measure of every system, each with its interval."""
    return tuple(finding_of(one, request) for one in scores_of(predictions, predictions.models, measures).values())


def finding_of(scored: ModelScores, request: ScoreRequest) -> Finding:
    """Value and interval of one system under one measure."""
    estimate = Estimate(scored.value, AS_GIVEN, Target.PROXY, Bias.NONE, 0, int(np.isnan(scored.value)))
    try:
        interval, reason = _interval(scored, request)
    except ValidityError as error:
        if not request.spares(scored.measure):
            # There is one test set and no plan to choose.
            hint = "interval='auto'" if "plan=" in (error.hint or "") else error.hint
            raise ValidityError(str(error.args[0]), hint=hint) from None
        interval, reason = None, str(error.args[0])
    few = too_few(scored.predictions, scored.measure)
    if interval is not None and few and ROUGH_GUIDE not in interval.note:
        interval = replace(interval, note="; ".join(filter(None, [f"{few}; {ROUGH_GUIDE}", interval.note])))
    remark = remark_of(scored, scored.value, interval)
    return Finding(scored.model, scored.measure, estimate, interval, reason, remark, about_class(scored))


def _interval(scored: ModelScores, request: ScoreRequest) -> tuple[Interval | None, str]:
    if np.isnan(scored.value) and request.method == "auto":
        return None, "the measure has no value here"
    interval, choice = interval_with_choice(scored, request.method, request.level, seed=request.seed)
    return interval, choice.reason


def judge_pairs(
    predictions: Predictions, measures: tuple[Measure, ...], request: ScoreRequest, findings: tuple[Finding, ...]
) -> tuple[tuple[Judgement, ...], dict[str, str]]:
    """Judge all pairs of systems under all measures; say for which measures there is no valid test, and why."""
    if len(predictions.models) < 2:
        request.check_alone()
        return (), {}
    ropes = ropes_of(measures, request.rope, largest_values(measures, findings))
    judgements: list[Judgement] = []
    missing: dict[str, str] = {}
    scored = scores_of(predictions, predictions.models, measures)
    for at, one in enumerate(measures):
        compared = []
        for a, b in combinations(predictions.models, 2):
            pair = Pair(scored[a, one.name], scored[b, one.name])
            found = _compare(pair, request, first=at == 0)
            if found is None:
                missing.setdefault(one.name, choose_comparison(pair).reason)
            else:
                compared.append((pair, found))
        judgements += judge(compared, ropes, how=request.adjustment, level=request.level)
    return tuple(judgements), missing


def _compare(pair: Pair, request: ScoreRequest, *, first: bool) -> Comparison | None:
    """Compare two systems; a test asked for by name must be valid for the first measure, the others go without."""
    if np.isnan(pair.difference):
        return None
    method = request.test
    if method == "auto":
        chosen = choose_comparison(pair).method
        if chosen is None:
            return None
        method = chosen
    if hasattr(method, "seed"):
        method = replace(method, seed=request.seed)  # type: ignore[type-var]
    try:
        return compare_pair(pair, method, request.level)
    except ValidityError:
        if first:
            raise
        return None


def largest_values(measures: tuple[Measure, ...], findings: Iterable[Finding]) -> dict[str, float]:
    """Largest value of any system under each measure, from which the difference that does not matter is taken."""
    values = [(one.measure.name, abs(one.estimate.value)) for one in findings]
    return {
        measure.name: max((value for name, value in values if name == measure.name and value == value), default=0.0)
        for measure in measures
    }


def _segments(
    predictions: Predictions, measures: tuple[Measure, ...], request: ScoreRequest, part: Coded
) -> list[Segment]:
    found = []
    spared = replace(request, spare=True)  # a segment too small for the method has no interval
    names = [name for code, name in enumerate(part.labels) if np.any(part.codes == code)]
    for name in order_segments([*names, *([NO_SEGMENT] if np.any(part.codes < 0) else [])]):
        rows = np.flatnonzero(part.codes == (part.labels.index(name) if name in part.labels else -1))
        some = take_test_rows(predictions, rows)
        found.append(Segment(name, int(rows.size), find_each(some, measures, spared), rows))
    return found


def _decided(predictions: Predictions, request: ScoreRequest) -> list[str]:
    """Say by which rule labels were chosen, and why scores are not taken for probabilities."""
    if request.decide is not None:
        return [words_of_decision(predictions.classes, predictions.positive, predictions.costs)]
    if request.asked or not predictions.is_classification:
        return []
    rows = {name: outcomes_of(predictions, predictions.of(name)) for name in predictions.models}
    return [
        f"no log-loss: {seen.why_not_probabilities(name)}"
        for name, seen in rows.items()
        if seen.score_kind is ScoreKind.DECISION
    ]


def words_of_decision(classes: tuple[str, ...], positive: int, costs: Floats | None) -> str:
    """The rule by which labels were chosen; for two classes and no third way it is a threshold."""
    if costs is None or costs.shape != (2, 2):
        return "labels were chosen by cost: the one that is expected to cost least under the probabilities"
    limit = cost_threshold(costs, positive)
    return f"labels were chosen by cost: {classes[positive]} where its probability is above {limit:.4g}"


def notes_on(predictions: Predictions, findings: tuple[Finding, ...], segments: tuple[Segment, ...]) -> tuple[str, ...]:
    """Notes on these figures."""
    notes = []
    if predictions.is_classification:
        rows = np.bincount(predictions.truth, minlength=len(predictions.classes))
        left = {name: int(np.sum(predictions.of(name).output < 0)) for name in predictions.models}
        notes += on_classes(predictions.classes, rows, left)
    told: dict[str, list[str]] = {}
    for finding in findings:
        if finding.remark:
            told.setdefault(f"{finding.measure.label}: {finding.remark}", []).append(finding.model)
        if finding.interval is not None and finding.interval.note:
            told.setdefault(f"{finding.measure.label}: {finding.interval.note}", []).append(finding.model)
        if finding.interval is None and finding.reason:
            told.setdefault(f"no interval for {finding.measure.label}: {finding.reason}", []).append(finding.model)
    notes += [f"{text} ({', '.join(dict.fromkeys(models))})" for text, models in told.items()]
    return (*notes, *heavy_tails(predictions, findings), *small_segments(segments))


def on_classes(classes: tuple[str, ...], rows: Array, unclassified: Mapping[str, int]) -> list[str]:
    """Say which classes have no rows, and which systems left how many rows without a label."""
    notes = []
    absent = [name for name, count in zip(classes, rows, strict=True) if count == 0]
    if absent:
        word = "class" if len(absent) == 1 else "classes"
        notes.append(f"the {word} {', '.join(absent)} {'has' if len(absent) == 1 else 'have'} no rows in the truth")
    for name, left in unclassified.items():
        if left:
            words = "row is unclassified" if left == 1 else "rows are unclassified"
            notes.append(f"{left:,} {words} by {name}, which counts as {'an error' if left == 1 else 'errors'}")
    return notes


def small_segments(segments: tuple[Segment, ...]) -> list[str]:
    """Warn of segments that are too small to say much."""
    few = [f"{part.name} ({part.rows})" for part in segments if part.rows < FEWEST_ROWS]
    if not few:
        return []
    return [f"segments of fewer than {FEWEST_ROWS} rows say little: {', '.join(few)}"]


def _untested(missing: Mapping[str, str]) -> list[str]:
    return [f"no test for {name}: {reason}" for name, reason in missing.items()]
