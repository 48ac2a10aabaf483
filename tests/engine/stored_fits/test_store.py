"""A store gives back the fits it was given, and nothing that it was not."""

import os
import sqlite3
import stat
import sys
import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.svm import SVC

from foldwise.engine import Settings, Store, run
from foldwise.engine.execution.execute import Result, fit_one
from foldwise.engine.single_fits.generic import prepare_fitting
from foldwise.engine.stored_fits.store import WriteBuffer, pack_fit, unpack_fit
from foldwise.engine.stored_fits.user_key import sign, user_key
from foldwise.errors import FoldwiseWarning, InputError
from tests.worlds import classes, partition

DATA, PARTS = classes(n=60, k=2), partition(n=60, k=3)


@pytest.fixture(autouse=True)
def _own_secret(tmp_path, monkeypatch):
    monkeypatch.setenv("FOLDWISE_CONFIG", str(tmp_path / "config"))


def fitted(store, model=None):
    """Run three fits with a store; give the answers and how many were done."""
    told = []
    settings = Settings(jobs=1, store=store, progress=lambda done, *_: told.append(done))
    return run(DATA, {"m": model or SVC()}, PARTS, settings).of("m"), len(told)


PLAIN = fitted(None)[0]


def filled(tmp_path):
    path = tmp_path / "store.db"
    fitted(Store(path))
    return path


def change(path, command, *values):
    with sqlite3.connect(path) as connection:
        connection.execute(command, values)
    connection.close()


def test_what_is_stored_is_not_fitted_again(tmp_path):
    path = filled(tmp_path)
    again, fits = fitted(Store(path))
    assert fits == 0
    np.testing.assert_array_equal(again.scores, PLAIN.scores)


FITTING = prepare_fitting("m", SVC(), DATA, PARTS, seed=0)


def forged(path, **changes):
    """Predictions of the first fit with other numbers, as somebody would write them who knows the format."""
    with sqlite3.connect(path) as connection:
        ((key, resample, packed),) = connection.execute("SELECT model, resample, predictions FROM fits WHERE id = 1")
    connection.close()
    found = unpack_fit(packed, FITTING, 0)
    outputs = found.outputs.__class__(**{**vars(found.outputs), **changes})
    return key, resample, pack_fit(Result(0, outputs))


@pytest.mark.parametrize(
    "command",
    [
        "UPDATE fits SET predictions = zeroblob(100) WHERE id = 1",
        "UPDATE fits SET predictions = 'text' WHERE id = 1",
        "UPDATE fits SET predictions = '' WHERE id = 1",
        "UPDATE fits SET digest = zeroblob(32) WHERE id = 1",
        "UPDATE fits SET digest = 'text' WHERE id = 1",
        "UPDATE fits SET predictions = (SELECT predictions FROM fits WHERE id = 2) WHERE id = 1",
        "UPDATE fits SET (predictions, digest) = (SELECT predictions, digest FROM fits WHERE id = 2) WHERE id = 1",
    ],
)
def test_a_changed_fit_is_done_again(tmp_path, command):
    path = filled(tmp_path)
    change(path, command)
    with pytest.warns(FoldwiseWarning, match="1 stored fits of 'm' were damaged or not written by this user"):
        again, fits = fitted(Store(path))
    assert fits == 1
    np.testing.assert_array_equal(again.scores, PLAIN.scores)


@pytest.mark.parametrize("resample", ["zeroblob(20)", "'x'", "9", "(SELECT resample || 'x' FROM fits WHERE id = 2)"])
def test_a_fit_under_another_key_is_not_found(tmp_path, resample):
    path = filled(tmp_path)
    change(path, f"UPDATE fits SET resample = {resample} WHERE id = 1")
    again, fits = fitted(Store(path))
    assert fits == 1
    np.testing.assert_array_equal(again.scores, PLAIN.scores)


