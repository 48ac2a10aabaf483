"""The t interval with groups as the unit."""

import numpy as np
import pytest
from scipy import stats

import foldwise
from foldwise.intervals import cluster_t, mean_t, wilson

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


def test_groups_without_an_error_are_as_many_rows_without_one():
    # 0 to 0 would claim that no patient will ever be judged wrongly, after twelve were not.
    truth, patient = np.tile([0, 1], 60), np.repeat(np.arange(12), 10)
    for measure, ends in (("error", wilson(0, 12, 0.95)), ("accuracy", wilson(12, 12, 0.95))):
        interval = foldwise.score(truth, truth, groups=patient, measures=measure).finding("system", measure).interval
        assert (interval.low, interval.high) == pytest.approx(ends)
        assert interval.note == "all groups scored the same, so the interval is that for 12 independent rows"


def test_a_large_group_counts_as_one_piece_of_evidence():
    truth, patient = np.tile([0, 1], 60), np.repeat(np.arange(11), [70, *[5] * 10])
    interval = foldwise.score(truth, truth, groups=patient, measures="error").finding("system", "error").interval
    assert interval.high == pytest.approx(wilson(0, 120**2 / (70**2 + 10 * 25), 0.95)[1])


def test_equal_losses_that_are_no_shares_are_pointed_out():
    truth, patient = np.tile([0, 1], 60), np.repeat(np.arange(12), 10)
    result = foldwise.score(truth, scores=0.2 + 0.6 * truth, groups=patient, measures="log-loss")
    interval = result.finding("system", "log-loss").interval
    assert (
        interval.note == "all rows have the same loss, so the bound is that for the share of rows that may have another"
    )
    other = 1 - 0.025 ** (1 / 12)
    assert interval.high == pytest.approx(-np.log(0.8) + other * (-np.log(np.finfo(float).eps) + np.log(0.8)))
