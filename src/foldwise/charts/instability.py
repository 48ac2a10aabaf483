"""How much the prediction of a row depends on the training sample."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.charts.figure import ACCENT, QUIET, WIDTH, finished, records_of, thinned
from foldwise.errors import need_charts
from foldwise.reports.shared import chart_of

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.diagnoses import Instability
    from foldwise.reports import ModelInstability
    from foldwise.typing import Untyped

__all__ = ["instability"]

MOST_ROWS, BINS = 300, 10


def instability(found: Instability | ModelInstability) -> Untyped:
    """Draw for each row the probability by the model at hand against the span of it over models of bootstrap samples.

    Of a diagnosis: the mean probability or value of the models in place of that by the model at hand. Where there are labels
    only, it is drawn how many rows get another label by how many of the models.

    Examples
    --------
    >>> from foldwise.diagnoses import instability as measured
    >>> table = np.random.default_rng(0).random((20, 10))
    >>> instability(measured(table)).to_dict()["description"].startswith("Instability of 20 rows")
    True
    """
    need_charts()
    if found.reference is None or found.low is None or found.high is None:
        return _flips(found.flips)
    import altair as alt

    values = bool(np.isnan(found.flips).all())
    what, by = ("prediction", "mean of the models") if values else ("probability", "model at hand")
    if not hasattr(found, "distance"):
        by = "mean of the models"
    order = np.argsort(found.reference, kind="stable")
    order = order[np.isfinite(found.reference[order])]
    at = order[thinned(order.size, MOST_ROWS)]
    rows = records_of({"reference": found.reference[at], "low": found.low[at], "high": found.high[at]})
    ends = [float(np.nanmin(found.low)), float(np.nanmax(found.high))] if values and at.size else [0.0, 1.0]
    scale = alt.Scale(domain=ends, nice=values)
    x = alt.X("reference:Q", title=f"{what}, {by}", scale=scale)
    y = alt.Y("low:Q", title=f"{what} by other models", scale=scale)
    diagonal = records_of({"reference": ends, "low": ends})
    layers = [
        chart_of(diagonal).mark_line(strokeDash=[4, 4], color=QUIET).encode(x=x, y=y),
        chart_of(rows).mark_rule(color=ACCENT, opacity=0.35).encode(x=x, y=y, y2="high:Q"),
    ]
    chart = alt.LayerChart(layer=layers).properties(width=WIDTH, height=WIDTH)
    mean = float(np.nanmean(found.spread)) if values else found.mean_flips
    text = (
        f"a prediction varies by {mean:.3g} (standard deviation)"
        if values
        else f"on average {100 * mean:.1f} % of the models decide otherwise"
    )
    said = [text, "each line: quantiles over models of bootstrap samples; dashed: no difference"]
    differ = text if values else f"{100 * mean:.1f} % of the decisions differ on average"
    return finished(
        chart, "Instability of the predictions", said, f"Instability of {found.flips.size:,} rows: {differ}."
    )


def _flips(flips: Floats) -> Untyped:
    """Draw how many rows get another label, by the share of models that give it."""
    import altair as alt

    known = flips[np.isfinite(flips)]
    counts, edges = np.histogram(known, bins=BINS, range=(0.0, 1.0))
    rows = records_of({"low": edges[:-1], "high": edges[1:], "share": counts / max(known.size, 1), "none": 0 * counts})
    x = alt.X("low:Q", title="share of models with another label", scale=alt.Scale(domain=[0, 1]))
    y = alt.Y("share:Q", title="share of the rows", scale=alt.Scale(domain=[0, 1]))
    bars = chart_of(rows).mark_bar(color=ACCENT, opacity=0.7)
    chart = alt.LayerChart(layer=[bars.encode(x=x, x2="high:Q", y=y, y2="none:Q")]).properties(
        width=WIDTH, height=WIDTH
    )
    mean = 100 * float(known.mean()) if known.size else 0.0
    said = [f"on average {mean:.1f} % of the models give another label", "models of bootstrap samples"]
    description = f"Instability of {flips.size:,} rows: {mean:.1f} % of the labels differ on average."
    return finished(chart, "Instability of the labels", said, description)
