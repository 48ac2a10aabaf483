"""Five times two parts."""

import numpy as np
import pytest

from foldwise.comparisons import FiveByTwoF, FiveByTwoT, combined_f, compare_pair, five_by_two_t
from foldwise.errors import ValidityError
from tests.comparisons.pairs import fold_differences

HALVES = np.array([(0.05, 0.03), (0.02, 0.04), (0.01, 0.05), (0.04, 0.00), (0.03, 0.02)])


def pair_of(halves):
    return fold_differences(np.asarray(halves).ravel(), repeats=5)


def test_t_worked_by_hand():
    """t 2.4693, p .05658 (METHODS L.5)."""
    result = compare_pair(pair_of(HALVES), "5x2cv-t")
    assert (result.statistic, result.p_value) == pytest.approx((2.4693, 0.05658), abs=5e-5)
    assert result.difference == pytest.approx(0.05)


def test_f_worked_by_hand():
    """F 2.6585, p .14603 (METHODS L.5)."""
    result = compare_pair(pair_of(HALVES), "5x2cv-f")
    assert (result.statistic, result.p_value) == pytest.approx((2.6585, 0.14603), abs=5e-5)
    assert result.difference == pytest.approx(HALVES.mean())


def test_the_interval_of_f_holds_what_f_does_not_reject():
    result = compare_pair(pair_of(HALVES), "5x2cv-f", 0.9)
    for end in (result.low, result.high):
        assert compare_pair(pair_of(HALVES - end), "5x2cv-f").p_value == pytest.approx(0.1)


def test_where_even_the_mean_is_rejected_there_is_no_interval():
    halves = np.array([[1, 1.01], [-1, -1], [1, 1], [-1, -1], [1, 1]])
    result = compare_pair(pair_of(halves), "5x2cv-f")
    assert not result.has_interval


def test_models_that_never_differ():
    assert five_by_two_t(np.zeros((5, 2))) == (0, 0)
    assert combined_f(np.zeros((5, 2))) == (0, 0)
    assert compare_pair(pair_of(np.zeros((5, 2))), "5x2cv-f").p_value == 1
    assert compare_pair(pair_of(np.zeros((5, 2))), "5x2cv-t").p_value == 1


def test_models_that_always_differ_by_the_same_leave_no_spread_to_judge_from():
    halves = np.full((5, 2), 0.5)
    assert compare_pair(pair_of(halves), "5x2cv-f").p_value == 1
    assert "not enough to tell" in compare_pair(pair_of(-halves), "5x2cv-t").note


@pytest.mark.parametrize("method", [FiveByTwoF(), FiveByTwoT()])
def test_another_plan_is_refused(method):
    with pytest.raises(ValidityError, match=r"two parts drawn five times.*try plan='kfold\(2, repeats=5\)'"):
        method.check(fold_differences(np.random.default_rng(0).normal(size=10)))
