"""The figures of the page, as SVG, which stays sharp and small."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from studies.kohavi.groups import FOLDS, SAMPLES, SIZES, TIMES
from studies.kohavi.problems import BALANCED, LEARNERS
from studies.kohavi.summary import coverages, figures, pooled

if TYPE_CHECKING:
    from pathlib import Path

    import altair as alt

    from studies.kohavi.store import Results
    from studies.kohavi.summary import Figure

Record = dict[str, Any]
ORDER = ["2", "5", "10", "20", "-5", "-2", "-1"]
"""Folds, and behind them rows that are left out at a time, as in his figures."""


def draw_charts(results: Results, out: Path) -> None:
    """Write all figures."""
    found = [one for one in figures(results) if one.problem != BALANCED]
    charts = {
        "kohavi-folds-bias": by_folds(found, "bias"),
        "kohavi-folds-spread": by_folds(found, "spread"),
        "kohavi-bootstrap-bias": by_samples(found, "bias"),
        "kohavi-bootstrap-spread": by_samples(found, "spread"),
        "kohavi-repeats": by_repeats(found),
        "kohavi-curves": learning_curves(found),
        "kohavi-coverage": coverage(results),
    }
    for name, chart in charts.items():
        chart.save(out / f"{name}.svg")


def _record(one: Figure, what: str, **more: object) -> Record:
    """A point with its bar of two Monte-Carlo errors, in percent."""
    value, error = (one.bias, one.errors[2]) if what == "bias" else (one.spread, one.errors[1])
    return {
        "table": one.problem,
        "learner": one.learner,
        "value": 100 * value,
        "low": 100 * (value - 2 * error),
        "high": 100 * (value + 2 * error),
        **more,
    }


def by_folds(found: list[Figure], what: str) -> alt.HConcatChart:
    """Bias or standard deviation by the number of folds: stratified k-fold, and rows left out."""
    records = [
        _record(one, what, folds=str(one.method.folds if one.method.name == "k-fold" else -one.method.folds))
        for one in found
        if (one.group == "once" and one.method.name == "k-fold" and one.method.stratified)
        or (one.group == "leave out" and one.method.name == "leave-k-out")
    ]
    title = "bias, percentage points" if what == "bias" else "standard deviation, percentage points"
    return _panels(records, "folds", ORDER, ("folds (negative: rows left out at a time)", title))


def by_samples(found: list[Figure], what: str) -> alt.HConcatChart:
    """Bias or standard deviation of the .632 bootstrap by the number of samples."""
    records = [
        _record(one, what, samples=str(one.method.times)) for one in found if one.method.name == ".632 bootstrap"
    ]
    title = "bias, percentage points" if what == "bias" else "standard deviation, percentage points"
    return _panels(records, "samples", [str(one) for one in SAMPLES], ("bootstrap samples", title))


def _panels(records: list[Record], across: str, order: list[str], titles: tuple[str, str]) -> alt.HConcatChart:
    """One panel for each learner, a line for each table."""
    import altair as alt

    panels = [
        _lines([one for one in records if one["learner"] == learner], across, order, titles).properties(
            width=330, height=260, title=learner
        )
        for learner in LEARNERS
    ]
    return alt.hconcat(*panels).resolve_scale(y="shared", color="shared")


def _lines(records: list[Record], across: str, order: list[str], titles: tuple[str, str]) -> alt.LayerChart:
    import altair as alt

    base = alt.Chart(alt.Data(values=records)).encode(
        x=alt.X(f"{across}:O", sort=order, title=titles[0], axis=alt.Axis(labelAngle=0)),
        color=alt.Color("table:N", title=None, scale=alt.Scale(scheme="tableau10")),
        xOffset=alt.XOffset("table:N"),
    )
    marks = base.mark_line(point=True, strokeWidth=1.2).encode(y=alt.Y("value:Q", title=titles[1]))
    bars = base.mark_rule(strokeWidth=1).encode(y="low:Q", y2="high:Q")
    return alt.layer(bars, marks)


def by_repeats(found: list[Figure]) -> alt.ConcatChart:
    """Standard deviation of k-fold repeated once to fifty times: a panel for each table, C4.5."""
    import altair as alt

    records = [
        _record(one, "spread", folds=str(one.method.folds), times=str(one.method.times))
        for one in found
        if one.group == "repeats" and one.method.name == "k-fold" and one.learner == LEARNERS[0]
    ]
    base = alt.Chart(alt.Data(values=records)).encode(
        x=alt.X("folds:O", sort=[str(k) for k in FOLDS], title="folds", axis=alt.Axis(labelAngle=0)),
        color=alt.Color(
            "times:O", sort=[str(one) for one in TIMES], title="repeats", scale=alt.Scale(scheme="viridis")
        ),
        xOffset=alt.XOffset("times:O", sort=[str(one) for one in TIMES]),
    )
    marks = base.mark_line(point=True, strokeWidth=1.2).encode(
        y=alt.Y("value:Q", title="standard deviation, points", scale=alt.Scale(zero=False))
    )
    bars = base.mark_rule(strokeWidth=1).encode(y="low:Q", y2="high:Q")
    faceted = (
        alt.layer(bars, marks)
        .properties(width=190, height=150)
        .facet(facet=alt.Facet("table:N", title=None), columns=4)
    )
    return faceted.resolve_scale(y="independent").properties(title="C4.5")


def learning_curves(found: list[Figure]) -> alt.FacetChart:
    """Accuracy of both learners by the number of training rows."""
    import altair as alt

    records = [
        {
            "table": one.problem,
            "learner": one.learner,
            "rows": one.method.folds,
            "value": 100 * one.mean,
            "low": 100 * (one.mean - 2 * one.errors[0]),
            "high": 100 * (one.mean + 2 * one.errors[0]),
        }
        for one in found
        if one.group == "curve"
    ]
    base = alt.Chart(alt.Data(values=records)).encode(
        x=alt.X(
            "rows:Q",
            title="training rows",
            scale=alt.Scale(type="log"),
            axis=alt.Axis(values=list(SIZES), labelOverlap=True),
        ),
        color=alt.Color("learner:N", title=None),
    )
    marks = base.mark_line(point=True).encode(y=alt.Y("value:Q", title="accuracy, %", scale=alt.Scale(zero=False)))
    bars = base.mark_rule(strokeWidth=1.5).encode(y="low:Q", y2="high:Q")
    faceted = (
        alt.layer(bars, marks)
        .properties(width=190, height=150)
        .facet(facet=alt.Facet("table:N", title=None), columns=4)
    )
    return faceted.resolve_scale(y="independent")


def coverage(results: Results) -> alt.LayerChart:
    """Share of 95 % intervals that contain the accuracy, over all tables."""
    import altair as alt

    records = [
        {
            "method": one.method,
            "learner": one.learner,
            "value": 100 * one.share,
            "low": 100 * max(one.share - 2 * one.error, 0),
            "high": 100 * min(one.share + 2 * one.error, 1),
        }
        for one in pooled(coverages(results))
    ]
    base = alt.Chart(alt.Data(values=records)).encode(
        y=alt.Y("method:N", title=None, axis=alt.Axis(labelLimit=320)),
        color=alt.Color("learner:N", title=None),
        yOffset="learner:N",
    )
    marks = base.mark_point(filled=True, size=50).encode(
        x=alt.X("value:Q", title="intervals that contain the accuracy, %", scale=alt.Scale(zero=False))
    )
    bars = base.mark_rule().encode(x="low:Q", x2="high:Q")
    nominal = alt.Chart(alt.Data(values=[{"at": 95}])).mark_rule(strokeDash=[4, 3], color="#555").encode(x="at:Q")
    return alt.layer(nominal, bars, marks).properties(width=420, height=alt.Step(30, **{"for": "position"}))
