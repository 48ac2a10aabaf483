"""The charts of a diagnosis as data: learning curve, complexity curve, instability, calibration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.errors import FoldwiseError
from foldwise.measures.curves import make_curve
from foldwise.reports.report.drawing import DrawnSeries, ReportDrawing
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.arrays import Floats
    from foldwise.reports.diagnosis.diagnosis import Diagnosis
    from foldwise.reports.diagnosis.parts import ModelInstability, ModelLearningCurve
    from foldwise.reports.selection import ComplexityCurve

__all__ = ["drawings_of"]

POINTS, MOST_ROWS, BINS = 40, 120, 10
"""Places of an extrapolated curve, rows of an instability chart, and bars of a histogram of flips."""


def drawings_of(found: Diagnosis) -> Iterator[ReportDrawing]:
    """Every chart that the parts of a diagnosis have.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.diagnose("tree", foldwise.sample("iris"), parts="learning-curve, instability", samples=10)
    >>> [one.name for one in drawings_of(found)]
    ['learning-curve', 'instability']
    """
    if found.learning_curve is not None:
        yield _learning(found.learning_curve, found.level)
    if found.complexity is not None:
        yield _complexity(found.complexity)
    if found.instability is not None:
        yield _instability(found.instability, found.level)
    if len(found.calibration) > 1:  # the calibration of two classes is drawn with the model
        yield from _calibration(found)


def _learning(part: ModelLearningCurve, level: float) -> ReportDrawing:
    curve = part.curve
    sizes = np.geomspace(float(curve.sizes.min()), 2 * part.n, POINTS)
    ahead = [curve.at(float(size), level=level) for size in sizes]
    value, low, high = (np.array([getattr(one, name) for one in ahead]) for name in ("value", "low", "high"))
    reach = 1.96 * curve.standard_errors
    series = (
        DrawnSeries("band", sizes, low, high),
        DrawnSeries("curve", sizes, value),
        DrawnSeries("error", curve.sizes, curve.errors - reach, curve.errors + reach),
        DrawnSeries("dot", curve.sizes, curve.errors),
        DrawnSeries("ref", np.array([part.n, part.n]), np.array([low.min(), high.max()])),
    )
    caption = f"Learning curve: observed with ±1.96 standard errors, {level_text(level)} band; dashed: the rows at hand"
    columns = (("training rows", sizes), ("low", low), (part.measure, value), ("high", high))
    return ReportDrawing("learning-curve", caption, "training rows", part.measure, series, columns=columns)


def _complexity(curve: ComplexityCurve) -> ReportDrawing:
    places = np.arange(len(curve.values), dtype=np.float64)
    training, validation = np.array(curve.training), np.array(curve.validation)
    best = np.full(2, float(curve.values.index(curve.best)))
    ends = np.array([min(training.min(), validation.min()), max(training.max(), validation.max())])
    series: tuple[DrawnSeries, ...] = (
        DrawnSeries("ref", best, ends),
        DrawnSeries("second", places, training),
        DrawnSeries("curve", places, validation),
        DrawnSeries("dot", places, validation),
    )
    columns: tuple[tuple[str, Floats], ...] = (
        ("place", places),
        ("training rows", training),
        ("rows left out", validation),
    )
    if curve.ends:
        low, high = np.array(curve.ends).T
        series = (*series, DrawnSeries("error", places, low, high))
        columns = (*columns, ("low", low), ("high", high))
    step = max(1, -(-len(curve.values) // 8))
    ticks = tuple((float(at), _short(curve.values[at])) for at in range(0, len(curve.values), step))
    points = "points with their intervals" if curve.ends else "points"
    caption = f"Complexity curve: rows left out ({points}), training rows (orange); dashed: best, at {curve.best}"
    return ReportDrawing("complexity", caption, curve.parameter, curve.measure, series, ticks, columns)


def _short(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)[:8]


def _instability(part: ModelInstability, level: float) -> ReportDrawing:
    if part.reference is None or part.low is None or part.high is None:
        return _flips(part)
    order = np.argsort(part.reference, kind="stable")
    order = order[np.isfinite(part.reference[order])]
    rows = order[np.unique(np.linspace(0, max(order.size - 1, 0), min(order.size, MOST_ROWS)).astype(np.intp))]
    middle, low, high = part.reference[rows], part.low[rows], part.high[rows]
    series = (DrawnSeries("ref", middle, middle), DrawnSeries("error", middle, low, high))
    what = "prediction" if part.of_values else "probability"
    caption = f"Instability: each line a row, {level_text(level)} of {part.models} models of bootstrap samples"
    columns = ((f"mean {what}", middle), ("low", low), ("high", high))
    return ReportDrawing(
        "instability", caption, f"mean {what} of the models", f"{what} by each", series, columns=columns
    )


def _flips(part: ModelInstability) -> ReportDrawing:
    known = part.flips[np.isfinite(part.flips)]
    counts, edges = np.histogram(known, bins=BINS, range=(0.0, 1.0))
    share, centre = counts / max(known.size, 1), (edges[1:] + edges[:-1]) / 2
    series = (DrawnSeries("curve", centre, share), DrawnSeries("dot", centre, share))
    caption = f"Instability: how many of {part.models} models of bootstrap samples give a row another label"
    columns = (("share of models", centre), ("share of rows", share))
    return ReportDrawing("instability", caption, "share of models", "share of rows", series, columns=columns)


def _calibration(found: Diagnosis) -> Iterator[ReportDrawing]:
    try:
        curve: Any = make_curve(found.predictions, "calibration", found.model)
    except FoldwiseError:
        return
    unit = np.array([0.0, 1.0])
    series = (
        DrawnSeries("ref", unit, unit),
        DrawnSeries("error", curve.predicted, curve.low, curve.high),
        DrawnSeries("curve", curve.predicted, curve.observed),
        DrawnSeries("dot", curve.predicted, curve.observed),
    )
    about = f" of '{curve.about}'" if curve.about else ""
    caption = f"Calibration{about}, bins of equal size with {level_text(curve.level)} bands"
    columns = tuple(curve.columns().items())
    yield ReportDrawing("calibration", caption, "predicted probability", "observed share", series, columns=columns)
