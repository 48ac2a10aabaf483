"""Every call with a store is one run, whatever becomes of it."""

import warnings

import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

import foldwise
from foldwise.engine import Settings, Store
from foldwise.errors import FitError, FoldwiseWarning, InputError, Interrupted
from foldwise.evaluation import FEW_DRAWS
from tests.run_records.worlds import IRIS, assessed, count


class Raising(ClassifierMixin, BaseEstimator):
    """Fails, or is interrupted."""

    def __init__(self, kind="value"):
        self.kind = kind

    def fit(self, X, y):
        raise KeyboardInterrupt if self.kind == "stop" else ValueError("no")

    def predict(self, X):
        return X


def test_the_result_of_a_run_is_that_of_the_call(tmp_path):
    store = tmp_path / "store.db"
    result = assessed(store, "svm, lda")
    (run,) = foldwise.runs(store)
    assert (run.status, run.models, run.plan, run.dataset) == ("finished", ("svm", "lda"), "kfold(3)", "iris")
    assert run.result().to_frame().equals(result.to_frame())
    assert run.fingerprint == IRIS.fingerprint
    assert [one.name for one in tmp_path.iterdir()] == ["store.db"]


def test_a_verb_that_calls_others_is_one_run(tmp_path):
    store = tmp_path / "store.db"
    datasets = {"a": IRIS, "b": (IRIS.X[::2], IRIS.target[::2])}
    foldwise.experiment("svm, gaussian-nb", datasets, plan="kfold(3)", baseline=False, store=store)
    foldwise.compare("svm, gaussian-nb", IRIS, plan="kfold(3)", store=store)
    foldwise.select("svm", {"C": [1, 2]}, IRIS, plan="kfold(3)", store=store)
    select, compare, experiment = foldwise.runs(store)
    assert [one.verb for one in (experiment, compare, select)] == ["experiment", "compare", "select"]
    assert (experiment.dataset, compare.reused) == ("a, b", 3 + FEW_DRAWS)
    assert type(compare.result()).__name__ == "ModelComparison"
    assert type(select.result()).__name__ == "Selection"
    assert type(experiment.result()).__name__ == "Experiment"


def test_what_fails_or_is_stopped_is_recorded_so(tmp_path):
    store = tmp_path / "store.db"
    with pytest.raises(FitError):
        assessed(store, {"m": Raising()})
    with pytest.raises(Interrupted):
        assessed(store, {"m": Raising("stop")})
    stopped, failed = foldwise.runs(store)
    assert (failed.status, stopped.status) == ("failed", "interrupted")
    assert "ValueError: no" in failed.cause
    assert (failed.models, failed.plan) == (("m",), "kfold(3)")
    with pytest.raises(InputError, match="has no result: it is failed: model 'm' failed on resample 1 of 3"):
        failed.result()


def test_a_result_that_cannot_be_saved_is_a_run_all_the_same(tmp_path, monkeypatch):
    def refused(result):
        message = f"{type(result).__name__} of one's own"
        raise InputError(message)

    monkeypatch.setattr("foldwise.reports.pack_result", refused)
    assessed(tmp_path / "store.db", "lda")
    (run,) = foldwise.runs(tmp_path / "store.db")
    assert (run.status, run.saved, run.reason) == ("finished", 0, "Assessment of one's own")


def test_a_result_that_is_too_large_is_not_kept(tmp_path, monkeypatch):
    monkeypatch.setattr("foldwise.run_records.recorder.LARGEST_RESULT", 10)
    assessed(tmp_path / "store.db", "lda")
    (run,) = foldwise.runs(tmp_path / "store.db")
    assert "more than the 10 bytes that are kept" in run.reason


def test_the_variable_names_a_store_where_a_call_does_not(tmp_path, monkeypatch):
    monkeypatch.setenv("FOLDWISE_STORE", str(tmp_path / "store.db"))
    assessed(None)
    assessed("none")
    foldwise.assess("lda", IRIS, settings=Settings(store=False))
    assert len(foldwise.runs()) == 1
    foldwise.permutation_test("lda", IRIS, permutations=3)
    assert len(foldwise.runs()) == 1
    for none in ("none", ""):
        monkeypatch.setenv("FOLDWISE_STORE", none)
        assessed(None)
    assert len(foldwise.runs(tmp_path / "store.db")) == 1


def test_a_verb_without_a_store_calls_others_without_one(tmp_path, monkeypatch):
    monkeypatch.setenv("FOLDWISE_STORE", str(tmp_path / "store.db"))
    foldwise.experiment("lda", [IRIS], plan="kfold(3)", store=False)
    assert not (tmp_path / "store.db").exists()


def test_the_usual_place_is_in_this_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    foldwise.assess("lda", IRIS, store=True)
    assert (tmp_path / ".foldwise" / "store.db").is_file()
    assert len(foldwise.runs()) == 1


def test_a_store_that_is_open_serves_several_runs(tmp_path):
    store = Store(tmp_path / "store.db")
    settings = Settings(store=store)
    for _ in range(2):
        foldwise.assess("svm", IRIS, plan="kfold(3)", baseline=False, settings=settings)
    assert [(one.done, one.reused) for one in foldwise.runs(tmp_path / "store.db")] == [(0, 3), (3, 0)]


def test_a_store_of_somebodys_own_has_no_runs():
    class Nothing:
        def load(self, fitting):
            return {}

        def save(self, fitting, results):
            return None

    foldwise.assess("svm", IRIS, plan="kfold(3)", settings=Settings(store=Nothing()))


def test_a_store_above_its_limit_loses_the_oldest_and_says_so_once(tmp_path, monkeypatch):
    store = tmp_path / "store.db"
    assessed(store)
    monkeypatch.setenv("FOLDWISE_STORE_LIMIT", "40kB")
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        assessed(store, plan="kfold(3, repeats=4)")
    told = [str(one.message) for one in heard if issubclass(one.category, FoldwiseWarning)]
    assert len(told) == 1
    assert "held more than 40 kB: " in told[0]
    (run,) = foldwise.runs(store)
    assert (run.done + run.reused, count(store, "fits")) == (12, 12)
    monkeypatch.setenv("FOLDWISE_STORE_LIMIT", "much")
    with pytest.raises(InputError, match="FOLDWISE_STORE_LIMIT is an amount of memory"):
        assessed(store)


def test_a_store_that_takes_no_more_never_fails_a_call(tmp_path):
    store = Store(tmp_path / "store.db", wait=0.1)
    with store.file.connected() as connection:
        connection.execute("PRAGMA query_only = ON")
    with pytest.warns(FoldwiseWarning, match="takes no more fits") as heard:
        foldwise.assess("svm", IRIS, plan="kfold(3)", baseline=False, settings=Settings(store=store))
    assert len(heard) == 1
