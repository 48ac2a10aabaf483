"""The file, its options and the model as the user typed them, for commands that are printed."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING

from foldwise.cli.option import DATA_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    import click

__all__ = ["typed_rows"]

REPEATED = (*DATA_NAMES, "segments", "model")
"""Options that say which rows and which model a command is about."""


def typed_rows(context: click.Context) -> str:
    """Write the path and the options that say how to read it, as they follow a verb.

    Examples
    --------
    >>> import click
    >>> from foldwise.cli.diagnose import diagnose
    >>> with diagnose.make_context("diagnose", ["my rows.csv", "-t", "y", "-m", "tree", "--drop", "no"]) as context:
    ...     typed_rows(context)
    "'my rows.csv' --target y --drop no --model tree"
    """
    path = context.params["path"] if "path" in context.params else context.params["paths"][0]
    return " ".join([quote(str(path)), *_options(context)])


def _options(context: click.Context) -> Iterator[str]:
    for option in context.command.params:
        value = context.params.get(option.name or "")
        if option.name not in REPEATED or value in (None, (), False, ""):
            continue
        long = next(text for text in option.opts if text.startswith("--"))
        if value is True:
            yield long
            continue
        for one in value if isinstance(value, tuple) else (value,):
            yield f"{long}={quote(str(one))}" if str(one).startswith("-") else f"{long} {quote(str(one))}"
