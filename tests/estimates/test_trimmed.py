"""The trimmed mean over resamples, against scipy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from foldwise.errors import ValidityError
from foldwise.estimates import Trimmed, make_estimate
from foldwise.estimates.trimmed import trimmed_mean
from foldwise.measures import ModelScores, measure
from tests.worlds import losses_of, partition


@given(st.lists(st.floats(0, 1), min_size=1, max_size=60), st.sampled_from([0.0, 0.1, 0.25]))
def test_it_is_that_of_scipy(scores, share):
    assert trimmed_mean(np.array(scores), share) == pytest.approx(stats.trim_mean(scores, share))


def test_one_wild_part_is_dropped():
    one = ModelScores(
        losses_of(partition(n=60, k=10), lambda r, rows: np.full(rows.size, r if r else 900)), "m", measure("mae")
    )
    assert make_estimate(one, "trimmed").value == pytest.approx(np.arange(2, 10).mean())
    assert Trimmed(0.2).estimate(one).value == pytest.approx(np.arange(3, 9).mean())


def test_undefined_scores_are_left_out():
    assert trimmed_mean(np.array([np.nan, 1.0, 2.0, 3.0]), 0.0) == 2


def test_too_few_resamples_are_refused():
    one = ModelScores(losses_of(partition(n=60, k=5), lambda r, rows: rows + r), "m", measure("mae"))
    with pytest.raises(ValidityError, match=r"a share of 0.1 of 5 resamples is less than one"):
        make_estimate(one, "trimmed")
