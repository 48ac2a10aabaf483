"""Ends of intervals on scales that respect the range: exact binomial, exact Poisson, t."""

from math import inf

import pytest
from scipy.stats import beta, binomtest, chi2, gamma

from foldwise.intervals.limits.ends import end_of_range, flat, gamma_ends, korn_graubard, t_ends
from foldwise.measures import measure


@pytest.mark.parametrize(("hits", "size"), [(1, 10), (8, 10), (30, 100), (99, 100)])
def test_a_share_of_counted_rows_gets_the_exact_binomial_interval(hits, size):
    p = hits / size
    expected = binomtest(hits, size).proportion_ci(0.95, method="exact")
    assert korn_graubard(p, p, p * (1 - p) / size, df=inf, level=0.95) == pytest.approx(tuple(expected))


def test_at_the_edge_half_a_row_gives_the_bound_of_the_counts():
    expected = binomtest(0, 50).proportion_ci(0.95, method="exact").high
    low, high = korn_graubard(0.0, 0.5 / 51, 0.5 / 51 * 50.5 / 51 / 50, df=inf, level=0.95)
    assert low == 0
    assert high == pytest.approx(expected)
    assert korn_graubard(1.0, 50.5 / 51, 0.5 / 51 * 50.5 / 51 / 50, df=inf, level=0.95)[0] == pytest.approx(1 - high)


@pytest.mark.parametrize(("hits", "size"), [(2, 10), (30, 100), (98, 100)])
def test_limits_that_hold_on_average_are_those_of_jeffreys(hits, size):
    p = hits / size
    expected = beta.ppf([0.025, 0.975], hits + 0.5, size - hits + 0.5)
    made = korn_graubard(p, p, p * (1 - p) / size, df=inf, level=0.95, exact=False)
    assert made == pytest.approx(tuple(expected))


@pytest.mark.parametrize("p", [0.0, 0.001, 0.01, 0.02, 0.04, 0.2, 0.5, 0.97, 1.0])
def test_limits_that_hold_on_average_lie_within_the_exact_ones_and_contain_the_share(p):
    spread = max(p * (1 - p), 0.01) / 50
    exact, made = (korn_graubard(p, p, spread, df=inf, level=0.95, exact=exact) for exact in (True, False))
    assert exact[0] <= made[0] <= p <= made[1] <= exact[1]
    assert (exact == made) == (p in (0.0, 1.0))


def test_few_degrees_of_freedom_widen_the_share():
    wide, narrow = (korn_graubard(0.3, 0.3, 0.002, df=df, level=0.95) for df in (5, inf))
    assert wide[0] < narrow[0] < narrow[1] < wide[1]


@pytest.mark.parametrize("events", [1, 5, 40])
def test_counts_get_garwoods_exact_interval(events):
    low, high = gamma_ends(float(events), float(events), 1.0, df=inf, level=0.95)
    assert low == pytest.approx(chi2.ppf(0.025, 2 * events) / 2)
    assert high == pytest.approx(chi2.ppf(0.975, 2 * events + 2) / 2)


@pytest.mark.parametrize("events", [2, 5, 40])
def test_counts_get_limits_that_hold_on_average(events):
    low, high = gamma_ends(float(events), float(events), 1.0, df=inf, level=0.95, exact=False)
    moved, spread = events + 0.5, events + 0.25  # half of one more event
    assert low == pytest.approx(gamma.ppf(0.025, events + 0.5))
    assert high == pytest.approx(gamma.ppf(0.975, moved**2 / spread, scale=spread / moved))


def test_without_a_loss_the_limit_that_holds_on_average_is_the_exact_one():
    exact, made = (gamma_ends(0.0, 0.0001, 0.01, df=inf, level=0.95, exact=exact) for exact in (True, False))
    assert exact == made


@pytest.mark.parametrize("df", [1, 5, inf])
def test_more_variance_or_a_higher_level_never_gives_a_shorter_interval_of_a_loss(df):
    """The gamma quantile alone falls back to the estimate where the variance is 300 times the squared mean."""
    variances, levels = [10.0**power for power in range(-4, 5)], (0.8, 0.9, 0.95, 0.99, 0.999)
    ends = [[gamma_ends(1.0, v, 0.05, df=df, level=level) for v in variances] for level in levels]
    highs, lows = ([[one[side] for one in row] for row in ends] for side in (1, 0))
    assert all(row == sorted(row) for row in [*highs, *map(list, zip(*highs, strict=True))])
    assert all(row == sorted(row, reverse=True) for row in [*lows, *map(list, zip(*lows, strict=True))])


def test_no_loss_at_all_leaves_what_one_row_may_cost():
    assert gamma_ends(0.0, 0.0, 0.01, df=inf, level=0.95) == (0.0, pytest.approx(0.01 * chi2.ppf(0.975, 2) / 2))


def test_the_t_interval():
    assert t_ends(1.0, 4.0, df=10, level=0.95) == pytest.approx((1 - 2 * 2.228139, 1 + 2 * 2.228139), abs=1e-5)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("f1", 0.5, "high"),
        ("log-loss", 0.5, "low"),
        ("r2", 0.5, "high"),
        ("mean-error", 0.5, "none"),
        ("smape", 0.2, "low"),
        ("smape", 1.9, "high"),
    ],
)
def test_distances_are_counted_from_an_end_of_the_range(name, value, expected):
    assert end_of_range(measure(name), value)[0] == expected


def test_no_width_is_judged_beside_the_ends():
    assert flat(0.5, 0.5 + 1e-16)
    assert not flat(5e-20, 6e-20)
    assert flat(0.0, 0.0)
