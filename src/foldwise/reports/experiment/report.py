"""The report of an experiment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.phrases import count_of, shown_p_value
from foldwise.reports.experiment.table import best_on, digits_of, failed, untested, wins_of
from foldwise.reports.experiment.text import sentences
from foldwise.reports.report.method_card import method_paragraph, versions
from foldwise.reports.report.report import Report, ReportTable
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.measures import Measure
    from foldwise.reports.experiment.experiment import Cell, Experiment
    from foldwise.reports.shared.digits import Digits

__all__ = ["report_of"]


def report_of(experiment: Experiment) -> Report:
    """Put an experiment into a report: models by datasets, ranks, pairs over datasets.

    Examples
    --------
    >>> import foldwise
    >>> files = {name: foldwise.sample(name) for name in ("iris", "breast-cancer")}
    >>> report_of(foldwise.experiment("lda, gaussian-nb", files, plan="kfold(5)")).tables[0].heads
    ('dataset', 'lda', 'gaussian-nb', 'baseline')
    """
    plans = ", ".join(dict.fromkeys(one.plan for one in experiment.assessments.values()))
    sizes = f"{count_of(len(experiment.datasets), 'dataset')}, {count_of(len(experiment.models), 'model')}"
    methods = ", ".join(
        dict.fromkeys(c.finding.interval.method for c in experiment.cells if c.finding and c.finding.interval)
    )
    return Report(
        "experiment",
        count_of(len(experiment.datasets), "dataset"),
        about=(sizes,),
        verdict=tuple(sentences(experiment)),
        facts=(("plan", f"{plans}, seed {experiment.seed}"), ("reference", experiment.reference)),
        tables=tuple(_tables(experiment)),
        notes=tuple(f"failed: {text}" for text in failed(experiment)),
        advice=experiment.advice,
        records=tuple(experiment.records()),
        document=experiment.to_dict(),
        paragraph=method_paragraph(
            count_of(len(experiment.datasets), "dataset"),
            experiment.models,
            experiment.measures,
            how=plans,
            intervals=methods,
            level=experiment.level,
            tests=f"Wilcoxon signed-rank tests over datasets, p-values adjusted by {experiment.adjustment}",
        ),
        versions=versions(),
    )


def _tables(experiment: Experiment) -> Iterator[ReportTable]:
    for measure in experiment.measures:
        yield _cells(experiment, measure)
    if experiment.mean_ranks():
        ranks = tuple((model, f"{rank:.2f}") for model, rank in experiment.mean_ranks().items())
        yield ReportTable("Mean ranks", ("model", "mean rank"), ranks, (1,), experiment.measure.label)
    pairs = experiment.standings().pairs
    if pairs:
        rows = tuple(
            (one.a, one.b, shown_p_value(one.p_value), shown_p_value(one.p_adjusted), str(one.verdict)) for one in pairs
        )
        note = f"Wilcoxon signed-rank tests over datasets, p-values adjusted by {experiment.adjustment}"
        yield ReportTable("Pairs over datasets", ("a", "b", "p", "p adjusted", "verdict for a"), rows, (2, 3), note)


def _cells(experiment: Experiment, measure: Measure) -> ReportTable:
    digits, columns = digits_of(experiment, measure), experiment.columns
    rows: list[tuple[str, ...]] = []
    for dataset in experiment.datasets:
        best = best_on(experiment, dataset, measure)
        cells = [experiment.cell(dataset, model, measure.name) for model in columns]
        rows.append((dataset, *(_cell(cell, digits, best=cell.model in best) for cell in cells)))
    rows.append(("better/-/worse", *(wins_of(experiment, model, measure) for model in columns)))
    note = f"● best, v better, * worse than {experiment.reference} at {level_text(experiment.level)}, ! failed"
    if experiment.untested(measure.name):
        note += f"; {untested(experiment, measure)}"
    return ReportTable(
        measure.title.capitalize(), ("dataset", *columns), tuple(rows), tuple(range(1, len(columns) + 1)), note
    )


def _cell(cell: Cell, digits: Digits, *, best: bool) -> str:
    """The value with its interval and marks."""
    if cell.cause or cell.finding is None:
        return "!"
    interval = cell.finding.interval
    span = "" if interval is None else f" {digits.interval(interval.low, interval.high)}"
    return f"{digits.show(cell.value)}{span}{f' {cell.mark}' if cell.mark else ''}{' ●' if best else ''}"
