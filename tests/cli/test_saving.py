"""``--save`` of predictions and models."""

import json
from pathlib import Path

import pytest

from foldwise.cli.saving import MODEL, PREDICTIONS, check_writable
from foldwise.errors import InputError
from tests.cli.running import IRIS, foldwise

ASSESS = ("assess", IRIS, "-t", "species", "--no-store", "--measure", "error")


def test_a_model_is_kept_and_used(tmp_path):
    path = tmp_path / "m.skops"
    assert foldwise(*ASSESS, "-m", "lda", "--save", str(path)).exit_code == 0
    assert foldwise("predict", str(path), IRIS).stdout.startswith("prediction,probability of")


def test_the_chosen_model_is_kept(tmp_path):
    path = tmp_path / "m.skops"
    select = ("select", IRIS, "-t", "species", "--no-store", "-m", "knn", "-g", "n_neighbors=1,5")
    assert foldwise(*select, "--save", str(path)).exit_code == 0
    assert "n_neighbors" in foldwise("predict", str(path), "--card").stdout


def test_a_result_that_cannot_be_kept_has_been_printed(tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("foldwise.reports.saved.result_file.write_archive", full)
    options = ("--save", str(tmp_path / "x.foldwise"), "--report", str(tmp_path / "x.html"), "--json")
    found = foldwise(*ASSESS, "-m", "lda", "--plan", "kfold(3)", *options)
    assert json.loads(found.stdout)["verb"] == "assess"
    assert (found.exit_code, "No space left on device" in found.stderr) == (3, True)
    assert (tmp_path / "x.html").exists()
    assert not (tmp_path / "x.foldwise").exists()


@pytest.mark.parametrize("option", ["--save", "--report", "--charts"])
def test_a_path_without_a_name_is_refused(option):
    found = foldwise(*ASSESS, "-m", "lda", option, "")
    assert (found.exit_code, f"try {option} " in found.stderr) == (3, True)


@pytest.mark.parametrize(
    ("models", "message"),
    [((), "none were named"), (("-m", "lda", "-m", "tree"), "2 were named")],
)
def test_one_model_must_be_named(tmp_path, models, message):
    found = foldwise(*ASSESS, *models, "--save", str(tmp_path / "m.skops"))
    assert (found.exit_code, message in found.stderr) == (3, True)


@pytest.mark.parametrize(
    ("name", "endings", "message"),
    [
        ("p.csv", PREDICTIONS, "predictions are saved as .npz or .parquet, not as 'p.csv'"),
        (
            "p.pkl",
            (*PREDICTIONS, MODEL),
            "predictions are saved as .npz or .parquet, a model as .skops, not as 'p.pkl'",
        ),
        ("p.npz", (MODEL,), "a model is saved as .skops, not as 'p.npz'"),
        ("nowhere/p.npz", PREDICTIONS, "there is no folder"),
    ],
)
def test_what_is_refused_before_anything_is_fitted(name, endings, message):
    with pytest.raises(InputError) as refused:
        check_writable(Path(name), endings)
    assert message in str(refused.value)


SCORED = "y,a\n" + "1,1\n0,0\n1,0\n0,0\n" * 10
KEPT = {
    "certify": ("certify", IRIS, "-t", "species", "-m", "lda", "--simulations", "5", "--plan", "kfold(5)"),
    "compare": ("compare", IRIS, IRIS, "-t", "species", "-m", "lda", "-m", "knn", "--no-store", "--plan", "kfold(5)"),
    "diagnose": ("diagnose", IRIS, "-t", "species", "-m", "lda", "--no-store", "--part", "fit", "--plan", "kfold(5)"),
    "improve": (
        *("improve", IRIS, "-t", "species", "-m", "tree", "--no-store", "--plan", "kfold(5)"),
        *("--variant", "boosting", "--measure", "error"),
    ),
    "permutation-test": ("permutation-test", IRIS, "-t", "species", "-m", "lda", "--permutations", "9"),
    "score": ("score", "scored.csv", "-t", "y", "--predicted", "a"),
}


@pytest.mark.parametrize("verb", KEPT)
def test_a_result_of_every_verb_is_kept_and_shown_again(tmp_path, monkeypatch, verb):
    monkeypatch.chdir(tmp_path)
    Path("scored.csv").write_text(SCORED, encoding="utf-8")
    kept = foldwise(*KEPT[verb], "--save", "x.foldwise")
    assert kept.exit_code == 0, kept.stderr
    again = foldwise("report", "x.foldwise", "--format", "table")
    assert again.exit_code == 0
    assert again.stdout.split("\n")[:2] == kept.stdout.split("\n")[:2]
    refused = foldwise(*KEPT[verb], "--save", "x.csv")
    assert (refused.exit_code, ".foldwise" in refused.stderr) == (3, True)
