"""The report of an improvement."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from foldwise.reports.assessment.report import settings_of_call
from foldwise.reports.comparison.report import report_of as comparison_report
from foldwise.reports.comparison.wording import with_sign
from foldwise.reports.improvement.wording import digits_of_first_measure, sentences, shown_size, times_text
from foldwise.reports.report.report import IntervalBar, ReportTable
from foldwise.reports.report.reproduction import reproduced
from foldwise.reports.report.tables import written_ends
from foldwise.reports.shared.rows_typed import RowOrigin
from foldwise.reports.shared.times import duration
from foldwise.reports.shared.wording import level_text

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
    tried = ",".join(one.name for one in found.tried if one.name != found.original)
    settings = [*([("variants", tried)] if tried else []), *settings_of_call(found.comparison.assessment)]
    code = reproduced(
        "improve", [found.original], RowOrigin.of(found.dataset), settings=settings, options=found.options
    )
    reasons = tuple(f"tried: {one.name}, {one.reason}" for one in found.tried if one.reason)
    nested = _blends(found)
    return replace(
        whole,
        verb="improve",
        verdict=tuple(sentences(found)),
        tables=(first, *rest, *([nested] if nested.rows else []), _variants(found)),
        notes=(*whole.notes, *reasons, *left_out),
        records=tuple(found.records()),
        document=found.to_dict(),
        reproduction=code,
    )


def _variants(found: Improvement) -> ReportTable:
    rows = tuple(_row(found, one) for one in found.tried)
    heads = ("model", found.measures[0].label, "against the model", "fit", "predict", "size", "")
    meaning = "What each variant costs, relative to the model it is made of; a gain that is undecided is hardly worth its cost."
    return ReportTable("Variants and what they cost", heads, rows, (1, 3, 4, 5), meaning=meaning)


def _blends(found: Improvement) -> ReportTable:
    """Nested and naive figures of blends whose weights are fitted."""
    digits = digits_of_first_measure(found)
    rows, bars = [], []
    for one in (one for one in found.tried if one.is_blend):
        interval = found.finding(one.name).interval
        span = "none" if interval is None else digits.interval(interval.low, interval.high)
        rows.append((one.name, digits.show(one.nested), span, digits.show(one.naive), with_sign(digits, one.gap)))
        bars.append(None if interval is None else IntervalBar(interval.low, one.nested, interval.high))
    ends = [end for bar in bars if bar is not None for end in (bar.low, bar.high)]
    limits = (min(ends), max(ends)) if ends and min(ends) < max(ends) else None
    heads = ("blend", "nested", f"{level_text(found.level)} interval", "naive", "naive - nested")
    meaning = (
        "The weights of a blend are fitted to predictions of rows that its base models have not seen. On these very rows its "
        "error is too good (naive); fitted within every training set (nested) it is not."
    )
    note = "weights fitted within every training set"
    drawn, written = tuple(bars), written_ends(digits, limits)
    return ReportTable("Blends", heads, tuple(rows), (1, 2, 3, 4), note, drawn, limits, meaning=meaning, ends=written)


def _row(found: Improvement, one: TriedVariant) -> tuple[str, ...]:
    value = digits_of_first_measure(found).show(found.finding(one.name).estimate.value)
    standing = "the model itself" if one.name == found.original else found.standing(one.name)
    chosen = "chosen" if one.name == found.chosen else ""
    if one.cost is None:
        return (one.name, value, standing, "-", "-", "-", chosen)
    times = f"{duration(one.cost.fit_seconds)} ({times_text(found.cost_ratio(one.name))})"
    return (one.name, value, standing, times, duration(one.cost.predict_seconds), shown_size(one.cost.size), chosen)
