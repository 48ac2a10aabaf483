"""A Dask cluster: the bits of one process, rows sent once to each worker, lost workers, and clients that stay open."""

import logging
import socket

import pytest
from distributed import Client, LocalCluster
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import foldwise
from foldwise.engine import Settings, run
from foldwise.engine.execution.backends import batches
from foldwise.engine.execution.backends.dask_client import DaskFits, copies_kept
from foldwise.errors import InputError, Interrupted
from tests.engine.execution.backends.here import same
from tests.engine.models import Drawing, Interrupting, Sleepy
from tests.worlds import classes, partition

DATA, PARTS = classes(), partition(n=90, k=5, repeats=4)
MODELS = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(max_features=1), "dummy": DummyClassifier()}


@pytest.fixture(scope="module")
def client():
    """Two processes with a thread each."""
    with (
        copies_kept(),
        LocalCluster(2, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        client.run(loads)
        yield client


def alone(models=MODELS, **settings):
    return run(DATA, models, PARTS, Settings(jobs=1, **settings))


def loads():
    from foldwise.engine.execution.backends.remote import LOADS

    return {key: count for key, count in LOADS.items() if key.startswith("foldwise-rows")}


def test_predictions_are_those_of_one_process_and_rows_are_sent_once(client):
    usual = alone(engine="generic")
    for _ in range(2):
        assert same(run(DATA, MODELS, PARTS, Settings(engine="generic", backend=client)), usual)
    read = client.run(loads)
    assert len(read) == 2
    assert all(list(counts.values()) == [1] for counts in read.values())
    assert client.status == "running"


@pytest.mark.slow
def test_a_model_that_draws_from_what_a_worker_shares_has_the_same_bits(client):
    models = {"draws": Drawing()}
    assert same(run(DATA, models, PARTS, Settings(engine="generic", backend=client)), alone(models, engine="generic"))


def test_batches_of_a_forest_run_on_the_workers(client, monkeypatch):
    monkeypatch.setattr(batches, "WORTH_SENDING", 0.0)
    models = {"forest": RandomForestClassifier(5)}
    found = run(DATA, models, PARTS, Settings(backend=client))
    assert same(found, alone(models))
    assert found.outputs["forest"].engine == "forests (equivalent)"


def test_an_address_is_connected_to_and_left_again(client):
    address = client.scheduler.address.replace("tcp://", "dask://")
    before = len(client.run_on_scheduler(lambda dask_scheduler: list(dask_scheduler.clients)))
    result = foldwise.assess("svm", foldwise.sample("iris"), plan="kfold(3)", backend=address, progress=False)
    assert result.finding("svm", "error").estimate.value < 0.1
    assert len(client.run_on_scheduler(lambda dask_scheduler: list(dask_scheduler.clients))) == before


def test_a_worker_that_dies_costs_its_block(client, tmp_path):
    models = {"m": Sleepy(72, str(tmp_path), once=True), "nb": GaussianNB()}
    found = run(DATA, models, PARTS, Settings(engine="generic", backend=client))
    assert (tmp_path / "once").exists()
    assert same(found, alone({"m": DummyClassifier(), "nb": GaussianNB()}, engine="generic"))


def test_ctrl_c_cancels_what_is_waiting_and_leaves_the_client_open(client, monkeypatch):
    monkeypatch.setattr(Interrupting, "fits", 0)  # as the workers have it
    with pytest.raises(Interrupted):
        run(DATA, {"m": Interrupting()}, PARTS, Settings(engine="generic", backend=client, jobs=1))
    assert client.status == "running"
    assert not [key for key in client.processing() if key.startswith("foldwise-") and client.processing()[key]]


@pytest.mark.slow
def test_threads_of_a_worker_give_the_same_bits(monkeypatch):
    monkeypatch.setattr("foldwise.engine.execution.backends.remote.MOST_WAITED", 1e6)
    with (
        LocalCluster(1, threads_per_worker=3, processes=False, dashboard_address=":0") as cluster,
        Client(cluster, set_as_default=False) as threads,
    ):
        assert same(run(DATA, MODELS, PARTS, Settings(engine="generic", backend=threads)), alone(engine="generic"))
        assert DaskFits(threads, "", None, {}).slots == 3
        assert DaskFits(threads, "", 2, {}).slots == 2


def test_a_scheduler_that_is_not_there_is_one_sentence():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(InputError, match=f"no Dask scheduler answers at tcp://127.0.0.1:{port} within 10 s"):
        run(DATA, MODELS, PARTS, Settings(engine="generic", backend=f"dask://127.0.0.1:{port}"))


def test_a_closed_client_is_one_sentence():
    class Closed:
        __module__ = "distributed.client"
        asynchronous, status = False, "closed"

        def submit(self):
            """Do nothing."""

    with pytest.raises(InputError, match="the Dask client is closed; try a client that is connected"):
        run(DATA, MODELS, PARTS, Settings(engine="generic", backend=Closed()))
