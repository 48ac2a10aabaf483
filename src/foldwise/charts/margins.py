"""Distribution of the margins of votes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.charts.figure import ACCENT, HEIGHT, QUIET, WIDTH, finished, records_of, thinned
from foldwise.errors import InputError, need_charts
from foldwise.reports.shared import chart_of

if TYPE_CHECKING:
    from foldwise.typing import ArrayLike, Untyped

__all__ = ["margins"]


def margins(values: ArrayLike) -> Untyped:
    """Draw the share of rows whose margin is at most each value; rows left of 0 are misclassified.

    A margin is the share of the votes for the true class less that of the strongest other (`BoostingTrace.margins`).

    Examples
    --------
    >>> margins([0.5, -0.1, 0.9, 0.2]).to_dict()["description"]
    'Distribution of 4 margins: 25.0 % of the rows are at or below 0, the median is 0.35.'
    """
    need_charts()
    import altair as alt

    known = np.sort(np.asarray(values, dtype=np.float64).ravel())
    known = known[np.isfinite(known)]
    if not known.size:
        message = "there are no margins to draw"
        raise InputError(message, hint="the margins of an ensemble of classifiers")
    at = thinned(known.size)
    rows = records_of({"margin": known[at], "share": (at + 1) / known.size})
    chart = alt.LayerChart(
        layer=[
            chart_of(rows)
            .mark_line(interpolate="step-after", color=ACCENT)
            .encode(
                x=alt.X("margin:Q", title="margin (share of votes)", scale=alt.Scale(domain=[-1, 1])),
                y=alt.Y("share:Q", title="share of rows at or below", scale=alt.Scale(domain=[0, 1])),
            ),
            chart_of([{"margin": 0}]).mark_rule(strokeDash=[4, 4], color=QUIET).encode(x="margin:Q"),
        ]
    ).properties(width=WIDTH, height=HEIGHT)
    wrong = float(np.mean(known <= 0))
    description = f"Distribution of {known.size:,} margins: {100 * wrong:.1f} % of the rows are at or below 0, the median is {np.median(known):.3g}."
    return finished(chart, "Margins of the votes", ["left of the dashed line: misclassified"], description)
