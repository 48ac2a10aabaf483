"""A selection as text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from foldwise.measures import measure as find_measure
from foldwise.phrases import count_of
from foldwise.reports.assessment.wording import plan_and_seed
from foldwise.reports.shared.advice import advice_lines
from foldwise.reports.shared.digits import Digits
from foldwise.reports.shared.leaderboard import measure_with_class
from foldwise.reports.shared.text import Page, described
from foldwise.reports.shared.times import time_lines
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from foldwise.reports.selection.complexity import ComplexityCurve
    from foldwise.reports.selection.selection import Selection
    from foldwise.reports.shared.finding import Finding

__all__ = ["curve_lines", "render"]

WIDTH, CANDIDATES_SHOWN, NARROWEST = 80, 8, 20


def render(selection: Selection, *, width: int = WIDTH, times: bool = False) -> str:
    """Header, the best candidates, and what the chosen one is worth; `times` adds how long fits take."""
    lines = [
        *advice_lines(selection.advice, width),
        *described(selection.dataset.describe(), width),
        *search_description(selection),
    ]
    lines += ["", *board(selection, width), "", *verdict(selection, width)]
    lines += [line for note in selection.notes for line in wrap("Note", note, width)]
    if times:
        listed = selection.candidates()["model"].head(CANDIDATES_SHOWN).tolist()
        spent = {name: selection.times[name] for name in listed if name in selection.times}
        lines += [line.rstrip() for line in time_lines(spent, Page(width))]
    return "\n".join(lines) + "\n"


def search_description(selection: Selection) -> list[str]:
    """How it was done."""
    tried = len(selection.findings) + len(selection.dropped)
    dropped = f", {len(selection.dropped)} dropped on the way" if selection.dropped else ""
    return [
        f"  plan    {plan_and_seed(selection.plan, selection.seed)}    {count_of(selection.fits, 'fit')}",
        f"  search  {tried} candidates by {measured(selection)}, rule {selection.rule}{dropped}",
    ]


def board(selection: Selection, width: int = WIDTH) -> list[str]:
    """The best candidates by their own score, with their intervals where the page has room for them."""
    frame = selection.candidates()
    digits = Digits.of(selection.measure, frame["value"].tolist())
    spans = {
        finding.model: digits.interval(finding.interval.low, finding.interval.high)
        for finding in selection.findings
        if finding.interval is not None
    }
    column = max(len(text) for text in (selection.measure.label, *map(digits.show, frame["value"])))
    wide = max((len(span) for span in spans.values()), default=0)
    wide = max(wide, len("interval")) if wide and width - 20 - column - wide >= NARROWEST else 0
    longest = max(len("candidate"), *(len(name) for name in frame["model"]))
    room = min(longest if wide else width, width - 18 - column - (wide + 2 if wide else 0))
    sentence = f"  {'interval':<{wide}}" if wide else ""
    rows = [f"  {'#':>2}  {'candidate':<{room}}  {selection.measure.label:>{column}}{sentence}".rstrip()]
    for place, (name, value, chosen) in enumerate(zip(frame["model"], frame["value"], frame["chosen"], strict=True), 1):
        if place <= CANDIDATES_SHOWN or chosen:
            label = name if len(name) <= room else f"{name[: room - 1]}…"
            span = f"  {spans.get(name, ''):<{wide}}" if wide else ""
            row = f"  {place:>2}  {label:<{room}}  {digits.show(value):>{column}}{span}{'  chosen' if chosen else ''}"
            rows.append(row.rstrip())
    if len(frame) > CANDIDATES_SHOWN:
        rows.append(f"      and {len(frame) - CANDIDATES_SHOWN} more")
    return rows


def verdict(selection: Selection, width: int = WIDTH) -> list[str]:
    """The corrected figure, and the winner's own as what it is."""
    level = level_text(selection.level)
    worth, name = value_and_interval(selection.corrected), measured(selection)
    sure = "" if selection.corrected.interval is None else f", {level}"
    text = f"{name} {worth}{sure}, corrected for the selection ({correction_used(selection)})"
    return [
        *wrap("Chosen", f"{selection.base} with {selection.chosen}" if selection.base else selection.chosen, width),
        *wrap("Value", text, width),
        *wrap("", f"{name} {own(selection)}", width),
    ]


def own(selection: Selection) -> str:
    """What the winner's own resamples say; too good where it is better than the corrected figure as both are shown.

    An interval wider than the corrected one promises no more than that does, and is not shown as what is too good.
    """
    naive, corrected = selection.naive, selection.corrected
    mine, other = naive.estimate.value, corrected.estimate.value
    digits = Digits.of(naive.measure, [mine, other])
    if digits.show(mine) == digits.show(other) or not naive.measure.better(mine, other):
        return f"{value_and_interval(naive)} by the winner's own resamples, not corrected"
    ends = naive.interval, corrected.interval
    wider = ends[0] is not None and ends[1] is not None and ends[0].width > ends[1].width
    return f"{value_and_interval(replace(naive, interval=None) if wider else naive)} by the winner's own resamples: optimistic"


def measured(selection: Selection) -> str:
    """What was optimised, with the class it is about."""
    return measure_with_class(selection.measure.label, selection.naive.positive, selection.naive.average)


def correction_used(selection: Selection) -> str:
    """By which correction, and by which interval where the correction does not bring its own."""
    corrected = selection.corrected
    method = "no interval" if corrected.interval is None else corrected.interval.method
    if corrected.estimate.method.startswith("bbc"):
        return corrected.estimate.method
    return f"{'test rows' if corrected.model == selection.chosen else 'nested'}, {method}"


def value_and_interval(finding: Finding) -> str:
    """Value and interval."""
    digits = Digits.of(finding.measure, [finding.estimate.value])
    value = digits.show(finding.estimate.value)
    interval = finding.interval
    return value if interval is None else f"{value} {digits.interval(interval.low, interval.high)}"


def curve_lines(curve: ComplexityCurve) -> list[str]:
    """Training and validation against one setting, with the best value and where overfitting starts."""
    digits = Digits.of(find_measure(curve.measure), [*curve.training, *curve.validation])
    width = max(len(curve.parameter), *(len(str(value)) for value in curve.values))
    ends = [digits.interval(low, high) for low, high in curve.ends] or [""] * len(curve.values)
    wide = max(len(text) for text in ends)
    head = f"  {'interval':<{wide}}" if wide else ""
    lines = [f"Curve   {curve.parameter:<{width}}  training  left out{head}  {curve.measure}"]
    start, best = curve.overfits_at, curve.values.index(curve.best)
    rows = enumerate(zip(curve.values, curve.training, curve.validation, ends, strict=True))
    for at, (value, inside, outside, span) in rows:
        mark = "best" if at == best else "overfitting starts" if at == start else ""
        row = f"        {value!s:<{width}}  {digits.show(inside):>8}  {digits.show(outside):>8}{f'  {span:<{wide}}' if wide else ''}  {mark}"
        lines.append(row.rstrip())
    return [*lines, ""]


def wrap(word: str, text: str, width: int = WIDTH) -> list[str]:
    """Break a sentence behind a word in the margin."""
    from textwrap import wrap as broken

    first, *rest = broken(text, width - 8)
    return [f"{word:<8}{first}", *(f"{'':8}{line}" for line in rest)]
