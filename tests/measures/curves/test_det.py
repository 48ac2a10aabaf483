"""Detection error trade-off."""

import numpy as np
import pytest
from hypothesis import given
from sklearn import metrics

from foldwise.measures import ModelScores, measure
from foldwise.measures.curves import DetCurve, make_curve
from tests.measures.curves.test_roc import both_classes, several, tied_scores
from tests.worlds import outcomes


@given(tied_scores, both_classes)
def test_misses_and_false_alarms_are_those_of_scikit_learn(scores, truth):
    curve = DetCurve.of(outcomes(truth, scores=scores))
    fpr, tpr, _ = metrics.roc_curve(truth, scores, drop_intermediate=False)
    assert curve.fpr == pytest.approx(fpr)
    assert curve.fnr == pytest.approx(1 - tpr)


def test_two_normal_classes_lie_on_a_straight_line():
    rng = np.random.default_rng(0)
    scores = np.concatenate([rng.normal(size=20_000), rng.normal(size=20_000) + 2])
    curve = DetCurve.of(outcomes(np.repeat([0, 1], 20_000), scores=scores, kind="decision"))
    columns = curve.columns()
    inside = (curve.fpr > 0.01) & (curve.fpr < 0.9)
    total = columns["fpr deviate"][inside] + columns["fnr deviate"][inside]
    assert np.abs(total + 2).max() < 0.15
    assert curve.equal_error == pytest.approx(0.1587, abs=0.005)  # Φ(-1)


def test_the_equal_error_of_resamples_is_that_of_the_measure():
    predictions = several()
    assert make_curve(predictions, "det").equal_error == pytest.approx(
        ModelScores(predictions, "m", measure("eer")).value
    )
