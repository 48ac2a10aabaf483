"""Counting wins."""

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import compare_pair, count_signs
from foldwise.errors import ValidityError
from tests.comparisons.pairs import error_pair, fold_differences, of_losses
from tests.worlds import fixed


@pytest.mark.parametrize(("wins", "losses"), [(9, 1), (3, 3), (14, 2)])
def test_without_ties_it_is_the_binomial_test(wins, losses):
    found = count_signs(np.array([-1.0] * wins + [1.0] * losses))
    assert (found.wins, found.ties, found.losses) == (wins, 0, losses)
    assert found.p_value == pytest.approx(stats.binomtest(wins, wins + losses).pvalue)


def test_ties_are_split_and_an_odd_one_is_left_out():
    found = count_signs(np.array([-1.0] * 6 + [1.0] + [0.0] * 3))
    assert (found.wins, found.ties, found.losses) == (6, 3, 1)
    assert found.p_value == pytest.approx(stats.binomtest(7, 9).pvalue)


def test_only_ties():
    assert count_signs(np.zeros(1)).p_value == 1


def test_rows_of_one_test_set_may_be_counted():
    d = np.random.default_rng(0).normal(0.5, 1, 40)
    pair = error_pair(of_losses(fixed(40), 10 + d, 10.0), "mae")
    assert compare_pair(pair, "sign").p_value == pytest.approx(stats.binomtest(int((d > 0).sum()), 40).pvalue)


def test_resamples_are_refused():
    with pytest.raises(ValidityError, match=r"not valid for the plan kfold\(10\)"):
        compare_pair(fold_differences(np.arange(10.0)), "sign")


def test_nothing_to_count_is_refused():
    with pytest.raises(ValidityError, match="needs a difference"):
        count_signs(np.zeros(0))


def test_the_statistic_has_the_sign_of_most_differences():
    found = count_signs(np.array([-1.0, -2, -3, 1, 0]))
    assert (found.statistic, found.df) == (-2, None)
