"""Worker processes: the same bits, one lost fit at most, a time limit, and nothing left running."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier

from foldwise.engine import Settings, run
from foldwise.engine.execution.execute import INTERRUPTED, Result
from foldwise.engine.execution.pool import Pool, died
from foldwise.engine.execution.processes import Session
from foldwise.engine.single_fits.generic import prepare_fitting
from foldwise.errors import FitError, FoldwiseWarning
from foldwise.plans import Partition
from tests.engine.models import Forking, Hungry, Pausing, Sharing, Sleepy, Unpicklable
from tests.worlds import classes, partition

DATA = classes()
PARTS = Partition(np.repeat(np.arange(5), [10, 20, 20, 25, 15])[None, :], 5, plan="kfold(5)")
"""Training sets of 80, 70, 70, 65 and 75 rows."""
PLAIN = run(DATA, {"m": DummyClassifier()}, PARTS, Settings(engine="generic", jobs=1)).of("m")


def predictions(model, **settings):
    return run(DATA, {"m": model}, PARTS, Settings(engine="generic", on_failure="record", **settings))


def test_a_fit_that_takes_too_long_is_ended_and_only_that():
    start = time.monotonic()
    found = predictions(Sleepy(65), jobs=1, timeout=2)
    assert time.monotonic() - start < 50
    assert [(one.resample, one.cause) for one in found.failures] == [(3, "it took longer than the 2 s a fit may take")]
    kept = PLAIN.resample != 3
    np.testing.assert_array_equal(found.of("m").scores, PLAIN.scores[kept])


def test_a_fit_that_takes_too_much_memory_is_ended_and_only_that():
    found = predictions(Hungry(65), jobs=1, memory_limit="700MB")
    told = "it took more memory than the 700 MB a fit may take"
    assert [(one.resample, one.cause) for one in found.failures] == [(3, told)]
    kept = PLAIN.resample != 3
    np.testing.assert_array_equal(found.of("m").scores, PLAIN.scores[kept])


def test_a_fit_whose_worker_was_killed_is_done_again(tmp_path):
    found = predictions(Sleepy(65, str(tmp_path), once=True), jobs=2)
    assert (tmp_path / "once").exists()
    assert found.failures == ()
    np.testing.assert_array_equal(found.of("m").scores, PLAIN.scores)


def test_a_model_that_cannot_travel_is_fitted_here():
    found = predictions(Unpicklable(), jobs=2)
    np.testing.assert_array_equal(found.of("m").scores, PLAIN.scores)


def test_a_model_whose_constants_were_changed_here_is_fitted_here(monkeypatch):
    monkeypatch.setattr("tests.engine.models.SHARE", 0.5)
    with pytest.warns(FoldwiseWarning, match="fits of 'm' are done in this process alone: its code, or a constant"):
        found = predictions(Sharing(), jobs=2)
    assert set(found.of("m").scores[:, 0]) == {0.5}


def test_rows_that_cannot_be_written_are_fitted_here(monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("joblib.dump", full)
    monkeypatch.setattr("foldwise.engine.execution.pool.SESSION", Session())
    np.testing.assert_array_equal(predictions(DummyClassifier(), jobs=2).of("m").scores, PLAIN.scores)


def test_where_no_process_can_be_started_fits_are_done_here(monkeypatch):
    def refuse(*_, **__):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    monkeypatch.setattr("foldwise.engine.execution.pool.SESSION", Session())
    np.testing.assert_array_equal(predictions(DummyClassifier(), jobs=2).of("m").scores, PLAIN.scores)


def test_a_model_that_cannot_travel_has_no_time_limit():
    with pytest.raises(FitError, match="a time limit needs other processes, and the model cannot be sent to one"):
        run(DATA, {"m": Unpicklable()}, PARTS, Settings(timeout=9, engine="generic"))


PROGRAM = """
import sys
from foldwise.engine import Settings, run
from foldwise.errors import Interrupted
from tests.engine.models import Forking
from tests.engine.execution.test_pool import DATA, PARTS
try:
    run(DATA, {"m": Forking(70, sys.argv[1])}, PARTS, Settings(engine="generic", jobs=2))
except Interrupted as stopped:
    print(stopped)
