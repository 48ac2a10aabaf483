"""The studentised bootstrap."""

import numpy as np
import pytest
from scipy import stats

from foldwise.intervals import make_interval
from foldwise.intervals.methods.studentised import Studentised
from tests.intervals.bootstrapping.test_bootstrap import LOSSES, of_losses


def test_with_the_quantiles_of_t_it_is_the_t_interval_on_the_scale_of_the_measure():
    """A mean absolute error has no upper end: its scale is the logarithm, where half widths are se/mean."""
    one = of_losses()
    t = stats.t.ppf(0.95, LOSSES.size - 1)
    low, high = Studentised().ends(one, np.linspace(-t, t, 1001), 0.999999)
    error = LOSSES.std(ddof=1) / np.sqrt(LOSSES.size)
    expected = LOSSES.mean() * np.exp(np.array([-t, t]) * error / LOSSES.mean())
    assert (low, high) == pytest.approx(tuple(expected), rel=1e-2)


def test_a_skewed_sample_reaches_further_to_its_long_side():
    one = of_losses()
    interval = make_interval(one, "studentised")
    assert interval.high - one.value > 1.1 * (one.value - interval.low)


def test_a_resample_without_spread_is_left_out():
    """Two distinct losses in eight rows: some resamples hold one of them alone, and have no t."""
    one = of_losses(np.array([0.1, 5.0]).repeat([7, 1]))
    assert Studentised(resamples=300).drawn(one).size < 300
