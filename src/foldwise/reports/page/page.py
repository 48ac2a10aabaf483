"""The page: verdict, checks, figures, models, method; one file, no request, readable without its script."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from foldwise.data.checks import usable_path
from foldwise.errors import InputError
from foldwise.phrases import count_of
from foldwise.reports.page.drawing_html import drawing_html
from foldwise.reports.page.panel_html import panel_data, panel_html
from foldwise.reports.report.card import command_html, table_html
from foldwise.reports.shared.html import safe

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from foldwise.reports.report.report import Report, ReportTable

__all__ = ["page", "write_page"]

MOST_LETTERS = 60_000
"""Tables for papers that are longer than this are left to the command line."""
PERCENT, NARROW = re.compile(r"(?<=\d) %"), "&nbsp;%"
"""A per cent sign never starts a line."""


def page(report: Report) -> str:
    """Write the page.

    Examples
    --------
    >>> from foldwise.reports.report import Report
    >>> text = page(Report("assess", "<iris>", verdict=("lda errs on 2 %.",)))
    >>> "<title>assess · &lt;iris&gt;</title>" in text, "<iris>" in text
    (True, False)
    """
    style, script = _asset("page.css"), _asset("page.js") if report.panels else ""
    policy = f"default-src 'none'; style-src '{_hash(style)}'; script-src {_source(script)}; base-uri 'none'; form-action 'none'"
    title = safe(report.title)
    data = f"<script type='application/json' id='foldwise-panels'>{_json([panel_data(panel) for panel in report.panels])}</script>"
    return "".join(
        [
            "<!DOCTYPE html><html lang='en' class='no-js'><head><meta charset='utf-8'>",
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            "<meta name='viewport' content='width=device-width, initial-scale=1'><meta name='referrer' content='no-referrer'>",
            f"<meta name='generator' content='foldwise'><title>{title}</title><style>{style}</style></head><body>",
            *_body(report),
            f"<script type='application/json' id='foldwise-result'>{_json(report.document)}</script>",
            *([data, f"<script>{script}</script>"] if script else []),
            "</body></html>\n",
        ]
    )


def write_page(report: Report, path: str | Path) -> None:
    """Write the page to a file; nothing is left behind if writing fails."""
    target = usable_path(path)
    text = page(report)
    draft = target.with_name(f".{target.name}.part")
    try:
        draft.write_text(text, encoding="utf-8", errors="replace")
        draft.replace(target)
    except OSError as error:
        message = f"'{target}' cannot be written: {error.strerror or error}"
        raise InputError(message, hint="another folder") from error
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _body(report: Report) -> Iterator[str]:
    """Sections in the order they are read, and links to those that are there."""
    sections = [
        ("checks", "Checks", "".join(_checks(report))),
        (
            "figures",
            "Figures",
            "".join(_figures([table for table in report.tables if not (table.detail and report.panels)])),
        ),
        ("charts", "Charts", _drawings(report)),
        ("models", "Models", "".join(_models(report))),
        ("notes", "Notes", _listed(report.notes)),
        ("method", "Method", "".join(_method(report))),
        ("papers", "For papers", "".join(_papers(report))),
    ]
    there = [section for section in sections if section[2]]
    links = "".join(f"<a href='#{key}'>{title}</a>" for key, title, _ in there)
    verdict = "".join(f"<p>{PERCENT.sub(NARROW, safe(line))}</p>" for line in report.verdict)
    about = "".join(f"<p>{safe(line.strip())}</p>" for line in report.about)
    about += "" if report.advice else _passed(report)  # a section of its own only where something was found
    yield f"<header><h1>{safe(report.title)}</h1><div class='verdict'>{verdict}</div><div class='about'>{about}</div><nav aria-label='sections'>{links}</nav></header><main>"
    for key, title, inside in there:
        yield f"<section id='{key}' aria-labelledby='{key}-title'><h2 id='{key}-title'>{title}</h2>{inside}</section>"
    software = " · ".join(f"{safe(name)} {safe(number)}" for name, number in report.versions)
    yield f"</main><footer><p>{software}</p></footer>"


def _checks(report: Report) -> Iterator[str]:
    items = "".join(
        f"<li><strong>{safe(advice_item.code)} {safe(advice_item.title)}</strong> {safe(advice_item.found)}; {safe(str(advice_item.severity))}."
        f"<br>What to do: <code>{safe(advice_item.mend)}</code></li>"
        for advice_item in report.advice
    )
    if items:
        yield f"<ul class='advice'>{items}</ul>{_passed(report)}"


def _passed(report: Report) -> str:
    """Checks that found nothing, behind their number."""
    if not report.passed:
        return ""
    text = f"✓ {count_of(len(report.passed), 'check')} found nothing"
    return f"<details><summary>{text}</summary><p class='soft'>{safe('; '.join(report.passed))}</p></details>"


def _figures(tables: Sequence[ReportTable]) -> Iterator[str]:
    for table in tables:
        yield f"<div class='table' tabindex='0' role='region' aria-label='{safe(table.title)}'>{table_html(table)}</div>"
        if table.meaning:
            yield f"<details><summary>What does this mean?</summary><p>{safe(table.meaning)}</p></details>"


def _drawings(report: Report) -> str:
    inside = "".join(drawing_html(drawing) for drawing in report.drawings)
    return f"<div class='plots'>{inside}</div>" if inside else ""


def _models(report: Report) -> Iterator[str]:
    if len(report.panels) > 1:
        options = "".join(
            f"<option value='{at}'>{safe(panel.model)}</option>" for at, panel in enumerate(report.panels)
        )
        yield f"<div class='controls js'><label for='model'>model</label><select id='model'>{options}</select></div>"
    yield from (panel_html(panel, at) for at, panel in enumerate(report.panels))
    details = [table for table in report.tables if table.detail] if report.panels else []
    if details:
        yield f"<details><summary>Confusion matrices and class rates as tables</summary>{''.join(_figures(details))}</details>"


def _listed(notes: tuple[str, ...]) -> str:
    return f"<ul class='notes'>{''.join(f'<li>{safe(note)}</li>' for note in notes)}</ul>" if notes else ""


def _method(report: Report) -> Iterator[str]:
    if report.facts:
        yield f"<dl>{''.join(f'<dt>{safe(title)}</dt><dd>{safe(said)}</dd>' for title, said in report.facts)}</dl>"
    for name, said, reference in report.method:
        source = f"<p class='soft'>{safe(reference)}</p>" if reference else ""
        yield f"<details><summary>What is {safe(name)}?</summary><p>{safe(said)}</p>{source}</details>"
    for language, code in report.reproduction:
        shown = command_html(code) if language == "Command line" else safe(code)
        yield f"<h3>{safe(language)}</h3><pre><code>{shown}</code></pre>"


def _papers(report: Report) -> Iterator[str]:
    if report.paragraph:
        yield f"<h3>Methods paragraph</h3><p>{safe(report.paragraph)}</p>"
    for name, text in (("Markdown", report.to_markdown()), ("LaTeX", report.to_latex()), ("CSV", report.to_csv())):
        if report.tables and len(text) <= MOST_LETTERS:
            yield f"<details><summary>Tables as {name}</summary><pre>{_lines(text)}</pre></details>"


def _lines(text: str) -> str:
    return "\n".join(safe(line) for line in text.split("\n"))


def _json(value: object) -> str:
    """JSON that cannot end the element it is in."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


@cache
def _asset(name: str) -> str:
    return files("foldwise.reports.page").joinpath(name).read_text(encoding="utf-8").strip()


def _source(script: str) -> str:
    return f"'{_hash(script)}'" if script else "'none'"


def _hash(text: str) -> str:
    """Hash by which the policy of the page knows its own style and script."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
