"""``--format``, ``--report``, ``--charts`` and ``--mlflow``."""

import json

import pytest

from tests.cli.running import QUICK, foldwise


@pytest.mark.parametrize(
    ("form", "start"),
    [
        ("table", "iris.csv  150 rows"),
        ("csv", "model,measure,value"),
        ("md", "# assess · iris.csv"),
        ("latex", "% assess · iris.csv"),
    ],
)
def test_the_result_is_printed_in_the_form_asked_for(form, start):
    assert foldwise(*QUICK, "--format", form).stdout.startswith(start)


def test_json_is_one_document_by_either_option():
    first, second = (json.loads(foldwise(*QUICK, *form).stdout) for form in (["--json"], ["--format", "json"]))
    del first["times"], second["times"]
    assert first == second


def test_two_forms_at_once_are_refused():
    found = foldwise(*QUICK, "--json", "--format", "csv")
    assert (found.exit_code, "--json prints JSON, and --format asks for csv" in found.stderr) == (2, True)


def test_the_former_meaning_is_understood_with_a_note():
    found = foldwise(*QUICK, "--format", "cvs")
    assert "the format of FILE is now --file-format cvs" in found.stderr
    assert found.exit_code == 3


def test_a_page_that_cannot_be_written_is_refused_before_anything_is_fitted(tmp_path):
    for path, said in (("report.pdf", "is no name of one"), ("no/report.html", "there is no folder")):
        found = foldwise(*QUICK, "--report", str(tmp_path / path))
        assert (found.exit_code, said in found.stderr) == (3, True)
        assert not found.stdout


def test_a_result_is_logged_to_mlflow_and_said_where(tmp_path, monkeypatch):
    pytest.importorskip("mlflow")
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    monkeypatch.chdir(tmp_path)
    found = foldwise(*QUICK, "--mlflow", (tmp_path / "runs").as_uri())
    assert (found.exit_code, "MLflow  run " in found.stdout) == (0, True)
    quiet = foldwise(*QUICK, "--json", "--mlflow", (tmp_path / "runs").as_uri())
    assert json.loads(quiet.stdout)["verb"] == "assess"
    assert "MLflow  run " in quiet.stderr


def test_a_result_that_mlflow_does_not_take_is_printed_all_the_same(monkeypatch):
    pytest.importorskip("mlflow")
    monkeypatch.setenv("MLFLOW_HTTP_REQUEST_MAX_RETRIES", "0")
    found = foldwise(*QUICK, "--mlflow", "http://127.0.0.1:1")
    assert (found.exit_code, found.stdout.startswith("iris.csv  150 rows")) == (0, True)
    assert "note: not logged to MLflow: MLflow at 'http://127.0.0.1:1' did not take the result" in found.stderr
