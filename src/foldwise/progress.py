"""Progress on stderr: a bar in a terminal or notebook, a line a minute elsewhere, nothing for short work."""

from __future__ import annotations

import sys
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol, final

from foldwise.errors import printable

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from rich.console import Group

__all__ = ["MINUTE", "QUIET_SECONDS", "Meter"]

QUIET_SECONDS = 1.0
"""Seconds of work before which nothing is shown."""
MINUTE = 60.0
"""Seconds between two lines where there is neither a terminal nor a notebook."""
REFRESHED = 10.0
"""How often a second the bar moves."""


class Display(Protocol):
    """A way of showing how much is done."""

    def show(self, done: int, total: int, model: str) -> None:
        """Show that so much is done."""

    def tell(self, text: str) -> None:
        """Show figures that stand already, in place of those before."""

    def close(self) -> None:
        """Take away what was shown."""


class Figures(Protocol):
    """A result that can be told in a few lines."""

    def first_figures(self) -> str:
        """Tell the figures of the first measure."""


@final
class Meter:
    """Shows how many fits, or other things, are done; a context manager that is called after each.

    Parameters
    ----------
    things
        What is counted.
    clock
        Seconds that go by.
    check
        Called first each time; what it raises ends the work.

    Examples
    --------
    >>> with Meter() as meter:
    ...     meter(1, 2, "lda")
    ...     meter(2, 2, "lda")
    """

    def __init__(
        self,
        things: str = "fits",
        *,
        clock: Callable[[], float] = time.monotonic,
        check: Callable[[], None] | None = None,
    ) -> None:
        self.things, self.clock, self.check, self.start = things, clock, check, clock()
        self.display: Display | None = None

    def __enter__(self) -> Meter:
        """Wait for something to show."""
        return self

    def __call__(self, done: int, total: int, model: str) -> None:
        """Move on; work that is over before it was shown stays unseen."""
        if self.check is not None:
            self.check()
        if self.display is None:
            if done >= total or self.clock() - self.start < QUIET_SECONDS:
                return
            self.display = self._display()
        self.display.show(done, total, printable(model))
        if done >= total:
            self._close()

    def look(self, result: Figures) -> None:
        """Show the figures of the repeats that are complete, beside how much is done."""
        if self.display is None:
            self.display = self._display()
        self.display.tell(result.first_figures())

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar away."""
        self._close()

    def _close(self) -> None:
        if self.display is not None:
            self.display.close()
            self.display = None

    def _display(self) -> Display:
        """The bar of rich in a terminal, and in a notebook that can show it; else a line that is written over, or log."""
        if in_notebook():
            return Bar(self.things) if find_spec("ipywidgets") is not None else OverwrittenLine(self.things)
        if sys.stderr is not None and sys.stderr.isatty():
            return Bar(self.things)
        return Log(self.things, self.clock, self.start)


def in_notebook() -> bool:
    """Whether this runs in a notebook, whose kernel is known by its class."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return type(shell).__name__ == "ZMQInteractiveShell"


@final
class Bar:
    """A bar of rich on stderr, with the time that is left; it goes when the work is done."""

    def __init__(self, things: str) -> None:
        from rich.console import Console
        from rich.live import Live
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (
            TextColumn("{task.description:<22}", markup=False),
            BarColumn(),
            MofNCompleteColumn(" of "),
            TextColumn(things),
        )
        console = Console(stderr=True)
        self.bar = Progress(*columns, TimeRemainingColumn(compact=True), console=console)
        self.text = ""
        self.live = Live(
            get_renderable=self._all, console=console, transient=not in_notebook(), refresh_per_second=REFRESHED
        )

    def _all(self) -> Group:
        """The figures that stand, and the bar."""
        from rich.console import Group
        from rich.text import Text

        return Group(*([Text(f"{self.text}\n")] if self.text else ()), self.bar)

    def tell(self, text: str) -> None:
        """Show the figures above the bar."""
        self.text = text

    def show(self, done: int, total: int, model: str) -> None:
        """Move the bar; a task of another size is another bar."""
        if not self.bar.tasks:
            self.bar.add_task("", total=total)
            self.live.start()
        self.bar.update(self.bar.task_ids[0], completed=done, total=total, description=model)

    def close(self) -> None:
        """Take the bar away."""
        self.live.stop()


@final
class OverwrittenLine:
    """One line on stderr that is written over, for notebooks without widgets."""

    def __init__(self, things: str) -> None:
        self.things = things

    def show(self, done: int, total: int, model: str) -> None:
        """Write over the line."""
        print(f"\r{model:<22} {done:,} of {total:,} {self.things} ", end="", file=sys.stderr, flush=True)  # noqa: T201

    def tell(self, text: str) -> None:
        """Write the figures below what was written before."""
        print(f"\n{text}", file=sys.stderr, flush=True)  # noqa: T201

    def close(self) -> None:
        """End the line."""
        print(file=sys.stderr)  # noqa: T201


@final
class Log:
    """A line a minute on stderr, for files and pipes."""

    def __init__(self, things: str, clock: Callable[[], float], start: float) -> None:
        self.things, self.clock, self.start, self.last = things, clock, start, start

    def show(self, done: int, total: int, model: str) -> None:
        """Write a line where the last is a minute old."""
        now = self.clock()
        if now - self.last < MINUTE or done >= total:
            return
        self.last = now
        left = (now - self.start) * (total - done) / max(done, 1)
        text = f"{done:,} of {total:,} {self.things} done, about {_span(left)} left ({model})"
        print(text, file=sys.stderr, flush=True)  # noqa: T201

    def tell(self, text: str) -> None:
        """Write the figures."""
        print(text, file=sys.stderr, flush=True)  # noqa: T201

    def close(self) -> None:
        """Nothing is shown any more."""


def _span(seconds: float) -> str:
    """A time in words.

    Examples
    --------
    >>> _span(40), _span(600), _span(9000)
    ('40 s', '10 min', '2.5 h')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
