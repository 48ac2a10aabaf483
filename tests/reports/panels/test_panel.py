"""What is drawn of each model."""

import numpy as np
import pytest

from foldwise.intervals import wilson
from foldwise.predictions import Predictions
from foldwise.reports.panels import panels_of
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
