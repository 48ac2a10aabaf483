"""Tests of calibration, against scipy and simulation."""

import numpy as np
import pytest
from scipy import stats

from foldwise.diagnoses import CALIBRATION_TESTS, calibration_test, corp, recalibrate
from foldwise.errors import InputError, UnknownNameError, ValidityError

rng = np.random.default_rng(0)
P = rng.uniform(0.02, 0.98, 200)
Y = (rng.random(200) < P).astype(int)


def test_spiegelhalters_z_is_the_standardised_brier_score():
    """Brier score less its expectation Σp(1 - p), over its standard deviation √Σ(1 - 2p)²p(1 - p)."""
    z = (((Y - P) ** 2).sum() - (P * (1 - P)).sum()) / np.sqrt(((1 - 2 * P) ** 2 * P * (1 - P)).sum())
    found = calibration_test(Y, P, "spiegelhalter")
    assert found.statistic == pytest.approx(z)
    assert found.p_value == pytest.approx(2 * stats.norm.sf(abs(z)))


def test_coxs_test_is_a_likelihood_ratio():
    fit = recalibrate(Y, P)
    ratio = 2 * (fit.log_likelihood - fit.as_given)
    found = calibration_test(Y, P, "cox")
    assert (found.statistic, found.p_value) == pytest.approx((ratio, stats.chi2(2).sf(ratio)))


def test_the_isotonic_test_is_of_the_miscalibration():
    found = calibration_test(Y, P, draws=99)
    assert found.statistic == corp(Y, P).parts.miscalibration
    assert found.p_value * 100 == pytest.approx(round(found.p_value * 100))


@pytest.mark.parametrize("how", CALIBRATION_TESTS)
def test_probabilities_that_are_too_extreme_are_found(how):
    extreme = P**3 / (P**3 + (1 - P) ** 3)
    assert calibration_test(Y, extreme, how, draws=199).p_value < 0.02


@pytest.mark.parametrize("how", CALIBRATION_TESTS)
def test_calibrated_probabilities_are_refused_as_often_as_the_level_says(how):
    draws = np.random.default_rng(1)
    found = []
    for one in range(200):
        p = draws.uniform(0.05, 0.95, 80)
        found.append(calibration_test(draws.random(80) < p, p, how, draws=39, seed=one).p_value <= 0.05)
    assert np.mean(found) < 0.05 + 4 * np.sqrt(0.05 * 0.95 / 200)


def test_probabilities_of_half_leave_spiegelhalter_nothing():
    assert calibration_test([0, 1], [0.5, 0.5], "spiegelhalter").p_value == 1


def test_what_cannot_be_tested_is_refused():
    with pytest.raises(UnknownNameError, match="try 'cox'"):
        calibration_test(Y, P, "coxx")
    with pytest.raises(ValidityError, match="separated"):
        calibration_test([0, 0, 1, 1], [0.1, 0.2, 0.8, 0.9], "cox")
    with pytest.raises(InputError, match="19 draws or more"):
        calibration_test(Y, P, draws=5)


def test_one_row_refutes_a_certain_probability():
    assert calibration_test([0, 0, 1, 1] * 10, [1.0, 1.0, 0.0, 0.0] * 10, "spiegelhalter").p_value == 0
    assert calibration_test([0, 0, 1, 1], [0.0, 0.0, 1.0, 1.0], "spiegelhalter").p_value == 1
