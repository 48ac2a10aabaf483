"""`report`: a result that was kept in a file, shown again in any form."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from foldwise.cli.option import json_option, quiet_option
from foldwise.cli.output import print_formatted, settle_output, with_output_options, write_beside
from foldwise.cli.page import print_json, print_page
from foldwise.cli.storing import STORE, store_option

if TYPE_CHECKING:
    from foldwise.typing import Given

__all__ = ["report"]

EXAMPLES = """\b
Examples
  foldwise compare churn.csv -t churned --save churn.foldwise
  foldwise report churn.foldwise
  foldwise report churn.foldwise --format latex
  foldwise report churn.foldwise --charts charts
  foldwise report last
"""


@click.command(epilog=EXAMPLES, short_help="Make a page, tables or charts of a saved result.")
@click.argument("path", metavar="FILE|RUN", type=click.Path(path_type=Path))
@store_option(f"The store of RUN, where it is not {STORE} or that of FOLDWISE_STORE.")
@with_output_options
@json_option
@quiet_option
def report(path: Path, **given: Given) -> None:
    """Show a result that was saved before: FILE is one of --save x.foldwise, or of result.save in Python.

    RUN is one that foldwise runs lists, or last.

    Without an option the page FILE.html is written beside it, or RUN.html here, and named.
    """
    settle_output(given)
    found, path = found_result(path, given["store"])
    plain = not given["as_json"] and given["output"] is None
    if plain and given["report"] is None and given["charts"] is None:
        given["report"] = path.with_suffix(".html")
    if given["as_json"]:
        print_json(found.to_dict())
    elif not print_formatted(found, given) and given["output"] == "table":
        print_page(str(found))
    write_beside(found, given)


def found_result(path: Path, store: str | None) -> tuple[Given, Path]:
    """The result of a file, or of a run where there is no such file and the name is none of one; and what to call its page."""
    from foldwise.api import load
    from foldwise.cli.runs import run_of
    from foldwise.data.checks import usable_path

    if store is None and (usable_path(path).exists() or path.suffix or path.parent != Path()):
        return load(path), path
    run = run_of(str(path), store)
    return run.result(), Path(f"{run.id}.foldwise")
