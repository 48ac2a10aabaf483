"""Runs are written by MLflow itself, into a store under a temporary folder."""

import sys
from unittest.mock import patch

import pytest

import foldwise
from foldwise.errors import InputError, MissingExtraError
from foldwise.tracking import write_runs

RESULT = foldwise.score([0, 1, 1, 0] * 20, {"a": [0, 1, 0, 0] * 20, "b": [0, 1, 1, 1] * 20}, measures="error")


@pytest.fixture
def store(tmp_path, monkeypatch):
    """A store of files, which takes no seconds to set up as a database does."""
    pytest.importorskip("mlflow")
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    monkeypatch.chdir(tmp_path)
    return (tmp_path / "runs").as_uri()


def check(run, uri):
    from mlflow import MlflowClient

    client = MlflowClient(uri)
    parent = client.get_run(run.run_id)
    assert parent.info.status == "FINISHED"
    assert parent.data.tags["foldwise.pair.error.a - b"] == "undecided"
    assert {one.path for one in client.list_artifacts(run.run_id)} == {"report.html", "rows.csv", "result.foldwise"}
    nested = client.get_run(run.models["a"])
    assert nested.data.tags["mlflow.parentRunId"] == run.run_id
    finding = RESULT.finding("a", "error")
    assert nested.data.metrics["error"] == finding.estimate.value
    assert nested.data.metrics["error_lower"] == finding.interval.low
    kept = client.download_artifacts(run.run_id, "result.foldwise")
    assert foldwise.load(kept).to_frame().equals(RESULT.to_frame())
    assert client.get_experiment(run.experiment_id).name == "mine"


def test_a_parent_run_holds_nested_ones_and_the_result(store):
    run = foldwise.log_to_mlflow(RESULT, experiment="mine", tracking_uri=store)
    check(run, store)
    again = foldwise.log_to_mlflow(RESULT, experiment="mine", tracking_uri=store)
    assert (again.experiment_id, again.run_id == run.run_id) == (run.experiment_id, False)
    assert str(run) == f"run {run.run_id} of experiment {run.experiment_id} at {store}"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # MLflow's own, of its database library
@pytest.mark.usefixtures("store")
def test_a_database_takes_the_same(tmp_path):
    uri = f"sqlite:///{tmp_path / 'mlflow.db'}"
    check(foldwise.log_to_mlflow(RESULT, experiment="mine", tracking_uri=uri), uri)


@pytest.mark.usefixtures("store")
def test_a_server_that_is_not_there_is_told_in_one_sentence(monkeypatch):
    monkeypatch.setenv("MLFLOW_HTTP_REQUEST_MAX_RETRIES", "0")
    with pytest.raises(
        InputError, match=r"MLflow at 'http://127.0.0.1:1' did not take the result \(\w+: .*try the address"
    ):
        write_runs(RESULT, experiment=None, tracking_uri="http://127.0.0.1:1")


def test_without_the_package_the_extra_is_named():
    with patch.dict(sys.modules, {"mlflow": None}), pytest.raises(MissingExtraError, match=r"foldwise\[mlflow\]"):
        foldwise.log_to_mlflow(RESULT)
