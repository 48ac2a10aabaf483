"""`explain`: what a measure, plan, model or method is, where it is valid, its parameters, and when it has no value."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from foldwise.cli.hint import in_options
from foldwise.cli.option import json_option
from foldwise.cli.page import print_page

if TYPE_CHECKING:
    from foldwise.typing import Json

__all__ = ["explain"]


@click.command(short_help="Explain a measure, plan, model or method.")
@click.argument("name", metavar="NAME")
@json_option
def explain(name: str, *, as_json: bool) -> None:
    """Print what NAME is, where it is valid, its parameters, when it has no value, and what was simulated of it.

    NAME is a measure (foldwise measures), a plan (foldwise plans), a model (foldwise models), an interval method (foldwise
    methods), an estimate (foldwise estimates), a test for two models (foldwise tests), a
    part of a diagnosis (foldwise diagnoses), a check (foldwise checks) or a verb, such as
    assess. It may also be the title of one of these lists, such as measures, whose members are then listed.
    """
    from foldwise.api import explain as explained

    found = explained(name)
    typed = replace(found, entries=tuple(_typed(entry) for entry in found.entries))
    if as_json:
        click.echo(typed.to_json())
    else:
        print_page(str(typed))


def _typed(value: Json) -> Json:
    """Write what is to be typed as options, wherever it is said."""
    if isinstance(value, str):
        return in_options(value)
    if isinstance(value, list):
        return [_typed(one) for one in value]
    return {key: _typed(one) for key, one in value.items()} if isinstance(value, dict) else value
