"""The report of an improvement."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from foldwise.reports.assessment.report import settings_of
from foldwise.reports.comparison.report import report_of as comparison_report
from foldwise.reports.improvement.wording import digits_of, sentences, shown_size, times_text
from foldwise.reports.report.method_card import reproduced
from foldwise.reports.report.report import ReportTable
from foldwise.reports.shared.times import duration

if TYPE_CHECKING:
    from foldwise.reports.improvement.improvement import Improvement
    from foldwise.reports.improvement.tried_variant import TriedVariant
    from foldwise.reports.report.report import Report

__all__ = ["report_of"]


def report_of(found: Improvement, *, panels: bool = False) -> Report:
    """Put an improvement into a report: what is chosen and what it is worth, then what each variant costs.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.improve("tree", foldwise.sample("iris"), variants="bagging", plan="kfold(5)", measures="error")
    >>> report_of(found).tables[-1].title
    'Variants and what they cost'
    """
    whole = comparison_report(found.comparison, panels=panels)
    left_out = tuple(f"not tried: {one.name}, {one.reason}" for one in found.left_out)
    first, *rest = whole.tables
    code = reproduced("improve", [found.original], found.dataset, settings_of(found.comparison.assessment))
    return replace(
        whole,
        verb="improve",
        verdict=tuple(sentences(found)),
        tables=(first, *rest, _variants(found)),
        notes=(*whole.notes, *left_out),
        records=tuple(found.records()),
        document=found.to_dict(),
        reproduction=code,
    )


def _variants(found: Improvement) -> ReportTable:
    rows = tuple(_row(found, one) for one in found.tried)
    heads = ("model", found.measures[0].label, "against the model", "fit", "predict", "size", "")
    meaning = (
        "What each variant takes beside the model it is made of; a gain that is undecided is hardly worth its cost."
    )
    return ReportTable("Variants and what they cost", heads, rows, (1, 3, 4, 5), meaning=meaning)


def _row(found: Improvement, one: TriedVariant) -> tuple[str, ...]:
    value = digits_of(found).show(found.finding(one.name).estimate.value)
    standing = "the model itself" if one.name == found.original else found.standing(one.name)
    chosen = "chosen" if one.name == found.chosen else ""
    if one.cost is None:
        return (one.name, value, standing, "-", "-", "-", chosen)
    times = f"{duration(one.cost.fit_seconds)} ({times_text(found.cost_ratio(one.name))})"
    return (one.name, value, standing, times, duration(one.cost.predict_seconds), shown_size(one.cost.size), chosen)
