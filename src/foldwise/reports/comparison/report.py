"""The report of a comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.advice import passed
from foldwise.comparisons import comparison_method
from foldwise.intervals import interval_method
from foldwise.reports.assessment.report import class_tables, common_facts, settings_of_call
from foldwise.reports.assessment.wording import all_remarks, failed_fits, intervals_used, plan_and_fits
from foldwise.reports.comparison.multiplicity import on_multiplicity
from foldwise.reports.comparison.text import marks
from foldwise.reports.comparison.wording import cautions, may_be_best, not_adjusted, sentences
from foldwise.reports.panels import panels_of
from foldwise.reports.report.method_card import as_tests, explained_methods, method_paragraph, versions_shown
from foldwise.reports.report.report import Report
from foldwise.reports.report.reproduction import reproduced
from foldwise.reports.report.tables import board_table, pair_table, segment_pair_table, segment_table
from foldwise.reports.shared.leaderboard import leaderboard
from foldwise.reports.shared.rows_typed import RowOrigin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.reports.comparison.comparison import ModelComparison
    from foldwise.reports.report.report import ReportTable

__all__ = ["report_of"]


def report_of(comparison: ModelComparison, *, panels: bool = False) -> Report:
    """Put a comparison into a report; `panels` are what a page draws of each model.

    Examples
    --------
    >>> import foldwise
    >>> report_of(foldwise.compare("lda, knn", foldwise.sample("iris"), measures="error")).verdict[0]
    'Undecided on these data: lda against knn; about ... rows would be needed to decide.'
    """
    assessment = comparison.assessment
    used = list(dict.fromkeys(judgement.comparison.method for judgement in comparison.judgements))
    adjusted = "" if comparison.adjustment == "none" else f", p-values adjusted by {comparison.adjustment}"
    tests = f"{', '.join(used)}{adjusted}" if used else ""
    models = list(comparison.ranking()) or [model for model in comparison.models if model != comparison.baseline]
    plan, fits = plan_and_fits(assessment)
    settings = [*settings_of_call(assessment), *([("reference", comparison.reference)] if comparison.reference else [])]
    return Report(
        "compare",
        comparison.dataset.name,
        about=tuple(comparison.dataset.describe().split("\n")),
        verdict=(*sentences(comparison), *failed_fits(assessment), *may_be_best(comparison)),
        facts=common_facts(assessment, tests or "none is valid here"),
        tables=tuple(_tables(comparison)),
        notes=(
            *on_multiplicity(comparison),
            *cautions(comparison),
            *not_adjusted(comparison),
            *all_remarks(assessment),
        ),
        advice=comparison.advice,
        passed=passed("compare", comparison.advice),
        records=tuple(comparison.records()),
        document=comparison.to_dict(),
        panels=panels_of(comparison.predictions, models, comparison.level) if panels else (),
        method=(
            *explained_methods(
                [finding.interval.method for finding in assessment.findings if finding.interval], interval_method
            ),
            *as_tests(explained_methods(used, comparison_method)),
        ),
        reproduction=reproduced(
            "compare", models, RowOrigin.of(comparison.dataset), settings=settings, options=comparison.options
        ),
        paragraph=method_paragraph(
            f"{comparison.dataset.name} ({comparison.dataset.n:,} rows)",
            models,
            comparison.measures,
            how=f"{plan} ({fits})",
            intervals=intervals_used(assessment),
            level=comparison.level,
            tests=tests,
        ),
        versions=versions_shown(),
    )


def _tables(comparison: ModelComparison) -> Iterator[ReportTable]:
    assessment = comparison.assessment
    for at, measure in enumerate(comparison.measures):
        board = leaderboard(assessment, measure)
        held = comparison.reference or "the best"
        yield board_table(board, comparison.level, ranked=at == 0, marks=marks(comparison, board), against=held)
    for measure in comparison.measures:
        found = [judgement for judgement in comparison.judgements if judgement.comparison.measure == measure]
        if found:
            yield pair_table(found, comparison.level, comparison.adjustment, baseline=comparison.baseline)
    for measure in comparison.measures if assessment.segments else ():
        yield segment_table(assessment.segments, measure)
    if comparison.segment_judgements:
        yield segment_pair_table(comparison.segment_judgements, comparison.level, comparison.adjustment)
    yield from class_tables(assessment)
