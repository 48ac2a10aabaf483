"""Writing to stdout: text as wide as the terminal, tables and JSON."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sys
from typing import TYPE_CHECKING, Any

import click

from foldwise.errors import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

__all__ = ["WIDTH", "page_width", "print_json", "print_page", "print_table", "wants_color"]

WIDTH, WIDEST = 80, 30
NARROWEST_PAGE, WIDEST_PAGE = 60, 200
SCHEMA_VERSION = 1
PLAIN = str.maketrans(
    {
        "├": "|",
        "─": "-",
        "●": "o",
        "┤": "|",
        "·": "-",
        "↓": "v",
        "→": ">",
        "…": "~",
        "∞": "inf",
        "█": "#",
        "✓": "ok",
        "≤": "<=",
        "≥": ">=",
        "±": "+-",
        "²": "^2",
        "√": "sqrt",
        "χ": "chi",
        "×": "x",
        "−": "-",
        "λ": "lambda",
        "⁻": "^-",
        "¹": "1",
    }
)
"""For terminals that can write ASCII only."""
COLOR = re.compile(r"(\x1b\[(?:[0-4]|[39][0-7])?(?:;(?:[0-4]|[39][0-7]))*m)")
"""Colours and bold type, which do no harm in whatever name they are."""


def page_width() -> int:
    """Columns of a page: those of the terminal, between 60 and 200; 80 where a file or another program reads."""
    if not sys.stdout.isatty():
        return WIDTH
    columns = shutil.get_terminal_size((WIDTH, 24)).columns
    return max(NARROWEST_PAGE, min(WIDEST_PAGE, columns))


def wants_color() -> bool:
    """Whether stdout is a terminal and the user has not asked for plain text (no-color convention)."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def print_page(text: str) -> None:
    """Print text, in ASCII where stdout can write nothing else; nothing but our own colours steers the terminal."""
    text = "".join(part if COLOR.fullmatch(part) else printable(part) for part in COLOR.split(text))
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        text = text.translate(PLAIN).encode("ascii", "replace").decode()
    click.echo(text)


def print_json(document: dict[str, Any]) -> None:
    """Print one document; numbers that do not exist are null."""
    click.echo(json.dumps({"schema_version": SCHEMA_VERSION, **document}, indent=2, allow_nan=False))


def print_table(rows: Sequence[dict[str, str]], note: str, *, section: str = "") -> None:
    """Print rows below the names of their columns; with a `section`, one table for each value of that column."""
    from rich.console import Console

    page = io.StringIO()
    color = wants_color()
    console = Console(
        file=page, width=page_width(), force_terminal=color, no_color=not color, highlight=False, emoji=False
    )
    parts: dict[str, list[dict[str, str]]] = {}
    for row in rows:
        rest = {name: text for name, text in row.items() if name != section}
        parts.setdefault(row.get(section, ""), []).append(rest)
    for title, members in parts.items():
        if title:
            console.print(f"{title}\n{'-' * len(title)}", markup=False)
        console.print(_table(members), markup=False)
        console.print()
    console.print(note, markup=False)
    print_page("\n".join(line.rstrip() for line in page.getvalue().rstrip().split("\n")))


def _table(rows: Sequence[dict[str, str]]) -> Table:
    """Make a table whose last column is wrapped."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    *fixed, last = rows[0]
    for name in fixed:
        longest = max(len(name), *(len(row[name]) for row in rows))
        table.add_column(name, width=min(longest, WIDEST), overflow="fold")
    table.add_column(last, overflow="fold")
    for row in rows:
        table.add_row(*(Text(text) for text in row.values()))
    return table
