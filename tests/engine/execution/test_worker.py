"""A worker does what it is told, and what a model raises does not end it."""

import io
import os
import queue
import subprocess
import sys
from contextlib import ExitStack

import joblib
import pytest
from sklearn import get_config
from sklearn.naive_bayes import GaussianNB

from foldwise.engine.execution.execute import pack_fitting
from foldwise.engine.execution.processes import read_frame, write_frame
from foldwise.engine.execution.worker import Server
from foldwise.engine.single_fits.generic import prepare_fitting
from tests.engine.models import Interrupting, Splitting
from tests.worlds import classes, partition

DATA = classes()


class Loud(GaussianNB):
    """Prints while it is fitted."""

    def fit(self, X, y, sample_weight=None):
        print("noise", flush=True)  # noqa: T201
        return super().fit(X, y, sample_weight)


@pytest.fixture
def process():
    program = "from foldwise.engine.execution.worker import main; main()"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", program], env=os.environ, **pipes) as started:
        yield started
        started.kill()


def test_what_a_model_prints_does_not_get_between_the_replies(process, tmp_path):
    path = tmp_path / "own" / "dataset"
    path.parent.mkdir()
    joblib.dump(DATA, path)
    assert read_frame(process.stdout) == "ready"
    write_frame(process.stdin, ("load", "bad", b""))
    assert read_frame(process.stdout) == "there are no rows"
    write_frame(process.stdin, ("begin", "", (str(path), get_config())))
    assert read_frame(process.stdout) == ""
    write_frame(process.stdin, ("load", "bad", b"no pickle"))
    assert "UnpicklingError" in read_frame(process.stdout)
    packed, _ = pack_fitting(prepare_fitting("m", Loud(), DATA, partition(n=90, k=5), seed=0))
    write_frame(process.stdin, ("load", "m", packed))
    assert read_frame(process.stdout) == ""
    write_frame(process.stdin, ("fit", "m", [2, 4]))
    found = [read_frame(process.stdout) for _ in range(2)]
    assert [(one.resample, one.cause, one.outputs.size) for one in found] == [(2, "", 18), (4, "", 18)]
    process.stdin.close()
    assert process.wait(60) == 0
    assert b"noise" in process.stderr.read()
    assert not path.exists()


def served(model, tmp_path):
    joblib.dump(DATA, tmp_path / "dataset")
    server = Server(io.BytesIO(), set(), ExitStack())
    assert server.begin(str(tmp_path / "dataset"), {"sklearn": get_config()}) == ""
    assert server.load("m", pack_fitting(prepare_fitting("m", model, DATA, partition(n=90, k=5), seed=0))[0]) == ""
    return server


def test_a_model_that_interrupts_says_so(tmp_path):
    server = served(Interrupting(), tmp_path)
    Interrupting.fits = 7
    assert server.fit("m", 1).cause == "KeyboardInterrupt"


def test_a_process_that_a_model_forks_does_not_go_on_serving(tmp_path):
    own = os.getpid()
    assert served(Splitting(), tmp_path).fit("m", 1).cause == ""
    assert os.getpid() == own


def test_parameters_are_validated_until_a_fit_succeeds(tmp_path):
    server = served(GaussianNB(var_smoothing=-1.0), tmp_path)
    assert all(server.fit("m", r).cause.startswith("InvalidParameterError") for r in (0, 1))
    server = served(GaussianNB(), tmp_path)
    assert server.fit("m", 0).cause == ""
    assert server.validated == {"m"}


def test_a_worker_that_waits_in_vain_ends(monkeypatch):
    monkeypatch.setattr("foldwise.engine.execution.worker.IDLE_SECONDS", 0.01)
    replies = io.BytesIO()
    Server(replies, set(), ExitStack()).run(queue.SimpleQueue())
    replies.seek(0)
    assert read_frame(replies) == "ready"


@pytest.mark.parametrize("told", [None, "gone/dataset"])
def test_a_run_that_ends_while_a_worker_starts_is_no_error(process, told, tmp_path):
    if told is not None:
        write_frame(process.stdin, ("begin", "", (str(tmp_path / told), get_config())))
    process.stdin.close()
    assert process.wait(60) == 0
    assert process.stderr.read() == b""
