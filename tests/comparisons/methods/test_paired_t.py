"""t-tests of row differences, of influences and of batches."""

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import Pair, choose_comparison, compare_pair
from foldwise.errors import ValidityError
from foldwise.measures import measure
from foldwise.predictions import Predictions
from tests.comparisons.methods.test_mcnemar import wrong
from tests.comparisons.methods.test_paired_bootstrap import pair as scored_pair
from tests.comparisons.pairs import error_pair, of_errors, of_losses
from tests.worlds import fixed

rng = np.random.default_rng(0)


def test_agrees_with_scipy():
    a, b = rng.random(40), rng.random(40)
    result = compare_pair(error_pair(of_losses(fixed(40), a, b), "mae"), "paired-t")
    theirs = stats.ttest_rel(a, b)
    assert (result.statistic, result.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))
    assert (result.low, result.high) == pytest.approx(tuple(theirs.confidence_interval(0.95)))


@pytest.mark.parametrize("name", ["f1", "mcc", "kappa", "balanced-accuracy"])
def test_functions_of_counts_agree_with_the_bootstrap(name):
    one = scored_pair(name, gain=0.9, n=400)
    ours, drawn = compare_pair(one, "delta"), compare_pair(one, "paired-bootstrap")
    assert (ours.low, ours.high) == pytest.approx((drawn.low, drawn.high), abs=0.02)


def test_by_accuracy_the_delta_method_is_the_t_test():
    one = error_pair(of_errors(wrong(range(25)), wrong(range(20, 40)), fixed(100)), "micro-recall")
    losses = wrong(range(20, 40)).astype(float) - wrong(range(25))
    expected = stats.ttest_1samp(losses, 0)
    assert compare_pair(one, "delta").p_value == pytest.approx(expected.pvalue, rel=1e-6, abs=0.01)


def test_with_groups_functions_of_counts_are_tested_by_the_delta_method():
    one = error_pair(of_errors(wrong(range(25)), wrong(range(20, 40)), fixed(100), groups=np.arange(100) // 2), "f1")
    assert choose_comparison(one).method.name == "delta"
    assert compare_pair(one).posterior.df <= 49


def test_many_rows_are_tested_in_batches():
    one = scored_pair("average-precision", gain=0.3, n=20_000)
    assert compare_pair(one, "batch-t").p_value < 0.001


def test_what_is_refused():
    values = of_losses(fixed(40), rng.random(40), 0.5, groups=np.arange(40) // 4)
    with pytest.raises(ValidityError, match="rows come in groups"):
        compare_pair(error_pair(values, "mae"), "paired-t")
    with pytest.raises(ValidityError, match="valid for functions of counts or sums, and mae is not one"):
        compare_pair(error_pair(values, "mae"), "delta")
    with pytest.raises(ValidityError, match="needs test sets of 20,000 rows"):
        compare_pair(scored_pair("ks"), "batch-t")


@pytest.mark.parametrize("name", ["mcc", "f1", "recall"])
def test_systems_that_agree_on_all_rows_are_not_equal_for_certain(name):
    one = error_pair(of_errors(wrong(range(10)), wrong(range(10)), fixed(100)), name)
    for method in ("delta", "permutation"):
        found = compare_pair(one, method)
        assert (found.difference, found.p_value) == (0, 1)
        assert found.low < 0 < found.high


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
        one = error_pair(of_losses(fixed(100), draw.random(100), draw.random(100), weights=weights), "mae")
        assert choose_comparison(one).method.name == "paired-t"
        found.append(compare_pair(one).p_value)
    assert np.mean(np.array(found) <= 0.05) <= 0.07


def test_weights_of_one_size_change_nothing():
    a, b = rng.random(40), rng.random(40)
    plain = compare_pair(error_pair(of_losses(fixed(40), a, b), "mae"), "paired-t")
    alike = compare_pair(error_pair(of_losses(fixed(40), a, b, weights=np.full(40, 3.0)), "mae"), "paired-t")
    assert (alike.low, alike.high) == pytest.approx((plain.low, plain.high), rel=1e-3)
