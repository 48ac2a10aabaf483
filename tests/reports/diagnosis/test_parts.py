import numpy as np
import pytest

from foldwise.diagnoses import CurvePoint, RowsNeeded, extrapolate
from foldwise.reports import ModelInstability, ModelLearningCurve, Suggestion


def curve(full, double, low):
    sizes = np.array([10, 20, 40, 80, 160])
    made = extrapolate(sizes, 0.1 + 1 / sizes, np.full(5, 0.01))
    points = [CurvePoint(200, full, full, full, 0.95), CurvePoint(400, double, 0.0, 1.0, 0.95)]
    gained = CurvePoint(400, full - double, low, 1.0, 0.95)
    return ModelLearningCurve(made, "error", 200, *points, RowsNeeded(0.1, 300, 250, 400, 0.95), gained, 5)


def test_twice_the_rows_are_worth_a_tenth_that_is_shown():
    assert curve(0.2, 0.15, 0.01).is_worthwhile
    assert not curve(0.2, 0.15, -0.01).is_worthwhile
    assert not curve(0.2, 0.195, 0.001).is_worthwhile
    assert curve(0.2, 0.15, 0.01).gain == pytest.approx(0.05)


def test_unstable_rows_come_first():
    found = ModelInstability(np.array([0.0, 0.3, 0.5]), np.full(3, np.nan), 10)
    assert found.unstable.tolist() == [2, 1]
    assert np.isnan(found.mean_spread)


def test_a_suggestion_is_one_paragraph():
    assert (
        str(Suggestion("bag", "Average", "variance 0.1", "foldwise improve", "improve()"))
        == "Average: variance 0.1. foldwise improve"
    )