def test_a_forged_fit_gives_no_figure(tmp_path):
    path = filled(tmp_path)
    packed = forged(path, output=1 - unpack_fit(forged(path)[2], FITTING, 0).outputs.output)[2]
    change(path, "UPDATE fits SET predictions = ? WHERE id = 1", packed)
    with pytest.warns(FoldwiseWarning, match="not written by this user"):
        np.testing.assert_array_equal(fitted(Store(path))[0].output, PLAIN.output)


def test_the_fits_of_another_user_are_done_again(tmp_path, monkeypatch):
    path = filled(tmp_path)
    monkeypatch.setenv("FOLDWISE_CONFIG", str(tmp_path / "other"))
    with pytest.warns(FoldwiseWarning, match="3 stored fits"):
        assert fitted(Store(path))[1] == 3


@pytest.mark.parametrize(
    "changes",
    [
        {"output": np.full(20, 2)},
        {"output": np.full(20, 0.5)},
        {"scores": np.full((20, 2), np.nan)},
        {"scores": np.zeros((20, 3))},
        {"output": np.zeros(19, dtype=int)},
    ],
)
def test_a_signed_fit_is_checked_all_the_same(tmp_path, changes):
    path = filled(tmp_path)
    key, resample, packed = forged(path, **changes)
    digest = sign(user_key(), b"foldwise fit 3", key.encode(), resample, packed)
    change(path, "UPDATE fits SET predictions = ?, digest = ? WHERE id = 1", packed, digest)
    with pytest.warns(FoldwiseWarning, match="1 stored fits"):
        assert fitted(Store(path))[1] == 1


def test_a_model_without_a_key_is_fitted_and_not_kept(tmp_path):
    store = Store(tmp_path / "store.db")
    model = make_pipeline(FunctionTransformer(lambda X: X), SVC())
    for _ in range(2):
        with pytest.warns(FoldwiseWarning, match="fits of 'm' are not kept in the store: it holds a lambda"):
            assert fitted(store, model)[1] == 3


@pytest.mark.parametrize(
    "command",
    [
        "CREATE TABLE customers (name TEXT)",
        "CREATE TABLE fits (key TEXT, resample INTEGER)",
        "CREATE VIEW fits AS SELECT 1 AS key, 2 AS resample, 3 AS answers, 4 AS digest",
    ],
)
def test_a_database_of_another_program_is_left_alone(tmp_path, command):
    path = tmp_path / "store.db"
    change(path, command)
    before = path.read_bytes()
    with pytest.raises(InputError, match=r"is a database of another program \(its tables: .*\); try another path"):
        Store(path)
    assert path.read_bytes() == before


def test_a_trigger_makes_a_database_one_of_another_program(tmp_path):
    path = filled(tmp_path)
    change(path, "CREATE TRIGGER t AFTER INSERT ON fits BEGIN DELETE FROM fits; END")
    with pytest.raises(InputError, match="a database of another program"):
        Store(path)


def test_two_writers_of_the_same_fits_keep_them_once(tmp_path):
    path = tmp_path / "store.db"
    stores = [Store(path), Store(path)]
    results = [fit_one(FITTING, r, checked=False) for r in range(3)]
    assert [store.load(FITTING) for store in stores] == [{}, {}]
    for r in range(3):
        for store in stores:
            store.save(FITTING, [results[r]])
    assert sorted(stores[0].load(FITTING)) == [0, 1, 2]
    with stores[1].file.connected() as connection:
        assert connection.execute("SELECT count(*) FROM fits").fetchone() == (3,)


def test_nobody_is_told_to_delete_a_file_that_is_no_store(tmp_path):
    (tmp_path / "rows.csv").write_text("a,b\n" * 400)
    with pytest.raises(InputError, match="cannot be used: file is not a database; try another path, or no store"):
        Store(tmp_path / "rows.csv")


def test_a_held_store_is_said_to_be_held(tmp_path):
    path = filled(tmp_path)
    with sqlite3.connect(path, isolation_level=None) as holder:
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(InputError, match=r"is held by another process, for more than 0\.1 s"):
            Store(path, wait=0.1)
        holder.execute("ROLLBACK")
    holder.close()


