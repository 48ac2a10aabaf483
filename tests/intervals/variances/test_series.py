"""Losses in time order: the variance of their mean when neighbours are alike."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.intervals.variances.series import harvey_factor, lags_for, serial_variance, time_means
from foldwise.measures import ModelScores, measure
from tests.intervals.methods.test_hac_t import forward, scored
from tests.worlds import losses_of


def test_the_variance_worked_by_hand():
    """1, 3, 2: γ₀ = 2/3, γ₁ = (-1·1 + 1·0)/3 = -1/3 about the mean 2."""
    assert serial_variance(np.array([1.0, 3.0, 2.0]), 0) == pytest.approx(2 / 9)
    assert serial_variance(np.array([1.0, 2.0, 3.0]), 1) == pytest.approx((2 / 3 + 2 * 0) / 3)


def test_the_factor_of_harvey_worked_by_hand():
    """T = 20, h = 3: √((20 + 1 - 6 + 6/20)/20)."""
    assert harvey_factor(20, 2) == pytest.approx(np.sqrt(15.3 / 20))


def test_neighbours_that_are_opposite_are_weighted_down_instead_of_a_negative_variance():
    """1, -1, 1, -1: γ₀ = 1, γ₁ = -3/4, so γ₀ + 2γ₁ < 0 and the neighbour counts half: (1 - 3/4)/4."""
    assert serial_variance(np.array([1.0, -1, 1, -1]), 1) == pytest.approx(1 / 16)


@given(st.lists(st.floats(-5, 5), min_size=6, max_size=40), st.integers(0, 4))
def test_the_variance_is_never_negative(series, lags):
    assert serial_variance(np.array(series), lags) >= 0


def test_rows_of_the_same_time_are_one_observation():
    losses = np.arange(60.0)
    table = losses_of(forward(60), lambda _, rows: losses[rows], time=np.arange(60) // 2)
    assert time_means(ModelScores(table, "m", measure("mae"))) == pytest.approx(losses[10:].reshape(-1, 2).mean(axis=1))


@pytest.mark.parametrize(("horizon", "size", "lags"), [(0, 100, 4), (0, 10, 2), (30, 100, 30), (3, 100, 4)])
def test_neighbours_are_those_of_the_horizon_or_of_the_rule_of_thumb(horizon, size, lags):
    """4 (T/100)^(2/9), rounded down, unless the plan looks further ahead."""
    one = scored(np.arange(60.0), **({"horizon": horizon} if horizon else {}))
    assert lags_for(one, size) == lags
