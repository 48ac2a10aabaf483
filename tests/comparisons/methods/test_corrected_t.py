"""The corrected t-test, on worked numbers, in golden agreement, and where it refuses."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from foldwise.comparisons import CorrectedTOnce, CorrectedTTest, compare_pair
from foldwise.comparisons.comparison import NO_SPREAD
from foldwise.comparisons.methods.corrected_t import EQUAL_DIFFERENCES_NOTE, STRATIFIED_NOTE, corrected_posterior
from foldwise.errors import ValidityError
from tests.comparisons.pairs import error_pair, fold_differences, of_errors
from tests.worlds import partition

WORKED = np.array([1, 2, -2, 2, 2]) / 30
differences = st.lists(st.floats(-1, 1), min_size=10, max_size=10, unique=True).map(np.array)


def test_five_parts_worked_by_hand():
    """t .8607, p .4380 (METHODS L.5)."""
    result = CorrectedTTest().compare(fold_differences(WORKED), 0.95)
    assert result.statistic == pytest.approx(0.8607, abs=5e-5)
    assert result.p_value == pytest.approx(0.4380, abs=5e-5)
    assert result.difference == pytest.approx(1 / 30)
    shares = result.posterior.shares(0.01)
    assert (shares.left, shares.rope, shares.right) == pytest.approx((0.1629, 0.1268, 0.7103), abs=5e-5)


def test_repeated_parts_use_one_over_k_minus_one():
    rng = np.random.default_rng(3)
    d = rng.normal(0.02, 0.05, 30)
    t = d.mean() / (d.std(ddof=1) * np.sqrt(1 / 30 + 1 / 9))
    result = CorrectedTTest().compare(fold_differences(d, repeats=3), 0.95)
    assert result.statistic == pytest.approx(t)
    assert result.p_value == pytest.approx(2 * stats.t.sf(abs(t), 29))


def test_one_repeat_widens_the_naive_error_by_1_453():
    d = np.random.default_rng(0).normal(size=10)
    naive = stats.ttest_1samp(d, 0).statistic
    assert naive / CorrectedTTest().compare(fold_differences(d), 0.95).statistic == pytest.approx(1.453, abs=5e-4)


def test_counting_repeats_once_uses_one_over_k():
    d = np.random.default_rng(3).normal(0.02, 0.05, 30)
    t = d.mean() / (d.std(ddof=1) * np.sqrt(1 / 10 + 1 / 9))
    result = CorrectedTOnce().compare(fold_differences(d, repeats=3), 0.95)
    assert result.statistic == pytest.approx(t)
    assert result.p_value == pytest.approx(2 * stats.t.sf(abs(t), 29))


@given(differences)
def test_with_one_repeat_both_are_the_same(d):
    first, second = (method.compare(fold_differences(d), 0.95) for method in (CorrectedTTest(), CorrectedTOnce()))
    assert first.p_value == pytest.approx(second.p_value)


@given(differences)
def test_turning_the_pair_round_turns_the_result_round(d):
    pair = fold_differences(d)
    one, other = CorrectedTTest().compare(pair, 0.95), CorrectedTTest().compare(pair.turned(), 0.95)
    assert one.p_value == pytest.approx(other.p_value, abs=1e-9)
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=1e-9)


@given(differences)
def test_the_interval_contains_zero_exactly_when_the_p_value_says_so(d):
    result = CorrectedTTest().compare(fold_differences(d), 0.95)
    if abs(result.p_value - 0.05) > 1e-9:
        assert (result.low <= 0 <= result.high) == (result.p_value > 0.05)


def test_what_stratified_parts_hide_is_put_back():
    truth = np.arange(100) % 2
    rng = np.random.default_rng(0)
    order = np.argsort(truth, kind="stable")
    even = np.empty(100, dtype=int)
    even[order] = np.arange(100) % 10
    stratified = partition(n=100, k=10)
    object.__setattr__(stratified, "parts", even[None, :].astype(np.uint8))
    pair = error_pair(of_errors(truth & (rng.random(100) < 0.9), np.zeros(100), stratified))
    posterior, note = corrected_posterior(pair)
    bare = np.sqrt(pair.scores.var(ddof=1) * (1 / 10 + 1 / 9))
    assert note == STRATIFIED_NOTE
    assert posterior.scale == pytest.approx(bare * np.sqrt(1 + pair.hidden_variance / pair.scores.var(ddof=1)))
    assert posterior.scale > 1.5 * bare


def test_a_measure_of_pooled_rows_is_centred_on_its_value():
    rng = np.random.default_rng(1)
    pair = error_pair(of_errors(rng.random(200) < 0.3, rng.random(200) < 0.2), "balanced-error")
    assert CorrectedTTest().compare(pair, 0.95).difference == pytest.approx(pair.difference)


def test_identical_models_differ_by_nothing_but_are_not_certain():
    result = CorrectedTTest().compare(error_pair(of_errors([1, 0] * 50, [1, 0] * 50)), 0.95)
    assert (result.difference, result.p_value, result.note) == (0, 1, EQUAL_DIFFERENCES_NOTE)
    # Bonett and Price: one discordant row more on either side, √2/102 wide.
    assert result.posterior.scale == pytest.approx(np.sqrt(2) / 102)


def test_identical_values_have_no_spread_to_judge_from():
    result = CorrectedTTest().compare(fold_differences(np.zeros(10)), 0.95)
    assert (result.difference, result.p_value, result.has_interval) == (0, 1, False)
    assert result.note.startswith(NO_SPREAD)


def test_equal_differences_everywhere_let_the_rows_decide():
    every_tenth = (np.arange(100) % 10 == 0).astype(int)
    parts = partition(n=100, k=10)
    object.__setattr__(parts, "parts", (np.arange(100) // 10)[None, :].astype(np.uint8))
    result = CorrectedTTest().compare(error_pair(of_errors(every_tenth, np.zeros(100), parts)), 0.95)
    assert result.note == EQUAL_DIFFERENCES_NOTE
    assert result.difference == pytest.approx(0.1)
    assert 0.001 < result.p_value < 0.05


@pytest.mark.parametrize("method", ["corrected-t", "corrected-t-once"])
def test_leave_one_out_is_refused_with_the_way_out(method):
    loo = partition(n=40, k=40)
    object.__setattr__(loo, "plan", "loo")
    with pytest.raises(
        ValidityError, match=rf"no valid {method} comparison of 'a' and 'b' by error: .* plan loo; try plan='kfold"
    ):
        compare_pair(error_pair(of_errors([1, 0] * 20, [0, 0] * 20, loo)), method)
