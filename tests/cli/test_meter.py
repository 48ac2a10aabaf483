"""The progress of a command."""

from __future__ import annotations

import json

import click
import pytest

from foldwise.cli.meter import metered
from foldwise.cli.option import QUIET
from foldwise.progress import Meter
from tests.cli.running import IRIS, foldwise


@pytest.mark.parametrize("quiet", [True, False])
def test_quiet_is_quiet(quiet: bool) -> None:  # noqa: FBT001
    with click.Context(click.Command("x")) as context:
        context.meta[QUIET] = quiet
        with metered("datasets") as meter:
            assert isinstance(meter, Meter) is not quiet
            assert quiet or meter.things == "datasets"


def test_what_models_print_does_not_get_into_the_result(tmp_path, monkeypatch, capfd):
    (tmp_path / "loud.py").write_text(
        "from sklearn.naive_bayes import GaussianNB\n"
        "class Loud(GaussianNB):\n"
        "    def fit(self, X, y):\n"
        "        print('fitting')\n"
        "        return super().fit(X, y)\n"
    )
    monkeypatch.chdir(tmp_path)
    told = foldwise(
        "assess", IRIS, "-t", "species", "-m", "loud.py:Loud", "-p", "holdout(1/3)", "--no-store", "--json", "--quiet"
    )
    assert json.loads(told.stdout)["rows"]
    assert "fitting" in capfd.readouterr().err  # of the process that fits


def test_a_model_that_ends_its_process_does_not_end_the_command_silently(tmp_path, monkeypatch):
    (tmp_path / "deadly.py").write_text(
        "import os\nfrom sklearn.dummy import DummyClassifier\n\n\nclass Deadly(DummyClassifier):\n"
        "    def fit(self, X, y, sample_weight=None):\n        os._exit(7)\n"
    )
    (tmp_path / "rows.csv").write_text("x,y\n" + "".join(f"{i % 7},{'ab'[i % 2]}\n" for i in range(60)))
    monkeypatch.chdir(tmp_path)
    done = foldwise("assess", "rows.csv", "-t", "y", "-m", "deadly:Deadly", "-p", "holdout(1/3)", "--no-store")
    assert done.exit_code == 3, done.stderr
    assert "it called os._exit(7), which would have ended the whole process" in done.stderr
    assert "Traceback" not in done.stderr
