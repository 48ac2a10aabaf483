"""Where a store is, and how its file is opened."""

import os
import sqlite3
from pathlib import Path

import pytest

from foldwise.engine.stored_fits.store_file import StoreFile, is_network, store_path
from foldwise.errors import InputError


def test_a_store_is_named_in_several_ways(tmp_path):
    path = tmp_path / "fits.db"
    assert store_path(path) == store_path(str(path)) == store_path(f"sqlite:///{path}") == path
    assert store_path("sqlite:///fits.db") == Path("fits.db")
    assert [store_path(usual) for usual in (True,)] == [Path(".foldwise/store.db")]
    assert [store_path(none) for none in (None, False, "", "none")] == [None] * 4


@pytest.mark.parametrize("given", ["postgres://host/x", "sqlite://fits.db", 3, ["x"], b"x\0"])
def test_other_stores_are_refused(given):
    with pytest.raises(InputError):
        store_path(given)


def test_the_file_keeps_a_log_and_is_closed_with_nothing_beside_it(tmp_path):
    file = StoreFile(tmp_path / "new" / "fits.db")
    file.prepare()
    with file.connected() as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (1,)
    file.close()
    assert [one.name for one in (tmp_path / "new").iterdir()] == ["fits.db"]


def test_a_file_system_without_shared_memory_keeps_a_journal(tmp_path, monkeypatch):
    """The VFS unix-dotfile has locks and no shared memory, as some network file systems."""
    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda path, **more: connect(f"file:{path}?vfs=unix-dotfile", uri=True, **more)
    )
    file = StoreFile(tmp_path / "fits.db")
    file.prepare()
    with file.transaction() as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        connection.execute("INSERT INTO uses VALUES (1, 2)")
    file.close()
    assert (tmp_path / "fits.db").is_file()


@pytest.mark.parametrize(("kind", "network"), [("nfs4", True), ("ext4", False)])
def test_a_network_file_system_is_known_by_its_kind(tmp_path, kind, network):
    device = tmp_path.stat().st_dev
    number = f"{os.major(device)}:{os.minor(device)}"
    mounts = tmp_path / "mounts"
    mounts.write_text(f"1 0 9:9 / / rw - nfs x rw\n2 1 {number} / /data rw,x shared:1 - {kind} server:/x rw\nshort\n")
    assert is_network(tmp_path / "fits.db", mounts) is network


def test_a_network_file_system_keeps_a_journal(tmp_path, monkeypatch):
    monkeypatch.setattr("foldwise.engine.stored_fits.store_file.is_network", lambda _: True)
    file = StoreFile(tmp_path / "fits.db")
    file.prepare()
    with file.connected() as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_what_fails_in_a_transaction_is_not_written(tmp_path):
    file = StoreFile(tmp_path / "fits.db")
    file.prepare()
    with pytest.raises(sqlite3.IntegrityError), file.transaction() as connection:
        connection.executemany("INSERT INTO uses VALUES (?, ?)", [(1, 2), (1, None)])
    with file.connected() as connection:
        assert connection.execute("SELECT count(*) FROM uses").fetchone() == (0,)


def test_a_copy_of_the_process_has_a_connection_of_its_own(tmp_path):
    file = StoreFile(tmp_path / "fits.db")
    file.prepare()
    with file.connected() as first:
        pass
    file._owner = -1
    with file.connected() as second:
        assert second is not first
    first.close()


@pytest.mark.parametrize("full", [False, True], ids=["read-only disk", "full disk"])
def test_what_is_only_read_need_not_be_written(tmp_path, monkeypatch, full):
    path = tmp_path / "store.db"
    StoreFile(path).prepare()
    connect = sqlite3.connect

    def failing(place, **more):
        """As SQLite does where it cannot make the files beside a database."""
        if not str(place).startswith("file:"):
            message = "database or disk is full" if full else "unable to open database file"
            raise sqlite3.OperationalError(message)
        return connect(place, **more)

    monkeypatch.setattr(sqlite3, "connect", failing)
    kept = StoreFile(path, reading=True)
    kept.prepare()
    with kept.connected() as connection:
        assert connection.execute("SELECT count(*) FROM runs").fetchone() == (0,)
    with pytest.raises(InputError, match=r"cannot be used: (unable to open|database or disk)"):
        StoreFile(path).prepare()
    (tmp_path / "store.db-wal").write_bytes(b"something")
    with pytest.raises(InputError, match=r"cannot be used: (unable to open|database or disk)"):
        StoreFile(path, reading=True).prepare()
