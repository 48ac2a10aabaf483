"""How the file of a store came to be what it is: one step from each version to the next, all in one transaction.

The version is ``user_version`` in the head of the file. A file of a newer version is refused: an older foldwise does not know
what is in it. What is no store of foldwise is left alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.errors import InputError

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["APPLICATION_ID", "VERSION", "migrate", "version_of_file"]

APPLICATION_ID = 0x464F4C44
"""Says in the head of the file whose it is."""


def _first(connection: sqlite3.Connection) -> None:
    """Fits by the key of a whole plan."""
    connection.execute(
        "CREATE TABLE fits (key TEXT, resample INTEGER, answers BLOB, PRIMARY KEY (key, resample))",
    )


def _signed(connection: sqlite3.Connection) -> None:
    """Fits are signed; those in the file are not, so they are done again."""
    connection.execute("DROP TABLE fits")
    connection.execute(
        "CREATE TABLE fits (key TEXT, resample INTEGER, answers BLOB, digest BLOB, PRIMARY KEY (key, resample))"
    )
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def _by_resample(connection: sqlite3.Connection) -> None:
    """Fits have a key for each resample, and runs are kept.

    The key of a whole plan cannot be cut into those of its resamples, so these fits are done again.
    """
    connection.execute("DROP TABLE fits")
    connection.execute(
        "CREATE TABLE fits (id INTEGER PRIMARY KEY, model TEXT NOT NULL, resample BLOB NOT NULL, "
        "predictions BLOB NOT NULL, digest BLOB NOT NULL, UNIQUE (model, resample))"
    )
    connection.execute(
        "CREATE TABLE runs (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, about TEXT NOT NULL, "
        "result BLOB, digest BLOB NOT NULL)"
    )
    connection.execute(
        "CREATE TABLE uses (run INTEGER NOT NULL, fit INTEGER NOT NULL, PRIMARY KEY (run, fit)) WITHOUT ROWID"
    )


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_first, _signed, _by_resample)
"""Step k leads from version k to version k + 1; a new file is of version 0."""
VERSION = len(MIGRATIONS)
TABLES = {
    0: {},
    1: {"fits": ["key", "resample", "answers"]},
    2: {"fits": ["key", "resample", "answers", "digest"]},
    3: {
        "fits": ["id", "model", "resample", "predictions", "digest"],
        "runs": ["number", "id", "about", "result", "digest"],
        "uses": ["run", "fit"],
    },
}
"""Tables of each version with their columns: a file that has others is not one of ours."""


def migrate(connection: sqlite3.Connection, path: Path) -> bool:
    """Bring a file to the version of this foldwise; gives whether it was of another. A foreign or newer file is refused."""
    version = version_of_file(connection, path)
    if version == VERSION:
        return False
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = version_of_file(connection, path)  # another process may have been quicker
        for step in MIGRATIONS[version:]:
            step(connection)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return True


def version_of_file(connection: sqlite3.Connection, path: Path) -> int:
    """The version of a file of ours, 0 for an empty one; files of the first one had no mark and no number.

    A file of a newer version or of another program is refused.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application == APPLICATION_ID and version > VERSION:
        message = f"the store '{path}' is of version {version}, and this foldwise knows up to {VERSION}"
        raise InputError(message, hint="a newer foldwise, or another path")
    tables = _tables(connection)
    if application == 0 and version in (0, 1):
        version = 1 if tables else 0
    if tables != TABLES.get(version) or (application != APPLICATION_ID and version > 1):
        names = ", ".join(sorted(str(name) for name in tables or {})) or "none"
        message = f"the store '{path}' is a database of another program (its tables: {names:.100})"
        raise InputError(message, hint="another path")
    return int(version)


def _tables(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """Tables and their columns; a view, a trigger or an index that a user added is listed as a table without columns."""
    objects = connection.execute("SELECT type, name FROM sqlite_master").fetchall()
    found = {}
    for kind, name in objects:
        if kind == "table" and name != "sqlite_sequence":
            columns = connection.execute("SELECT name FROM pragma_table_info(?)", (name,))
            found[name] = [column for (column,) in columns]
        elif kind != "table" and not str(name).startswith("sqlite_autoindex_"):
            found[f"{name} ({kind})"] = []
    return found
