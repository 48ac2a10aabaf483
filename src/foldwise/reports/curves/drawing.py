"""Lines, axes and headings that the charts of curves are put together from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.reports.shared.chart import ACCENT, chart_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import altair as alt

    from foldwise.measures.curves import Curve, CurveBand
    from foldwise.typing import ArrayLike, Untyped

__all__ = [
    "MARKED",
    "QUIET",
    "UNIT",
    "Axes",
    "banded",
    "colored",
    "faint",
    "layered",
    "line",
    "lines",
    "points",
    "reference",
]

SIDE, WIDE, TALL = 340, 420, 280
MOST_POINTS, BAND_POINTS = 800, 120
"""More corners than this cannot be seen, and make a page heavy."""
MOST_BANDS = 3
"""Models whose bands are told apart easily."""
QUIET, MARKED = "#8a8f98", "#b3541e"
DEVIATES = (0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 0.995, 0.999)
UNIT = (0.0, 1.0)


@final
@dataclass(frozen=True)
class Axes:
    """Titles and limits of the two axes of a chart; `deviates` labels normal deviates with the rates they stand for."""

    x_title: str
    y_title: str
    x_limits: tuple[float, float] = UNIT
    y_limits: tuple[float, float] = UNIT
    deviates: bool = False

    def x(self) -> alt.X:
        """The horizontal axis."""
        import altair as alt

        return alt.X("x:Q", title=self.x_title, scale=self._scale(self.x_limits), axis=self._axis())

    def y(self, field: str = "y") -> alt.Y:
        """The vertical axis, of one field of the records."""
        import altair as alt

        return alt.Y(f"{field}:Q", title=self.y_title, scale=self._scale(self.y_limits), axis=self._axis())

    def _scale(self, limits: tuple[float, float]) -> alt.Scale:
        import altair as alt

        return alt.Scale(domain=list(limits), nice=False)

    def _axis(self) -> alt.Axis:
        import altair as alt

        if not self.deviates:
            return alt.Axis(gridOpacity=0.4, tickCount=6)
        from foldwise.measures.curves import probit

        label = "format(cumulativeNormal(datum.value), '.1~%')"
        return alt.Axis(gridOpacity=0.4, values=probit(np.array(DEVIATES)).tolist(), labelExpr=label)


def points(x: ArrayLike, y: ArrayLike, *, most: int = MOST_POINTS, model: str = "") -> list[dict[str, Any]]:
    """Points as records; of very many, as many as can be seen, the ends among them."""
    along, height = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    kept = np.unique(np.linspace(0, along.size - 1, min(along.size, most)).astype(np.intp))
    return [
        {"x": round(float(along[at]), 6), "y": round(float(height[at]), 6), "order": order, "model": model}
        for order, at in enumerate(kept.tolist())
    ]


def line(
    rows: list[dict[str, Any]], axes: Axes, *, color: str, width: float = 1, dash: Sequence[int] = ()
) -> alt.Chart:
    """One line of one colour."""
    base = chart_of(rows)
    marked = base.mark_line(clip=True, color=color, strokeWidth=width, strokeDash=list(dash))
    return marked.encode(x=axes.x(), y=axes.y(), order="order:Q")


def reference(x: ArrayLike, y: ArrayLike, axes: Axes) -> alt.Chart:
    """A dashed line that the curves are held against."""
    return line(points(x, y), axes, color=QUIET, dash=(4, 4))


def lines(curves: Mapping[str, Any], x: str, y: str, axes: Axes) -> list[alt.Chart]:
    """The curves in colour; of a single one also its resamples, faintly."""
    rows = [row for name, curve in curves.items() for row in points(getattr(curve, x), getattr(curve, y), model=name)]
    return [*banded(curves, axes), *faint(curves, x, y, axes), colored(rows, axes, curves)]


def banded(
    curves: Mapping[str, Any], axes: Axes, *, scaled: Callable[[CurveBand], CurveBand] | None = None
) -> list[alt.Chart]:
    """The bands of the curves in the colours of their models, fainter the more of them there are."""
    rows: list[dict[str, Any]] = []
    for name, curve in curves.items():
        band = curve.band()
        if band is not None:
            band = band if scaled is None else scaled(band)
            kept = np.unique(np.linspace(0, band.x.size - 1, min(band.x.size, BAND_POINTS)).astype(np.intp))
            parts = (np.round(part[kept], 5).tolist() for part in (band.x, band.low, band.high))
            rows += [{"x": x, "low": low, "high": high, "model": name} for x, low, high in zip(*parts, strict=True)]
    if not rows:
        return []
    shade = 0.18 if len(curves) == 1 else 0.13 if len(curves) <= MOST_BANDS else 0.08
    base = chart_of(rows).mark_area(opacity=shade, clip=True)
    return [base.encode(x=axes.x(), y=axes.y("low"), y2="high:Q", color=color_of(curves))]


def faint(curves: Mapping[str, Any], x: str, y: str, axes: Axes) -> list[alt.Chart]:
    """The curves of the resamples of a single model."""
    parts = next(iter(curves.values())).parts if len(curves) == 1 else ()
    most = max(20, 5 * MOST_POINTS // max(1, len(parts)))
    rows = [
        row
        for at, part in enumerate(parts)
        for row in points(getattr(part, x), getattr(part, y), most=most, model=str(at))
    ]
    if not rows:
        return []
    base = chart_of(rows).mark_line(strokeWidth=0.8, opacity=0.25, color=ACCENT, clip=True)
    return [base.encode(x=axes.x(), y=axes.y(), detail="model:N", order="order:Q")]


def colored(rows: list[dict[str, Any]], axes: Axes, curves: Mapping[str, Any]) -> alt.Chart:
    """Lines in the colour of their model."""
    base = chart_of(rows).mark_line(strokeWidth=2, clip=True)
    return base.encode(x=axes.x(), y=axes.y(), order="order:Q", color=color_of(curves))


def color_of(curves: Mapping[str, Any]) -> Untyped:
    """One colour for one model, else a legend."""
    import altair as alt

    if len(curves) == 1:
        return alt.value(ACCENT)
    return alt.Color("model:N", sort=list(curves), title=None, legend=alt.Legend(symbolOpacity=1))


def layered(
    layers: Sequence[alt.Chart],
    curves: Mapping[str, Curve],
    said: Sequence[str],
    *,
    square: bool = False,
    title: str = "",
) -> alt.LayerChart:
    """Put the layers together under a heading, what is said about them, and the notes of the curves."""
    import altair as alt

    first = next(iter(curves.values()))
    notes = [] if title else list(dict.fromkeys(curve.note for curve in curves.values() if curve.note))
    sentence = f" of '{first.about}'" if first.about else ""
    heading = f"{title or first.title[0].upper() + first.title[1:]}{sentence}"
    params = alt.TitleParams(heading, subtitle=[text for text in (*said, *notes) if text], anchor="start")
    chart = alt.LayerChart(layer=list(layers))
    return chart.properties(title=params, width=SIDE if square else WIDE, height=SIDE if square else TALL)
