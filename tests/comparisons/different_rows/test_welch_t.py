"""Welch's t-test on different rows, against scipy."""

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import UnpairedPair, WelchT
from foldwise.errors import ValidityError
from foldwise.measures import measure
from foldwise.predictions import Predictions
from tests.comparisons.unpaired_worlds import compared_by, counts_pair, values_pair

rng = np.random.default_rng(2)
FIRST, SECOND = rng.gamma(2, size=40), 1.3 * rng.gamma(2, size=75)


def test_it_is_the_test_of_scipy():
    result = compared_by(values_pair(FIRST, SECOND))
    theirs = stats.ttest_ind(FIRST, SECOND, equal_var=False)
    interval = theirs.confidence_interval(0.95)
    assert (result.method, result.statistic) == ("welch-t", pytest.approx(theirs.statistic))
    assert result.p_value == pytest.approx(theirs.pvalue)
    assert (result.low, result.high) == pytest.approx((interval.low, interval.high))
    assert result.posterior.df == pytest.approx(theirs.df)


def test_a_root_is_compared_by_its_slope():
    result = compared_by(values_pair(FIRST, SECOND, "rmse"))
    parts = [np.var(one**2, ddof=1) / one.size / (4 * np.mean(one**2)) for one in (FIRST, SECOND)]
    assert result.posterior.scale == pytest.approx(np.sqrt(sum(parts)))
    assert result.difference == pytest.approx(np.sqrt(np.mean(FIRST**2)) - np.sqrt(np.mean(SECOND**2)))


def test_groups_of_one_size_count_as_their_means():
    """With groups of six rows each the test is that of the means of the groups."""
    details = {"a": {"groups": np.repeat(np.arange(8), 5)}, "b": {"groups": np.repeat(np.arange(15), 5)}}
    result = compared_by(values_pair(FIRST, SECOND, **details))
    theirs = stats.ttest_ind(FIRST.reshape(8, 5).mean(axis=1), SECOND.reshape(15, 5).mean(axis=1), equal_var=False)
    assert (result.statistic, result.p_value) == (pytest.approx(theirs.statistic), pytest.approx(theirs.pvalue))


def test_turned_systems_turn_the_sign():
    one, other = (compared_by(values_pair(*both)) for both in ((FIRST, SECOND), (SECOND, FIRST)))
    assert (one.statistic, one.low, one.p_value) == pytest.approx((-other.statistic, -other.high, other.p_value))


def test_errors_of_rows_in_groups_are_compared_by_it():
    truth = np.tile([0, 1], 60)
    wrong = np.random.default_rng(0).random((2, 120)) < [[0.2], [0.4]]
    groups = np.repeat(np.arange(20), 6)
    tables = [
        Predictions.build(truth, {name: np.where(one, 1 - truth, truth)}, groups=groups)
        for name, one in zip("ab", wrong, strict=True)
    ]
    assert compared_by(UnpairedPair.of(*tables, measure("error"))).method == "welch-t"


def test_no_spread_and_few_groups_are_refused():
    with pytest.raises(ValidityError, match="all rows of 'a' have the same loss"):
        compared_by(counts_pair(0, 50, 10, 50), "welch-t")
    details = {"a": {"groups": np.repeat(np.arange(4), 10)}, "b": {"groups": np.repeat(np.arange(15), 5)}}
    with pytest.raises(ValidityError, match="it needs 5 groups"):
        compared_by(values_pair(FIRST, SECOND, **details), "welch-t")
    with pytest.raises(ValidityError, match="valid for means of one loss per row, and mcc is not one"):
        compared_by(counts_pair(10, 40, 10, 40, "mcc"), "welch-t")


@pytest.mark.slow
def test_of_equal_systems_one_in_twenty_is_called_different():
    draw, rejected = np.random.default_rng(5), 0
    for _ in range(2000):
        pair = values_pair(draw.gamma(4, size=30), draw.gamma(4, size=60))
        rejected += WelchT().compare(pair, 0.95).p_value <= 0.05
    assert rejected / 2000 == pytest.approx(0.05, abs=3 * np.sqrt(0.05 * 0.95 / 2000) + 0.005)
