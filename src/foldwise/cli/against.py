"""`--against error=0.1`: hold a measure against a given value, by the test that its interval inverts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from foldwise.comparisons import ValueTest
    from foldwise.measures import Measure

__all__ = ["Held", "against_option", "against_records", "parse_held", "show_held"]

HELD = re.compile(r"\s*([^=]*[^=\s])\s*=\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*")


class Held(NamedTuple):
    """A measure and the value it is held against."""

    measure: Measure
    value: float


def against_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--against``."""
    return click.option(
        "--against",
        metavar="MEASURE=VALUE",
        multiple=True,
        help="Test a measure against a value: error=0.1. Repeatable.",
    )(function)


def parse_held(text: str) -> Held:
    """Read a measure and a value such as ``error=0.1``.

    Examples
    --------
    >>> parse_held("accuracy = .8").value
    0.8
    """
    from foldwise.measures import measure

    found = HELD.fullmatch(text)
    if found is None:
        message = f"'{text}' is not a measure and a value"
        raise InputError(message, hint="--against error=0.1")
    return Held(measure(found[1]), float(found[2]))


def against_records(tests: Iterable[ValueTest]) -> dict[str, Any]:
    """What the JSON says about them; nothing where nothing was asked."""
    from foldwise.reports.shared import json_record

    found = [json_record(one.record()) for one in tests]
    return {"against": found} if found else {}


def show_held(tests: Iterable[ValueTest], width: int) -> str:
    """One sentence per model and value, under a title."""
    from foldwise.reports.shared import against_lines, paragraph

    lines = []
    for at, text in enumerate(against_lines(tests)):
        lines += paragraph("" if at else "Against", text, width)
    return "\n".join(["", *lines])
