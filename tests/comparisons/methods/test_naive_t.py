"""The naive t-test: refused, or given with the damage it does."""

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import compare_pair, false_positives, simulated_size
from foldwise.errors import ValidityError
from tests.comparisons.pairs import fold_differences

WORKED = np.array([1, 2, -2, 2, 2]) / 30


def test_five_parts_worked_by_hand():
    """t 1.2910, p .2663 (METHODS L.5)."""
    result = compare_pair(fold_differences(WORKED), "naive-t", allow_invalid=True)
    assert (result.statistic, result.p_value) == pytest.approx((1.2910, 0.2663), abs=5e-5)


def test_it_is_the_textbook_test():
    d = np.random.default_rng(0).normal(size=10)
    result = compare_pair(fold_differences(d), "naive-t", allow_invalid=True)
    assert result.p_value == pytest.approx(stats.ttest_1samp(d, 0).pvalue)


@pytest.mark.parametrize(
    ("repeats", "plan"), [(1, "kfold(10)"), (3, "kfold(10, repeats=3)"), (12, "kfold(10, repeats=10)")]
)
def test_its_note_says_how_often_it_was_wrong_in_simulations(repeats, plan):
    d = np.random.default_rng(0).normal(size=10 * repeats)
    note = compare_pair(fold_differences(d, repeats=repeats, size=3), "naive-t", allow_invalid=True).note
    assert f"in {false_positives('naive-t', plan)} of simulated comparisons on {plan}, not in 5 %" in note


def test_on_ten_times_ten_parts_it_is_wrong_more_often_than_right():
    assert min(one.rate for one in simulated_size("naive-t", "kfold(10, repeats=10)")) > 0.5


def test_without_an_explicit_demand_it_is_refused():
    with pytest.raises(ValidityError, match=r"share their training rows .* try test='corrected-t'"):
        compare_pair(fold_differences(WORKED), "naive-t")
