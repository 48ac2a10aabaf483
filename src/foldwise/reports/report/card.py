"""A report as a card for notebooks: plain HTML and SVG without scripts, in the colours of the page around it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from foldwise.reports.shared.advice import advice_html
from foldwise.reports.shared.html import card_html, note_list, safe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.reports.report.report import IntervalBar, Report, ReportTable

__all__ = ["bar_drawing", "card", "command_html", "table_html"]

BREAKABLE_COLUMNS = 6
"""Columns of a table whose cells may be broken, since it would not fit the page otherwise."""
STACKED = 3
"""Columns of texts from which on the cells of a row are put below each other on narrow pages, as are those beside a drawing."""
INTERVAL = re.compile(r"\[[^\]]{1,60}\]")
"""Is never broken."""
LARGE = 1000
"""From here on the ends of a scale are written without decimals."""
WIDTH, MARGIN = 180, 6
"""Size of the drawing of an interval, in pixels, and the room left at its sides."""


def card(report: Report) -> str:
    """Write the card: checks, verdict, how it was done, tables, notes.

    Examples
    --------
    >>> from foldwise.reports.report import Report
    >>> "<strong>lda is &lt; 2 %.</strong>" in card(Report("assess", "iris", verdict=("lda is < 2 %.",)))
    True
    """
    return card_html(_parts(report))


def _parts(report: Report) -> Iterator[str]:
    yield from filter(None, [advice_html(report.advice)])
    yield f"<h4>{safe(report.title)}</h4>"
    if report.verdict:
        yield f"<p><strong>{safe(' '.join(report.verdict))}</strong></p>"
    yield from (f"<p>{safe(line.strip())}</p>" for line in report.about)
    if report.facts:
        yield f"<p>{' · '.join(f'{safe(title)} {safe(text)}' for title, text in report.facts)}</p>"
    yield from (table_html(table) for table in report.tables)
    yield from note_list(report.notes)


def table_html(table: ReportTable) -> str:
    """Write a table with its drawings, its title as the caption and its note below.

    Examples
    --------
    >>> from foldwise.reports.report import ReportTable
    >>> table_html(ReportTable("Error", ("model",), (("a < b",),)))
    "<table><caption>Error</caption><thead><tr><th scope='col' class='text'>model</th></tr></thead><tbody><tr><th scope='row' class='text'>a &lt; b</th></tr></tbody></table>"
    """
    kinds = ["number" if at in table.numbers else "text" for at in range(len(table.heads))]
    drawn = table.limits is not None and any(bar is not None for bar in table.bars)
    after = max((at for at, text in enumerate(table.heads) if text.endswith("interval")), default=len(kinds) - 1)
    named = next((at for at, kind in enumerate(kinds) if kind == "text"), 0)
    spans = len(kinds) > STACKED and any(text.endswith("interval") for text in table.heads)
    stacked = drawn or spans or kinds.count("text") >= STACKED
    cells = [_heading(text, kind) for text, kind in zip(table.heads, kinds, strict=True)]
    head = "".join([*cells[: after + 1], *([_ends(table)] if drawn else []), *cells[after + 1 :]])
    bars = table.bars if drawn else (None,) * len(table.rows)
    body = ""
    for row, bar in zip(table.rows, bars, strict=True):
        quiet = " class='baseline'" if row[named].endswith("(baseline)") else ""
        texts = [
            _cell(text, kind, name=at == named, head=table.heads[at] if stacked and at > named else "")
            for at, (text, kind) in enumerate(zip(row, kinds, strict=True))
        ]
        drawing = [f"<td class='drawing'>{bar_drawing(bar, table)}</td>"] if drawn else []
        body += f"<tr{quiet}>{''.join([*texts[: after + 1], *drawing, *texts[after + 1 :]])}</tr>"
    caption = f"<caption>{safe(table.title)}{f' <span>({safe(table.note)})</span>' if table.note else ''}</caption>"
    looks = [*(["wide"] if len(table.heads) >= BREAKABLE_COLUMNS else []), *(["stacked"] if stacked else [])]
    look = f" class='{' '.join(looks)}'" if looks else ""
    return f"<table{look}>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _heading(text: str, kind: str) -> str:
    """A heading; where there is nothing to say a plain cell, since screen readers would read an empty heading."""
    return f"<th scope='col' class='{kind}'>{safe(text)}</th>" if text else "<td></td>"


def _cell(text: str, kind: str, *, name: bool, head: str = "") -> str:
    """A cell; on narrow pages those of tables whose cells are put below each other say what column they are of."""
    tag = "th scope='row'" if name else f"td data-head='{safe(head)}'" if head and text else "td"
    whole = INTERVAL.sub(lambda found: found[0].replace(" ", "\N{NO-BREAK SPACE}"), text)
    shown = f"<code>{command_html(text)}</code>" if text.startswith("foldwise ") else safe(whole)
    return f"<{tag} class='{kind}'>{shown}</{tag[:2]}>"


def command_html(command: str) -> str:
    """Write a command whose words stay whole at the end of a line, unless one is longer than the line."""
    return " ".join(f"<span class='word'>{safe(word)}</span>" for word in command.split(" "))


def _ends(table: ReportTable) -> str:
    """Ends of the scale above the drawings."""
    limits = table.limits or (0.0, 1.0)
    decimals = 3 if max(map(abs, limits)) < LARGE else 0
    low, high = table.ends or tuple(f"{end:,.{decimals}f}" for end in limits)
    return f"<th scope='col' class='scaled'><span class='scale'><span>{safe(low)}</span><span>{safe(high)}</span></span></th>"


def bar_drawing(bar: IntervalBar | None, table: ReportTable) -> str:
    """Draw an interval on the scale of its table; a line marks zero where the scale holds it."""
    if bar is None or table.limits is None:
        return ""
    low, high = table.limits
    at = [
        MARGIN + (min(max(end, low), high) - low) / (high - low) * (WIDTH - 2 * MARGIN)
        for end in (bar.low, bar.value, bar.high, 0.0)
    ]
    zero = f"<path class='zero' d='M{at[3]:.1f} 0v16'/>" if low < 0 < high else ""
    label = f"{_spoken(bar.value)}, interval {_spoken(bar.low)} to {_spoken(bar.high)}"
    return (
        f"<svg class='bar' viewBox='0 0 {WIDTH} 16' width='{WIDTH}' height='16' role='img' aria-label='{label}'>{zero}"
        f"<path d='M{at[0]:.1f} 8H{at[2]:.1f}M{at[0]:.1f} 4v8M{at[2]:.1f} 4v8'/><circle cx='{at[1]:.1f}' cy='8' r='3.5'/></svg>"
    )


def _spoken(value: float) -> str:
    """A number as a screen reader says it: four digits, thousands in full."""
    return f"{value:,.0f}" if LARGE <= abs(value) < LARGE**3 else f"{value:.4g}"
