"""BCa against scipy, its acceleration against the jackknife, and its ways out."""

import numpy as np
import pytest
from scipy import stats

from foldwise.intervals import BCa, acceleration, bca_shares
from foldwise.intervals.methods.bca import bca_ends, share_below
from tests.intervals.bootstrapping.test_bootstrap import LOSSES, classes, of_losses


def test_bca_agrees_with_scipy():
    one = of_losses()
    theirs = stats.bootstrap((LOSSES,), np.mean, n_resamples=4000, method="BCa", random_state=np.random.default_rng(5))
    ours = BCa(resamples=4000).interval(one, 0.95)
    width = theirs.confidence_interval.high - theirs.confidence_interval.low
    assert ours.low == pytest.approx(theirs.confidence_interval.low, abs=0.06 * width)
    assert ours.high == pytest.approx(theirs.confidence_interval.high, abs=0.06 * width)


def test_acceleration_is_the_jackknifes():
    n, left = LOSSES.size, (LOSSES.sum() - LOSSES) / (LOSSES.size - 1)
    d = left.mean() - left
    assert acceleration(LOSSES - LOSSES.mean()) == pytest.approx(np.sum(d**3) / (6 * np.sum(d**2) ** 1.5))
    assert acceleration(np.zeros(n)) == 0


def test_shares_worked_by_hand():
    """A third of the values lies below: z₀ = Φ⁻¹(1/3), and without skewness both ends move by 2z₀."""
    shift = stats.norm.ppf(1 / 3)
    expected = stats.norm.cdf(2 * shift + stats.norm.ppf([0.05, 0.95]))
    assert bca_shares(np.array([1.0, 2, 3]), 1.5, 0.0, 0.9) == pytest.approx(tuple(expected))


def test_shares_fall_back_to_the_percentiles():
    assert bca_shares(np.ones(10), 5.0, 0.1, 0.9) == pytest.approx((0.05, 0.95))
    assert bca_shares(np.arange(11.0), 5.0, 1.0, 0.9) == pytest.approx((0.05, 0.95))
    assert bca_shares(np.zeros(0), 5.0, 0.0, 0.9) == pytest.approx((0.05, 0.95))


def test_values_that_differ_by_rounding_count_half():
    assert share_below(np.array([0.1, 0.3, 0.5]), 0.1 + 0.2) == 0.5
    assert share_below(np.array([0.1, 0.3, 0.5]), 0.3001) == pytest.approx(2 / 3)


def test_the_value_is_always_inside():
    assert bca_ends(np.arange(1.0, 11.0), 20.0, 0.0, 0.9)[1] == 20
    assert bca_ends(np.zeros(0), 3.0, 0.0, 0.9) == (3, 3)


def test_a_seed_changes_the_draws_and_nothing_else():
    one = classes(name="f1")
    first, again, other = (BCa(seed=seed).interval(one, 0.95) for seed in (1, 1, 2))
    assert first == again
    assert first != other
