"""Rows without an answer, and confidence."""

from dataclasses import replace

import numpy as np
import pytest

from foldwise.measures import measure
from foldwise.measures.definitions.abstention import RankedPredictions, confidence_influence
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


@pytest.mark.parametrize("name", ["aurc", "e-aurc"])
def test_how_much_rows_move_an_area_is_what_leaving_them_out_shows(name):
    rng = np.random.default_rng(2)
    truth, p = rng.integers(0, 2, 200), np.round(rng.random(200), 2)  # some rows are equally sure
    rows = outcomes(truth, (p > 0.5).astype(int), scores=p)
    found, one = confidence_influence(measure(name), rows), measure(name)
    left = np.array([199 * (one.value(rows) - one.value(rows.where(np.arange(200) != at))) for at in range(200)])
    assert found.mean() == pytest.approx(0, abs=1e-12)
    assert np.corrcoef(found, left)[0, 1] > 0.98
    assert found.std() == pytest.approx(left.std(), rel=0.1)
    assert confidence_influence(measure("error"), rows) is None


def test_weights_are_as_good_as_repeated_rows_for_how_much_a_row_moves_an_area():
    rng = np.random.default_rng(3)
    truth, p, times = rng.integers(0, 2, 50), rng.random(50), rng.integers(1, 4, 50)
    rows = outcomes(truth, (p > 0.5).astype(int), scores=p)
    repeated = rows.where(np.repeat(np.arange(50), times))
    found = confidence_influence(measure("aurc"), replace(rows, weights=times.astype(float)))
    assert np.repeat(found, times) == pytest.approx(confidence_influence(measure("aurc"), repeated))
