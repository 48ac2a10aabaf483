"""Jeffreys' interval."""

import pytest
from scipy import stats

from foldwise.intervals import jeffreys, make_interval
from foldwise.measures import ModelScores, measure
from tests.worlds import fixed, predictions_of


def test_published_number():
    """8 of 10: [.4972, .9559], METHODS L.5."""
    assert jeffreys(8, 10, 0.95) == pytest.approx((0.4972, 0.9559), abs=5e-5)


def test_it_is_the_posterior():
    posterior = stats.beta(3.5, 14.5)
    assert jeffreys(3, 17, 0.9) == pytest.approx((posterior.ppf(0.05), posterior.ppf(0.95)))


def test_the_ends_are_reached():
    assert jeffreys(0, 10, 0.95)[0] == 0
    assert jeffreys(10, 10, 0.95)[1] == 1


def test_by_name_on_a_test_set():
    scored = ModelScores(predictions_of([0, 1] * 20, [0] * 40, fixed(40)), "m", measure("recall"))
    interval = make_interval(scored, "jeffreys")
    assert (interval.low, interval.high) == pytest.approx(jeffreys(0, 20, 0.95))
