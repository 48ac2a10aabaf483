"""Smooth calibration errors, against closed forms and a search by hand."""

import numpy as np
import pytest
from scipy.special import expit, logit

from foldwise.diagnoses import kernel_calibration_error, smooth_calibration_error

BOTH = [smooth_calibration_error, kernel_calibration_error]


@pytest.mark.parametrize("error", BOTH)
def test_one_probability_for_all_is_off_by_its_distance(error):
    assert error([1] * 7 + [0] * 3, [0.5] * 10) == pytest.approx(0.2, abs=1e-3)


@pytest.mark.parametrize("error", BOTH)
def test_calibrated_probabilities_are_near_zero_and_extreme_ones_are_not(error):
    rng = np.random.default_rng(0)
    p = rng.uniform(size=5000)
    y = (rng.random(5000) < p).astype(int)
    assert error(y, p) < 0.02
    assert error(y, expit(3 * logit(p))) > 0.05


def test_two_groups_are_limited_by_the_slope():
    """Residuals +0.1 at 0.4 and -0.1 at 0.6, half the rows each: w may change by 0.2 between them: 0.1·0.2/2 = 0.01."""
    p = np.repeat([0.4, 0.6], 10)
    y = np.repeat([1, 0, 1, 0], [5, 5, 5, 5])
    assert smooth_calibration_error(y, p) == pytest.approx(0.01)


def test_groups_far_apart_are_added():
    """Residuals of opposite sign at 0 and 1, so that w goes from -0.5 to 0.5: half of the mean distance."""
    p, y = np.repeat([0.0, 1.0], 10), np.repeat([1, 0, 1, 0], [2, 8, 8, 2])
    assert smooth_calibration_error(y, p) == pytest.approx(0.2 * 0.5)


def test_moving_probabilities_a_little_moves_it_a_little():
    """All at 0.5 are calibrated; moved by 0.001 in opposite directions, any bins that end at 0.5 would say 0.5."""
    p = np.repeat([0.499, 0.501], 50)
    y = np.concatenate([np.ones(50), np.zeros(50)])
    assert [error(y, np.full(100, 0.5)) for error in BOTH] == pytest.approx([0, 0], abs=1e-12)
    assert smooth_calibration_error(y, p) < 0.002
    assert kernel_calibration_error(y, p) < np.sqrt(0.001)


def test_many_distinct_probabilities_are_rounded():
    rng = np.random.default_rng(1)
    p = rng.uniform(size=3000)
    y = (rng.random(3000) < p**2).astype(int)
    exact = smooth_calibration_error(y[:900], p[:900])
    assert 0.05 < smooth_calibration_error(y, p) < 0.3
    assert exact == pytest.approx(smooth_calibration_error(y[:900], p[:900].round(3)), abs=0.002)


def test_no_error_has_no_sign():
    assert str(smooth_calibration_error([0, 0, 1, 1], [0.0, 0.0, 1.0, 1.0])) == "0.0"
