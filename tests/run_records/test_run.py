"""A run tells what was asked, how far it came and what was found."""

import os
from dataclasses import replace

import pytest

import foldwise
from foldwise.errors import InputError
from foldwise.run_records.run import Run, birth_of, here
from tests.run_records.worlds import assessed


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    store = tmp_path_factory.mktemp("runs") / "store.db"
    assessed(store)
    return foldwise.runs(store)[0]


RECORD = {
    **dict.fromkeys(("cause", "dataset", "fingerprint", "plan", "reason", "version"), ""),
    **dict.fromkeys(("rows", "done", "reused", "seconds", "started", "seed"), 0),
    "id": "ab",
    "verb": "assess",
    "status": "running",
    "models": [],
}


def test_a_run_is_told_in_one_line_and_line_by_line(run):
    assert repr(run).startswith(f"<Run {run.id}, assess: svm on iris, kfold(3); finished, 3 fits, ")
    assert "status  finished\ndata    iris, 150 rows, " in str(run)
    assert "\n" not in repr(run)


def test_a_run_is_plain_data(run):
    found = run.to_dict()
    assert (found["verb"], found["models"], found["done"], found["reused"]) == ("assess", ["svm"], 3, 0)
    assert found["version"] == foldwise.__version__


def test_many_models_are_counted(run):
    many = replace(run, models=tuple("abcdefg"), reused=4)
    assert many.about == "a, b, c, d and 3 more on iris"
    assert "(4 reused)" in repr(many)


def test_a_run_without_a_result_says_why(run):
    lost = replace(run, id="00000000", status="failed", cause="no")
    with pytest.raises(InputError, match="run 00000000 has no result: it is failed: no; try the same call once more"):
        lost.result()


def test_a_run_whose_process_is_gone_was_interrupted(run):
    alive = Run.of_record(RECORD | here(), run.store, 0)
    gone = Run.of_record(RECORD | here() | {"pid": 2**22 - 1}, run.store, 0)
    reborn = Run.of_record(RECORD | here() | {"birth": "0"}, run.store, 0)
    elsewhere = Run.of_record(RECORD | here() | {"host": "elsewhere", "pid": 1}, run.store, 0)
    assert [one.status for one in (alive, gone, reborn, elsewhere)] == [
        "running",
        "interrupted",
        "interrupted",
        "running",
    ]
    assert birth_of(os.getpid()) != birth_of(2**22 - 1) or not birth_of(os.getpid())
