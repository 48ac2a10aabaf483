"""Training and validation error against one parameter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.charts.figure import HEIGHT, QUIET, SECOND, WIDTH, finished
from foldwise.errors import need_charts
from foldwise.phrases import beginning

if TYPE_CHECKING:
    from foldwise.reports import ComplexityCurve
    from foldwise.typing import Untyped

__all__ = ["complexity"]


def complexity(curve: ComplexityCurve) -> Untyped:
    """Draw training and validation error against one parameter, with the best value and where overfitting starts.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.select(
    ...     "knn", {"n_neighbors": [1, 5, 25]}, foldwise.sample("iris"), plan="kfold(5)", train=True
    ... )
    >>> complexity(found.complexity_curve("n_neighbors")).to_dict()["description"].startswith(
    ...     "Error against n_neighbors"
    ... )
    True
    """
    need_charts()
    import altair as alt

    values = [str(value) for value in curve.values]
    rows = [
        {"setting": value, "value": number, "rows": what}
        for what, numbers in (("training rows", curve.training), ("rows left out", curve.validation))
        for value, number in zip(values, numbers, strict=True)
    ]
    x = alt.X("setting:O", title=curve.parameter, sort=values, axis=alt.Axis(labelAngle=0))
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        x=x,
        y=alt.Y("value:Q", title=curve.measure, scale=alt.Scale(zero=False)),
        color=alt.Color("rows:N", title=None, sort=["rows left out", "training rows"]),
    )
    marks = [
        alt.Chart(alt.InlineData(values=[{"setting": str(curve.best)}]))
        .mark_rule(strokeDash=[4, 4], color=QUIET)
        .encode(x=x)
    ]
    said = [f"dashed: best on rows left out, at {curve.best}"]
    if curve.overfits_at >= 0:
        marks.append(
            alt.Chart(alt.InlineData(values=[{"setting": str(curve.overfits_from)}]))
            .mark_rule(strokeDash=[2, 2], color=SECOND)
            .encode(x=x)
        )
        said.append(f"dotted: overfitting from {curve.overfits_from}")
    if curve.ends:
        spans = [
            {"setting": value, "low": low, "high": high, "rows": "rows left out"}
            for value, (low, high) in zip(values, curve.ends, strict=True)
        ]
        upright = alt.Chart(alt.InlineData(values=spans)).mark_rule(opacity=0.6)
        marks.append(upright.encode(x=x, y=alt.Y("low:Q", title=curve.measure), y2="high:Q", color="rows:N"))
    chart = alt.LayerChart(layer=[*marks, base.mark_line(point=True)]).properties(width=WIDTH, height=HEIGHT)
    name = beginning(curve.measure)
    description = f"{name} against {curve.parameter} on training rows and rows left out; best at {curve.best}."
    return finished(chart, f"{name} against {curve.parameter}", said, description)
