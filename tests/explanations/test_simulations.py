"""`foldwise explain` for measures, and what it says of defaults."""

from __future__ import annotations

import json

import pytest

from foldwise.comparisons import SimulatedTest
from foldwise.comparisons.simulations import simulated as tests_module
from foldwise.intervals import Simulated
from foldwise.intervals.simulations import simulated as intervals_module
from foldwise.measures import MEASURES
from tests.cli.running import foldwise

COVERED = (
    Simulated("auc", "kfold", "rare-5", "corrected-t", 6, 0.82, "lda", 300, 1000, 0.93, 1.1),
    Simulated("auc", "kfold", "balanced", "corrected-t", 6, 0.95, "lda", 50, 1000, 0.96, 1.2),
    Simulated("auc", "bootstrap", "balanced", "oob", 6, 0.94, "lda", 50, 1000, 0.96, 1.2),
)
TESTED = (SimulatedTest("size", "auc", "kfold", "balanced", "corrected-t", 9, 0.091, "3-nn", 300, 1000, 0.05),)


@pytest.fixture
def _study(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intervals_module, "_table", lambda: COVERED)
    monkeypatch.setattr(tests_module, "_table", lambda: TESTED)


@pytest.mark.usefixtures("_study")
def test_a_measure_is_explained_with_the_worst_of_its_default() -> None:
    page = foldwise("explain", "auc").stdout
    assert "\nFormula\n  P(score of a positive > score of a negative)" in page
    assert "  kfold                      82.0 % ± 1.2  rare-5 lda n=300\n" in page
    assert "  bootstrap                  94.0 % ± 0.8  balanced lda n=50\n" in page
    assert "95.0 %" not in page
    assert "  kfold                       9.1 % ± 0.9  balanced 3-nn n=300\n" in page


@pytest.mark.usefixtures("_study")
def test_a_method_is_explained_with_the_measures_it_did_worst_for() -> None:
    page = foldwise("explain", "corrected-t").stdout
    assert "As a default at 95 %: lowest simulated coverage of 1 measures\n  auc " in page
    assert "As a default at 5 %: equal models called different, 1 measures\n  auc " in page


@pytest.mark.usefixtures("_study")
def test_the_figures_come_as_json() -> None:
    (row,) = json.loads(foldwise("explain", "roc-auc", "--json").stdout)["rows"]
    assert (row["name"], row["kind"], row["low"], row["high"]) == ("auc", "measure", 0, 1)
    assert [one["worst"] for one in row["default_coverage"]] == [0.82, 0.95, 0.94]
    assert json.loads(foldwise("explain", "rmse", "--json").stdout)["rows"][0]["high"] is None


@pytest.mark.parametrize("name", [one.name for one in MEASURES])
def test_every_measure_is_explained_within_80_columns(name: str) -> None:
    result = foldwise("explain", name)
    assert result.exit_code == 0
    assert max(len(line) for line in result.stdout.split("\n")) <= 80


def test_a_measure_without_figures_is_explained_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intervals_module, "_table", tuple)
    monkeypatch.setattr(tests_module, "_table", tuple)
    page = foldwise("explain", "rmse").stdout
    assert "0 to ∞, lower is better" in page
    assert "simulated" not in page
