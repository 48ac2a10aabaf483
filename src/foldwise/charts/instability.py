"""How much the prediction of a row depends on the training sample."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.charts.figure import ACCENT, QUIET, WIDTH, columns_of, finished, thinned
from foldwise.errors import need_charts

if TYPE_CHECKING:
    from foldwise.diagnoses import Instability
    from foldwise.typing import Untyped

__all__ = ["instability"]

MOST_ROWS = 300


def instability(found: Instability) -> Untyped:
    """Draw for each row the probability by the model at hand against the span of it over models of bootstrap samples.

    Examples
    --------
    >>> from foldwise.diagnoses import instability as measured
    >>> table = np.random.default_rng(0).random((20, 10))
    >>> instability(measured(table)).to_dict()["description"].startswith("Instability of 20 rows")
    True
    """
    need_charts()
    import altair as alt

    order = np.argsort(found.reference, kind="stable")
    at = order[thinned(order.size, MOST_ROWS)]
    rows = columns_of(
        {"reference": found.reference[at], "low": found.low[at], "high": found.high[at], "flips": found.flips[at]}
    )
    x = alt.X("reference:Q", title="probability by the model at hand", scale=alt.Scale(domain=[0, 1]))
    y = alt.Y("low:Q", title="probability by other models", scale=alt.Scale(domain=[0, 1]))
    diagonal = columns_of({"reference": [0.0, 1.0], "low": [0.0, 1.0]})
    layers = [
        alt.Chart(alt.InlineData(values=diagonal)).mark_line(strokeDash=[4, 4], color=QUIET).encode(x=x, y=y),
        alt.Chart(alt.InlineData(values=rows)).mark_rule(color=ACCENT, opacity=0.35).encode(x=x, y=y, y2="high:Q"),
    ]
    chart = alt.LayerChart(layer=layers).properties(width=WIDTH, height=WIDTH)
    said = [
        f"on average {100 * found.mean_flips:.1f} % of the models decide otherwise",
        "each line: quantiles over models of bootstrap samples; dashed: no difference",
    ]
    description = (
        f"Instability of {found.flips.size:,} rows: {100 * found.mean_flips:.1f} % of the decisions differ on average."
    )
    return finished(chart, "Instability of the predictions", said, description)
