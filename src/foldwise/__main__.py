"""The command `foldwise`, and `python -m foldwise`."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from types import FrameType

__all__ = ["main"]

INTERRUPTED = 130


def main() -> NoReturn:
    """Run the command line; Ctrl-C ends it in order while it is still being loaded, too."""
    signal.signal(signal.SIGINT, leave)
    from foldwise.cli import main as run

    run()


def leave(_number: int, _frame: FrameType | None) -> NoReturn:
    """End at once: nothing has been done yet that could be lost."""
    os.write(2, b"\nStopped.\n")
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
