"""Rates, cost and net benefit at every threshold."""

import numpy as np
import pytest

from foldwise.errors import MeasureError
from foldwise.intervals import operating_points, wilson
from foldwise.predictions import Predictions


def made(truth, score, **more):
    return Predictions.build(truth, {"m": np.asarray(score) >= 0.5}, scores={"m": score}, **more)


def test_four_rows_worked_by_hand():
    found = operating_points(made([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), "m")
    at = found.threshold.tolist().index(0.3)
    assert (found.tp[at], found.fp[at]) == (2, 1)
    assert found.tpr[at].tolist() == pytest.approx([wilson(2, 2, 0.95)[0], 1, 1])
    assert found.precision[at, 1] == pytest.approx(2 / 3)
    assert found.cost[at, 1] == pytest.approx(1 / 4)
    assert found.benefit[at, 1] == pytest.approx(2 / 4 - 1 / 4 * 0.3 / 0.7)


def test_costs_are_those_that_were_given():
    found = operating_points(made([0, 0, 1, 1], [0.1, 0.6, 0.35, 0.8], costs="fn=10,fp=1"), "m")
    assert found.priced
    assert found.cost[found.chosen, 1] == pytest.approx((10 + 1) / 4)


def test_the_error_rate_is_wilsons_where_every_mistake_costs_one():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 400)
    found = operating_points(made(truth, rng.random(400)), "m")
    wrong = found.cost[found.chosen, 1] * 400
    assert found.cost[found.chosen, [0, 2]].tolist() == pytest.approx(wilson(wrong, 400, 0.95), abs=2e-3)


def test_intervals_hold_the_value_and_no_mistakes_are_not_certainty():
    found = operating_points(made([0] * 10 + [1] * 10, [0.1] * 10 + [0.9] * 10), "m")
    for name in ("tpr", "fpr", "precision", "cost", "benefit"):
        low, value, high = getattr(found, name)[found.chosen]
        assert low <= value + 1e-12
        assert value <= high + 1e-12
        assert high - low > 0.01


def test_rows_of_a_group_count_as_one():
    rng = np.random.default_rng(0)
    truth, score = rng.integers(0, 2, 200), rng.random(200)
    alone = operating_points(made(truth, score), "m")
    grouped = operating_points(made(truth, score, groups=np.arange(200) // 10), "m")
    width = [float(np.ptp(one.tpr[one.chosen, [0, 2]])) for one in (alone, grouped)]
    assert width[1] > 2 * width[0]


def test_intervals_contain_the_truth_as_often_as_they_promise():
    """600 draws of 150 rows, truth from 400,000: between 93 % and 97.5 % at a level of 95 % (Monte-Carlo error 0.9 %)."""
    rng = np.random.default_rng(1)

    def draw(n):
        truth = rng.random(n) < 0.4
        return truth.astype(int), 1 / (1 + np.exp(-(rng.normal(size=n) + 1.5 * (truth - 0.5))))

    whole = operating_points(made(*draw(400_000), costs="fn=4,fp=1"), "m")
    found = [operating_points(made(*draw(150), costs="fn=4,fp=1"), "m") for _ in range(600)]
    for name in ("tpr", "cost", "benefit"):
        known = getattr(whole, name)[50, 1]
        ends = np.array([getattr(one, name)[50] for one in found])
        assert 0.93 <= np.mean((ends[:, 0] <= known) & (known <= ends[:, 2])) <= 0.975, name


def test_thresholds_need_scores_of_two_classes():
    with pytest.raises(MeasureError, match="they need scores, and two classes"):
        operating_points(Predictions.build([0, 1], {"m": [0, 1]}), "m")
