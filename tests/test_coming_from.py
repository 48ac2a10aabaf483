"""Every line of ours on the pages for people who come from other tools does what it says."""

import doctest
import re
import shlex
import warnings
from pathlib import Path

import click
import pytest

from foldwise.cli.program import program

PAGES = [
    page for page in sorted((Path(__file__).parents[1] / "docs" / "coming-from").glob("*.md")) if page.stem != "index"
]
ROW = re.compile(r"(?m)^\| (?!---)(?!there)(.+?) \| `(.+?)` \| (.*)\|$")


def lines_of(page):
    """What is typed here, line by line of the table."""
    return [found[2] for found in ROW.finditer(page.read_text(encoding="utf-8"))]


def prepared(page):
    """Names that the first example of the page defines."""
    names = {}
    for example in doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8")):
        exec(compile(example.source, page.name, "exec"), names)
    return names


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_line_of_the_table_runs(page):
    lines = lines_of(page)
    assert len(lines) >= 12
    python = [line for line in lines if not line.startswith("foldwise ")]
    names = prepared(page)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for line in python:
            assert eval(line, names) is not None, line
    for line in set(lines) - set(python):
        _, verb, *words = shlex.split(line)
        with program.get_command(click.Context(program), verb).make_context(verb, words):
            pass


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_row_is_read(page):
    text = page.read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ") and not line.startswith(("| there", "| ---"))]
    assert len(rows) == len(lines_of(page))
