"""The secret of a user is made once, whole, and for nobody else to read."""

import os
import threading
from hashlib import blake2b
from pathlib import Path

import pytest

from foldwise.engine.stored_fits.user_key import config_folder, sign, user_key
from foldwise.errors import InputError


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("FOLDWISE_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config"


def test_the_secret_is_made_once(folder):
    assert user_key() == user_key() == (folder / "store.key").read_bytes()
    assert (len(user_key()), [path.name for path in folder.iterdir()]) == (32, ["store.key"])


def test_many_who_make_it_at_once_have_the_same():
    found = []
    threads = [threading.Thread(target=lambda: found.append(user_key())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(found), len(set(found))) == (8, 1)


def test_without_links_it_is_moved_into_place(monkeypatch):
    def refuse(*_):
        raise OSError

    monkeypatch.setattr(os, "link", refuse)
    assert len(user_key()) == 32


def test_the_folder_is_that_of_the_system(monkeypatch, tmp_path):
    monkeypatch.delenv("FOLDWISE_CONFIG")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert config_folder() == tmp_path / "foldwise"
    monkeypatch.delenv("XDG_CONFIG_HOME")
    assert config_folder() == Path.home() / ".config" / "foldwise"
    monkeypatch.setattr("sys.platform", "darwin")
    assert config_folder() == Path.home() / "Library" / "Application Support" / "foldwise"


def test_the_digest_is_keyed_blake2b_of_the_parts_with_their_lengths():
    text = (2).to_bytes(8, "little") + b"ab" + (1).to_bytes(8, "little") + b"c"
    assert sign(b"secret", b"ab", b"c") == blake2b(text, key=b"secret", digest_size=32).digest()


def test_a_secret_of_the_wrong_size_is_refused(folder):
    folder.mkdir()
    (folder / "store.key").write_bytes(b"short")
    with pytest.raises(InputError, match="is not a secret that foldwise made; try deleting it"):
        user_key()


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has modes")
def test_a_secret_that_others_can_read_is_refused(folder):
    user_key()
    (folder / "store.key").chmod(0o644)
    with pytest.raises(InputError, match="is a secret that other users can read or own"):
        user_key()


def test_a_folder_that_cannot_be_made_is_said(folder):
    folder.write_text("a file")
    with pytest.raises(InputError, match=r"a store needs a secret of its user, and .* cannot be used"):
        user_key()


def test_no_home_is_said(monkeypatch):
    monkeypatch.delenv("FOLDWISE_CONFIG")

    def homeless():
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(InputError, match="there is no home folder to keep it in; try a folder in FOLDWISE_CONFIG"):
        config_folder()
