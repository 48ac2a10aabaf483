"""The experiment as text for a terminal: a table per measure, ranks, and a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.comparisons import Verdict
from foldwise.errors import ValidityError
from foldwise.phrases import count_of, listed
from foldwise.reports.experiment.table import about_classes, digits_of, failure_lines, untested, wins_of
from foldwise.reports.shared.advice import advice_lines
from foldwise.reports.shared.text import paragraph
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.measures import Measure
    from foldwise.reports.experiment.experiment import Experiment

__all__ = ["render", "sentences"]

LONGEST_NAME, MARGIN = 22, 9


def render(experiment: Experiment, *, width: int = 80, kept: str = "") -> str:
    """Write the report.

    Examples
    --------
    >>> import foldwise
    >>> files = {name: foldwise.sample(name) for name in ("iris", "breast-cancer")}
    >>> print(render(foldwise.experiment("lda, gaussian-nb", files, plan="kfold(5)")))
    2 datasets, 2 models ...
    """
    return "\n".join(line.rstrip() for line in _lines(experiment, width, kept))


def _lines(experiment: Experiment, width: int, kept: str) -> Iterator[str]:
    yield from advice_lines(experiment.advice, width)
    plans = list(dict.fromkeys(assessment.plan for assessment in experiment.assessments.values()))
    yield f"{count_of(len(experiment.datasets), 'dataset')}, {count_of(len(experiment.models), 'model')}"
    yield f"  plan    {', '.join(plans)}, seed {experiment.seed}"
    if experiment.dropped_rows:
        each = [f"{name} {count:,}" for name, count in experiment.dropped_rows.items()]
        yield from paragraph("  rows", f"left out as they have no target: {', '.join(each)}", width, margin=10)
    if kept:
        yield f"  {kept}"
    for measure in experiment.measures:
        yield ""
        yield from _table(experiment, measure, width)
    if len(experiment.models) > 2 and experiment.mean_ranks():
        yield ""
        yield from experiment.diagram().split("\n")
        yield from _nemenyi(experiment, width)
    yield ""
    yield from paragraph("Verdict", " ".join(sentences(experiment)), width, margin=MARGIN)
    for at, text in enumerate(failure_lines(experiment)):
        yield from paragraph("" if at else "Failed", text, width, margin=MARGIN)


def _nemenyi(experiment: Experiment, width: int) -> Iterator[str]:
    """How far apart mean ranks must be, and how sure the farthest pair is, for readers who expect Nemenyi's test."""
    standings = experiment.standings()
    found = standings.nemenyi_p_values
    if found:
        names = list(standings.mean_ranks)
        text = f"critical difference {standings.nemenyi().value:.2f} at {level_text(experiment.level)}; "
        text += f"{names[0]} and {names[-1]}: p {p_text(found[names[0], names[-1]])}, all pairs in its JSON"
        yield from paragraph("Nemenyi", text, width, margin=MARGIN)


def _table(experiment: Experiment, measure: Measure, width: int) -> Iterator[str]:
    """One line per dataset; columns are numbered, and go on below where the page is too narrow."""
    digits = digits_of(experiment, measure)
    name = min(LONGEST_NAME, max(len("better/-/worse"), *(len(dataset) for dataset in experiment.datasets)))
    cells = {
        (dataset, model): experiment.cell(dataset, model, measure.name)
        for dataset in experiment.datasets
        for model in experiment.columns
    }
    shown = {key: "-" if cell.cause else digits.show(cell.value) for key, cell in cells.items()}
    widest = max(len(text) for text in (*shown.values(), "12/34/56", "(10)")) + 1
    for chosen in _blocks(experiment.columns, (width - name) // (widest + 2)):
        numbers = [experiment.columns.index(model) + 1 for model in chosen]
        yield f"{measure.label:<{name}}" + "".join(f"  {f'({number})':>{widest - 1}} " for number in numbers)
        for dataset in experiment.datasets:
            label = dataset if len(dataset) <= name else f"{dataset[: name - 1]}…"
            texts = [f"{shown[dataset, model]:>{widest - 1}}{cells[dataset, model].mark or ' '}" for model in chosen]
            yield f"{label:<{name}}" + "".join(f"  {text}" for text in texts)
        wins = [wins_of(experiment, model, measure) for model in chosen]
        yield f"{'better/-/worse':<{name}}" + "".join(f"  {text:>{widest - 1}} " for text in wins)
    legend = ", ".join(f"({at}) {model}" for at, model in enumerate(experiment.columns, start=1))
    yield from paragraph("", legend, width + 9)
    yield from paragraph(
        "", f"v better, * worse than {experiment.reference} at {level_text(experiment.level)}, - neither", width
    )
    if about := about_classes(experiment, measure):
        yield from paragraph("", f"{measure.label}: {about}", width)
    if experiment.untested(measure.name):
        yield from paragraph("", untested(experiment, measure), width)


def _blocks(names: Sequence[str], most: int) -> list[Sequence[str]]:
    step = max(1, most)
    return [names[start : start + step] for start in range(0, len(names), step)]


def sentences(experiment: Experiment) -> Iterator[str]:
    """Say whether the models differ over the datasets, and which."""
    standings = experiment.standings()
    left_out = len(experiment.datasets) - len(standings.complete)
    if left_out:
        yield f"{count_of(left_out, 'dataset')} with failed cells {'is' if left_out == 1 else 'are'} not ranked."
    try:
        ranked = standings.friedman()
    except ValidityError:
        ranked = None
    told = [pair for pair in standings.pairs if pair.verdict is not Verdict.UNDECIDED]
    for one in told:
        better, worse = (one.a, one.b) if one.verdict is Verdict.BETTER else (one.b, one.a)
        yield f"{better} is better than {worse} over datasets (Wilcoxon, p {p_text(one.p_adjusted)} by {experiment.adjustment})."
    if not told and standings.pairs:
        yield f"All pairs of {listed(standings.models)} are undecided over these datasets."
    if not standings.pairs:
        yield "Too few datasets to compare models over them."
    if ranked is not None:
        yield (
            f"Friedman: χ² {ranked.chi2_ties:.2f}, p {p_text(ranked.p_value)}; "
            f"Iman-Davenport F{ranked.df_f} {ranked.f:.2f}, "
            f"p {p_text(ranked.p_value_f)}."
        )
        if not told and max(ranked.p_value, ranked.p_value_f) <= 1 - experiment.level:
            yield "Their mean ranks differ more than chance allows, though every single pair is undecided."


def p_text(value: float) -> str:
    """Write a p-value.

    Examples
    --------
    >>> p_text(0.0312), p_text(0.00001)
    ('= 0.031', '< 0.001')
    """
    return "< 0.001" if value < 0.001 else f"= {value:.3f}"
