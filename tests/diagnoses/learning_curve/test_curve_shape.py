"""Monotone and convex, or not."""

import numpy as np
import pytest
from sklearn.isotonic import IsotonicRegression

from foldwise.diagnoses import curve_shape
from foldwise.errors import InputError

SIZES = np.array([20.0, 40, 80, 160, 320])


def test_an_inverse_power_law_is_both():
    found = curve_shape(SIZES, 0.1 + 2 / SIZES, np.full(5, 0.005))
    assert (found.is_monotone, found.is_convex, found.notes) == (True, True, ())


def test_a_peak_is_found_and_said():
    """Double descent: the error rises at 160 rows and falls again."""
    found = curve_shape(SIZES, [0.3, 0.2, 0.15, 0.3, 0.1], np.full(5, 0.01))
    assert not found.is_monotone
    assert found.rise == (80, 160)
    assert "the error rises between 80 and 160 rows" in found.notes[0]


def test_a_curve_that_falls_late_is_not_convex():
    found = curve_shape(SIZES, [0.5, 0.5, 0.49, 0.45, 0.1], np.full(5, 0.01))
    assert (found.is_monotone, found.is_convex) == (True, False)
    assert "not convex" in found.notes[0]


def test_the_monotone_curve_is_that_of_scikit_learn():
    errors, se = np.array([0.3, 0.2, 0.25, 0.1, 0.12]), np.array([0.01, 0.02, 0.01, 0.03, 0.01])
    found = curve_shape(SIZES, errors, se)
    theirs = IsotonicRegression(increasing=False).fit_transform(SIZES, errors, sample_weight=1 / se**2)
    assert found.monotone == pytest.approx(theirs)


def test_flat_curves_are_called_ill_behaved_as_often_as_the_level_says():
    rng = np.random.default_rng(0)
    found = [curve_shape(SIZES, 0.3 + rng.normal(scale=0.01, size=5), np.full(5, 0.01), seed=one) for one in range(200)]
    false = np.mean([not one.is_monotone for one in found])
    assert 0.01 < false < 0.1
    assert np.mean([not one.is_convex for one in found]) < 0.1


def test_noise_that_sizes_share_cancels():
    rising = [0.3, 0.2, 0.215, 0.19, 0.18]
    apart, together = (curve_shape(SIZES, rising, np.full(5, 0.01), shared=one) for one in (0.0, 0.95))
    assert apart.is_monotone
    assert not together.is_monotone


def test_what_is_no_curve_is_refused():
    with pytest.raises(InputError, match="at least three each"):
        curve_shape([1, 2], [0.1, 0.2], [0.1, 0.1])
    with pytest.raises(InputError, match="no spread is never certainty"):
        curve_shape(SIZES, np.ones(5), np.zeros(5))
    with pytest.raises(InputError, match="every size comes once"):
        curve_shape([1, 1, 2], [0.1, 0.2, 0.3], [0.1, 0.1, 0.1])
