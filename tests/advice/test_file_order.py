"""Columns that a file is sorted by, and smooth functions of them."""

import numpy as np
import pytest
from scipy.interpolate import BSpline

from foldwise.advice.file_order import is_sorted, smooth_terms, sorted_by_codes, spline_terms, within_means

rng = np.random.default_rng(0)


def test_sorted_columns_are_known_within_strata():
    strata = np.repeat([0, 1], 50)
    numbers = np.stack([np.tile(np.arange(50.0), 2), rng.normal(size=100), np.ones(100)], axis=1)
    assert is_sorted(numbers, strata).tolist() == [True, False, False]


def test_a_file_sorted_by_one_code_after_the_other():
    table = np.array([(a, b, rng.normal()) for a in range(3) for b in range(2) for _ in range(10)])
    strata, kept = sorted_by_codes(table, np.zeros(60, dtype=int))
    assert kept.tolist() == [False, False, True]
    assert np.bincount(strata).tolist() == [10] * 6


def test_splines_are_those_of_an_outside_witness():
    x = rng.normal(size=50)
    knots = np.quantile(x, np.arange(1, 5) / 5)
    t = np.concatenate([[x.min()] * 4, knots, [x.max()] * 4])
    np.testing.assert_allclose(spline_terms(x, 4), BSpline.design_matrix(x, t, 3).toarray(), atol=1e-12)


def test_equal_values_have_one_knot():
    assert spline_terms(np.repeat([0.0, 1.0, 2.0], 40), 9).shape == (120, 5)


@pytest.mark.parametrize("keys", [1, 2, 5])
def test_smooth_terms_are_orthonormal_and_hold_cubic_functions_of_the_first_key(keys):
    columns = rng.normal(size=(200, keys))
    terms = smooth_terms(columns)
    np.testing.assert_allclose(terms.T @ terms, np.eye(terms.shape[1]), atol=1e-10)
    cubic = columns[:, 0] ** 3 - columns[:, 0]
    np.testing.assert_allclose(terms @ (terms.T @ cubic), cubic, atol=1e-8)


def test_means_are_taken_in_each_stratum():
    found = within_means(np.array([[1.0], [5.0], [3.0], [9.0]]), np.array([1, 0, 1, 0]))
    assert found.ravel().tolist() == [-1.0, -2.0, 1.0, 2.0]
