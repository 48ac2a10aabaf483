"""What to do next, as commands that can be copied."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from foldwise.cli.option import QUIET
from foldwise.cli.page import page_width, print_page
from foldwise.cli.typed_rows import typed_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["print_next"]

MARGIN = 9


def print_next(given: dict[str, Any], verbs: Sequence[str], model: str) -> None:
    """Print the commands that look closer at one model; none for machines, under ``--quiet`` and for standard input.

    Parameters
    ----------
    given
        The options.
    verbs
        What may be done next.
    model
        The model that it is done with, as it is called in the result.
    """
    from foldwise.reports.shared import command_lines

    context = click.get_current_context()
    rows = typed_rows(context)
    plain = not given["as_json"] and given["output"] in (None, "table")
    if not plain or not model or context.meta.get(QUIET) or rows.startswith("- "):
        return
    lines = [
        line
        for verb in verbs
        for line in command_lines(f"foldwise {verb} {rows} --model {quote(model)}", page_width(), margin=MARGIN)
    ]
    print_page("\n".join([f"\n{'Next':<{MARGIN}}{lines[0].lstrip()}", *lines[1:]]))
