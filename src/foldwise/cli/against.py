"""`--against error=0.1`: hold a measure against a given value, by the test that its interval inverts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from foldwise.cli.hint import in_options
from foldwise.errors import InputError, MeasureError, ValidityError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from foldwise.comparisons import ValueTest
    from foldwise.measures import Measure

__all__ = ["GivenValue", "against_option", "against_records", "parse_held", "show_held", "tests_or_reason"]

ASSIGNMENT = re.compile(r"\s*([^=]*[^=\s])\s*=\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*")


class GivenValue(NamedTuple):
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


def parse_held(text: str) -> GivenValue:
    """Read a measure and a value such as ``error=0.1``.

    Examples
    --------
    >>> parse_held("accuracy = .8").value
    0.8
    """
    from foldwise.measures import measure

    found = ASSIGNMENT.fullmatch(text)
    if found is None:
        message = f"'{text}' is not a measure and a value"
        raise InputError(message, hint="--against error=0.1")
    return GivenValue(measure(found[1]), float(found[2]))


def tests_or_reason(hold: Callable[[], Iterable[ValueTest]]) -> list[ValueTest | str]:
    """Hold a measure against a value; where there is no valid test, say why, so that the rest of the report is not lost.

    Examples
    --------
    >>> tests_or_reason(lambda: ())
    []
    """
    try:
        return list(hold())
    except (MeasureError, ValidityError) as error:
        return [in_options(str(error))]


def against_records(held: Iterable[ValueTest | str]) -> dict[str, Any]:
    """What the JSON says about them, and why there is no test; nothing where nothing was asked."""
    from foldwise.reports.shared import json_record

    told: dict[str, list[Any]] = {"against": [], "against_missing": []}
    for one in held:
        if isinstance(one, str):
            told["against_missing"].append(one)
        else:
            told["against"].append(json_record(one.record()))
    return {name: found for name, found in told.items() if found}


def show_held(held: Iterable[ValueTest | str], width: int) -> str:
    """One sentence per model and value, under a title."""
    from foldwise.reports.shared import against_lines, paragraph

    told = [f"no test: {one}" if isinstance(one, str) else against_lines([one])[0] for one in held]
    lines = []
    for at, text in enumerate(told):
        lines += paragraph("" if at else "Against", text, width)
    return "\n".join(["", *lines])
