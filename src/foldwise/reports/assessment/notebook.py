"""The assessment for notebooks: a card of plain HTML and SVG, and a chart of points and intervals."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from foldwise.errors import need_charts
from foldwise.reports.assessment.wording import all_remarks, intervals_used, plan_and_fits, target_and_bias
from foldwise.reports.shared.advice import advice_html
from foldwise.reports.shared.chart import ACCENT, CELLS, STEP, WIDTH
from foldwise.reports.shared.html import board_html, card_html, note_list
from foldwise.reports.shared.leaderboard import leaderboard
from foldwise.reports.shared.segment import segment_table_html
from foldwise.reports.shared.times import time_table
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    import altair as alt

    from foldwise.measures import Measure
    from foldwise.reports.assessment.assessment import Assessment
    from foldwise.reports.shared.leaderboard import Line

__all__ = ["card", "chart"]


def card(assessment: Assessment) -> str:
    """Write the card.

    Examples
    --------
    >>> import foldwise
    >>> card(foldwise.assess("lda", foldwise.sample("iris"))).startswith("<div class='foldwise'>")
    True
    """
    return card_html(_parts(assessment))


def _parts(assessment: Assessment) -> Iterator[str]:
    yield from filter(None, [advice_html(assessment.advice)])
    first, *rest = assessment.dataset.describe().split("\n")
    plan, fits = plan_and_fits(assessment)
    yield f"<h4>{escape(first)}</h4>"
    yield from (f"<p>{escape(line.strip())}</p>" for line in rest)
    yield f"<p>plan {escape(plan)} · {escape(fits)} · {escape(intervals_used(assessment))}</p>"
    for at, measure in enumerate(assessment.measures):
        yield board_html(leaderboard(assessment, measure), assessment.level, ranked=at == 0)
    for measure in assessment.measures if assessment.segments else ():
        yield segment_table_html(assessment.segments, measure)
    yield from time_table(assessment.times)
    yield f"<p>{escape(target_and_bias(assessment))}</p>"
    yield from note_list(all_remarks(assessment))


def chart(assessment: Assessment, measure: str | None = None) -> alt.LayerChart | alt.VConcatChart:
    """Draw the estimates and their intervals, for one measure or one chart below the other for all.

    Examples
    --------
    >>> import foldwise
    >>> drawing = chart(foldwise.assess("lda", foldwise.sample("iris")), "error")
    >>> type(drawing).__name__
    'LayerChart'
    """
    need_charts()
    import altair as alt

    if measure is not None:
        return _single(assessment, assessment.finding(assessment.models[0], measure).measure)
    if len(assessment.measures) == 1:
        return _single(assessment, assessment.measures[0])
    return alt.vconcat(*(_single(assessment, measure) for measure in assessment.measures))


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
    lines = [f"{level_text(assessment.level)} intervals, {measure.direction}"]
    for line in board.lines:
        if line.is_baseline and scale.holds(line):
            layers += _baseline(line, x, left=scale.place(line.finding.estimate.value) > 1 / 2)
        elif line.is_baseline:
            lines.append(f"off the scale: {line.label}, {board.digits.show(line.finding.estimate.value)}")
    title = alt.TitleParams(board.title, subtitle="; ".join(lines), anchor="start")
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
