"""Charts of a diagnosis as data."""

import numpy as np
import pytest

import foldwise
from foldwise.reports.diagnosis.drawings import drawings_of
from tests.reports.report.results import result_of


def drawn(model, data, parts):
    found = foldwise.diagnose(model, foldwise.sample(data), plan="kfold(5)", parts=parts, samples=10)
    return {one.name: one for one in drawings_of(found)}


def test_a_learning_curve_reaches_twice_the_rows():
    (curve,) = drawings_of(result_of("diagnose"))
    assert curve.name == "learning-curve"
    band = next(one for one in curve.series if one.kind == "band")
    assert band.x[-1] == pytest.approx(300)
    assert (band.y <= band.high).all()


@pytest.mark.parametrize(
    ("model", "data", "title"),
    [
        ("ridge", "auto-mpg", "prediction by each"),
        ("lda", "iris", "probability by each"),
        ("svm", "iris", "share of rows"),
    ],
)
def test_instability_of_values_probabilities_and_labels(model, data, title):
    one = drawn(model, data, "instability")["instability"]
    assert one.y_title == title
    assert all(np.isfinite(series.y).all() for series in one.series)


def test_a_complexity_curve_is_labelled_by_its_values():
    one = drawn("tree", "iris", "complexity-curve")["complexity"]
    assert ("None" in [label for _, label in one.ticks], one.x_title) == (True, "max_depth")


def test_calibration_of_three_classes_is_drawn_and_of_two_left_to_the_model():
    assert "calibration" in drawn("lda", "iris", "calibration")
    assert drawn("lda", "breast-cancer", "calibration") == {}


def test_the_page_has_the_charts(tmp_path):
    path = tmp_path / "x.html"
    result_of("diagnose").report(path)
    text = path.read_text(encoding="utf-8")
    assert "data-plot='learning-curve'" in text
    assert "<h2 id='charts-title'>Charts</h2>" in text
