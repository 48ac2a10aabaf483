"""A failing fit becomes a result, whatever it raised; what travels to another process is all of a fitting but its rows."""

import os
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import BaggingClassifier
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from threadpoolctl import threadpool_info, threadpool_limits

import foldwise
from foldwise.engine import Settings, fit_final, run
from foldwise.engine.execution.execute import (
    CHANGED_CODE,
    ReceivedFits,
    Result,
    error_line,
    failures_in_turn,
    fit_one,
    is_foreign,
    pack_fitting,
    unpack_fitting,
    workers,
)
from foldwise.engine.single_fits.generic import prepare_fitting
from foldwise.engine.stored_fits.code_key import signature_of
from foldwise.ensembles import SuperLearnerClassifier
from foldwise.errors import FitError, InputError
from foldwise.plans import RowLists
from foldwise.predictions import Failure
from tests.engine.models import Crashing, Deadly, Leaving, Sharing, Unpicklable
from tests.worlds import classes, partition

DATA, PARTS = classes(), partition(n=90, k=5)


class Unreadable:
    """Reads a file."""

    def read(self):
        return Path("cut.txt").read_text(encoding="utf-8")


class Counting(DummyClassifier):
    """Counts the native threads that a fit may use."""

    seen: ClassVar[list[set[int]]] = []

    def fit(self, X, y, sample_weight=None):
        self.seen.append({one["num_threads"] for one in threadpool_info()})
        return super().fit(X, y, sample_weight)


def fitting(model):
    return prepare_fitting("m", model, DATA, PARTS, seed=0)


def test_a_fit_is_a_result():
    found = fit_one(fitting(GaussianNB()), 3, checked=False)
    assert (found.resample, found.cause, set(found.outputs.resample)) == (3, "", {3})


@pytest.mark.parametrize(
    ("model", "cause"), [(Crashing(), "LinAlgError: the matrix is singular"), (Leaving(72), "SystemExit: 3")]
)
def test_a_failing_fit_is_a_result_with_its_cause(model, cause):
    assert fit_one(fitting(model), 0, checked=False) == Result(0, None, cause=cause)


def test_a_model_that_ends_the_program_is_recorded():
    predictions = run(DATA, {"m": Leaving(72)}, PARTS, Settings(on_failure="record", engine="generic", jobs=1))
    assert predictions.failures == tuple(Failure("m", r, "SystemExit: 3") for r in range(5))
    with pytest.raises(FitError, match="model 'm' failed on the rows: SystemExit: 3"):
        fit_final("m", Leaving(90), DATA)


def test_a_fit_in_this_process_has_one_native_thread():
    with threadpool_limits(2):
        run(DATA, {"m": Counting()}, PARTS, Settings(engine="generic", jobs=1))
        assert Counting.seen == [{1}] * 5
        assert {one["num_threads"] for one in threadpool_info()} == {2}


def test_an_error_without_words_has_a_name():
    assert error_line(ValueError()) == "ValueError"

    class Mute(Exception):
        def __str__(self):
            raise RuntimeError

    assert error_line(Mute()) == "Mute"


def test_what_was_packed_is_unpacked_with_the_rows():
    packed, cause = pack_fitting(fitting(GaussianNB()))
    found, why = unpack_fitting(packed, DATA)
    assert (cause, why, found.dataset is DATA, found.name) == ("", "", True, "m")


def test_a_fitted_model_travels_without_its_fit_and_is_the_same_there():
    search = GridSearchCV(GaussianNB(), {"var_smoothing": [1e-9, 1e-3]}, cv=2).fit(DATA.X, DATA.target)
    packed, cause = pack_fitting(fitting(search))
    found, why = unpack_fitting(packed, DATA)
    assert (cause, why, hasattr(found.model, "best_estimator_")) == ("", "", False)


