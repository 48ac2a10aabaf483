"""Gain and lift."""

import numpy as np
import pytest

from foldwise.measures import ModelScores, measure
from foldwise.measures.curves import GainCurve, make_curve
from tests.measures.curves.test_roc import several
from tests.worlds import outcomes


def test_four_rows_worked_by_hand():
    curve = GainCurve.of(outcomes([1, 1, 0, 0], scores=[0.9, 0.4, 0.6, 0.1]))
    assert curve.depth.tolist() == [0, 0.25, 0.5, 0.75, 1]
    assert curve.gain.tolist() == [0, 0.5, 0.5, 1, 1]
    assert curve.lift[1:] == pytest.approx([2, 1, 4 / 3, 1])


def test_the_mean_over_resamples_passes_through_the_measure():
    predictions = several()
    curve = make_curve(predictions, "gain")
    at = np.interp(0.31, curve.depth, curve.gain)
    assert at == pytest.approx(ModelScores(predictions, "m", measure("gain(0.31)")).value)
