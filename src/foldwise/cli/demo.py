"""`demo`: the main job on data that come with foldwise."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING

import click

from foldwise.cli.meter import metered
from foldwise.cli.option import json_option, quiet_option
from foldwise.cli.page import page_width, print_json, print_page, wants_color

if TYPE_CHECKING:
    from foldwise.reports import Assessment

__all__ = ["demo"]

NEXT = """
Report  {report}
Next    foldwise assess your.csv --target column
        foldwise demo {other}"""
BY_NUMPY = """Speed   Nothing is compiled here: numpy did the work. Installing foldwise (pip
        install .) builds faster kernels where there is a C++ compiler."""
NEXT_SAMPLE = {"breast-cancer": "auto-mpg", "auto-mpg": "iris", "iris": "breast-cancer"}


@click.command(short_help="Assess three quick models on bundled data.")
@click.argument("name", metavar="[DATA]", type=click.Choice(sorted(NEXT_SAMPLE)), default="breast-cancer")
@click.option("--report", type=click.Path(path_type=Path), metavar="FILE", help="Where the page is written.")
@json_option
@quiet_option
def demo(*, name: str, report: Path | None, as_json: bool) -> None:
    """Assess three quick models on breast-cancer, auto-mpg or iris, and write a page about them."""
    from foldwise.api import assess
    from foldwise.data import sample
    from foldwise.native import COMPILED
    from foldwise.reports.assessment import render

    dataset = sample(name)
    models = ("logistic" if dataset.is_classification else "ridge", "knn", "tree")
    with metered() as meter:
        assessment = assess(models, dataset, progress=meter)
    if as_json:
        print_json(assessment.to_dict())
        return
    print_page(render(assessment, width=page_width(), color=wants_color()))
    if not COMPILED:
        print_page(BY_NUMPY)
    print_page(
        NEXT.format(
            other=NEXT_SAMPLE[name], report=write_demo_page(assessment, report or Path(f"{name}.foldwise.html"))
        )
    )


def write_demo_page(assessment: Assessment, path: Path) -> Path:
    """Write the page, in the folder for such things where this one cannot be written to."""
    if not os.access(path.absolute().parent, os.W_OK):
        path = Path(gettempdir()) / path.name
    assessment.report(path)
    return path
