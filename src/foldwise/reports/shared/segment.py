"""Figures of some of the rows, and how they are shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, final

from foldwise.errors import InputError, UnknownNameError
from foldwise.models import BASELINE
from foldwise.phrases import shown_p_value
from foldwise.reports.shared.digits import Digits
from foldwise.reports.shared.text import BOLD, cut

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.arrays import Codes
    from foldwise.comparisons import Judgement
    from foldwise.measures import Measure
    from foldwise.reports.shared.finding import Finding
    from foldwise.reports.shared.text import Page

__all__ = [
    "ALL",
    "NOT_ENOUGH",
    "Segment",
    "SegmentJudgement",
    "known_segment",
    "pair_lines",
    "segment_lines",
    "segment_table_html",
    "segment_tables",
    "shown_in_cell",
]

ALL = "all"
"""Name of the segment that holds every row."""
NOT_ENOUGH = "not enough to tell"
"""What is said of a segment of too few rows."""
LONGEST = 22
"""Letters of a model's name."""
LETTERS_KEPT = 8
"""Letters of each of two names."""


def one_line(name: str) -> str:
    r"""Name of a segment without line breaks, which would break a table.

    Examples
    --------
    >>> one_line("north\nsouth")
    'north south'
    """
    return " ".join(name.split())


@final
@dataclass(frozen=True)
class Segment:
    """Some of the rows: what they are called, how many there are, what was found, and which they are where rows are kept."""

    name: str
    rows: int
    findings: tuple[Finding, ...]
    places: Codes | None = field(default=None, compare=False, repr=False)


@final
@dataclass(frozen=True)
class SegmentJudgement:
    """Two models compared in a segment."""

    segment: str
    judgement: Judgement

    def record(self) -> dict[str, Any]:
        """Plain values."""
        return {"segment": self.segment, **self.judgement.record()}


def known_segment(name: object, segments: Sequence[Segment]) -> str:
    """Name of a segment that is here, or of all rows; what is not here is refused.

    Examples
    --------
    >>> known_segment(9, [Segment("9", 40, ())])
    '9'
    """
    known = [part.name for part in segments]
    if str(name) in (ALL, *known):
        return str(name)
    if not known:
        message = f"there is no segment '{name}', as none were asked for"
        raise InputError(message, hint="segments=… with the part each row belongs to")
    raise UnknownNameError.of("segment here", str(name), known)


def pair_lines(judged: Sequence[SegmentJudgement], measure: Measure, digits: Digits, page: Page) -> Iterator[str]:
    """One line per segment and pair: the difference with its interval, the adjusted p-value and the verdict."""
    found = [one for one in judged if one.judgement.comparison.measure == measure]
    rows = []
    for one in found:
        pair = one.judgement.comparison
        ends = digits.interval(pair.low, pair.high) if pair.has_interval else "none"
        name = f"{cut(pair.a, LETTERS_KEPT)} - {cut(pair.b, LETTERS_KEPT)}"
        p = shown_p_value(one.judgement.p_adjusted)
        rows.append([name, f"{digits.show(pair.difference)} {ends}", p, str(one.judgement.verdict)])
    if rows:
        yield ""
        heads = [f"segment ({measure.label})", "pair", "difference", "p adj.", "verdict"]
        lines = list(page.grid(heads, [one.segment for one in found], rows))
        yield page.styled(lines[0], BOLD)
        yield from lines[1:]


def segment_table_html(segments: Sequence[Segment], measure: Measure) -> str:
    """The same as HTML."""
    values = [finding.estimate.value for part in segments for finding in part.findings if finding.measure == measure]
    digits = Digits.of(measure, [value for value in values if value == value] or [0.0])
    rows = [
        (one_line(part.name), f"{part.rows:,}", finding.model, shown_in_cell(digits, finding))
        for part in segments
        for finding in part.findings
        if finding.measure == measure
    ]
    head = "".join(f"<th scope='col'>{escape(text)}</th>" for text in ("segment", "rows", "model", measure.label))
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def segment_tables(segments: Sequence[Segment], measures: Sequence[Measure], page: Page) -> Iterator[str]:
    """One table for each measure; nothing where there are no segments."""
    for measure in measures if segments else ():
        yield ""
        yield from segment_lines(segments, measure, page)


def segment_lines(segments: Sequence[Segment], measure: Measure, page: Page) -> Iterator[str]:
    """One line per segment: its rows, and one measure of every model with its interval."""
    models = tuple(dict.fromkeys(finding.model for part in segments for finding in part.findings))
    found = [{finding.model: finding for finding in part.findings if finding.measure == measure} for part in segments]
    values = [one.estimate.value for row in found for one in row.values() if one.model != BASELINE or len(models) == 1]
    digits = Digits.of(measure, [value for value in values if value == value] or [0.0])
    cells = [[shown_in_cell(digits, row.get(model)) for model in models] for row in found]
    names, sizes = [one_line(part.name) for part in segments], [f"{part.rows:,}" for part in segments]
    heads = [f"segment ({measure.label})", "rows", *models]
    lines = list(page.grid(heads, names, [[size, *row] for size, row in zip(sizes, cells, strict=True)]))
    if max(map(len, lines)) > page.width:  # too many models for one line: a line for each
        single = [
            (name, [size, cut(model, LONGEST), cell])
            for name, size, row in zip(names, sizes, cells, strict=True)
            for model, cell in zip(models, row, strict=True)
        ]
        heads = [heads[0], "rows", "model", measure.label]
        lines = list(page.grid(heads, [name for name, _ in single], [row for _, row in single]))
    yield page.styled(lines[0], BOLD)
    yield from lines[1:]


def shown_in_cell(digits: Digits, finding: Finding | None) -> str:
    """Value and interval in one cell; a segment that has too few rows says so."""
    if finding is None or finding.estimate.value != finding.estimate.value:
        return NOT_ENOUGH
    if finding.interval is None:
        return NOT_ENOUGH if finding.reason.startswith(NOT_ENOUGH) else digits.show(finding.estimate.value)
    return f"{digits.show(finding.estimate.value)} {digits.interval(finding.interval.low, finding.interval.high)}"
