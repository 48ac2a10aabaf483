"""A worker reads what was sent once, fits one at a time, and gives the bits of one process."""

import pickle
import sys
import threading
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn import config_context
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_info, threadpool_limits

from foldwise.engine.execution.backends import remote
from foldwise.engine.execution.backends.backend import BatchBlock, FitBlock
from foldwise.engine.execution.backends.dispatch import job_of
from foldwise.engine.execution.backends.remote import (
    LOADS,
    InlineParcel,
    do_block,
    kept,
    one_native_thread,
    prepare_job,
    versions_of_worker,
    write_parcel,
)
from foldwise.engine.execution.execute import INTERRUPTED, fit_one, pack_fitting
from foldwise.engine.single_fits.generic import prepare_fitting
from tests.engine.models import Deadly, Drawing, Interrupting, Leaving
from tests.worlds import classes, partition

DATA, PARTS = classes(), partition(n=90, k=5)


def fitting(model):
    return prepare_fitting("m", model, DATA, PARTS, seed=0)


def sent(model, **told):
    job = job_of(PARTS, packed={"m": pack_fitting(fitting(model))[0]}, **told)
    return InlineParcel("rows", DATA), InlineParcel(job.key, job)


def test_a_block_gives_the_results_of_its_fits():
    reply = do_block(*sent(Drawing()), FitBlock((("m", 3), ("m", 1))))
    for name, result in reply.results:
        alone = fit_one(fitting(Drawing()), result.resample, checked=False)
        assert name == "m"
        assert result.outputs.scores.tobytes() == alone.outputs.scores.tobytes()
    assert [result.resample for _, result in reply.results] == [3, 1]


def test_a_block_that_was_called_back_ends_with_the_fit_it_is_at(monkeypatch):
    told = iter([False, True])
    monkeypatch.setattr(remote, "called_back", lambda: next(told))
    reply = do_block(*sent(GaussianNB()), FitBlock((("m", 0), ("m", 1), ("m", 2))))
    assert [result.resample for _, result in reply.results] == [0]


def test_a_task_of_dask_knows_that_it_was_cancelled(monkeypatch):
    tasks = {"mine": SimpleNamespace(state="executing")}
    worker = SimpleNamespace(state=SimpleNamespace(tasks=tasks))
    assert not remote.called_back()  # no task at all
    dask = SimpleNamespace(thread_state=SimpleNamespace(key="mine"), get_worker=lambda: worker)
    monkeypatch.setitem(sys.modules, "distributed.worker", dask)
    assert not remote.called_back()
    tasks["mine"].state = "cancelled"
    assert remote.called_back()


def test_what_was_sent_is_read_once(tmp_path):
    parcel = write_parcel(DATA, tmp_path / "rows-of-a-test")
    first = parcel.open()
    assert parcel.open() is first
    assert LOADS[parcel.key] == 1
    assert isinstance(first.X, np.memmap)
    carried = pickle.loads(pickle.dumps(InlineParcel("carried-in-a-test", DATA)))
    assert LOADS["carried-in-a-test"] == 1
    assert carried.open().n == DATA.n


def test_a_parcel_whose_file_is_gone_says_so(tmp_path):
    parcel = write_parcel(DATA, tmp_path / "gone")
    (tmp_path / "gone").unlink()
    with pytest.raises(OSError, match="FileNotFoundError"):
        parcel.open()


def test_the_oldest_are_let_go():
    kept("first-of-many", lambda: 1)
    for at in range(remote.MOST_KEPT):
        kept(f"another-{at}", lambda: 2)
    assert kept("first-of-many", lambda: 3) == 3


def test_a_model_that_cannot_be_read_is_refused_and_not_fitted():
    job = job_of(PARTS, packed={"m": b"no pickle", "n": pack_fitting(fitting(GaussianNB()))[0]})
    reply = do_block(InlineParcel("rows", DATA), InlineParcel(job.key, job), FitBlock((("m", 0), ("n", 0))))
    assert [name for name, _ in reply.results] == ["n"]
    assert "UnpicklingError" in reply.refused["m"]


def test_whatever_a_model_raises_is_a_result():
    assert do_block(*sent(Leaving(72)), FitBlock((("m", 0),))).results[0][1].cause == "SystemExit: 3"
    Interrupting.fits = 7
    assert do_block(*sent(Interrupting()), FitBlock((("m", 0),))).results[0][1].cause == INTERRUPTED


def test_a_worker_with_other_versions_does_nothing(monkeypatch):
    rows, job = sent(GaussianNB())
    monkeypatch.setattr(remote, "versions_of_worker", lambda: versions_of_worker() | {"scikit-learn": "0.1"})
    reply = do_block(rows, job, FitBlock((("m", 0),)))
    assert reply.results == ()
    assert "has scikit-learn 0.1 and not" in reply.unlike


@pytest.mark.slow
def test_a_fit_that_ended_a_worker_is_done_in_a_process_of_its_own():
    reply = do_block(*sent(Deadly(0, 72)), FitBlock((("m", 0),), apart=True))
    assert reply.results[0][1].cause == "the process died, probably for lack of memory"


def test_threads_of_one_process_take_turns(monkeypatch):
    monkeypatch.setattr(remote, "MOST_WAITED", 1e6)
    rows, job = sent(DecisionTreeClassifier(max_features=1))
    do_block(rows, job, FitBlock((("m", 0),)))
    replies = []
    block = FitBlock(tuple(("m", r) for r in range(5)))
    threads = [threading.Thread(target=lambda: replies.append(do_block(rows, job, block))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    bits = {b"".join(result.outputs.scores.tobytes() for _, result in reply.results) for reply in replies}
    assert (len(replies), len(bits)) == (4, 1)


def test_threads_that_have_waited_long_have_processes_of_their_own(monkeypatch):
    monkeypatch.setattr(remote, "MOST_WAITED", 0.0)
    used = []
    monkeypatch.setattr(remote, "_fits_apart", lambda *told: used.append(told[2]) or [])
    with remote._FITTING:
        do_block(*sent(GaussianNB()), FitBlock((("m", 2),)))
    assert used == [[("m", 2)]]


def test_the_configuration_of_scikit_learn_travels():
    with config_context(enable_metadata_routing=True):
        rows, job = sent(GaussianNB())
    assert job.value.settings["sklearn"]["enable_metadata_routing"] is True
    assert do_block(rows, job, FitBlock((("m", 0),))).results[0][1].cause == ""


def test_native_libraries_have_one_thread_until_the_last_block_is_done():
    with threadpool_limits(2):
        with one_native_thread():
            with one_native_thread():
                pass
            assert {one["num_threads"] for one in threadpool_info()} == {1}
        assert {one["num_threads"] for one in threadpool_info()} == {2}


def test_a_batch_of_a_family_that_is_not_there_is_an_error():
    with pytest.raises(KeyError):
        prepare_job(
            InlineParcel("r", DATA), job_of(PARTS, packed={}, batched={"m": pickle.dumps((GaussianNB(), "none"))})
        )
    assert BatchBlock(("m",), 0, 1).last == 1
