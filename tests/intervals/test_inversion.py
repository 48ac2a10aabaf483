"""From intervals of all levels to the p-value of one value."""

import numpy as np
import pytest
from scipy import stats

from foldwise.intervals import LEAST_P_VALUE, clopper_pearson, inverted_p_value, mean_t, wilson


def test_the_t_interval_inverts_into_the_t_test():
    values = np.random.default_rng(0).normal(0.3, 1, 40)
    ours = inverted_p_value(lambda level: mean_t(values, level), 0.0)
    assert ours == pytest.approx(stats.ttest_1samp(values, 0).pvalue, rel=1e-6)


@pytest.mark.parametrize("given", [0.05, 0.2, 0.31, 0.5])
def test_the_exact_interval_inverts_into_twice_the_smaller_tail(given):
    ours = inverted_p_value(lambda level: clopper_pearson(12, 40, level), given)
    tails = [stats.binomtest(12, 40, given, alternative=side).pvalue for side in ("less", "greater")]
    assert ours == pytest.approx(min(1, 2 * min(tails)), rel=1e-5)


@pytest.mark.parametrize("given", [0.1, 0.25, 0.4])
def test_the_interval_of_a_level_holds_what_has_a_larger_p_value(given):
    p_value = inverted_p_value(lambda level: wilson(9, 40, level), given)
    for level in (0.5, 0.8, 0.9, 0.95, 0.99):
        low, high = wilson(9, 40, level)
        assert (low <= given <= high) == (p_value > 1 - level)


def test_the_estimate_itself_has_p_one_and_what_is_far_away_the_least():
    assert inverted_p_value(lambda level: wilson(9, 40, level), 9 / 40) == 1
    assert inverted_p_value(lambda _: (0.4, 0.6), 0.9) == LEAST_P_VALUE


def test_an_end_that_is_not_known_rules_nothing_out():
    assert inverted_p_value(lambda _: (float("nan"), 1.0), 0.5) == 1
    assert inverted_p_value(lambda level: (1 - level, float("nan") if level > 0.9 else 0.4), 0.5) == pytest.approx(0.1)
