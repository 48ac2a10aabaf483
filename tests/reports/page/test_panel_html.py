"""One model on the page."""

import json

import pytest

from foldwise.reports.page.panel_html import panel_data, panel_html
from foldwise.reports.panels import panels_of
from tests.reports.report.results import result_of


@pytest.fixture(scope="module")
def panel():
    return panels_of(result_of("compare").predictions, ["logistic"], 0.95)[0]


def test_the_figures_stand_without_the_script(panel):
    text, at = panel_html(panel, 0), panel.points.chosen
    assert f"<output name='tpr'>{panel.points.tpr[at, 1]:.3f}</output>" in text
    assert text.count("<svg") == 5
    assert text.count("<summary>numbers</summary>") == 5


def test_the_data_are_plain_and_agree_with_the_values(panel):
    kept = json.loads(json.dumps(panel_data(panel), allow_nan=False))
    assert kept["points"]["tpr"][50][1] == pytest.approx(panel.points.tpr[50, 1], rel=1e-4)
    assert kept["rows"]["total"] == 699
    assert len(kept["rows"]["row"]) == 400


def test_each_cell_of_two_classes_is_one_of_the_four(panel):
    text = panel_html(panel, 0)
    assert {f"data-cell='{kind}'" in text for kind in ("tp", "fp", "fn", "tn")} == {True}


def test_values_have_a_plot_of_residuals_and_no_matrix():
    (own,) = panels_of(result_of("assess").predictions, ["knn"], 0.95)
    text = panel_html(own, 0)
    assert (text.count("<svg"), "matrix" in text, "type='range'" in text) == (1, False, False)
    assert text.index("Rows with the largest errors") > text.index("<svg")
