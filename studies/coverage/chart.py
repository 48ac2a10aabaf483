"""The charts of the study."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import altair as alt

    from foldwise.intervals.simulations.coverage import Coverage

NOMINAL = 0.95


def draw_charts(figures: Sequence[Coverage], out: Path) -> None:
    """Write each chart as SVG, which stays sharp and small."""
    for name, chart in {"coverage": by_method(figures), "coverage-rows": by_rows(figures)}.items():
        chart.save(out / f"{name}.svg")


def by_method(figures: Sequence[Coverage]) -> alt.LayerChart:
    """Every method and plan at n = 100 on two normal classes, a mark for each learner."""
    import altair as alt

    usual = [one for one in figures if (one.problem, one.n, one.target) == ("normal", 100, "risk")]
    chosen = [one for one in usual if one.method != "split-percentile" and " until " not in one.plan]
    records = [
        {
            "method": f"{one.method}, {one.plan}",
            "learner": one.model,
            "coverage": one.coverage,
            "low": max(0.0, one.coverage - 2 * one.error),
            "high": min(1.0, one.coverage + 2 * one.error),
        }
        for one in chosen
    ]
    base = alt.Chart(alt.Data(values=records)).encode(
        y=alt.Y("method:N", title=None, sort=None, axis=alt.Axis(labelLimit=400)),
        color=alt.Color("learner:N", title="learner", scale=alt.Scale(scheme="tableau10")),
        yOffset="learner:N",
    )
    scale = alt.Scale(domain=[0.4, 1.0])
    marks = base.mark_point(filled=True, size=45, clip=True).encode(
        x=alt.X("coverage:Q", title="share of 95 % intervals that contain the risk", scale=scale)
    )
    bars = base.mark_rule(clip=True).encode(x=alt.X("low:Q", scale=scale), x2="high:Q")
    title = "Coverage of the risk, n = 100, with two Monte-Carlo errors"
    layers = alt.layer(_nominal(alt.X("at:Q", scale=scale)), bars, marks)
    return layers.properties(width=460, height=alt.Step(34, **{"for": "position"}), title=title)


def by_rows(figures: Sequence[Coverage]) -> alt.LayerChart:
    """LDA from 20 to 10,000 rows, a line for each of the main methods."""
    import altair as alt

    wanted = {
        ("corrected-t", "kfold(10, repeats=3)"): "corrected-t, 3x10 (the default)",
        ("nested-cv", "two-folds-out(5, repeats=10)"): "nested-cv (careful)",
        ("conservative-z", "paired-halves(10, splits=15)"): "conservative-z (careful)",
        ("wald-cv", "kfold(10)"): "wald-cv, 10 parts",
        ("naive-t", "kfold(10, repeats=10)"): "naive-t, 10x10",
        ("wilson", "holdout(1/3)"): "wilson, holdout",
        ("5x2cv", "kfold(2, repeats=5)"): "5x2cv",
    }
    records = [
        {"method": wanted[one.method, one.plan], "n": one.n, "coverage": one.coverage}
        for one in figures
        if (one.problem, one.model, one.target) == ("normal", "lda", "risk") and (one.method, one.plan) in wanted
    ]
    scale = alt.Scale(domain=[0.4, 1.0])
    lines = (
        alt.Chart(alt.Data(values=records))
        .mark_line(point=True, clip=True)
        .encode(
            x=alt.X("n:Q", title="rows", scale=alt.Scale(type="log")),
            y=alt.Y("coverage:Q", title="coverage of the risk", scale=scale),
            color=alt.Color("method:N", title=None, sort=list(wanted.values()), legend=alt.Legend(labelLimit=300)),
        )
    )
    return alt.layer(_nominal(alt.Y("at:Q", scale=scale)), lines).properties(
        width=520, height=300, title="LDA on two normal classes"
    )


def _nominal(position: alt.X | alt.Y) -> alt.Chart:
    """A line at 95 %."""
    import altair as alt

    rule = alt.Chart(alt.Data(values=[{"at": NOMINAL}])).mark_rule(strokeDash=[4, 3], color="#555")
    return rule.encode(position)
