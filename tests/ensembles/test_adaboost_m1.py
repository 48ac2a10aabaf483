"""AdaBoost.M1: a trace worked by hand, every way it ends, and scikit-learn."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_breast_cancer
from sklearn.tree import DecisionTreeClassifier

from foldwise.ensembles import AdaBoostM1
from foldwise.ensembles.adaboost_m1 import BoostingRounds
from foldwise.errors import InputError
from tests.ensembles.data import classes
from tests.learners.checks import complaints
from tests.releases import adaboost


def test_scikit_learn_accepts_it():
    assert complaints(AdaBoostM1(n_estimators=3)) == []


class Scripted(ClassifierMixin, BaseEstimator):
    """A member whose mistakes are written down: fit number k gets the rows of `script[k]` wrong."""

    script = ()
    fits = 0

    def fit(self, X, y, sample_weight=None):
        self.classes_ = np.array([0, 1])
        self.wrong_ = Scripted.script[min(Scripted.fits, len(Scripted.script) - 1)]
        Scripted.fits += 1
        return self

    def predict(self, X):
        truth = X[:, 0].astype(int)
        return np.where(np.isin(X[:, 1], self.wrong_), 1 - truth, truth)


ROWS = np.column_stack([np.repeat([0, 1], 5), np.arange(10)])
TRUTH = ROWS[:, 0].astype(int)


def boosted(*script, **settings):
    Scripted.script, Scripted.fits = script, 0
    return AdaBoostM1(Scripted(), random_state=0, **settings).fit(ROWS, TRUTH)


@pytest.mark.parametrize("form", ["resampling", "reweighting"])
def test_the_trace_worked_by_hand(form):
    """Ten rows. Round 1 misses 0, 1, 2: ε = 3/10, vote ln(7/3); rows missed go to 1/6, the rest to 1/14.
    Round 2 misses 3, 4: ε = 2/14, vote ln 6; the sum 2/14 + 12/14 · 1/6 = 2/7 brings the missed ones to 1/4, 0 to 2 to
    (1/36)/(2/7) = 7/72, the rest to (1/84)/(2/7) = 1/24. Round 3 misses 0 and 5: ε = 7/72 + 1/24 = 5/36, vote ln(31/5).
    """
    model = boosted([0, 1, 2], [3, 4], [0, 5], n_estimators=3, form=form)
    trace = model.trace_
    np.testing.assert_allclose(trace.errors, [3 / 10, 1 / 7, 5 / 36])
    np.testing.assert_allclose(trace.alphas, np.log([7 / 3, 6, 31 / 5]))
    np.testing.assert_allclose(trace.weights[0], np.full(10, 0.1))
    np.testing.assert_allclose(trace.weights[1], np.r_[np.full(3, 1 / 6), np.full(7, 1 / 14)])
    np.testing.assert_allclose(trace.weights[2], np.r_[np.full(3, 7 / 72), np.full(2, 1 / 4), np.full(5, 1 / 24)])
    np.testing.assert_allclose(trace.bounds, np.cumprod(2 * np.sqrt(trace.errors * (1 - trace.errors))))
    # row 0 is missed by members 1 and 3: ln 6 < ln(7/3) + ln(31/5), all others are outvoted
    np.testing.assert_allclose(trace.training_errors, [0.3, 0.2, 0.1])
    total = np.log(7 / 3 * 6 * 31 / 5)
    assert trace.margins[0] == pytest.approx((np.log(6) - np.log(7 / 3 * 31 / 5)) / total)
    assert trace.margins[9] == 1
    assert model.predict(ROWS).tolist() == [1, 0, 0, 0, 0, 1, 1, 1, 1, 1]


def test_a_member_is_wrong_about_half_the_new_weight():
    trace = boosted([0, 1, 2], [3, 4], [0, 5], n_estimators=3).trace_
    assert trace.weights[1][[0, 1, 2]].sum() == pytest.approx(0.5)
    assert trace.weights[2][[3, 4]].sum() == pytest.approx(0.5)


def test_an_error_from_a_half_up_starts_again_with_even_weights():
    """Round 2 is wrong about 1/6 · 3 + 1/14 · 2 > 0.5 and about exactly 0.5; the third draw is kept with even weights."""
    trace = boosted([0, 1, 2], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [5], n_estimators=2).trace_
    assert trace.restarts.tolist() == [0, 2]
    np.testing.assert_allclose(trace.weights[1], np.full(10, 0.1))
    np.testing.assert_allclose(trace.errors, [0.3, 0.1])


def test_endless_restarts_end():
    model = boosted([0], list(range(8)), n_estimators=5, max_restarts=4)
    assert len(model.members_) == 1
    assert Scripted.fits == 1 + 5
    assert model.trace_.stopped == "5 fits in a row with a weighted error from 0.5 up"


def test_a_member_without_error_gets_a_finite_vote_and_is_the_last():
    model = boosted([0, 1, 2], [], [0], n_estimators=5)
    assert model.trace_.stopped == "a member without training error"
    np.testing.assert_allclose(model.votes_, np.log([7 / 3, 19]))  # ε = 1/20
    assert model.predict(ROWS).tolist() == TRUTH.tolist()


def test_where_no_member_is_good_enough_the_best_stays_alone():
    model = boosted(list(range(8)), list(range(6)), n_estimators=5, max_restarts=3)
    assert (len(model.members_), model.votes_.tolist(), model.trace_.errors.tolist()) == (
        1,
        [1.0],
        [pytest.approx(0.6)],
    )
    assert np.isnan(model.trace_.bounds).all()


def test_by_reweighting_it_ends_at_once():
    model = boosted([0], list(range(8)), n_estimators=5, form="reweighting")
    assert (len(model.members_), Scripted.fits) == (1, 2)


@pytest.mark.parametrize("rows", [classes(noise=1.5), load_breast_cancer(return_X_y=True)], ids=["made", "cancer"])
def test_by_reweighting_it_is_scikit_learns(rows):
    X, y = rows
    stump = DecisionTreeClassifier(max_depth=1)
    theirs = adaboost(stump, n_estimators=20, random_state=0).fit(X, y)
    ours = AdaBoostM1(stump, 20, form="reweighting", random_state=0).fit(X, y)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    np.testing.assert_allclose(ours.votes_, theirs.estimator_weights_, rtol=1e-8)


def test_another_form_is_refused():
    with pytest.raises(InputError, match="form is one of 'resampling', 'reweighting', not 'real'"):
        AdaBoostM1(form="real").fit(ROWS, TRUTH)


def test_a_small_error_has_the_vote_it_earned_and_none_that_of_half_a_row():
    done = BoostingRounds(np.zeros(10, dtype=int))
    even = np.full(10, 0.1)
    for error in (1e-4, 0.0):
        done.keep(None, done.codes, weights=even, error=error, restarts=0)
    np.testing.assert_allclose(done.alphas, [np.log((1 - 1e-4) / 1e-4), np.log(19)])


def test_no_bound_is_given_once_the_weights_started_anew():
    done = BoostingRounds(np.zeros(10, dtype=int))
    even = np.full(10, 0.1)
    for restarts in (1, 0, 2, 0):
        done.keep(None, done.codes, weights=even, error=0.2, restarts=restarts)
    np.testing.assert_allclose(done.trace(2).bounds, [0.8, 0.64, np.nan, np.nan])
