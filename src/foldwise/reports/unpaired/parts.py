"""Segments of one system or model held against each other: they have different rows, so they are compared as such systems are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from foldwise.comparisons import check_groups_apart, compare_samples, default_rope
from foldwise.errors import InputError
from foldwise.phrases import there_are
from foldwise.predictions import take_test_rows
from foldwise.reports.shared.records import json_record
from foldwise.reports.unpaired.unpaired import UnpairedComparison

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.arrays import Codes
    from foldwise.comparisons import UnpairedMethod
    from foldwise.predictions import Predictions
    from foldwise.reports.shared.finding import Finding

__all__ = ["compare_parts", "segment_tests"]


def compare_parts(
    rows: Predictions,
    places: Mapping[str, Codes],
    findings: Sequence[Finding],
    *,
    test: str | UnpairedMethod,
    rope: float | None,
    how: str,
    level: float,
    seed: int,
) -> UnpairedComparison:
    """Compare the segments under one measure: all pairs, and whether there is any difference at all.

    Parameters
    ----------
    rows
        Predictions of all rows.
    places
        Rows of each segment, by name.
    findings
        What was found of one system in each segment, in the same order.
    test, rope, how, level, seed
        As for `compare_samples`.
    """
    if len(places) < 2:
        message = f"segments are compared where there are two or more, and {there_are(len(places))}"
        raise InputError(message, hint="segments=… with the part each row belongs to")
    check_groups_apart(rows.groups, list(places.values()))
    measure = findings[0].measure
    tables = {name: _sample(rows, findings[0].model, own, name) for name, own in places.items()}
    known = [abs(finding.estimate.value) for finding in findings if finding.estimate.value == finding.estimate.value]
    given = default_rope(measure, max(known, default=0.0)) if rope is None else rope
    found = compare_samples(tables, measure, rope=given, test=test, level=level, how=how, seed=seed, strict=True)
    return UnpairedComparison(
        what="segment",
        tables=tables,
        findings=tuple(replace(one, model=name) for one, name in zip(findings, places, strict=True)),
        judgements=found.judgements,
        overall={} if found.overall is None else {measure.name: found.overall},
        missing={measure.name: found.reason} if found.reason else {},
        level=level,
        adjustment=how,
        seed=seed,
        notes=(f"no test of some pairs: {found.reason}",) if found.reason else (),
    )


def _sample(rows: Predictions, system: str, places: Codes, name: str) -> Predictions:
    """Rows of one segment with one system, under the name of the segment."""
    some = take_test_rows(rows, places)
    return replace(some, outputs={name: some.outputs[system]})


def segment_tests(found: Mapping[str, UnpairedComparison]) -> list[dict[str, Any]]:
    """Tests between segments as plain data, one record per system."""
    return [
        {
            "system": system,
            "measure": one.measures[0].name,
            "overall": {name: json_record(vars(test)) for name, test in one.overall.items()},
            "pairs": [json_record(judged.record()) for judged in one.judgements],
        }
        for system, one in found.items()
    ]
