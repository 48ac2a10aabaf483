"""The tables that several reports have: leaderboards, pairs, segments, confusion matrices."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from foldwise.phrases import beginning, shown_p_value
from foldwise.reports.report.report import IntervalBar, ReportTable
from foldwise.reports.shared.digits import Digits
from foldwise.reports.shared.segment import one_line, shown_in_cell
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from foldwise.comparisons import Judgement
    from foldwise.measures import Measure
    from foldwise.reports.shared.leaderboard import Board, Line
    from foldwise.reports.shared.segment import Segment, SegmentJudgement

__all__ = [
    "board_table",
    "confusion_table",
    "pair_table",
    "rate_table",
    "segment_pair_table",
    "segment_table",
    "written_ends",
]

CELLS = 30
"""Cells by which it is decided whether a far baseline is drawn on the scale of the models."""
MOST_ROWS = 200
"""Rows of a table beyond which only the first are listed, so that a report stays small."""
MOST_CLASSES = 20
BOARD = (
    "Each row is one model, the best under the first measure first. The number is the estimate of the measure on new rows; intervals made like this "
    "one contain the true value in about {level} of cases. Overlapping intervals do not show that two models are equal: a "
    "comparison of pairs tells which differ. The baseline ignores the features."
)
PAIRS = (
    "Two models on the same rows: the measure of the first minus that of the second. The pair is decided where the adjusted "
    "p-value is at most {error}; equivalent where the difference is negligible with a probability of at least {level}; else "
    "undecided, which is no proof that they are equal."
)
SEGMENTS = (
    "The same measure for parts of the rows. Small parts have wide intervals; among many parts some look bad by chance."
)
CONFUSION = (
    "How often rows of each true class (down) were predicted as each class (across), by models that had not seen them."
)
RATES = (
    "Precision: share of the rows predicted as a class that are of it. Recall: share of the rows of a class that were found. F1 "
    "lies between them."
)


def board_table(
    board: Board,
    level: float,
    *,
    ranked: bool = True,
    marks: Sequence[str] = (),
    who: str = "model",
    against: str = "the best",
) -> ReportTable:
    """One row per model, with its interval to be drawn; where there are any, remarks on what it is held `against` at the end.

    Places are given where the models are `ranked` by this measure.
    """
    places = ("#",) if ranked else ()
    heads = (
        *places,
        who,
        board.heading,
        f"{level_text(level)} interval",
        *([f"against {against}"] if any(marks) else []),
    )
    said = [(mark,) for mark in marks] if any(marks) else [()] * len(board.lines)
    scale = board.scale(CELLS)
    rows = tuple((*_cells(board, line)[1 - ranked :], *mark) for line, mark in zip(board.lines, said, strict=True))
    bars = tuple(_bar(line) if scale.exists and scale.holds(line) else None for line in board.lines)
    note = str(board.measure.direction)
    title = board.title[0].upper() + board.title[1:]
    limits = (scale.low, scale.high) if scale.exists else None
    meaning = BOARD.format(level=level_text(level))
    numbers = (0, 2, 3) if ranked else (1, 2)
    return ReportTable(
        title, heads, rows, numbers, note, bars, limits, meaning, ends=written_ends(board.digits, limits)
    )


def written_ends(digits: Digits, limits: tuple[float, float] | None) -> tuple[str, str] | tuple[()]:
    """Both ends of a scale, with the digits of the figures beside it.

    Examples
    --------
    >>> from foldwise.reports.shared import Digits
    >>> written_ends(Digits(0), (63148.2, 73281.4)), written_ends(Digits(3), None)
    (('63,148', '73,281'), ())
    """
    return () if limits is None else (digits.show(limits[0]), digits.show(limits[1]))


def _cells(board: Board, line: Line) -> tuple[str, ...]:
    span = line.finding.unknown if line.finding.interval is None else board.digits.interval(*line.ends)
    value = board.digits.show(line.finding.estimate.value)
    if line.is_baseline:
        return ("–", line.label if line.label == "baseline" else f"{line.label} (baseline)", value, span)
    return (str(line.place), line.label, value, span)


def _bar(line: Line) -> IntervalBar:
    return IntervalBar(line.ends[0], line.finding.estimate.value, line.ends[1])


def pair_table(judgements: Sequence[Judgement], level: float, adjustment: str, *, baseline: str = "") -> ReportTable:
    """One row per pair under one measure, with the interval of the difference to be drawn.

    Pairs with the `baseline`, which is often far away, are drawn only where there are no others.
    """
    shown = list(judgements)[:MOST_ROWS]
    believed = any(one.comparison.posterior is not None for one in shown)
    beliefs = ("P(negligible)",) if believed else ()
    heads = ("pair", "difference", f"{level_text(level)} interval", "p", "p adjusted", *beliefs, "verdict")
    near = [one for one in shown if baseline not in (one.comparison.a, one.comparison.b)] or shown
    bars = tuple(_difference(one) if one in near else None for one in shown)
    places = [end for bar in bars if bar is not None for end in (bar.low, bar.high, 0.0)]
    limits = (min(places), max(places)) if places and min(places) < max(places) else None
    more = f"{len(judgements) - MOST_ROWS:,} more pairs are in the JSON. " if len(judgements) > MOST_ROWS else ""
    note = f"{more}p-values adjusted by {adjustment}" if adjustment != "none" else f"{more}p-values are not adjusted"
    meaning = PAIRS.format(level=level_text(level), error=f"{1 - level:.4g}")
    title = f"Pairs by {shown[0].comparison.measure.label}"
    digits = _pair_digits(shown, near)
    rows = tuple(
        (*cells, *_belief(one, believed=believed), last) for one in shown for *cells, last in [_pair(one, digits)]
    )
    numbers = tuple(range(1, 5 + believed))
    ends = written_ends(digits, limits)
    return ReportTable(title, heads, rows, numbers, note, bars if limits else (), limits, meaning, ends=ends)


def _belief(one: Judgement, *, believed: bool) -> tuple[str, ...]:
    """Probability that the difference does not matter, where any pair of the table has one."""
    held = one.comparison.posterior
    known = "-" if held is None else f"{held.shares(one.rope).rope:.3f}"
    return (known,) if believed else ()


def _difference(one: Judgement) -> IntervalBar | None:
    pair = one.comparison
    return IntervalBar(pair.low, pair.difference, pair.high) if pair.has_interval else None


def _pair_digits(shown: Sequence[Judgement], near: Sequence[Judgement]) -> Digits:
    """Digits of all pairs of a table: by the largest difference that is drawn, with no number that is not zero shown as zero."""
    drawn, every = (
        [number for one in some for number in (one.comparison.difference, one.comparison.low, one.comparison.high)]
        for some in (near, shown)
    )
    least = min((abs(number) for number in every if isfinite(number) and number), default=0.0)
    return Digits.of_difference(shown[0].comparison.measure, *drawn, least)


def _pair(judgement: Judgement, digits: Digits) -> tuple[str, ...]:
    one = judgement.comparison
    ends = digits.interval(one.low, one.high) if one.has_interval else "none"
    sign = "+" if one.difference > 0 and digits.show(one.difference).strip("0.,") else ""
    numbers = (f"{sign}{digits.show(one.difference)}", ends, shown_p_value(one.p_value))
    return (f"{one.a} - {one.b}", *numbers, shown_p_value(judgement.p_adjusted), str(judgement.verdict))


def segment_table(segments: Sequence[Segment], measure: Measure) -> ReportTable:
    """One row per segment, one column per model: value and interval."""
    parts = list(segments)[:MOST_ROWS]
    models = list(dict.fromkeys(finding.model for part in parts for finding in part.findings))
    found = [{finding.model: finding for finding in part.findings if finding.measure == measure} for part in parts]
    values = [one.estimate.value for row in found for one in row.values()]
    digits = Digits.of(measure, [value for value in values if value == value] or [0.0])
    rows = tuple(
        (one_line(part.name), f"{part.rows:,}", *(shown_in_cell(digits, row.get(model)) for model in models))
        for part, row in zip(parts, found, strict=True)
    )
    more = f"{len(segments) - MOST_ROWS:,} more segments are in the JSON" if len(segments) > MOST_ROWS else ""
    heads = ("segment", "rows", *models)
    return ReportTable(
        f"{beginning(measure.title)} by segment", heads, rows, tuple(range(1, len(heads))), more, meaning=SEGMENTS
    )


def segment_pair_table(judged: Sequence[SegmentJudgement], level: float, adjustment: str) -> ReportTable:
    """One row per segment, pair and measure; p-values are adjusted over all segments of a measure together."""
    shown = list(judged)[:MOST_ROWS]
    heads = ("segment", "measure", "pair", "difference", f"{level_text(level)} interval", "p", "p adjusted", "verdict")
    rows = tuple(
        (one_line(one.segment), pair.comparison.measure.label, *_pair(pair, _pair_digits([pair], [pair])))
        for one in shown
        for pair in [one.judgement]
    )
    note = f"p-values adjusted by {adjustment} over all segments of a measure together"
    return ReportTable("Pairs by segment", heads, rows, (3, 4, 5, 6), note)


def confusion_table(confusion: pd.DataFrame, model: str) -> ReportTable | None:
    """Counts of true classes down and predicted ones across; none where there are very many classes."""
    if len(confusion) > MOST_CLASSES:
        return None
    counts = confusion.to_numpy()
    decimals = 0 if (counts == counts.round()).all() else 1
    rows = tuple(
        (str(name), *(f"{count:,.{decimals}f}" for count in row))
        for name, row in zip(confusion.index, counts, strict=True)
    )
    heads = ("truth ↓  predicted →", *map(str, confusion.columns))
    return ReportTable(
        f"Confusion matrix of {model}", heads, rows, tuple(range(1, len(heads))), meaning=CONFUSION, detail=True
    )


def rate_table(rates: pd.DataFrame, model: str) -> ReportTable:
    """Precision, recall and F1 of every class."""
    shown = rates.head(MOST_ROWS)
    rows = tuple(
        (str(name), *(f"{rate:.3f}" if rate == rate else "-" for rate in row[:-1]), f"{row[-1]:,.0f}")
        for name, row in zip(shown.index, shown.to_numpy().tolist(), strict=True)
    )
    return ReportTable(
        f"Classes, {model}",
        ("class", "precision", "recall", "F1", "rows"),
        rows,
        (1, 2, 3, 4),
        meaning=RATES,
        detail=True,
    )
