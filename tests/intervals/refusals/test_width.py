"""Intervals without a width are not given."""

import numpy as np
import pytest

from foldwise.api import score
from foldwise.intervals import interval_with_choice, make_interval
from foldwise.intervals.methods.bca import misplaced_error
from foldwise.measures import ModelScores, measure
from tests.worlds import fixed, predictions_of

rng = np.random.default_rng(6)


@pytest.mark.parametrize("n", [12, 40])
@pytest.mark.parametrize("seed", [0, 3])
@pytest.mark.parametrize("name", ["correlation", "spearman", "kendall", "squared-correlation"])
def test_a_perfect_correlation_has_no_interval_whatever_the_seed_and_the_number_of_rows(n, seed, name):
    x = np.arange(float(n)) ** 2
    found = score(x, x, measures=name, task="regression", seed=seed).findings[0]
    assert found.interval is None
    assert "a perfect correlation leaves no spread to judge from" in found.reason


@pytest.mark.parametrize("name", ["ccc", "explained-variance"])
def test_a_constant_prediction_has_no_interval_of_the_width_of_rounding(name):
    x = 5 + rng.normal(size=12)
    assert score(x, np.full(12, 5.0), measures=name, task="regression").findings[0].interval is None


def test_a_seed_is_that_of_the_draws():
    x = rng.normal(size=60)
    ends = [
        score(x, x + rng.normal(size=60), measures="squared-correlation", task="regression", seed=seed)
        .findings[0]
        .interval
        for seed in (0, 3)
    ]
    assert ends[0].low != ends[1].low


def apart(*rows):
    """Three classes far apart, with a probability of nearly 1 for the right one."""
    truth = np.repeat([0, 1, 2], rows)
    scores = rng.uniform(0, 0.1, size=(truth.size, 3)) + np.eye(3)[truth]
    scores /= scores.sum(axis=1, keepdims=True)
    return truth, scores


@pytest.mark.parametrize("name", ["auc", "ovr-auc", "weighted-ovr-auc"])
def test_an_area_of_many_classes_allows_for_one_row_of_each_among_the_others(name):
    truth, scores = apart(80, 80, 20)
    scores[0] = scores[0][::-1]  # one row of a large class is wrong, so that resamples differ a little
    one = ModelScores(
        predictions_of(truth, scores.argmax(axis=1), fixed(180), n_classes=3, scores=scores), "m", measure(name)
    )
    interval, choice = interval_with_choice(one)
    assert interval is not None, choice.reason
    share = 20 / 180 if name == "weighted-ovr-auc" else 1 / 3
    assert one.value - interval.low >= 1.95 * share * 0.45 / 20


def test_other_measures_have_no_such_error():
    truth, scores = apart(40, 40, 20)
    one = ModelScores(predictions_of(truth, truth, fixed(100), n_classes=3, scores=scores), "m", measure("kappa"))
    assert misplaced_error(one) == 0
    assert make_interval(one).high == pytest.approx(1)
