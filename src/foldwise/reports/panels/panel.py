"""What is drawn of one model: confusion matrix, rates at every threshold, curves, and some of its rows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.errors import FoldwiseError
from foldwise.intervals import operating_points, wilson
from foldwise.measures import outcomes_of
from foldwise.measures.curves import make_curve
from foldwise.reports.panels.row_sample import sample_rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.intervals import OperatingPoints
    from foldwise.measures.curves import Curve
    from foldwise.predictions import Predictions
    from foldwise.reports.panels.row_sample import RowSample

__all__ = ["Panel", "panels_of"]

MOST_MODELS = 12
"""Models that get a panel; a page of more would be too large to read."""
MOST_CLASSES = 12
"""Classes of a confusion matrix that is drawn."""
MOST_CORNERS = 4000
"""Corners of a curve that is kept to be drawn; more cannot be told apart."""
CORNERS = {"roc": ("fpr", "tpr", "threshold"), "precision-recall": ("recall", "precision", "threshold")}
CLASS_CURVES = ("roc", "precision-recall", "calibration")


@final
@dataclass(frozen=True, eq=False)
class Panel:
    """What is drawn of one model.

    Parameters
    ----------
    model
        Its name.
    classes
        Names of the classes; empty for values, and where there are too many to draw.
    positive
        Place of the positive class.
    confusion
        True classes down, predicted ones across, unclassified last, averaged over the repeats of a plan (C, C + 1).
    rates
        Ends of the interval of each cell's share of its row (C, C + 1, 2).
    points
        Rates, cost and net benefit at each threshold; None where there are none.
    curves
        The curves that the model has, by name.
    rows
        Some of the rows, those that are most wrong among them.
    level
        Level of the intervals.
    """

    model: str
    classes: tuple[str, ...]
    positive: int
    confusion: tuple[tuple[float, ...], ...]
    rates: tuple[tuple[tuple[float, float], ...], ...]
    points: OperatingPoints | None
    rows: RowSample
    level: float
    curves: Mapping[str, Curve] = field(default_factory=dict)


def panels_of(predictions: Predictions, models: Sequence[str], level: float) -> tuple[Panel, ...]:
    """Collect what is drawn of each model.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.assess("lda", foldwise.sample("breast-cancer"), plan="kfold(5)").predictions
    >>> panel = panels_of(found, ["lda"], 0.95)[0]
    >>> panel.classes, panel.points.threshold.size
    (('benign', 'malignant'), 100)
    """
    known = [model for model in models if model in predictions.outputs and predictions.of(model).size]
    return tuple(_panel(predictions, one, level) for one in known[:MOST_MODELS])


def _panel(predictions: Predictions, model: str, level: float) -> Panel:
    classes = predictions.classes if len(predictions.classes) <= MOST_CLASSES else ()
    confusion = _confusion(predictions, model) if classes else np.zeros((0, 0))
    try:
        points = operating_points(predictions, model, level)
    except FoldwiseError:
        points = None
    names = CLASS_CURVES if predictions.is_classification else ("residuals",)
    return Panel(
        model,
        tuple(classes),
        int(predictions.positive),
        tuple(map(tuple, confusion.tolist())),
        tuple(tuple(_ends(count, row.sum(), level) for count in row.tolist()) for row in confusion),
        points,
        sample_rows(predictions, model),
        level,
        {name: curve for name in names if (curve := _curve(predictions, name, model)) is not None},
    )


def _curve(predictions: Predictions, name: str, model: str) -> Curve | None:
    """A curve where the model has one: of two classes, or of values."""
    if len(predictions.classes) > 2:
        return None
    try:
        return _thinned(make_curve(predictions, name, model))
    except FoldwiseError:
        return None


def _thinned(curve: Curve) -> Curve:
    """A curve with as many corners as can be drawn, evenly along it; its area is that of all of them."""
    columns = {one: getattr(curve, one) for one in CORNERS.get(curve.name, ())}
    if max((column.size for column in columns.values()), default=0) <= MOST_CORNERS:
        return curve
    x, y, *_ = (np.abs(np.diff(column)) for column in columns.values())
    along = np.append(0.0, np.cumsum(x + y))
    kept = np.unique(np.searchsorted(along, np.linspace(0.0, along[-1], MOST_CORNERS)).clip(0, along.size - 1))
    return replace(curve, **{one: column[kept] for one, column in columns.items()})  # type: ignore[type-var]


def _confusion(predictions: Predictions, model: str) -> np.ndarray:
    """Confusion matrix averaged over repeats; the column of unclassified rows only where there are any."""
    outputs = predictions.of(model)
    table = outcomes_of(predictions, outputs).confusion()[0] / (
        outputs.size / np.count_nonzero(np.bincount(outputs.row))
    )
    return np.asarray(table if table[:, -1].any() else table[:, :-1], dtype=np.float64)


def _ends(count: float, total: float, level: float) -> tuple[float, float]:
    return wilson(min(count, total), total, level) if total > 0 else (float("nan"), float("nan"))
