"""The file of a store: where it is, how it is opened, and what is said when it cannot be used.

It is a SQLite database in WAL mode, in which readers do not wait for writers; on a network file system, whose memory no two
machines share, in the mode that keeps a journal beside the file.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, final

from foldwise.data.checks import shown, usable_path
from foldwise.engine.stored_fits.migrations import VERSION, migrate, version_of_file
from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.typing import Given

__all__ = ["DEFAULT_STORE", "FILE_ERRORS", "STORE_VARIABLE", "StoreFile", "store_path"]

DEFAULT_STORE = Path(".foldwise") / "store.db"
STORE_VARIABLE = "FOLDWISE_STORE"
"""Names the store where a call does not."""
SQLITE_PREFIX, NO_STORE = "sqlite:///", "none"
STORE_HINT = "another path, or no store"
FILE_ERRORS = (OSError, sqlite3.Error, UnicodeError)
"""What a file that is damaged, held, full or foreign raises; its own texts may be no texts."""
NETWORK_FILE_SYSTEMS = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "lustre", "gpfs", "beegfs", "fuse.sshfs"}
)
"""Kinds of file systems that several machines may write to."""


def store_path(given: Given) -> Path | None:
    """Where a store is: a path, ``sqlite:///path``, True for the usual place; None where nothing or ``none`` was given.

    Examples
    --------
    >>> store_path("sqlite:///fits.db").name, store_path(True).as_posix(), store_path("none"), store_path(None)
    ('fits.db', '.foldwise/store.db', None, None)
    """
    if given is None or given is False or (isinstance(given, str) and given in ("", NO_STORE)):
        return None
    if given is True:
        return DEFAULT_STORE
    if not isinstance(given, str | PathLike):
        message = f"store is the path of a file, not {shown(given)}"
        raise InputError(message, hint="store='fits.db', or store=True for .foldwise/store.db")
    text = os.fspath(given)
    if isinstance(text, str) and "://" in text and not text.startswith(SQLITE_PREFIX):
        message = f"a store is a SQLite file, and '{text:.100}' is none"
        raise InputError(message, hint="a path, or sqlite:///path")
    return usable_path(text.removeprefix(SQLITE_PREFIX) if isinstance(text, str) else given)


@final
class StoreFile:
    """One connection to the file, which is opened when it is first needed; processes and threads take turns.

    Parameters
    ----------
    path
        The file; it and its folder are made when needed.
    wait
        Seconds to wait for another process that holds the file.
    reading
        Whether it need not be possible to write to it: a file of this version on a full or read-only disk can be read.
    """

    def __init__(self, path: Path, *, wait: float = 30, reading: bool = False) -> None:
        self.path, self.wait, self.reading = path, wait, reading
        self._open: sqlite3.Connection | None = None
        self._owner = 0
        self._lock = threading.RLock()
        if path.exists() and not path.is_file():
            message = f"the store '{path}' is not a file"
            raise InputError(message, hint=STORE_HINT)

    def prepare(self) -> None:
        """Make the file or bring it to this version; refuse a file of another program and one that cannot be written."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.connected() as connection:
                if not migrate(connection, self.path) and not self.reading:
                    # A file that cannot be written says so now.
                    connection.execute(f"PRAGMA user_version = {VERSION}")
        except FILE_ERRORS as error:
            self.close()
            raise self.unusable(error) from error

    @contextmanager
    def connected(self) -> Iterator[sqlite3.Connection]:
        """The connection, for one thread at a time; a copy of this process has one of its own."""
        with self._lock:
            if self._open is None or self._owner != os.getpid():
                self._open, self._owner = self.connect(), os.getpid()
            yield self._open

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Write all or nothing."""
        with self.connected() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    with suppress(sqlite3.Error):
                        connection.execute("ROLLBACK")
                raise

    def connect(self) -> sqlite3.Connection:
        """Open the file."""
        if not self.reading:
            return self._checked(str(self.path))
        try:
            return self._checked(str(self.path))
        except sqlite3.OperationalError:
            log = self.path.with_name(f"{self.path.name}-wal")
            if log.exists() and log.stat().st_size:  # what it holds belongs to the file
                raise
            return self._checked(f"{self.path.absolute().as_uri()}?mode=ro&immutable=1")

    def _checked(self, place: str) -> sqlite3.Connection:
        """Open a path or an address of the file, and see whether it is one of ours."""
        more = {"uri": True} if place.startswith("file:") else {}
        connection = sqlite3.connect(place, timeout=self.wait, isolation_level=None, check_same_thread=False, **more)
        try:
            connection.execute("PRAGMA trusted_schema=OFF")
            version_of_file(connection, self.path)  # before anything is changed in it
            if not self.reading and _keeps_log(connection, self.path):
                connection.execute("PRAGMA synchronous=NORMAL")
        except BaseException:
            connection.close()
            raise
        return connection

    def close(self) -> None:
        """Let go of the file; it is opened again when it is needed again."""
        with self._lock:
            if self._open is not None and self._owner == os.getpid():
                with suppress(sqlite3.Error):
                    self._open.close()
            self._open = None

    def __del__(self) -> None:
        """Close the file when the store is no longer referenced."""
        if getattr(self, "_open", None) is not None:
            self.close()

    def unusable(self, error: Exception) -> InputError:
        """What is wrong with the file, in one sentence."""
        if "locked" in str(error):
            message = f"the store '{self.path}' is held by another process, for more than {self.wait:g} s"
            return InputError(message, hint=STORE_HINT)
        message = f"the store '{self.path}' cannot be used: {error}"
        damaged = "malformed" in str(error)  # any other file may be one that is needed
        return InputError(message, hint="another path, deleting the file, or no store" if damaged else STORE_HINT)


def _keeps_log(connection: sqlite3.Connection, path: Path) -> bool:
    """Switch to WAL mode, or to a journal beside the file where several machines may write or the file system cannot."""
    if not is_network(path):
        with suppress(sqlite3.OperationalError):
            (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
            if mode == "wal":
                return True
    connection.execute("PRAGMA journal_mode=DELETE").fetchone()
    return False


def is_network(path: Path, mounts: Path = Path("/proc/self/mountinfo")) -> bool:
    """Whether a file is on a file system of several machines; not known, and taken for no, where Linux does not tell."""
    try:
        device = path.absolute().parent.stat().st_dev
        number = f"{os.major(device)}:{os.minor(device)}"
        lines = [line.split() for line in mounts.read_text(errors="replace").splitlines()]
    except (OSError, AttributeError):
        return False
    return any(
        line[line.index("-") + 1] in NETWORK_FILE_SYSTEMS
        for line in lines
        if line[2:3] == [number] and "-" in line[:-1]
    )
