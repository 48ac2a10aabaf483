"""A chart as data: lines, bands, points and intervals on two axes, which the page draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    from foldwise.arrays import Floats

__all__ = ["DrawnSeries", "ReportDrawing"]


@final
@dataclass(frozen=True, eq=False)
class DrawnSeries:
    """Something drawn over places on the horizontal axis.

    Parameters
    ----------
    kind
        ``curve``, ``second``, ``ref`` or the thick ``joined`` for lines, ``dot`` for points, ``band`` for an area, ``error``
        for upright intervals, ``column`` for columns of a histogram.
    x
        Places.
    y
        Heights of a line or of points; lower ends of an area or of intervals.
    high
        Upper ends of an area or of intervals.
    """

    kind: str
    x: Floats
    y: Floats
    high: Floats | None = None


@final
@dataclass(frozen=True, eq=False)
class ReportDrawing:
    """One chart of a report.

    Parameters
    ----------
    name
        Name of the chart.
    caption
        What it shows, and what one must know to read it.
    x_title, y_title
        Titles of the axes.
    series
        What is drawn, from the back to the front.
    ticks
        Places of the horizontal axis with their labels, where they are no numbers; empty for round numbers.
    columns
        Names and values of the table behind the chart, numbers or texts.
    levels
        Places of the vertical axis with their labels, where they are no numbers; empty for round numbers.
    """

    name: str
    caption: str
    x_title: str
    y_title: str
    series: tuple[DrawnSeries, ...]
    ticks: tuple[tuple[float, str], ...] = ()
    columns: tuple[tuple[str, Floats | tuple[str, ...]], ...] = ()
    levels: tuple[tuple[float, str], ...] = ()
