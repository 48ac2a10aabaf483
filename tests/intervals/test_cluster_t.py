"""The t interval with groups as the unit."""

import numpy as np
import pytest
from scipy import stats

from foldwise.intervals import cluster_t, mean_t

rng = np.random.default_rng(6)


def test_groups_of_one_row_give_students_t():
    losses = rng.normal(size=30)
    assert cluster_t(losses, np.arange(30), 0.95) == pytest.approx(mean_t(losses, 0.95))


def test_equal_groups_give_students_t_over_their_means():
    losses, group = rng.normal(size=(8, 5)), np.repeat(np.arange(8), 5)
    means = losses.mean(axis=1)
    expected = stats.t.interval(0.95, 7, means.mean(), stats.sem(means))
    assert cluster_t(losses.ravel(), group, 0.95) == pytest.approx(expected)


def test_rows_that_are_copies_add_no_evidence():
    losses, group = np.repeat(rng.normal(size=10), 100), np.repeat(np.arange(10), 100)
    naive, honest = mean_t(losses, 0.95), cluster_t(losses, group, 0.95)
    assert honest[1] - honest[0] > 8 * (naive[1] - naive[0])


def test_one_group_says_nothing():
    assert cluster_t(np.ones(5), np.zeros(5, dtype=int), 0.95) == (-np.inf, np.inf)
