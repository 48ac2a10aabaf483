"""The runs of a store: reading, finding and forgetting them."""

from __future__ import annotations

import hmac
import json
import re
import warnings
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from foldwise.data.checks import shown
from foldwise.engine import FILE_ERRORS, Store, store_path
from foldwise.errors import FoldwiseWarning, InputError
from foldwise.phrases import count_of
from foldwise.run_records.run import Run

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence

    from foldwise.typing import Given

__all__ = ["find_run", "forget_runs", "open_store", "read_runs", "result_of", "runs_before", "shrink", "sign_run"]

PURPOSE = b"foldwise run 1"
AGE = re.compile(r"\s*(\d+(?:\.\d*)?)\s*([hdw])\s*", re.IGNORECASE)
HOURS = {"h": 1, "d": 24, "w": 7 * 24}
LAST = "last"


def open_store(given: Given) -> Store:
    """The store that is named, which must be there."""
    path = store_path(given)
    if path is None or not path.is_file():
        message = "no store was named" if path is None else f"there is no store '{path}'"
        raise InputError(message, hint="a call with store=, or on the command line without --no-store")
    return Store(path, reading=True)


def sign_run(store: Store, about: str, result: bytes | None) -> bytes:
    """Digest of a run and its result with the secret of the user."""
    return store.sign(PURPOSE, about.encode("utf-8", "surrogatepass"), result or b"")


def read_runs(store: Store) -> tuple[Run, ...]:
    """All runs, the last one first; those that this user has not written are left out, and counted in a note."""
    lines = _lines(store, "SELECT about, result, digest FROM runs ORDER BY number DESC")
    found = [_read(store, line) for line in lines]
    bad = found.count(None)
    if bad:
        text = (
            f"{count_of(bad, 'run')} of '{store.file.path}' {'was' if bad == 1 else 'were'} damaged or not written by this user, "
            f"and {'is' if bad == 1 else 'are'} left out"
        )
        warnings.warn(text, FoldwiseWarning, stacklevel=3)
    return tuple(one for one in found if one is not None)


def _lines(store: Store, command: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
    try:
        with store.file.connected() as connection:
            return connection.execute(command, values).fetchall()
    except FILE_ERRORS as error:
        raise store.file.unusable(error) from error


def _read(store: Store, line: tuple[Any, ...]) -> Run | None:
    """One run, if it was written by this user."""
    about, result, digest = line
    if not (isinstance(about, str) and isinstance(result, bytes | None) and isinstance(digest, bytes)):
        return None
    if not hmac.compare_digest(digest, sign_run(store, about, result)):
        return None
    try:
        return Run.of_record(json.loads(about), store.file.path, len(result or b""))
    except (ValueError, KeyError, TypeError, OverflowError):
        return None


def find_run(store: Store, name: str) -> Run:
    """The run of this name, which may be its first characters, or ``last``."""
    runs = read_runs(store)
    if not runs:
        message = f"the store '{store.file.path}' has no runs"
        raise InputError(message, hint="a call with store=, or on the command line without --no-store")
    found = runs[:1] if name == LAST else [run for run in runs if name and run.id.startswith(name.lower())]
    if len(found) == 1:
        return found[0]
    if found:
        message = f"'{name}' begins the names of {len(found)} runs: {', '.join(one.id for one in found[:5])}"
        raise InputError(message, hint=f"'{found[0].id}'")
    message = f"there is no run {shown(name)} in '{store.file.path}'"
    raise InputError(message, hint=f"'{LAST}', or one that foldwise runs lists, such as '{runs[0].id}'")


def result_of(store: Store, name: str) -> bytes | None:
    """The result of a run as bytes; none where there is none, or it was not written by this user."""
    for line in _lines(store, "SELECT about, result, digest FROM runs WHERE id = ?", (name,)):
        if _read(store, line) is not None and isinstance(line[1], bytes):
            return line[1]
    return None


def runs_before(runs: Iterable[Run], age: str) -> list[Run]:
    """Runs that were started longer ago than an age such as ``30d``, ``12h`` or ``2w``."""
    found = AGE.fullmatch(age)
    if found is None:
        message = f"an age is a number of hours, days or weeks, not {shown(age)}"
        raise InputError(message, hint="'30d', '12h' or '2w'")
    hours, now = float(found[1]) * HOURS[found[2].lower()], datetime.now(tz=UTC)
    return [run for run in runs if (now - run.started) / timedelta(hours=1) > hours]


def forget_runs(store: Store, names: Sequence[str]) -> int:
    """Remove runs, and the fits that no other run uses; gives how many fits were removed."""
    with _writing(store) as connection:
        connection.executemany(
            "DELETE FROM uses WHERE run IN (SELECT number FROM runs WHERE id = ?)", [(name,) for name in names]
        )
        connection.executemany("DELETE FROM runs WHERE id = ?", [(name,) for name in names])
        removed = _remove_unused(connection)
    _give_back(store)
    return removed


@contextmanager
def _writing(store: Store) -> Iterator[sqlite3.Connection]:
    """Write all or nothing; a file that takes nothing says why."""
    try:
        with store.file.transaction() as connection:
            yield connection
    except FILE_ERRORS as error:
        raise store.file.unusable(error) from error


def _remove_unused(connection: sqlite3.Connection) -> int:
    return connection.execute("DELETE FROM fits WHERE id NOT IN (SELECT fit FROM uses)").rowcount


def _give_back(store: Store) -> None:
    """Give the space of removed records back to the disk, unless another process uses the file."""
    try:
        with store.file.connected() as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except FILE_ERRORS:
        return  # the room is used by the next fits


def stored_bytes(store: Store) -> int:
    """Bytes that the store holds."""
    with store.file.connected() as connection:
        (pages,), (free,), (size,) = (
            connection.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "freelist_count", "page_size")
        )
    return int((pages - free) * size)


def shrink(store: Store, limit: int, *, sparing: int | None = None) -> tuple[int, int]:
    """Remove fits that only old runs use, then old runs, until the store holds at most `limit` bytes.

    Gives how many fits and how many runs were removed. The run whose number is `sparing` is left alone.
    """
    fits = runs = 0
    numbers = [number for (number,) in _lines(store, "SELECT number FROM runs ORDER BY number")]
    old = [number for number in numbers if number != sparing]
    if stored_bytes(store) > limit:
        fits += _clear(store, [])
    for number in old:
        if stored_bytes(store) <= limit:
            break
        fits += _clear(store, [number])
    for number in old:
        if stored_bytes(store) <= limit:
            break
        with _writing(store) as connection:
            connection.execute("DELETE FROM runs WHERE number = ?", (number,))
        runs += 1
    return fits, runs


def _clear(store: Store, numbers: Sequence[int]) -> int:
    """Remove the fits that these runs alone use."""
    with _writing(store) as connection:
        connection.executemany("DELETE FROM uses WHERE run = ?", [(number,) for number in numbers])
        return _remove_unused(connection)
