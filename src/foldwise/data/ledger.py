"""The ledger of looks at a sealed test set: one line per look, only ever appended to, each line sealed by the next.

Beside ``name`` lies ``name.best.npz`` with the losses of the best look, which the Ladder needs and nobody else may see. It is
written first and holds the line that is to follow, so that a crash between the two is mended at the next look.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any, final
from zipfile import BadZipFile

import numpy as np

from foldwise.data.ladder import Rung, climb
from foldwise.errors import SealError
from foldwise.fingerprints import digest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from foldwise.arrays import Floats

__all__ = ["Entry", "Ledger", "replace_file"]


@final
@dataclass(frozen=True)
class Entry:
    """One look as the ledger keeps it; `score` is what was released, never more.

    Parameters
    ----------
    date
        Moment of the look, in universal time.
    look
        1 for the first.
    model
        What was looked at.
    predictions
        Hash of the predictions.
    loss
        Name of the loss.
    score
        The released mean loss.
    mechanism
        ``exact`` for the first look, ``ladder`` for all others.
    rows
        Number of sealed rows.
    previous
        Hash of the line before.
    """

    date: str
    look: int
    model: str
    predictions: str
    loss: str
    score: float
    mechanism: str
    rows: int
    previous: str


@final
@dataclass(frozen=True)
class Ledger:
    """The file at `path`; made by `Ledger.begin`, or found where it was left."""

    path: Path

    @classmethod
    def begin(cls, path: Path, seal: str, rows: int) -> Ledger:
        """Start the ledger of the sealed rows with fingerprint `seal`, or go on with it if it is theirs."""
        ledger = cls(path)
        if path.exists():
            ledger.check(seal)
            return ledger
        if ledger.best_path.exists():
            raise _tampered(path, "is gone, and looks had been taken")
        first = {"date": _now(), "sealed": seal, "rows": rows, "previous": ""}
        replace_file(path, (json.dumps(first) + "\n").encode())
        return ledger

    @property
    def best_path(self) -> Path:
        """The private file with the best losses."""
        return self.path.with_name(self.path.name + ".best.npz")

    def check(self, seal: str) -> None:
        """Refuse a ledger that belongs to other rows, or that was changed by hand."""
        with self._locked():
            first = self._lines()[0]
        if _field(self.path, first, "sealed") != seal:
            message = f"the ledger '{self.path.name}' belongs to other sealed rows"
            raise SealError(message, hint="another file name for the ledger of these rows")

    def entries(self) -> list[Entry]:
        """All looks so far, in order."""
        with self._locked():
            return [Entry(**json.loads(line)) for line in self._lines()[1:]]

    def answer(self, losses: Floats, *, model: str, predictions: str, loss: str) -> tuple[Entry, float | None]:
        """Count a look and answer it: exactly the first time, through the Ladder from then on.

        Returns
        -------
        tuple
            The new entry, and the best score before it (None at the first look).
        """
        with self._locked():
            lines = self._lines()
            best = self._best()
            if best is not None and best.loss != loss:
                message = f"the first look used the loss '{best.loss}', and this one uses '{loss}'"
                raise SealError(message, hint="the same loss, which is what the looks are compared by")
            rung = climb(best and best.rung, losses)
            entry = Entry(
                date=_now(),
                look=len(lines),
                model=model,
                predictions=predictions,
                loss=loss,
                score=rung.score,
                mechanism="exact" if best is None else "ladder",
                rows=losses.size,
                previous=digest([lines[-1]]),
            )
            line = json.dumps(asdict(entry))
            _Best(rung, loss, line).write(self.best_path)
            self._append(line)
        return entry, None if best is None else best.rung.score

    def _best(self) -> _Best | None:
        return _Best.read(self.best_path) if self.best_path.exists() else None

    def _lines(self) -> list[str]:
        """Read and check the chain of lines; add the line that a crash has left out. Call it locked."""
        if not self.path.exists():
            raise _tampered(self.path, "is gone")
        # What follows the last line end is a line that a crash has cut; the private file has it whole.
        lines = self.path.read_text(encoding="utf-8").split("\n")[:-1]
        for at, (before, line) in enumerate(pairwise(lines), start=2):
            if _field(self.path, line, "previous") != digest([before]):
                raise _tampered(self.path, f"was changed at line {at} or the line before")
        best = self._best()
        if not lines or (best is None and len(lines) > 1):
            raise _tampered(self.path, "does not fit the file beside it")
        if best is not None and best.line != lines[-1]:
            if _field(self.path, best.line, "previous") != digest([lines[-1]]):
                raise _tampered(self.path, "does not fit the file beside it")
            lines.append(best.line)
            replace_file(self.path, ("\n".join(lines) + "\n").encode())
        return lines

    def _append(self, line: str) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
            file.flush()
            os.fsync(file.fileno())

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Keep other processes out; the lock goes with the process, so that a crash leaves none behind."""
        with self.path.with_name(f".{self.path.name}.lock").open("w") as file:
            _lock(file.fileno())
            yield


@final
@dataclass(frozen=True, eq=False)
class _Best:
    """What the private file holds: the best rung, the loss, and the last line of the ledger."""

    rung: Rung
    loss: str
    line: str

    def write(self, path: Path) -> None:
        buffer = BytesIO()
        np.savez_compressed(
            buffer, losses=self.rung.losses, score=self.rung.score, loss=np.array(self.loss), line=np.array(self.line)
        )
        replace_file(path, buffer.getvalue(), private=True)

    @classmethod
    def read(cls, path: Path) -> _Best:
        try:
            with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as kept:
                return cls(Rung(float(kept["score"]), kept["losses"]), str(kept["loss"]), str(kept["line"]))
        except (BadZipFile, ValueError, KeyError, OSError) as error:
            raise _tampered(path, "cannot be read") from error


def replace_file(path: Path, content: bytes, *, private: bool = False) -> None:
    """Write a file whole or not at all."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with os.fdopen(
            os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600 if private else 0o644), "wb"
        ) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _field(path: Path, line: str, name: str) -> Any:  # noqa: ANN401 - any JSON value
    try:
        return json.loads(line)[name]
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise _tampered(path, "has a line that is not its own") from error


def _lock(number: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(number, msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(number, fcntl.LOCK_EX)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _tampered(path: Path, what: str) -> SealError:
    message = f"the ledger '{path.name}' {what}, so the looks at the sealed rows can no longer be counted"
    return SealError(message, hint="restoring it from a copy, or sealing new rows")
