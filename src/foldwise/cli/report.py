"""`report`: a result that was kept in a file, shown again in any form."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from foldwise.cli.option import json_option, quiet_option
from foldwise.cli.output import print_formatted, settle_output, with_output_options, write_beside
from foldwise.cli.page import print_json, print_page

if TYPE_CHECKING:
    from foldwise.typing import Given

__all__ = ["report"]

EXAMPLES = """\b
Examples
  foldwise compare churn.csv -t churned --save churn.foldwise
  foldwise report churn.foldwise
  foldwise report churn.foldwise --format latex
  foldwise report churn.foldwise --charts charts
"""


@click.command(epilog=EXAMPLES, short_help="Make a page, tables or charts of a saved result.")
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@with_output_options
@json_option
@quiet_option
def report(path: Path, **given: Given) -> None:
    """Show a result that was saved before: FILE is one of --save x.foldwise, or of result.save in Python.

    Without an option the page FILE.html is written beside it, and named.
    """
    from foldwise.api import load

    settle_output(given)
    found = load(path)
    plain = not given["as_json"] and given["output"] is None
    if plain and given["report"] is None and given["charts"] is None:
        given["report"] = path.with_suffix(".html")
    if given["as_json"]:
        print_json(found.to_dict())
    elif not print_formatted(found, given) and given["output"] == "table":
        print_page(str(found))
    write_beside(found, given)
