"""Exact means and covariances."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.measures.summaries import ExactMoments

columns = st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)), min_size=3, max_size=30).map(np.array)


@given(columns, st.data())
def test_merging_is_associative_and_commutative_to_the_bit(table, data):
    first, second = sorted(data.draw(st.tuples(st.integers(0, len(table)), st.integers(0, len(table)))))
    a, b, c = (ExactMoments.of(part) for part in (table[:first], table[first:second], table[second:]))
    whole = ExactMoments.of(table)
    assert (a + b) + c == a + (b + c) == whole
    assert c + a + b == whole
    assert ExactMoments.of(table[::-1]) == whole


@given(columns)
def test_they_are_numpys(table):
    found = ExactMoments.of(table)
    np.testing.assert_allclose(found.means, table.mean(axis=0), rtol=1e-9, atol=1e-6)
    np.testing.assert_allclose(found.covariance, np.cov(table.T), rtol=1e-6, atol=1e-3)
    np.testing.assert_allclose(found.second, table.T @ table, rtol=1e-9, atol=1e-3)


def test_a_large_mean_costs_no_digits():
    """σ = 1 at 10⁹: the textbook Σx² - n·x̄² would have nothing left."""
    table = 1e9 + np.random.default_rng(0).normal(size=(10_000, 1)).round(3)
    assert ExactMoments.of(table).covariance[0, 0] == pytest.approx(np.var(table - 1e9, ddof=1), rel=1e-6)


def test_too_few_rows_have_no_spread():
    assert np.isnan(ExactMoments.of(np.ones((1, 2))).covariance).all()
    assert np.isnan(ExactMoments.of(np.ones((0, 1))).means).all()
