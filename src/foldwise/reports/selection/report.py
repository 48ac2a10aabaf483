"""The report of a selection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from foldwise.advice import passed
from foldwise.intervals import interval_method
from foldwise.reports.assessment.wording import plan_and_seed
from foldwise.reports.report.method_card import explained_methods, method_paragraph, versions_shown
from foldwise.reports.report.report import IntervalBar, Report, ReportTable
from foldwise.reports.report.reproduction import reproduced
from foldwise.reports.report.tables import written_ends
from foldwise.reports.selection.drawings import drawings_of
from foldwise.reports.selection.text import correction_used, measured, own, value_and_interval
from foldwise.reports.shared.digits import Digits
from foldwise.reports.shared.records import json_value
from foldwise.reports.shared.rows_typed import RowOrigin
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from foldwise.reports.selection.selection import Selection

__all__ = ["report_of"]

MOST_LISTED = 50
CHOSEN = "candidate, chosen"
BBC = (
    "the correction bbc",
    "The best of several candidates looks better than it is, since it was chosen by the figure that is reported. The rows are "
    "drawn with replacement many times; each time the best candidate on the rows drawn is chosen and scored on the rows that "
    "were not. The mean of these scores is what choosing the best is worth, and takes no further fit.",
    "Tsamardinos, Greasidou and Borboudakis (2018)",
)
ABOUT_THE_WINNER = (
    "The winner's own figure is too good: it is the best of many, some of it by luck. The corrected one says what the chosen "
    "model may be expected to do on new rows. Its interval holds the true value at the level it is made for."
)
CANDIDATES = (
    "Each candidate on rows left out, by the same resamples. These figures are for seeing how the parameters matter, not for "
    "reporting the best of them. Candidates whose intervals overlap may well be equally good."
)


def report_of(selection: Selection, *, panels: bool = False) -> Report:
    """Put a selection into a report: the corrected figure first, the winner's own as what it is; `panels` adds its charts.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.select(
    ...     "knn", {"n_neighbors": [1, 5]}, foldwise.sample("iris"), measure="error", plan="kfold(5)"
    ... )
    >>> report_of(found).verb
    'select'
    """
    corrected = selection.corrected
    methods = [one.interval.method for one in (corrected, selection.naive) if one.interval is not None]
    settings: list[tuple[str, object]] = [("plan", selection.plan), ("measure", selection.measure.name)]
    settings += [
        ("level", selection.level),
        ("seed", selection.seed),
        *([("rule", selection.rule)] if selection.rule != "best" else []),
    ]
    tried = (
        f"{len(selection.findings) + len(selection.dropped)} candidates by {measured(selection)}, rule {selection.rule}"
    )
    return Report(
        "select",
        selection.dataset.name,
        about=tuple(selection.dataset.describe().split("\n")),
        verdict=(
            f"Chosen: {_named(selection)}.",
            f"Its {measured(selection)} is {value_and_interval(corrected)}, corrected for the selection ({correction_used(selection)}).",
            f"{measured(selection)[0].upper()}{measured(selection)[1:]} is {own(selection)}.",
        ),
        facts=(
            ("plan", f"{plan_and_seed(selection.plan, selection.seed)}, {selection.fits:,} fits"),
            ("search", tried),
            ("fingerprint", f"rows {selection.dataset.fingerprint}"),
        ),
        tables=(_worth(selection), _candidates(selection)),
        notes=selection.notes,
        advice=selection.advice,
        passed=passed("select", selection.advice),
        records=(*selection.records(), *_candidate_records(selection)),
        document=selection.to_dict(),
        drawings=tuple(drawings_of(selection)) if panels else (),
        method=(*explained_methods(methods, interval_method), *([BBC] if "bbc" in methods else [])),
        reproduction=_reproduced(selection, settings),
        paragraph=method_paragraph(
            f"{selection.dataset.name} ({selection.dataset.n:,} rows)",
            [_named(selection)],
            [selection.measure],
            how=f"{selection.plan}, chosen among {tried}; the estimate is corrected for the selection ({correction_used(selection)})",
            intervals=", ".join(dict.fromkeys(methods)) or "no interval",
            level=selection.level,
        ),
        versions=versions_shown(),
    )


def _reproduced(selection: Selection, settings: list[tuple[str, object]]) -> tuple[tuple[str, str], ...]:
    """Code that makes the selection again; none where a file does not tell the model or the settings it was chosen from."""
    rows, options = RowOrigin.of(selection.dataset), dict(selection.options)
    if not options:
        if any(selection.settings.values()) and not (selection.base and selection.grid):
            return ()
        options["space"] = (
            repr({name: list(values) for name, values in selection.grid.items()}) if selection.base else "None"
        )
    return reproduced(
        "select",
        [selection.base] if selection.base else list(selection.settings),
        rows,
        settings=settings,
        options={"space": "None", **options},
    )


def _named(selection: Selection) -> str:
    """The chosen candidate, with its model where candidates are settings of one."""
    return f"{selection.base} with {selection.chosen}" if selection.base else selection.chosen


def _worth(selection: Selection) -> ReportTable:
    """The corrected figure beside the winner's own."""
    found = (("corrected for the selection", selection.corrected), ("winner's own, not corrected", selection.naive))
    digits = Digits.of(selection.measure, [one.estimate.value for _, one in found])
    spans = [
        "none" if one.interval is None else digits.interval(one.interval.low, one.interval.high) for _, one in found
    ]
    rows = tuple((what, digits.show(one.estimate.value), span) for (what, one), span in zip(found, spans, strict=True))
    bars = tuple(
        None if one.interval is None else IntervalBar(one.interval.low, one.estimate.value, one.interval.high)
        for _, one in found
    )
    places = [end for bar in bars if bar is not None for end in (bar.low, bar.value, bar.high)]
    limits = (min(places), max(places)) if places and min(places) < max(places) else None
    heads = ("estimate", measured(selection), f"{level_text(selection.level)} interval")
    return ReportTable(
        "Estimate for the chosen model",
        heads,
        rows,
        (1, 2),
        str(selection.measure.direction),
        bars,
        limits,
        ABOUT_THE_WINNER,
        ends=written_ends(digits, limits),
    )


