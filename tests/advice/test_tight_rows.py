"""The screen for tight groups: in numpy as compiled."""

import pytest

from foldwise import native
from foldwise.advice.first_look import silent_rules
from foldwise.advice.tight_rows import looks_at_all, may_be_tight
from tests.advice.test_hidden_groups import in_tight_groups
from tests.advice.worlds import case_of, normal_rows, values_of


@pytest.mark.parametrize("seed", range(5))
def test_the_screen_lets_independent_rows_pass(seed):
    assert not may_be_tight(case_of(*normal_rows(300, 5, seed)))


@pytest.mark.parametrize("size", [2, 5, 10])
def test_tight_groups_pass(size):
    assert may_be_tight(case_of(*in_tight_groups(size, 0.01)))


def test_of_some_hundred_rows_all_are_looked_at():
    """Of a thousand rows 300 hold hardly any pair; of ten thousand the search among all would take longer than the call."""
    assert [looks_at_all(n) for n in (300, 599, 600, 2000, 2001)] == [False, False, True, True, False]
    assert may_be_tight(case_of(*in_tight_groups(10, 0.01, n=1000)))


@pytest.mark.skipif(not native.COMPILED, reason="there are no compiled kernels")
@pytest.mark.parametrize("n", [100, 300, 500, 800])
@pytest.mark.parametrize("within", [0.02, 0.1, 0.3, 1.0])
def test_the_compiled_screen_says_the_same(n, within):
    for seed in range(4):
        X, y = in_tight_groups(5, within, n=n, seed=seed)
        for truth in (y, values_of(X)):
            case = case_of(X, truth)
            assert ("FW113" in silent_rules(case)) == (not may_be_tight(case))
