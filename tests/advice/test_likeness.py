"""The sign test of neighbours."""

import numpy as np
import pytest
from scipy.stats import rankdata

from foldwise.advice.file_order import smooth_terms
from foldwise.advice.likeness import NO_LIKENESS, likeness, rank_correlation_of_neighbours, residuals_of_target, within

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


def test_the_correlation_is_that_of_ranks_up_to_three_rows_apart():
    values = rng.integers(0, 9, 60).astype(float)
    ranks = rankdata(values) - 30.5
    by_hand = np.mean([np.sum(ranks[lag:] * ranks[:-lag]) for lag in (1, 2, 3)]) / np.sum(ranks**2)
    assert rank_correlation_of_neighbours(values) == (pytest.approx(by_hand), pytest.approx(by_hand * np.sqrt(180)))


def test_equal_values_are_not_correlated():
    assert rank_correlation_of_neighbours(np.ones(40)) == (0.0, 0.0)


def test_values_less_a_fit_in_random_order_are_as_far_from_zero_as_others():
    terms = smooth_terms(np.arange(150.0)[:, None])
    drawn = rng.normal(size=(1000, 150))
    found = np.array([rank_correlation_of_neighbours(left, terms)[1] for left in drawn - drawn @ terms @ terms.T])
    # Without the correction the mean is about -2.
    assert abs(found.mean()) < 0.25
    assert found.std() < 1.1


def test_residuals_of_a_quadratic_are_zero():
    X = rng.normal(size=(60, 2))
    np.testing.assert_allclose(residuals_of_target(X, 1 + X[:, 0] - 2 * X[:, 1] ** 2), 0, atol=1e-12)


def test_more_columns_than_rows_leave_the_target_as_it_is():
    y = rng.normal(size=30)
    np.testing.assert_allclose(residuals_of_target(rng.normal(size=(30, 40)), y), y - y.mean())
