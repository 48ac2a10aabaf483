"""``--format``, ``--report``, ``--charts`` and ``--mlflow``: in which form a result is printed, and what is written beside it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from foldwise.cli.hint import in_options
from foldwise.cli.option import QUIET
from foldwise.cli.page import print_page
from foldwise.cli.saving import check_place, named_with
from foldwise.cli.stderr import say
from foldwise.errors import FoldwiseError, InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from foldwise.reports import Report

__all__ = ["FORMATS", "print_formatted", "settle_output", "with_output_options", "write_beside"]

FORMATS = ("table", "json", "csv", "md", "latex")
PAGES = (".html", ".htm")
Function = TypeVar("Function", bound="Callable[..., Any]")


class Reportable(Protocol):
    """A result that becomes a report."""

    def report(self, path: str | Path | None = None) -> Report:
        """Everything as a report, written where a path is given."""


def with_output_options(function: Function) -> Function:
    """Add ``--format``, ``--report``, ``--charts`` and ``--mlflow``."""
    file = click.Path(path_type=Path)
    charts = click.option("--charts", type=file, metavar="FOLDER", help="Write every chart there, as SVG and PNG.")
    report = click.option("--report", type=file, metavar="FILE", help="Write one HTML page that needs nothing else.")
    form = click.option(
        "--format", "output", metavar="|".join(FORMATS), help="How to print the result; table by default."
    )
    mlflow = click.option(
        "--mlflow", metavar="URI", help="Log the result to MLflow there; sqlite:///mlflow.db is a file."
    )
    return form(report(charts(mlflow(function))))


def settle_output(given: dict[str, Any]) -> None:
    """Check what is to be written before anything is fitted, and bring ``--format json`` and ``--json`` together.

    ``--format`` once named the format of FILE; a name that is no form of output is still taken for that, with a note.
    """
    asked = given["output"]
    if asked is not None and asked not in FORMATS and "file_format" in given:
        click.echo(f"note: the format of FILE is now --file-format {asked}; --format is {', '.join(FORMATS)}", err=True)
        given["file_format"], asked = given["file_format"] or asked, None
    if asked is not None and asked not in FORMATS:
        message = f"'{asked}' is no form of output: {', '.join(FORMATS)}"
        raise click.BadParameter(message, param_hint="'--format'")
    if given["as_json"] and asked not in (None, "json"):
        message = f"--json prints JSON, and --format asks for {asked}"
        raise click.UsageError(message)
    given["as_json"], given["output"] = given["as_json"] or asked == "json", asked
    _check_page(given["report"])
    _check_folder(given["charts"])


def _check_page(path: Path | None) -> None:
    if path is None:
        return
    if path.suffix not in PAGES:
        message = f"a report is a page, and '{path.name}' is no name of one"
        raise InputError(message, hint=f"--report {named_with(path, '.html')}")
    check_place(path)


def _check_folder(path: Path | None) -> None:
    """Refuse a folder that cannot be made, and say early that charts need an extra."""
    if path is None:
        return
    from foldwise.errors import need_charts

    need_charts()
    if not path.name:  # an empty text, or the folder one is in
        message = f"charts are written to a folder of their own, and '{path}' is none"
        raise InputError(message, hint="--charts charts")
    if path.exists() and not path.is_dir():
        message = f"charts are written to a folder, and '{path}' is a file"
        raise InputError(message, hint="--charts charts")
    if not path.exists() and not path.absolute().parent.is_dir():
        message = f"'{path}' cannot be made: there is no folder '{path.parent}'"
        raise InputError(message, hint="a folder that is there")


def print_formatted(result: Reportable, given: dict[str, Any]) -> bool:
    """Print the result as CSV, Markdown or LaTeX; nothing where a table or JSON is asked for."""
    writers = {"csv": "to_csv", "md": "to_markdown", "latex": "to_latex"}
    if given["output"] not in writers:
        return False
    found = getattr(result.report(), writers[given["output"]])()
    print_page(found.rstrip("\n"))
    return True


def write_beside(result: Reportable, given: dict[str, Any], save: Callable[[], None] | None = None) -> None:
    """Keep the result, write the page and the charts that were asked for, and say where they are.

    The result has been printed by then, and what cannot be written does not keep the rest from being written.
    """
    failed: list[FoldwiseError] = []
    lines: list[str] = []
    for write in (
        partial(_save, save, given.get("save")),
        partial(_page, result, given["report"]),
        partial(_charts, result, given["charts"]),
    ):
        try:
            lines += write()
        except FoldwiseError as error:
            failed.append(error)
    lines += _log(result, given["mlflow"]) if given["mlflow"] is not None else []
    _say(lines, aside=given["as_json"] or given["output"] in ("csv", "md", "latex"))
    for other in failed[1:]:
        say(f"error: {in_options(str(other))}")
    if failed:
        raise failed[0]


def _save(save: Callable[[], None] | None, path: Path | None) -> list[str]:
    if save is not None:
        save()
    if save is None or path is None or path.suffix != ".skops":
        return []
    return [f"Model   {path}, used by: foldwise predict {path} FILE"]


def _page(result: Reportable, path: Path | None) -> list[str]:
    if path is None:
        return []
    result.report(path)
    return [f"Report  {path}"]


def _charts(result: Reportable, folder: Path | None) -> list[str]:
    if folder is None:
        return []
    from foldwise.charts import write_charts

    return [f"Charts  {folder}: {len(write_charts(result, folder))} files"]


def _log(result: Reportable, uri: str) -> list[str]:
    """Log to MLflow; where that fails the result has been printed, and one sentence says why."""
    from foldwise.api import log_to_mlflow

    try:
        return [f"MLflow  {log_to_mlflow(result, tracking_uri=uri)}"]
    except FoldwiseError as error:
        say(f"note: not logged to MLflow: {error}")
        return []


def _say(lines: Iterable[str], *, aside: bool) -> None:
    """Print below the result, or on stderr where stdout is for machines; not at all there under ``--quiet``."""
    for line in lines:
        if not aside:
            print_page(f"\n{line}")
        elif not click.get_current_context().meta.get(QUIET):
            click.echo(line, err=True)
