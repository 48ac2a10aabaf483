"""A diagnosis with a store is a run: it goes on where it was stopped, and is found again with its result."""

import json

import pytest
from sklearn.svm import SVC

import foldwise
from foldwise.errors import Interrupted

ROWS = foldwise.sample("iris")
ASKED = {"plan": "kfold(3)", "parts": "instability", "samples": 12, "jobs": 1}


def diagnosed(store, stop=0):
    """A diagnosis, and how many fits it did; interrupted at one of them."""
    done = []

    def count(*_):
        done.append(1)
        if len(done) == stop:
            raise KeyboardInterrupt

    return foldwise.diagnose(SVC(), ROWS, store=store, progress=count, **ASKED), len(done)


def test_a_diagnosis_goes_on_where_it_was_stopped(tmp_path, monkeypatch):
    monkeypatch.setenv("FOLDWISE_CONFIG", str(tmp_path / "config"))
    with pytest.raises(Interrupted):
        diagnosed(tmp_path / "one.db", stop=8)
    found, further = diagnosed(tmp_path / "one.db")
    whole, fits = diagnosed(tmp_path / "two.db")
    again, none = diagnosed(tmp_path / "two.db")
    assert fits > further > none
    last, first = foldwise.runs(tmp_path / "one.db")
    assert (first.verb, first.status, last.status) == ("diagnose", "interrupted", "finished")
    assert 0 < first.done <= last.reused
    assert last.done + last.reused == foldwise.runs(tmp_path / "two.db")[1].done
    texts = [json.dumps(one.to_dict(), default=str) for one in (found, whole, again, last.result())]
    assert len(set(texts)) == 1
