"""Whether the parts of a result that was saved in a file agree with each other: counts, classes, segments and cells."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from foldwise.estimates import bbc
from foldwise.evaluation.permuted import at_least, sequential_p_value
from foldwise.evaluation.saved_fault import BBC_PREFIX, alike, unit_on
from foldwise.intervals import too_few
from foldwise.measures import ModelScores, outcomes_of
from foldwise.reports import (
    Assessment,
    Diagnosis,
    Experiment,
    Improvement,
    ModelComparison,
    PermutationTest,
    Score,
    Segment,
    Selection,
    UnpairedComparison,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from foldwise.measures import Measure
    from foldwise.predictions import Predictions
    from foldwise.reports import Finding
    from foldwise.typing import Given

__all__ = ["contradictions"]

ALL_ROWS = "all"
"""Name of the segment of all rows."""
RANGE_TOLERANCE = 1e-9
"""By how much a value may lie beyond the range of its measure by rounding."""


def contradictions(result: Given) -> Iterator[str]:
    """Say where a result contradicts itself or its predictions.

    Examples
    --------
    >>> import foldwise
    >>> list(contradictions(foldwise.score([0, 1] * 20, [0, 1] * 20, measures="error")))
    []
    """
    if isinstance(result, Improvement | ModelComparison):
        yield from contradictions(result.comparison if isinstance(result, Improvement) else result.assessment)
    elif isinstance(result, PermutationTest):
        yield from _permutation_faults(result)
    elif isinstance(result, Experiment):
        yield from _cell_faults(result)
    elif isinstance(result, Selection):
        yield from _selection_faults(result)
    elif isinstance(result, Assessment | Diagnosis):
        yield from _plan_faults(result)
    elif isinstance(result, Score) and result.predictions is not None:
        yield from _score_faults(result, result.predictions)
    yield from _time_faults(result)
    yield from _lacking_findings(result)
    yield from _dataset_faults(result)
    yield from _level_faults(result)
    if isinstance(result, Assessment | Score):
        yield from _segment_faults(result)


def _time_faults(result: Given) -> Iterator[str]:
    """Times of more fits at once than there were."""
    for name, one in getattr(result, "times", {}).items():
        if one.together > one.fits:
            yield f"there are {one.fits:,} times of '{name:.60}', {one.together:,} of them at once"


def _permutation_faults(result: PermutationTest) -> Iterator[str]:
    """Values that the measure cannot have, more permutations than were asked for, and values that are not as good."""
    computed = sequential_p_value(result.as_good, len(result.null), result.stop_after)
    if not alike(computed, result.p_value):
        yield f"its p-value is {computed:.4g} by its permutations, not {result.p_value:.4g}"
    measure = result.measure
    low, high = measure.low - RANGE_TOLERANCE, measure.high + RANGE_TOLERANCE
    values = [one for one in result.null if not isnan(one)]
    if not (isnan(result.value) and measure.undefined):
        values.append(result.value)
    if not all(low <= value <= high for value in values):
        yield f"its values are not all values of {measure.label}"
    if len(result.null) > result.permutations:
        yield f"it has {len(result.null):,} permutations of {result.permutations:,}"
    good = sum(map(at_least(measure, result.value), result.null))
    if good != result.as_good:
        yield f"{good:,} of its permutations are as good as the model, not {result.as_good:,}"


def _lacking_findings(result: Given) -> Iterator[str]:
    """Say that a measure of a model is there twice, or not at all."""
    if not isinstance(result, Assessment | Score | UnpairedComparison):
        return
    tables = [Segment(ALL_ROWS, 0, result.findings), *getattr(result, "segments", ())]
    models = dict.fromkeys(finding.model for finding in result.findings)
    measures = dict.fromkeys(finding.measure for finding in result.findings)
    expected = {(name, measure) for name in models for measure in measures}
    for part in tables:
        saved = [(finding.model, finding.measure) for finding in part.findings]
        if (saved or part.name == ALL_ROWS) and (len(saved) != len(set(saved)) or set(saved) - expected):
            yield f"a figure of '{part.name:.60}' rows is there twice, or of a model or measure that has none for all rows"
        elif part.name == ALL_ROWS and set(saved) != expected:
            yield "not every measure is told of every model"
    if isinstance(result, Assessment) and set(models) != _predicting(result.predictions):
        yield "its models are not those of its predictions"


def _predicting(table: Predictions) -> set[str]:
    """Models that predicted anything: one whose every fit failed has no figures."""
    return {name for name in table.models if table.of(name).size}


def _dataset_faults(result: Given) -> Iterator[str]:
    """Compare the target of the rows with the one that the predictions were scored against."""
    if not isinstance(result, Assessment | Diagnosis | Selection):
        return
    dataset, table = result.dataset, result.predictions
    if dataset.task != table.task:
        yield f"its task is {table.task} by its predictions, not {dataset.task}"
    elif dataset.n != table.n:
        yield f"there are {dataset.n:,} rows and predictions of {table.n:,}"
    elif table.is_classification:
        if not np.array_equal(np.array(dataset.classes)[dataset.codes], np.array(table.classes)[table.truth]):
            yield "the classes of its rows are not those of its predictions"
    elif not np.array_equal(np.asarray(dataset.target, dtype=float), table.truth):
        yield "the values of its rows are not those of its predictions"


def _segment_faults(result: Assessment | Score) -> Iterator[str]:
    """Count the rows of each segment again."""
    for part in result.segments:
        rows = part.rows
        if part.places is not None:
            rows = part.places.size
        elif isinstance(result, Assessment) and result.dataset.segments is not None:
            rows = int(np.count_nonzero(result.dataset.segments == part.name))
        if rows != part.rows:
            yield f"'{part.name:.60}' has {rows:,} rows, not {part.rows:,}"
    if result.segments and sum(part.rows for part in result.segments) != _rows_of(result):
        yield f"its segments have {sum(part.rows for part in result.segments):,} of {_rows_of(result):,} rows"
    places = [part.places for part in result.segments if part.places is not None]
    if places and np.unique(np.concatenate(places)).size != sum(place.size for place in places):
        yield "a row is in two of its segments"


def _rows_of(result: Assessment | Score) -> int:
    return result.dataset.n if isinstance(result, Assessment) else result.rows


def _plan_faults(result: Assessment | Diagnosis) -> Iterator[str]:
    if isinstance(result, Assessment) and result.baseline not in ("", *result.models):
        yield f"the baseline '{result.baseline:.60}' is none of its models"
    if result.plan != result.predictions.resamples.plan:
        yield f"its plan is {result.predictions.resamples.plan} by its predictions, not {result.plan:.60}"


def _score_faults(result: Score, table: Predictions) -> Iterator[str]:
    positive = table.classes[table.positive] if table.classes else ""
    saved = (result.rows, result.task, result.classes, result.positive)
    if saved != (table.n, table.task, table.classes, positive):
        yield "its rows, task and classes are not those of its predictions"
    for name, counts in result.tables.items():
        if not np.array_equal(counts, outcomes_of(table, table.of(name)).confusion()[0]):
            yield f"the confusion matrix of '{name}' is not that of its predictions"


def _selection_faults(result: Selection) -> Iterator[str]:
    """Correct the winner's score again, where that was done by drawing rows, and compare what is kept twice."""
    table, saved = result.predictions, result.corrected
    if result.plan != table.resamples.plan:
        yield f"its plan is {table.resamples.plan} by its predictions, not {result.plan:.60}"
    if {saved.measure, result.naive.measure} != {result.measure} or result.naive.model != result.chosen:
        yield f"its scores are not those of '{result.chosen:.60}' by {result.measure.label}"
    models = [finding.model for finding in result.findings]
    if len(set(models)) != len(models) or set(models) != _predicting(table):
        yield "its candidates are not those of its predictions"
    if saved.estimate.method.startswith(BBC_PREFIX):
        yield from _corrected_faults(result)


