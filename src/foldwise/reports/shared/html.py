"""Leaderboards as HTML and SVG for notebooks: no scripts, readable on light and dark pages."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from foldwise.errors import printable
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from foldwise.reports.shared.leaderboard import Board, Line, Scale

__all__ = ["STYLE", "board_html", "card_html", "note_list", "plain_table", "safe"]

DRAWING = 180
"""Width of the drawing of an interval, in pixels."""
MARGIN = 6
# Colours are those of VS Code, else of Jupyter, else of the page, so that the card is readable on white and on black.
STYLE = """
.foldwise{color:var(--vscode-foreground,var(--jp-content-font-color1,inherit));
--accent:var(--vscode-charts-blue,var(--jp-brand-color1,#2f80d0));font:14px/1.45 system-ui,sans-serif;width:fit-content;max-width:100%;box-sizing:border-box;
overflow-x:auto;padding:.9em 1.1em;border:1px solid rgba(128,128,128,.35);border-radius:8px}
.foldwise h4{margin:0 0 .1em;font-size:1.1em}
.foldwise p{margin:.15em 0;opacity:.75}
.foldwise p,.foldwise ul{max-width:52em}
.foldwise table{border-collapse:collapse;margin:.7em 0 .2em;background:none;width:auto}
.foldwise caption{caption-side:top;text-align:left;font-weight:600;padding:0 0 .15em}
.foldwise caption span{font-weight:400;opacity:.7}
.foldwise th,.foldwise td{padding:.15em .9em .15em 0;text-align:left;background:none;border:0;white-space:nowrap;
font-variant-numeric:tabular-nums}
.foldwise thead th{font-weight:500;opacity:.7;border-bottom:1px solid rgba(128,128,128,.35)}
.foldwise th.number,.foldwise td.number{text-align:right;min-width:7.4em}
.foldwise tbody th{font-weight:400;min-width:11em}
.foldwise td:first-child{min-width:1em}
.foldwise td.text,.foldwise th.text{white-space:normal;max-width:24em;overflow-wrap:break-word}
.foldwise th.number:first-child,.foldwise td.number:first-child{min-width:1.5em}
.foldwise .baseline{opacity:.65}
.foldwise svg{display:block;overflow:visible}
.foldwise .bar{stroke:var(--accent);fill:var(--accent);stroke-width:1.5}.foldwise .bar circle{stroke:none}
.foldwise .bar .zero{stroke:currentColor;stroke-width:1;opacity:.4}.foldwise .baseline .bar{stroke:currentColor;fill:currentColor}
.foldwise .scale{display:flex;justify-content:space-between;width:180px}
.foldwise ul{margin:.5em 0 0;padding-left:1.2em}
.foldwise ul.advice{margin:0 0 .6em;padding:.4em .6em .4em 1.8em;border-left:3px solid #d08020}
"""


def safe(text: str) -> str:
    r"""Write text of anybody's for a page: escaped, and without characters that steer what is around them.

    Examples
    --------
    >>> safe("<b>'\x00")
    '&lt;b&gt;&#x27;\\x00'
    """
    return escape(printable(text), quote=True)


def card_html(parts: Iterable[str]) -> str:
    """Put the parts of a card into one frame."""
    return "\n".join(["<div class='foldwise'>", f"<style>{STYLE}</style>", *parts, "</div>"])


def note_list(notes: Sequence[str]) -> list[str]:
    """Write notes as a list; nothing where there are none."""
    return [f"<ul>{''.join(f'<li>{escape(note)}</li>' for note in notes)}</ul>"] if notes else []


def plain_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write rows of texts below their headings.

    Examples
    --------
    >>> plain_table(["pair"], [["a < b"]])
    "<table><thead><tr><th scope='col'>pair</th></tr></thead><tbody><tr><td>a &lt; b</td></tr></tbody></table>"
    """
    head = "".join(f"<th scope='col'>{escape(text)}</th>" for text in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def board_html(board: Board, level: float, *, ranked: bool, marks: Sequence[str] = (), who: str = "model") -> str:
    """Write a leaderboard as a table, with a remark at the end of each line where there are any."""
    scale = board.scale(DRAWING // 8)
    measure = board.measure
    heads = (
        ("", "#" if ranked else ""),
        ("", who),
        ("number", board.heading),
        ("number", f"{level_text(level)} interval"),
    )
    head = "".join(f"<th scope='col' class='{kind}'>{escape(text)}</th>" for kind, text in heads)
    head += f"<th>{_axis(board, scale)}</th>{'<th></th>' if marks else ''}"
    said = [f"<td>{escape(mark)}</td>" for mark in marks] or [""] * len(board.lines)
    rows = zip(board.lines, said, strict=True)
    body = "".join(_row(board, line, scale, ranked=ranked, mark=mark) for line, mark in rows)
    caption = f"{escape(board.title)} <span>({escape(str(measure.direction))})</span>"
    return f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _row(board: Board, line: Line, scale: Scale, *, ranked: bool, mark: str) -> str:
    place = "" if not ranked else str(line.place) if line.place else "–"
    span = line.finding.unknown if line.finding.interval is None else board.digits.interval(*line.ends)
    cells = [
        f"<td>{place}</td>",
        f"<th scope='row'>{escape(line.label)}</th>",
        f"<td class='number'>{board.digits.show(line.finding.estimate.value)}</td>",
        f"<td class='number'>{span}</td>",
        f"<td>{_drawing(line, scale)}</td>{mark}",
    ]
    return f"<tr class='{'baseline' if line.is_baseline else 'model'}'>{''.join(cells)}</tr>"


def _axis(board: Board, scale: Scale) -> str:
    """Ends of the scale above the drawings."""
    if not scale.exists:
        return ""
    low, high = board.digits.show(scale.low), board.digits.show(scale.high)
    return (
        f"<span style='display:flex;justify-content:space-between;width:{DRAWING}px'>"
        f"<span>{low}</span><span>{high}</span></span>"
    )


def _drawing(line: Line, scale: Scale) -> str:
    if not scale.exists or not scale.holds(line):
        return "baseline" if line.is_baseline else ""
    value = line.finding.estimate.value
    x0, x, x1 = (MARGIN + scale.place(end) * (DRAWING - 2 * MARGIN) for end in (line.ends[0], value, line.ends[1]))
    colour = "currentColor" if line.is_baseline else "#2f80d0"
    return (
        f"<svg width='{DRAWING}' height='14' role='img' aria-label='interval' stroke='{colour}' fill='{colour}'>"
        f"<path d='M{x0:.1f} 7H{x1:.1f}M{x0:.1f} 3v8M{x1:.1f} 3v8' fill='none' stroke-width='1.5'/>"
        f"<circle cx='{x:.1f}' cy='7' r='3.5' stroke='none'/></svg>"
    )
