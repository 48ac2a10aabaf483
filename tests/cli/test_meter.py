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
            assert (meter is None) is quiet
            assert quiet or (isinstance(meter, Meter) and meter.things == "datasets")


def test_what_models_print_does_not_get_into_the_result(tmp_path, monkeypatch):
    (tmp_path / "loud.py").write_text(
        "from sklearn.naive_bayes import GaussianNB\n"
        "class Loud(GaussianNB):\n"
        "    def fit(self, X, y):\n"
        "        print('fitting')\n"
        "        return super().fit(X, y)\n"
    )
    monkeypatch.chdir(tmp_path)
    told = foldwise(
        "assess", IRIS, "-t", "species", "-m", "loud.py:Loud", "-p", "kfold(3)", "--no-store", "--json", "--quiet"
    )
    assert json.loads(told.stdout)["rows"]
    assert "fitting" in told.stderr
