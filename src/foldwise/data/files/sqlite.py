"""SQLite: the result of a query, or the only table."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

from foldwise.data.request import Loaded
from foldwise.errors import InputError

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from foldwise.data.request import ReadRequest

__all__ = ["read_sqlite"]


def read_sqlite(path: Path, request: ReadRequest) -> Loaded:
    """Run `request.query` on the database, opened read-only."""
    import sqlite3

    import pandas as pd

    address = f"{path.absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as database:
            _check_whole(path, database)
            database.set_authorizer(_allowed)
            query = request.query or _only_table(path, database)
            names, rows = _run(database, query)
    except (sqlite3.Error, sqlite3.Warning, UnicodeDecodeError) as error:
        raise _refused(path, request, error) from error
    columns = {at: [row[at] for row in rows] for at in range(len(names))}
    frame = pd.DataFrame(columns, index=range(len(rows)))
    frame.columns = pd.Index(names, dtype=object)
    return Loaded(frame, path.name, from_file=True)


def _allowed(action: int, *_: object) -> int:
    """Refuse other databases: to attach one that is not there would make a file."""
    import sqlite3

    return sqlite3.SQLITE_DENY if action == sqlite3.SQLITE_ATTACH else sqlite3.SQLITE_OK


def _check_whole(path: Path, database: sqlite3.Connection) -> None:
    """Refuse a database whose pages contradict each other: it might be read all the same, and read wrong."""
    said = [str(line) for (line,) in database.execute("PRAGMA quick_check(1)")]
    if said != ["ok"]:
        reason = " ".join(" ".join(said).split())[:200]
        message = f"'{path.name}' is not a whole SQLite database ({reason})"
        raise InputError(message, hint="making or downloading it again")


def _only_table(path: Path, database: sqlite3.Connection) -> str:
    found = database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    )
    tables = [name for (name,) in found]
    if not tables:
        message = f"'{path.name}' has no table"
        raise InputError(message, hint="another database")
    if len(tables) > 1:
        message = f"'{path.name}' has {len(tables)} tables: {', '.join(tables[:10])}"
        raise InputError(message, hint=f"query='SELECT * FROM {tables[0]}'")
    return 'SELECT * FROM "' + tables[0].replace('"', '""') + '"'


def _run(database: sqlite3.Connection, query: str) -> tuple[list[str], list[Any]]:
    cursor = database.execute(query)
    if cursor.description is None:
        message = f"the query gives no rows: {query}"
        raise InputError(message, hint="query='SELECT … FROM …'")
    return [part[0] for part in cursor.description], cursor.fetchall()


def _refused(path: Path, request: ReadRequest, error: Exception) -> InputError:
    import sqlite3

    reason = " ".join(str(error).split())
    asked = isinstance(error, sqlite3.OperationalError | sqlite3.Warning | sqlite3.ProgrammingError)
    if (asked or reason == "not authorized") and request.query:
        return InputError(
            f"'{path.name}' refused the query ({reason})", hint="the names of its tables and columns in query="
        )
    return InputError(f"'{path.name}' is not a whole SQLite database ({reason})", hint="making or downloading it again")
