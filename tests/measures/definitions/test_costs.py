"""Expected cost and net benefit."""

import numpy as np
import pytest

from foldwise.errors import MeasureError
from foldwise.measures import ModelScores, measure
from foldwise.measures.definitions.costs import full_costs
from tests.worlds import fixed, outcomes, partition, predictions_of

COSTS = np.array([[0.0, 1.0], [10.0, 0.0]])


def with_costs(truth, output, costs=COSTS, **more):
    from dataclasses import replace

    return replace(outcomes(truth, output, n_classes=len(costs), **more), costs=costs)


def test_four_rows_worked_by_hand():
    rows = with_costs([0, 0, 1, 1], [0, 1, 0, 1])
    assert measure("cost").value(rows) == pytest.approx(11 / 4)
    assert measure("normalised-cost").value(rows) == pytest.approx(11 / 2)


def test_a_row_without_a_prediction_costs_the_most_expensive_mistake_unless_it_has_a_price():
    rows = with_costs([0, 1], [-1, -1])
    assert measure("cost").value(rows) == pytest.approx(5.5)
    priced = with_costs([0, 1], [-1, -1], np.column_stack([COSTS, [0.5, 0.7]]))
    assert measure("cost").value(priced) == pytest.approx(0.6)
    assert full_costs(priced.costs) is priced.costs


def test_the_most_expensive_mistake_is_not_the_cost_of_being_right():
    assert full_costs(np.array([[5.0, 1], [2, 9]]))[:, -1].tolist() == [1, 2]


def test_benefits_are_negative_costs():
    assert measure("cost").value(with_costs([1], [1], np.array([[0, 1.0], [5, -3]]))) == -3


def test_no_cheaper_constant_than_nothing_leaves_no_normalised_cost():
    assert np.isnan(measure("normalised-cost").value(with_costs([0, 0], [0, 1])))


def test_net_benefit_worked_by_hand():
    """Acting at .2: two hits, one false alarm of four rows, worth .2/.8 each."""
    rows = outcomes([1, 1, 0, 0], scores=[0.9, 0.2, 0.3, 0.1])
    assert measure("net-benefit(0.2)").value(rows) == pytest.approx(2 / 4 - 1 / 4 * 0.25)


def test_costs_are_pooled_over_rows():
    rng = np.random.default_rng(0)
    truth, output = rng.integers(0, 2, 40), rng.integers(0, 2, 40)
    predictions = predictions_of(truth, output, partition(n=40, k=7), costs=COSTS)
    assert ModelScores(predictions, "m", measure("cost")).value == pytest.approx(COSTS[truth, output].mean())


def test_without_costs_there_is_no_cost():
    with pytest.raises(MeasureError, match="cost needs a cost matrix; try costs='fn=10,fp=1'"):
        _ = ModelScores(predictions_of([0, 1], [0, 1], fixed(2)), "m", measure("cost")).value
