"""Training and validation error against one parameter."""

import pytest

from foldwise.reports import ComplexityCurve


def curve(training, validation, best):
    return ComplexityCurve("depth", (1, 2, 3), training, validation, best, "error")


def test_overfitting_starts_where_training_gets_better_and_validation_worse():
    assert curve((0.3, 0.2, 0.1), (0.3, 0.25, 0.28), 2).overfits_from == 3
    assert curve((0.1, 0.2, 0.3), (0.28, 0.25, 0.3), 2).overfits_from == 1
    assert curve((0.3, 0.2, 0.1), (0.3, 0.2, 0.1), 3).overfits_from is None


def test_it_is_a_frame_and_plain_data():
    found = curve((0.3, 0.2, 0.1), (0.3, float("nan"), 0.28), 3)
    assert found.to_frame()["best"].tolist() == [False, False, True]
    assert found.to_dict()["rows"][1] == {
        "value": 2,
        "training": 0.2,
        "validation": None,
        "low": None,
        "high": None,
    }


def test_the_chart_marks_the_best_value():
    pytest.importorskip("altair")
    drawn = curve((0.3, 0.2, 0.1), (0.3, 0.25, 0.28), 2).plot().to_dict()
    assert drawn["title"]["subtitle"] == "best on rows left out at 2; overfitting from 3 on"


def test_errors_that_differ_by_rounding_are_equal():
    error = 0.1 + 0.2
    assert curve((0.3, error, 0.3), (0.3, error, error), 1).overfits_from is None
    assert curve((error, 0.3, 0.3), (0.3, error, 0.3), 1).overfits_from is None
