"""What all charts share: colours that colour-blind readers can tell apart, sizes for narrow pages, light and dark, and words for screen readers."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.errors import need_charts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import altair as alt
    import pandas as pd

    from foldwise.typing import ArrayLike, Json, Untyped

__all__ = [
    "ACCENT",
    "PALETTE",
    "QUIET",
    "SECOND",
    "dark",
    "finished",
    "interval_rows",
    "records_of",
    "table_of",
    "thinned",
]

ACCENT, SECOND, QUIET = "#2f7fc4", "#c2601c", "#7d8590"
PALETTE = (ACCENT, SECOND, "#2a9d78", "#b2569b", "#b38600", "#5a67c7", "#4aa3b8", "#8a6d5b")
"""Told apart with any of the common kinds of colour blindness, and legible on white and on black."""
WIDTH, STEP, HEIGHT = 300, 26, 230
"""With its labels a chart is at most 400 pixels wide."""
LINE = 54
"""Letters in a line of the subtitle."""
MOST_POINTS = 400
LIGHT = {"text": "#3a404a", "grid": "#e3e6ea", "line": "#c4c9d0", "page": "#ffffff"}
DARK = {"text": "#c9ced6", "grid": "#333944", "line": "#525a66", "page": "#14171c"}


def finished(chart: Untyped, title: str, said: Sequence[str], description: str) -> Untyped:
    """Give a chart its heading, the words that screen readers read, and the common look.

    Parameters
    ----------
    chart
        What was drawn.
    title
        What it shows.
    said
        What one must know to read it: units, levels, what a dashed line is.
    description
        The chart in one sentence, for those who cannot see it.
    """
    import altair as alt

    from foldwise.reports.shared import without_markup

    lines = [line for text in said if text for line in wrap(text, LINE)]
    heading = alt.TitleParams(wrap(title, LINE - 8), subtitle=lines, anchor="start")
    return without_markup(_styled(chart.properties(title=heading, description=description), LIGHT))


def dark(chart: Untyped) -> Untyped:
    """Give the chart for dark pages.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.charts import interval_leaderboard
    >>> drawn = interval_leaderboard(foldwise.assess("lda", foldwise.sample("iris"), measures="error"))
    >>> dark(drawn).to_dict()["config"]["background"]
    '#14171c'
    """
    return _styled(chart, DARK)


def _styled(chart: Untyped, colours: Mapping[str, str]) -> Untyped:
    import altair as alt

    text, font = colours["text"], "system-ui, sans-serif"
    axis = alt.AxisConfig(
        labelColor=text,
        titleColor=text,
        gridColor=colours["grid"],
        domainColor=colours["line"],
        tickColor=colours["line"],
        labelFontSize=11,
        titleFontSize=11,
        titleFontWeight="normal",
        labelOverlap=True,
        labelLimit=130,
    )
    quiet = alt.LegendConfig(labelColor=text, titleColor=text, orient="bottom", columns=2, labelLimit=140)
    heading = alt.TitleConfig(
        color=text, subtitleColor=text, fontSize=13, subtitleFontSize=11, subtitlePadding=5, offset=10
    )
    return chart.copy(deep=True).properties(
        config=alt.Config(
            background=colours["page"],
            font=font,
            axis=axis,
            legend=quiet,
            title=heading,
            text=alt.MarkConfig(color=text),
            view=alt.ViewConfig(stroke=None),
            range=alt.RangeConfig(category=list(PALETTE)),
        )
    )


def records_of(columns: Mapping[str, ArrayLike]) -> list[dict[str, Any]]:
    """Columns as records with numbers of six digits; records with a number that does not exist are left out.

    Examples
    --------
    >>> records_of({"x": [0.1234567, float("nan")], "model": ["a", "b"]})
    [{'x': 0.123457, 'model': 'a'}]
    """
    names = list(columns)
    rows = zip(*(np.asarray(columns[name]).tolist() for name in names), strict=True)
    made = [{name: _plain(value) for name, value in zip(names, row, strict=True)} for row in rows]
    return [record for record in made if all(value is not None for value in record.values())]


def _plain(value: Json) -> Json:
    if isinstance(value, float):
        return float(f"{value:.6g}") if np.isfinite(value) else None
    return value


def thinned(size: int, most: int = MOST_POINTS) -> np.ndarray:
    """Places of at most so many of `size` points, evenly, the ends among them.

    Examples
    --------
    >>> thinned(10, 4).tolist()
    [0, 3, 6, 9]
    """
    return (
        np.unique(np.linspace(0, max(size - 1, 0), min(size, most)).astype(np.intp)) if size else np.zeros(0, np.intp)
    )


def interval_rows(
    records: Sequence[Mapping[str, Any]], x_title: str, *, zero: bool = False, colour: str = ACCENT
) -> alt.LayerChart:
    """Draw one line per record: `label`, and a point at `value` with an interval from `low` to `high` where there is one.

    Records that are `open` get a hollow point; `zero` draws a line at 0, which differences are held against.
    """
    need_charts()
    import altair as alt

    order = [record["label"] for record in records]
    known = [record for record in records if _is_number(record.get("value"))]
    spans = [one for one in known if _is_number(one.get("low")) and _is_number(one.get("high"))]
    x = alt.X("value:Q", title=x_title, scale=alt.Scale(zero=False, nice=True), axis=alt.Axis(tickCount=5))
    y = alt.Y("label:N", title=None, sort=order, scale=alt.Scale(domain=order))
    tips = [alt.Tooltip("label:N"), *(alt.Tooltip(f"{name}:Q", format=".4~g") for name in ("value", "low", "high"))]
    base, ranged = (alt.Chart(alt.InlineData(values=[_kept(one) for one in part])) for part in (known, spans))
    layers = [
        ranged.mark_rule(strokeWidth=2, color=colour).encode(x=alt.X("low:Q", title=x_title), x2="high:Q", y=y),
        base.mark_point(size=60, opacity=1, color=colour).encode(
            x=x, y=y, tooltip=tips, fill=alt.condition("datum.open", alt.value("white"), alt.value(colour))
        ),
    ]
    if zero:
        layers.insert(
            0, alt.Chart(alt.InlineData(values=[{"value": 0}])).mark_rule(strokeDash=[4, 4], color=QUIET).encode(x=x)
        )
    return alt.LayerChart(layer=layers).properties(width=WIDTH, height=max(60, STEP * len(order)))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | np.number) and bool(np.isfinite(value))


def _kept(record: Mapping[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {name: record.get(name) for name in ("label", "value", "low", "high")}
    numbers = {name: _plain(float(value)) if _is_number(value) else value for name, value in kept.items()}
    return {name: value for name, value in numbers.items() if value is not None} | {"open": bool(record.get("open"))}


def table_of(chart: Untyped) -> pd.DataFrame:
    """The numbers behind a chart: one row per drawn record, with the number of its layer.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.charts import interval_leaderboard
    >>> drawn = interval_leaderboard(foldwise.assess("lda", foldwise.sample("iris"), measures="error"))
    >>> table_of(drawn)[["label", "value"]].round(3).iloc[0].to_dict()
    {'label': 'lda', 'value': 0.02}
    """
    import pandas as pd

    spec = chart.to_dict()
    tables = [*spec.get("datasets", {}).values(), *_inline(spec)]
    return pd.DataFrame.from_records([{"layer": at, **one} for at, table in enumerate(tables) for one in table])


def _inline(spec: Json) -> list[list[dict[str, Any]]]:
    """Tables of a chart and of all its parts that are written where they are drawn."""
    own = spec.get("data") if isinstance(spec.get("data"), dict) else {}
    found = [own["values"]] if own.get("values") else []
    for key in ("layer", "vconcat", "hconcat", "concat"):
        found += [table for part in spec.get(key, []) for table in _inline(part)]
    return found
