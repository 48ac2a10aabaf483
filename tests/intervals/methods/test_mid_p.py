"""The mid-p interval."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from foldwise.errors import ValidityError
from foldwise.intervals import clopper_pearson, make_interval, mid_p, mid_p_above, wilson
from foldwise.measures import ModelScores, measure
from foldwise.predictions import Predictions


@pytest.mark.parametrize(("k", "n"), [(0, 10), (1, 10), (8, 10), (10, 10), (37, 120)])
def test_the_ends_are_where_the_mid_p_tails_are_half_of_alpha(k, n):
    low, high = mid_p(k, n, 0.95)
    if k > 0:
        assert stats.binom.sf(k, n, low) + stats.binom.pmf(k, n, low) / 2 == pytest.approx(0.025)
    if k < n:
        assert stats.binom.cdf(k - 1, n, high) + stats.binom.pmf(k, n, high) / 2 == pytest.approx(0.025)


def test_at_the_edges_half_of_the_probability_is_taken():
    """(1 - p)ⁿ/2 = α/2, so that the upper end of none in n is 1 - α^(1/n)."""
    assert mid_p(0, 20, 0.9) == pytest.approx((0, 1 - 0.1 ** (1 / 20)))
    assert mid_p(20, 20, 0.9) == pytest.approx((0.1 ** (1 / 20), 1))


@given(st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_it_lies_within_the_exact_interval_and_turns_with_the_classes(counts):
    k, n = counts
    low, high = mid_p(k, n, 0.95)
    outer = clopper_pearson(k, n, 0.95)
    assert outer[0] - 1e-12 <= low <= k / n <= high <= outer[1] + 1e-12
    assert mid_p(n - k, n, 0.95) == pytest.approx((1 - high, 1 - low), abs=1e-9)


def test_enumerated_it_covers_its_level_on_average():
    """Coverage over all samples of 30 rows, for shares between 2 and 50 %: 95 % on average, never below 92 %."""
    n, shares = 30, np.linspace(0.02, 0.5, 97)
    ends = np.array([mid_p(k, n, 0.95) for k in range(n + 1)])
    inside = (ends[:, 0] <= shares[:, None]) & (shares[:, None] <= ends[:, 1])
    coverage = (stats.binom.pmf(np.arange(n + 1), n, shares[:, None]) * inside).sum(axis=1)
    assert coverage.mean() == pytest.approx(0.956, abs=0.006)
    assert coverage.min() > 0.92


def test_it_is_a_method_for_shares_of_independent_rows():
    rows = Predictions.build([0, 1] * 30, {"m": [0, 1, 1] * 20})
    found = make_interval(ModelScores(rows, "m", measure("error")), "mid-p")
    assert (found.low, found.high) == pytest.approx(mid_p(30, 60, 0.95))
    assert found.width < wilson(30, 60, 0.95)[1] - wilson(30, 60, 0.95)[0] + 0.02
    with pytest.raises(ValidityError, match="mcc is not one"):
        make_interval(ModelScores(rows, "m", measure("mcc")), "mid-p")


def test_half_the_probability_of_k_counts_above():
    assert mid_p_above(3, 10, 0.4) == pytest.approx(stats.binom.sf(3, 10, 0.4) + stats.binom.pmf(3, 10, 0.4) / 2)
