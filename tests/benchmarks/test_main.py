"""``python -m benchmarks``: which benchmarks there are, and what it says to a name that is none."""

import ast
from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmarks import __main__ as command

FOLDER = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def ran(monkeypatch):
    """Names of the benchmarks that ran."""
    names = []

    def loaded(name):
        return SimpleNamespace(main=lambda: names.append(name))

    monkeypatch.setattr(command, "import_module", loaded)
    return names


def test_every_file_that_measures_is_listed_once():
    trees = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in FOLDER.glob("[!_]*.py")}
    with_main = {name for name, tree in trees.items() if "main" in {getattr(node, "name", "") for node in tree.body}}
    assert sorted(command.NAMES) == sorted(with_main)


def test_all_run_but_those_that_must_be_named(ran, capsys):
    assert command.main() == 0
    assert ran == [f"benchmarks.{name}" for name in command.BENCHMARKS]
    assert capsys.readouterr().out.startswith("\n=== backends ===\n")


def test_the_named_ones_run_in_their_order(ran):
    assert command.main(["score_scale", "checks"]) == 0
    assert ran == ["benchmarks.score_scale", "benchmarks.checks"]


@pytest.mark.parametrize("asked", [["--help"], ["score", "-h"]])
def test_help_lists_every_name_and_runs_nothing(ran, capsys, asked):
    assert command.main(asked) == 0
    said = capsys.readouterr().out
    assert [name for name in command.NAMES if name not in said] == []
    assert ran == []


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("fondation", "there is no benchmark called 'fondation'; try 'foundation' (python -m benchmarks --help)\n"),
        (
            "--quick",
            f"there is no benchmark called '--quick'; try one of {', '.join(sorted(command.NAMES))} "
            "(python -m benchmarks --help)\n",
        ),
    ],
)
def test_an_unknown_name_is_one_sentence_before_anything_runs(ran, capsys, name, sentence):
    assert command.main(["checks", name]) == 2
    assert capsys.readouterr().err == sentence
    assert ran == []
