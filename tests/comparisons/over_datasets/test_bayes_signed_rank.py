"""Bayesian sign and signed-rank tests."""

import sys

import numpy as np
import pytest

from foldwise.comparisons import bayes_sign, bayes_signed_rank
from foldwise.errors import InputError, ValidityError

TESTS = [bayes_sign, bayes_signed_rank]
CLEAR = np.linspace(0.05, 0.2, 12)


def rng():
    return np.random.default_rng(0)


@pytest.mark.parametrize("test", TESTS)
def test_a_clear_winner(test):
    assert test(CLEAR, 0.01, rng()).shares().right > 0.99
    assert test(-CLEAR, 0.01, rng()).shares().left > 0.99


@pytest.mark.parametrize("test", TESTS)
def test_differences_within_the_rope_are_equivalent(test):
    assert test(CLEAR / 100, 0.01, rng()).shares().rope > 0.99


@pytest.mark.parametrize("test", TESTS)
def test_draws_are_probabilities_and_the_same_for_the_same_seed(test):
    first, second = test(CLEAR - 0.12, 0.01, rng()), test(CLEAR - 0.12, 0.01, rng())
    assert np.array_equal(first.draws, second.draws)
    assert first.draws.shape == (50_000, 3)
    np.testing.assert_allclose(first.draws.sum(axis=1), 1.0, rtol=1e-6)
    assert first.draws.min() >= 0


def test_the_sign_test_is_a_dirichlet():
    """Ten datasets right, two left, one in the ROPE: means (2, 1 + 1, 10)/14."""
    mean = bayes_sign(np.array([0.1] * 10 + [-0.1] * 2 + [0.0]), 0.01, rng()).mean()
    assert (mean.left, mean.rope, mean.right) == pytest.approx((2 / 14, 2 / 14, 10 / 14), abs=2e-3)


def test_the_sign_test_without_prior_gives_empty_regions_nothing():
    assert bayes_sign(CLEAR, 0.01, rng(), prior=0).mean().right == 1


def test_sums_on_the_edge_count_half():
    """Two datasets at ±.02: their sum 0 lies on both edges of a ROPE of width 0."""
    draws = bayes_signed_rank(np.array([0.02, -0.02]), 0.0, rng()).draws
    np.testing.assert_allclose(draws[:, 1], 0.0, atol=1e-12)


def test_many_datasets_are_drawn_in_blocks(monkeypatch):
    whole = bayes_signed_rank(CLEAR, 0.01, rng(), draws=100).draws
    monkeypatch.setattr(sys.modules[bayes_signed_rank.__module__], "NUMBERS_AT_ONCE", 13 * 40)
    assert bayes_signed_rank(CLEAR, 0.01, rng(), draws=100).draws == pytest.approx(whole)


@pytest.mark.parametrize("test", TESTS)
def test_one_dataset_is_refused(test):
    with pytest.raises(ValidityError, match="needs 2 of them, and there is 1; try compare"):
        test(np.array([0.1]), 0.01, rng())
    with pytest.raises(InputError, match="a number from 0, not -1"):
        test(CLEAR, -1, rng())
