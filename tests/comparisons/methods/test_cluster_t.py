"""Groups as the unit."""

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import compare_pair
from foldwise.comparisons.methods.cluster_t import group_error
from foldwise.errors import ValidityError
from foldwise.intervals import cluster_t
from foldwise.plans import Partition, RowLists
from tests.comparisons.pairs import error_pair, of_errors

rng = np.random.default_rng(0)
A, B = rng.random(60) < 0.4, rng.random(60) < 0.2
GROUPS = np.repeat(np.arange(10), 6)


def by_groups(groups=GROUPS, repeats=1):
    parts = np.stack([(GROUPS // 2 if at == 0 else GROUPS % 5) for at in range(repeats)])
    plan = Partition(parts, 5, plan=f"group-kfold(5, repeats={repeats})", unit="group")
    return error_pair(of_errors(A, B, plan, groups=groups))


def test_groups_of_one_row_are_students_t():
    d = rng.normal(size=20)
    error, df = group_error(d, np.arange(20))
    assert (error, df) == pytest.approx((stats.sem(d), 19))


def test_the_interval_is_that_of_the_differences_widened_for_shared_training_rows():
    result = compare_pair(by_groups(), "cluster-t")
    assert result.method == "cluster-t"
    low, high = cluster_t(A.astype(float) - B, GROUPS, 0.95)
    half = (high - low) / 2 * np.sqrt(1 + 5 / 4)
    assert (result.low, result.high) == pytest.approx(((low + high) / 2 - half, (low + high) / 2 + half))
    assert (result.p_value < 0.05) == (result.low > 0 or result.high < 0)


def test_on_one_test_set_nothing_is_shared():
    whole = RowLists((np.arange(0),), (np.arange(60),), 60, plan="fixed")
    result = compare_pair(error_pair(of_errors(A, B, whole, groups=GROUPS)), "cluster-t")
    assert (result.low, result.high) == pytest.approx(cluster_t(A.astype(float) - B, GROUPS, 0.95))


def test_the_default_for_groups_counts_rows_by_group_with_and_without_repeats():
    assert [compare_pair(by_groups(repeats=repeats)).method for repeats in (1, 3)] == ["influence", "influence"]


def test_without_groups_or_with_one_it_is_refused():
    with pytest.raises(ValidityError, match="needs groups of rows, and there are none"):
        compare_pair(by_groups(None), "cluster-t")
    with pytest.raises(ValidityError, match="all tested rows belong to one group"):
        compare_pair(by_groups(0 * GROUPS), "cluster-t")
