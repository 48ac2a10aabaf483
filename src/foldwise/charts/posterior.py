"""What to believe about a difference, with the region that does not matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.charts.figure import ACCENT, QUIET, SECOND, finished, records_of
from foldwise.errors import InputError, need_charts
from foldwise.reports.shared import chart_of

if TYPE_CHECKING:
    from foldwise.comparisons import Judgement
    from foldwise.typing import Untyped

__all__ = ["posterior"]

POINTS = 201
SCALES_DRAWN = 4.5
"""How many scales of the posterior are drawn on each side."""


def posterior(judgement: Judgement) -> Untyped:
    """Draw the posterior of a difference with the region of practical equivalence (ROPE), and the probability of each side.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.compare("lda, knn", foldwise.sample("iris"), test="corrected-t", measures="error")
    >>> posterior(found.judgement("lda", "knn")).to_dict()["description"].startswith(
    ...     "Posterior of the difference in error"
    ... )
    True
    """
    need_charts()
    import altair as alt

    one, rope = judgement.comparison, judgement.rope
    found = one.posterior
    if found is None or found.scale == 0:
        message = f"the comparison of '{one.a}' and '{one.b}' by {one.method} has no posterior to draw"
        raise InputError(message, hint="test='corrected-t'")
    reach = max(SCALES_DRAWN * found.scale, 1.5 * rope)
    x = np.linspace(min(found.centre - reach, -1.5 * rope), max(found.centre + reach, 1.5 * rope), POINTS)
    shares = found.shares(rope)
    rows = records_of({"difference": x, "density": found.density(x)})
    along = alt.X(
        "difference:Q", title=f"difference in {one.measure.label}, {one.a} - {one.b}", axis=alt.Axis(tickCount=5)
    )
    height = alt.Y("density:Q", title="posterior density", axis=alt.Axis(tickCount=4))
    area = chart_of([{"low": -rope, "high": rope}]).mark_rect(opacity=0.22, color=QUIET)
    low, high = found.interval(one.level)
    layers = [
        area.encode(x=alt.X("low:Q"), x2="high:Q"),
        chart_of(rows).mark_area(opacity=0.25, color=ACCENT, line={"color": ACCENT}).encode(x=along, y=height),
        chart_of([{"low": low, "high": high, "density": 0}])
        .mark_rule(strokeWidth=4, color=SECOND)
        .encode(x=alt.X("low:Q"), x2="high:Q", y=height),
    ]
    chart = alt.LayerChart(layer=layers).properties(width=300, height=200)
    said = [
        f"P(lower by more than {rope:g}) {shares.left:.3f}; P(negligible) {shares.rope:.3f}; P(higher by more) {shares.right:.3f}",
        f"grey: differences within ±{rope:g}, which do not matter; bar: {100 * one.level:g} % region",
    ]
    description = f"Posterior of the difference in {one.measure.label} of {one.a} and {one.b}: negligible with probability {shares.rope:.3f}."
    return finished(chart, f"{one.a} against {one.b}", said, description)
