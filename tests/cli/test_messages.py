"""What a user is told about each mistake, word by word; see cases.py for how to write the messages anew."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.cli.cases import CASES, IN_PYTHON, Case, in_python, written

WRITTEN = Path(__file__).with_name("messages.txt").read_text(encoding="utf-8")
BLOCKS = dict(block.strip().removeprefix("# ").split("\n", 1) for block in WRITTEN.split("\n\n# "))


CLICK = tuple(int(part) for part in version("click").split(".")[:2])
OWN_WORDS = (8, 5)
"""Release of click whose words about commands and options are the written ones."""


def without_clicks_words(text: str) -> str:
    """A message without what click says of help, and of names that are meant."""
    lines = [line for line in text.split("\n") if not line.startswith("Try 'foldwise")]
    return "\n".join(re.sub(r"(No such (option|command))\b.*", r"\1", line) for line in lines)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name.replace(" ", "-"))
def test_the_message_is_the_written_one(case: Case) -> None:
    told, expected = case.run(), BLOCKS[case.name]
    if told.startswith("exit 2") and CLICK < OWN_WORDS:
        told, expected = without_clicks_words(told), without_clicks_words(expected)
    assert told.split("\n") == expected.split("\n")


@pytest.mark.parametrize("name", IN_PYTHON)
def test_the_message_in_python_is_the_written_one(name: str) -> None:
    assert in_python(IN_PYTHON[name]) == BLOCKS[name]


def test_every_written_message_has_its_case() -> None:
    assert list(BLOCKS) == [*(case.name for case in CASES), *IN_PYTHON]
    assert written(BLOCKS) == WRITTEN


def test_an_error_is_one_line() -> None:
    errors = [text.split("\n") for text in BLOCKS.values() if text.startswith("exit 3")]
    assert len(errors) > 40
    assert all(len(lines) == 2 and lines[1].startswith("error: ") for lines in errors)
