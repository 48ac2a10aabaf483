"""The report of an experiment."""

from __future__ import annotations

from math import isfinite, isnan
from shlex import quote
from typing import TYPE_CHECKING

from foldwise.intervals import interval_method
from foldwise.phrases import beginning, count_of, shown_p_value
from foldwise.reports.experiment.rank_diagram import drawing
from foldwise.reports.experiment.table import about_classes, best_on, digits_of, failure_lines, untested, wins_of
from foldwise.reports.experiment.text import sentences
from foldwise.reports.report.method_card import explained_methods, method_paragraph, versions_shown
from foldwise.reports.report.report import IntervalBar, Report, ReportTable
from foldwise.reports.report.reproduction import reproduced
from foldwise.reports.report.tables import written_ends
from foldwise.reports.shared.digits import Digits
from foldwise.reports.shared.rows_typed import RowOrigin, rows_in_python, rows_typed
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.measures import Measure
    from foldwise.reports.experiment.experiment import Cell, Experiment
    from foldwise.reports.report.drawing import ReportDrawing

__all__ = ["report_of"]

OVER_DATASETS = (
    (
        "the test of Friedman",
        "The models are ranked on each dataset, and the test asks whether their mean ranks differ more than chance allows: "
        "whether the models differ at all. Every dataset counts once, and datasets are taken for independent. The form of Iman "
        "and Davenport is less conservative.",
        "Friedman (1937); Iman and Davenport (1980); Demšar (2006)",
    ),
    (
        "the signed-rank test of Wilcoxon over datasets",
        "Two models are compared by the signs and the ranks of their differences over the datasets. It asks about datasets like "
        "these, not about new rows of one of them; with few datasets it can hardly decide anything: five never reach 5 %.",
        "Wilcoxon (1945); Demšar (2006); Benavoli, Corani and Mangili (2016)",
    ),
    (
        "a critical-difference diagram",
        "The models on a scale of their mean ranks. A bar joins models every two of which are undecided; models "
        "without a common bar differ.",
        "Demšar (2006)",
    ),
)
"""What is done over datasets, in plain words."""


def report_of(experiment: Experiment, *, panels: bool = False) -> Report:
    """Put an experiment into a report: models by datasets, ranks, pairs over datasets; `panels` adds what a page draws.

    Examples
    --------
    >>> import foldwise
    >>> files = {name: foldwise.sample(name) for name in ("iris", "breast-cancer")}
    >>> report_of(foldwise.experiment("lda, gaussian-nb", files, plan="kfold(5)")).tables[0].heads
    ('dataset', 'lda', 'gaussian-nb', 'baseline')
    """
    plans = ", ".join(dict.fromkeys(assessment.plan for assessment in experiment.assessments.values()))
    sizes = f"{count_of(len(experiment.datasets), 'dataset')}, {count_of(len(experiment.models), 'model')}"
    methods = ", ".join(
        dict.fromkeys(c.finding.interval.method for c in experiment.cells if c.finding and c.finding.interval)
    )
    return Report(
        "experiment",
        count_of(len(experiment.datasets), "dataset"),
        about=(sizes,),
        verdict=tuple(sentences(experiment)),
        facts=(
            ("plan", f"{plans}, seed {experiment.seed}"),
            ("intervals", f"{methods or 'none'}, {level_text(experiment.level)}"),
            ("reference", experiment.reference),
            (
                "fingerprint",
                ", ".join(
                    f"{name} {assessment.dataset.fingerprint}" for name, assessment in experiment.assessments.items()
                ),
            ),
        ),
        tables=tuple(_tables(experiment)),
        notes=tuple(f"failed: {text}" for text in failure_lines(experiment)),
        advice=experiment.advice,
        records=tuple(experiment.records()),
        document=experiment.to_dict(),
        drawings=tuple(_drawings(experiment)) if panels else (),
        paragraph=method_paragraph(
            count_of(len(experiment.datasets), "dataset"),
            experiment.models,
            experiment.measures,
            how=plans,
            intervals=methods,
            level=experiment.level,
            tests=f"Wilcoxon signed-rank tests over datasets, p-values adjusted by {experiment.adjustment}",
        ),
        method=(*explained_methods(methods.split(", "), interval_method), *OVER_DATASETS),
        reproduction=_reproduced(experiment),
        versions=versions_shown(),
    )


