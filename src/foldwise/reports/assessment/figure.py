"""The assessment as a chart: one point and one interval per model, the baseline as a dashed line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from foldwise.errors import MissingExtraError
from foldwise.reports.assessment.wording import level_text
from foldwise.reports.shared.leaderboard import leaderboard

if TYPE_CHECKING:
    import altair as alt

    from foldwise.measures import Measure
    from foldwise.reports.assessment.assessment import Assessment
    from foldwise.reports.shared.leaderboard import Line

__all__ = ["chart"]

WIDTH, STEP, CELLS = 420, 28, 40
ACCENT = "#2f80d0"


def chart(assessment: Assessment, measure: str | None = None) -> alt.LayerChart | alt.VConcatChart:
    """Draw the estimates and their intervals, for one measure or one chart below the other for all.

    Examples
    --------
    >>> import foldwise
    >>> drawing = chart(foldwise.assess("lda", foldwise.sample("iris")), "error")
    >>> type(drawing).__name__
    'LayerChart'
    """
    try:
        import altair as alt
    except ImportError as error:
        what = "charts"
        raise MissingExtraError.of(what, "charts") from error
    if measure is not None:
        return _single(assessment, assessment.finding(assessment.models[0], measure).measure)
    if len(assessment.measures) == 1:
        return _single(assessment, assessment.measures[0])
    return alt.vconcat(*(_single(assessment, one) for one in assessment.measures))


def _single(assessment: Assessment, measure: Measure) -> alt.LayerChart:
    """Draw one measure; a baseline that is off the scale is told in the subtitle instead."""
    import altair as alt

    board = leaderboard(assessment, measure)
    scale = board.scale(CELLS)
    x = alt.X("value:Q", title=None, scale=alt.Scale(zero=False, nice=True))
    models = [_record(line) for line in board.lines if not line.is_baseline]
    base = alt.Chart(alt.InlineData(values=models)).encode(
        y=alt.Y("model:N", title=None, sort=[record["model"] for record in models]), tooltip=_tooltip()
    )
    layers = [
        base.mark_rule(strokeWidth=2, color=ACCENT).encode(x=x, x2="high:Q").transform_calculate(value="datum.low"),
        base.mark_point(filled=True, size=70, opacity=1, color=ACCENT).encode(x=x),
    ]
    said = [f"{level_text(assessment.level)} intervals, {measure.direction}"]
    for line in board.lines:
        if line.is_baseline and scale.holds(line):
            layers += _baseline(line, x, left=scale.place(line.finding.estimate.value) > 1 / 2)
        elif line.is_baseline:
            said.append(f"off the scale: {line.label}, {board.digits.show(line.finding.estimate.value)}")
    title = alt.TitleParams(board.title, subtitle="; ".join(said), anchor="start")
    return alt.LayerChart(layer=layers).properties(width=WIDTH, height=alt.Step(STEP), title=title)


def _baseline(line: Line, x: alt.X, *, left: bool) -> list[alt.Chart]:
    """Draw a dashed line with its name beside it."""
    import altair as alt

    base = alt.Chart(alt.InlineData(values=[_record(line)])).encode(x=x, tooltip=_tooltip())
    name = base.mark_text(align="right" if left else "left", baseline="top", dx=-5 if left else 5, dy=3, color="gray")
    return [base.mark_rule(strokeDash=[4, 4], color="gray"), name.encode(text="model:N", y=alt.value(0))]


def _tooltip() -> list[alt.Tooltip]:
    import altair as alt

    numbers = [alt.Tooltip(f"{name}:Q", format=".4~g") for name in ("value", "low", "high")]
    return [alt.Tooltip("model:N"), *numbers, alt.Tooltip("method:N")]


def _record(line: Line) -> dict[str, Any]:
    """Plain values; an interval that does not exist is not drawn."""
    interval = line.finding.interval
    ends = {} if interval is None else {"low": interval.low, "high": interval.high, "method": interval.method}
    return {"model": line.label, "value": line.finding.estimate.value, "method": "none", **ends}
