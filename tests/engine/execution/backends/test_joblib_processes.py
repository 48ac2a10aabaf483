"""Processes of joblib: the bits of one process, rows read once, and what becomes of a process that ends."""

import warnings

import pytest
from joblib import register_parallel_backend
from joblib._parallel_backends import ParallelBackendBase, ThreadingBackend
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise.engine import Settings, run
from foldwise.engine.execution.backends.backend import FitBlock, LostBlock
from foldwise.engine.execution.backends.joblib_processes import PROCESS_ENDED, JoblibProcesses, broadcast, quiet_spark
from foldwise.engine.execution.backends.remote import LOADS
from foldwise.errors import FitError, Interrupted
from tests.engine.execution.backends.here import same
from tests.engine.models import Drawing, Interrupting, Sleepy
from tests.worlds import classes, partition

DATA, PARTS = classes(), partition(n=90, k=5, repeats=4)
MODELS = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(max_features=1), "dummy": DummyClassifier()}
IN_TURN, IN_ROUNDS = "foldwise-test", "foldwise-rounds"


class Rounds(ThreadingBackend):
    """Gives all results at the end, as joblib-spark does."""

    supports_return_generator = False


class Unable(ParallelBackendBase):
    """Cannot be started."""

    def effective_n_jobs(self, n_jobs):
        message = "no workers here"
        raise RuntimeError(message)

    def submit(self, func, callback=None):
        """Do nothing."""

    apply_async = submit  # its name in former releases of joblib


register_parallel_backend(IN_TURN, ThreadingBackend)
register_parallel_backend(IN_ROUNDS, Rounds)
register_parallel_backend("foldwise-unable", Unable)


def alone(models=MODELS, **settings):
    return run(DATA, models, PARTS, Settings(engine="generic", jobs=1, **settings))


@pytest.mark.parametrize("name", [IN_TURN, IN_ROUNDS])
def test_any_backend_of_joblib_gives_the_bits_of_one_process(name):
    backend = JoblibProcesses(name, 2, {})
    assert same(run(DATA, MODELS, PARTS, Settings(engine="generic", backend=backend)), alone())


def test_rows_are_read_once_by_a_process_and_kept():
    """Threads of joblib are one process: the rows of two calls are read from their file a single time."""
    seen = []
    backend = JoblibProcesses(IN_TURN, 2, {})
    for _ in range(2):
        before = sum(LOADS.values())
        run(DATA, MODELS, PARTS, Settings(engine="generic", backend=backend))
        seen.append(sum(LOADS.values()) - before)
    assert seen[0] - seen[1] in (0, 1)
    assert seen[1] == 1  # the models of the second run, and no rows


@pytest.mark.slow
def test_loky_survives_a_process_that_ends(tmp_path):
    """The first process that fits resample 1 kills itself; its fits are done by others, and rows are read once by each."""
    model = {"m": Sleepy(72, str(tmp_path), once=True), "draws": Drawing()}
    backend = JoblibProcesses("loky", 2, {})
    found = run(DATA, model, PARTS, Settings(engine="generic", backend=backend))
    assert (tmp_path / "once").exists()
    assert same(found, alone({"m": DummyClassifier(), "draws": Drawing()}))


def test_loky_gives_the_bits_of_one_process():
    assert same(run(DATA, MODELS, PARTS, Settings(engine="generic", backend="loky", jobs=2)), alone())


def test_a_pool_that_breaks_loses_what_was_on_its_way(monkeypatch):
    from concurrent.futures.process import BrokenProcessPool

    backend = JoblibProcesses(IN_TURN, 2, {})

    def broken(calls):
        next(calls)
        raise BrokenProcessPool
        yield

    monkeypatch.setattr(backend, "_results", broken)
    block = FitBlock((("m", 0),))
    assert list(backend._parallel(None, None, iter([block]))) == [(block, LostBlock(PROCESS_ENDED))]


def test_a_backend_that_cannot_work_is_one_sentence():
    with pytest.raises(
        FitError, match=r"workers of backend 'foldwise-unable' cannot do their work \(RuntimeError: no wor"
    ):
        run(DATA, MODELS, PARTS, Settings(engine="generic", backend=JoblibProcesses("foldwise-unable", 2, {})))


# Filters of warnings are those of all threads, and one that fits may put them back while joblib tells of what is cancelled.
@pytest.mark.filterwarnings("ignore:.*still being processed by the workers")
def test_ctrl_c_of_a_model_ends_the_run():
    Interrupting.fits = 0
    with pytest.raises(Interrupted):
        run(DATA, {"m": Interrupting()}, PARTS, Settings(engine="generic", backend=JoblibProcesses(IN_TURN, 2, {})))


def test_a_broadcast_is_read_once():
    class Sent:
        reads = 0

        @property
        def value(self):
            self.reads += 1
            return DATA

    sent = Sent()
    parcel = broadcast("broadcast-of-a-test", sent)
    assert parcel.open() is parcel.open() is DATA
    assert sent.reads == 1


def test_only_warnings_of_spark_are_left_out():
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        with quiet_spark():
            warnings.warn_explicit("of its scheduling", UserWarning, "backend.py", 1, module="joblibspark.backend")
            warnings.warn_explicit("of the rows", UserWarning, "ours.py", 1, module="foldwise.data")
    assert [str(one.message) for one in heard] == ["of the rows"]


@pytest.mark.slow
def test_spark_gives_the_bits_of_one_process():
    pytest.importorskip("pyspark")
    pytest.importorskip("joblibspark")
    assert same(run(DATA, MODELS, PARTS, Settings(engine="generic", backend="spark", jobs=2)), alone())
