"""Charts of curves (needs the extra ``charts``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.errors import InputError, need_charts
from foldwise.measures.curves import (
    CalibrationCurve,
    CostCurve,
    Curve,
    CurveBand,
    DecisionCurve,
    DetCurve,
    GainCurve,
    PrecisionRecallCurve,
    ResidualCurve,
    RiskCoverageCurve,
    RocCurve,
    probit,
)
from foldwise.phrases import count_of
from foldwise.reports.curves.drawing import (
    MARKED,
    QUIET,
    UNIT,
    Axes,
    banded,
    color_of,
    colored,
    faint,
    layered,
    line,
    lines,
    points,
    reference,
)
from foldwise.reports.shared.chart import ACCENT, chart_of
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Callable

    import altair as alt

    from foldwise.measures.curves import OperatingPoint
    from foldwise.typing import ArrayLike

__all__ = ["plot"]

CurveSet = Mapping[str, Any]
HITS = Axes("false positive rate", "true positive rate")
MOST_DOTS, BAND_LEVEL = 2000, 0.95


def plot(
    curve: Curve | Mapping[str, Curve], *, point: OperatingPoint | None = None
) -> alt.LayerChart | alt.HConcatChart:
    """Draw a curve, or the curves of several models in one chart.

    Parameters
    ----------
    curve
        One curve, or ``{model: curve}`` with curves of one kind.
    point
        For a ROC curve: the operating point to mark, with its line of equal cost.

    Examples
    --------
    >>> from foldwise.measures.curves import make_curve
    >>> from foldwise.predictions import Predictions
    >>> p = Predictions.build([0, 0, 1, 1], {"m": [0, 0, 1, 1]}, scores={"m": [0.1, 0.4, 0.35, 0.8]})
    >>> roc = make_curve(p, "roc")
    >>> type(plot(roc, point=roc.best_point(fn=10))).__name__
    'LayerChart'
    """
    need_charts()
    curves = dict(curve) if isinstance(curve, Mapping) else {"": curve}
    kinds = {type(curve) for curve in curves.values()}
    if len(kinds) != 1:
        message = f"one chart shows curves of one kind, not of {len(kinds)}"
        raise InputError(message, hint="a chart for each kind")
    if kinds == {RocCurve}:
        return _roc(curves, point)
    if point is not None:
        message = "an operating point is marked on a ROC curve only"
        raise InputError(message, hint="plot(curve)")
    return DRAWERS[kinds.pop()](curves)


def _roc(curves: CurveSet, point: OperatingPoint | None) -> alt.LayerChart:
    layers, said = [reference(UNIT, UNIT, HITS)], [_areas(curves), _resampled(curves)]
    if len(curves) == 1:
        (one,) = curves.values()
        layers.append(line(points(*one.hull), HITS, color=ACCENT, dash=(2, 3)))
        said[-1] = "; ".join(part for part in (said[-1], "dotted: convex hull") if part)
    layers += lines(curves, "fpr", "tpr", HITS)
    if point is not None:
        layers += _marked(point)
        where = f" at threshold {point.threshold:.3g}" if np.isfinite(point.threshold) else ""
        said.append(f"point: least cost, {point.cost:.3g} a row{where}; line: equal cost")
    return layered(layers, curves, said, square=True)


def _marked(point: OperatingPoint) -> list[alt.Chart]:
    """The operating point and the line of equal cost through it."""
    start, stop = point.iso_cost()
    place = chart_of([{"x": point.fpr, "y": point.tpr}])
    return [
        line(points([start[0], stop[0]], [start[1], stop[1]]), HITS, color=MARKED),
        place.mark_point(filled=True, size=80, opacity=1, color=MARKED).encode(x=HITS.x(), y=HITS.y()),
    ]


def _precision_recall(curves: CurveSet) -> alt.LayerChart:
    share = float(np.mean([curve.prevalence for curve in curves.values()]))
    axes = Axes("recall", "precision")
    layers = [reference(UNIT, (share, share), axes), *lines(curves, "recall", "precision", axes)]
    said = [_areas(curves, "average precision"), _resampled(curves), "dashed: a random order"]
    return layered(layers, curves, said, square=True)


def _det(curves: CurveSet) -> alt.LayerChart:
    rows: list[dict[str, Any]] = []
    for name, one in curves.items():
        x, y = (one.columns()[f"{rate} deviate"] for rate in ("fpr", "fnr"))
        seen = np.isfinite(x) & np.isfinite(y)
        rows += points(x[seen], y[seen], model=name)
    ends = [row[side] for row in rows for side in ("x", "y")] or [-2.0, 2.0]
    limits = max(min(ends) - 0.1, -3.2), min(max(ends) + 0.1, 3.2)
    axes = Axes("false positive rate", "miss rate", limits, limits, deviates=True)
    equal = ", ".join(f"{name} {curve.equal_error:.3f}".strip() for name, curve in curves.items())
    layers = [reference(limits, limits, axes), *banded(curves, axes, scaled=_deviates), colored(rows, axes, curves)]
    return layered(layers, curves, [f"equal error rate {equal}", _resampled(curves)], square=True)


def _gain(curves: CurveSet) -> alt.HConcatChart:
    import altair as alt

    axes = Axes("share of the rows looked at", "share of the class found")
    gain = [reference(UNIT, UNIT, axes), *lines(curves, "depth", "gain", axes)]
    grid = np.linspace(0.005, 1, 200)  # tied rows at the top have one lift from the first row on
    rows = [
        row
        for name, curve in curves.items()
        for row in points(grid, np.interp(grid, curve.depth, curve.gain) / grid, model=name)
    ]
    lift_axes = Axes("share of the rows looked at", "lift", y_limits=(0, 1.05 * max(1.0, *(row["y"] for row in rows))))
    lift = [
        reference(UNIT, (1, 1), lift_axes),
        *banded(curves, lift_axes, scaled=_lifts),
        colored(rows, lift_axes, curves),
    ]
    said = [_resampled(curves)]
    return alt.hconcat(layered(gain, curves, said, square=True), layered(lift, curves, said, square=True, title="Lift"))


def _deviates(band: CurveBand) -> CurveBand:
    """A band on axes of normal deviates."""
    x, low, high = (np.clip(probit(part), -4.0, 4.0) for part in (band.x, band.low, band.high))
    return CurveBand(x, low, high)


def _lifts(band: CurveBand) -> CurveBand:
    """The band of a gain as that of the lift."""
    grid = np.linspace(0.005, 1, 120)
    low, high = (np.interp(grid, band.x, part) / grid for part in (band.low, band.high))
    return CurveBand(grid, low, high)


def _cost(curves: CurveSet) -> alt.LayerChart:
    top = max(0.5, *(float(curve.cost.max()) for curve in curves.values()))
    axes = Axes("probability-cost of the class", "normalised cost", y_limits=(0, top))
    layers = [reference((0, 0.5, 1), (0, 0.5, 0), axes), *lines(curves, "x", "cost", axes)]
    return layered(layers, curves, [_areas(curves), _resampled(curves), "dashed: the better of always and never"])


def _calibration(curves: CurveSet) -> alt.LayerChart:
    import altair as alt

    axes = Axes("predicted probability", "observed share")
    rows = [
        {"x": x, "y": y, "low": low, "high": high, "rows": count, "model": name, "order": at}
        for name, curve in curves.items()
        for at, (x, y, low, high, count) in enumerate(
            zip(*(part.tolist() for part in curve.columns().values()), strict=True)
        )
    ]
    base = chart_of(rows).encode(x=axes.x(), color=color_of(curves))
    titles = {"x": "predicted", "y": "observed", "low": "low", "high": "high", "rows": "rows"}
    tooltip = [alt.Tooltip(f"{key}:Q", title=title, format=".3~g") for key, title in titles.items()]
    layers = [
        reference(UNIT, UNIT, axes),
        base.mark_rule(opacity=0.6).encode(y=alt.Y("low:Q"), y2="high:Q"),
        base.mark_line(strokeWidth=1.5).encode(y=axes.y(), order="order:Q"),
        base.mark_point(filled=True, size=45, opacity=1).encode(y=axes.y(), tooltip=tooltip),
    ]
    level = level_text(next(iter(curves.values())).level)
    return layered(layers, curves, [f"bins of equal size, {level} bands"], square=True)


def _risk_coverage(curves: CurveSet) -> alt.LayerChart:
    top = max(float(curve.risk.max()) for curve in curves.values())
    axes = Axes(
        "share of rows accepted, the surest first", "error of the accepted rows", y_limits=(0, 1.05 * max(top, 0.01))
    )
    rows = [row for name, curve in curves.items() for row in points(curve.coverage, curve.risk, model=name)]
    layers = [*banded(curves, axes), *faint(curves, "coverage", "risk", axes), colored(rows, axes, curves)]
    return layered(layers, curves, [_areas(curves), _resampled(curves)])


def _decision(curves: CurveSet) -> alt.LayerChart:
    first = next(iter(curves.values()))
    top = max(0.04, *(float(curve.benefit.max()) for curve in curves.values()))
    axes = Axes("threshold probability", "net benefit", y_limits=(-0.25 * top, 1.1 * top))
    layers = [
        reference(first.threshold, first.always, axes),
        reference(UNIT, (0, 0), axes),
        *lines(curves, "threshold", "benefit", axes),
    ]
    return layered(layers, curves, [_resampled(curves), "dashed: act always (falling), act never (flat)"])


def _residuals(curves: CurveSet) -> alt.LayerChart:
    import altair as alt

    if len(curves) > 1:
        message = f"a chart shows the residuals of one model, not of {len(curves)}"
        raise InputError(message, hint="plot_curve('residuals', name) for each")
    (one,) = curves.values()
    axes = Axes("predicted", "true - predicted", _span(one.fitted), _span(one.residual))
    kept = one.some(MOST_DOTS)
    dots = points(one.fitted[kept], one.residual[kept], most=MOST_DOTS)
    quantiles = [
        {"x": float(place), "y": float(height), "quantile": name}
        for place, heights in zip(one.centre, one.quantiles, strict=True)
        for name, height in zip(("10 %", "50 %", "90 %"), heights, strict=True)
    ]
    color = alt.Color("quantile:N", scale=alt.Scale(range=[MARKED, "#222222", MARKED]), title="quantile")
    layers = [
        chart_of(dots).mark_circle(size=14, opacity=0.35, color=ACCENT).encode(x=axes.x(), y=axes.y()),
        line(points(_span(one.fitted), (0, 0)), axes, color=QUIET, dash=(4, 4)),
        chart_of(quantiles).mark_line(strokeWidth=2).encode(x=axes.x(), y=axes.y(), color=color),
    ]
    thinned = (
        ""
        if len(dots) == one.fitted.size
        else f"{len(dots):,} of {one.fitted.size:,} predictions drawn, the largest residuals among them"
    )
    return layered(layers, curves, ["quantiles of the residuals in tenths of the predictions", thinned])


def _span(values: ArrayLike) -> tuple[float, float]:
    """From the smallest to the largest value, with a little room."""
    low, high = float(np.min(values)), float(np.max(values))
    room = 0.03 * (high - low) or 1.0
    return low - room, high + room


def _areas(curves: CurveSet, word: str = "area") -> str:
    """Area below each curve."""
    return f"{word} " + ", ".join(f"{name} {curve.area:.3f}".strip() for name, curve in curves.items())


def _resampled(curves: CurveSet) -> str:
    """How many resamples a curve is the mean of, and what is shaded."""
    count = max(len(curve.parts) for curve in curves.values())
    mean = f"mean of {count_of(count, 'resample')}" if count else ""
    shaded = f"shaded: {level_text(BAND_LEVEL)} at each place" if any(curve.band() for curve in curves.values()) else ""
    return "; ".join(part for part in (mean, shaded) if part)


DRAWERS: dict[type[Curve], Callable[[CurveSet], alt.LayerChart | alt.HConcatChart]] = {
    PrecisionRecallCurve: _precision_recall,
    DetCurve: _det,
    GainCurve: _gain,
    CostCurve: _cost,
    CalibrationCurve: _calibration,
    RiskCoverageCurve: _risk_coverage,
    DecisionCurve: _decision,
    ResidualCurve: _residuals,
}