"""


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


@pytest.mark.parametrize("how", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
def test_nothing_is_left_running_nor_printed_by_workers(tmp_path, how):
    command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen(command, text=True, start_new_session=True, **pipes)
    assert wait_for(lambda: len(list(tmp_path.iterdir())) == 4), process.communicate()
    workers = [int(path.name) for path in tmp_path.iterdir()]  # with what the model has started in each
    os.killpg(process.pid, how)
    out, err = process.communicate(timeout=60)
    assert "Traceback" not in err
    assert out.startswith("stopped after") if how is signal.SIGINT else process.returncode == -how
    assert wait_for(lambda: not any(map(is_alive, workers)))


@pytest.fixture
def session(monkeypatch):
    """Workers of one test alone: what other tests have started, or spent, is not seen."""
    own = Session()
    monkeypatch.setattr("foldwise.engine.execution.pool.SESSION", own)
    yield own
    own.close()


def kept(session):
    """The processes that wait for the next call, once none is in use or being started."""
    assert wait_for(lambda: session.idle and {one for one in session.all if one.is_alive()} == set(session.idle))
    return {worker.process.pid for worker in session.idle}


def test_workers_are_kept_for_the_next_call_and_replaced_where_they_were_killed(session):
    predictions(DummyClassifier(), jobs=2, timeout=60)
    first = kept(session)
    for _ in range(30):  # nor is the one that did the last fit ended when the call ends
        found = predictions(DummyClassifier(), jobs=len(first), timeout=60)
        np.testing.assert_array_equal(found.of("m").scores, PLAIN.scores)
    assert kept(session) == first
    for worker in session.idle:
        worker.process.kill()
        worker.process.wait()
    again = predictions(DummyClassifier(), jobs=1, timeout=60).of("m")
    np.testing.assert_array_equal(again.scores, PLAIN.scores)
    assert not first & kept(session)


def tasks(model, name="m", resamples=PARTS):
    fitting = prepare_fitting(name, model, DATA, resamples, seed=0)
    return [(fitting, r) for r in range(resamples.count)]


def test_cheap_fits_are_done_here():
    pool = Pool(tasks(DummyClassifier()), 2)
    found = {result.resample: os.getpid() for _, result in pool.run()}
    assert len(found) == 5
    assert pool.workers == []


def test_a_first_fit_that_takes_long_has_workers_started_meanwhile(monkeypatch):
    monkeypatch.setattr(Pool, "_cost", lambda _: 0.1)
    started = threading.Event()
    pool = Pool(tasks(Pausing(0.5)), 2)
    monkeypatch.setattr(pool, "start", started.set)
    steps = pool.run()
    next(steps)
    assert started.is_set()
    steps.close()


def test_a_worker_that_is_ended_with_its_call_is_held_no_longer(session):
    pool = Pool(tasks(DummyClassifier()), 2)
    worker = session.take(lambda: not pool.closed)
    worker.active = True
    pool.workers.append(worker)
    pool.close()
    assert not session.held  # it would keep the rows of the call in memory, and let the next call wait
    assert not worker.is_alive()


def test_short_fits_are_sent_together_and_leave_enough_for_all():
    pool = Pool(tasks(DummyClassifier(), resamples=partition(n=90, k=30)), 2)
    fitting = pool.waiting[0][0]
    assert pool._chunk(fitting) == 1
    pool.spent["m"] = 10, 0.01
    assert pool._chunk(fitting) == 5
    pool.spent["m"] = 10, 0.1
    assert pool._chunk(fitting) == 2


@pytest.mark.parametrize(
    ("code", "told"), [(3, "with exit code 3"), (-9, "probably for lack of memory"), (-11, "(SIGSEGV)")]
)
def test_a_process_that_ended_tells_how(code, told):
    assert told in died(code)


@pytest.mark.parametrize(
    ("ends", "limit", "cause"),
    [
        (False, 2, "it took longer than the 2 s a fit may take"),
        pytest.param(True, 600, "the process died, probably for lack of memory", marks=pytest.mark.slow),
    ],
)
@pytest.mark.usefixtures("session")
def test_a_process_that_a_fit_has_started_ends_with_it(tmp_path, ends, limit, cause):
    start = time.monotonic()
    found = predictions(Forking(75, str(tmp_path), ends=ends), jobs=1, timeout=limit)
    assert time.monotonic() - start < 300  # where what the fit has started takes 600
    assert [(one.resample, one.cause) for one in found.failures] == [(4, cause)]
    started = [int(path.name) for path in tmp_path.iterdir()]
    assert len(started) == (4 if ends else 2)  # a fit that ends its process is done again
    assert wait_for(lambda: not any(map(is_alive, started)))


def test_a_model_that_interrupts_another_process_interrupts_this_one():
    work = tasks(DummyClassifier())
    pool = Pool(work, 2)
    pool.back.put((work[0][0], Result(0, None, cause=INTERRUPTED)))
    with pytest.raises(KeyboardInterrupt):
        next(pool.run())


class Coming:
    """A worker that is being started, and never gets ready."""

    ready = False

    def is_alive(self):
        return True

    def stop(self):
        return 0


def test_workers_that_are_being_started_for_an_earlier_call_are_not_started_again(monkeypatch):
    session = Session()
    monkeypatch.setattr("foldwise.engine.execution.pool.SESSION", session)
    session.spent = 100.0
    session.held = {Coming(): lambda: False, Coming(): lambda: False}
    pool = Pool(tasks(DummyClassifier()), 2)
    assert len(list(pool.run())) == 5
    assert len(session.all) == 0
