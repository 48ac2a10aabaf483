"""Commands that are printed can be run."""

import json
import shlex

import click
import pandas as pd

from foldwise.cli.diagnose import diagnose
from foldwise.cli.program import program
from foldwise.cli.typed_rows import typed_rows
from foldwise.data import sample_path
from tests.cli.running import foldwise


def test_flags_and_repeated_options_stay():
    asked = ["rows.csv", "-t", "y", "-m", "a.py:model", "--drop", "b c", "--drop", "d", "--drop-missing-target"]
    with diagnose.make_context("diagnose", asked) as context:
        typed = typed_rows(context)
    assert typed == "rows.csv --target y --drop 'b c' --drop d --drop-missing-target --model a.py:model"


def test_a_value_that_looks_like_an_option_is_kept_apart():
    with diagnose.make_context("diagnose", ["rows.csv", "-t", "y", "-m", "tree", "--missing=-9"]) as context:
        assert "--missing=-9" in typed_rows(context)


def test_the_commands_of_advice_are_read_by_the_program_as_they_are_printed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my data").mkdir()
    table = pd.read_csv(sample_path("breast-cancer"))
    pd.concat([table, table.head(300)]).assign(no=range(999)).to_csv("my data/rows.csv", sep=";", index=False)
    given = ("my data/rows.csv", "-t", "class", "-m", "tree", "--delimiter", ";", "--no-store", "--samples", "10")
    parts = "bias-variance,learning-curve,complexity-curve,fit,calibration,slices,checks"
    told = json.loads(foldwise("diagnose", *given, "--plan", "kfold(5)", "--part", parts, "--json").stdout)
    commands = [one["command"] for one in told["advice"]]
    assert len(commands) >= 2
    for command in commands:
        name, verb, *words = shlex.split(command)
        assert name == "foldwise"
        known = program.get_command(click.Context(program), verb)
        with known.make_context(verb, words) as context:
            assert context.params.get("path", "my data/rows.csv") == "my data/rows.csv"
            assert verb == "explain" or "--delimiter ';'" in command
