"""A worker answers what it is asked, and what a model raises does not end it."""

import os
import subprocess
import sys

import joblib
import pytest
from sklearn import get_config
from sklearn.naive_bayes import GaussianNB

from foldwise.engine.execute import pack
from foldwise.engine.generic import prepare
from foldwise.engine.pool import read_frame, write_frame
from foldwise.engine.worker import answer
from tests.engine.models import Interrupting
from tests.worlds import classes, partition

DATA = classes()


class Loud(GaussianNB):
    """Prints while it is fitted."""

    def fit(self, X, y, sample_weight=None):
        print("noise", flush=True)  # noqa: T201
        return super().fit(X, y, sample_weight)


@pytest.fixture
def process():
    program = "from foldwise.engine.worker import main; main()"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", program], env=os.environ, **pipes) as started:
        yield started
        started.kill()


def test_what_a_model_prints_does_not_get_between_the_answers(process, tmp_path):
    path = tmp_path / "own" / "dataset"
    path.parent.mkdir()
    joblib.dump(DATA, path)
    write_frame(process.stdin, (str(path), get_config()))
    write_frame(process.stdin, ("load", "bad", b"no pickle"))
    assert "UnpicklingError" in read_frame(process.stdout)
    packed, _ = pack(prepare("m", Loud(), DATA, partition(n=90, k=5), seed=0))
    write_frame(process.stdin, ("load", "m", packed))
    assert read_frame(process.stdout) == ""
    write_frame(process.stdin, ("fit", "m", 2))
    found = read_frame(process.stdout)
    assert (found.resample, found.cause, found.outputs.size) == (2, "", 18)
    process.stdin.close()
    assert process.wait(60) == 0
    assert b"noise" in process.stderr.read()
    assert not path.exists()


def test_a_model_that_interrupts_is_a_failure():
    Interrupting.fits = 7
    assert answer(prepare("m", Interrupting(), DATA, partition(n=90, k=5), seed=0), 1).cause == "KeyboardInterrupt"


@pytest.mark.parametrize("told", [None, "gone/dataset"])
def test_a_run_that_ends_while_a_worker_starts_is_no_error(process, told, tmp_path):
    if told is not None:
        write_frame(process.stdin, (str(tmp_path / told), get_config()))
    process.stdin.close()
    assert process.wait(60) == 0
    assert process.stderr.read() == b""
