"""Charts of a result on the page, each with its numbers behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.reports.page.panel_html import figured, numbers_table
from foldwise.reports.page.plot import Plot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Floats
    from foldwise.reports.report.drawing import DrawnSeries, ReportDrawing

__all__ = ["drawing_html"]


def drawing_html(drawing: ReportDrawing) -> str:
    """Write one chart.

    Examples
    --------
    >>> from foldwise.reports.report.drawing import DrawnSeries, ReportDrawing
    >>> line = DrawnSeries("curve", np.arange(3.0), np.arange(3.0))
    >>> drawing_html(ReportDrawing("c", "A <line>", "x", "y", (line,))).count("A &lt;line&gt;")
    2
    """
    along = [one.x for one in drawing.series]
    upright = [part for one in drawing.series for part in (one.y, one.high) if part is not None]
    plot = Plot(
        drawing.name,
        drawing.caption,
        drawing.x_title,
        drawing.y_title,
        _ends(along),
        _ends(upright, room=0.04),
        x_labels=drawing.ticks,
        y_labels=drawing.levels,
    )
    for one in drawing.series:
        plot = _added(plot, one)
    columns = dict(drawing.columns)
    return figured(plot, drawing.caption, numbers_table(list(columns), list(columns.values())) if columns else "")


def _added(plot: Plot, one: DrawnSeries) -> Plot:
    if one.kind == "band" and one.high is not None:
        return plot.band(one.x, one.y, one.high)
    if one.kind in {"error", "column"} and one.high is not None:
        return plot.bars(one.x, one.y, one.high, one.kind)
    return plot.dots(one.x, one.y) if one.kind == "dot" else plot.line(one.x, one.y, one.kind)


def _ends(parts: Sequence[Floats], *, room: float = 0.0) -> tuple[float, float]:
    """Smallest and largest of all numbers, with a little room."""
    every = np.concatenate([np.ravel(part) for part in parts]) if parts else np.zeros(0)
    known = every[np.isfinite(every)]
    if not known.size:
        return 0.0, 1.0
    low, high = float(known.min()), float(known.max())
    more = room * (high - low)
    return (low - more if low < 0 or low > more else 0.0, high + more) if high > low else (low - 0.5, high + 0.5)
