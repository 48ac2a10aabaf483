"""The progress bar."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stderr
from typing import TYPE_CHECKING

import click

from foldwise.cli.meter import Meter
from foldwise.cli.option import QUIET

if TYPE_CHECKING:
    import pytest


class Terminal(io.StringIO):
    """A stand-in for stderr."""

    def isatty(self) -> bool:
        return True


def shown(screen: io.StringIO, *, quiet: bool = False) -> str:
    """What a run of three fits writes on stderr."""
    with redirect_stderr(screen), click.Context(click.Command("x")) as context:
        context.meta[QUIET] = quiet
        with Meter() as meter:
            meter(1, 3, "lda")
            meter(3, 3, "lda")
    return screen.getvalue()


def test_a_terminal_sees_the_model_and_the_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    text = re.sub(r"\x1b\[[?\d;]*[a-zA-Z]", "", shown(Terminal()))
    assert re.search(r"lda +━+ 3 of 3 fits", text)


def test_a_pipe_sees_nothing() -> None:
    assert shown(io.StringIO()) == ""


def test_quiet_is_quiet() -> None:
    assert shown(Terminal(), quiet=True) == ""
