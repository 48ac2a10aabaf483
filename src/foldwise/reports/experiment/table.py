"""The table of an experiment for papers and pages: LaTeX and Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.phrases import listed
from foldwise.reports.shared.digits import Digits

if TYPE_CHECKING:
    from foldwise.measures import Measure
    from foldwise.reports.experiment.experiment import Cell, Experiment

__all__ = ["about_classes", "digits_of", "failure_lines", "latex_table", "markdown_table", "untested", "wins_of"]

LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "↓": r"$\downarrow$",
    "→": r"$\rightarrow$",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "±": r"$\pm$",
    "∞": r"$\infty$",
}
"""Signs that LaTeX reads as commands, or that its usual fonts do not have or print as something else."""
LATEX_MARKS = {"v": r"$^{\circ}$", "*": r"$^{\bullet}$"}


def digits_of(experiment: Experiment, measure: Measure) -> Digits:
    """Decimals for all values of a measure."""
    return Digits.of(measure, [cell.value for cell in experiment.cells if cell.measure == measure])


def best_on(experiment: Experiment, dataset: str, measure: Measure) -> set[str]:
    """Ranked models with the best value on a dataset."""
    cells = [experiment.cell(dataset, model, measure.name) for model in experiment.models]
    known = [cell for cell in cells if cell.value == cell.value]
    return {cell.model for cell in known if not any(measure.better(other.value, cell.value) for other in known)}


def latex_table(experiment: Experiment, measure: Measure) -> str:
    """Write a booktabs table: ∘ better and ∙ worse than the reference, failed cells as dashes with a remark below."""
    digits, columns = digits_of(experiment, measure), experiment.columns
    lines = [
        rf"\begin{{tabular}}{{l{'r' * len(columns)}}}",
        r"\toprule",
        " & ".join([latex_text(measure.label), *map(latex_text, columns)]) + r" \\",
        r"\midrule",
    ]
    for dataset in experiment.datasets:
        best = best_on(experiment, dataset, measure)
        cells = [experiment.cell(dataset, model, measure.name) for model in columns]
        shown = [_latex_cell(cell, digits, bold=cell.model in best) for cell in cells]
        lines.append(" & ".join([latex_text(dataset), *shown]) + r" \\")
    lines += [r"\midrule", " & ".join(["better/-/worse", *_wins(experiment, measure)]) + r" \\"]
    ranks = experiment.mean_ranks(measure.name)
    if ranks:
        lines.append(" & ".join(["mean rank", *(f"{ranks[m]:.2f}" if m in ranks else "" for m in columns)]) + r" \\")
    lines += [r"\bottomrule", r"\end{tabular}"]
    note = f"better/-/worse against {experiment.reference} at {100 * experiment.level:g} %"
    marks = rf"{LATEX_MARKS['v']} better, {LATEX_MARKS['*']} worse than {latex_text(experiment.reference)}"
    about = about_classes(experiment, measure)
    remarks = [
        note,
        marks,
        *([about] if about else []),
        *([untested(experiment, measure)] if experiment.untested(measure.name) else []),
    ]
    return "\n".join(
        [*lines, *(f"% {text}" for text in remarks), *(f"% failed: {text}" for text in failure_lines(experiment))]
    )


def about_classes(experiment: Experiment, measure: Measure) -> str:
    """Say which class a measure is about, dataset by dataset where they differ; empty where it is about none."""
    found = [cell for cell in experiment.cells if cell.measure == measure and cell.finding is not None]
    positive = {cell.dataset: cell.finding.positive for cell in found if cell.finding and cell.finding.positive}
    averaged = {cell.dataset: None for cell in found if cell.finding and cell.finding.average}
    datasets_by_class: dict[str, list[str]] = {}
    for dataset, label in positive.items():
        datasets_by_class.setdefault(f"positive is '{label}'", []).append(dataset)
    if averaged:
        datasets_by_class["macro, the mean over the classes"] = list(averaged)
    if len(datasets_by_class) == 1:
        return next(iter(datasets_by_class))
    return "; ".join(f"{text} on {listed(names)}" for text, names in datasets_by_class.items())


def untested(experiment: Experiment, measure: Measure) -> str:
    """Name the datasets that do not count among better and worse."""
    return f"no test is valid on {listed(experiment.untested(measure.name))}"


def latex_text(text: str) -> str:
    """Write text so that LaTeX prints it as it is."""
    return "".join(LATEX.get(letter, letter) for letter in text)


def _latex_cell(cell: Cell, digits: Digits, *, bold: bool) -> str:
    if cell.cause:
        return "--"
    text = digits.show(cell.value)
    return (rf"\textbf{{{text}}}" if bold else text) + LATEX_MARKS.get(cell.mark, "")


def markdown_table(experiment: Experiment, measure: Measure) -> str:
    """Write a pipe table: the best of each dataset bold, v and * as marks, failed cells explained below."""
    digits, columns = digits_of(experiment, measure), experiment.columns
    head = [measure.label, *columns]
    lines = [head, ["---", *["---:"] * len(columns)]]
    for dataset in experiment.datasets:
        best = best_on(experiment, dataset, measure)
        cells = [experiment.cell(dataset, model, measure.name) for model in columns]
        lines.append([dataset, *(_plain_cell(cell, digits, bold=cell.model in best) for cell in cells)])
    lines.append(["better/-/worse", *_wins(experiment, measure)])
    ranks = experiment.mean_ranks(measure.name)
    if ranks:
        lines.append(["mean rank", *(f"{ranks[m]:.2f}" if m in ranks else "" for m in columns)])
    table = "\n".join("| " + " | ".join(text.replace("|", "\\|") for text in line) + " |" for line in lines)
    notes = [f"v better, \\* worse than {experiment.reference} at {100 * experiment.level:g} %, - neither"]
    if about := about_classes(experiment, measure):
        notes.append(about)
    if experiment.untested(measure.name):
        notes.append(untested(experiment, measure))
    return "\n\n".join([table, *notes, *(f"! failed: {text}" for text in failure_lines(experiment))])


def _plain_cell(cell: Cell, digits: Digits, *, bold: bool) -> str:
    if cell.cause:
        return "!"
    text = digits.show(cell.value)
    mark = {"v": " v", "*": " \\*"}.get(cell.mark, "")
    return (f"**{text}**" if bold else text) + mark


def wins_of(experiment: Experiment, model: str, measure: Measure) -> str:
    """Datasets on which a model is better/neither/worse than the reference; nothing for that one and for a model that failed."""
    counts = experiment.wins(model, measure.name)
    return "" if model == experiment.reference or not any(counts) else "/".join(map(str, counts))


def _wins(experiment: Experiment, measure: Measure) -> list[str]:
    return [wins_of(experiment, model, measure) for model in experiment.columns]


def failure_lines(experiment: Experiment) -> list[str]:
    """What failed and why; datasets on which a model failed for the same reason are told together."""
    where: dict[tuple[str, str], list[str]] = {}
    for cell in experiment.failures:
        places = where.setdefault((cell.model, cell.cause), [])
        if cell.dataset not in places:
            places.append(cell.dataset)
    every = len(experiment.datasets)
    return [
        f"{model} on {'all datasets' if len(places) == every > 1 else listed(places)}: {cause}"
        for (model, cause), places in where.items()
    ]