def test_a_masked_array_among_the_parameters_is_the_same_in_another_process():
    model = GaussianNB(priors=np.ma.masked_array([0.2, 0.3, 0.5], [False, False, False]))
    packed, _ = pack_fitting(fitting(model))
    model.priors = np.ma.masked_array([0.2, 0.3, 0.5], [False, False, True])
    assert unpack_fitting(packed, DATA)[1] == ""
    assert unpack_fitting(pack_fitting(fitting(model))[0], DATA)[1] == ""
    assert signature_of(unpack_fitting(packed, DATA)[0].model) != signature_of(model)


def test_a_model_that_another_process_imports_otherwise_says_so(monkeypatch):
    packed, _ = pack_fitting(fitting(Sharing()))
    monkeypatch.setattr("tests.engine.models.SHARE", 0.5)
    found, why = unpack_fitting(packed, DATA)
    assert (found.name, why) == ("m", CHANGED_CODE)
    monkeypatch.undo()
    assert unpack_fitting(packed, DATA)[1] == ""


@pytest.mark.parametrize("model", [FunctionTransformer(lambda x: x), Unreadable()])
def test_a_model_whose_code_has_no_key_travels_all_the_same(model):
    def function(x):
        return x, model

    packed, cause = pack_fitting(fitting(make_pipeline(FunctionTransformer(function), GaussianNB())))
    assert (cause, unpack_fitting(packed, DATA)[1]) == ("", "")


def test_what_cannot_travel_says_why():
    assert pack_fitting(fitting(Unpicklable())) == (b"", "TypeError: cannot pickle a handle")
    assert unpack_fitting(b"no pickle", DATA)[0] is None


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4), (4, 3, 2, 1, 0), (3, 0, 4, 1, 2)])
def test_the_first_failure_that_is_told_does_not_depend_on_who_came_first(order):
    own = fitting(GaussianNB())
    fine = fit_one(own, 0, checked=False).outputs
    results = [(own, Result(r, None if r in (1, 3) else fine)) for r in order]
    told = [result.resample for _, result in failures_in_turn([(own, r) for r in range(5)], iter(results))]
    assert sorted(told) == [0, 1, 2, 3, 4]
    assert [r for r in told if r in (1, 3)] == [1, 3]
    assert {0} <= set(told[: told.index(1)])
    assert {0, 1, 2} <= set(told[: told.index(3)])


def test_failures_are_in_order_whoever_came_first():
    done = ReceivedFits(failures=[Failure("b", 1, ""), Failure("a", 2, ""), Failure("a", 0, "")])
    assert [(one.model, one.resample) for one in done.in_order(["a", "b"])] == [("a", 0), ("a", 2), ("b", 1)]


def test_there_are_as_many_processes_as_asked_for_or_cores():
    assert (workers(3), workers(1)) == (3, 1)
    assert workers(None) == workers(-1) >= workers(-2)


@pytest.mark.parametrize("timeout", [0, -1, float("nan")])
def test_a_time_limit_is_positive(timeout):
    with pytest.raises(InputError, match="timeout is a number of seconds above 0"):
        Settings(timeout=timeout)


def test_a_model_that_is_not_of_a_known_package_is_foreign():
    assert not is_foreign(make_pipeline(StandardScaler(), GaussianNB()))
    assert is_foreign(make_pipeline(StandardScaler(), Leaving()))
    assert is_foreign(BaggingClassifier(Leaving()))


def test_a_foreign_model_whose_failures_are_recorded_may_end_its_process():
    half = RowLists((np.arange(45),), (np.arange(45, 90),), 90, plan="holdout(1/2)")
    found = run(DATA, {"m": Deadly(os.getpid(), 45)}, half, Settings(on_failure="record", engine="generic"))
    assert [one.cause for one in found.failures] == ["the process died, probably for lack of memory"]


def test_models_within_a_model_are_not_timed_as_models_of_the_run():
    result = foldwise.assess({"blend": SuperLearnerClassifier()}, foldwise.sample("iris"), plan="kfold(3)", jobs=1)
    assert set(result.times) == {"blend", "baseline"}
