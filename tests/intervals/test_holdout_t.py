"""The t interval on one test set, against scipy."""

import numpy as np
import pytest
from scipy import stats

from foldwise.intervals import make_interval, mean_t
from foldwise.measures import Scored, measure
from tests.worlds import fixed, predictions_of

rng = np.random.default_rng(4)


def test_agrees_with_scipy():
    losses = rng.exponential(size=40)
    assert mean_t(losses, 0.9) == pytest.approx(stats.t.interval(0.9, 39, losses.mean(), stats.sem(losses)))


def test_the_default_for_a_mean_loss_on_one_test_set():
    y = rng.normal(size=50)
    scored = Scored(predictions_of(y, y + 1, fixed(50), n_classes=0), "m", measure("mae"))
    assert make_interval(scored).method == "holdout-t"


def test_equal_weights_change_nothing():
    losses = rng.exponential(size=40)
    assert mean_t(losses, 0.95, np.full(40, 3.0)) == pytest.approx(mean_t(losses, 0.95))


def test_one_row_says_nothing():
    assert mean_t(np.array([1.0]), 0.95) == (-np.inf, np.inf)


def test_equal_losses_are_pointed_out():
    same = np.full(40, 2.5)
    interval = make_interval(Scored(predictions_of(same, same - 1, fixed(40), n_classes=0), "m", measure("mae")))
    assert interval.note == "all rows have the same loss, so the width of the interval says nothing"
