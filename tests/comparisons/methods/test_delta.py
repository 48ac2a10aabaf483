"""The delta method for functions of counts and sums."""

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import choose_comparison, compare_pair
from foldwise.comparisons.methods.delta import common_slope_gaps
from foldwise.errors import ValidityError
from foldwise.measures import measure
from tests.comparisons.methods.test_mcnemar import wrong
from tests.comparisons.methods.test_paired_bootstrap import pair as scored_pair
from tests.comparisons.pairs import error_pair, of_errors, of_losses
from tests.worlds import fixed

rng = np.random.default_rng(0)


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


@pytest.mark.parametrize("name", ["mcc", "f1", "recall"])
def test_systems_that_agree_on_all_rows_are_not_equal_for_certain(name):
    one = error_pair(of_errors(wrong(range(10)), wrong(range(10)), fixed(100)), name)
    for method in ("delta", "permutation"):
        found = compare_pair(one, method)
        assert (found.difference, found.p_value) == (0, 1)
        assert found.low < 0 < found.high


def test_mean_losses_are_refused():
    with pytest.raises(ValidityError, match="valid for functions of counts or sums, and mae is not one"):
        compare_pair(error_pair(of_losses(fixed(40), rng.random(40), 0.5), "mae"), "delta")


def test_the_sums_of_the_truth_alone_are_common_to_two_systems():
    r2, pair = measure("r2"), error_pair(of_losses(fixed(40), rng.random(40), 2.0, truth=rng.random(40)), "r2")
    outcomes = [one.outcomes for one in (pair.a, pair.b)]
    summands = [r2.rows(one) for one in outcomes]
    gaps = common_slope_gaps(r2, summands, outcomes)
    common = np.all(summands[0] == summands[1], axis=0)
    assert 0 < common.sum() < common.size
    assert not gaps[~common].any()
    assert gaps[common].any()
