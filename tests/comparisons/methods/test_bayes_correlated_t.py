"""The posterior of the correlated t-test."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.comparisons import correlated_posterior
from foldwise.comparisons.comparison import two_sided

lists = st.lists(st.floats(-1, 1), min_size=3, max_size=30, unique=True).map(np.array)
WORKED = np.array([1, 2, -2, 2, 2]) / 30


def test_five_parts_worked_by_hand():
    """P(>0) .7810; ROPE ±.01: .1629/.1268/.7103 (METHODS L.5)."""
    belief = correlated_posterior(WORKED, 1 / 4)
    shares = belief.shares(0.01)
    assert belief.above(0) == pytest.approx(0.7810, abs=5e-5)
    assert (shares.left, shares.rope, shares.right) == pytest.approx((0.1629, 0.1268, 0.7103), abs=5e-5)


@given(lists, st.floats(0.01, 0.5))
def test_it_is_the_corrected_test_read_the_other_way_round(d, overlap):
    """P(δ > 0) = 1 - p/2 where the mean is positive (METHODS L.2)."""
    belief = correlated_posterior(d, overlap)
    p_value = two_sided(belief)
    assert max(belief.above(0), belief.below(0)) == pytest.approx(1 - p_value / 2)


def test_hidden_variance_widens_it():
    bare, honest = (correlated_posterior(WORKED, 1 / 4, hidden=hidden) for hidden in (0, WORKED.var(ddof=1)))
    assert honest.scale == pytest.approx(np.sqrt(2) * bare.scale)


def test_fewer_draws_widen_it_and_more_do_not_narrow_it():
    usual, fewer, more = (correlated_posterior(WORKED, 1 / 4, draws=draws).scale for draws in (None, 2, 50))
    assert fewer > usual == more
