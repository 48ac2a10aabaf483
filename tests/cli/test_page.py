"""Writing to stdout."""

from __future__ import annotations

import json
import sys

import pytest

from foldwise.cli.page import page_width, print_json, print_page, print_table, wants_color


class Terminal:
    """A stand-in for stdout."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_colours_are_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    assert not wants_color()
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert wants_color()


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", ""), ("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colours_can_be_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv(name, value)
    assert not wants_color()


def test_json_has_its_version_first_and_no_nan(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"verb": "models", "rows": []})
    assert list(json.loads(capsys.readouterr().out)) == ["schema_version", "verb", "rows"]
    with pytest.raises(ValueError, match="not JSON compliant"):
        print_json({"value": float("nan")})


def test_a_table_wraps_its_last_column(capsys: pytest.CaptureFixture[str]) -> None:
    print_table([{"name": "a", "what": "word " * 40}, {"name": "[b]", "what": "short"}], "A note.")
    lines = capsys.readouterr().out.split("\n")
    assert max(map(len, lines)) <= 80
    assert lines[0] == "name  what"
    assert "[b]   short" in lines
    assert lines[-2] == "A note."


def test_text_is_printed_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    print_page("├──●──┤")
    assert capsys.readouterr().out == "├──●──┤\n"


@pytest.mark.parametrize(("columns", "width"), [("100", 100), ("20", 60), ("999", 200)])
def test_a_page_is_as_wide_as_the_terminal_within_reason(columns, width, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert page_width() == 80  # not a terminal
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert page_width() == width
