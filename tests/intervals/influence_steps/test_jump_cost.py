"""What a row on the wrong side of a jump costs."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeRegressor

import foldwise
from foldwise.intervals.influence_steps.jump_cost import jump_cost, widest_gap
from foldwise.intervals.methods.influence import JUMP_NOTE, Influence
from foldwise.measures import ModelScores, measure
from tests.worlds import partition, predictions_of

TREE = DecisionTreeRegressor(max_depth=3, random_state=0)


def assessed(y, x, model=TREE):
    return foldwise.assess({"m": model}, x, y, measures=["mse", "r2"], baseline=False, jobs=1).predictions


def stepped(seed=1, jump=10.0):
    """200 rows of a target that jumps at .5, with a wide gap there: no row is on the wrong side of any cut."""
    rng = np.random.default_rng(seed)
    x = rng.random((200, 1))
    x[np.abs(x[:, 0] - 0.5) < 0.02] = 0.2
    return jump * (x[:, 0] > 0.5) + 0.5 * rng.normal(size=200), x


def test_the_widest_gap_lies_where_predictions_jump():
    assert widest_gap(np.array([3.0, 1.0, 9.0, 2.0])) == (3.0, 9.0)


def test_a_squared_error_costs_the_square_of_the_gap():
    output = np.repeat([0.0, 4.0], 50)
    table = predictions_of(output + 0.1, output, partition(100, 10), n_classes=0)
    assert jump_cost(ModelScores(table, "m", measure("mse")), 100) == pytest.approx(16 / 100)
    assert jump_cost(ModelScores(table, "m", measure("mae")), 100) == pytest.approx(4 / 100)


def test_r2_falls_by_the_share_of_the_spread_that_one_row_costs():
    output = np.repeat([0.0, 4.0], 50)
    truth = output + np.tile([0.5, -0.5], 50)
    table = predictions_of(truth, output, partition(100, 10), n_classes=0)
    one = ModelScores(table, "m", measure("r2"))
    means = one.outcomes.reference  # of the training rows
    errors, spread = 25.0, float(np.square(one.outcomes.truth - means).sum())
    added = [
        one.value - (1 - (errors + 16) / (spread + (end - mean) ** 2))
        for end, mean in zip((0, 4), means[:2], strict=True)
    ]
    assert jump_cost(one, 100) == pytest.approx(max(added))


@pytest.mark.parametrize("name", ["correlation", "spearman"])
def test_a_measure_that_is_no_sum_over_rows_has_none(name):
    table = predictions_of(np.arange(40.0), np.arange(40.0) ** 2, partition(40, 4), n_classes=0)
    assert jump_cost(ModelScores(table, "m", measure(name)), 40) == 0


def test_a_mean_loss_of_classes_has_none():
    table = predictions_of(np.arange(40) % 2, np.arange(40) % 2, partition(40, 4))
    assert jump_cost(ModelScores(table, "m", measure("error")), 40) == 0


def test_the_interval_of_a_tree_allows_for_a_row_beyond_the_cut():
    """75 to 85 % of these intervals contained the truth before (METHODS N.24)."""
    y, x = stepped()
    table = assessed(y, x)
    made = Influence().interval(ModelScores(table, "m", measure("mse")), 0.95)
    assert made.high > 0.25 + 2 * 100 / 200
    assert JUMP_NOTE in made.note
    assert Influence().interval(ModelScores(table, "m", measure("r2")), 0.95).low < 1 - 2 * 0.5 / 25


def test_the_unit_of_the_target_does_not_matter():
    y, x = stepped()
    one, other = (Influence().interval(ModelScores(assessed(k * y, x), "m", measure("mse")), 0.95) for k in (1, 8))
    assert (64 * one.low, 64 * one.high) == pytest.approx((other.low, other.high))


def test_a_model_that_changes_gradually_is_not_charged():
    y, x = stepped()
    made = Influence().interval(ModelScores(assessed(y, x > 0.5, LinearRegression()), "m", measure("mse")), 0.95)
    assert JUMP_NOTE not in made.note
    assert made.high < 0.5


def test_small_jumps_cost_nothing(monkeypatch):
    rng = np.random.default_rng(4)
    x = rng.normal(size=(150, 4))
    table = assessed(x.sum(axis=1) + 1.5 * rng.normal(size=150), x)
    scored = ModelScores(table, "m", measure("mse"))
    made = Influence().interval(scored, 0.95)
    monkeypatch.setattr("foldwise.intervals.methods.influence.jump_cost", lambda *_: 0.0)
    assert Influence().interval(scored, 0.95) == made
