"""SQLite databases."""

import sqlite3

import pytest

from foldwise.data import read
from foldwise.errors import InputError


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "rows of 2026.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.execute('CREATE TABLE "my ""rows""" (a REAL, town TEXT, day TEXT, y INTEGER)')
        connection.executemany(
            'INSERT INTO "my ""rows""" VALUES (?, ?, ?, ?)',
            [(1.5, "A", "2026-01-01", 0), (None, "B", "2026-01-02", 1), (3.0, None, "2026-01-03", 1)],
        )
    connection.close()
    return path


def test_the_only_table_is_read(database):
    dataset = read(database, "y", order="day")
    assert (dataset.n, dataset.p, dataset.classes) == (3, 2, ("0", "1"))
    assert dataset.time_rank.tolist() == [0, 1, 2]


def test_a_query_is_run(database):
    dataset = read(database, "high", query='SELECT a, a > 2 AS high FROM "my ""rows""" WHERE a IS NOT NULL')
    assert (dataset.X["a"].tolist(), dataset.target.tolist()) == ([1.5, 3.0], [0, 1])


def test_no_other_database_is_made_or_opened(database, tmp_path):
    with pytest.raises(InputError, match="refused the query"):
        read(database, target="y", query=f"ATTACH DATABASE '{tmp_path / 'other.db'}' AS other")
    assert not (tmp_path / "other.db").exists()


def test_the_database_is_not_changed(database):
    before = database.read_bytes()
    read(database, "y")
    assert database.read_bytes() == before
    assert [path.name for path in database.parent.iterdir()] == [database.name]
