"""The ledger of looks at a sealed test set: one line per look, only ever appended to, each line sealed by the next.

A look has a line when it begins, before the model sees a row, and a line with its answer: a look that raises, or a process
that is killed in it, is counted. The sealed file holds how long the chain was and the hash of its last line, so that a
ledger that was cut or made anew does not fit it.

Beside ``name`` lies ``name.best.npz`` with the losses of the best look, which the Ladder needs and which must stay private. It is
written first and holds the line that is to follow, so that a crash between the two is mended at the next look.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from io import BytesIO
from itertools import pairwise
from secrets import token_hex
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.data.checks.file import DAMAGED_ARCHIVE, readable, writable
from foldwise.data.ladder import BestSoFar, ladder_step
from foldwise.errors import SealError
from foldwise.fingerprints import digest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from foldwise.arrays import Floats
    from foldwise.typing import Json

__all__ = ["Chain", "Entry", "Ledger", "replace_file"]

SCORE_TOLERANCE = 1e-9
"""How far the mean of losses may be from their score, in relation to it."""
BEGUN, RAISED = "begun", "raised"


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
        The released mean loss; None for a look that has not been answered.
    mechanism
        ``exact`` for the first answer, ``ladder`` for all others; ``begun`` where the process ended before there was an
        answer, ``raised`` where the model or the loss raised an error.
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
    score: float | None
    mechanism: str
    rows: int
    previous: str


@final
@dataclass(frozen=True)
class Chain:
    """How far a ledger had come: which one it was, how many lines it had, and the hash of the last."""

    name: str
    lines: int
    head: str


@final
@dataclass(frozen=True)
class Ledger:
    """The file at `path`; made by `Ledger.begin`, or found where it was left."""

    path: Path

    @classmethod
    def begin(cls, path: Path, seal: str, rows: int, *, whole: str = "", source: str = "") -> Ledger:
        """Start the ledger of the sealed rows with fingerprint `seal`, or go on with it if it is theirs.

        `whole` and `source` are the fingerprint and the name of the rows they were taken from.
        """
        ledger = cls(path)
        if path.exists():
            ledger.check(seal)
            return ledger
        if ledger.best_path.exists():
            raise _tampered(path, "is gone, and looks had been taken")
        header = {"sealed": seal, "whole": whole, "source": source, "rows": rows}
        first = {"date": _now(), "name": token_hex(8), **header, "previous": ""}
        replace_file(path, (json.dumps(first) + "\n").encode())
        return ledger

    @property
    def best_path(self) -> Path:
        """The private file with the best losses."""
        return self.path.with_name(self.path.name + ".best.npz")

    def check(self, seal: str, known: Chain | None = None) -> Chain:
        """Refuse a ledger of other rows, one that was changed by hand, and one that lacks what was `known` of it."""
        with self._locked():
            lines = self._lines()
        if _field(self.path, lines[0], "sealed") != seal:
            message = f"the ledger '{self.path.name}' belongs to other sealed rows"
            raise SealError(message, hint="another file name for the ledger of these rows")
        name = str(json.loads(lines[0]).get("name", ""))
        if known is not None:
            if known.name != name:
                raise _tampered(self.path, "is not the one that was begun when the rows were sealed")
            if known.lines > len(lines) or digest([lines[known.lines - 1]]) != known.head:
                raise _tampered(self.path, "lacks looks that the sealed file knows of")
        return Chain(name, len(lines), digest([lines[-1]]))

    def entries(self) -> list[Entry]:
        """All looks so far, in order, each with the last that is known of it."""
        with self._locked():
            found = [_entry(self.path, line) for line in self._lines()[1:]]
        return list({entry.look: entry for entry in found}.values())

    def start(self, *, model: str, loss: str, rows: int) -> int:
        """Count a look before it is taken; give its number."""
        with self._locked():
            lines = self._lines()
            self._check_loss(loss, rows)
            look = self._next(lines)
            self._append(self._line(lines, look, model, loss=loss, rows=rows, mechanism=BEGUN))
        return look

    def fail(self, look: int, *, model: str, loss: str, rows: int) -> None:
        """Write down that a look was taken and raised an error."""
        with self._locked():
            self._append(self._line(self._lines(), look, model, loss=loss, rows=rows, mechanism=RAISED))

    def answer(
        self, losses: Floats, *, model: str, predictions: str, loss: str, look: int | None = None
    ) -> tuple[Entry, float | None]:
        """Answer a look: exactly the first time, through the Ladder from then on; one that was not begun is counted here.

        Returns
        -------
        tuple
            The new entry, and the best score before it (None at the first look).
        """
        with self._locked():
            lines = self._lines()
            best = self._check_loss(loss, losses.size)
            rung = ladder_step(best and best.rung, losses)
            entry = Entry(
                date=_now(),
                look=self._next(lines) if look is None else look,
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

    def _check_loss(self, loss: str, rows: int) -> _Best | None:
        """Refuse another loss than that of the best look, or one of other rows, before the look is counted."""
        best = self._best()
        if best is not None and best.rung.losses.size != rows:
            raise _tampered(self.best_path, f"holds losses of {best.rung.losses.size} rows where {rows} are sealed")
        if best is not None and best.loss != loss:
            message = f"the first look used the loss '{best.loss}', and this one uses '{loss}'"
            raise SealError(message, hint="the same loss, which is what the looks are compared by")
        return best

    def _next(self, lines: list[str]) -> int:
        return 1 + max((_entry(self.path, line).look for line in lines[1:]), default=0)

    @staticmethod
    def _line(lines: list[str], look: int, model: str, *, loss: str, rows: int, mechanism: str) -> str:
        entry = Entry(_now(), look, model, "", loss, None, mechanism, rows, digest([lines[-1]]))
        return json.dumps(asdict(entry))

    def _best(self) -> _Best | None:
        return _Best.read(self.best_path) if self.best_path.exists() else None

    def _lines(self) -> list[str]:
        """Read and check the chain of lines; add the line that a crash has left out. Call it locked."""
        if not self.path.exists():
            raise _tampered(self.path, "is gone")
        # What follows the last line end is a line that a crash has cut; the private file has it whole.
        with readable(self.path):
            try:
                lines = self.path.read_text(encoding="utf-8").split("\n")[:-1]
            except UnicodeDecodeError as error:
                raise _tampered(self.path, "has a line that is not its own") from error
        for at, (before, line) in enumerate(pairwise(lines), start=2):
            if _field(self.path, line, "previous") != digest([before]):
                raise _tampered(self.path, f"was changed at line {at} or the line before")
        best = self._best()
        answers = [line for line in lines[1:] if _entry(self.path, line).mechanism not in (BEGUN, RAISED)]
        if not lines or (best is None and answers):
            raise _tampered(self.path, "does not fit the file beside it")
        if best is not None and (not answers or best.line != answers[-1]):
            if _field(self.path, best.line, "previous") != digest([lines[-1]]):
                raise _tampered(self.path, "does not fit the file beside it")
            lines.append(best.line)
            replace_file(self.path, ("\n".join(lines) + "\n").encode())
        return lines

    def _append(self, line: str) -> None:
        with writable(self.path), self.path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
            file.flush()
            os.fsync(file.fileno())

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Keep other processes out; the lock goes with the process, so that a crash leaves none behind."""
        with ExitStack() as stack:
            with writable(self.path):
                file = stack.enter_context(self.path.with_name(f".{self.path.name}.lock").open("w"))
                _lock(file.fileno())
            yield


