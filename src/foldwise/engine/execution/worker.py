"""A worker process: takes fits from its standard input, and writes what came of each to its output."""

from __future__ import annotations

import os
import queue
import shutil
import signal
import sys
import threading
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

from foldwise.engine.execution.execute import fit_as_worker, load_rows, unpack_fitting
from foldwise.engine.execution.exit_guard import REAL_EXIT
from foldwise.engine.execution.process_settings import under_settings
from foldwise.engine.execution.processes import read_frame, write_frame

if TYPE_CHECKING:
    from foldwise.data import Dataset
    from foldwise.engine.execution.execute import Result
    from foldwise.engine.single_fits.generic import Fitting

__all__ = ["main", "serve"]

IDLE_SECONDS = 600.0
"""Seconds without work after which a worker ends."""
READY = "ready"


def main() -> None:
    """Serve until the input ends, which it does when the process at its other end does."""
    messages, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What a model prints must not get between the replies, and what it reads must not be a message.
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    keep_from_forks(messages, replies)
    with suppress(BrokenPipeError):  # the other end is closed
        serve(messages, replies)
    end_process()  # at once: what could not be written must not be tried again


def keep_from_forks(*pipes: IO[bytes]) -> None:
    """Leave the pipes to this process: one that a model forks would hold them open when this process has ended."""

    def let_go() -> None:
        for pipe in pipes:
            os.dup2(nothing, pipe.fileno(), inheritable=False)

    if hasattr(os, "register_at_fork"):
        nothing = os.open(os.devnull, os.O_RDWR)
        os.register_at_fork(after_in_child=let_go)


def end_process() -> NoReturn:
    """End this process at once and, where it leads a process group, whatever models have started."""
    if os.name == "posix" and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    REAL_EXIT(0)


def serve(messages: IO[bytes], replies: IO[bytes]) -> None:
    """Do what one message after the other says."""
    import joblib
    from threadpoolctl import ThreadpoolController

    waiting: queue.SimpleQueue[Any] = queue.SimpleQueue()
    folders: set[Path] = set()
    threading.Thread(target=listen, args=(messages, waiting, folders), daemon=True).start()
    # A model that would start processes of its own is fitted in this one.
    with joblib.parallel_config(backend="sequential"), ThreadpoolController().limit(limits=1), ExitStack() as stack:
        Server(replies, folders, stack).run(waiting)


class Server:
    """The rows and models of the run that is served, and where replies go."""

    def __init__(self, replies: IO[bytes], folders: set[Path], stack: ExitStack) -> None:
        self.replies, self.folders, self.stack = replies, folders, stack
        self.dataset: Dataset | None = None
        self.path = ""
        self.fittings: dict[str, Fitting] = {}
        self.validated: set[str] = set()

    def run(self, waiting: queue.SimpleQueue[Any]) -> None:
        """Serve until there was nothing to do for long; what is printed by a model goes out before its reply."""
        write_frame(self.replies, READY)
        while True:
            try:
                what, name, detail = waiting.get(timeout=IDLE_SECONDS)
            except queue.Empty:
                return
            if what == "begin":
                write_frame(self.replies, self.begin(*detail))
            elif what == "load":
                write_frame(self.replies, self.load(name, detail))
            else:
                for r in detail:
                    write_frame(self.replies, self.fit(name, r))

    def begin(self, path: str, settings: dict[str, Any]) -> str:
        """Read the rows of a run, where they are not those of the last; gives why they cannot be read, or nothing."""
        self.stack.close()
        self.stack.enter_context(under_settings(settings))
        self.fittings.clear()
        self.validated.clear()
        self.folders.add(Path(path).parent)
        if path == self.path and self.dataset is not None:
            return ""
        self.path = path
        self.dataset, cause = load_rows(path)
        return cause

    def load(self, name: str, packed: bytes) -> str:
        """Take a model; gives why it cannot be taken, or nothing."""
        if self.dataset is None:
            return "there are no rows"
        fitting, cause = unpack_fitting(packed, self.dataset)
        if fitting is not None:
            self.fittings[name] = fitting
        return cause

    def fit(self, name: str, r: int) -> Result:
        """Do one fit."""
        return fit_as_worker(self.fittings[name], r, self.validated)


def listen(messages: IO[bytes], waiting: queue.SimpleQueue[Any], folders: set[Path]) -> None:
    """Hand on messages; when there can be no more, end the process even in the midst of a fit, and remove its rows."""
    try:
        while True:
            waiting.put(read_frame(messages))
    except (EOFError, OSError):
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
        end_process()
