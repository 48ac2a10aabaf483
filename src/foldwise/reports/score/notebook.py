"""The score as a card for notebooks: plain HTML and SVG, no scripts."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from foldwise.errors import UnknownNameError, need_charts
from foldwise.reports.score.score import SCOPE
from foldwise.reports.score.text import headline, methods_used, tests_used
from foldwise.reports.shared.advice import advice_html
from foldwise.reports.shared.chart import ACCENT, STEP, WIDTH
from foldwise.reports.shared.digits import Digits
from foldwise.reports.shared.html import board_html, card_html, note_list, plain_table
from foldwise.reports.shared.leaderboard import measure_with_class, ranked_board
from foldwise.reports.shared.pair_table import PAIR_HEADS, pair_rows
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    import altair as alt

    from foldwise.measures import Measure
    from foldwise.reports.score.score import Score

__all__ = ["card", "chart"]


def card(score: Score) -> str:
    """Write the card.

    Examples
    --------
    >>> import foldwise
    >>> card(foldwise.score([0, 1] * 20, [0, 0] * 20)).startswith("<div class='foldwise'>")
    True
    """
    return card_html(_parts(score))


def _parts(score: Score) -> Iterator[str]:
    yield from filter(None, [advice_html(score.advice)])
    yield f"<h4>{escape(headline(score))}</h4>"
    yield f"<p>{escape(methods_used(score))}; {SCOPE}</p>"
    for at, measure in enumerate(score.measures):
        yield board_html(ranked_board(score.findings, measure), score.level, ranked=at == 0)
    if score.judgements:
        yield f"<p>{escape(tests_used(score))}</p>"
        yield plain_table(PAIR_HEADS, list(pair_rows(score.judgements)))
    if score.segments:
        yield plain_table(("segment", "rows", "system", score.measures[0].name, "interval"), list(_segments(score)))
    yield from note_list(score.notes)


def _segments(score: Score) -> Iterator[tuple[str, ...]]:
    name = score.measures[0].name
    for part in score.segments:
        for system in score.systems:
            one = score.finding(system, name, part.name)
            digits = Digits.of(one.measure, [one.estimate.value])
            ends = "none" if one.interval is None else digits.interval(one.interval.low, one.interval.high)
            yield part.name, f"{part.rows:,}", system, digits.show(one.estimate.value), ends


def chart(score: Score, measure: str | None = None) -> alt.LayerChart | alt.VConcatChart:
    """Draw the values and their intervals, for one measure or one chart below the other for all.

    Examples
    --------
    >>> import foldwise
    >>> drawing = chart(foldwise.score([0, 1] * 20, [0, 0] * 20), "error")
    >>> type(drawing).__name__
    'LayerChart'
    """
    need_charts()
    import altair as alt

    known = {measure.name: measure for measure in score.measures}
    if measure is not None and measure not in known:
        raise UnknownNameError.of("measure here", measure, known)
    chosen = [known[measure]] if measure is not None else list(known.values())
    drawn = [_single(score, one) for one in chosen]
    return drawn[0] if len(drawn) == 1 else alt.vconcat(*drawn)


def _single(score: Score, measure: Measure) -> alt.LayerChart:
    import altair as alt

    records = [_record(record) for record in score.records() if record["measure"] == measure.label]
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
        measure_with_class(measure.title, records[0]["positive"], records[0]["average"]),
        subtitle=f"{level_text(score.level)} intervals, {measure.direction}",
        anchor="start",
    )
    return alt.LayerChart(layer=layers).properties(width=WIDTH, height=alt.Step(STEP), title=title)


def _record(record: dict[str, Any]) -> dict[str, Any]:
    """Plain values; an interval that does not exist is not drawn."""
    label = record["model"] if record["segment"] == "all" else f"{record['model']} · {record['segment']}"
    numbers = {name: record[name] for name in ("value", "low", "high") if record[name] == record[name]}
    return {"label": label, "positive": record["positive"], "average": record["average"], **numbers}