def test_a_store_that_takes_no_more_is_said_once_and_the_run_goes_on(tmp_path, monkeypatch):
    path = tmp_path / "store.db"
    store = Store(path, wait=0.1)
    monkeypatch.setattr(sys.modules["foldwise.engine.run"], "SECONDS_BETWEEN_SAVES", 0.0)
    with sqlite3.connect(path, isolation_level=None) as holder:
        holder.execute("BEGIN IMMEDIATE")
        with pytest.warns(FoldwiseWarning, match=r"takes no more fits \(database is locked\)") as heard:
            answers, fits = fitted(store)
        holder.execute("ROLLBACK")
    holder.close()
    assert (fits, len(heard)) == (3, 1)
    np.testing.assert_array_equal(answers.scores, PLAIN.scores)


def test_a_full_disk_is_said_and_the_run_goes_on(tmp_path):
    path = tmp_path / "store.db"
    store = Store(path)
    with store.file.connected() as connection:
        connection.execute("PRAGMA max_page_count = 1")  # no more than there are
        lines = [(number, str(number)) for number in range(100)]
        with pytest.raises(sqlite3.OperationalError, match="full"):
            connection.executemany("INSERT INTO fits VALUES (?, 'x', ?, zeroblob(90), 'x')", lines)
    with pytest.warns(FoldwiseWarning, match=r"takes no more fits \(database or disk is full\)"):
        assert fitted(store)[1] == 3


def test_a_damaged_store_is_refused_or_gives_the_same_figures(tmp_path):
    whole = filled(tmp_path).read_bytes()
    rng = np.random.default_rng(0)
    refused = 0
    for number in range(60):
        data = bytearray(whole)
        for place in rng.integers(0, len(data), 1 + number % 40):
            data[place] = int(rng.integers(256))
        path = tmp_path / f"{number}.db"
        path.write_bytes(data[: len(data) // 2] if number % 10 == 9 else data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FoldwiseWarning)
            try:
                again = fitted(Store(path))[0]
            except InputError as error:
                refused += "\n" not in str(error)
            else:
                np.testing.assert_array_equal(again.scores, PLAIN.scores)
    assert refused > 0


@pytest.mark.parametrize("kind", ["text", "folder", "below a file"])
def test_an_unusable_path_is_refused(tmp_path, kind):
    path = tmp_path / "file"
    if kind == "folder":
        path.mkdir()
    else:
        path.write_text("not a database, and long enough to be read as one" * 50)
    with pytest.raises(InputError, match=r"cannot be used|is not a file"):
        Store(path / "store.db" if kind == "below a file" else path)


def test_a_store_that_cannot_be_written_is_refused(tmp_path, monkeypatch):
    path = filled(tmp_path)
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda path, **more: connect(f"file:{path}?mode=ro", uri=True, **more))
    with pytest.raises(InputError, match="cannot be used: attempt to write a readonly database"):
        Store(path)


def test_the_secret_is_one_of_the_user_alone(tmp_path):
    filled(tmp_path)
    state = os.stat(tmp_path / "config" / "store.key")  # noqa: PTH116
    assert (stat.S_IMODE(state.st_mode), state.st_size) == (0o600, 32)


class Heard:
    """A store that remembers what it was given."""

    def __init__(self):
        self.saved = []

    def save(self, fitting, results):
        self.saved.append((fitting.name, [one.resample for one in results]))


def test_fits_wait_until_their_time_has_come():
    store = Heard()
    keeper = WriteBuffer(store)
    for r in range(3):
        keeper.keep(SimpleNamespace(name="m"), [Result(r, "predictions")])
        keeper.flush(60)
    assert store.saved == []
    keeper.flush(0)
    keeper.flush(0)
    assert store.saved == [("m", [0, 1, 2])]


def test_a_fit_that_failed_is_not_written():
    store = Heard()
    keeper = WriteBuffer(store)
    keeper.keep(SimpleNamespace(name="m"), [Result(0, None, cause="no")])
    keeper.flush(0)
    assert store.saved == [("m", [])]