def _candidate_records(selection: Selection) -> list[dict[str, Any]]:
    """Every candidate as a plain record, the best first, then those that were not tried to the end; parameters with a prefix."""
    order = {name: place for place, name in enumerate(selection.candidates()["model"])}
    tried = [
        {
            **one.record(selection.plan, selection.level),
            "what": CHOSEN if one.model == selection.chosen else "candidate",
        }
        for one in sorted(selection.findings, key=lambda one: order[one.model])
    ]
    left = {
        **dict.fromkeys(selection.dropped, "candidate, dropped"),
        **dict.fromkeys(selection.failed, "candidate, failed"),
    }
    others = [{"model": name, "measure": selection.measure.label, "what": what} for name, what in left.items()]
    return [
        {**one, **{f"param_{key}": json_value(value) for key, value in selection.settings[one["model"]].items()}}
        for one in (*tried, *others)
    ]


def _candidates(selection: Selection) -> ReportTable:
    """The best candidates by their own score."""
    frame = selection.candidates()
    digits = Digits.of(selection.measure, frame["value"].tolist())
    spans = {
        finding.model: digits.interval(finding.interval.low, finding.interval.high)
        for finding in selection.findings
        if finding.interval is not None
    }
    rows = tuple(
        (str(place), name, digits.show(value), spans.get(name, ""), "chosen" if chosen else "")
        for place, (name, value, chosen) in enumerate(
            zip(frame["model"], frame["value"], frame["chosen"], strict=True), start=1
        )
        if place <= MOST_LISTED or chosen
    )
    more = f"; {len(frame) - MOST_LISTED:,} more are in the JSON" if len(frame) > MOST_LISTED else ""
    note = f"by their own resamples, not corrected{more}"
    heads = ("#", "candidate", selection.measure.label, f"{level_text(selection.level)} interval", "")
    return ReportTable("Candidates", heads, rows, (0, 2, 3), note, meaning=CANDIDATES)
