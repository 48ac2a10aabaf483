"""Keep finished fits on disk, so that the same command continues where it was stopped.

A fit is known by its key: rows with their types and index, resamples, the model with its parameters and code, seed, versions.
A model that has no such key is fitted and not kept. What is read is checked like any file: each fit carries a digest keyed by
a secret of the user, and its rows are held against those it should be about; one that does not pass is done again.
"""

from __future__ import annotations

import hmac
import io
import json
import sqlite3
import warnings
from contextlib import closing
from os import PathLike
from typing import TYPE_CHECKING, Any, Protocol, final
from weakref import WeakKeyDictionary

import numpy as np

from foldwise.data.checks import usable_path
from foldwise.engine.code_key import Unkeyable
from foldwise.engine.execute import Result
from foldwise.engine.fit_key import key_of
from foldwise.engine.rows import rows_of
from foldwise.engine.user_key import sign, user_key
from foldwise.errors import FoldwiseWarning, InputError
from foldwise.predictions import Outputs, ScoreKind
from foldwise.predictions.archive import DAMAGE, read_archive, write_archive
from foldwise.predictions.integrity import check_outputs

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from foldwise.engine.generic import Fitting

__all__ = ["FitStore", "Store"]

APPLICATION = 0x464F4C44
"""Says in the head of the file whose it is."""
VERSION = 2
TABLE = "CREATE TABLE fits (key TEXT, resample INTEGER, answers BLOB, digest BLOB, PRIMARY KEY (key, resample))"
COLUMNS = ["key", "resample", "answers", "digest"]
OLD_COLUMNS = ["key", "resample", "answers"]
"""Fits of the first version, which nobody signed: they are done again."""
ARRAYS = ("resample", "row", "output", "part")
PURPOSE = b"foldwise fit 2"
BROKEN = (OSError, sqlite3.Error, UnicodeError)
"""What a file that is damaged, held, full or foreign raises; its own texts may be no texts."""


class FitStore(Protocol):
    """Anything that knows finished fits and keeps further ones."""

    def load(self, fitting: Fitting) -> dict[int, Result]:
        """Finished fits of this model on these resamples, by resample."""

    def save(self, fitting: Fitting, results: Sequence[Result]) -> None:
        """Keep finished fits."""


@final
class Store:
    """A SQLite file of finished fits; several processes may use it at once.

    Parameters
    ----------
    path
        The file; it and its folder are made when needed.
    wait
        Seconds to wait for another process that holds the file.
    """

    def __init__(self, path: str | PathLike[str], *, wait: float = 30) -> None:
        if not isinstance(path, str | PathLike):
            message = f"store is the path of a file, not {path!r}"
            raise InputError(message, hint="store='fits.db'")
        self.path = usable_path(path)
        self.wait = wait
        self._keys: WeakKeyDictionary[Fitting, str] = WeakKeyDictionary()
        self._secret = user_key()
        self._writing = True
        if self.path.exists() and not self.path.is_file():
            message = f"the store '{self.path}' is not a file"
            raise InputError(message, hint="another path, or no store")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(self._connect()) as connection:
                prepare_file(connection, self.path)
        except BROKEN as error:
            raise self._unusable(error) from error

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=self.wait, isolation_level=None)
        connection.execute("PRAGMA trusted_schema=OFF")
        return connection

    def _unusable(self, error: Exception) -> InputError:
        if "locked" in str(error):
            message = f"the store '{self.path}' is held by another process, for more than {self.wait:g} s"
            return InputError(message, hint="another path, or no store")
        message = f"the store '{self.path}' cannot be used: {error}"
        return InputError(message, hint="another path, deleting the file, or no store")

    def load(self, fitting: Fitting) -> dict[int, Result]:
        """Finished fits of this model on these resamples, by resample; those that do not pass the checks are left out."""
        try:
            key = self._keys[fitting] = key_of(fitting)
        except Unkeyable as reason:
            tell(
                f"fits of '{fitting.name}' are not kept in the store: {reason}; try named functions and classes instead"
            )
            return {}
        try:
            with closing(self._connect()) as connection:
                lines = connection.execute(
                    "SELECT resample, answers, digest FROM fits WHERE key = ?", (key,)
                ).fetchall()
        except BROKEN as error:
            raise self._unusable(error) from error
        found = {line[0]: self._read(fitting, key, line) for line in lines}
        passed = {r: result for r, result in found.items() if result is not None}
        if len(passed) < len(found):
            bad = len(found) - len(passed)
            tell(f"{bad} stored fits of '{fitting.name}' were damaged or not written by this user; they are done again")
        return passed

    def _read(self, fitting: Fitting, key: str, line: tuple[Any, Any, Any]) -> Result | None:
        """One fit, if it was written by this user and is about the rows it should be about."""
        r, answers, digest = line
        if not (isinstance(r, int) and isinstance(answers, bytes) and isinstance(digest, bytes)):
            return None
        if not 0 <= r < fitting.resamples.count or not hmac.compare_digest(digest, self._sign(key, r, answers)):
            return None
        try:
            result = unpack(answers)
            check_piece(fitting, r, result)
        except (InputError, *DAMAGE):
            return None
        return result

    def _sign(self, key: str, r: int, answers: bytes) -> bytes:
        return sign(self._secret, PURPOSE, key.encode(), str(r).encode(), answers)

    def save(self, fitting: Fitting, results: Sequence[Result]) -> None:
        """Keep finished fits; where that fails, say so once and go on without."""
        key = self._keys.get(fitting)
        if key is None or not self._writing:
            return
        packed = [(one.resample, pack(one)) for one in results if one.outputs is not None]
        lines = [(key, r, answers, self._sign(key, r, answers)) for r, answers in packed]
        try:
            with closing(self._connect()) as connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany("INSERT OR REPLACE INTO fits VALUES (?, ?, ?, ?)", lines)
                connection.execute("COMMIT")
        except BROKEN as error:
            self._writing = False
            tell(f"the store '{self.path}' takes no more fits ({error}); the run goes on without it")


