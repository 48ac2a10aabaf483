"""`foldwise seal` and `foldwise unseal`."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.cli.running import AUTO, IRIS, foldwise

if TYPE_CHECKING:
    from pathlib import Path

UNSEAL = ("unseal", "iris.sealed", "--data", "iris.open.csv", "--target", "species", "--model")


@pytest.fixture(autouse=True)
def _sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(IRIS, "iris.csv")


def test_rows_are_sealed_and_the_next_command_is_told() -> None:
    result = foldwise("seal", "iris.csv", "--target", "species")
    assert result.exit_code == 0, result.stderr
    assert result.stdout == (
        "Sealed 30 rows in iris.sealed; looks are counted in iris.ledger.\n"
        "Work with iris.open.csv, then ask once:\n"
        "  foldwise unseal iris.sealed --data iris.open.csv --target species --model NAME\n"
    )


def test_the_share_is_heeded_and_told_as_json() -> None:
    document = json.loads(foldwise("seal", "iris.csv", "--target", "species", "--share", "0.5", "--json").stdout)
    assert (document["verb"], document["rows"], document["open"]) == ("seal", 75, "iris.open.csv")


def test_the_first_look_is_exact_and_the_second_goes_through_the_ladder() -> None:
    foldwise("seal", "iris.csv", "--target", "species")
    first, second = foldwise(*UNSEAL, "baseline"), foldwise(*UNSEAL, "lda")
    assert first.exit_code == second.exit_code == 0
    assert first.stdout.startswith(
        "First look at 30 sealed rows: the mean loss of baseline is 0.6667, exactly.\n"
        "error 0.6667, 95 % interval [0.4878, 0.8077] (wilson).\n"
        "The look is in the ledger.\n\niris.csv, sealed  30 rows"
    )
    assert second.stdout.startswith("Look 2 at 30 sealed rows, answered through the Ladder: lda is better")
    assert "Taking the 2 looks together, errors are known to ±0.27 at 95 %." in second.stdout


def test_a_look_as_json() -> None:
    foldwise("seal", "iris.csv", "--target", "species")
    document = json.loads(foldwise(*UNSEAL, "baseline", "--level", "0.9", "--json").stdout)
    assert (document["mechanism"], document["number"], document["measure"]) == ("exact", 1, "error")
    assert document["interval"]["method"] == "wilson"


def test_any_measure_is_given_at_the_first_look_beside_the_baseline() -> None:
    foldwise("seal", "iris.csv", "--target", "species")
    asked = (*UNSEAL, "lda", "--measure", "kappa,log-loss", "--json")
    report = json.loads(foldwise(*asked).stdout)["report"]
    assert [(row["model"], row["measure"]) for row in report["rows"]] == [
        *(("lda", "kappa"), ("lda", "log-loss"), ("baseline", "kappa"), ("baseline", "log-loss"))
    ]
    again = foldwise(*asked)
    assert again.exit_code == 3
    assert "error: measures are given at the first look only, and iris.csv was looked at before; try" in again.stderr
    assert json.loads(foldwise(*UNSEAL, "tree", "--json").stdout)["report"] is None


def test_values_get_a_t_interval() -> None:
    shutil.copy(AUTO, "auto.csv")
    foldwise("seal", "auto.csv", "--target", "mpg")
    result = foldwise("unseal", "auto.sealed", "--data", "auto.open.csv", "--target", "mpg", "--model", "ridge")
    assert result.exit_code == 0, result.stderr
    assert "mse " in result.stdout
    assert "(holdout-t)" in result.stdout


def test_other_columns_than_the_sealed_ones_are_refused_and_not_counted() -> None:
    foldwise("seal", "iris.csv", "--target", "species")
    result = foldwise(*UNSEAL, "lda", "--drop", "petal_width")
    assert result.exit_code == 3
    assert result.stderr == (
        "error: the open rows and the sealed rows have different columns: 'petal_width' is not in both; the look was "
        "not counted; try the open file and the options that were used for sealing\n"
    )
    assert "First look" in foldwise(*UNSEAL, "lda").stdout


def test_several_models_at_once_are_refused() -> None:
    foldwise("seal", "iris.csv", "--target", "species")
    result = foldwise(*UNSEAL, "lda,tree")
    assert result.exit_code == 3
    assert (
        "error: foldwise unseal takes one model, and 2 were given: lda, tree; try the best of them by assess"
        in result.stderr
    )
