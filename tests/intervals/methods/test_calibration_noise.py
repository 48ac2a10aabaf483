"""Intervals for calibration errors."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from foldwise.errors import ValidityError
from foldwise.intervals import make_interval
from foldwise.measures import ModelScores, measure
from tests.worlds import fixed, predictions_of

NAMES = ["ece", "mce", "classwise-ece", "debiased-calibration-error", "brier-reliability"]


def scored(n, name, seed, slope=1.0):
    """One measure of such a table."""
    return ModelScores(table(n, seed, slope), "m", measure(name))


@cache
def table(n, seed, slope):
    """Labels drawn with the stated log-odds times `slope`: calibrated at 1."""
    rng = np.random.default_rng(seed)
    x = 1.5 * rng.normal(size=n)
    p = 1 / (1 + np.exp(-x))
    truth = (rng.random(n) < 1 / (1 + np.exp(-slope * x))).astype(int)
    return predictions_of(truth, (p > 0.5).astype(int), fixed(n), scores=np.stack([1 - p, p], axis=1))


@pytest.mark.parametrize("name", NAMES)
def test_the_default_contains_the_value(name):
    one = scored(300, name, 0)
    interval = make_interval(one)
    assert interval.method == "calibration-noise"
    assert interval.low <= one.value <= interval.high


@pytest.mark.parametrize("slope", [1.0, 0.5])
@pytest.mark.parametrize("name", NAMES)
def test_it_covers(name, slope):
    true = scored(200_000, name, 99, slope).value
    inside = []
    for seed in range(40):
        interval = make_interval(scored(500, name, seed, slope))
        inside.append(interval.low <= true <= interval.high)
    assert np.mean(inside) >= 0.9


def test_more_rows_say_more():
    widths = [make_interval(scored(n, "ece", 1)).width for n in (200, 2000, 20_000)]
    assert widths[0] > 2 * widths[1] > 4 * widths[2]


def test_bins_by_parameter():
    assert make_interval(scored(300, "ece(5, by=width)", 2)).method == "calibration-noise"


def test_no_bootstrap_of_it_is_valid():
    with pytest.raises(ValidityError, match="chance makes a calibration error larger than it is"):
        make_interval(scored(300, "ece", 3), "percentile")


def test_other_measures_are_refused():
    with pytest.raises(ValidityError, match="valid for calibration errors, and brier is not one; try measure='brier'"):
        make_interval(scored(300, "brier", 4), "calibration-noise")


def test_a_calibrated_model_is_covered_with_few_rows_too():
    """With the observed shares alone it was 91 %: a bin in which by chance all rows are alike looks sure."""
    inside = [make_interval(scored(60, "ece", seed)).low == 0 for seed in range(200)]
    assert np.mean(inside) >= 0.95


@pytest.mark.parametrize("name", NAMES)
def test_weights_times_a_constant_change_nothing(name):
    one = scored(200, name, 3)
    weights = np.random.default_rng(4).exponential(1, 200)
    found = []
    for factor in (1, 100):
        weighted = replace(one.predictions, weights=weights * factor)
        interval = make_interval(ModelScores(weighted, "m", one.measure))
        found.append((interval.low, interval.high))
    assert found[0] == pytest.approx(found[1])
    assert found[0][1] - found[0][0] > make_interval(one).width  # weighted rows say less than so many rows


def test_half_a_row_more_is_rounded_alike_for_weights_of_any_size():
    weights = np.tile([1.0, 1.0, 1.0, 1.0, 2.0], 10)  # five rows that count as 4.5 in every bin
    p, truth = np.repeat((np.arange(10) + 0.5) / 10, 5), np.arange(50) % 2
    rows = predictions_of(truth, (p > 0.5).astype(int), fixed(50), scores=np.stack([1 - p, p], axis=1))
    ends = []
    for scale in (1.0, 1e-9, 1e12, 0.1, 0.7):
        found = make_interval(ModelScores(replace(rows, weights=scale * weights), "m", measure("ece")))
        ends.append((found.low, found.high))
    assert all(end == pytest.approx(ends[0], rel=1e-9) for end in ends)
