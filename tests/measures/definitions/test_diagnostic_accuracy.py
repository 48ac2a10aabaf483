"""Informedness, likelihood ratios and their kin."""

import numpy as np
import pytest

from foldwise.errors import MeasureError
from foldwise.measures import ModelScores, measure
from tests.measures.definitions.test_labels import from_table
from tests.worlds import fixed, outcomes, predictions_of

ROWS = from_table(np.array([[13, 7], [3, 7]]))


def test_two_classes_worked_by_hand():
    expected = {
        "informedness": 0.7 + 0.65 - 1,
        "markedness": 0.5 + 0.8125 - 1,
        "fowlkes-mallows": np.sqrt(0.5 * 0.7),
        "lr-positive": 0.7 / 0.35,
        "lr-negative": 0.3 / 0.65,
        "diagnostic-odds-ratio": 7 * 13 / (7 * 3),
        "prevalence": 1 / 3,
    }
    assert {name: measure(name).value(ROWS) for name in expected} == pytest.approx(expected)


def test_the_odds_ratio_is_the_ratio_of_the_likelihood_ratios():
    ratio = measure("lr+").value(ROWS) / measure("lr-").value(ROWS)
    assert measure("dor").value(ROWS) == pytest.approx(ratio)


def test_matthews_correlation_is_the_geometric_mean_of_informedness_and_markedness():
    product = measure("informedness").value(ROWS) * measure("markedness").value(ROWS)
    assert measure("mcc").value(ROWS) == pytest.approx(np.sqrt(product))


def test_without_a_false_alarm_there_is_no_likelihood_ratio():
    rows = outcomes([1, 0, 1], [1, 0, 0])
    assert np.isnan(measure("lr-positive").value(rows))
    assert np.isnan(measure("diagnostic-odds-ratio").value(rows))


def test_several_classes_need_one_to_be_named():
    predictions = predictions_of([0, 1, 2], [0, 1, 1], fixed(3), n_classes=3)
    with pytest.raises(
        MeasureError, match=r"lr-positive is about two classes, and there are 3; try 'lr-positive\[c2\]'"
    ):
        _ = ModelScores(predictions, "m", measure("lr-positive")).value
    assert ModelScores(predictions, "m", measure("lr-positive[c1]")).value == pytest.approx(2)
