"""What is drawn of each model."""

import numpy as np
import pytest

from foldwise.intervals import wilson
from foldwise.measures.curves import make_curve
from foldwise.predictions import Predictions
from foldwise.reports.panels import panels_of
from foldwise.reports.panels.panel import MOST_CORNERS
from tests.reports.report.results import result_of


def test_two_classes_have_thresholds_curves_and_a_matrix_averaged_over_repeats():
    result = result_of("compare")
    (panel,) = panels_of(result.predictions, ["logistic"], 0.95)
    assert set(panel.curves) == {"roc", "precision-recall", "calibration"}
    assert np.sum(panel.confusion) == pytest.approx(699)
    np.testing.assert_allclose(panel.confusion, result.assessment.confusion("logistic").to_numpy())
    total = sum(panel.confusion[0])
    assert panel.rates[0][0] == pytest.approx(wilson(panel.confusion[0][0], total, 0.95))


def test_values_have_residuals_only():
    (panel,) = panels_of(result_of("assess").predictions, ["knn"], 0.95)
    assert (set(panel.curves), panel.points, panel.classes) == ({"residuals"}, None, ())


def test_very_many_classes_and_models_are_bounded():
    truth = np.arange(60) % 20
    tables = {f"m{at}": truth for at in range(30)}
    found = panels_of(Predictions.build(truth, tables), list(tables), 0.95)
    assert (len(found), found[0].classes) == (12, ())


def test_curves_of_very_many_rows_are_thinned_and_keep_their_area():
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 30_000)
    score = 1 / (1 + np.exp(-rng.normal(truth)))
    predictions = Predictions.build(truth, {"m": score > 0.5}, scores={"m": score})
    whole = make_curve(predictions, "roc", "m")
    (panel,) = panels_of(predictions, ["m"], 0.95)
    kept = panel.curves["roc"]
    assert kept.fpr.size <= MOST_CORNERS < whole.fpr.size
    assert kept.area == whole.area
    assert np.abs(np.interp(whole.fpr, kept.fpr, kept.tpr) - whole.tpr).max() < 1 / 206  # a pixel of the drawing
    assert (kept.fpr[-1], kept.tpr[-1]) == (1, 1)
