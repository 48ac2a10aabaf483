"""Ends for the mean of one loss per row."""

import numpy as np
import pytest
from scipy import stats

from foldwise.intervals import make_interval
from foldwise.intervals.limits.mean_loss import (
    grouped_ends,
    loss_range,
    mean_t,
    spread_refusal,
    value_ends,
    without_spread,
)
from foldwise.measures import ModelScores, measure
from tests.worlds import fixed, predictions_of

rng = np.random.default_rng(5)


def test_agrees_with_scipy():
    losses = rng.exponential(size=40)
    assert mean_t(losses, 0.9) == pytest.approx(stats.t.interval(0.9, 39, losses.mean(), stats.sem(losses)))


def test_equal_weights_change_nothing():
    losses = rng.exponential(size=40)
    assert mean_t(losses, 0.95, np.full(40, 3.0)) == pytest.approx(mean_t(losses, 0.95))


def test_one_row_says_nothing():
    assert mean_t(np.array([1.0]), 0.95) == (-np.inf, np.inf)


def test_weighted_losses_have_a_linearised_error():
    losses, weights = rng.exponential(size=200), rng.uniform(1, 5, 200)
    share = weights / weights.sum()
    mean = share @ losses
    error = np.sqrt(np.sum((share * (losses - mean)) ** 2 / (1 - share)))
    low, high = mean_t(losses, 0.95, weights)
    assert (low + high) / 2 == pytest.approx(mean)
    assert 1.96 < (high - low) / 2 / error < 2.2


def regression(errors, **more):
    truth = np.zeros(len(errors))
    return ModelScores(
        predictions_of(truth, np.asarray(errors), fixed(len(errors)), n_classes=0, **more), "m", measure("mae")
    )


def test_groups_of_one_row_each_have_the_error_of_rows():
    """With equal shares CR2 of single rows is the variance of a mean, Σ(ℓ - ℓ̄)²/(n(n - 1))."""
    losses = rng.exponential(size=50)
    low, high = grouped_ends(regression(losses), np.arange(50), 0.95)
    half = stats.t.ppf(0.975, 49) * losses.std(ddof=1) / np.sqrt(50) / losses.mean()
    assert (low, high) == pytest.approx((losses.mean() * np.exp(-half), losses.mean() * np.exp(half)), rel=1e-3)


def test_the_unit_of_a_loss_is_no_reason_to_see_no_spread():
    losses, groups = rng.exponential(size=50), np.arange(50) // 5
    plain, small = (grouped_ends(regression(unit * losses), groups, 0.95) for unit in (1.0, 2.0**-60))
    assert np.array(small) == pytest.approx(2.0**-60 * np.array(plain))


def test_equal_losses_have_no_width():
    low, high = grouped_ends(regression(np.full(20, 0.3)), np.arange(20) // 4, 0.95)
    assert (low, high) == (pytest.approx(0.3), low)
    assert "no spread" in spread_refusal(regression(np.full(20, 0.3)))
    assert spread_refusal(regression(np.arange(20.0))) is None


def test_of_equal_bounded_losses_the_share_that_may_differ_is_known():
    truth = np.zeros(40, dtype=int)
    one = ModelScores(predictions_of(truth, truth, fixed(40)), "m", measure("error"))
    assert without_spread(one, 40, 0.95) == pytest.approx((0, stats.beta.ppf(0.975, 1, 40)))


def test_the_range_of_a_loss_is_not_that_of_its_transform():
    assert loss_range(measure("rmse"), 0) == (0, np.inf)
    assert loss_range(measure("error"), 2) == (0, 1)


def test_errors_of_values_with_two_ends_are_skewed_away_from_the_nearer_one():
    low, high = value_ends(measure("smape"), 1.99, 0.002, n=200, level=0.95)
    below, above = value_ends(measure("smape"), 0.01, 0.002, n=200, level=0.95)
    assert 1.99 - low > 1.3 * (high - 1.99)
    assert (2 - above, 2 - below) == pytest.approx((low, high))
    assert value_ends(measure("mbe"), 0.0, 1.0, n=200, level=0.95) is None


def test_smape_of_values_that_are_mostly_zero_covers():
    draws, missed = np.random.default_rng(4), 0
    for _ in range(200):
        x = draws.normal(size=100)
        y = np.where(draws.random(100) < 0.9, 0, np.exp(1 + 0.5 * x + 0.3 * draws.normal(size=100)))
        interval = make_interval(
            ModelScores(predictions_of(y, 0.31 + 0.15 * x, fixed(100), n_classes=0), "m", measure("smape"))
        )
        missed += not interval.low <= 1.9629 <= interval.high  # by four million rows
    assert missed <= 9  # 14 before
