"""Rates of one class and their averages."""

import numpy as np
import pytest

from foldwise.measures import measure
from tests.measures.definitions.test_labels import ZAKI, from_table
from tests.worlds import outcomes

TWO = from_table(np.array([[13, 7], [3, 7]]))


def value(name, rows):
    return measure(name).value(rows)


def test_two_classes_worked_by_hand():
    """METHODS L.5: TP 7, FP 7, FN 3, TN 13."""
    expected = {
        "npv": 13 / 16,
        "fpr": 7 / 20,
        "fnr": 3 / 10,
        "fdr": 7 / 14,
        "for": 3 / 16,
        "jaccard": 7 / 17,
        "f(2)": 5 * 7 / (5 * 7 + 4 * 3 + 7),
        "f(0.5)": 1.25 * 7 / (1.25 * 7 + 0.25 * 3 + 7),
    }
    assert {name: value(name, TWO) for name in expected} == pytest.approx(expected)


def test_several_classes_worked_by_hand():
    rows = from_table(ZAKI)
    assert value("macro-f1", rows) == pytest.approx(0.7306, abs=5e-5)
    assert value("weighted-recall", rows) == pytest.approx(value("accuracy", rows))
    assert value("recall[1]", rows) == pytest.approx(0.7)
    assert value("precision[2]", rows) == pytest.approx(0.625)


def test_micro_averages_are_the_accuracy_when_every_row_is_predicted():
    rows = from_table(ZAKI)
    for name in ("micro-precision", "micro-recall", "micro-f1"):
        assert value(name, rows) == pytest.approx(value("accuracy", rows))


def test_unclassified_rows_count_for_recall_and_specificity_but_not_for_precision():
    rows = outcomes([1, 1, 0, 0], [1, -1, 0, -1])
    found = {name: value(name, rows) for name in ("precision", "recall", "specificity", "fpr", "fnr", "npv")}
    assert found == {"precision": 1, "recall": 0.5, "specificity": 0.5, "fpr": 0, "fnr": 0.5, "npv": 1}
    assert value("micro-precision", rows) == 1
    assert value("micro-recall", rows) == 0.5


def test_accuracy_is_the_mean_of_sensitivity_and_specificity_by_rows_also_with_abstentions():
    rng = np.random.default_rng(0)
    rows = outcomes(rng.integers(0, 2, 50), rng.integers(-1, 2, 50))
    share = np.mean(rows.truth)
    together = value("sensitivity", rows) * share + value("specificity", rows) * (1 - share)
    assert together == pytest.approx(value("accuracy", rows))


@pytest.mark.parametrize(
    ("text", "expected"), [("precision", np.nan), ("precision(undefined=0)", 0), ("precision(undefined=1)", 1)]
)
def test_nothing_over_nothing_counts_as_told(text, expected):
    rows = outcomes([1, 0], [0, 0])
    assert value(text, rows) == pytest.approx(expected, nan_ok=True)


def test_a_mean_over_classes_skips_what_has_no_value_unless_it_is_told_what_that_counts_as():
    rows = outcomes([0, 1, 2], [0, 0, 0], n_classes=3)
    assert value("macro-precision", rows) == pytest.approx(1 / 3)
    assert value("macro-precision(undefined=0)", rows) == pytest.approx(1 / 9)
    assert value("micro-precision", rows) == pytest.approx(1 / 3)


def test_a_class_of_the_schema_that_does_not_occur_is_left_out():
    rows = outcomes([0, 1, 0, 1], [0, 1, 1, 1], n_classes=4)
    assert value("macro-f1", rows) == pytest.approx((2 / 3 + 4 / 5) / 2)
