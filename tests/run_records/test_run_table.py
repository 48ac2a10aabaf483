"""Runs are found by the first characters of their names, and forgotten with the fits that only they use."""

import json

import pytest

import foldwise
from foldwise.engine import Store
from foldwise.errors import FoldwiseWarning, InputError
from foldwise.run_records import find_run, forget_runs, open_store, read_runs, runs_before, shrink
from foldwise.run_records.run_table import result_of, sign_run, stored_bytes
from tests.run_records.worlds import assessed, change, count


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "store.db"
    assessed(path)
    assessed(path, plan="kfold(3, repeats=2)")
    return path


def test_runs_are_listed_the_last_first(path):
    last, first = read_runs(Store(path))
    assert [(one.plan, one.done, one.reused) for one in (first, last)] == [
        ("kfold(3)", 3, 0),
        ("kfold(3, repeats=2)", 3, 3),
    ]


def test_a_run_is_found_by_its_first_signs_or_as_the_last(path):
    store = Store(path)
    last, first = read_runs(store)
    assert find_run(store, "last") == last
    assert find_run(store, first.id[:7].upper()) == first
    with pytest.raises(InputError, match="there is no run 'x'"):
        find_run(store, "x")
    change(path, "UPDATE runs SET id = id")
    with pytest.raises(InputError, match="there is no run ''"):
        find_run(store, "")


def test_signs_that_begin_several_names_are_refused(path, monkeypatch):
    runs = read_runs(Store(path))
    monkeypatch.setattr("foldwise.run_records.run_table.read_runs", lambda _: (runs[0], runs[0]))
    with pytest.raises(InputError, match="begins the names of 2 runs"):
        find_run(Store(path), runs[0].id[:3])


def test_a_run_is_forgotten_with_the_fits_that_only_it_uses(path):
    last, first = read_runs(Store(path))
    assert forget_runs(Store(path), [last.id]) == 3
    assert (count(path, "runs"), count(path, "fits"), count(path, "uses")) == (1, 3, 3)
    assert forget_runs(Store(path), [first.id]) == 3
    assert (count(path, "runs"), count(path, "fits"), count(path, "uses")) == (0, 0, 0)


def test_old_runs_are_those_started_before(path):
    runs = read_runs(Store(path))
    assert runs_before(runs, "1h") == runs_before(runs, "99999999999999d") == []
    assert runs_before(runs, "0h") == list(runs)
    for bad in ("", "30", "d", "1 month"):
        with pytest.raises(InputError, match="an age is a number of hours, days or weeks"):
            runs_before(runs, bad)


def test_a_store_shrinks_by_fits_of_old_runs_first_and_then_by_runs(path):
    store = Store(path)
    size = stored_bytes(store)
    assert shrink(store, size) == (0, 0)
    fits, runs = shrink(store, 1)
    assert (fits, runs) == (6, 2)
    assert stored_bytes(store) < size


@pytest.mark.parametrize(
    "command",
    [
        "UPDATE runs SET about = replace(about, 'svm', 'abc') WHERE number = 1",
        "UPDATE runs SET result = zeroblob(9) WHERE number = 1",
        "UPDATE runs SET digest = zeroblob(32) WHERE number = 1",
        "UPDATE runs SET (result, digest) = (SELECT result, digest FROM runs WHERE number = 2) WHERE number = 1",
        "UPDATE runs SET about = 7 WHERE number = 1",
    ],
)
def test_a_run_that_somebody_changed_is_left_out_with_a_note(path, command):
    name = read_runs(Store(path))[1].id
    change(path, command)
    with pytest.warns(FoldwiseWarning, match="1 run of .* was damaged or not written by this user"):
        assert len(read_runs(Store(path))) == 1
    assert result_of(Store(path), name) is None


def test_signed_nonsense_is_left_out(path):
    store, command = Store(path), "UPDATE runs SET about = ?, result = NULL, digest = ? WHERE number = 1"
    for about in ("{}", "no", json.dumps({"status": "odd"})):
        change(path, command, about, sign_run(store, about, None))
        with pytest.warns(FoldwiseWarning, match="left out"):
            assert len(read_runs(store)) == 1


def test_there_must_be_a_store_and_a_run(tmp_path):
    with pytest.raises(InputError, match="there is no store"):
        foldwise.runs(tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()
    with pytest.raises(InputError, match="no store was named"):
        open_store(None)
    with pytest.raises(InputError, match="has no runs"):
        find_run(Store(tmp_path / "new.db"), "last")
