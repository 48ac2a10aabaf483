"""``--save`` of predictions and models."""

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
