"""`foldwise predict`."""

import io
import json

import pandas as pd
import pytest

from foldwise import assess, sample, save_model
from tests.cli.running import foldwise


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("predict")
    iris = sample("iris")
    save_model(assess("lda", iris, measures="error"), folder / "m.skops")
    iris.X.head(5).assign(sepal_width=[3.0, 3.0, 99.0, 3.0, 3.0], id=1).to_csv(folder / "new.csv", index=False)
    return str(folder / "m.skops"), str(folder / "new.csv"), folder


def test_predictions_go_to_standard_output_and_notes_do_not(files):
    found = foldwise("predict", *files[:2])
    frame = pd.read_csv(io.StringIO(found.stdout))
    assert frame["prediction"].tolist() == ["setosa"] * 5
    assert "note: 1 of 5 rows has sepal_width outside" in found.stderr
    assert "left out: id" in found.stderr


def test_a_table_is_written_and_a_page_printed(files):
    out = files[2] / "p.csv"
    found = foldwise("predict", *files[:2], "--out", str(out))
    assert found.stdout.startswith("lda predicts species of 5 rows")
    assert len(pd.read_csv(out)) == 5


def test_json(files):
    record = json.loads(foldwise("predict", *files[:2], "--json").stdout)
    assert [one["what"] for one in record["unlike"]] == ["outside"]


def test_the_card_alone(files):
    assert "trained on 150 rows of iris" in foldwise("predict", files[0], "--card").stdout
    assert json.loads(foldwise("predict", files[0], "--card", "--json").stdout)["name"] == "lda"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["{model}"], 2, "FILE holds the rows to predict"),
        (["{model}", "{new}", "--card"], 2, "FILE holds the rows to predict"),
        (["{new}", "{new}"], 3, "models are saved as .skops"),
        (["{model}", "{new}", "--out", "p.xls"], 3, "written as .csv or .parquet"),
        (["{model}", "{new}", "--out", "{folder}/nowhere/p.csv"], 3, "cannot be written"),
        (["{model}", "nowhere.csv"], 3, "nowhere.csv"),
    ],
)
def test_wrong_requests_get_a_sentence(files, arguments, code, message):
    model, new, folder = files
    found = foldwise("predict", *(text.format(model=model, new=new, folder=folder) for text in arguments))
    assert (found.exit_code, message in found.stderr) == (code, True)


def test_json_and_a_table_are_both_written(files):
    out = files[2] / "both.csv"
    assert json.loads(foldwise("predict", *files[:2], "--json", "--out", str(out)).stdout)["rows"] == 5
    assert len(pd.read_csv(out)) == 5


def test_a_table_without_a_name_is_refused():
    told = foldwise("predict", "m.skops", "new.csv", "--out", ".").output
    assert "predictions are written as .csv or .parquet" in told
    assert "--out predictions.csv" in told
