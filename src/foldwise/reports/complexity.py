"""The chart of a complexity curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.errors import MissingExtraError

if TYPE_CHECKING:
    import altair as alt

    from foldwise.reports.selection import ComplexityCurve

__all__ = ["chart"]


def chart(curve: ComplexityCurve) -> alt.LayerChart:
    """Two lines over the parameter, and a rule where validation is best."""
    try:
        import altair as alt
    except ImportError as error:
        raise MissingExtraError.of("a chart", "charts") from error
    frame = curve.to_frame().melt([curve.parameter, "best"], ["training", "validation"], "rows", curve.measure)
    numeric = all(isinstance(value, int | float) and not isinstance(value, bool) for value in curve.values)
    # A rank on the axis keeps uneven values readable; the labels are the values themselves.
    order = [str(value) for value in curve.values]
    frame[curve.parameter] = frame[curve.parameter].astype(str)
    base = alt.Chart(frame).encode(x=alt.X(f"{curve.parameter}:O", sort=order, axis=alt.Axis(labelAngle=0)))
    lines = base.mark_line(point=True).encode(
        y=alt.Y(f"{curve.measure}:Q", scale=alt.Scale(zero=False)), color=alt.Color("rows:N", title=None)
    )
    mark = base.transform_filter("datum.best").mark_rule(strokeDash=[4, 4], color="gray")
    subtitle = f"best on rows left out at {curve.best}"
    if numeric and curve.overfits_from is not None:
        subtitle += f"; overfitting from {curve.overfits_from}"
    return (mark + lines).properties(
        width=420, height=240, title=alt.TitleParams(f"{curve.measure} against {curve.parameter}", subtitle=subtitle)
    )
