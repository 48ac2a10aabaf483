"""The progress of a command, on stderr; nothing where only the result is wanted."""

from __future__ import annotations

import sys
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING

import click

from foldwise.cli.interrupt import STOPS
from foldwise.cli.option import QUIET
from foldwise.progress import Meter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.engine import Progress

__all__ = ["metered"]


@contextmanager
def metered(things: str = "fits") -> Iterator[Progress]:
    """Give what is called after each fit, or other thing: it shows how many are done, unless under ``--quiet``.

    What models print meanwhile goes to stderr: stdout is for the result, which may be JSON. A model of the user's own that
    ends its process must not end the command without a word.
    """
    from foldwise.engine import isolated_fits

    with redirect_stdout(sys.stderr), isolated_fits():
        if click.get_current_context().meta.get(QUIET):
            yield STOPS.check
            return
        with Meter(things, check=STOPS.check) as meter:
            yield meter
