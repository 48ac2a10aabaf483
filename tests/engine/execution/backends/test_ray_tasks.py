"""A Ray cluster: the bits of one process, rows read once by each worker, lost workers, and a session that stays open."""

import socket
import warnings

import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise.engine import Settings, run
from foldwise.engine.execution.backends.ray_tasks import RayFits, local_session
from foldwise.errors import InputError
from tests.engine.execution.backends.here import same
from tests.engine.models import Drawing, Sleepy
from tests.worlds import classes, partition

DATA, PARTS = classes(), partition(n=90, k=5, repeats=4)
MODELS = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(max_features=1), "dummy": DummyClassifier()}


@pytest.fixture(scope="module")
def session():
    """Two workers; Ray takes seconds to start, so that one session serves all tests of it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import ray

        ray.init(**local_session(2), log_to_driver=False, logging_level="ERROR")
        yield ray
        ray.shutdown()


def alone(models=MODELS, **settings):
    return run(DATA, models, PARTS, Settings(engine="generic", jobs=1, **settings))


def test_predictions_are_those_of_one_process_and_rows_are_read_once(session, monkeypatch):
    from foldwise.engine.execution.backends import dispatch

    seen = {}
    usual = dispatch.refuse_unlike
    monkeypatch.setattr(
        dispatch, "refuse_unlike", lambda reply: seen.update({reply.worker: reply.loads}) or usual(reply)
    )
    for _ in range(2):
        assert same(run(DATA, MODELS, PARTS, Settings(engine="generic", backend="ray")), alone())
    assert set(seen.values()) == {1}
    assert session.is_initialized()


def test_a_session_in_use_is_taken_and_never_ended(session):
    backend = RayFits("", None, {})
    backend.open()
    assert backend.slots == 2
    assert RayFits("", 1, {}).slots == 1
    assert RayFits("", None, {"num_cpus": 2}).slots == 1
    backend.close()
    assert session.is_initialized()


@pytest.mark.slow
@pytest.mark.usefixtures("session")
def test_a_worker_that_dies_costs_its_block(tmp_path):
    models = {"m": Sleepy(72, str(tmp_path), once=True), "draws": Drawing()}
    found = run(DATA, models, PARTS, Settings(engine="generic", backend="ray"))
    assert (tmp_path / "once").exists()
    assert same(found, alone({"m": DummyClassifier(), "draws": Drawing()}))


def test_a_cluster_that_is_not_there_is_one_sentence(monkeypatch):
    monkeypatch.setattr("ray.is_initialized", lambda: False)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(InputError, match=f"no Ray cluster answers at ray://127.0.0.1:{port} within 10 s"):
        run(DATA, MODELS, PARTS, Settings(engine="generic", backend=f"ray://127.0.0.1:{port}"))
