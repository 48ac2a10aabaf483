"""Upper limits of errors: those of Quinlan's book, and the binomial ones they stand for."""

import pytest
from scipy import stats

from foldwise.learners.c45.errors import extra_errors, upper_error_rate


@pytest.mark.parametrize(
    ("errors", "cases", "published"), [(0, 6, 0.206), (0, 9, 0.143), (0, 1, 0.75), (1, 16, 0.157), (1, 168, 0.016)]
)
def test_the_limits_of_the_book(errors, cases, published):
    assert round(upper_error_rate(errors, cases), 3) == published


def test_the_subtree_of_the_book_is_expected_to_err_3_273_times():
    """6 x U(0, 6) + 9 x U(0, 9) + 1 x U(0, 1); the leaf in its place 16 x U(1, 16) = 2.512."""
    assert sum(cases * upper_error_rate(0, cases) for cases in (6, 9, 1)) == pytest.approx(3.273, abs=5e-3)
    assert 16 * upper_error_rate(1, 16) == pytest.approx(2.512, abs=6e-3)


@pytest.mark.parametrize("cases", [1, 5, 40])
@pytest.mark.parametrize("confidence", [0.05, 0.25, 0.5])
def test_without_errors_the_limit_is_exact(cases, confidence):
    """No error in N cases has the given probability at the limit."""
    assert stats.binom.pmf(0, cases, upper_error_rate(0, cases, confidence)) == pytest.approx(confidence)


@pytest.mark.parametrize(("errors", "cases"), [(3, 50), (20, 100), (40, 400)])
def test_with_errors_it_is_near_the_binomial_limit(errors, cases):
    exact = stats.beta.ppf(0.75, errors + 1, cases - errors)
    assert upper_error_rate(errors, cases) == pytest.approx(exact, rel=0.03)


def test_between_none_and_one_it_is_interpolated():
    none, one = extra_errors(0, 10), extra_errors(1, 10)
    assert extra_errors(0.25, 10) == pytest.approx(0.75 * none + 0.25 * one)


def test_where_all_are_errors_few_can_be_added():
    assert extra_errors(3, 3) == 0
    assert extra_errors(2.7, 3) == pytest.approx(0.67 * 0.3)
    assert extra_errors(0, 0) == 0


def test_less_confidence_is_more_errors():
    assert extra_errors(2, 20, 0.1) > extra_errors(2, 20, 0.25) > extra_errors(2, 20, 0.5)
