"""The command `foldwise`, and `python -m foldwise`."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from types import FrameType

__all__ = ["main"]

INTERRUPTED = 130


def main() -> NoReturn:
    """Run the command line; Ctrl-C ends it in order while it is still being loaded, too."""
    signal.signal(signal.SIGINT, leave)
    atexit.register(exit_interrupted)  # the first that is registered is the last that is called
    from foldwise.cli import main as run

    run()


def leave(_number: int, _frame: FrameType | None) -> NoReturn:
    """End at once: nothing has been done yet that could be lost."""
    os.write(2, b"\nStopped.\n")
    os._exit(INTERRUPTED)


def exit_interrupted() -> None:
    """Give an interrupted command its exit code: after an interruption within `exec`, Python ends by the signal itself.

    `exec` is how dataclasses and named tuples are made, so that this happens where modules are being imported.
    """
    command = sys.modules.get("foldwise.cli.interrupt")
    if command is not None and command.STOPS.ended:
        sys.stdout.flush()
        sys.stderr.flush()
        command.END(INTERRUPTED)


if __name__ == "__main__":
    main()
