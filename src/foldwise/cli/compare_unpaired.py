"""`compare-unpaired`: which of several systems is better that were scored on different rows."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from foldwise.cli.option import (
    adjust_option,
    json_option,
    level_option,
    measures_option,
    name_option,
    one_target,
    quiet_option,
    rope_option,
    seed_option,
    with_format_options,
)
from foldwise.cli.output import print_formatted, settle_output, with_output_options, write_beside
from foldwise.cli.page import page_width, print_json, print_page, wants_color
from foldwise.cli.saving import RESULT, check_writable, save_kept, save_option
from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.reports import UnpairedComparison
    from foldwise.typing import Given

__all__ = ["compare_unpaired", "systems_of_files"]

EXAMPLES = """\b
Examples
  foldwise compare-unpaired may.csv june.csv -t y --predicted yhat --score p
  foldwise compare-unpaired a=one.csv b=two.csv -t y --predicted yhat
  foldwise compare-unpaired all.csv -t y --score p --system hospital
"""


@click.command("compare-unpaired", epilog=EXAMPLES, short_help="Compare systems that were scored on different rows.")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "-t",
    "--truth",
    required=True,
    multiple=True,
    callback=one_target,
    metavar="COLUMN",
    help="The true labels or values.",
)
@click.option("--predicted", metavar="COLUMN", help="Predicted labels or values.")
@click.option("--score", "scores", metavar="COLUMN", help="Score of the positive class, or A,B,C for several classes.")
@click.option("--system", metavar="COLUMN", help="In one file, which system a line is from.")
@click.option("--groups", metavar="COLUMN", help="Rows with the same value belong together, such as one patient.")
@click.option("--weights", metavar="COLUMN", help="How much each row counts.")
@click.option("--positive", metavar="CLASS", help="The class that precision, recall and AUC are about.")
@click.option("--class", "classes", metavar="LABEL", multiple=True, help="The labels, in the order of the scores.")
@click.option(
    "--task", type=click.Choice(["classification", "regression"]), help="Needed only if not clear from the truth."
)
@measures_option("What to measure (foldwise measures); repeatable.")
@name_option("--test", "tests", "How systems are compared (foldwise tests). Without: the first that is valid.")
@level_option("Level of intervals and verdicts.")
@rope_option
@adjust_option
@with_format_options
@seed_option
@save_option
@with_output_options
@json_option
@quiet_option
def compare_unpaired(paths: tuple[str, ...], **given: Given) -> None:
    """Test which of several systems is better, each scored on rows of its own: two hospitals, two months, two FILEs.

    Each FILE is one system, NAME=FILE to name it. One FILE with --system holds the rows of several. Systems that predicted
    the same rows belong to foldwise score, which compares them row by row.
    """
    settle_output(given)
    check_writable(given["save"], (RESULT,))
    found = run(paths, given)
    if given["as_json"]:
        print_json(found.to_dict())
    elif not print_formatted(found, given):
        from foldwise.reports.unpaired import render

        print_page(render(found, width=page_width(), color=wants_color()))
    write_beside(found, given, partial(save_kept, found, given["save"]))


def run(paths: Sequence[str], given: dict[str, Any]) -> UnpairedComparison:
    """Read the files and compare the systems."""
    from foldwise.api import compare_unpaired as verb

    scores = None if given["scores"] is None else tuple(part.strip() for part in given["scores"].split(","))
    return verb(
        paths[0] if given["system"] is not None and len(paths) == 1 else systems_of_files(paths),
        truth=given["truth"],
        predicted=given["predicted"],
        scores=scores,
        groups=given["groups"],
        weights=given["weights"],
        system=given["system"],
        measures=",".join(given["measures"]) or None,
        test=given["test"],
        level=given["level"],
        rope=given["rope"],
        adjust=given["adjust"],
        positive=given["positive"],
        classes=list(given["classes"]) or None,
        task=given["task"],
        sheet=given["sheet"],
        file_format=given["file_format"],
        seed=given["seed"],
    )


def systems_of_files(paths: Sequence[str]) -> dict[str, str]:
    """Files by the name of their system: NAME=FILE, or the file's own name.

    Examples
    --------
    >>> systems_of_files(["runs/may.csv", "new=june.csv"])
    {'may': 'runs/may.csv', 'new': 'june.csv'}
    """
    from foldwise.data.checks import usable_path

    found: dict[str, str] = {}
    for text in paths:
        name, separator, path = text.partition("=")
        if not separator or usable_path(text).exists():
            name, path = Path(text).stem, text
        if name in found:
            message = f"two files are called '{name}'"
            raise InputError(message, hint=f"other={path}")
        found[name] = path
    return found