def _reproduced(experiment: Experiment) -> tuple[tuple[str, str], ...]:
    """Code that makes the experiment again; on the command line where all files have one target and are read alike."""
    tables = {name: assessment.dataset for name, assessment in experiment.assessments.items()}
    rows = {name: rows_in_python(table) for name, table in tables.items()}
    read = {name: text if text.startswith("foldwise.") else f"foldwise.read({text})" for name, text in rows.items()}
    known = all(
        one.source or text.startswith("foldwise.") for one, text in zip(tables.values(), rows.values(), strict=True)
    )
    sentence = ", ".join(f"{name!r}: {text}" for name, text in read.items())
    paths = {name: table.source for name, table in tables.items() if table.source}
    told = {rows_typed(table).removeprefix(quote(table.source)) for table in tables.values()}
    typed = (
        f"{' '.join(map(quote, paths.values()))}{told.pop()}" if len(told) == 1 and len(paths) == len(tables) else ""
    )
    if set(tables) != set(experiment.datasets):  # what could not be read or failed altogether is not known any more
        known, typed = False, ""
    plans = {assessment.plan for assessment in experiment.assessments.values()}
    settings: list[tuple[str, object]] = [("plan", plans.pop())] if len(plans) == 1 else []
    settings += [("measures", ", ".join(measure.name for measure in experiment.measures)), ("level", experiment.level)]
    settings += [("reference", experiment.reference), ("seed", experiment.seed)]
    origin = RowOrigin(f"{{{sentence}}}" if known else "datasets", typed)
    found = reproduced("experiment", experiment.models, origin, settings=settings, options=experiment.options)
    return tuple(
        (language, code.replace("foldwise experiment ", "foldwise compare ", 1))
        for language, code in found
        if language == "Python" or typed
    )


def _drawings(experiment: Experiment) -> Iterator[ReportDrawing]:
    """The critical-difference diagram under each measure by which the models can be ranked."""
    for measure in experiment.measures:
        standings = experiment.standings(measure.name)
        if len(standings.complete) > 1 and len(standings.models) > 1:
            yield drawing(standings)


def _tables(experiment: Experiment) -> Iterator[ReportTable]:
    for measure in experiment.measures:
        yield _cells(experiment, measure)
    for measure in experiment.measures:
        ranks = tuple((model, f"{rank:.2f}") for model, rank in experiment.mean_ranks(measure.name).items())
        if ranks:
            yield ReportTable("Mean ranks", ("model", "mean rank"), ranks, (1,), f"{measure.label}, 1 is best")
    if experiment.standings().pairs:
        yield _pairs(experiment)


def _pairs(experiment: Experiment) -> ReportTable:
    """Every pair over the datasets, with the middle difference and its interval."""
    pairs, measure = experiment.standings().pairs, experiment.measure
    digits = Digits.of(measure, [pair.difference for pair in pairs])
    rows = tuple(
        (
            pair.a,
            pair.b,
            digits.show(pair.difference),
            "none" if isnan(pair.low) else digits.interval(pair.low, pair.high),
            shown_p_value(pair.p_value),
            shown_p_value(pair.p_adjusted),
            str(pair.verdict),
        )
        for pair in pairs
    )
    bars = tuple(None if isnan(pair.low) else IntervalBar(pair.low, pair.difference, pair.high) for pair in pairs)
    ends = [end for bar in bars if bar is not None for end in (bar.low, bar.high) if isfinite(end)]
    note = f"{measure.label} of a minus that of b: Hodges and Lehmann's estimate over the datasets, intervals not adjusted; Wilcoxon signed-rank tests, "
    note += f"p-values adjusted by {experiment.adjustment}"
    heads = ("a", "b", "difference", f"{level_text(experiment.level)} interval", "p", "p adjusted", "verdict for a")
    limits = (min(ends), max(ends)) if ends and min(ends) < max(ends) else None
    drawn, written = bars if limits else (), written_ends(digits, limits)
    return ReportTable("Pairs over datasets", heads, rows, (2, 3, 4, 5), note, drawn, limits, ends=written)


def _cells(experiment: Experiment, measure: Measure) -> ReportTable:
    digits, columns = digits_of(experiment, measure), experiment.columns
    rows: list[tuple[str, ...]] = []
    for dataset in experiment.datasets:
        best = best_on(experiment, dataset, measure)
        cells = [experiment.cell(dataset, model, measure.name) for model in columns]
        rows.append((dataset, *(_cell(cell, digits, best=cell.model in best) for cell in cells)))
    rows.append(("better/-/worse", *(wins_of(experiment, model, measure) for model in columns)))
    note = f"● best, v better, * worse than {experiment.reference} at {level_text(experiment.level)}, ! failed"
    if about := about_classes(experiment, measure):
        note += f"; {about}"
    if experiment.untested(measure.name):
        note += f"; {untested(experiment, measure)}"
    return ReportTable(
        beginning(measure.title),
        ("dataset", *columns),
        tuple(rows),
        tuple(range(1, len(columns) + 1)),
        note,
    )


def _cell(cell: Cell, digits: Digits, *, best: bool) -> str:
    """The value with its interval and marks."""
    if cell.cause or cell.finding is None:
        return "!"
    interval = cell.finding.interval
    span = "" if interval is None else f" {digits.interval(interval.low, interval.high)}"
    return f"{digits.show(cell.value)}{f' {cell.mark}' if cell.mark else ''}{' ●' if best else ''}{span}"
