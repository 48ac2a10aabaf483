"""Residuals over the range of predictions."""

import numpy as np
import pytest

from foldwise.measures.curves import ResidualCurve, make_curve
from tests.worlds import outcomes, partition, predictions_of


def test_residuals_are_truth_minus_prediction_with_quantiles_in_tenths():
    fitted = np.arange(100.0)
    curve = ResidualCurve.pooled(outcomes(fitted + np.tile(np.arange(10.0), 10), fitted, n_classes=0), 1)
    assert curve.residual.tolist()[:3] == [0, 1, 2]
    assert curve.centre == pytest.approx(np.arange(10) * 10 + 4.5)
    assert curve.quantiles[0] == pytest.approx([0.5, 4.5, 8.5])


def test_equal_predictions_share_a_bin():
    curve = ResidualCurve.pooled(outcomes(np.arange(6.0), np.ones(6), n_classes=0), 1)
    assert curve.centre.tolist() == [1]


def test_repeats_are_told():
    y = np.arange(20.0)
    curve = make_curve(predictions_of(y, y, partition(n=20, k=4, repeats=3), n_classes=0), "residuals")
    assert curve.note == "each row was tested 3 times on average"
    assert curve.fitted.size == 60


def test_what_is_drawn_of_many_rows_holds_the_extremes():
    rng = np.random.default_rng(0)
    fitted, residual = rng.random(5000), rng.normal(size=5000)
    fitted[77], residual[4321] = 99.0, -50.0
    curve = ResidualCurve.pooled(outcomes(fitted + residual, fitted, n_classes=0), 1)
    kept = curve.some(300)
    assert {77, 4321} <= set(kept.tolist())
    assert 200 < kept.size <= 300
    assert (curve.fitted[kept].min(), curve.fitted[kept].max()) == (curve.fitted.min(), curve.fitted.max())
