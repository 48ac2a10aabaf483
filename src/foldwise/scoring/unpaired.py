"""Systems on different rows: reading the rows of each, and comparing all pairs under all measures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.comparisons import compare_samples, ropes_of
from foldwise.data.checks import shown
from foldwise.errors import InputError
from foldwise.evaluation import heavy_tails
from foldwise.measures import ModelScores, default_measures
from foldwise.phrases import count_of
from foldwise.predictions import SINGLE_SYSTEM, Predictions, build_rows, collect, factorise, order_labels, read_inputs
from foldwise.predictions.sources import ArraySource, open_source
from foldwise.reports import Score, UnpairedComparison
from foldwise.scoring.rows import check_test_set, finding_of, largest_values
from foldwise.scoring.zero_weights import without_zero_weights

if TYPE_CHECKING:
    from foldwise.comparisons import Judgement
    from foldwise.predictions import Roles
    from foldwise.predictions.sources import Source
    from foldwise.reports import Finding
    from foldwise.scoring.score_request import ScoreRequest
    from foldwise.typing import Given

__all__ = ["compare_tables", "read_systems"]


def read_systems(
    systems: Given,
    columns: Mapping[str, Any],
    details: Mapping[str, Any],
    system: str | None = None,
) -> tuple[dict[str, Predictions], tuple[str, ...]]:
    """Predictions of each system, by name: from arrays, results, tables, or one table with a column of systems.

    Notes come with them: on groups that have rows of several systems.
    """
    if not isinstance(systems, Mapping):
        if system is None:
            message = (
                "systems on different rows are given by name, or as one table with a column that says whose a line is"
            )
            raise InputError(
                message, hint="{'mine': (truth, predicted), 'theirs': (truth, predicted)}, or system='model'"
            )
        given = _split(systems, columns, system)
    elif system is not None:
        message = "system= names a column of one table, and several systems were given"
        raise InputError(message, hint="the call without system=")
    else:
        given = {str(name): _opened(str(name), one, columns) for name, one in systems.items()}
    if len(given) < 2:
        message = f"two systems or more are compared, and there is {len(given)}"
        raise InputError(message, hint="score for one system")
    kept = {name: without_zero_weights(table, name) for name, table in _built(given, details).items()}
    notes = (note for _, _, told in kept.values() for note in told)
    return {name: table for name, (table, _, _) in kept.items()}, (*notes, *_shared_groups(given))


def _shared_groups(given: Mapping[str, Predictions | Opened]) -> tuple[str, ...]:
    """Say of every pair of systems that they share groups; the groups of a table of predictions have no names to compare."""
    owned = {
        name: set(factorise(one[0].columns[one[1].groups]).labels)
        for name, one in given.items()
        if not isinstance(one, Predictions) and one[1].groups
    }
    both = [(a, b, len(owned[a] & owned[b])) for a, b in combinations(owned, 2)]
    return tuple(
        f"{count_of(count, 'group')} {'has' if count == 1 else 'have'} rows of both {a} and {b}: if they are the same, the two "
        "are not independent, and p-values and intervals of their difference do not hold"
        for a, b, count in both
        if count
    )


Opened = tuple[ArraySource, "Roles"]


def _opened(name: str, one: Given, columns: Mapping[str, Any]) -> Predictions | Opened:
    """Rows of one system as they were given."""
    table = one.predictions if isinstance(one, Score) else one
    if isinstance(one, Score) and table is None:
        message = f"the rows of '{name}' were read in pieces and not kept"
        raise InputError(message, hint="score(…, stream=False), if they fit in memory")
    if isinstance(table, Predictions):
        _refuse_columns(name, columns)
        if len(table.models) != 1:
            message = f"'{name}' holds the predictions of {len(table.models)} systems on the same rows"
            raise InputError(message, hint="foldwise.score, which compares them row by row, or a table of one system")
        check_test_set(table)
        return replace(table, outputs={name: next(iter(table.outputs.values()))})
    shared = {"groups": None, "weights": None, "segments": None, "system": None, "row": None}
    if isinstance(one, tuple):
        _refuse_columns(name, columns)
        if len(one) not in (2, 3):
            message = f"'{name}' is a tuple of {len(one)} things, not (truth, predicted) or (truth, predicted, scores)"
            raise InputError(message, hint="(truth, predicted)")
        truth, predicted, scores = (*one, None)[:3]
        source, roles = read_inputs(
            truth, None if predicted is None else {name: predicted}, scores=_named(scores, name), data=None, **shared
        )
        return collect(source, roles), roles
    named = _with_name(columns, name)
    source, roles = read_inputs(data=_source(one, columns), **{**shared, **named})
    return collect(source, roles), roles


def _source(table: Given, columns: Mapping[str, Any]) -> Source:
    """Open a table, a file as it was asked to be read."""
    return open_source(table, sheet=columns.get("sheet"), file_format=columns.get("file_format"))


def _refuse_columns(name: str, columns: Mapping[str, Any]) -> None:
    """Refuse groups or weights by the name of a column, where a system is no table."""
    for what in ("groups", "weights"):
        if columns.get(what) is not None:
            message = f"{what}={shown(columns[what])} names a column, and '{name}' is no table"
            raise InputError(message, hint=f"a table for every system, or Predictions.build(…, {what}=…) without it")


def _named(scores: Given, name: str) -> Given:
    return None if scores is None else {name: scores}


def _with_name(columns: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Columns of predictions and scores under the name of the system."""
    if columns.get("truth") is None:
        message = f"'{name}' is a table, and no column of it was named as the truth"
        raise InputError(message, hint="truth='y', predicted='yhat'")
    return {
        **{key: columns.get(key) for key in ("truth", "groups", "weights")},
        "predicted": _named(columns.get("predicted"), name),
        "scores": _named(columns.get("scores"), name),
    }


