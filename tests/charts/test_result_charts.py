"""Which charts a result has."""

import pytest

from foldwise.charts import charts_of
from tests.reports.report.results import VERBS, result_of


@pytest.mark.parametrize("verb", VERBS)
def test_every_result_has_charts(verb):
    assert charts_of(result_of(verb))


def test_two_classes_have_all_curves_and_values_their_residuals():
    assert {"roc", "det", "calibration", "decision", "confusion-rates-tree"} <= set(charts_of(result_of("compare")))
    assert {"residuals-knn", "prediction-error-ridge"} <= set(charts_of(result_of("assess")))
