"""A model that calls `os._exit` ends the process without a word; in a fit that is a failure of the fit."""

from __future__ import annotations

import os
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, NoReturn

from foldwise.errors import FitError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["without_exit"]

REAL_EXIT = os._exit
LOCK = Lock()
THREADS_IN_FITS = [0]
"""How many threads of this process are in a fit."""


@contextmanager
def without_exit() -> Iterator[None]:
    """Make `os._exit` an error of the model that calls it; its child processes end as ever."""
    home = os.getpid()

    def refuse(status: int) -> NoReturn:
        if os.getpid() != home:
            REAL_EXIT(status)
        message = f"it called os._exit({status!r:.20}), which would have ended the whole process without a word"
        raise FitError(message)

    with LOCK:
        THREADS_IN_FITS[0] += 1
        os._exit = refuse
    try:
        yield
    finally:
        with LOCK:
            THREADS_IN_FITS[0] -= 1
            if not THREADS_IN_FITS[0]:
                os._exit = REAL_EXIT
