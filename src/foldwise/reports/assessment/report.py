"""The report of an assessment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.advice import passed
from foldwise.intervals import interval_method
from foldwise.phrases import listed
from foldwise.reports.assessment.wording import all_remarks, failed_fits, intervals_used, plan_and_fits, target_and_bias
from foldwise.reports.panels import panels_of
from foldwise.reports.report.method_card import explained_methods, method_paragraph, versions_shown
from foldwise.reports.report.report import Report
from foldwise.reports.report.reproduction import reproduced
from foldwise.reports.report.tables import board_table, confusion_table, rate_table, segment_table
from foldwise.reports.shared.leaderboard import best_first, class_note, leaderboard
from foldwise.reports.shared.rows_typed import RowOrigin
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.reports.assessment.assessment import Assessment
    from foldwise.reports.report.report import ReportTable

__all__ = ["class_tables", "common_facts", "report_of", "settings_of_call"]

MOST_CLASSES = 6
"""Models whose confusion matrices are listed as tables; panels show those of all."""


def report_of(assessment: Assessment, *, panels: bool = False) -> Report:
    """Put an assessment into a report; `panels` are what a page draws of each model.

    Examples
    --------
    >>> import foldwise
    >>> report_of(foldwise.assess("lda", foldwise.sample("iris"), measures="error")).verdict[0]
    'The error rate of lda is 0.020, 95 % interval [0.005, 0.055].'
    """
    models = [model for model in assessment.models if model != assessment.baseline] or list(assessment.models)
    plan, fits = plan_and_fits(assessment)
    return Report(
        "assess",
        assessment.dataset.name,
        about=tuple(assessment.dataset.describe().split("\n")),
        verdict=tuple(_verdict(assessment)),
        facts=common_facts(assessment),
        tables=tuple(_tables(assessment)),
        notes=tuple(all_remarks(assessment)),
        advice=assessment.advice,
        passed=passed("assess", assessment.advice),
        records=tuple(assessment.records()),
        document=assessment.to_dict(),
        panels=panels_of(assessment.predictions, best_first(assessment), assessment.level) if panels else (),
        method=explained_methods(
            [finding.interval.method for finding in assessment.findings if finding.interval], interval_method
        ),
        reproduction=reproduced(
            "assess",
            models,
            RowOrigin.of(assessment.dataset),
            settings=settings_of_call(assessment),
            options=assessment.options,
        ),
        paragraph=method_paragraph(
            f"{assessment.dataset.name} ({assessment.dataset.n:,} rows)",
            models,
            assessment.measures,
            how=f"{plan} ({fits})",
            intervals=intervals_used(assessment),
            level=assessment.level,
        ),
        versions=versions_shown(),
    )


def settings_of_call(assessment: Assessment) -> list[tuple[str, object]]:
    """What a call needs to make the same figures."""
    measures = ", ".join(measure.name for measure in assessment.measures)
    return [
        ("plan", assessment.plan),
        ("measures", measures),
        ("level", assessment.level),
        ("seed", assessment.seed),
    ]


def common_facts(assessment: Assessment, tests: str = "") -> tuple[tuple[str, str], ...]:
    """How it was done: plan, fits, methods, classes, and what identifies rows and resamples."""
    plan, fits = plan_and_fits(assessment)
    listed_facts = [
        ("plan", f"{plan}, {fits}"),
        ("intervals", intervals_used(assessment)),
        ("tests", tests),
        ("class", class_note(assessment.findings)),
        (
            "fingerprint",
            f"rows {assessment.dataset.fingerprint}, resamples {assessment.predictions.resamples.fingerprint}",
        ),
    ]
    return tuple((title, text) for title, text in listed_facts if text)


def _verdict(assessment: Assessment) -> Iterator[str]:
    measure = assessment.measures[0]
    board = leaderboard(assessment, measure)
    models = [line for line in board.lines if not line.is_baseline] or list(board.lines)
    for line in models[:1]:
        value, span = board.digits.show(line.finding.estimate.value), board.digits.interval(*line.ends)
        sure = f", {level_text(assessment.level)} interval {span}" if line.finding.interval else ", without an interval"
        lead = (
            f"The {board.title} of {line.label} is"
            if len(models) == 1
            else f"The best {board.title} is that of {line.label}:"
        )
        yield f"{lead} {value}{sure}."
    if len(models) > 1:
        others = [
            model.label
            for model in models[1:]
            if model.ends[0] <= models[0].ends[1] and models[0].ends[0] <= model.ends[1]
        ]
        if others:
            yield f"Its interval overlaps {'that' if len(others) == 1 else 'those'} of {listed(others)}: foldwise compare tells whether they differ."
    yield from failed_fits(assessment)
    yield target_and_bias(assessment)


def _tables(assessment: Assessment) -> Iterator[ReportTable]:
    for at, measure in enumerate(assessment.measures):
        yield board_table(leaderboard(assessment, measure), assessment.level, ranked=at == 0)
    for measure in assessment.measures if assessment.segments else ():
        yield segment_table(assessment.segments, measure)
    yield from class_tables(assessment)


def class_tables(assessment: Assessment) -> Iterator[ReportTable]:
    """Where each classifier errs."""
    if not assessment.predictions.is_classification:
        return
    for model in [model for model in assessment.models if model != assessment.baseline][:MOST_CLASSES]:
        table = confusion_table(assessment.confusion(model), model)
        if table is not None:
            yield table
        yield rate_table(assessment.per_class(model), model)
