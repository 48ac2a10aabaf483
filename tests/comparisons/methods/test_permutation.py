"""Paired permutations."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from foldwise.comparisons import Permutation, choose_comparison, compare_pair, exchange_test, mcnemar, sign_flips
from foldwise.errors import ValidityError
from tests.comparisons.methods.test_mcnemar import wrong
from tests.comparisons.pairs import error_pair, of_errors, of_losses
from tests.worlds import fixed

rng = np.random.default_rng(0)


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=8))
def test_few_rows_are_enumerated(values):
    differences = np.array(values, dtype=float)
    moving = differences[differences != 0]
    sums = [abs(np.dot(signs, moving)) for signs in product((-1, 1), repeat=moving.size)]
    expected = np.mean(np.array(sums) >= abs(moving.sum()) - 1e-9) if moving.size else 1.0
    found = sign_flips(differences)
    assert (found.p_value, found.exact, found.df) == (pytest.approx(expected), True, None)
    assert found.statistic == pytest.approx(float(np.sum(differences)))


def test_many_rows_are_drawn_and_agree_with_scipy():
    differences = rng.normal(0.25, 1, 60)
    found = sign_flips(differences)
    p_value, exact = found.p_value, found.exact
    theirs = stats.permutation_test(
        (differences,), np.sum, permutation_type="samples", n_resamples=4000, random_state=np.random.default_rng(1)
    )
    assert not exact
    assert p_value == pytest.approx(theirs.pvalue, abs=0.02)


def test_signs_of_zero_one_losses_are_mcnemars_exact_test():
    assert sign_flips(np.array([1.0] * 12 + [-1.0] * 3 + [0.0] * 50)).p_value == pytest.approx(
        mcnemar(3, 12, kind="exact").p_value
    )


def test_labels_are_exchanged_by_cells():
    """For the error rate the exchange of labels is the exact test of McNemar."""
    pair = error_pair(of_errors(wrong(range(25)), wrong(range(20, 35)), fixed(100)), "kappa")
    assert 0 < exchange_test(pair).p_value < 1
    balanced = error_pair(of_errors(wrong(range(12), 60), wrong(range(57, 60), 60), fixed(60)), "micro-recall")
    assert exchange_test(balanced, 20_000).p_value == pytest.approx(mcnemar(3, 12, kind="exact").p_value, abs=0.006)


def test_the_default_for_losses_and_for_counts():
    losses = of_losses(fixed(50), rng.random(50), 0.5)
    assert choose_comparison(error_pair(losses, "mae")).method.name == "permutation"
    errors = of_errors(wrong(range(25)), wrong(range(20, 35)), fixed(100))
    assert choose_comparison(error_pair(errors, "f1")).method.name == "permutation"


def test_groups_are_flipped_whole():
    losses = np.repeat(rng.random(10), 6)
    pair = error_pair(of_losses(fixed(60), losses, 0.3, groups=np.repeat(np.arange(10), 6)), "mae")
    result = compare_pair(pair, "permutation")
    assert result.note == "exact: all exchanges were looked at"
    assert result.p_value == pytest.approx(sign_flips(6 * (losses[::6] - 0.3)).p_value)


def test_the_interval_is_that_of_the_bootstrap():
    pair = error_pair(of_losses(fixed(50), rng.random(50), 0.5), "mae")
    result = compare_pair(pair, Permutation(seed=4))
    assert result.low < result.difference < result.high


def test_scores_and_weights_are_refused():
    pair = error_pair(of_errors(wrong(range(5)), wrong(range(9)), fixed(100), weights=np.tile([1.0, 2.0], 50)))
    with pytest.raises(ValidityError, match="weighted rows are not exchangeable"):
        compare_pair(pair, "permutation")


def test_labels_of_groups_are_exchanged_together():
    grouped = error_pair(of_errors(wrong(range(5)), wrong(range(9)), fixed(100), groups=np.arange(100) // 5), "f1")
    # One group decides: in half of all exchanges nothing but the sign changes.
    assert compare_pair(grouped, "permutation").p_value == 1


def test_it_holds_its_level():
    draw = np.random.default_rng(5)
    rejected = [sign_flips(draw.standard_t(3, size=25), 499, seed).p_value <= 0.05 for seed in range(400)]
    assert 0.02 <= np.mean(rejected) <= 0.08


@pytest.mark.parametrize("name", ["mae", "rmse"])
def test_many_rows_are_compared_by_t_which_says_the_same(name):
    draw = np.random.default_rng(1)
    pair = error_pair(of_losses(fixed(20_001), draw.gamma(2, size=20_001), draw.gamma(2.02, size=20_001)), name)
    chosen = choose_comparison(pair).method
    assert chosen.name == "paired-t"
    found, exchanged = chosen.compare(pair, 0.95), compare_pair(pair, Permutation(999))
    assert found.p_value == pytest.approx(exchanged.p_value, abs=0.05)
    assert (found.low, found.high) == pytest.approx((exchanged.low, exchanged.high), abs=0.2 * (found.high - found.low))
