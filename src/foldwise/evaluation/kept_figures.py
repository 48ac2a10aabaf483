"""Whether the figures of a result that was kept in a file are those of the predictions beside them.

Whoever writes a file can write any figure into it. What can be computed from the predictions is computed once more, by the
methods that the figures are said to come from: estimates, intervals, differences, p-values and verdicts.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from math import isnan
from typing import TYPE_CHECKING, NamedTuple, final

import numpy as np

from foldwise.errors import ValidityError
from foldwise.estimates import bbc, estimate_method, make_estimate
from foldwise.evaluation.evaluate import about_class
from foldwise.evaluation.kept_pairs import alike, pair_faults
from foldwise.evaluation.permuted import sequential_p_value
from foldwise.intervals import anytime_interval, interval_method, interval_with_choice, rows_level, unit_values
from foldwise.measures import ModelScores, outcomes_of
from foldwise.predictions import Part, take_resampled_rows, take_test_rows
from foldwise.reports import (
    Assessment,
    Diagnosis,
    Experiment,
    Improvement,
    ModelComparison,
    PermutationTest,
    Score,
    Selection,
    UnpairedComparison,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from foldwise.estimates import Estimate
    from foldwise.intervals import Interval
    from foldwise.predictions import Predictions
    from foldwise.reports import Finding, Segment
    from foldwise.typing import Given

__all__ = ["Fault", "faults_of_figures"]

BBC = "bbc"
AS_GIVEN = "as given"
"""The estimate of `score`: the value on the rows, not estimated from resamples."""
FEATURES = frozenset({"bolstered", "learning-curve"})
"""Estimates that rest on more than predictions, so that they cannot be made once more."""


class Fault(NamedTuple):
    """A figure that is not that of its predictions; it may be so where its method was set up otherwise than usual."""

    text: str
    may_be: bool = False


@final
@dataclass(frozen=True, eq=False)
class KeptFindings:
    """Findings, and the predictions that they were made from; `seed` is that of methods that draw."""

    predictions: Predictions
    findings: tuple[Finding, ...]
    seed: int | None = None
    where: str = ""


def faults_of_figures(result: Given) -> tuple[Fault, ...]:
    """Say which figures of a result are not those of its predictions; nothing where all are, or where there are none.

    Examples
    --------
    >>> import foldwise
    >>> result = foldwise.assess("lda", foldwise.sample("iris"), plan="kfold(5)", measures="error")
    >>> faults_of_figures(result)
    ()
    >>> better = replace(result.findings[0], estimate=replace(result.findings[0].estimate, value=0.01))
    >>> faults_of_figures(replace(result, findings=(better, *result.findings[1:])))[0].text
    "error of 'lda' is 0.02 by its predictions, not 0.01"
    """
    found = [fault for one in _tables(result) for fault in _faults(one)]
    return tuple(dict.fromkeys([*found, *(Fault(text) for text in (*_own_faults(result), *pair_faults(result)))]))


def _tables(result: Given) -> Iterator[KeptFindings]:
    """Everything in a result that was made from predictions which it holds."""
    if isinstance(result, Improvement | ModelComparison):
        yield from _tables(result.comparison if isinstance(result, Improvement) else result.assessment)
    elif isinstance(result, Experiment):
        for one in result.assessments.values():
            yield from _tables(one)
    elif isinstance(result, UnpairedComparison):
        for name, table in result.tables.items():
            yield KeptFindings(table, tuple(one for one in result.findings if one.model == name), result.seed)
    elif isinstance(result, Assessment | Diagnosis):
        yield KeptFindings(result.predictions, result.findings)
        yield from _segments(result, getattr(result, "segments", ()))
    elif isinstance(result, Selection):
        yield KeptFindings(result.predictions, (*result.findings, result.naive))
    elif isinstance(result, Score) and result.predictions is not None:
        yield KeptFindings(result.predictions, result.findings, result.seed)
        yield from _segments(result, result.segments)


def _segments(result: Given, segments: Iterable[Segment]) -> Iterator[KeptFindings]:
    for part in segments:
        where = f" in '{part.name}'"
        if isinstance(result, Score) and part.places is not None:
            yield KeptFindings(take_test_rows(result.predictions, part.places), part.findings, result.seed, where)  # type: ignore[arg-type]
        elif not isinstance(result, Score) and result.dataset.segments is not None:
            rows = np.flatnonzero(result.dataset.segments == part.name)
            yield KeptFindings(take_resampled_rows(result.predictions, rows), part.findings, None, where)


def _faults(figures: KeptFindings) -> Iterator[Fault]:
    for one in figures.findings:
        what, told = f"{one.measure.label} of '{one.model}'{figures.where}", one.estimate
        if one.model not in figures.predictions.models:
            yield Fault(f"there is {what}, and no predictions of that model")
            continue
        scored = ModelScores(figures.predictions, one.model, one.measure)
        made, sure = _estimate(scored, told)
        if not alike(made.value, told.value):
            yield Fault(f"{what} is {made.value:.4g} by its predictions, not {told.value:.4g}", may_be=not sure)
        elif (made.fits, made.undefined) != (told.fits, told.undefined):
            ends = f"{told.fits} fits of which {told.undefined} have no value"
            yield Fault(f"{what} rests on {made.fits} fits of which {made.undefined} have no value, not on {ends}")
        elif one.interval is not None and (other := _other_interval(scored, one.interval, figures.seed)):
            settings = has_settings(interval_method(one.interval.method))
            yield Fault(f"the {one.interval.method} interval of {what} is {other}", may_be=settings)
        if one.positive != about_class(scored):
            yield Fault(f"{what} is about the class '{about_class(scored)}', not '{one.positive:.60}'")


def _estimate(scored: ModelScores, told: Estimate) -> tuple[Estimate, bool]:
    """The estimate once more, and whether no setting of its method could give another; as it was where it rests on features."""
    if told.method == AS_GIVEN:
        return replace(told, value=scored.value, undefined=int(isnan(scored.value)), fits=0), True
    method = estimate_method(told.method)
    if method.name in FEATURES:
        return told, False
    if (scored.predictions.of(scored.model).part == Part.VALIDATION).any():
        # Candidates are compared on those rows, and the chosen one is tested on others.
        own = ModelScores(scored.predictions, scored.model, scored.measure, Part.VALIDATION)
        return replace(told, value=own.value), False
    try:
        return make_estimate(scored, method), not has_settings(method)
    except ValidityError:  # as the baseline is estimated beside models for which the method is valid
        return method.estimate(scored), not has_settings(method)


def _other_interval(scored: ModelScores, told: Interval, seed: int | None) -> str:
    """What the interval is once more, in words; empty where it is as it was told."""
    made = None
    for one in _intervals(scored, told, seed):
        if one is not None and one.method == told.method:
            if alike(one.low, told.low) and alike(one.high, told.high) and _same_error(one, told):
                return ""
            made = made or one
    ends = f"not [{told.low:.4g}, {told.high:.4g}]"
    return f"{ends}: there is none" if made is None else f"[{made.low:.4g}, {made.high:.4g}] by its predictions, {ends}"


def _same_error(made: Interval, told: Interval) -> bool:
    """Whether two intervals were made from the same standard error, where their method has one."""
    if made.standard_error is None or told.standard_error is None:
        return made.standard_error is told.standard_error
    return alike(made.standard_error, told.standard_error)


def _intervals(scored: ModelScores, told: Interval, seed: int | None) -> Iterator[Interval | None]:
    """The interval by its method and as it is chosen, each for one look at the repeats and for any number of looks."""
    own = interval_method(told.method)
    if seed is not None and hasattr(own, "seed"):
        own = replace(own, seed=seed)  # type: ignore[type-var]
    for method in (own, "auto"):
        try:
            yield interval_with_choice(scored, method, told.level, allow_invalid=True)[0]
            wider, _ = interval_with_choice(scored, method, rows_level(told.level), allow_invalid=True)
            several = wider is not None and unit_values(scored).size > 1
            yield anytime_interval(wider, scored, told.level) if several else None  # type: ignore[arg-type]
        except ValidityError:
            continue


def has_settings(method: Given) -> bool:
    """Whether a method can be set up in more than one way, of which a file keeps nothing.

    Examples
    --------
    >>> has_settings(interval_method("bca")), has_settings(interval_method("wilson"))
    (True, False)
    """
    return bool(fields(method))


def _own_faults(result: Given) -> Iterator[str]:
    """What else a result says twice."""
    if isinstance(result, Improvement | ModelComparison):
        yield from _own_faults(result.comparison if isinstance(result, Improvement) else result.assessment)
    elif isinstance(result, PermutationTest):
        made = sequential_p_value(result.as_good, len(result.null), result.stop_after)
        if not alike(made, result.p_value):
            yield f"its p-value is {made:.4g} by its permutations, not {result.p_value:.4g}"
        if isnan(result.value) or not 0 < result.level < 1:
            yield f"its value is {result.value:.4g} and its level {result.level:.4g}"
    elif isinstance(result, Experiment):
        yield from _cell_faults(result)
    elif isinstance(result, Selection):
        yield from _selection_faults(result)
    elif isinstance(result, Assessment | Diagnosis):
        yield from _plan_faults(result)
    elif isinstance(result, Score) and result.predictions is not None:
        yield from _score_faults(result, result.predictions)
    yield from _level_faults(result)
    if isinstance(result, Assessment | Score):
        yield from _segment_faults(result)


def _segment_faults(result: Assessment | Score) -> Iterator[str]:
    """Count the rows of each segment once more."""
    for part in result.segments:
        rows = part.rows
        if part.places is not None:
            rows = part.places.size
        elif isinstance(result, Assessment) and result.dataset.segments is not None:
            rows = int(np.count_nonzero(result.dataset.segments == part.name))
        if rows != part.rows:
            yield f"'{part.name:.60}' has {rows:,} rows, not {part.rows:,}"


def _plan_faults(result: Assessment | Diagnosis) -> Iterator[str]:
    if isinstance(result, Assessment) and result.baseline not in ("", *result.models):
        yield f"the baseline '{result.baseline:.60}' is none of its models"
    if result.dataset.n != result.predictions.n:
        yield f"there are {result.dataset.n:,} rows and predictions of {result.predictions.n:,}"
    if result.plan != result.predictions.resamples.plan:
        yield f"its plan is {result.predictions.resamples.plan} by its predictions, not {result.plan:.60}"


def _score_faults(result: Score, table: Predictions) -> Iterator[str]:
    positive = table.classes[table.positive] if table.classes else ""
    if (result.rows, result.classes, result.positive) != (table.n, table.classes, positive):
        yield "its rows and classes are not those of its predictions"
    for name, counts in result.tables.items():
        if not np.array_equal(counts, outcomes_of(table, table.of(name)).confusion()[0]):
            yield f"the confusion matrix of '{name}' is not that of its predictions"


def _selection_faults(result: Selection) -> Iterator[str]:
    """Correct the winner's score once more, where that was done by drawing rows."""
    table, told = result.predictions, result.corrected
    if result.chosen != told.model or result.chosen not in table.models:
        yield f"'{result.chosen:.60}' was chosen, and the corrected score is of '{told.model:.60}'"
    elif told.estimate.method == BBC:
        scored = [ModelScores(table, name, result.measure) for name in table.models if table.of(name).size]
        made = bbc(scored, np.random.default_rng([result.seed, 2]))
        ends = made.interval(result.level, result.naive.interval)
        own = told.interval
        same = own is None or (alike(ends[0], own.low) and alike(ends[1], own.high))
        if not (same and alike(made.value, told.estimate.value)):
            yield f"the corrected score is {made.value:.4g} [{ends[0]:.4g}, {ends[1]:.4g}] by its predictions"


def _level_faults(result: Given) -> Iterator[str]:
    """Intervals of another level than the one that is told for all."""
    parts = (one.findings for one in getattr(result, "segments", ()))
    for one in (*getattr(result, "findings", ()), *(finding for part in parts for finding in part)):
        if one.interval is not None and one.interval.level != getattr(result, "level", one.interval.level):
            yield f"the interval of {one.measure.label} of '{one.model}' has another level than the result"


def _cell_faults(result: Experiment) -> Iterator[str]:
    for cell in result.cells:
        own = result.assessments.get(cell.dataset)
        if cell.finding is None or own is None:
            continue
        found = own.finding(cell.model, cell.measure.name)
        if not alike(found.estimate.value, cell.finding.estimate.value):
            yield f"{cell.measure.label} of '{cell.model}' on '{cell.dataset}' is told twice, and differs"
