"""Charts of a result on the page."""

import numpy as np

from foldwise.reports.page.drawing_html import drawing_html
from foldwise.reports.report.drawing import DrawnSeries, ReportDrawing

X = np.array([1.0, 2.0, 4.0])


def test_every_kind_is_drawn_and_has_its_numbers():
    series = [DrawnSeries("band", X, X - 1, X + 1), DrawnSeries("error", X, X - 1, X + 1)]
    series += [
        DrawnSeries("curve", X, X),
        DrawnSeries("second", X, X),
        DrawnSeries("ref", X, X),
        DrawnSeries("dot", X, X),
    ]
    text = drawing_html(ReportDrawing("c", "what", "x", "y", tuple(series), columns=(("x", X),)))
    for kind in ("band", "error", "curve", "second", "ref", "dot"):
        assert f"class='{kind}'" in text
    assert "<summary>numbers</summary>" in text


def test_labels_of_places_are_escaped_and_numbers_that_do_not_exist_left_out():
    line = DrawnSeries("curve", X, np.array([np.nan, 1.0, np.inf]))
    text = drawing_html(ReportDrawing("c", "what", "x", "y", (line,), ticks=((1.0, "<b>"),)))
    assert "&lt;b&gt;" in text
    assert "nan" not in text


def test_one_place_is_drawn():
    line = DrawnSeries("dot", np.array([3.0]), np.array([0.5]))
    assert "circle" in drawing_html(ReportDrawing("c", "what", "x", "y", (line,)))
