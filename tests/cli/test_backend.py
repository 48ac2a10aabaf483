"""--backend and --backend-param on the command line."""

import json

import pytest
from click.testing import CliRunner

from foldwise.cli.backend import backend_arguments
from foldwise.cli.program import program

TABLE = "a,b,c\n" + "\n".join(f"{i % 7},{i % 5},{'xy'[i % 2]}" for i in range(40))


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(TABLE, encoding="utf-8")
    return str(path)


def call(*arguments):
    return CliRunner().invoke(program, list(arguments))


def test_options_become_arguments():
    assert backend_arguments({"backend": "processes", "backend_params": ()}) == {
        "backend": "processes",
        "backend_params": None,
    }


def test_threads_give_the_same_figures(table):
    usual = ["assess", table, "-m", "svm", "--target", "c", "--no-store", "--plan", "kfold(3)", "--json"]
    plain, threads = call(*usual), call(*usual, "--backend", "threads", "--jobs", "2")
    assert (plain.exit_code, threads.exit_code) == (0, 0)
    assert json.loads(threads.output)["rows"] == json.loads(plain.output)["rows"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--backend", "dusk"], "there is no backend called 'dusk'; try 'dask'"),
        (["--backend", "dask://nowhere"], "'tcp://nowhere' is no address of Dask scheduler"),
        (["--backend", "threads", "--timeout", "1"], "backend 'threads' cannot keep --timeout"),
        (["--backend", "loky", "--backend-param", "block_seconds"], "a parameter of a backend has a name and a value"),
        (["--backend", "loky", "--backend-param", "block_seconds=long"], "try --backend-param block_seconds=1.0"),
    ],
)
def test_what_is_wrong_is_one_sentence(table, options, sentence):
    found = call("assess", table, "-m", "svm", "--target", "c", "--no-store", *options)
    assert found.exit_code != 0
    assert sentence in found.output
    assert "Traceback" not in found.output


@pytest.mark.parametrize("verb", ["assess", "compare", "improve", "diagnose", "select", "permutation-test"])
def test_every_command_that_fits_has_it(verb):
    assert "--backend NAME" in call(verb, "--help").output
