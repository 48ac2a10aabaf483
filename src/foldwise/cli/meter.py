"""A progress bar on stderr, only where somebody can see it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, final

import click

from foldwise.cli.option import QUIET
from foldwise.errors import printable

if TYPE_CHECKING:
    from types import TracebackType

    from rich.progress import Progress

__all__ = ["Meter"]


@final
class Meter:
    """Shows how many fits, or other things, are done; a context manager that is called after each."""

    def __init__(self, things: str = "fits") -> None:
        quiet = click.get_current_context().meta.get(QUIET)
        self.bar: Progress | None = _bar(things) if sys.stderr.isatty() and not quiet else None

    def __enter__(self) -> Meter:
        """Show the bar once there is something to show."""
        return self

    def __call__(self, done: int, total: int, model: str) -> None:
        """Move on."""
        if self.bar is None:
            return
        if not self.bar.tasks:
            self.bar.add_task("", total=total)
            self.bar.start()
        self.bar.update(self.bar.task_ids[0], completed=done, description=printable(model))
        if done == total:
            self.bar.stop()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar away."""
        if self.bar is not None:
            self.bar.stop()


def _bar(things: str) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description:<22}", markup=False),
        BarColumn(),
        MofNCompleteColumn(" of "),
        TextColumn(things),
    )
    return Progress(*columns, TimeRemainingColumn(compact=True), console=Console(stderr=True), transient=True)
