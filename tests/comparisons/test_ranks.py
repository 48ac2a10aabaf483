"""Ties of values that were computed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from foldwise.comparisons.ranks import tie_sum, with_ties


@given(st.lists(st.integers(0, 4), min_size=2, max_size=12).filter(lambda values: len(set(values)) > 1))
def test_the_sum_is_that_of_the_correction_of_scipy(values):
    n = len(values)
    assert 1 - tie_sum(np.array(values, dtype=float)) / (n**3 - n) == pytest.approx(
        stats.tiecorrect(stats.rankdata(values))
    )


def test_values_that_differ_by_rounding_are_ties_and_others_stay_apart():
    found = with_ties(np.array([0.1 + 0.2, 0.3, 0.3 + 1e-9, -0.3]))
    assert found[0] == found[1]
    assert found[1] < found[2]
    assert with_ties(np.zeros(3)).tolist() == [0, 0, 0]
