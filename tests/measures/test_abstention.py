"""Rows without an answer, and confidence."""

import numpy as np
import pytest

from foldwise.measures import measure
from foldwise.measures.abstention import RankedPredictions
from tests.worlds import outcomes

ROWS = outcomes([0, 0, 1, 1, 1], [0, 1, -1, 1, -1])


def test_an_unclassified_record_is_an_error_and_is_told_apart():
    expected = {"error": 3 / 5, "coverage": 3 / 5, "selective-error": 1 / 3, "abstention-cost(0.25)": 1.5 / 5}
    assert {name: measure(name).value(ROWS) for name in expected} == pytest.approx(expected)


def test_the_error_is_made_of_wrong_predictions_and_missing_ones():
    v = {name: measure(name).value(ROWS) for name in ("error", "coverage", "selective-error")}
    assert v["error"] == pytest.approx(v["coverage"] * v["selective-error"] + 1 - v["coverage"])


def test_nothing_predicted_has_no_selective_error():
    rows = outcomes([0, 1], [-1, -1])
    assert measure("coverage").value(rows) == 0
    assert np.isnan(measure("selective-error").value(rows))


def test_the_area_worked_by_hand():
    """Right, then wrong: 0 up to ½, then (c - ½)/c: ½ - ½ ln 2."""
    rows = outcomes([1, 0], [1, 1], scores=[0.9, 0.6])
    assert measure("aurc").value(rows) == pytest.approx(0.5 - 0.5 * np.log(2))
    assert measure("e-aurc").value(rows) == pytest.approx(0, abs=1e-15)


def test_confident_mistakes_cost_excess_area():
    wrong_first = outcomes([0, 1], [1, 1], scores=[0.9, 0.6])
    assert measure("aurc").value(wrong_first) == pytest.approx(0.5 + 0.5 * np.log(2))
    assert measure("e-aurc").value(wrong_first) == pytest.approx(np.log(2))


def test_confidence_that_tells_nothing_has_the_error_as_area():
    rows = outcomes([0, 1, 1, 1], [1, 1, 1, 1], scores=[0.7] * 4)
    assert measure("aurc").value(rows) == pytest.approx(0.25)


def test_all_wrong_is_the_worst_and_has_no_excess():
    rows = outcomes([0, 0], [1, 1], scores=[0.9, 0.6])
    assert (measure("aurc").value(rows), measure("e-aurc").value(rows)) == (1, 0)


def test_confidence_is_the_score_of_the_class_that_was_given():
    selection = RankedPredictions.of(outcomes([0, 1], [0, 1], scores=[0.4, 0.9]))
    assert selection.confidence.tolist() == [np.inf, 0.9, 0.6]


def test_no_rows_have_no_area():
    rows = outcomes(np.zeros(0, dtype=int), np.zeros(0, dtype=int), scores=np.zeros((0, 2)))
    assert np.isnan(measure("aurc").value(rows))
