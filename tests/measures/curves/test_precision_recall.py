"""Precision-recall curves are steps whose area is the average precision."""

import pytest
from hypothesis import given
from scipy.integrate import trapezoid
from sklearn import metrics

from foldwise.measures import ModelScores, measure
from foldwise.measures.curves import PrecisionRecallCurve, make_curve
from tests.measures.curves.test_roc import both_classes, several, tied_scores
from tests.worlds import outcomes


def test_three_rows_worked_by_hand():
    curve = PrecisionRecallCurve.of(outcomes([1, 0, 1], scores=[0.9, 0.5, 0.1]))
    assert curve.recall.tolist() == [0, 0.5, 0.5, 1]
    assert curve.precision == pytest.approx([1, 1, 2 / 3, 2 / 3])
    assert curve.area == pytest.approx(0.5 + 1 / 3)


@given(tied_scores, both_classes)
def test_the_area_is_the_average_precision(scores, truth):
    curve = PrecisionRecallCurve.of(outcomes(truth, scores=scores))
    assert curve.area == pytest.approx(metrics.average_precision_score(truth, scores))
    assert trapezoid(curve.precision, curve.recall) == pytest.approx(curve.area)


def test_the_mean_over_resamples_keeps_the_aggregated_average_precision():
    predictions = several()
    curve = make_curve(predictions, "pr")
    assert curve.area == pytest.approx(ModelScores(predictions, "m", measure("average-precision")).value)
    assert trapezoid(curve.precision, curve.recall) == pytest.approx(curve.area)


def test_a_constant_score_is_one_step_at_the_prevalence():
    curve = PrecisionRecallCurve.of(outcomes([0, 0, 0, 1], scores=[0.5] * 4))
    assert (curve.recall.tolist(), curve.precision.tolist(), curve.prevalence) == ([0, 1], [0.25, 0.25], 0.25)
