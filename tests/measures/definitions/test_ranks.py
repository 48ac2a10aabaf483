"""Measures of ranking, by hand and by their identities."""

import numpy as np
import pytest

from foldwise.measures import ModelScores, measure, reversed_scores_note
from foldwise.plans import Partition
from tests.worlds import outcomes, predictions_of

TRUTH = np.array([1, 1, 0, 1, 0, 0, 0, 0, 0, 0])
SCORES = np.arange(10, 0, -1) / 10


def value(text, rows=None):
    return measure(text).value(outcomes(TRUTH, scores=SCORES) if rows is None else rows)


def test_ten_rows_worked_by_hand():
    expected = {
        "gain(0.2)": 2 / 3,
        "lift(0.2)": 10 / 3,
        "gain(0.25)": 2 / 3,
        "gain(0.35)": 2 / 3 + 1 / 6,
        "average-precision": (1 + 1 + 3 / 4) / 3,
        "ks": 1 - 1 / 7,
        "auc": 20 / 21,
        "gini": 19 / 21,
        "eer": 1 / 7,
    }
    assert {text: value(text) for text in expected} == pytest.approx(expected)


def test_guessing_has_a_standardised_partial_area_of_a_half():
    rows = outcomes([0, 1] * 20, scores=[0.5] * 40)
    assert [value(f"partial-auc({limit})", rows) for limit in (0.1, 0.5, 1)] == pytest.approx([0.5] * 3)


def test_the_whole_partial_area_is_the_area():
    assert value("partial-auc(1)") == pytest.approx(value("auc"))


def test_within_ties_a_random_order_is_expected():
    rows = outcomes([1, 0, 0, 0], scores=[0.5] * 4)
    assert (value("gain(0.5)", rows), value("lift(0.5)", rows), value("eer", rows)) == (0.5, 1, 0.5)


def test_the_best_lift_is_bounded_by_the_depth():
    assert measure("lift(0.2)").high == pytest.approx(5)
    assert value("lift(0.1)") == pytest.approx(10 / 3)


def test_top_k_takes_tied_classes_in_their_order():
    rows = outcomes([0, 1, 2], scores=np.full((3, 3), 1 / 3), n_classes=3)
    assert [value(f"top-accuracy({k})", rows) for k in (1, 2, 3)] == pytest.approx([1 / 3, 2 / 3, 1])


def test_average_precision_counts_a_part_by_its_positives():
    truth, parts = np.array([1, 0, 1, 1, 1, 0]), np.array([[0, 0, 1, 1, 1, 1]])
    p = np.array([0.1, 0.9, 0.9, 0.8, 0.7, 0.6])
    predictions = predictions_of(
        truth, truth, Partition(parts, 2, plan="kfold(2)"), scores=np.stack([1 - p, p], axis=1)
    )
    assert ModelScores(predictions, "m", measure("average-precision")).value == pytest.approx((0.5 * 1 + 1 * 3) / 4)


@pytest.mark.parametrize(
    "text", ["auc", "ovr-auc", "weighted-ovr-auc", "partial-auc", "gini", "ks", "eer", "lift", "gain"]
)
def test_one_class_has_no_ranking(text):
    assert np.isnan(value(text, outcomes([1, 1], scores=[0.2, 0.8])))


def test_no_positive_row_has_no_average_precision():
    assert np.isnan(value("average-precision", outcomes([0, 0], scores=[0.2, 0.8])))


def test_constant_scores_are_remarked():
    rows = outcomes([0, 1, 1], scores=[0.5, 0.5, 0.5])
    assert measure("auc").remark(rows, 0.5) == "every row has the same score, so nothing is ranked"
    assert measure("lift").remark(outcomes([0, 1], scores=[0.2, 0.5]), 2.0) == ""


def test_a_ranking_the_wrong_way_round_is_pointed_out():
    """Only where the interval shows it: an area of .487 is no reason to invert anything."""
    told = "shown to be below 0.5, its interval ends at 0.310: inverting the scores would do better, with 0.800"
    assert reversed_scores_note(measure("auc"), 0.2, 0.31) == told
    assert reversed_scores_note(measure("gini"), -0.6, -0.38).endswith("would do better, with 0.600")
    assert (
        reversed_scores_note(measure("auc"), 0.487, 0.56)
        == reversed_scores_note(measure("auc"), 0.2, float("nan"))
        == ""
    )
    assert reversed_scores_note(measure("f1"), 0.1, 0.2) == ""


@pytest.mark.parametrize("name", ["auc", "gini", "ovr-auc", "weighted-ovr-auc", "average-precision", "ks"])
def test_no_ranking_of_many_classes_has_a_value_where_a_class_has_no_rows(name):
    scores = np.random.default_rng(0).dirichlet(np.ones(3), 6)
    assert np.isnan(measure(name).value(outcomes([0, 1, 0, 1, 0, 1], scores=scores, n_classes=3)))
    assert measure(name).value(outcomes([0, 1, 2, 1, 0, 2], scores=scores, n_classes=3)) <= 1


@pytest.mark.parametrize("name", ["auc", "gini", "average-precision", "ks", "eer", "lift", "gain", "partial-auc"])
@pytest.mark.parametrize("only", [0, 1])
def test_nor_of_two_classes(name, only):
    assert np.isnan(measure(name).value(outcomes([only] * 3, scores=[0.2, 0.5, 0.7])))
