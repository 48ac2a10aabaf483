"""The chart of a complexity curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.errors import MissingExtraError

if TYPE_CHECKING:
    import altair as alt

    from foldwise.reports.selection.selection import ComplexityCurve

__all__ = ["chart"]


def chart(curve: ComplexityCurve) -> alt.LayerChart:
    """Two lines over the parameter, a rule where validation is best, and another where overfitting starts."""
    try:
        import altair as alt
    except ImportError as error:
        raise MissingExtraError.of("a chart", "charts") from error
    overfits = curve.overfits_from
    frame = curve.to_frame().assign(overfits=[overfits is not None and value == overfits for value in curve.values])
    frame = frame.melt([curve.parameter, "best", "overfits"], ["training", "validation"], "rows", curve.measure)
    # A rank on the axis keeps uneven values readable; the labels are the values themselves.
    order = [str(value) for value in curve.values]
    frame[curve.parameter] = frame[curve.parameter].astype(str)
    base = alt.Chart(frame).encode(x=alt.X(f"{curve.parameter}:O", sort=order, axis=alt.Axis(labelAngle=0)))
    lines = base.mark_line(point=True).encode(
        y=alt.Y(f"{curve.measure}:Q", scale=alt.Scale(zero=False)), color=alt.Color("rows:N", title=None)
    )
    best = base.transform_filter("datum.best").mark_rule(strokeDash=[4, 4], color="gray")
    start = base.transform_filter("datum.overfits").mark_rule(strokeDash=[2, 2], color="#b3541e")
    subtitle = f"best on rows left out at {curve.best}"
    if overfits is not None:
        before = curve.values.index(overfits) < curve.values.index(curve.best)
        subtitle += f"; overfitting from {overfits} {'down' if before else 'on'}"
    return (best + start + lines).properties(
        width=420, height=240, title=alt.TitleParams(f"{curve.measure} against {curve.parameter}", subtitle=subtitle)
    )
