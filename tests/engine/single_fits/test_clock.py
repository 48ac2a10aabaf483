"""How long the fits of each model take."""

import time

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

import foldwise
from foldwise.engine import timed
from foldwise.engine.single_fits.clock import Clock

IRIS = foldwise.sample("iris")


class Slow(ClassifierMixin, BaseEstimator):
    """Takes 60 ms to fit and 5 ms to predict."""

    def fit(self, X, y):
        time.sleep(0.06)
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        time.sleep(0.005)
        return np.full(len(X), self.classes_[0])


def test_single_fits_are_timed_apart_from_their_predictions():
    times = foldwise.assess(Slow(), IRIS, plan="kfold(3)", measures="error", jobs=1).times
    assert set(times) == {"Slow", "baseline"}
    assert (times["Slow"].fits, times["Slow"].together) == (3, 0)
    assert times["Slow"].fit_seconds >= 0.06
    assert 0.005 <= times["Slow"].predict_seconds < times["Slow"].fit_seconds


def test_fits_that_are_done_at_once_share_their_time():
    found = foldwise.assess("gaussian-nb", IRIS, measures="error")
    one = found.times["gaussian-nb"]
    assert (one.fits, one.together, one.predict_seconds) == (30, 30, None)
    assert 0 < one.fits * one.fit_seconds <= found.seconds


def test_workers_tell_their_times_too():
    one = foldwise.assess(Slow(), IRIS, plan="kfold(3)", measures="error", jobs=1, timeout=60).times["Slow"]
    assert one.fits == 3
    assert one.fit_seconds >= 0.02


def test_fits_from_a_store_are_not_timed(tmp_path):
    first, again = (
        foldwise.assess(Slow(), IRIS, plan="kfold(3)", measures="error", store=tmp_path / "fits.db") for _ in range(2)
    )
    assert "Slow" in first.times
    assert "Slow" not in again.times


def test_times_are_in_json_for_every_model():
    told = foldwise.compare("lda,knn", IRIS, plan="kfold(3)", measures="error").to_dict()["times"]
    assert set(told) == {"lda", "knn", "baseline"}
    assert set(told["lda"]) == {"fits", "together", "fit_seconds", "predict_seconds"}


def test_a_model_of_both_ways_has_one_time():
    clock = Clock()
    clock.add_together(["lda"], 8, 0.8)
    clock.add_single("lda", [(0.1, 0.1), (0.3, 0.1)])
    one = clock.times()["lda"]
    assert (one.fits, one.together, one.predict_seconds) == (10, 8, None)
    assert one.fit_seconds == pytest.approx(0.14)


def test_a_clock_within_a_clock_keeps_its_fits_to_itself():
    with timed() as outer:
        foldwise.assess("lda", IRIS, plan="kfold(3)", measures="error")
    assert outer.times() == {}


def test_the_candidates_of_a_selection_are_timed():
    told = foldwise.select("knn", {"n_neighbors": [1, 5]}, IRIS, plan="kfold(5)", refit=False).to_dict()["times"]
    assert {name: one["fits"] for name, one in told.items()} == {"n_neighbors=1": 5, "n_neighbors=5": 5}
