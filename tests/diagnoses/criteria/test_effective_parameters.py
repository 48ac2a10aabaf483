"""Traces of hat matrices."""

import numpy as np
import pytest

from foldwise.diagnoses import leverages, ridge_parameters, smoother_parameters
from foldwise.errors import InputError

rng = np.random.default_rng(0)
X = rng.normal(size=(20, 3))
ONES = np.column_stack([np.ones(20), X])


def test_leverages_are_the_diagonal_of_the_hat_matrix():
    hat = ONES @ np.linalg.inv(ONES.T @ ONES) @ ONES.T
    assert leverages(X) == pytest.approx(np.diag(hat))
    found = smoother_parameters(hat)
    assert (found.parameters, found.residual) == pytest.approx((4, 16))


def test_ridge_shrinks_all_but_the_intercept():
    penalty = np.diag([0.0, 2, 2, 2])
    hat = ONES @ np.linalg.inv(ONES.T @ ONES + penalty) @ ONES.T
    assert leverages(X, ridge=2.0) == pytest.approx(np.diag(hat))
    d = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    assert ridge_parameters(X, 2.0) == pytest.approx(1 + (d**2 / (d**2 + 2)).sum())


def test_a_column_that_repeats_another_counts_once():
    assert leverages(np.column_stack([X, X[:, 0]])).sum() == pytest.approx(4)
    assert leverages(np.ones((5, 1))).sum() == pytest.approx(1)


def test_nearest_neighbours_have_n_over_k():
    """Every row is the mean of itself and the next."""
    hat = (np.eye(10) + np.roll(np.eye(10), 1, axis=1)) / 2
    assert smoother_parameters(hat).parameters == pytest.approx(10 / 2)


def test_what_is_no_design_is_refused():
    with pytest.raises(InputError, match="square"):
        smoother_parameters(np.ones((2, 3)))
    with pytest.raises(InputError, match="a penalty is 0 or more"):
        leverages(X, ridge=-1.0)