@final
@dataclass(frozen=True, eq=False)
class _Best:
    """What the private file holds: the best rung, the loss, and the last line of the ledger."""

    rung: BestSoFar
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
            with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as archive:
                losses = archive["losses"]
                score = float(archive["score"])
                if losses.dtype != np.float64 or losses.ndim != 1 or not np.isfinite(losses).all():
                    raise _tampered(path, "cannot be read")
                if not abs(losses.mean() - score) <= 1 / losses.size + SCORE_TOLERANCE * abs(score):  # rounded to 1/n
                    raise _tampered(path, "holds losses that are not those of its score")
                return cls(BestSoFar(score, losses), str(archive["loss"]), str(archive["line"]))
        except DAMAGED_ARCHIVE as error:
            raise _tampered(path, "cannot be read") from error


def replace_file(path: Path, content: bytes, *, private: bool = False) -> None:
    """Write a file whole or not at all."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.part")
    with writable(path):
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


def _field(path: Path, line: str, name: str) -> Json:
    try:
        return json.loads(line)[name]
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise _tampered(path, "has a line that is not its own") from error


def _entry(path: Path, line: str) -> Entry:
    try:
        entry = Entry(**json.loads(line))
    except (json.JSONDecodeError, TypeError) as error:
        raise _tampered(path, "has a line that is not its own") from error
    kinds: tuple[object, object] = (entry.look, entry.mechanism)
    if not (isinstance(kinds[0], int) and isinstance(kinds[1], str)):
        raise _tampered(path, "has a line that is not its own")
    return entry


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
