"""Keep finished fits on disk, so that the same command continues where it was stopped.

A fit is known by its key: rows with their types and index, training and test rows of its resample, the model with its
parameters and code, seed, versions. A model that has no such key is fitted and not kept. What is read is checked like any
file: each fit carries a digest keyed by a secret of the user, and its numbers are held against the rows it should be about; one
that does not pass is done again.
"""

from __future__ import annotations

import hmac
import json
import time
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, final
from weakref import WeakKeyDictionary

import numpy as np

from foldwise.data.checks import shown
from foldwise.engine.execution.execute import Result
from foldwise.engine.pieces import pieces_of
from foldwise.engine.rows import rows_of
from foldwise.engine.stored_fits.code_key import Unkeyable
from foldwise.engine.stored_fits.fit_key import key_of_fits, resample_keys
from foldwise.engine.stored_fits.store_file import FILE_ERRORS, StoreFile, store_path
from foldwise.engine.stored_fits.user_key import sign, user_key
from foldwise.errors import FoldwiseWarning, InputError
from foldwise.predictions import Outputs, ScoreKind, check_outputs

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Sequence

    from foldwise.arrays import Array
    from foldwise.engine.single_fits.generic import Fitting
    from foldwise.plans import Resamples
    from foldwise.predictions import Predictions
    from foldwise.typing import PathText

__all__ = ["SECONDS_BETWEEN_SAVES", "FinishedFits", "FitStore", "Store", "WriteBuffer", "is_same"]


LENGTH_BYTES = 4
"""Bytes of the length of the head."""
ARRAY_KINDS = "biuf"
DAMAGE_ERRORS = (InputError, ValueError, KeyError, TypeError, IndexError, OverflowError, MemoryError, RecursionError)
"""What reading a damaged fit raises."""


def pack_fit(result: Result) -> bytes:
    """Keep labels or values, scores, and what the fit warned about; which rows they are of, the key of the fit says."""
    piece = result.outputs
    if piece is None:
        message = "a fit that failed is not kept"
        raise InputError(message)
    arrays = [piece.output] if piece.scores is None else [piece.output, piece.scores]
    forms = tuple((array.dtype.str, array.shape) for array in arrays)
    return b"".join(
        [_head(piece.score_kind, piece.engine, result.warned, forms), *(array.tobytes() for array in arrays)]
    )


@lru_cache(maxsize=64)
def _head(
    kind: ScoreKind, engine: str, warned: tuple[str, ...], forms: tuple[tuple[str, tuple[int, ...]], ...]
) -> bytes:
    """What the arrays are; most fits of a model have the same head."""
    text = json.dumps({"kind": str(kind), "engine": engine, "warned": warned, "arrays": forms}).encode()
    return len(text).to_bytes(LENGTH_BYTES, "little") + text


def unpack_fit(packed: bytes, fitting: Fitting, r: int) -> Result:
    """Undo `pack_fit` for resample r, and check it like any predictions; one of `DAMAGE_ERRORS` where it is not what it should be."""
    start = LENGTH_BYTES + int.from_bytes(packed[:LENGTH_BYTES], "little")
    head: dict[str, Any] = json.loads(packed[LENGTH_BYTES:start])
    arrays = []
    for kind, shape in head["arrays"]:
        one = _array(packed, start, np.dtype(kind), tuple(int(size) for size in shape))
        start += one.nbytes
        arrays.append(one)
    if start != len(packed) or len(arrays) not in (1, 2):
        message = "its arrays are of other lengths than it says"
        raise ValueError(message)
    rows, parts = rows_of(fitting.resamples, r, train=fitting.train)
    scores = arrays[1] if len(arrays) == 2 else None
    numbers = np.full(rows.size, r, dtype=np.intp)
    outputs = Outputs(numbers, rows, arrays[0], scores, ScoreKind(head["kind"]), parts, str(head["engine"]))
    check_outputs(outputs, fitting.resamples, len(fitting.dataset.classes), f"'{fitting.name}'")
    return Result(r, outputs, tuple(str(text) for text in head["warned"]))


def _array(packed: bytes, start: int, kind: np.dtype[Any], shape: tuple[int, ...]) -> Array:
    """Numbers from the bytes, as an array of its own."""
    if kind.kind not in ARRAY_KINDS or kind.hasobject or any(size < 0 for size in shape):
        message = f"it holds an array of type {kind} and shape {shape}"
        raise ValueError(message)
    count = int(np.prod(shape, dtype=object)) if shape else 1
    return np.frombuffer(packed, dtype=kind, count=count, offset=start).reshape(shape).copy()


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
            keys = self._keys[fitting] = Keys(key_of_fits(fitting), resample_keys(fitting))
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
        """Record fits that the run reuses."""
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


@final
class FinishedFits:
    """Gives the fits of a shorter run whose resamples come again; the rest is asked of a store.

    Most plans keep their first resamples when they are given more repeats or draws, so those fits need not be done again.
    A balanced bootstrap draws all of them anew: only resamples that are the same are taken over.
    """

    def __init__(self, predictions: Predictions, store: FitStore | None = None) -> None:
        self.predictions = predictions
        self.store = store

    def load(self, fitting: Fitting) -> dict[int, Result]:
        """Finished fits of this model, by resample; what those of the shorter run warned about was told then."""
        kept = {} if self.store is None else self.store.load(fitting)
        pieces = pieces_of(self.predictions.outputs[fitting.name])
        return kept | {
            r: Result(r, piece)
            for r, piece in pieces.items()
            if is_same(self.predictions.resamples, fitting.resamples, r)
        }

    def save(self, fitting: Fitting, results: Sequence[Result]) -> None:
        """Keep further fits in the store."""
        if self.store is not None:
            self.store.save(fitting, results)


def is_same(before: Resamples, after: Resamples, r: int) -> bool:
    """Whether resample r of two runs trains on and tests the same rows."""
    return np.array_equal(before.train_counts(r, r + 1), after.train_counts(r, r + 1)) and np.array_equal(
        before.test_rows(r), after.test_rows(r)
    )
