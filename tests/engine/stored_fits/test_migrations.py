"""A file of every version becomes one of this version; a newer one and one of another program are refused and left alone."""

import sqlite3
from pathlib import Path

import pytest

from foldwise.engine.stored_fits.migrations import APPLICATION_ID, MIGRATIONS, TABLES, VERSION, migrate, version_of_file
from foldwise.errors import InputError

PATH = Path("store.db")


def file_of(version):
    """A database as the foldwise of that version wrote it."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    for step in MIGRATIONS[:version]:
        step(connection)
    if version > 1:
        connection.execute(f"PRAGMA user_version = {version}")
    if version in (1, 2):
        marks = ", ".join("?" * (2 + version))
        connection.execute(f"INSERT INTO fits VALUES ({marks})", ("a", 0, b"x", b"y")[: 2 + version])
    return connection


@pytest.mark.parametrize("version", range(VERSION + 1))
def test_a_file_of_any_version_becomes_one_of_this(version):
    file = file_of(version)
    assert version_of_file(file, PATH) == version
    assert migrate(file, PATH) is (version < VERSION)
    assert version_of_file(file, PATH) == VERSION
    assert file.execute("SELECT count(*) FROM fits").fetchone() == (0,)
    assert file.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert not migrate(file, PATH)


def test_every_version_has_its_tables():
    assert set(TABLES) == set(range(VERSION + 1))


def test_a_newer_file_is_refused_and_left_alone():
    file = file_of(VERSION)
    file.execute("ALTER TABLE runs ADD COLUMN more TEXT")
    file.execute(f"PRAGMA user_version = {VERSION + 4}")
    with pytest.raises(
        InputError, match=rf"is of version {VERSION + 4}, and this foldwise knows up to {VERSION}; try a"
    ):
        migrate(file, PATH)
    assert file.execute("PRAGMA user_version").fetchone() == (VERSION + 4,)


@pytest.mark.parametrize(
    "command",
    [
        "CREATE TABLE more (x)",
        "CREATE VIEW more AS SELECT 1 AS x",
        "CREATE INDEX more ON fits (digest)",
        "CREATE TRIGGER more AFTER INSERT ON fits BEGIN DELETE FROM fits; END",
        "DROP TABLE uses",
        "ALTER TABLE fits ADD COLUMN more TEXT",
        "PRAGMA application_id = 7",
        "PRAGMA user_version = -1",
    ],
)
def test_a_file_of_another_program_is_refused(command):
    file = file_of(VERSION)
    file.execute(command)
    with pytest.raises(InputError, match="is a database of another program"):
        migrate(file, PATH)


def test_a_step_that_fails_changes_nothing(monkeypatch):
    file = file_of(2)

    def broken(connection):
        connection.execute("DROP TABLE fits")
        raise sqlite3.OperationalError

    monkeypatch.setattr("foldwise.engine.stored_fits.migrations.MIGRATIONS", (*MIGRATIONS[:2], broken))
    with pytest.raises(sqlite3.OperationalError):
        migrate(file, PATH)
    assert file.execute("SELECT * FROM fits").fetchall() == [("a", 0, b"x", b"y")]
    assert version_of_file(file, PATH) == 2
