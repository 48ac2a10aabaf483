"""A worker process: takes fits from its standard input, one at a time, and writes what came of them to its output."""

from __future__ import annotations

import os
import queue
import shutil
import sys
import threading
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from foldwise.engine.execute import Result, describe, fit_one, unpack
from foldwise.engine.pool import read_frame, write_frame

if TYPE_CHECKING:
    from foldwise.engine.generic import Fitting

__all__ = ["main", "serve"]


def main() -> None:
    """Serve until the input ends, which it does when the process at its other end does."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What a model prints must not get between the answers, and what it reads must not be a question.
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    serve(questions, answers)


def serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer one question after the other."""
    import joblib
    from sklearn import config_context
    from threadpoolctl import ThreadpoolController

    try:
        path, config = read_frame(questions)
    except EOFError:  # the run ended before this process had begun
        return
    asked: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(questions, asked, Path(path)), daemon=True).start()
    try:
        dataset = joblib.load(path, mmap_mode="r")
    except FileNotFoundError:  # taken away by another worker, since the run has ended
        return
    fittings: dict[str, Fitting] = {}
    # A model that would start processes of its own is fitted in this one.
    with config_context(**config), joblib.parallel_config(backend="sequential"), ThreadpoolController().limit(limits=1):
        while True:
            what, name, detail = asked.get()
            if what == "load":
                fitting, cause = unpack(detail, dataset)
                if fitting is not None:
                    fittings[name] = fitting
                write_frame(answers, cause)
            else:
                write_frame(answers, answer(fittings[name], detail))


def answer(fitting: Fitting, r: int) -> Result:
    """Do one fit; nothing a model raises ends the process."""
    try:
        return fit_one(fitting, r, checked=True)
    except KeyboardInterrupt as error:  # from the model itself: Ctrl-C does not reach this process
        return Result(r, None, cause=describe(error))


def listen(questions: IO[bytes], asked: queue.SimpleQueue[Any], path: Path) -> None:
    """Hand on questions; when there can be no more, end the process even in the midst of a fit."""
    try:
        while True:
            asked.put(read_frame(questions))
    except (EOFError, OSError):
        shutil.rmtree(path.parent, ignore_errors=True)
        os._exit(0)