def prepare_file(connection: sqlite3.Connection, path: Path) -> None:
    """Make the table in a new file; refuse a file of another program and one that cannot be written."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    objects = connection.execute("SELECT type, name FROM sqlite_master ORDER BY type, name").fetchall()
    columns = [line[1] for line in connection.execute("PRAGMA table_info(fits)")]
    usual = [("index", "sqlite_autoindex_fits_1"), ("table", "fits")]
    if objects and not (objects == usual and (application, columns) in ((APPLICATION, COLUMNS), (0, OLD_COLUMNS))):
        names = ", ".join(str(name) for kind, name in objects if kind == "table") or "none"
        message = f"the store '{path}' is a database of another program (its tables: {names:.100})"
        raise InputError(message, hint="another path")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("BEGIN IMMEDIATE")
    if columns != COLUMNS:
        connection.execute("DROP TABLE IF EXISTS fits")
        connection.execute(TABLE)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")  # a file that cannot be written says so now
    connection.execute("COMMIT")


def check_piece(fitting: Fitting, r: int, result: Result) -> None:
    """Refuse a fit that is not about the rows of its resample."""
    outputs = result.outputs
    rows, parts = rows_of(fitting.resamples, r, train=fitting.train)
    message = f"it is not a fit of resample {r}"
    if outputs is None or result.resample != r or not np.array_equal(outputs.row, rows):
        raise InputError(message)
    if not (np.array_equal(outputs.part, parts) and np.all(outputs.resample == r)):
        raise InputError(message)
    check_outputs(outputs, fitting.resamples, len(fitting.dataset.classes), f"'{fitting.name}'")


def pack(result: Result) -> bytes:
    """A fit as one archive of arrays, never pickled."""
    piece = result.outputs
    if piece is None:
        message = "a fit that failed is not kept"
        raise InputError(message)
    about = {"resample": result.resample, "kind": str(piece.score_kind), "warned": list(result.warned)}
    arrays = {name: getattr(piece, name) for name in ARRAYS} | {"about": np.array(json.dumps(about))}
    if piece.scores is not None:
        arrays["scores"] = piece.scores
    buffer = io.BytesIO()
    write_archive(arrays, buffer, compress=False)
    return buffer.getvalue()


def unpack(answers: bytes) -> Result:
    """Undo `pack`."""
    arrays = read_archive(answers)
    about = json.loads(str(arrays["about"]))
    columns = [arrays[name] for name in ("resample", "row", "output")]
    kind = ScoreKind(about["kind"])
    outputs = Outputs(columns[0], columns[1], columns[2], arrays.get("scores"), kind, arrays["part"])
    return Result(int(about["resample"]), outputs, tuple(str(text) for text in about["warned"]))


def tell(text: str) -> None:
    """Say something the user should know."""
    warnings.warn(text, FoldwiseWarning, stacklevel=4)
