"""Signed ranks, against scipy and the published example."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from foldwise.comparisons import HodgesLehmann, compare_pair, hodges_lehmann, signed_rank
from foldwise.errors import ValidityError
from tests.comparisons.pairs import error_pair, fold_differences, of_losses
from tests.reference.make_comparisons import DEMSAR
from tests.worlds import fixed

without_ties = st.lists(st.integers(1, 10**6), min_size=2, max_size=25, unique=True)
signs = st.lists(st.sampled_from([-1, 1]), min_size=25, max_size=25)


def test_two_versions_of_c45():
    """R+ 93, R- 12 (Demšar 2006, table 2; METHODS L.5)."""
    found = signed_rank(DEMSAR[:, 1] - DEMSAR[:, 0])
    assert (found.positive, found.negative, found.statistic) == (93, 12, 12)


@given(without_ties, signs)
def test_without_ties_it_is_scipys_exact_test(sizes, sides):
    d = np.array(sizes) * np.array(sides[: len(sizes)], dtype=float)
    theirs = stats.wilcoxon(d, method="exact")
    found = signed_rank(d)
    assert found.exact
    assert (found.statistic, found.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))


@pytest.mark.filterwarnings("ignore:Sample size too small")  # SciPy before 1.14
@given(st.lists(st.integers(-5, 5), min_size=5, max_size=60).filter(any))
def test_with_ties_and_zeros_it_is_scipys_split_and_normal_approximation(whole):
    d = np.array(whole, dtype=float)
    found = signed_rank(d)
    if not found.exact:
        theirs = stats.wilcoxon(d, zero_method="zsplit", method="approx", correction=False)
        assert found.p_value == pytest.approx(theirs.pvalue)


def test_more_than_25_differences_take_the_normal_approximation():
    d = np.random.default_rng(0).normal(0.3, 1, 40)
    assert signed_rank(d).p_value == pytest.approx(stats.wilcoxon(d, method="approx", correction=False).pvalue)


def test_no_difference_at_all():
    assert signed_rank(np.zeros(8)).p_value == 1


def test_rounding_errors_are_ties():
    assert not signed_rank(np.array([0.1 + 0.2, 0.3, -0.5, 0.7])).exact


def test_rows_of_one_test_set_may_be_ranked():
    d = np.random.default_rng(0).normal(0.2, 1, 50)
    pair = error_pair(of_losses(fixed(50), 10 + d, 10.0), "mae")
    assert compare_pair(pair, "wilcoxon").p_value == pytest.approx(
        stats.wilcoxon(d, method="approx", correction=False).pvalue
    )


def test_resamples_are_refused():
    with pytest.raises(
        ValidityError, match=r"not valid for the plan kfold\(10\); try test='corrected-t', or experiment"
    ):
        compare_pair(fold_differences(np.arange(10.0)), "wilcoxon")


def test_one_difference_is_too_few():
    with pytest.raises(ValidityError, match="needs 2 differences"):
        signed_rank(np.array([0.1]))


@given(st.lists(st.floats(-1, 1), min_size=6, max_size=40, unique=True))
def test_the_interval_holds_what_the_test_does_not_reject(values):
    """A shift just inside an end is not rejected and one just outside is, up to the coarseness of ranks."""
    d = np.array(values)
    found = hodges_lehmann(d, 0.9)
    middle, low, high = found.estimate, found.low, found.high
    assert low <= middle <= high
    room = max(high - low, 1e-6)
    assert signed_rank(d - (low + 1e-7 * room)).p_value >= 0.1 - 0.03
    assert signed_rank(d - (low - 2 * room)).p_value <= signed_rank(d - middle).p_value


def test_worked_pairs():
    """Means of pairs of 1, 2, 4: 1, 1.5, 2, 2.5, 3, 4; three differences allow no narrower interval at 95 %."""
    assert hodges_lehmann(np.array([1.0, 2.0, 4.0])) == HodgesLehmann(2.25, 1, 4, 0.95)
    assert hodges_lehmann(np.array([1.0, 2.0, 4.0]), 0.5) == HodgesLehmann(2.25, 1.5, 3, 0.5)


def test_ten_differences_leave_out_eight_means_at_either_end():
    """The 5 % point of T for ten differences is 8 (Wilcoxon's table)."""
    d = np.arange(1.0, 11.0) ** 2
    means = np.sort(((d[:, None] + d) / 2)[np.triu_indices(10)])
    assert hodges_lehmann(d) == HodgesLehmann(np.median(means), means[8], means[-9], 0.95)
