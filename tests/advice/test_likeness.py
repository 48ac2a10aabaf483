"""The sign test of neighbours."""

import numpy as np
import pytest

from foldwise.advice.likeness import NO_LIKENESS, is_sorted, likeness, residuals, sorted_by_codes, within

rng = np.random.default_rng(0)


def test_a_number_worked_by_hand():
    # Rows 0 1 5 6: the next is at 1, 4, 1; two rows on at 5, 5, 5: closer thrice.
    found = likeness(np.array([[0.0], [1.0], [5.0], [6.0]]))
    assert (found.share, found.sure) == (1.0, pytest.approx(3 / np.sqrt(3)))


def test_the_deviation_of_rows_in_random_order_is_one_or_less():
    found = np.array([likeness(rng.normal(size=(100, 3))).sure for _ in range(2000)])
    # 2000 draws tell a standard deviation to 1.6 %.
    assert abs(found.mean()) < 4 / np.sqrt(2000)
    assert found.std() < 1.05


def test_categories_are_equal_or_not():
    codes = np.repeat(rng.permutation(20), 10).astype(float)[:, None]
    assert likeness(codes, nominal=np.array([True])).speaks


def test_constant_columns_and_equal_rows_say_nothing():
    assert likeness(np.ones((50, 2))) == NO_LIKENESS


def test_another_row_may_be_some_rows_on():
    rows, following, others = within(np.zeros(6, dtype=int), step=2)
    assert (rows.tolist(), following.tolist(), others.tolist()) == ([0, 1, 2, 3], [1, 2, 3, 4], [2, 3, 4, 5])


def test_sorted_columns_are_known_within_strata():
    strata = np.repeat([0, 1], 50)
    numbers = np.stack([np.tile(np.arange(50.0), 2), rng.normal(size=100), np.ones(100)], axis=1)
    assert is_sorted(numbers, strata).tolist() == [True, False, False]


def test_a_file_sorted_by_one_code_after_the_other():
    table = np.array([(a, b, rng.normal()) for a in range(3) for b in range(2) for _ in range(10)])
    strata, kept = sorted_by_codes(table, np.zeros(60, dtype=int))
    assert kept.tolist() == [False, False, True]
    assert np.bincount(strata).tolist() == [10] * 6


def test_residuals_of_a_quadratic_are_zero():
    X = rng.normal(size=(60, 2))
    np.testing.assert_allclose(residuals(X, 1 + X[:, 0] - 2 * X[:, 1] ** 2), 0, atol=1e-12)


def test_more_columns_than_rows_leave_the_target_as_it_is():
    y = rng.normal(size=30)
    np.testing.assert_allclose(residuals(rng.normal(size=(30, 40)), y), y - y.mean())