def _corrected_faults(result: Selection) -> Iterator[str]:
    table, saved = result.predictions, result.corrected
    if result.chosen != saved.model or result.chosen not in table.models:
        yield f"'{result.chosen:.60}' was chosen, and the corrected score is of '{saved.model:.60}'"
        return
    scored = [ModelScores(table, name, result.measure) for name in table.models if table.of(name).size]
    computed = bbc(scored, np.random.default_rng([result.seed, 2]))
    ends, own = computed.interval(result.level, result.naive.interval), saved.interval
    unit = unit_on(result.measure, table)
    same = own is None or (
        alike(ends[0], own.low, unit) and alike(ends[1], own.high, unit) and own.method == computed.method
    )
    if not (same and alike(computed.value, saved.estimate.value, unit) and computed.method == saved.estimate.method):
        yield f"the corrected score is {computed.value:.4g} [{ends[0]:.4g}, {ends[1]:.4g}] by its predictions"
    estimate = saved.estimate
    if (estimate.fits, estimate.undefined, saved.positive) != (table.resamples.count, 0, result.naive.positive):
        yield "the corrected score does not tell its fits and its class as the score before it does"
    if own is None and not (too_few(table, result.measure) or saved.not_assessable):
        yield "the corrected score has no interval, and there are rows enough for one"


def _level_faults(result: Given) -> Iterator[str]:
    """Intervals of another level than the one that is told for all."""
    parts = (one.findings for one in getattr(result, "segments", ()))
    for one in (*getattr(result, "findings", ()), *(finding for part in parts for finding in part)):
        if one.interval is not None and one.interval.level != getattr(result, "level", one.interval.level):
            yield f"the interval of {one.measure.label} of '{one.model}' has another level than the result"


def _cell_faults(result: Experiment) -> Iterator[str]:
    """Compare every cell with the assessment of its dataset, and every assessment with the statements about all."""
    for name, own in result.assessments.items():
        yield from (f"'{name:.60}': {text}" for text in contradictions(own))
        if own.level != result.level:
            yield f"'{name:.60}' was assessed at another level than the experiment"
    for cell in result.cells:
        where = f"{cell.measure.label} of '{cell.model:.60}' on '{cell.dataset:.60}'"
        assessed = result.assessments.get(cell.dataset)
        finding = None if assessed is None else _found(assessed.findings, cell.model, cell.measure)
        if cell.finding is None:
            if not cell.cause:
                yield f"{where} has neither a value nor a reason why not"
        elif cell.cause or finding is None or _plain(finding) != _plain(cell.finding):
            yield f"{where} is there twice, and differs"
    saved = [(cell.dataset, cell.model, cell.measure.label) for cell in result.cells]
    if len(set(saved)) != len(saved):
        yield "a cell is there twice"
    if set(result.columns) != {cell.model for cell in result.cells}:
        yield "its models are not those of its cells"
    if not set(result.assessments) <= set(result.datasets):
        yield "it has an assessment of a dataset without cells"


def _found(findings: Iterable[Finding], model: str, measure: Measure) -> Finding | None:
    return next((finding for finding in findings if (finding.model, finding.measure) == (model, measure)), None)


def _plain(finding: Finding) -> str:
    """All values of a finding, including figures that are NaN."""
    return str(finding.record("", 0.0))
