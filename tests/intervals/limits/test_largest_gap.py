"""The largest gap between two distributions of scores is large by chance alone."""

import tracemalloc
from unittest.mock import patch

import numpy as np
import pytest

import foldwise
from foldwise.intervals import make_interval
from foldwise.intervals.limits import largest_gap
from foldwise.intervals.limits.largest_gap import least_gap
from foldwise.measures import ModelScores, Outcomes, measure
from foldwise.predictions import Predictions


def rows_of(truth, scores, **more):
    return Outcomes(truth, (scores > 0.5).astype(int), np.stack([1 - scores, scores], axis=1), classes=2, **more)


def test_scores_without_information_may_have_no_gap():
    # Intervals of resamples alone left 0 out in four of five such samples.
    draw = np.random.default_rng(1)
    samples = [(draw.integers(0, 2, 300), draw.random(300)) for _ in range(100)]
    assert sum(least_gap(rows_of(*one), 0.95) <= 0 for one in samples) >= 92


def test_the_interval_of_ks_reaches_down_to_it():
    draw = np.random.default_rng(4)
    truth, scores = draw.integers(0, 2, 300), draw.random(300)
    table = Predictions.build(truth, {"m": (scores > 0.5).astype(int)}, scores={"m": scores})
    found = make_interval(ModelScores(table, "m", measure("ks")), "bca")
    assert found.low == 0 < measure("ks").value(rows_of(truth, scores)) <= found.high


def test_it_lies_below_the_truth_at_its_level():
    draw = np.random.default_rng(2)
    truth = np.repeat([0, 1], [160, 40])
    lows = [least_gap(rows_of(truth, draw.normal(size=200) + 1.5 * truth), 0.95, seed=at) for at in range(200)]
    assert np.mean(np.array(lows) > 0.5467) <= 0.05  # 2Φ(0.75) - 1
    assert np.mean(lows) > 0.3


def test_groups_are_drawn_together_and_weights_have_no_unit():
    draw = np.random.default_rng(3)
    truth, scores = draw.integers(0, 2, 100), draw.random(100)
    twice, group = np.repeat(np.arange(100), 2), np.repeat(np.arange(100), 2)
    rows = rows_of(truth, scores)
    assert least_gap(rows.where(twice), 0.95, groups=group) == pytest.approx(least_gap(rows, 0.95), abs=0.03)
    weighted = [rows_of(truth, scores, weights=np.full(100, weight)) for weight in (1.0, 7.0)]
    assert least_gap(weighted[0], 0.95) == pytest.approx(least_gap(weighted[1], 0.95))


def test_classes_that_lie_apart_are_not_certain_to():
    truth = np.tile([0, 1], 30)
    table = Predictions.build(truth, {"m": truth}, scores={"m": 0.2 + 0.5 * truth + np.linspace(0, 0.1, 60)})
    found = make_interval(ModelScores(table, "m", measure("ks")))
    assert (found.high, found.note) == (1, "")
    assert 0.7 < found.low < 0.9


@pytest.mark.parametrize("grouped", [False, True])
def test_the_lower_end_does_not_depend_on_the_order_of_the_rows(grouped):
    rng = np.random.default_rng(0)
    truth, scores = rng.integers(0, 2, 60), np.round(rng.random(60), 1)
    groups = np.arange(60) // 5 if grouped else None
    order = rng.permutation(60)
    seen, other = rows_of(truth, scores), rows_of(truth[order], scores[order])
    first = least_gap(seen, 0.95, groups=groups)
    assert least_gap(other, 0.95, groups=None if groups is None else groups[order]) == pytest.approx(first)


def test_the_distance_of_many_classes_reaches_down_for_the_mean_over_them():
    """Noise: the lower end of the positive class alone says nothing about the others."""
    rng = np.random.default_rng(1)
    truth, given = rng.integers(0, 3, 150), rng.dirichlet([1, 1, 1], 150)
    names = np.array(["a", "b", "c"])
    ends = [
        foldwise.score(names[(truth + k) % 3], {"m": names[(given.argmax(1) + k) % 3]}, scores={"m": np.roll(given, k, 1)}, measures="ks")
        for k in range(3)
    ]  # fmt: skip
    lows = [one.findings[0].interval.low for one in ends]
    assert lows == pytest.approx([lows[0]] * 3)
    assert lows[0] < 0.05


@pytest.mark.parametrize("grouped", [False, True])
def test_the_lower_end_is_the_same_however_many_draws_are_held_at_once(grouped):
    rng = np.random.default_rng(2)
    truth, scores = rng.integers(0, 2, 200), rng.random(200)
    seen, groups = rows_of(truth, scores), np.arange(200) // 10 if grouped else None
    whole = least_gap(seen, 0.95, groups=groups)
    for most in (1, 1000, 99_999):
        with patch.object(largest_gap, "MOST_NUMBERS", most):
            assert least_gap(seen, 0.95, groups=groups) == whole


def test_memory_does_not_grow_with_the_draws():
    """500 draws of 20,000 gaps are 80 MB."""
    rng = np.random.default_rng(3)
    seen = rows_of(rng.integers(0, 2, 20_000), rng.random(20_000))
    tracemalloc.start()
    with patch.object(largest_gap, "MOST_NUMBERS", 100_000):
        least_gap(seen, 0.95, groups=np.arange(20_000) // 2000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 15e6
