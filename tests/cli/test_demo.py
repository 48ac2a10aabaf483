"""`foldwise demo`."""

from __future__ import annotations

import json

import pytest

from tests.cli.running import foldwise


@pytest.mark.parametrize(
    "name", ["iris", *(pytest.param(name, marks=pytest.mark.slow) for name in ("breast-cancer", "auto-mpg"))]
)
def test_the_demo_assesses_three_models_and_says_what_to_try_next(name: str, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = foldwise("demo", name)
    assert result.exit_code == 0
    assert result.stdout.startswith(name)
    assert "\nNext    foldwise assess your.csv --target column\n        foldwise demo " in result.stdout
    assert f"\nReport  {name}.foldwise.html\n" in result.stdout
    assert [path.name for path in tmp_path.iterdir()] == [f"{name}.foldwise.html"]


def test_the_page_goes_where_it_is_asked_for(tmp_path) -> None:
    shown = foldwise("demo", "iris", "--report", str(tmp_path / "demo.html")).stdout
    assert f"Report  {tmp_path / 'demo.html'}" in shown
    assert "<!DOCTYPE html>" in (tmp_path / "demo.html").read_text(encoding="utf-8")


def test_the_demo_as_json() -> None:
    document = json.loads(foldwise("demo", "iris", "--json", "--quiet").stdout)
    assert {row["model"] for row in document["rows"]} == {"logistic", "knn", "tree", "baseline"}


@pytest.mark.parametrize("compiled", [True, False])
def test_the_demo_says_when_nothing_was_compiled(compiled: bool, monkeypatch, tmp_path) -> None:  # noqa: FBT001
    monkeypatch.setattr("foldwise.native.COMPILED", compiled)
    assert (
        "Nothing is compiled here" in foldwise("demo", "iris", "--report", str(tmp_path / "demo.html")).stdout
    ) is not compiled
