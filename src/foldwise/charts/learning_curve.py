"""Error against training rows, and beyond them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.charts.figure import ACCENT, HEIGHT, QUIET, WIDTH, finished, records_of
from foldwise.errors import InputError, need_charts
from foldwise.phrases import beginning

if TYPE_CHECKING:
    from foldwise.diagnoses import Extrapolation
    from foldwise.typing import Untyped

__all__ = ["learning_curve"]

POINTS = 40
MOST_TICKS = 7


def learning_curve(
    found: Extrapolation | Mapping[str, Extrapolation],
    *,
    farthest: float | None = None,
    level: float = 0.95,
    unit: str = "error",
) -> Untyped:
    """Draw a learning curve with its standard errors, the models' average and its interval up to `farthest` rows.

    By default that is twice the largest size. A mapping of names to curves is drawn in one chart, each with its band.

    Examples
    --------
    >>> from foldwise.diagnoses import extrapolate
    >>> sizes = np.array([20.0, 40, 80, 160, 320, 640])
    >>> found = extrapolate(sizes, 0.1 + 0.8 * sizes**-0.5, np.full(6, 0.01))
    >>> learning_curve(found).to_dict()["description"].startswith("Error against training rows from 20 to 640")
    True
    """
    need_charts()
    import altair as alt

    curves = dict(found) if isinstance(found, Mapping) else {"": found}
    if not curves:
        message = "there is no learning curve to draw"
        raise InputError(message, hint="{'knn': curve}")
    last = max(float(curve.sizes.max()) for curve in curves.values())
    band, seen = _bands(curves, farthest or 2 * last, level), _observed(curves)
    x = alt.X(
        "size:Q",
        title="training rows (logarithmic)",
        scale=alt.Scale(type="log", nice=False),
        axis=alt.Axis(
            values=_ticks(min(float(curve.sizes.min()) for curve in curves.values()), farthest or 2 * last), format=",d"
        ),
    )
    y = alt.Y("value:Q", title=unit, scale=alt.Scale(zero=False))
    colour: Any = alt.value(ACCENT)
    if len(curves) > 1:
        colour = alt.Color("model:N", sort=list(curves), title=None, legend=alt.Legend(symbolOpacity=1))
    fitted, points = (alt.Chart(alt.InlineData(values=rows)).encode(x=x, color=colour) for rows in (band, seen))
    shade = 0.2 if len(curves) == 1 else 0.12
    layers = [
        fitted.mark_area(opacity=shade).encode(y=alt.Y("low:Q", title=unit), y2="high:Q"),
        fitted.mark_line().encode(y=y),
        points.mark_rule().encode(y=alt.Y("low:Q"), y2="high:Q"),
        points.mark_point(filled=True, size=45, opacity=1).encode(y=y),
        alt.Chart(alt.InlineData(values=[{"size": last}])).mark_rule(strokeDash=[4, 4], color=QUIET).encode(x=x),
    ]
    chart = alt.LayerChart(layer=layers).properties(width=WIDTH, height=HEIGHT)
    fits = ", ".join(dict.fromkeys(curve.best for curve in curves.values()))
    said = [
        f"points: observed, ±1.96 standard errors; shaded: {100 * level:g} %",
        f"right of the dashed line the curve is extrapolated (fitted curve: {fits})",
    ]
    return finished(chart, "Learning curve", said, _described(curves, farthest or 2 * last, (level, unit)))


def _ticks(low: float, high: float) -> list[int]:
    """1, 2 and 5 times powers of ten between two sizes; without the 2s where there would be too many.

    Examples
    --------
    >>> _ticks(11, 90), _ticks(25, 100_000)
    ([20, 50], [50, 100, 500, 1000, 5000, 10000, 50000, 100000])
    """
    steps = [step * 10**power for power in range(12) for step in (1, 2, 5)]
    kept = [step for step in steps if low <= step <= high]
    return kept if len(kept) <= MOST_TICKS else [one for one in kept if not str(one).startswith("2")]


def _bands(curves: Mapping[str, Extrapolation], farthest: float, level: float) -> list[dict[str, Any]]:
    """The fitted curves with their intervals, up to some rows."""
    rows: list[dict[str, Any]] = []
    for name, curve in curves.items():
        sizes = np.geomspace(float(curve.sizes.min()), farthest, POINTS)
        ahead = [curve.at(float(size), level=level) for size in sizes]
        parts = {part: [getattr(point, part) for point in ahead] for part in ("value", "low", "high")}
        rows += records_of({"size": sizes, **parts, "model": [name] * POINTS})
    return rows


def _observed(curves: Mapping[str, Extrapolation]) -> list[dict[str, Any]]:
    """The errors that were observed, with their standard errors."""
    rows: list[dict[str, Any]] = []
    for name, curve in curves.items():
        reach = 1.96 * curve.standard_errors
        ends = {"low": curve.errors - reach, "high": curve.errors + reach}
        rows += records_of({"size": curve.sizes, "value": curve.errors, **ends, "model": [name] * curve.sizes.size})
    return rows


def _described(curves: Mapping[str, Extrapolation], farthest: float, asked: tuple[float, str]) -> str:
    level, unit = asked
    low = min(float(curve.sizes.min()) for curve in curves.values())
    last = max(float(curve.sizes.max()) for curve in curves.values())
    ends = {name: curve.at(farthest, level=level) for name, curve in curves.items()}
    text = "; ".join(f"{name} {end.value:.3g} [{end.low:.3g}, {end.high:.3g}]".strip() for name, end in ends.items())
    return f"{beginning(unit)} against training rows from {low:,.0f} to {last:,.0f}, extrapolated to {farthest:,.0f} rows: {text}."
