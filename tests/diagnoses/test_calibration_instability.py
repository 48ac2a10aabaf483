"""Calibration of the models of bootstrap samples."""

import numpy as np
import pytest
from scipy.special import expit, logit

from foldwise.diagnoses import calibration_instability, recalibrate

rng = np.random.default_rng(0)
P = rng.uniform(0.05, 0.95, 400)
Y = (rng.random(400) < P).astype(int)


def test_every_model_is_recalibrated_by_itself():
    table = np.stack([P, expit(2 * logit(P)), expit(logit(P) + 1)], axis=1)
    found = calibration_instability(Y, table)
    own = recalibrate(Y, P)
    assert found.slopes.tolist() == pytest.approx([own.slope, own.slope / 2, own.slope])
    assert found.intercepts[2] == pytest.approx(own.intercept - own.slope)
    assert found.in_the_large == pytest.approx(Y.mean() - table.mean(axis=0))
    low, high = found.range_of("slopes")
    assert (low, high) == pytest.approx(np.quantile(found.slopes, [0.025, 0.975]))


def test_rows_that_were_trained_on_do_not_count():
    trained = np.zeros((400, 3))
    trained[:200, 0] = 1
    found = calibration_instability(Y, np.stack([P, P, P], axis=1), trained=trained)
    assert found.slopes[0] == pytest.approx(recalibrate(Y[200:], P[200:]).slope)
