"""Risk-coverage curves."""

import numpy as np
import pytest

from foldwise.measures import ModelScores, measure
from foldwise.measures.curves import RiskCoverageCurve, make_curve
from tests.worlds import outcomes, partition, predictions_of


def test_four_rows_worked_by_hand():
    """Confidence .9 right, .8 wrong, .7 right, .6 wrong."""
    rows = outcomes([1, 0, 1, 0], [1, 1, 1, 1], scores=[0.9, 0.8, 0.7, 0.6])
    curve = RiskCoverageCurve.of(rows)
    assert curve.coverage.tolist() == [0.25, 0.5, 0.75, 1]
    assert curve.risk == pytest.approx([0, 1 / 2, 1 / 3, 1 / 2])
    assert curve.at(np.array([0.375])) == pytest.approx([1 / 3])


def test_equal_confidence_is_predicted_together():
    curve = RiskCoverageCurve.of(outcomes([1, 0], [1, 1], scores=[0.8, 0.8]))
    assert (curve.coverage.tolist(), curve.risk.tolist(), curve.area) == ([1], [0.5], 0.5)


def test_unclassified_rows_come_last_and_are_wrong():
    curve = RiskCoverageCurve.of(outcomes([1, 1, 0], [1, -1, 0], scores=[0.9, 0.99, 0.4]))
    assert curve.risk.tolist() == pytest.approx([0, 0, 1 / 3])
    assert curve.confidence.tolist() == [0.9, 0.6, -np.inf]


def test_the_mean_over_resamples_keeps_the_aggregated_area():
    rng = np.random.default_rng(0)
    truth, p = rng.integers(0, 2, 60), rng.uniform(size=60)
    predictions = predictions_of(
        truth, (p > 0.5).astype(int), partition(n=60, k=4, repeats=2), scores=np.stack([1 - p, p], axis=1)
    )
    curve = make_curve(predictions, "risk-coverage")
    assert curve.area == pytest.approx(ModelScores(predictions, "m", measure("aurc")).value)
    assert curve.excess == pytest.approx(ModelScores(predictions, "m", measure("e-aurc")).value)
    assert curve.risk[-1] == pytest.approx(ModelScores(predictions, "m", measure("error")).value)
