"""Intervals that hold whenever one stops repeating a plan."""

import numpy as np
import pytest

from foldwise.intervals import anytime_interval, make_interval, rows_level, t_mixture_radius, unit_values
from foldwise.measures import ModelScores, measure
from foldwise.plans import Subsample, draw
from tests.worlds import losses_of, partition, predictions_of, values

rng = np.random.default_rng(0)
RESAMPLES = partition(n=60, k=5, repeats=6)
LOSSES = rng.exponential(size=(RESAMPLES.count, 60))
TABLE = losses_of(RESAMPLES, lambda r, rows: LOSSES[r, rows])
ONE = ModelScores(TABLE, "m", measure("mae"))


def means(table):
    """Mean over the rows that each resample tests, repeat by repeat."""
    tested = [table[r, RESAMPLES.test_rows(r)].mean() for r in range(RESAMPLES.count)]
    return np.array(tested).reshape(6, 5).mean(axis=1)


def test_the_unit_is_a_repeat_and_a_root_is_one_of_its_mean():
    assert unit_values(ONE) == pytest.approx(means(LOSSES))
    root = ModelScores(TABLE, "m", measure("rmse"))
    assert unit_values(root) == pytest.approx(np.sqrt(means(LOSSES**2)))


def test_the_unit_of_a_plan_of_draws_is_a_draw():
    drawn = draw(Subsample(8, test=0.2), values(n=60), seed=0)
    one = ModelScores(losses_of(drawn, lambda r, rows: LOSSES[r, rows]), "m", measure("mae"))
    assert unit_values(one) == pytest.approx([LOSSES[r, drawn.test_rows(r)].mean() for r in range(8)])


def test_a_tenth_of_the_error_goes_to_the_repeats():
    plain = make_interval(ONE, "corrected-t", rows_level(0.9))
    held = anytime_interval(plain, ONE, 0.9)
    radius = t_mixture_radius(6, 0.99) * unit_values(ONE).std(ddof=1)
    below, above = ONE.value - plain.low, plain.high - ONE.value
    expected = (ONE.value - np.hypot(below, radius), ONE.value + np.hypot(above, radius))
    assert (held.low, held.high) == pytest.approx(expected)
    assert (held.level, held.method) == (0.9, "corrected-t")
    assert "anytime-valid" in held.note
    assert rows_level(0.9) == pytest.approx(0.91)


def test_it_stays_within_the_range_of_the_measure():
    truth = np.tile([0, 1], 30)
    wrong = np.where(np.arange(60) < 3, 1 - truth, truth)
    one = ModelScores(predictions_of(truth, wrong, RESAMPLES), "m", measure("error"))
    held = anytime_interval(make_interval(one, "corrected-t"), one, 0.95)
    assert held.low >= 0


def test_looking_after_every_round_misses_no_more_often_than_promised():
    """4000 datasets: normal rows, normal noise of the partitions, looks at 5 to 30 repeats; the intervals of one look miss more."""
    draws = np.random.default_rng(6)
    rows = draws.normal(size=4000)
    noise = 0.8 * draws.normal(size=(4000, 30))
    missed = {"one look": np.zeros(4000, dtype=bool), "any look": np.zeros(4000, dtype=bool)}
    for n in (5, 8, 12, 18, 27, 30):
        seen = noise[:, :n]
        off = np.abs(rows + seen.mean(axis=1))
        missed["one look"] |= off > 1.96 * np.sqrt(1 + 0.64 / n)
        missed["any look"] |= off > np.hypot(2.005, t_mixture_radius(n, 0.995) * seen.std(axis=1, ddof=1))
    assert missed["any look"].mean() <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 4000)
    assert missed["one look"].mean() > 0.06
