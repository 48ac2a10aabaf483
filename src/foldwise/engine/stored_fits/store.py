"""Keep finished fits on disk, so that the same command continues where it was stopped.

A fit is known by its key: rows with their types and index, training and test rows of its resample, the model with its
parameters and code, seed, versions. A model that has no such key is fitted and not kept. What is read is checked like any
file: each fit carries a digest keyed by a secret of the user, and its numbers are held against the rows it should be about; one
that does not pass is done again.
"""

from __future__ import annotations

import hmac
import time
import warnings
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, final
from weakref import WeakKeyDictionary

from foldwise.data.checks import shown
from foldwise.engine.stored_fits.code_key import Unkeyable
from foldwise.engine.stored_fits.fit_key import key_of, resample_keys
from foldwise.engine.stored_fits.packed_fit import DAMAGE_ERRORS, pack_fit, unpack_fit
from foldwise.engine.stored_fits.store_file import FILE_ERRORS, StoreFile, store_path
from foldwise.engine.stored_fits.user_key import sign, user_key
from foldwise.errors import FoldwiseWarning, InputError

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Sequence

    from foldwise.engine.execution.execute import Result
    from foldwise.engine.single_fits.generic import Fitting
    from foldwise.typing import PathText

__all__ = ["SECONDS_BETWEEN_SAVES", "FitStore", "Store", "WriteBuffer"]

KEY_PURPOSE = b"foldwise fit 3"
LOOKUP_BATCH = 500
"""Fits that are looked up at a time."""
INSERT_FIT = (
    "INSERT INTO fits (model, resample, predictions, digest) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (model, resample) DO UPDATE SET predictions = excluded.predictions, digest = excluded.digest"
)
INSERT_USE = "INSERT OR IGNORE INTO uses SELECT ?, id FROM fits WHERE model = ? AND resample = ?"


class FitStore(Protocol):
    """Anything that knows finished fits and keeps further ones."""

    def load(self, fitting: Fitting) -> dict[int, Result]:
        """Finished fits of this model on these resamples, by resample."""

    def save(self, fitting: Fitting, results: Sequence[Result]) -> None:
        """Keep finished fits."""


class Keys(NamedTuple):
    """Key of what all fits of a model share, and of what each resample adds."""

    model: str
    resamples: list[bytes]


