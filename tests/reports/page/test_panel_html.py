"""One model on the page."""

import json
import re

import numpy as np
import pytest

import foldwise
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


def test_given_predictions_are_not_said_to_be_of_rows_left_out():
    rng = np.random.default_rng(0)
    truth = 1000 * rng.random(60)
    given = foldwise.score(truth, truth + 100 * rng.normal(size=60), measures="rmse")
    (own,) = panels_of(given.predictions, given.systems, 0.95)
    assert not own.rows.left_out
    assert "had not seen" not in panel_html(own, 0)
    assert ">fold<" not in panel_html(own, 0)
    (fitted,) = panels_of(result_of("assess").predictions, ["knn"], 0.95)
    assert "had not seen" in panel_html(fitted, 0)


def test_models_that_saw_their_test_rows_are_not_said_not_to_have():
    seen = foldwise.assess("ridge", foldwise.sample("auto-mpg"), plan="resubstitution", measures="rmse")
    (own,) = panels_of(seen.predictions, ["ridge"], 0.95)
    assert not own.rows.left_out


def test_numbers_of_a_column_have_the_same_decimals():
    (own,) = panels_of(result_of("assess").predictions, ["knn"], 0.95)
    text = panel_html(own, 0)
    body = text[text.index("Rows with the largest errors") :]
    cells = re.findall(r"<td[^>]*>([-0-9,.]+)</td>", body[: body.index("</table>")])
    assert {len(cell.partition(".")[2]) for cell in cells[1::4]} == {4}


def test_counts_that_are_means_all_have_a_decimal(panel):
    counts = re.findall(r"<span>([0-9,.]+)</span><small>", panel_html(panel, 0))
    assert len({"." in count for count in counts}) == 1
