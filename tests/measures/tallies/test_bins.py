"""Rows grouped by their probability."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.measures.tallies.bins import make_bins, predicted_and_observed
from tests.worlds import outcomes


def test_bins_of_equal_mass_hold_equally_many_rows():
    found = make_bins(np.linspace(0, 1, 30), np.ones(30), bins=3)
    assert found.weight.tolist() == [10, 10, 10]
    assert (found.low[0], found.high[-1]) == (0, 1)


def test_bins_of_equal_width_may_be_empty_and_hold_one():
    found = make_bins(np.array([0.05, 0.95, 1.0]), np.array([0.0, 1, 1]), bins=10, by="width")
    assert (found.weight.tolist(), found.observed.tolist()) == ([1, 2], [0, 1])


def test_every_value_may_be_a_bin():
    found = make_bins(np.array([0.2, 0.8, 0.2]), np.array([0.0, 1, 1]), by="value")
    assert (found.predicted.tolist(), found.observed.tolist()) == ([0.2, 0.8], [0.5, 1])


@given(st.lists(st.integers(0, 5), min_size=1, max_size=40), st.integers(1, 20), st.sampled_from(["mass", "width"]))
def test_equal_probabilities_are_never_parted_and_no_row_is_lost(values, bins, by):
    p = np.array(values) / 5
    found = make_bins(p, np.zeros(p.size), bins=bins, by=by)
    assert found.weight.sum() == p.size
    assert np.all(found.high[:-1] < found.low[1:])
    assert found.share @ found.predicted == pytest.approx(p.mean())


def test_the_claim_is_the_positive_of_two_and_the_likeliest_of_more():
    p, came_true = predicted_and_observed(outcomes([0, 1], scores=[0.3, 0.6]))
    assert (p.tolist(), came_true.tolist()) == ([0.3, 0.6], [0, 1])
    p, came_true = predicted_and_observed(outcomes([0, 1], scores=[[0.5, 0.3, 0.2], [0.5, 0.2, 0.3]], n_classes=3))
    assert (p.tolist(), came_true.tolist()) == ([0.5, 0.5], [1, 0])


def test_a_bin_is_as_large_as_its_rows_of_one_weight():
    found = make_bins(np.array([0.2, 0.2, 0.8]), np.ones(3), np.array([1.0, 3.0, 5.0]), by="value")
    assert found.size.tolist() == [16 / 10, 1]
    assert make_bins(np.array([0.2, 0.2, 0.8]), np.ones(3), by="value").size.tolist() == [2, 1]


@pytest.mark.parametrize("factor", [100, 1 / 3, 1e-3])
def test_a_middle_on_the_border_of_two_bins_does_not_move_with_the_unit_of_the_weights(factor):
    # Of 30 rows in 15 bins every middle of a pair of rows lies on a border.
    p, weights = np.arange(15) / 15, np.tile([1.0, 2.0, 3.0], 5)
    expected = make_bins(p, p > 0.4, weights)
    found = make_bins(p, p > 0.4, weights * factor)
    assert found.predicted.tolist() == pytest.approx(expected.predicted.tolist())
    assert found.share == pytest.approx(expected.share)


@pytest.mark.parametrize("by", ["mass", "width"])
def test_many_rows_are_grouped_as_few_are(by):
    rng = np.random.default_rng(0)
    probability = rng.integers(0, 5000, 20_000) / 5000
    came_true = (rng.random(20_000) < probability).astype(float)
    found, weighed = (make_bins(probability, came_true, weights, by=by) for weights in (None, np.ones(20_000)))
    for name in ("share", "size", "observed", "low", "high"):
        assert np.array_equal(getattr(found, name), getattr(weighed, name))
    np.testing.assert_allclose(found.predicted, weighed.predicted, rtol=1e-12)
