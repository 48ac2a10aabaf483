"""Charts as data."""

import numpy as np

from foldwise.reports.report.drawing import DrawnSeries, ReportDrawing


def test_a_drawing_keeps_what_is_drawn():
    line = DrawnSeries("curve", np.arange(3.0), np.arange(3.0))
    drawing = ReportDrawing("c", "a line", "x", "y", (line,), ticks=((0.0, "first"),))
    assert (drawing.series[0].kind, drawing.ticks[0][1], drawing.columns) == ("curve", "first", ())