@final
class Store:
    """A SQLite file of finished fits and of runs; several processes may use it at once.

    Path, waiting and reading are those of a `StoreFile`.
    """

    def __init__(self, path: PathText | bool, *, wait: float = 30, reading: bool = False) -> None:  # noqa: FBT001 - True is the usual place
        found = store_path(path)
        if found is None:
            message = f"store is the path of a file, not {shown(path)}"
            raise InputError(message, hint="store='fits.db'")
        self.file = StoreFile(found, wait=wait, reading=reading)
        self._keys: WeakKeyDictionary[Fitting, Keys] = WeakKeyDictionary()
        self._secret = user_key()
        self.writing = True
        self.run: int | None = None
        """Number of the run that uses the fits, where one is recorded."""
        self.used: set[tuple[str, bytes]] = set()
        self.saved: set[tuple[str, bytes]] = set()
        """Keys of the fits that were taken from the file, and of those that were given to it."""
        self.file.prepare()

    def load(self, fitting: Fitting) -> dict[int, Result]:
        """Finished fits of this model on these resamples, by resample; those that do not pass the checks are left out."""
        try:
            keys = self._keys[fitting] = Keys(key_of(fitting), resample_keys(fitting))
        except Unkeyable as reason:
            warn_user(
                f"fits of '{fitting.name}' are not kept in the store: {reason}; try named functions and classes instead"
            )
            return {}
        try:
            lines = self._lines(keys)
        except FILE_ERRORS as error:
            raise self.file.unusable(error) from error
        wanted: dict[bytes, list[int]] = {}
        for r, key in enumerate(keys.resamples):
            wanted.setdefault(key, []).append(r)
        found = {r: self._read(fitting, keys, r, line) for line in lines for r in wanted.get(_bytes(line[0]), ())}
        passed = {r: result for r, result in found.items() if result is not None}
        if len(passed) < len(found):
            bad = len(found) - len(passed)
            warn_user(
                f"{bad} stored fits of '{fitting.name}' were damaged or not written by this user; they are done again"
            )
        self._use(keys, passed)
        return passed

    def _lines(self, keys: Keys) -> list[tuple[Any, ...]]:
        """Lines of the file for these keys."""
        found: list[tuple[Any, ...]] = []
        with self.file.connected() as connection:
            for start in range(0, len(keys.resamples), LOOKUP_BATCH):
                some = keys.resamples[start : start + LOOKUP_BATCH]
                places = ",".join("?" * len(some))
                found += connection.execute(
                    f"SELECT resample, predictions, digest FROM fits WHERE model = ? AND resample IN ({places})",
                    (keys.model, *some),
                )
        return found

    def _read(self, fitting: Fitting, keys: Keys, r: int, line: tuple[Any, ...]) -> Result | None:
        """One fit, if it was written by this user and is about the rows it should be about."""
        key, packed, digest = line
        if not (isinstance(packed, bytes) and isinstance(digest, bytes)):
            return None
        if not hmac.compare_digest(digest, self.sign(KEY_PURPOSE, keys.model.encode(), key, packed)):
            return None
        try:
            return unpack_fit(packed, fitting, r)
        except DAMAGE_ERRORS:
            return None

    def sign(self, *parts: bytes) -> bytes:
        """Digest of something with the secret of this user."""
        return sign(self._secret, *parts)

    def save(self, fitting: Fitting, results: Sequence[Result]) -> None:
        """Keep finished fits in one transaction; where that fails, say so once and go on without."""
        keys = self._keys.get(fitting)
        if keys is None or not self.writing:
            return
        lines = []
        for result in results:
            if result.outputs is not None:
                key, packed = keys.resamples[result.resample], pack_fit(result)
                lines.append((keys.model, key, packed, self.sign(KEY_PURPOSE, keys.model.encode(), key, packed)))
        self.saved |= {line[:2] for line in lines}
        if lines:
            self.write(lambda connection: self._insert(connection, lines))

    def _insert(self, connection: sqlite3.Connection, lines: Sequence[tuple[str, bytes, bytes, bytes]]) -> None:
        ((before,),) = connection.execute("SELECT max(id) FROM fits").fetchall()
        connection.executemany(INSERT_FIT, lines)
        if self.run is None:
            return
        new = connection.execute(
            "INSERT OR IGNORE INTO uses SELECT ?, id FROM fits WHERE id > ?", (self.run, before or 0)
        )
        if new.rowcount < len(lines):  # another process was quicker with some of them
            connection.executemany(INSERT_USE, [(self.run, *line[:2]) for line in lines])

    def _use(self, keys: Keys, numbers: Collection[int]) -> None:
        """Take notice of fits that the run reuses."""
        self.used |= {(keys.model, keys.resamples[r]) for r in numbers} - self.saved
        if self.run is not None:
            uses = [(self.run, keys.model, keys.resamples[r]) for r in numbers]
            self.write(lambda connection: connection.executemany(INSERT_USE, uses))

    def write(self, work: Callable[[sqlite3.Connection], object]) -> bool:
        """Write in one transaction; where that fails, say so once and write no more."""
        if not self.writing:
            return False
        try:
            with self.file.transaction() as connection:
                work(connection)
        except FILE_ERRORS as error:
            self.writing = False
            warn_user(f"the store '{self.file.path}' takes no more fits ({error}); the run goes on without it")
        return self.writing

    def close(self) -> None:
        """Let go of the file."""
        self.file.close()


SECONDS_BETWEEN_SAVES = 0.2
"""A run that is killed has lost the fits that were finished within so many seconds before, and the one that was running."""


@final
class WriteBuffer:
    """Remembers finished fits until a moment has passed since the last ones were written; a longer fit is written at once."""

    def __init__(self, store: FitStore) -> None:
        self.store = store
        self.waiting: dict[str, tuple[Fitting, list[Result]]] = {}
        self.saved = time.monotonic()

    def keep(self, fitting: Fitting, results: Sequence[Result]) -> None:
        """Remember finished fits until the next flush."""
        finished = [result for result in results if result.outputs is not None]
        self.waiting.setdefault(fitting.name, (fitting, []))[1].extend(finished)

    def flush(self, age: float) -> None:
        """Write, if the last time was more than `age` seconds ago."""
        if time.monotonic() - self.saved < age:
            return
        for fitting, finished in self.waiting.values():
            self.store.save(fitting, finished)
        self.waiting.clear()
        self.saved = time.monotonic()


def _bytes(key: object) -> bytes:
    return key if isinstance(key, bytes) else b""


def warn_user(text: str) -> None:
    """Say something the user should know."""
    warnings.warn(text, FoldwiseWarning, stacklevel=4)
