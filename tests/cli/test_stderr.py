"""Sentences on stderr."""

from __future__ import annotations

import sys

import pytest

from foldwise.cli.stderr import say

SENTENCE = "error: there is no column called 'nix'; try one of preg, plas, pres, skin, insu, mass, pedi, age, \u2026 (9 columns)"


@pytest.mark.parametrize(("terminal", "lines"), [(True, 2), (False, 1)])
def test_only_a_terminal_gets_lines_that_fit_it(capsys, monkeypatch, terminal, lines) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    say(SENTENCE)
    said = capsys.readouterr().err
    assert said.count("\n") == lines
    assert " ".join(said.split()) == SENTENCE
    assert not terminal or max(map(len, said.split("\n"))) <= 80


def test_a_path_is_never_cut(capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    say(f"error: there is no file '{'a-b/' * 20}c.csv'")
    assert f"'{'a-b/' * 20}c.csv'" in capsys.readouterr().err
