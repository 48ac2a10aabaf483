"""Wilson and Clopper-Pearson against published numbers, statsmodels' formula by scipy, and exact coverage."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from foldwise.errors import ValidityError
from foldwise.intervals import clopper_pearson, make_interval, modified_wilson, wilson
from foldwise.measures import ModelScores, measure
from tests.worlds import fixed, partition, predictions_of

# METHODS L.5: k, n, Wilson, Clopper-Pearson at 95 %.
TABLE = [
    (0, 10, (0, 0.2775), (0, 0.3085)),
    (10, 10, (0.7225, 1), (0.6915, 1)),
    (8, 10, (0.4902, 0.9433), (0.4439, 0.9748)),
    (22, 30, (0.5555, 0.8582), (0.5411, 0.8772)),
    (85, 100, (0.7672, 0.9069), (0.7647, 0.9135)),
]


@pytest.mark.parametrize(("k", "n", "by_wilson", "exact"), TABLE)
def test_published_numbers(k, n, by_wilson, exact):
    assert wilson(k, n, 0.95) == pytest.approx(by_wilson, abs=5e-5)
    assert clopper_pearson(k, n, 0.95) == pytest.approx(exact, abs=5e-5)


@given(st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.sampled_from([0.8, 0.95]))
def test_agree_with_scipy(pair, level):
    k, n = pair
    test = stats.binomtest(k, n)
    for ours, theirs in ((wilson, "wilson"), (clopper_pearson, "exact")):
        assert ours(k, n, level) == pytest.approx(tuple(test.proportion_ci(level, theirs)), abs=1e-9)


def test_wilson_is_the_set_of_proportions_kohavi_does_not_reject():
    """Equation 3.3: |p̂ - p| = z √(p(1-p)/n) at both ends."""
    for end in wilson(7, 40, 0.95):
        assert abs(7 / 40 - end) == pytest.approx(stats.norm.ppf(0.975) * np.sqrt(end * (1 - end) / 40))


@pytest.mark.parametrize("n", [5, 17, 40])
def test_clopper_pearson_covers_every_proportion(n):
    ends = np.array([clopper_pearson(k, n, 0.95) for k in range(n + 1)])
    for p in np.linspace(0.001, 0.999, 60):
        inside = (ends[:, 0] <= p) & (p <= ends[:, 1])
        assert stats.binom.pmf(np.arange(n + 1), n, p)[inside].sum() >= 0.95


def test_the_default_for_an_error_rate_on_one_test_set():
    truth = np.tile([0, 1], 50)
    output = truth.copy()
    output[:15] = 1 - output[:15]
    interval = make_interval(ModelScores(predictions_of(truth, output, fixed(100)), "m", measure("accuracy")))
    assert interval.method == "wilson"
    assert (interval.low, interval.high) == pytest.approx((0.7672, 0.9069), abs=5e-5)


def test_weights_leave_fewer_rows_to_be_sure_with():
    truth, output = np.tile([0, 1], 50), np.tile([0, 1, 1, 1], 25)
    weights = np.where(np.arange(100) < 50, 1.0, 0.01)
    plain, weighted = (
        make_interval(ModelScores(predictions_of(truth, output, fixed(100), weights=w), "m", measure("error")))
        for w in (None, weights)
    )
    assert weighted.width > plain.width


def test_they_are_for_shares_of_counted_rows_only():
    scored = ModelScores(predictions_of([0, 1] * 20, [0, 1] * 20, fixed(40)), "m", measure("mcc"))
    with pytest.raises(
        ValidityError, match="valid for shares of counted rows, and mcc is not one; try interval='auto'"
    ):
        make_interval(scored, "wilson")


def test_rows_of_one_group_are_not_independent():
    predictions = predictions_of([0, 1] * 20, [0, 1] * 20, fixed(40), groups=np.repeat(np.arange(10), 4))
    with pytest.raises(ValidityError, match="the rows come in groups, and rows of one group are alike"):
        make_interval(ModelScores(predictions, "m", measure("error")), "wilson")


def test_a_cross_validation_is_not_one_test_set():
    scored = ModelScores(predictions_of([0, 1] * 20, [0, 1] * 20, partition(n=40, k=4)), "m", measure("error"))
    with pytest.raises(ValidityError, match=r"not valid for the plan kfold\(4\); try .*holdout"):
        make_interval(scored, "clopper-pearson")
    scored = ModelScores(predictions_of([0, 1] * 20, [0, 1] * 20, fixed(40)), "m", measure("error"))
    assert make_interval(scored, "clopper-pearson").low == 0


@pytest.mark.parametrize("n", [10, 100])
def test_few_rows_that_count_leave_small_shares_in(n):
    k = np.arange(n + 1)
    ends = {ends: np.array([ends(one, n, 0.95) for one in k]) for ends in (wilson, modified_wilson)}
    covered = {
        ends: min(
            stats.binom.pmf(k[(at[:, 0] <= p) & (p <= at[:, 1])], n, p).sum() for p in np.geomspace(1e-4, 0.5, 300)
        )
        for ends, at in ends.items()
    }
    assert covered[wilson] < 0.85
    assert covered[modified_wilson] > 0.915


@given(st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.sampled_from([0.8, 0.95]))
def test_the_ends_for_few_rows_are_never_further_in(pair, level):
    k, n = pair
    (low, high), (inner, outer) = modified_wilson(k, n, level), wilson(k, n, level)
    assert 0 <= low <= inner <= outer <= high <= 1
    assert (1 - high, 1 - low) == pytest.approx(modified_wilson(n - k, n, level), abs=1e-12)
    if 3 < k < n - 3:
        assert (low, high) == (inner, outer)
