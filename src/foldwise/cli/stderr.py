"""Sentences on stderr: errors and notes."""

from __future__ import annotations

import shutil
import sys
from textwrap import fill

import click

__all__ = ["say"]


def say(text: str) -> None:
    """Write a sentence to stderr: on a terminal in lines that fit it, elsewhere on one line, which is found again by a search."""
    if sys.stderr.isatty():
        columns = shutil.get_terminal_size().columns
        text = "\n".join(
            fill(line, columns, break_long_words=False, break_on_hyphens=False) for line in text.splitlines()
        )
    click.echo(text, err=True)
