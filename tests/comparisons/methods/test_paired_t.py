"""The t-test of row differences."""

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import Pair, choose_comparison, compare_pair
from foldwise.errors import ValidityError
from foldwise.measures import measure
from foldwise.predictions import Predictions
from tests.comparisons.pairs import error_pair, of_losses
from tests.worlds import fixed

rng = np.random.default_rng(0)


def test_agrees_with_scipy():
    a, b = rng.random(40), rng.random(40)
    result = compare_pair(error_pair(of_losses(fixed(40), a, b), "mae"), "paired-t")
    theirs = stats.ttest_rel(a, b)
    assert (result.statistic, result.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))
    assert (result.low, result.high) == pytest.approx(tuple(theirs.confidence_interval(0.95)))


def test_rows_that_all_differ_alike_leave_no_spread():
    y = np.arange(40.0)
    table = Predictions.build(y, {"a": y + 1, "b": y + 3}, task="regression")
    with pytest.raises(ValidityError, match="no row moves the difference, which leaves no spread to judge from"):
        compare_pair(Pair.of(table, "a", "b", measure("mae")), "paired-t")


def test_weighted_rows_are_tested_by_a_linearised_error():
    # 5 % of the rows weigh 20: a bootstrap of the difference called equal systems different in 12 to 19 % of samples.
    draw, found = np.random.default_rng(8), []
    for _ in range(200):
        weights = np.where(draw.random(100) < 0.05, 20.0, 1.0)
        weights[0] = 20.0  # rows of one weight are tested as rows without weights
        one = error_pair(of_losses(fixed(100), draw.random(100), draw.random(100), weights=weights), "mae")
        assert choose_comparison(one).method.name == "paired-t"
        found.append(compare_pair(one).p_value)
    assert np.mean(np.array(found) <= 0.05) <= 0.07


def test_weights_of_one_size_change_nothing():
    a, b = rng.random(40), rng.random(40)
    plain = compare_pair(error_pair(of_losses(fixed(40), a, b), "mae"), "paired-t")
    alike = compare_pair(error_pair(of_losses(fixed(40), a, b, weights=np.full(40, 3.0)), "mae"), "paired-t")
    assert (alike.low, alike.high) == pytest.approx((plain.low, plain.high), rel=1e-3)


def test_rows_in_groups_are_refused():
    values = of_losses(fixed(40), rng.random(40), 0.5, groups=np.arange(40) // 4)
    with pytest.raises(ValidityError, match="rows come in groups"):
        compare_pair(error_pair(values, "mae"), "paired-t")
