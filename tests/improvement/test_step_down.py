"""Step-down max-t."""

import numpy as np
from scipy import stats

from foldwise.comparisons import adjust
from foldwise.improvement import step_down

P = np.array([0.03, 0.004, np.nan, 0.2])


def test_independent_tests_are_adjusted_as_by_sidak():
    """Of independent statistics P(max of m ≥ z) = 1 - (1 - p)^m, step by step."""
    found = step_down(P, np.eye(4))
    assert np.allclose(found[[1, 0, 3]], [1 - 0.996**3, 1 - 0.97**2, 0.2], atol=0.003)
    assert np.isnan(found[2])


def test_tests_that_are_one_are_not_adjusted():
    assert np.allclose(step_down(P, np.ones((4, 4)))[[0, 1, 3]], P[[0, 1, 3]], atol=0.003)


def test_with_a_common_control_it_is_dunnetts():
    """Differences from a common control of equal size have correlation ½; the bivariate normal is the witness."""
    z = 2.0
    p = 2 * stats.norm.sf(z)
    joint = stats.multivariate_normal(cov=[[1, 0.5], [0.5, 1]])
    inside = joint.cdf([z, z]) - 2 * joint.cdf([z, -z]) + joint.cdf([-z, -z])
    found = step_down(np.array([p, p]), np.array([[1, 0.5], [0.5, 1]]))
    assert np.allclose(found, 1 - inside, atol=0.003)


def test_it_is_between_no_adjustment_and_holms():
    found = step_down(P, np.full((4, 4), 0.5) + np.eye(4) / 2)
    known = ~np.isnan(P)
    assert np.all(found[known] >= P[known])
    assert np.all(found[known] <= adjust(P, "holm")[known])


def test_one_test_alone_stays_as_it_is():
    assert step_down(np.array([0.03]), np.eye(1)).tolist() == [0.03]
