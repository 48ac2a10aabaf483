"""From a subject to a diagnosis: the error first, then part by part; what is finished stays where the run is stopped."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from foldwise.diagnosing.catalogue import PARTS
from foldwise.diagnosing.subject import FitCount
from foldwise.diagnosing.suggestions import suggestions
from foldwise.errors import FoldwiseError, Interrupted
from foldwise.evaluation import Request, evaluate, mark_bias, notes_on, withhold_intervals
from foldwise.measures import measure as find_measure
from foldwise.reports import Diagnosis

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.diagnosing.part import DiagnosisPart
    from foldwise.diagnosing.subject import Subject

__all__ = ["diagnose_rows"]

NOT_ASKED, STOPPED = "not asked for", "the run was stopped before"
FURTHER_MEASURES = {"mse": ("rmse", "r2")}
"""Measures that are told beside the loss."""
PART_FIELDS = {field for part in PARTS for field in part.fields} - {"candidates"}


def diagnose_rows(subject: Subject, parts: Sequence[DiagnosisPart]) -> Diagnosis:
    """Find every part; one that does not apply, or whose fits fail, is left out with the reason.

    Raises
    ------
    Interrupted
        Ctrl-C; its `result` is the diagnosis of what was finished, where the error itself was.
    """
    subject = replace(subject, count=FitCount(subject.settings.listener, planned_fits(subject, parts)))
    subject = replace(subject, settings=replace(subject.settings, progress=None))
    results: dict[str, Any] = {}
    left_out = {part.name: NOT_ASKED for part in PARTS if part not in parts}
    try:
        _ = subject.held_out
        for part in parts:
            find_part(part, subject, results, left_out)
    except KeyboardInterrupt:
        stopped = Interrupted(subject.count.done, subject.count.total)
        if "held_out" in vars(subject):
            done = {name for part in PARTS for name in part.fields if name in results}
            late = {part.name: STOPPED for part in parts if part.name not in left_out and not done & set(part.fields)}
            stopped.result = diagnosis_of(subject, results, {**left_out, **late})
        raise stopped from None
    return diagnosis_of(subject, results, left_out)


def find_part(part: DiagnosisPart, subject: Subject, results: dict[str, Any], left_out: dict[str, str]) -> None:
    """Find one part, or say why not."""
    try:
        reason = part.refusal(subject)
        if reason:
            left_out[part.name] = reason
        else:
            results |= part.find(subject, results)
    except FoldwiseError as error:
        left_out[part.name] = str(error)


def planned_fits(subject: Subject, parts: Sequence[DiagnosisPart]) -> int:
    """Fits of the plan and of all parts; bootstrap samples, which two of them look at, once."""
    fitted = [part for part in parts if not _quick_refusal(part, subject)]
    sampled = [part for part in fitted if part.name in ("bias-variance", "instability")]
    own = sum(part.fits(subject) for part in fitted if part not in sampled)
    return subject.resamples.count * len(subject.models) + subject.beside + own + (subject.samples if sampled else 0)


def _quick_refusal(part: DiagnosisPart, subject: Subject) -> bool:
    """Whether a part that fits is refused; parts without fits may need predictions to tell."""
    return part.fits(subject) == 0 or bool(part.refusal(subject))


def diagnosis_of(subject: Subject, results: dict[str, Any], left_out: dict[str, str]) -> Diagnosis:
    """Put the parts together, with the error and what to do."""
    predictions = subject.held_out
    measures = (subject.measure, *(find_measure(name) for name in FURTHER_MEASURES.get(subject.measure.name, ())))
    request = Request(level=subject.level, spare=frozenset(measure.name for measure in measures))
    checks = results.get("checks", ())
    findings, _ = withhold_intervals(
        evaluate(predictions, measures, request),
        (),
        models=subject.models,
        dataset=subject.dataset,
        predictions=predictions,
    )
    findings = mark_bias(findings, checks)
    return Diagnosis(
        dataset=subject.dataset,
        model=subject.name,
        measure=subject.measure,
        findings=findings,
        predictions=predictions,
        plan=predictions.resamples.plan,
        level=subject.level,
        seed=subject.settings.seed,
        fits=subject.count.done,
        training_error=subject.training_error,
        advice=suggestions(subject, results),
        left_out=left_out,
        notes=notes_on(predictions, findings),
        **{name: value for name, value in results.items() if name in PART_FIELDS},
    )
