"""Ends of likelihood ratios and odds ratios from the limits of two rates."""

from math import inf

import numpy as np
import pytest

from foldwise.api import assess
from foldwise.intervals.influence_steps.rate_ratios import LOG_ODDS, LOGARITHM, RatePair, mover_ratio_ends, rate_pair
from foldwise.intervals.limits.ends import poisson_ratio_ends
from foldwise.measures import measure


def table(tn, fp, fn, tp):
    return np.array([[tn, fp, 0], [fn, tp, 0]])


def ends_of(name, counts, *, level=0.95, times=1.0, df=inf):
    pair = rate_pair(measure(name), counts, 1, counts.sum())
    a, b = pair.shares
    value = a / b if pair.scale is LOGARITHM else a / (1 - a) / (b / (1 - b))
    return value, mover_ratio_ends(value, times * value**2 * pair.variance, pair, df=df, level=level)


def test_rates_have_half_a_row_right_and_half_a_row_wrong():
    pair = rate_pair(measure("lr-positive"), table(40, 9, 10, 40), 1, 99)
    assert pair.shares == pytest.approx((40.5 / 51, 9.5 / 50))
    assert pair.sizes == pytest.approx((51, 50))
    assert pair.variance == pytest.approx(1 / 40.5 - 1 / 51 + 1 / 9.5 - 1 / 50)


def test_the_variance_of_a_log_odds_ratio_is_the_sum_of_one_over_its_counts():
    assert rate_pair(measure("diagnostic-odds-ratio"), table(40, 9, 10, 40), 1, 99).variance == pytest.approx(
        1 / 40.5 + 1 / 9.5 + 1 / 10.5 + 1 / 40.5
    )


@pytest.mark.parametrize("name", ["lr-positive", "diagnostic-odds-ratio"])
def test_many_rows_have_the_ends_of_the_logarithm(name):
    value, (low, high) = ends_of(name, table(40_000, 9_000, 10_000, 40_000))
    half = 1.959964 * rate_pair(measure(name), table(40_000, 9_000, 10_000, 40_000), 1, 99_000).variance ** 0.5
    assert np.log([low / value, high / value]) == pytest.approx([-half, half], rel=0.01)


def test_an_odds_ratio_of_four_counts_is_not_one_of_the_smallest_count():
    value, (low, high) = ends_of("diagnostic-odds-ratio", table(20, 5, 5, 20))
    pair = rate_pair(measure("diagnostic-odds-ratio"), table(20, 5, 5, 20), 1, 50)
    of_one_count = poisson_ratio_ends(value, value**2 * pair.variance, falling=True, df=inf, level=0.95)
    assert high - low < 0.6 * (of_one_count[1] - of_one_count[0])


@pytest.mark.parametrize("name", ["lr-positive", "diagnostic-odds-ratio"])
@pytest.mark.parametrize("mistakes", [0, 1, 2, 5, 20])
def test_more_variance_fewer_degrees_and_a_higher_level_give_longer_intervals(name, mistakes):
    counts = table(100 - mistakes, mistakes, mistakes, 100 - mistakes)
    value, (low, high) = ends_of(name, counts)
    assert low < value < high < inf
    for other in ({"level": 0.99}, {"times": 2.0}, {"df": 4.0}):
        wider = ends_of(name, counts, **other)[1]
        assert wider[0] < low
        assert wider[1] >= high


def test_few_mistakes_in_both_classes_reach_no_further_up_than_a_single_one():
    value, (_, high) = ends_of("diagnostic-odds-ratio", table(100, 0, 0, 100), times=4.0)
    assert high == pytest.approx(value / 0.0253, rel=0.01)


def test_classes_that_change_places_leave_an_odds_ratio_where_it_is():
    counts = table(70, 10, 6, 14)
    assert ends_of("diagnostic-odds-ratio", counts)[1] == pytest.approx(
        ends_of("diagnostic-odds-ratio", counts[::-1, [1, 0, 2]])[1]
    )


def test_no_spread_leaves_the_value():
    pair = RatePair((0.8, 0.2), (10.0, 10.0), LOG_ODDS)
    assert mover_ratio_ends(16.0, 0.0, pair, df=inf, level=0.95) == (16.0, 16.0)


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("lr-negative", table(9, 1, 1, 9)),
        ("recall", table(9, 1, 1, 9)),
        ("lr-positive", np.array([[9, 1, 1], [1, 9, 0]])),
        ("lr-positive", np.array([[9, 1, 0], [0, 0, 0]])),
        ("lr-positive", np.array([[9, 1, 0, 0], [1, 9, 0, 0], [0, 1, 9, 0]])),
    ],
)
def test_other_measures_unclassified_rows_and_other_classes_have_no_two_rates(name, counts):
    assert rate_pair(measure(name), counts, 1, counts.sum()) is None


def test_a_resampled_odds_ratio_has_an_interval_of_use():
    rng = np.random.default_rng(4)
    y = rng.integers(0, 2, 100)
    X = rng.normal(size=(100, 3)) + 1.2 * y[:, None]
    found = assess("lda", X, y, measures="diagnostic-odds-ratio, lr-positive", seed=1, baseline=False).findings
    for one in found:
        assert one.interval.low < one.estimate.value < one.interval.high < 8 * one.estimate.value


@pytest.mark.parametrize("name", ["lr-positive", "diagnostic-odds-ratio"])
def test_rates_that_are_better_together_move_the_ratio_by_the_sum_of_both(name):
    pair = rate_pair(measure(name), table(40, 10, 10, 40), 1, 100)
    alone, half, both = (
        np.log(mover_ratio_ends(4.0, 4.0, pair, df=inf, level=0.95, together=share)) - np.log(4.0)
        for share in (0, 0.5, 1)
    )
    assert (np.abs(both) > np.abs(half)).all()
    assert (np.abs(half) > np.abs(alone)).all()
    assert (np.abs(both) <= 2**0.5 * np.abs(alone) + 1e-12).all()
