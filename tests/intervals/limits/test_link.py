"""Scales without ends."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.intervals import link_of
from foldwise.intervals.limits.link import log_odds
from foldwise.measures import measure


@given(st.floats(-0.999, 0.999), st.floats(0, 10))
def test_an_interval_never_leaves_the_range(value, half):
    low, high = link_of(measure("mcc"), value).ends(value, half)
    assert -1 <= low <= value + 1e-9
    assert value - 1e-9 <= high <= 1


@pytest.mark.parametrize(("name", "value"), [("f1", 0.8), ("mcc", -0.3), ("lr-positive", 4.0), ("r2", 0.4)])
def test_the_slope_is_the_derivative_and_back_undoes_there(name, value):
    link = link_of(measure(name), value)
    assert link.back(link.there(value)) == pytest.approx(value)
    step = 1e-6
    assert (link.there(value + step) - link.there(value - step)) / (2 * step) == pytest.approx(
        link.slope(value), rel=1e-6
    )


def test_fisher_z_is_half_the_log_odds():
    assert log_odds(-1, 1).there(0.4) == pytest.approx(2 * np.arctanh(0.4))


def test_r2_and_the_relative_error_have_the_same_interval():
    by_r2 = link_of(measure("r2"), 0.4).ends(0.4, 0.2)
    by_rse = link_of(measure("rse"), 0.6).ends(0.6, 0.2)
    assert (1 - by_rse[1], 1 - by_rse[0]) == pytest.approx(by_r2)


def test_on_an_end_of_the_range_the_scale_is_the_measures_own():
    assert link_of(measure("f1"), 1.0).ends(1.0, 0.1) == pytest.approx((0.9, 1.0))
