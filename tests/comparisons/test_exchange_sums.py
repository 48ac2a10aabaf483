"""Exchanges of predictions for functions of sums and moments of values."""

import numpy as np
import pytest

import foldwise
from foldwise.comparisons import exchange
from foldwise.comparisons.exchange import exchange_sums
from foldwise.comparisons.methods.permutation import has_sums
from foldwise.comparisons.pair import Pair
from foldwise.measures import ModelScores, measure
from foldwise.predictions import Predictions

rng = np.random.default_rng(0)


def pair_of(truth, a, b, name, groups=None):
    predictions = Predictions.build(truth, {"a": a, "b": b}, groups=groups)
    return Pair(*(ModelScores(predictions, one, measure(name)) for one in "ab"))


def equal_systems(n):
    middle = np.exp(rng.normal(size=n))
    truth = middle * np.exp(0.5 * rng.normal(size=n))
    return truth, middle * (1 + 0.5 * rng.normal(size=n)), middle * (1 + 0.5 * rng.normal(size=n))


@pytest.mark.parametrize("name", ["r2", "ccc", "correlation"])
def test_equal_systems_of_a_target_with_a_long_tail_are_told_apart_as_seldom_as_said(name):
    """R² by slopes of its own for each system told 23 % of such systems apart, 30 rows."""
    found = [exchange_sums(pair_of(*equal_systems(30), name), 399) <= 0.05 for _ in range(200)]
    assert np.mean(found) < 0.05 + 3 * (0.05 * 0.95 / 200) ** 0.5


def test_r2_and_the_squared_error_have_the_same_exchanges():
    truth = rng.normal(size=15)
    a, b = truth + rng.normal(size=15), truth + 1.6 * rng.normal(size=15)
    both = foldwise.score(truth, {"a": a, "b": b}, measures="mse, r2", task="regression").pairs()
    assert list(both["method"]) == ["permutation", "permutation"]
    assert both["p_value"][1] == pytest.approx(both["p_value"][0], abs=0.015)


@pytest.mark.parametrize("name", ["r2", "correlation"])
def test_order_of_rows_and_systems_do_not_matter(name):
    truth, a, b = equal_systems(25)
    turned = rng.permutation(25)
    expected = exchange_sums(pair_of(truth, a, b, name), 499)
    assert exchange_sums(pair_of(truth, b, a, name), 499) == expected
    assert exchange_sums(pair_of(truth[turned], a[turned], b[turned], name), 499) == expected


def test_a_system_against_itself_and_whole_groups():
    truth, a, _ = equal_systems(24)
    assert exchange_sums(pair_of(truth, a, a, "r2")) == 1.0
    groups, worse = np.arange(24) // 12, a + 3 * np.tile([1.0, -1.0], 12)
    # Two groups have four exchanges, and two of them are as large where b is worse in both.
    assert exchange_sums(pair_of(truth, a, worse, "r2", groups)) == pytest.approx(0.5, abs=0.02)


def test_correlations_have_no_unit():
    truth, a, b = equal_systems(40)
    expected = exchange_sums(pair_of(truth, a, b, "correlation"), 499)
    assert exchange_sums(pair_of(truth, a, 1000 + 50 * b, "correlation"), 499) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("unit", [1e-9, 1e3])
def test_correlations_of_a_system_that_mostly_predicts_one_value_have_no_unit(unit):
    """Half of its predictions are equal, so that their quartiles do not differ; p was .03 in one unit and .0001 in another."""
    truth = rng.normal(size=80)
    a, b = np.where(truth > 1, 2 + 0.1 * rng.normal(size=80), 0.1), truth + 1.5 * rng.normal(size=80)
    expected = exchange_sums(pair_of(truth, a, b, "correlation"), 499)
    assert exchange_sums(pair_of(unit * truth, unit * a, unit * b, "correlation"), 499) == expected
    assert exchange_sums(pair_of(truth, unit * a, b, "correlation"), 499) == expected


@pytest.mark.parametrize("name", ["r2", "correlation"])
def test_rows_that_move_the_sums_little_are_exchanged_together(monkeypatch, name):
    """Of 200,000 rows one test took 13 s; it takes a second where all but 20,000 are taken for normal."""
    truth, a, b = equal_systems(400)
    b = np.where(rng.random(400) < 0.15, b + 0.5 * rng.normal(size=400), a)
    exact = exchange_sums(pair_of(truth, a, b, name))
    monkeypatch.setattr(exchange, "MOST_DRAWN", 30)
    quick = exchange_sums(pair_of(truth, a, b, name))
    assert quick == pytest.approx(exact, abs=0.03)
    turned = rng.permutation(400)
    assert exchange_sums(pair_of(truth, b, a, name)) == quick
    assert exchange_sums(pair_of(truth[turned], a[turned], b[turned], name)) == quick


def test_losses_and_labels_have_ways_of_their_own():
    assert not has_sums(pair_of(*equal_systems(10), "mae"))
    assert has_sums(pair_of(*equal_systems(10), "wape"))


def test_an_exchange_without_a_value_counts_against_the_difference():
    """Of two rows, half of the exchanges leave constant predictions, which have no correlation."""
    truth = np.array([1.25, 2.5])
    assert exchange_sums(pair_of(truth, truth, truth[::-1].copy(), "correlation"), 199) == 1
