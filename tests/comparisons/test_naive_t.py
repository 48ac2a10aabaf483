"""The naive t-test: refused, or given with the damage it does."""

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import compare_pair
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


@pytest.mark.parametrize(("repeats", "said"), [(1, "6 to 14 %"), (3, "of comparisons like this"), (10, "54 to 66 %")])
def test_its_note_says_how_often_it_is_wrong(repeats, said):
    d = np.random.default_rng(0).normal(size=10 * repeats)
    assert said in compare_pair(fold_differences(d, repeats=repeats, size=3), "naive-t", allow_invalid=True).note


def test_without_an_explicit_demand_it_is_refused():
    with pytest.raises(ValidityError, match=r"share their training rows .* try method='corrected-t'"):
        compare_pair(fold_differences(WORKED), "naive-t")
