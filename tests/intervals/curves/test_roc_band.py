"""Simultaneous bands for the ROC curve."""

import numpy as np
import pytest
from scipy import stats

from foldwise.errors import InputError, MeasureError
from foldwise.intervals import roc_band
from tests.worlds import outcomes


def binormal(m, n, shift, seed):
    rng = np.random.default_rng(seed)
    truth = np.repeat([1, 0], [m, n])
    score = rng.normal(size=m + n) + shift * truth
    return outcomes(truth, truth, np.stack([-score, score], axis=1))


def covers(band, shift):
    true = stats.norm.sf(stats.norm.isf(band.fpr) - shift)
    return bool(np.all((band.low <= true + 1e-12) & (true <= band.high + 1e-12)))


@pytest.mark.parametrize(("m", "n", "shift"), [(30, 50, 1.0), (100, 100, 0.0), (20, 200, 2.0)])
def test_the_whole_curve_is_inside_as_often_as_promised(m, n, shift):
    inside = [covers(roc_band(binormal(m, n, shift, seed)), shift) for seed in range(30)]
    assert np.mean(inside) > 0.86


def test_the_guaranteed_band_contains_the_calibrated_one():
    rows = binormal(60, 60, 1.0, 0)
    wide, narrow = roc_band(rows, guaranteed=True), roc_band(rows)
    assert np.all(wide.low <= narrow.low)
    assert np.all(narrow.high <= wide.high)
    assert np.mean(narrow.high - narrow.low) < 0.9 * np.mean(wide.high - wide.low)
    assert (wide.method, narrow.method) == ("guaranteed rectangles", "calibrated rectangles")


def test_it_contains_the_empirical_curve_and_narrows_with_the_level():
    rows = binormal(80, 80, 1.0, 1)
    wide, narrow = (roc_band(rows, level, guaranteed=True) for level in (0.99, 0.8))
    assert np.all(wide.low <= narrow.low)
    assert np.all(narrow.low <= narrow.high)
    assert list(narrow.to_frame().columns) == ["fpr", "low", "high", "level"]


def test_one_class_or_no_scores_are_refused():
    with pytest.raises(MeasureError, match="a ROC band needs scores, and rows of two classes"):
        roc_band(outcomes([0, 1], [0, 1]))
    with pytest.raises(InputError, match="between 0 and 1, not at 95"):
        roc_band(binormal(5, 5, 1.0, 0), 95)