def _split(table: Given, columns: Mapping[str, Any], system: str) -> dict[str, Predictions | Opened]:
    """Rows of each system of one table."""
    shared = {"segments": None, "row": None}
    named = _with_name(columns, SINGLE_SYSTEM)
    source, roles = read_inputs(data=_source(table, columns), system=system, **{**shared, **named})
    whole = collect(source, roles)
    owner = factorise(whole.columns[roles.system])
    if np.any(owner.codes < 0):
        message = f"the system column '{system}' is empty in row {int(np.argmax(owner.codes < 0)) + 1:,}"
        raise InputError(message, hint="a name in every line")
    given: dict[str, Predictions | Opened] = {}
    for code, name in sorted(enumerate(owner.labels), key=lambda pair: pair[1]):
        rows = np.flatnonzero(owner.codes == code)
        own = {column: values[rows] for column, values in whole.columns.items()}
        predicted = {name: roles.predicted[SINGLE_SYSTEM]} if roles.predicted else {}
        scores = {name: roles.scores[SINGLE_SYSTEM]} if roles.scores else {}
        given[name] = (ArraySource(own, whole.name), replace(roles, system="", predicted=predicted, scores=scores))
    return given


def _built(given: Mapping[str, Predictions | Opened], details: Mapping[str, Any]) -> dict[str, Predictions]:
    """Tables of predictions; those read from arrays share the classes of all of them."""
    opened = [one for one in given.values() if not isinstance(one, Predictions)]
    if details.get("classes") is None and any(roles.scores for _, roles in opened):
        # Scores are of classes, and a sample may lack one of them.
        met = [label for table, roles in opened for label in factorise(table.columns[roles.truth]).labels]
        details = {**details, "classes": list(order_labels(met))}
    tables = {
        name: one if isinstance(one, Predictions) else build_rows(*one, **details)[0] for name, one in given.items()
    }
    lists = {table.classes for table in tables.values()}
    if details.get("classes") is not None or len(lists) == 1:
        return tables
    _refuse_other_classes(tables)
    every = list(order_labels([label for names in lists for label in names]))
    known = {**details, "classes": every}
    return {
        name: tables[name] if isinstance(one, Predictions) else build_rows(*one, **known)[0]
        for name, one in given.items()
    }


def _refuse_other_classes(tables: Mapping[str, Predictions]) -> None:
    """Refuse systems without a class in common: they do not predict the same thing."""
    for a, b in combinations([name for name, table in tables.items() if table.classes], 2):
        if not set(tables[a].classes) & set(tables[b].classes):
            own, other = (", ".join(tables[name].classes[:4]) for name in (a, b))
            message = f"the classes of '{a}' ({own}) and of '{b}' ({other}) have none in common"
            raise InputError(message, hint="the same names of classes for both, or classes=[...] with all of them")


def compare_tables(
    tables: Mapping[str, Predictions], request: ScoreRequest, notes: tuple[str, ...] = ()
) -> UnpairedComparison:
    """Compare all pairs of systems under all measures."""
    first = next(iter(tables.values()))
    request, measures = request.about(first.task)
    measures = measures or default_measures(first)
    findings = tuple(
        finding_of(ModelScores(table, table.models[0], one), replace(request, spare=True))
        for table in tables.values()
        for one in measures
    )
    ropes = ropes_of(measures, request.rope, largest_values(measures, findings))
    each = {
        one: compare_samples(
            tables,
            one,
            rope=ropes[one.name],
            test=request.test,  # type: ignore[arg-type]
            level=request.level,
            how=request.adjustment,
            seed=request.seed,
            strict=at == 0,
        )
        for at, one in enumerate(measures)
    }
    judgements = tuple(judged for found in each.values() for judged in found.judgements)
    missing = {one.name: found.reason for one, found in each.items() if found.reason}
    return UnpairedComparison(
        what="system",
        tables=dict(tables),
        findings=findings,
        judgements=judgements,
        overall={one.name: found.overall for one, found in each.items() if found.overall is not None},
        missing=missing,
        level=request.level,
        adjustment=request.adjustment,
        seed=request.seed,
        options=request.options,
        notes=(*notes, *_notes(findings, judgements, missing), *_tails(tables, findings)),
    )


def _tails(tables: Mapping[str, Predictions], findings: tuple[Finding, ...]) -> list[str]:
    """Say of every system that its losses may have no finite variance, where they look like that."""
    return [
        note
        for table in tables.values()
        for note in heavy_tails(table, tuple(one for one in findings if one.model in table.models))
    ]


def _notes(findings: tuple[Finding, ...], judgements: tuple[Judgement, ...], missing: Mapping[str, str]) -> list[str]:
    """What the reader should know, each once."""
    notes = ["the systems were scored on different rows: what differs may be the systems or the rows they were given"]
    told: dict[str, list[str]] = {}
    for finding in findings:
        said = finding.interval.note if finding.interval is not None else f"no interval: {finding.reason}"
        if said:
            told.setdefault(f"{finding.measure.name}: {said}", []).append(finding.model)
    for one in judgements:
        pair = f"{one.comparison.a} - {one.comparison.b}"
        if one.comparison.note:
            told.setdefault(f"{one.comparison.measure.name}: {one.comparison.note}", []).append(pair)
    notes += [f"{text} ({', '.join(dict.fromkeys(who))})" for text, who in told.items()]
    return notes + [f"no test for {name}: {reason}" for name, reason in missing.items()]
