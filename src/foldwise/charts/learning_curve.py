"""Error against training rows, and beyond them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.charts.figure import ACCENT, HEIGHT, QUIET, WIDTH, columns_of, finished
from foldwise.errors import need_charts

if TYPE_CHECKING:
    from foldwise.diagnoses import Extrapolation
    from foldwise.typing import Untyped

__all__ = ["learning_curve"]

POINTS = 40


def learning_curve(
    found: Extrapolation, *, farthest: float | None = None, level: float = 0.95, unit: str = "error"
) -> Untyped:
    """Draw a learning curve with its standard errors, the models' average and its interval up to `farthest` rows.

    By default that is twice the largest size.

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

    last = float(found.sizes.max())
    sizes = np.geomspace(float(found.sizes.min()), farthest or 2 * last, POINTS)
    ahead = [found.at(float(size), level=level) for size in sizes]
    band = columns_of(
        {
            "size": sizes,
            "value": [one.value for one in ahead],
            "low": [one.low for one in ahead],
            "high": [one.high for one in ahead],
        }
    )
    reach = 1.96 * found.standard_errors
    seen = columns_of(
        {"size": found.sizes, "value": found.errors, "low": found.errors - reach, "high": found.errors + reach}
    )
    x = alt.X(
        "size:Q",
        title="training rows (logarithmic)",
        scale=alt.Scale(type="log", nice=False),
        axis=alt.Axis(tickCount=5, format="~s"),
    )
    y = alt.Y("value:Q", title=unit, scale=alt.Scale(zero=False))
    fitted, points = alt.Chart(alt.InlineData(values=band)), alt.Chart(alt.InlineData(values=seen))
    layers = [
        fitted.mark_area(opacity=0.2, color=ACCENT).encode(x=x, y=alt.Y("low:Q", title=unit), y2="high:Q"),
        fitted.mark_line(color=ACCENT).encode(x=x, y=y),
        points.mark_rule(color=ACCENT).encode(x=x, y=alt.Y("low:Q"), y2="high:Q"),
        points.mark_point(filled=True, color=ACCENT, size=45, opacity=1).encode(x=x, y=y),
        alt.Chart(alt.InlineData(values=[{"size": last}])).mark_rule(strokeDash=[4, 4], color=QUIET).encode(x=x),
    ]
    chart = alt.LayerChart(layer=layers).properties(width=WIDTH, height=HEIGHT)
    end = ahead[-1]
    said = [
        f"points: observed, ±1.96 standard errors; shaded: {100 * level:g} %",
        f"right of the dashed line the curve is extrapolated ({found.best})",
    ]
    description = f"{unit.capitalize()} against training rows from {found.sizes.min():,.0f} to {last:,.0f}, extrapolated to {end.size:,.0f} rows: {end.value:.3g} [{end.low:.3g}, {end.high:.3g}]."
    return finished(chart, "Learning curve", said, description)
