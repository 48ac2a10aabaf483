"""What became of one case: an answer, a sentence, or something that must not happen."""

from __future__ import annotations

import signal
import traceback
import warnings
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from foldwise.errors import FoldwiseError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["BAD", "Case", "Outcome", "Silent", "judge"]

SECONDS = 20
BAD = ("raw", "silent", "slow", "crash")
"""Outcomes that must not be: a traceback, a changed figure without a word, no answer in time, a dead process."""


class Silent(Exception):
    """A value that differs from that of the clean input, without an error or a note."""


@final
@dataclass(frozen=True)
class Case:
    """One thing to try: its text, and what to call, which raises `Silent` where it can tell that a value is wrong."""

    text: str
    run: Callable[[], Any]


@final
@dataclass(frozen=True)
class Outcome:
    """What became of it: ``answer``, ``refused`` (one sentence), or one of `BAD`."""

    kind: str
    said: str = ""


def judge(case: Case) -> Outcome:
    """Run one case."""
    try:
        with warnings.catch_warnings(), _limited():
            warnings.simplefilter("ignore")
            case.run()
    except FoldwiseError as error:
        said = str(error)
        short = "\n" not in said.strip() and len(said) < 4000
        return Outcome("refused" if short else "raw", said[:300])
    except Silent as error:
        return Outcome("silent", str(error)[:300])
    except TimeoutError:
        return Outcome("slow", f"no answer in {SECONDS} s")
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever comes is what is looked for
        at = traceback.extract_tb(error.__traceback__)[-1]
        return Outcome(
            "raw", f"{type(error).__name__}: {str(error)[:200]} ({at.filename.rpartition('/')[2]}:{at.lineno})"
        )
    return Outcome("answer")


@contextmanager
def _limited() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TimeoutError

    usual = signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, usual)
