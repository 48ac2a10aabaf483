"""The report of a diagnosis."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from foldwise.advice import passed
from foldwise.intervals import interval_method
from foldwise.phrases import count_of
from foldwise.reports.assessment.wording import plan_and_seed
from foldwise.reports.diagnosis.drawings import drawings_of
from foldwise.reports.diagnosis.part_tables import part_tables, verdict_tables
from foldwise.reports.diagnosis.text import FITS, NOT_ASKED
from foldwise.reports.panels import panels_of
from foldwise.reports.report.method_card import explained_methods, method_paragraph, versions_shown
from foldwise.reports.report.report import IntervalBar, Report, ReportTable
from foldwise.reports.report.reproduction import reproduced
from foldwise.reports.report.tables import written_ends
from foldwise.reports.shared.digits import Digits
from foldwise.reports.shared.rows_typed import RowOrigin
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.reports.diagnosis.diagnosis import Diagnosis
    from foldwise.reports.diagnosis.parts import InSampleCriteria

__all__ = ["report_of"]

MOST_ROWS = 30


def report_of(found: Diagnosis, *, panels: bool = False) -> Report:
    """Put a diagnosis into a report: what holds the model back, what to do about it, and every part as a table.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.diagnose("gaussian-nb", foldwise.sample("iris"), parts="bias-variance")
    >>> [table.title for table in report_of(found).tables]
    ['Error on rows left out', 'Bias and variance']
    """
    settings: list[tuple[str, object]] = [("plan", found.plan), ("measure", found.measure.name)]
    settings += [("level", found.level), ("seed", found.seed)]
    methods = [finding.interval.method for finding in found.findings if finding.interval]
    left_out = tuple(f"{name}: {reason}" for name, reason in found.left_out.items() if reason != NOT_ASKED)
    return Report(
        "diagnose",
        found.dataset.name,
        about=(*found.dataset.describe().split("\n"), f"model {found.model}"),
        verdict=tuple(_verdict(found)),
        facts=(
            ("plan", f"{plan_and_seed(found.plan, found.seed)}, {count_of(found.fits, 'fit')}"),
            ("fingerprint", f"rows {found.dataset.fingerprint}, resamples {found.predictions.resamples.fingerprint}"),
        ),
        tables=tuple(table for table in _tables(found) if table.rows),
        notes=(*left_out, *found.notes),
        advice=found.checks,
        passed=() if "checks" in found.left_out else passed("diagnose", found.checks),
        records=tuple(found.records()),
        document=found.to_dict(),
        panels=panels_of(found.predictions, [found.model], found.level) if panels else (),
        drawings=tuple(drawings_of(found)) if panels else (),
        method=explained_methods(methods, interval_method),
        reproduction=reproduced(
            "diagnose", [found.model], RowOrigin.of(found.dataset), settings=settings, options=found.options
        ),
        paragraph=method_paragraph(
            f"{found.dataset.name} ({found.dataset.n:,} rows)",
            [found.model],
            [found.measure],
            how=f"{found.plan} ({count_of(found.fits, 'fit')} for all parts of the diagnosis)",
            intervals=", ".join(dict.fromkeys(methods)) or "no interval",
            level=found.level,
        ),
        versions=versions_shown(),
    )


def _verdict(found: Diagnosis) -> Iterator[str]:
    if found.verdict is not None:
        yield FITS[found.verdict.kind]
    one = found.finding()
    digits = Digits.of(found.measure, [one.estimate.value, found.training_error])
    ends = "" if one.interval is None else f" {digits.interval(one.interval.low, one.interval.high)}"
    shown = digits.show(one.estimate.value)
    yield f"{found.model}: {one.measure.label} {shown}{ends} on rows left out, {digits.show(found.training_error)} on training rows."
    yield from (f"Most worth doing: {advice_item.text} ({advice_item.evidence})." for advice_item in found.advice[:1])


def _tables(found: Diagnosis) -> Iterator[ReportTable]:
    typed = bool(found.dataset.source)  # rows of an object have no file that a command could name
    advice = tuple(
        (str(at), advice_item.text, advice_item.evidence, advice_item.command if typed else advice_item.code)
        for at, advice_item in enumerate(found.advice, start=1)
    )
    yield ReportTable("What to do", ("#", "what", "why", "command" if typed else "in Python"), advice, (0,))
    yield _figures(found)
    yield from verdict_tables(found)
    if found.decompositions:
        main = found.decompositions[0]
        parts = main.intervals(level=found.level, seed=found.seed, groups=found.predictions.groups)
        kept = [part for part in parts if part.part != "noise" or main.separate]
        named = [(one.part if one.part != "bias" or main.separate else "bias and noise", one) for one in kept]
        rows = [(name, one.value, one.low, one.high) for name, one in named]
        yield _barred("Bias and variance", "part of the loss", rows, found, note=main.method)
    if found.learning_curve is not None:
        points = (found.learning_curve.at_full, found.learning_curve.doubled)
        curve = found.learning_curve.curve
        reach = 1.96 * curve.standard_errors
        seen = [
            (f"{size:,.0f}", error, max(0.0, error - half), error + half)
            for size, error, half in zip(curve.sizes.tolist(), curve.errors.tolist(), reach.tolist(), strict=True)
        ]
        ahead = [(f"{point.size:,.0f} (extrapolated)", point.value, point.low, point.high) for point in points]
        yield _barred(
            "Learning curve",
            "training rows",
            [*seen, *ahead],
            found,
            note="±1.96 standard errors where observed; the last two are extrapolated",
        )
    if found.importance is not None:
        columns = [
            (column.column, column.value, column.low, column.high) for column in found.importance.columns[:MOST_ROWS]
        ]
        yield _barred("Importance of the columns", "column", columns, found, note="increase of the loss when permuted")
    if found.slices is not None:
        rows = [(str(one), one.difference, one.low, one.high) for one in found.slices.shown[:MOST_ROWS]]
        yield _barred("Weak slices", "slice", rows, found, note="loss above that elsewhere, p-values adjusted")
    yield from part_tables(found)
    if found.criteria is not None:
        yield _candidates(found.criteria)


def _candidates(part: InSampleCriteria) -> ReportTable:
    """The model and its rivals, the likeliest first."""
    heads = ("candidate", "parameters", "AIC", "BIC", "weight by AIC", "probability by BIC", "by evidence")
    order = sorted(part.candidates, key=lambda one: -one.probability if not isnan(one.probability) else 1)
    rows = tuple(
        (
            one.model,
            *(_figure(value) for value in (one.parameters, one.aic, one.bic)),
            *(_figure(value, ".3f") for value in (one.aic_weight, one.probability, one.by_evidence)),
        )
        for one in order
    )
    note = "equal priors; they say which candidate is likeliest if one of them is true, nothing about others"
    return ReportTable("Candidates", heads, rows, tuple(range(1, 7)), note)


def _figure(value: float, form: str = ",.5g") -> str:
    return "–" if isnan(value) else format(value, form)


def _figures(found: Diagnosis) -> ReportTable:
    rows = []
    for finding in found.findings:
        digits = Digits.of(finding.measure, [finding.estimate.value])
        ends = "none" if finding.interval is None else digits.interval(finding.interval.low, finding.interval.high)
        rows.append((finding.model, finding.measure.label, digits.show(finding.estimate.value), ends))
    heads = ("model", "measure", "value", f"{level_text(found.level)} interval")
    return ReportTable("Error on rows left out", heads, tuple(rows), (2, 3))


def _barred(
    title: str, what: str, rows: Sequence[tuple[str, float, float, float]], found: Diagnosis, *, note: str = ""
) -> ReportTable:
    """Values with intervals, drawn on one scale."""
    digits = Digits.of(found.measure, [value for _, value, _, _ in rows if value] or [0.0])
    cells = tuple(
        (name, digits.show(value), "observed" if isnan(low) else digits.interval(low, high))
        for name, value, low, high in rows
    )
    bars = tuple(None if isnan(low) else IntervalBar(low, value, high) for _, value, low, high in rows)
    ends = [end for bar in bars if bar is not None for end in (bar.low, bar.high)]
    limits = (min(ends), max(ends)) if ends and min(ends) < max(ends) else None
    heads = (what, found.measure.label, f"{level_text(found.level)} interval")
    return ReportTable(
        title, heads, cells, (1, 2), note, bars if limits else (), limits, ends=written_ends(digits, limits)
    )
