"""Standard errors of weighted means and groups, against matrices and replications."""

import numpy as np
import pytest
from scipy import stats

from foldwise.intervals.variances.linearised import by_group, carriers, free_units, linearised, weighted_mean

rng = np.random.default_rng(0)


def test_equal_shares_are_the_textbook():
    values = rng.normal(size=12)
    shares = np.full(12, 1 / 12)
    variance, df = linearised(shares * (values - values.mean()), shares)
    assert np.sqrt(variance) == pytest.approx(stats.sem(values))
    assert df == pytest.approx(11)


def test_degrees_of_freedom_are_those_of_the_quadratic_form():
    shares = rng.dirichlet(np.ones(9))
    middle = np.eye(9) - np.outer(np.ones(9), shares)
    form = middle.T @ np.diag(shares**2 / (1 - shares)) @ middle
    assert free_units(shares) == pytest.approx(np.trace(form) ** 2 / np.trace(form @ form))


def test_the_variance_of_a_weighted_mean_is_right_on_average():
    weights = rng.uniform(1, 10, 15)
    shares = weights / weights.sum()
    draws = rng.normal(size=(4000, 15))
    found = [weighted_mean(one, weights)[1] ** 2 for one in draws]
    assert np.mean(found) == pytest.approx(np.sum(shares**2), rel=0.03)  # Var of Σhx with Var x = 1


def test_a_mean_that_hangs_on_few_rows_has_few_degrees_of_freedom():
    values = np.concatenate([np.zeros(97), [10.0, 11.0, 12.0]])
    assert weighted_mean(values, rng.uniform(1, 2, 100))[2] < 3
    assert carriers(np.zeros(3)) == 0


def test_the_unit_of_weights_does_not_matter():
    values, weights = rng.normal(size=20), rng.exponential(1, 20)
    assert weighted_mean(values, weights) == pytest.approx(weighted_mean(values, 100 * weights))


def test_sums_of_groups_come_in_the_order_of_their_codes():
    assert by_group(np.array([1.0, 2.0, 3.0]), np.array([5, 1, 5])).tolist() == [2.0, 4.0]
