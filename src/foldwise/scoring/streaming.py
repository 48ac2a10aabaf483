"""Scoring rows in pieces: one pass for the classes, one for the summaries, and one more where areas are compared or rows weighted."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.advice import Case, look_at
from foldwise.comparisons import SummarisedPair, compare_summarised, judge, ropes_of
from foldwise.data import Task
from foldwise.errors import InputError
from foldwise.estimates import Bias, Estimate, Target
from foldwise.intervals import SummarisedValue, few_of_a_class, named_interval, value_of_summary
from foldwise.measures import (
    AREA_MULTIPLES,
    MEASURES,
    SAME_SCORES,
    CountMeasure,
    base_name,
    class_of,
    clip_of,
    clipping_note,
    measure,
    reversed_scores_note,
)
from foldwise.measures.summaries import (
    MOST_DISTINCT_SCORES,
    SummaryRequest,
    count_labels,
    is_summarised,
    of_table,
)
from foldwise.phrases import count_of
from foldwise.predictions import ScoreKind
from foldwise.reports import Finding, Score, Segment
from foldwise.reports.comparison import on_intervals
from foldwise.reports.score import ALL
from foldwise.scoring.first_pass import FirstPass, first_pass
from foldwise.scoring.parts import parts_of
from foldwise.scoring.passes import PassFindings, make_passes
from foldwise.scoring.rows import ROUGH_GUIDE, largest_values, on_classes, small_segments
from foldwise.scoring.workers import InProcess, open_workers

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from foldwise.comparisons import Judgement
    from foldwise.intervals import Interval, SummarisedSystem
    from foldwise.measures import Measure
    from foldwise.measures.summaries import Summary
    from foldwise.predictions import Roles
    from foldwise.predictions.sources import Source
    from foldwise.scoring.score_request import ScoreRequest
    from foldwise.scoring.workers import Workers
    from foldwise.typing import Given

__all__ = ["ROWS_IN_MEMORY", "needs_streaming", "score_on_workers", "score_stream"]

ROWS_IN_MEMORY = 2_000_000
"""More rows than this are summarised unless all of them are asked for."""
BYTES_IN_MEMORY = 200_000_000
"""The same for a file whose number of rows is not known."""
BYTES_READ_WHOLE = 2_000_000_000
"""Size of a file up to which all its rows are read where what was asked for looks at all of them."""
MOST_LABELS = 4096
"""Range of whole numbers up to which pairs of labels are counted in a table."""
UNWEIGHTED_MEASURES = frozenset({"median-absolute-error"})
"""Measures whose summaries have no weights."""
FEWEST_SCORES = 1 << 12
"""Distinct scores kept of a ranking, however many segments and systems share the budget."""


def needs_streaming(
    source: Source,
    roles: Roles,
    request: ScoreRequest,
    stream: bool | None,  # noqa: FBT001 - as the user gave it
) -> bool:
    """Whether the rows are read in pieces: as asked, else where there are many and nothing that was asked for needs all of them.

    Methods, tests and measures that look at all rows at once get them, unless they lie in a file too large to be read.
    """
    if stream and roles.system:
        message = "system= needs all rows in memory, and stream=True keeps summaries only"
        raise InputError(message, hint="stream=False")
    if stream is not None or roles.system:
        return bool(stream)
    whole = request.looks_at_rows or roles.groups or roles.weights
    if source.size <= BYTES_READ_WHOLE and whole:
        return False
    return source.rows > ROWS_IN_MEMORY if source.rows is not None else source.size > BYTES_IN_MEMORY


def score_stream(
    source: Source,
    roles: Roles,
    request: ScoreRequest,
    details: Mapping[str, Any],
    *,
    start: float | None = None,
    workers: Workers | None = None,
) -> Score:
    """Score the systems of a source that is read in pieces, here or on the workers of a cluster."""
    began = time.perf_counter() if start is None else start
    if request.test != "auto":
        asked_test = request.test if isinstance(request.test, str) else request.test.name
        message = f"test='{asked_test}' needs all rows in memory"
        raise InputError(message, hint="stream=False, or the default")
    where = InProcess() if workers is None else workers
    found, pieces = first_pass(parts_of(source), roles, request, details, where)
    request, asked = request.about(found.task)
    measures = asked or (every_summarised(found) if request.every else usual_measures(found))
    check_streamed_measures(measures, found)
    summary_request = SummaryRequest(
        measures,
        budget=max(FEWEST_SCORES, MOST_DISTINCT_SCORES // max(1, len(roles.systems) * (1 + len(found.segments)))),
    )
    counted = count_only(source, found, summary_request) if isinstance(where, InProcess) else None
    looks = make_passes(pieces, found, summary_request, where) if counted is None else PassFindings({ALL: counted})
    return _report(source, request, found, measures, looks, began)


def score_on_workers(  # noqa: PLR0917 - as `score` has them
    source: Source,
    roles: Roles,
    request: ScoreRequest,
    details: Mapping[str, Any],
    backend: tuple[Given, Mapping[str, Any] | None],
    *,
    stream: bool | None = None,
) -> Score:
    """Score the systems on the workers that a backend names, which read the rows in pieces."""
    if stream is False:
        message = "backend= reads the rows in pieces, and stream=False keeps all of them in memory"
        raise InputError(message, hint="one of the two")
    needs_streaming(source, roles, request, stream=True)
    began = time.perf_counter()
    with closing(open_workers(*backend)) as workers:
        return score_stream(source, roles, request, details, start=began, workers=workers)


def usual_measures(found: FirstPass) -> tuple[Measure, ...]:
    """The measures that are shown when none was asked for."""
    if found.task is Task.REGRESSION:
        return tuple(measure(name) for name in ("rmse", "mae", "r2"))
    names = ["error", "balanced-error"]
    kinds = set(found.kinds.values())
    names += ["cost"] if found.costs is not None else []
    names += ["auc"] if ScoreKind.NONE not in kinds else []
    names += ["log-loss"] if kinds == {ScoreKind.PROBABILITY} else []
    return tuple(measure(name) for name in names)


def every_summarised(found: FirstPass) -> tuple[Measure, ...]:
    """All measures of the catalogue that summaries of these systems can give."""
    return tuple(
        one
        for one in MEASURES
        if (one.task is found.task and is_summarised(one, len(found.classes)))
        and not (found.roles.weights and base_name(one) in UNWEIGHTED_MEASURES)
        and not any(one.refuses(rows, name) for name, rows in found.example.items())
    )


def check_streamed_measures(measures: tuple[Measure, ...], found: FirstPass) -> None:
    """Refuse measures that need all rows at once, or more than the systems give."""
    for one in measures:
        if not is_summarised(one, len(found.classes)):
            message = f"{one.name} needs all rows in memory, and they are read in pieces"
            raise InputError(message, hint="stream=False, if they fit")
        if base_name(one) in UNWEIGHTED_MEASURES and found.roles.weights:
            message = f"{one.name} of weighted rows needs all rows in memory, and they are read in pieces"
            raise InputError(message, hint="stream=False, if they fit")
        for system, rows in found.example.items():
            one.check(rows, system)


def count_only(source: Source, found: FirstPass, summary_request: SummaryRequest) -> Summary | None:
    """Count the labels of one system as they come, where whole numbers are counted and nothing else is asked."""
    roles = found.roles
    plain = not (roles.groups or roles.weights)
    simple = plain and len(roles.systems) == 1 and not found.segments and not found.decide and bool(roles.predicted)
    wanted = all(isinstance(one, CountMeasure) or one.name in ("error", "accuracy") for one in summary_request.measures)
    if not (simple and wanted and all(label.lstrip("-").isdigit() for label in found.classes)):
        return None
    (name,) = roles.systems
    values = np.array([int(label) for label in found.classes])
    low, width = int(values.min()), int(np.ptp(values)) + 1
    table = np.zeros((width, width), dtype=np.int64) if width <= MOST_LABELS else None
    for chunk in source.chunks([roles.truth, roles.predicted[name]]):
        pair = [chunk[column] for column in (roles.truth, roles.predicted[name])]
        if table is None or not all(isinstance(one, np.ndarray) and one.dtype.kind in "iu" for one in pair):
            return None
        counts, stray = count_labels(pair[0], pair[1], low, width)
        if stray < len(pair[0]):
            return None  # a label outside the classes: the usual way raises the error
        table += counts
    kept = np.zeros((0, 0), dtype=np.int64) if table is None else table[np.ix_(values - low, values - low)]
    if table is None or kept.sum() != table.sum():
        return None
    return of_table(name, np.column_stack([kept, np.zeros(values.size, dtype=np.int64)]), summary_request)


def _report(  # noqa: PLR0917 - the pieces of one report
    source: Source,
    request: ScoreRequest,
    found: FirstPass,
    measures: tuple[Measure, ...],
    looks: PassFindings,
    began: float,
) -> Score:
    parts = looks.parts
    systems = {name: tuple(looks.summed(found, name)) for name in parts}
    known = {name: _known(measures, some, request, part=name) for name, some in systems.items()}
    findings = {
        name: tuple(_finding(found, key, one, parts[name]) for key, one in some.items()) for name, some in known.items()
    }
    segments = tuple(Segment(name, parts[name].n, findings[name]) for name in parts if name != ALL)
    judgements, missing = _judge(measures, systems[ALL], request, findings[ALL])
    bounds = {(system, one.name): value.bound for (system, one), value in known[ALL].items() if value.bound}
    notes = [f"rows were read in pieces, {parts[ALL].n:,} in all, and not kept", *found.notes]
    notes += _left_out(found, parts[ALL].n)
    notes += [
        f"{one.label} of {system} comes from binned scores: it is right to ±{bounds[system, one.name]:.1e}"
        for system, one in known[ALL]
        if (system, one.name) in bounds
    ]
    reasons = {(one.label, value.reason): None for (_, one), value in known[ALL].items() if value.interval is None}
    notes += [f"no interval for {name}: {reason}" for name, reason in reasons]
    notes += [f"no test for {name}: {reason}" for name, reason in missing.items()]
    by_key = {(one.model, one.measure.name): one for one in findings[ALL]}
    notes += on_intervals(judgements, lambda model, name: by_key[model, name])
    notes += [f"{one.measure.label}: {one.remark} ({one.model})" for one in findings[ALL] if one.remark]
    notes += [
        f"{one.measure.label}: {one.interval.note} ({one.model})"
        for one in findings[ALL]
        if one.interval is not None and one.interval.note and (one.model, one.measure.name) not in bounds
    ]
    labelled = found.task is Task.CLASSIFICATION
    if labelled:
        notes += on_classes(found.classes, parts[ALL].counts, parts[ALL].blank)
    return Score(
        name=source.name.strip("'"),
        task=found.task,
        rows=parts[ALL].n,
        findings=findings[ALL],
        segments=segments,
        judgements=judgements,
        tables={name: found.unscaled(table) for name, table in parts[ALL].tables.items()},
        classes=found.classes,
        positive=found.classes[found.positive] if labelled else "",
        level=request.level,
        seed=request.seed,
        missing=missing,
        bounds=bounds,
        options=request.options,
        adjustment=request.adjustment,
        notes=(*notes, *small_segments(segments)),
        seconds=time.perf_counter() - began,
        advice=look_at(Case("score", measures=measures, names=source.names, tested=len(judgements))),
    )


def _known(
    measures: tuple[Measure, ...], systems: Iterable[SummarisedSystem], request: ScoreRequest, *, part: str
) -> dict[tuple[str, Measure], SummarisedValue]:
    """Every measure of every system, by the method that was asked for; where that takes all rows, one sentence says so."""
    found = {}
    for one in systems:
        for asked in measures:
            known = value_of_summary(asked, one, request.level)
            if not isinstance(request.method, str):
                method = request.method
                chosen = replace(method, seed=request.seed) if hasattr(method, "seed") else method  # type: ignore[type-var]
                named = named_interval(chosen, asked, one, known=known, level=request.level)
                reason = f"interval='{method.name}' of {asked.name} needs all rows in memory"
                if named is None and part == ALL and not request.spares(asked):
                    raise InputError(reason, hint="stream=False, or the default")
                known = SummarisedValue(known.value, None, reason, known.bound) if named is None else named
            found[one.system, asked] = known
    return found


def _left_out(found: FirstPass, kept: int) -> list[str]:
    """Say which rows do not count: those of weight 0, and those whose weight is rounded off beside the total."""
    if not found.roles.weights:
        return []
    tiny = found.rows - found.zero_weights - kept
    told = ((found.zero_weights, "of weight 0"), (tiny, "of less than 2⁻⁴⁸ of all weight"))
    return [f"{count_of(n, 'row')} {what} {'was' if n == 1 else 'were'} left out" for n, what in told if n]


def _finding(found: FirstPass, key: tuple[str, Measure], known: SummarisedValue, part: Summary) -> Finding:
    system, asked = key
    undefined = int(known.value != known.value)
    estimate = Estimate(known.value, "summarised", Target.PROXY, Bias.NONE, 0, undefined)
    remark = "" if known.interval is None else reversed_scores_note(asked, known.value, known.interval.high)
    remark = remark or _remark(asked, system, part)
    about = class_of(asked, found.classes, found.positive)
    return Finding(system, asked, estimate, _with_doubt(asked, found, known, part), known.reason, remark, about)


def _with_doubt(asked: Measure, found: FirstPass, known: SummarisedValue, part: Summary) -> Interval | None:
    """The interval, with a note where a class has so few rows that it is a rough guide."""
    if known.interval is None or not part.tables:
        return known.interval
    few = few_of_a_class(asked, part.counts, found.classes, found.positive)
    note = "; ".join(filter(None, [few, few and ROUGH_GUIDE, known.interval.note]))
    return replace(known.interval, note=note)


def _remark(asked: Measure, system: str, part: Summary) -> str:
    """Remarks of the measure on its rows: scores that rank nothing, probabilities below the floor."""
    if base_name(asked) in AREA_MULTIPLES and all(one.keys.size == 1 for one in part.rankings[system]):
        return SAME_SCORES
    clip = clip_of(asked)
    return "" if clip is None else clipping_note(part.clipped[asked.name, system], clip)


def _judge(
    measures: tuple[Measure, ...],
    systems: tuple[SummarisedSystem, ...],
    request: ScoreRequest,
    findings: Iterable[Finding],
) -> tuple[tuple[Judgement, ...], dict[str, str]]:
    if len(systems) < 2:
        request.check_alone()
        return (), {}
    known = tuple(findings)
    values = {(one.model, one.measure.name): one.estimate.value for one in known}
    ropes = ropes_of(measures, request.rope, largest_values(measures, known))
    judgements: list[Judgement] = []
    missing: dict[str, str] = {}
    for asked in measures:
        compared = []
        for a, b in combinations(systems, 2):
            difference = values[a.system, asked.name] - values[b.system, asked.name]
            one = compare_summarised(asked, a, b, difference=difference, level=request.level)
            if isinstance(one, str):
                missing.setdefault(asked.name, one)
            else:
                compared.append((SummarisedPair(asked, values[b.system, asked.name], a.summary.n), one))
        judgements += judge(compared, ropes, how=request.adjustment, level=request.level)
    return tuple(judgements), missing
