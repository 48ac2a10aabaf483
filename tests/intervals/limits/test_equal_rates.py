"""Limits of the equal error rate by tests of the errors at each threshold."""

import numpy as np
import pytest
from scipy.stats import norm

import foldwise
from foldwise.intervals.limits.equal_rates import equal_rate_limits


def rows_of(seed, *, n, share, shift):
    rng = np.random.default_rng(seed)
    own = rng.random(n) < share
    return rng.normal(size=n) + shift * own, own


@pytest.mark.parametrize(("n", "share"), [(3000, 0.01), (1500, 0.02)])
def test_few_positives_far_from_the_negatives_are_covered(n, share):
    """Intervals by an estimated slope alone contained 77 % (METHODS N.36)."""
    truth, inside = norm.cdf(-1.25), []
    for seed in range(200):
        scores, own = rows_of(seed, n=n, share=share, shift=2.5)
        found = foldwise.score(own, scores > 1.25, scores=norm.cdf(scores), measures="eer").findings[0].interval
        inside.append(found.low <= truth <= found.high)
    assert np.mean(inside) >= 0.92


def test_both_classes_are_treated_alike():
    scores, own = rows_of(1, n=200, share=0.1, shift=1.5)
    there, back = equal_rate_limits(scores, own, 0.95), equal_rate_limits(-scores, ~own, 0.95)
    assert there == pytest.approx(back, abs=1e-9)


def test_a_higher_level_reaches_further_and_a_value_lies_between():
    scores, own = rows_of(2, n=300, share=0.2, shift=1)
    (low, high), (lower, higher) = (equal_rate_limits(scores, own, level) for level in (0.9, 0.99))
    assert 0 < lower < low < high < higher < 1


def test_scores_that_part_the_classes_or_reverse_them_leave_a_bound():
    scores = np.arange(60.0)
    low, high = equal_rate_limits(scores, scores >= 30, 0.95)
    assert low < 0.001 < 0.05 < high
    low, high = equal_rate_limits(-scores, scores >= 30, 0.95)
    assert low < 0.95 < 0.999 < high


def test_equal_scores_say_one_half():
    low, high = equal_rate_limits(np.zeros(40), np.arange(40) < 20, 0.95)
    assert low < 0.5 < high
