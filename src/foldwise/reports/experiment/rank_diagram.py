"""The critical-difference diagram: mean ranks, and bars joining models whose differences are undecided."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.errors import need_charts
from foldwise.phrases import count_of
from foldwise.reports.report.drawing import DrawnSeries, ReportDrawing

if TYPE_CHECKING:
    import altair as alt

    from foldwise.comparisons import Standings

__all__ = ["diagram", "draw_ranks", "drawing"]

BAR = "┃"
WIDTH, STEP = 420, 24


def diagram(standings: Standings, method: str = "wilcoxon") -> str:
    """Write the diagram as text, one line per model and one column per bar.

    References
    ----------
    demsar2006, figure 1.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.comparisons import Standings
    >>> from foldwise.measures import measure
    >>> values = np.stack([np.arange(12) / 100, np.arange(12) / 100 + 0.001, np.arange(12) / 100 + 0.2], axis=1)
    >>> values[::2, :2] = values[::2, 1::-1]
    >>> print(diagram(Standings(values, ("a", "b", "c"), measure("error"))))
    rank  model
    1.50  a  ┃
    1.50  b  ┃
    3.00  c
    """
    bars = standings.cliques(method)
    width = max((len(name) for name in standings.mean_ranks), default=0)
    lines = ["rank  model"]
    for name, rank in standings.mean_ranks.items():
        drawn = "  ".join(BAR if name in bar else " " for bar in bars)
        lines.append(f"{rank:.2f}  {name:<{width}}  {drawn}".rstrip())
    return "\n".join(lines)


def drawing(standings: Standings, method: str = "wilcoxon") -> ReportDrawing:
    """Put the diagram into a report: a line for each model, its mean rank, and bars above that join undecided ones.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.comparisons import Standings
    >>> from foldwise.measures import measure
    >>> values = np.random.default_rng(0).normal(size=(12, 3))
    >>> [name for _, name in drawing(Standings(values, ("a", "b", "c"), measure("error"))).levels]
    ['b', 'a', 'c']
    """
    ranks, bars = standings.mean_ranks, standings.cliques(method)
    names, places = tuple(ranks), np.array(list(ranks.values()))
    lines = -np.arange(len(names), dtype=np.float64)
    top, step = (len(bars) + 1) * 0.5, 0.5
    axis = np.array([1.0, float(len(names))])
    series = [DrawnSeries("faint", axis, np.array([lines[-1] - step, top]))]
    series += [
        DrawnSeries("drop", np.full(2, rank), np.array([line, top])) for rank, line in zip(places, lines, strict=True)
    ]
    for at, bar in enumerate(bars):
        ends = [ranks[name] for name in bar]
        series.append(DrawnSeries("joined", np.array([min(ends), max(ends)]), np.full(2, top - step * (at + 1))))
    series.append(DrawnSeries("dot", places, lines))
    joined = tuple(", ".join(str(at + 1) for at, bar in enumerate(bars) if name in bar) or "–" for name in names)
    how = "Nemenyi" if method == "nemenyi" else f"Wilcoxon, {standings.adjustment}"
    caption = (
        f"Critical-difference diagram of the {standings.measure.title} over {count_of(len(standings.complete), 'dataset')}: "
        f"mean ranks, 1 is best; bars join models whose differences are undecided ({how})"
    )
    columns = (("model", names), ("mean rank", places), ("undecided in bar", joined))
    levels = tuple(zip(lines.tolist(), names, strict=True))
    return ReportDrawing("ranks", caption, "mean rank", "", tuple(series), columns=columns, levels=levels)


def draw_ranks(standings: Standings, method: str = "wilcoxon") -> alt.LayerChart:
    """Draw the diagram: models along an axis of mean ranks, thick bars joining those whose differences are undecided."""
    need_charts()
    import altair as alt

    ranks = standings.mean_ranks
    models = [
        {"model": f"{name}  {rank:.2f}", "rank": rank, "line": at} for at, (name, rank) in enumerate(ranks.items())
    ]
    bars = [
        {"low": min(ranks[name] for name in bar), "high": max(ranks[name] for name in bar), "line": -0.6 - at / 3}
        for at, bar in enumerate(standings.cliques(method))
    ]
    lines = alt.Scale(domain=[-1 - len(bars) / 3, len(models)], reverse=True)
    x = alt.X(
        "rank:Q",
        title="mean rank",
        scale=alt.Scale(domain=[1, len(models)]),
        axis=alt.Axis(orient="top", grid=False, tickMinStep=0.5),
    )
    y = alt.Y("line:Q", axis=None, scale=lines)
    base = alt.Chart(alt.InlineData(values=models)).encode(x=x, y=y)
    layers = [
        base.mark_rule(color="gray", strokeWidth=1).encode(y2=alt.datum(-1 - len(bars) / 3)),
        base.mark_point(filled=True, size=50, opacity=1, color="#2f80d0"),
        # The lines of better models end above, those of worse models are to the right: no line crosses a name on the left.
        base.mark_text(align="right", dx=-8).encode(text="model:N"),
        alt.Chart(alt.InlineData(values=bars))
        .mark_rule(strokeWidth=4, color="#b3541e")
        .encode(x=alt.X("low:Q"), x2="high:Q", y=y),
    ]
    how = "Wilcoxon signed-rank tests, " + standings.adjustment
    if method == "nemenyi":
        how = f"Nemenyi, critical difference {standings.nemenyi().value:.2f}"
    title = alt.TitleParams(
        f"Mean ranks by {standings.measure.title}",
        subtitle=f"bars join models whose differences are undecided over {len(standings.complete)} datasets ({how})",
        anchor="start",
    )
    return alt.LayerChart(layer=layers).properties(width=WIDTH, height=STEP * (len(models) + 2), title=title)
