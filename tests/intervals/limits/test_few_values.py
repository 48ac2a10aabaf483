"""Means of losses of a few values, such as costs: a sample without a dear mistake does not show that there is none."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.intervals.limits.few_values import (
    PartError,
    UnseenJumps,
    alike_rows,
    joined_parts,
    known_values,
    loss_values,
    takes_few_values,
    usual_loss,
)
from foldwise.measures import ModelScores, Outcomes, measure

COSTS = "fn=3,fp=1"


def score_of(truth, predicted, name, **more):
    found = foldwise.score(truth, predicted, measures=name, classes=[0, 1], positive=1, stream=False, **more)
    return found.findings[0]


def coverage(draw, truth, name, draws, **more):
    """Share of intervals of samples that contain the truth; all have one."""
    rng = np.random.default_rng(1)
    ends = [score_of(*draw(rng), name, **more).interval for _ in range(draws)]
    return np.mean([one.low <= truth <= one.high for one in ends])


def rare_mistakes(rng, n=100):
    """A fifth positive, one row in a hundred wrong."""
    truth = (rng.random(n) < 0.2).astype(int)
    return truth, np.where(rng.random(n) < 0.01, 1 - truth, truth)


def test_rare_dear_mistakes_are_allowed_for():
    # Of 300 samples 37 % have no mistake, and t has no width there: it covered 64 % of those that have one.
    assert coverage(rare_mistakes, 0.01 * (0.2 * 3 + 0.8), "cost", 100, costs=COSTS) >= 0.95


def test_a_cost_without_a_mistake_is_bounded_by_the_dearest_one():
    truth = np.array([0, 1] * 50)
    found = score_of(truth, truth, "cost", costs="fn=5,fp=1")
    assert found.interval.low == 0
    assert found.interval.high == pytest.approx(5 * -np.log(0.025) / 100)
    assert "all rows have the same loss" in found.interval.note
    ratio = score_of(truth, truth, "normalised-cost", costs="fn=5,fp=1")
    assert ratio.interval.high == pytest.approx(found.interval.high / 0.5)  # the cheapest constant label costs ½


def test_a_cost_stays_within_the_matrix():
    truth = np.array([0, 1] * 6)
    found = score_of(truth, 1 - truth, "cost", costs="fn=5,fp=1")
    assert 1 <= found.interval.low <= 3 <= found.interval.high <= 5


def test_many_rows_get_the_interval_of_t():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 20_000)
    predicted = np.where(rng.random(20_000) < 0.3, 1 - truth, truth)
    found = score_of(truth, predicted, "cost", costs="fn=5,fp=1").interval
    losses = np.array([[0, 1], [5, 0]])[truth, predicted]
    half = 1.96 * losses.std() / np.sqrt(20_000)
    assert (found.low, found.high) == pytest.approx((losses.mean() - half, losses.mean() + half), rel=2e-3)


def test_cases_and_controls_weighed_back_allow_for_a_control_that_is_acted_on():
    # Each control weighs 19 times as much as a case; without one acted on, the net benefit looked certain.
    rng = np.random.default_rng(3)
    truth = np.repeat([0, 1], 100)
    score = np.where(truth == 1, rng.random(200), 0.4 * rng.random(200))
    found = foldwise.score(
        truth, scores=score, measures="net-benefit", weights=np.where(truth == 1, 0.1, 1.9), stream=False
    ).findings[0]
    assert found.estimate.value > 0
    assert found.interval.low < 0


def test_groups_that_are_wrong_together_count_as_one_row():
    rng = np.random.default_rng(2)
    group = np.repeat(np.arange(30), 4)
    truth = np.repeat(rng.integers(0, 2, 30), 4)
    found = score_of(truth, truth, "cost", costs=COSTS, groups=group)
    assert found.interval.high == pytest.approx(3 * -np.log(0.025) / 30)
    alone = np.where(np.arange(120) % 9 == 0, 1.0, 0.0)
    assert alike_rows(alone, None, group) == 1


def test_rows_in_pieces_have_the_same_interval():
    truth = np.array([0, 1] * 50)
    predicted = np.where(np.arange(100) < 3, 1 - truth, truth)
    whole, pieces = (
        foldwise.score(truth, predicted, measures="cost", costs=COSTS, stream=stream).findings[0].interval
        for stream in (False, True)
    )
    assert (pieces.low, pieces.high) == pytest.approx((whole.low, whole.high))


def test_which_losses_take_few_values():
    assert not takes_few_values(measure("brier"))
    rows = Outcomes(np.array([0, 1]), np.array([0, -1]), np.eye(2), classes=2)
    assert loss_values(measure("net-benefit"), rows)[:, :2].tolist() == [[0, -1], [0, 1]]
    assert loss_values(measure("log-loss"), rows) is None
    assert usual_loss(np.array([1.0, 0.0, 0.0, 5.0])) == 0


def test_parts_are_put_together_as_a_difference():
    up, down = PartError(0.5, 0.01, 99), PartError(0.2, 0.004, 99)
    whole = PartError(0.3, 0.014, 99)
    low, high = joined_parts(whole, up, down, UnseenJumps(0.0, 0.0), level=0.95)
    assert high - low == pytest.approx(2 * 1.984 * np.sqrt(0.014), rel=0.02)


def test_the_cost_of_a_single_row_has_no_interval():
    """It had one from -inf to inf, though costs have bounds."""
    found = score_of([0], [0], "cost", costs=COSTS)
    assert found.interval is None
    assert "all rows have the same loss" in found.reason


def test_values_are_known_where_the_labels_tell_the_losses_of_two_rows():
    rows = foldwise.score([0, 1], [0, 0], measures="cost", classes=[0, 1], costs=COSTS, stream=False)
    scored = ModelScores(rows.predictions, rows.findings[0].model, rows.findings[0].measure)
    assert known_values(scored).tolist() == [[0.0, 1.0], [3.0, 0.0]]
    assert known_values(scored.under(measure("error"))) is None
    odd = replace(scored.measure, loss=lambda seen: np.full(seen.size, float(seen.size)))  # not a matter of the labels
    assert known_values(scored.under(odd)) is None


@pytest.mark.parametrize("weight", [0.1, 0.3, 1 / 3, 7.0])
def test_the_usual_loss_of_rows_of_one_weight_is_that_of_rows_without(weight):
    """Half of the rows have either loss: which was usual depended on the rounding of the sum of the weights."""
    truth, label = np.tile([0, 1], 15), np.tile([0, 0, 1], 10)
    costs = [[0, 1], [4, 0]]
    assert usual_loss(np.repeat([0.0, 1.0], 15), np.full(30, weight)) == 0
    plain = foldwise.score(truth, label, measures="cost, abstention-cost", costs=costs).to_frame()[["low", "high"]]
    for stream in (False, True):
        table = pd.DataFrame({"y": truth, "label": label, "w": weight})
        given = {"data": table, "weights": "w", "measures": "cost, abstention-cost", "costs": costs}
        found = foldwise.score("y", "label", stream=stream, **given).to_frame()[["low", "high"]]
        np.testing.assert_allclose(found, plain, rtol=1e-9)
