"""Calibration curves with their bands."""

import numpy as np
import pytest
from sklearn.calibration import calibration_curve

from foldwise.intervals import wilson
from foldwise.measures.curves import CalibrationCurve, make_curve
from foldwise.measures.curves.calibration import wilson_band
from tests.worlds import outcomes, partition, predictions_of


def made_up(n=1000, seed=0):
    rng = np.random.default_rng(seed)
    p = rng.uniform(size=n)
    return p, (rng.uniform(size=n) < p).astype(int)


def test_bins_of_equal_size_agree_with_scikit_learn():
    p, y = made_up()
    curve = CalibrationCurve.pooled(outcomes(y, scores=p), 1)
    observed, predicted = calibration_curve(y, p, n_bins=10, strategy="quantile")
    assert curve.observed == pytest.approx(observed)
    assert curve.predicted == pytest.approx(predicted)
    assert curve.rows.tolist() == [100] * 10


def test_the_band_is_wilsons():
    p, y = made_up()
    curve = CalibrationCurve.pooled(outcomes(y, scores=p), 1)
    ends = [wilson(k, 100, 0.95) for k in curve.observed * 100]
    assert np.stack([curve.low, curve.high], axis=1) == pytest.approx(np.array(ends))


def test_a_row_tested_three_times_is_the_evidence_of_one():
    p, y = made_up(n=90)
    table = np.stack([1 - p, p], axis=1)
    once, thrice = (
        make_curve(predictions_of(y, y, partition(n=90, k=3, repeats=r), scores=table), "calibration") for r in (1, 3)
    )
    assert thrice.low == pytest.approx(once.low)
    assert thrice.note.startswith("the rows of all resamples are put together")


def test_certain_bins_keep_an_open_band():
    low, high = wilson_band(np.array([0.0, 10]), np.array([10.0, 10]), 0.95)
    assert (low[0], high[1]) == (0, 1)
    assert high[0] == pytest.approx(0.2775, abs=1e-4)  # METHODS L.5


def test_several_classes_are_judged_by_the_likeliest():
    scores = np.array([[0.6, 0.3, 0.1], [0.2, 0.5, 0.3]])
    curve = CalibrationCurve.pooled(outcomes([0, 2], scores=scores, n_classes=3), 1)
    assert (curve.predicted.tolist(), curve.observed.tolist()) == ([0.5, 0.6], [0, 1])
