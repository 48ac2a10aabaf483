"""The score as a chart: one point and one interval per system, and per segment where there are any."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from foldwise.errors import MissingExtraError, UnknownNameError
from foldwise.reports.assessment.figure import ACCENT, STEP, WIDTH
from foldwise.reports.assessment.wording import level_text
from foldwise.reports.shared.leaderboard import named

if TYPE_CHECKING:
    import altair as alt

    from foldwise.measures import Measure
    from foldwise.reports.score.score import Score

__all__ = ["chart"]


def chart(score: Score, measure: str | None = None) -> alt.LayerChart | alt.VConcatChart:
    """Draw the values and their intervals, for one measure or one chart below the other for all.

    Examples
    --------
    >>> import foldwise
    >>> drawing = chart(foldwise.score([0, 1] * 20, [0, 0] * 20), "error")
    >>> type(drawing).__name__
    'LayerChart'
    """
    try:
        import altair as alt
    except ImportError as error:
        what = "charts"
        raise MissingExtraError.of(what, "charts") from error
    known = {one.name: one for one in score.measures}
    if measure is not None and measure not in known:
        raise UnknownNameError.of("measure here", measure, known)
    chosen = [known[measure]] if measure is not None else list(known.values())
    drawn = [_single(score, one) for one in chosen]
    return drawn[0] if len(drawn) == 1 else alt.vconcat(*drawn)


def _single(score: Score, measure: Measure) -> alt.LayerChart:
    import altair as alt

    records = [_record(record) for record in score.records() if record["measure"] == measure.name]
    base = alt.Chart(alt.InlineData(values=records)).encode(
        y=alt.Y("label:N", title=None, sort=[record["label"] for record in records]),
        tooltip=[
            alt.Tooltip("label:N"),
            *(alt.Tooltip(f"{name}:Q", format=".4~g") for name in ("value", "low", "high")),
        ],
    )
    x = alt.X("value:Q", title=None, scale=alt.Scale(zero=False, nice=True))
    layers = [
        base.mark_rule(strokeWidth=2, color=ACCENT).encode(x=x, x2="high:Q").transform_calculate(value="datum.low"),
        base.mark_point(filled=True, size=70, opacity=1, color=ACCENT).encode(x=x),
    ]
    title = alt.TitleParams(
        named(measure.title, records[0]["positive"]),
        subtitle=f"{level_text(score.level)} intervals, {measure.direction}",
        anchor="start",
    )
    return alt.LayerChart(layer=layers).properties(width=WIDTH, height=alt.Step(STEP), title=title)


def _record(record: dict[str, Any]) -> dict[str, Any]:
    """Plain values; an interval that does not exist is not drawn."""
    label = record["model"] if record["segment"] == "all" else f"{record['model']} · {record['segment']}"
    numbers = {name: record[name] for name in ("value", "low", "high") if record[name] == record[name]}
    return {"label": label, "positive": record["positive"], **numbers}
