"""Where the command line keeps finished fits."""

from pathlib import Path

import click
import pytest

from foldwise.cli.storing import STORE, store_of_option


def test_the_usual_place_is_in_this_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert store_of_option(None, none=False) == STORE
    assert (tmp_path / STORE).is_file()


def test_a_place_is_named_by_the_option_or_else_by_the_variable(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOLDWISE_STORE", "sqlite:///mine.db")
    assert store_of_option(None, none=False) == Path("mine.db")
    assert store_of_option("other.db", none=False) == Path("other.db")
    assert store_of_option("none", none=False) is None
    assert store_of_option(None, none=True) is None
    for none in ("", "none"):
        monkeypatch.setenv("FOLDWISE_STORE", none)
        assert store_of_option(None, none=False) is None
    assert list(tmp_path.iterdir()) == []


def test_the_usual_place_is_not_used_where_it_cannot_be(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".foldwise").write_text("a file")
    assert store_of_option(None, none=False) is None
    told = capsys.readouterr().err
    assert told.startswith("note: the store '.foldwise/store.db' cannot be used: ")
    assert told.endswith("so finished fits are not kept\n")
    assert told.count("\n") == 1


def test_two_answers_are_refused():
    with pytest.raises(click.UsageError, match="--store says where"):
        store_of_option("x.db", none=True)
