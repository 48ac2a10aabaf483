from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.errors import PlanError
from foldwise.plans import GroupKFold
from foldwise.plans.group import balance, balance_classes, group_codes_of, order_groups
from tests.plans.rows import of_classes

SIZES = st.lists(st.integers(1, 30), min_size=4, max_size=20).map(np.array)


def test_each_group_goes_to_the_lightest_part() -> None:
    """7, 5, 4, 3, 3 into two parts: 7 | 5, then 4 to the lighter 5, 3 to 7, 3 to 9."""
    assert balance(np.array([7, 5, 4, 3, 3]), np.arange(5), 2).tolist() == [0, 1, 1, 0, 1]


@given(SIZES, st.integers(2, 4), st.integers(0, 99))
def test_the_heaviest_part_is_at_most_one_group_above_the_lightest(sizes, k: int, seed: int) -> None:
    order = order_groups(sizes, k, np.random.default_rng(seed), shuffled=False)
    weights = np.bincount(balance(sizes, order, k), weights=sizes, minlength=k)
    assert np.ptp(weights) <= sizes.max()
    assert weights.min() > 0


@given(SIZES, st.integers(0, 99))
def test_groups_come_largest_first(sizes, seed: int) -> None:
    order = order_groups(sizes, 3, np.random.default_rng(seed), shuffled=False)
    assert (np.diff(sizes[order]) <= 0).all()


def test_another_repeat_mixes_groups_of_similar_size_only() -> None:
    sizes = np.arange(60, 0, -1)
    order = order_groups(sizes, 5, np.random.default_rng(0), shuffled=True)
    assert not np.array_equal(order, np.arange(60))
    assert np.abs(order - np.arange(60)).max() < 5


@given(st.integers(0, 200), st.integers(2, 4))
def test_every_choice_grows_the_variance_least(seed: int, k: int) -> None:
    """Compare the dot product with the definition: Σ over classes of the variance of the class counts."""
    table = np.random.default_rng(seed).integers(0, 6, size=(9, 3))
    parts = balance_classes(table, np.arange(9), k)
    held = np.zeros((k, 3))
    for group, part in enumerate(parts):
        spread = [(held + np.eye(k)[[j]].T * table[group]).var(axis=0).sum() for j in range(k)]
        assert spread[part] == pytest.approx(min(spread))
        held[part] += table[group]


def test_no_groups_no_codes() -> None:
    with pytest.raises(PlanError, match=r"group-kfold\(5\) keeps groups of rows together, and no groups were given"):
        group_codes_of(GroupKFold(5), of_classes(3, 3))
