"""A selection as text, 80 columns wide."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from foldwise.measures import measure as find_measure
from foldwise.phrases import count_of
from foldwise.reports.assessment.wording import plan_and_seed
from foldwise.reports.shared.advice import advice_lines
from foldwise.reports.shared.digits import Digits
from foldwise.reports.shared.leaderboard import named
from foldwise.reports.shared.text import Page
from foldwise.reports.shared.times import time_lines

if TYPE_CHECKING:
    from foldwise.reports.selection.complexity import ComplexityCurve
    from foldwise.reports.selection.selection import Selection
    from foldwise.reports.shared.finding import Finding

__all__ = ["curve_lines", "render"]

WIDTH, SHOWN = 80, 8


def render(selection: Selection, *, times: bool = False) -> str:
    """Header, the best candidates, and what the chosen one is worth; `times` adds how long fits take."""
    lines = [*advice_lines(selection.advice), selection.dataset.describe(), *about(selection)]
    lines += ["", *board(selection), "", *verdict(selection)]
    lines += [line for note in selection.notes for line in wrap("Note", note)]
    if times:
        listed = selection.candidates()["model"].head(SHOWN).tolist()
        spent = {name: selection.times[name] for name in listed if name in selection.times}
        lines += [line.rstrip() for line in time_lines(spent, Page(WIDTH))]
    return "\n".join(lines) + "\n"


def about(selection: Selection) -> list[str]:
    """How it was done."""
    tried = len(selection.findings) + len(selection.dropped)
    dropped = f", {len(selection.dropped)} dropped on the way" if selection.dropped else ""
    return [
        f"  plan    {plan_and_seed(selection.plan, selection.seed)}    {count_of(selection.fits, 'fit')}",
        f"  search  {tried} candidates by {measured(selection)}, rule {selection.rule}{dropped}",
    ]


def board(selection: Selection) -> list[str]:
    """The best candidates by their own score."""
    frame = selection.candidates()
    digits = Digits.of(selection.measure, frame["value"].tolist())
    room = WIDTH - 18 - len(selection.measure.label)
    head = f"  {'#':>2}  {'candidate':<{room}}  {selection.measure.label}"
    rows = []
    for place, (name, value, chosen) in enumerate(zip(frame["model"], frame["value"], frame["chosen"], strict=True), 1):
        if place <= SHOWN or chosen:
            label = name if len(name) <= room else f"{name[: room - 1]}…"
            mark = "  chosen" if chosen else ""
            rows.append(f"  {place:>2}  {label:<{room}}  {digits.show(value):>{len(selection.measure.label)}}{mark}")
    if len(frame) > SHOWN:
        rows.append(f"      and {len(frame) - SHOWN} more")
    return [head, *rows]


def verdict(selection: Selection) -> list[str]:
    """The corrected figure, and the winner's own as what it is."""
    level = f"{selection.level:.0%}".replace("%", " %")
    worth, name = written(selection.corrected), measured(selection)
    sure = "" if selection.corrected.interval is None else f", {level}"
    told = f"{name} {worth}{sure}, corrected for the selection ({how(selection)})"
    return [
        *wrap("Chosen", selection.chosen),
        *wrap("Worth", told),
        *wrap("", f"{name} {own(selection)}"),
    ]


def own(selection: Selection) -> str:
    """What the winner's own resamples say; too good where it is better than the corrected figure as both are shown.

    An interval wider than the corrected one promises no more than that does, and is not shown as what is too good.
    """
    naive, corrected = selection.naive, selection.corrected
    mine, other = naive.estimate.value, corrected.estimate.value
    digits = Digits.of(naive.measure, [mine, other])
    if digits.show(mine) == digits.show(other) or not naive.measure.better(mine, other):
        return f"{written(naive)} by the winner's own resamples, not corrected"
    ends = naive.interval, corrected.interval
    wider = ends[0] is not None and ends[1] is not None and ends[0].width > ends[1].width
    return f"{written(replace(naive, interval=None) if wider else naive)} by the winner's own resamples: too good"


def measured(selection: Selection) -> str:
    """What was optimised, with the class it is about."""
    return named(selection.measure.label, selection.naive.positive, selection.naive.average)


def how(selection: Selection) -> str:
    """By which correction, and by which interval where the correction does not bring its own."""
    corrected = selection.corrected
    method = "no interval" if corrected.interval is None else corrected.interval.method
    if corrected.estimate.method.startswith("bbc"):
        return corrected.estimate.method
    return f"{'test rows' if corrected.model == selection.chosen else 'nested'}, {method}"


def written(finding: Finding) -> str:
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
    for value, inside, outside, span in zip(curve.values, curve.training, curve.validation, ends, strict=True):
        mark = "best" if value == curve.best else "overfitting starts" if value == curve.overfits_from else ""
        row = f"        {value!s:<{width}}  {digits.show(inside):>8}  {digits.show(outside):>8}{f'  {span:<{wide}}' if wide else ''}  {mark}"
        lines.append(row.rstrip())
    return [*lines, ""]


def wrap(word: str, text: str) -> list[str]:
    """Break a sentence behind a word in the margin."""
    from textwrap import wrap as broken

    first, *rest = broken(text, WIDTH - 8)
    return [f"{word:<8}{first}", *(f"{'':8}{line}" for line in rest)]
