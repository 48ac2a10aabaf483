"""The charts of a selection as data: the candidates against each parameter that was searched."""

from __future__ import annotations

from contextlib import suppress
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.errors import FoldwiseError
from foldwise.reports.report.drawing import DrawnSeries, ReportDrawing
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.reports.selection.selection import Selection

__all__ = ["drawings_of"]

MOST_LABELS = 8


def drawings_of(selection: Selection) -> Iterator[ReportDrawing]:
    """One chart for each parameter, the others at their chosen values.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.select("knn", {"n_neighbors": [9, 1, 5]}, foldwise.sample("iris"), plan="kfold(5)")
    >>> [[label for _, label in one.ticks] for one in drawings_of(found)]
    [['1', '5', '9']]
    """
    for parameter in selection.best_settings:
        names = _along(selection, parameter)
        if len(names) > 1:
            yield _drawing(selection, parameter, names)


def _along(selection: Selection, parameter: str) -> list[str]:
    """Candidates that differ from the chosen one in this parameter only, numbers in their order."""
    others = {name: value for name, value in selection.best_settings.items() if name != parameter}
    found = {
        finding.model: selection.settings[finding.model][parameter]
        for finding in selection.findings
        if {name: value for name, value in selection.settings[finding.model].items() if name != parameter} == others
    }
    if all(isinstance(value, Real) and not isinstance(value, bool) for value in found.values()):
        return sorted(found, key=lambda name: float(found[name]))
    return list(found)


def _drawing(selection: Selection, parameter: str, names: list[str]) -> ReportDrawing:
    findings = {finding.model: finding for finding in selection.findings}
    places = np.arange(len(names), dtype=np.float64)
    value = np.array([findings[name].estimate.value for name in names])
    spans = [findings[name].interval for name in names]
    low, high = (
        np.array([np.nan if span is None else getattr(span, end) for span in spans]) for end in ("low", "high")
    )
    chosen = np.full(2, float(names.index(selection.chosen)))
    known = np.concatenate([value, low, high])
    ends = np.array([np.nanmin(known), np.nanmax(known)])
    series = [
        DrawnSeries("ref", chosen, ends),
        DrawnSeries("error", places, low, high),
        DrawnSeries("curve", places, value),
        DrawnSeries("dot", places, value),
    ]
    labels = tuple(_shown(selection.settings[name][parameter]) for name in names)
    columns: list[tuple[str, Any]] = [
        (parameter, labels),
        (selection.measure.label, value),
        ("low", low),
        ("high", high),
    ]
    training = _training(selection, parameter, names)
    if training is not None:
        series.insert(1, DrawnSeries("second", places, training))
        columns.append(("training rows", training))
    step = max(1, -(-len(names) // MOST_LABELS))
    ticks = tuple((float(at), labels[at][:8]) for at in range(0, len(names), step))
    caption = f"Candidates by {parameter}, {level_text(selection.level)} intervals, not corrected for the selection; dashed: chosen"
    caption += "; orange: on training rows" if training is not None else ""
    return ReportDrawing(
        f"complexity-{parameter}", caption, parameter, selection.measure.label, tuple(series), ticks, tuple(columns)
    )


def _training(selection: Selection, parameter: str, names: list[str]) -> np.ndarray | None:
    """Values on training rows, where their predictions were kept."""
    with suppress(FoldwiseError):
        curve = selection.complexity_curve(parameter)
        known = {repr(value): error for value, error in zip(curve.values, curve.training, strict=True)}
        return np.array([known[repr(selection.settings[name][parameter])] for name in names])
    return None


def _shown(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
