"""True values against predictions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.charts.figure import ACCENT, HEIGHT, MOST_POINTS, QUIET, WIDTH, finished, records_of
from foldwise.errors import need_charts
from foldwise.reports.shared import chart_of

if TYPE_CHECKING:
    from foldwise.measures.curves import ResidualCurve
    from foldwise.typing import Untyped

__all__ = ["prediction_error"]


def prediction_error(curve: ResidualCurve) -> Untyped:
    """Draw true values against out-of-sample predictions of one model, with the line where both are equal.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.assess("ridge", foldwise.sample("auto-mpg"), plan="kfold(5)", measures="rmse")
    >>> prediction_error(found.curve("residuals", "ridge")).to_dict()["description"]
    'True values against predictions of 398 rows.'
    """
    need_charts()
    import altair as alt

    at = curve.some(MOST_POINTS)
    truth = curve.fitted + curve.residual
    ends = [float(np.min([truth.min(), curve.fitted.min()])), float(np.max([truth.max(), curve.fitted.max()]))]
    scale = alt.Scale(domain=ends, nice=True)
    x, y = alt.X("predicted:Q", title="predicted value", scale=scale), alt.Y("true:Q", title="true value", scale=scale)
    rows = records_of({"predicted": curve.fitted[at], "true": truth[at]})
    low, high = curve.centre + curve.quantiles[:, 0], curve.centre + curve.quantiles[:, 2]
    band = records_of({"predicted": curve.centre, "low": low, "high": high})
    layers = [
        chart_of(records_of({"predicted": ends, "true": ends}))
        .mark_line(strokeDash=[4, 4], color=QUIET)
        .encode(x=x, y=y),
        chart_of(band).mark_area(opacity=0.2, color=ACCENT).encode(x=x, y=alt.Y("low:Q"), y2="high:Q"),
        chart_of(rows).mark_circle(size=14, opacity=0.4, color=ACCENT).encode(x=x, y=y),
    ]
    chart = alt.LayerChart(layer=layers).properties(width=WIDTH, height=HEIGHT)
    said = ["each point is a tested row", "shaded: 10 to 90 % of the true values"]
    description = f"True values against predictions of {curve.fitted.size:,} rows."
    return finished(chart, "Prediction error", [*said, curve.note], description)
