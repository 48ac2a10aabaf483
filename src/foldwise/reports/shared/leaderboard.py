"""The models in order, and the common scale on which their intervals are drawn."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.measures import Direction, is_class_mean
from foldwise.reports.shared.digits import Digits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from foldwise.measures import Measure
    from foldwise.reports.assessment.assessment import Assessment
    from foldwise.reports.shared.finding import Finding

__all__ = [
    "Board",
    "Line",
    "Scale",
    "baseline_label",
    "best_first",
    "class_note",
    "leaderboard",
    "measure_with_class",
    "ranked_board",
]

FEWEST_CELLS = 6
"""The narrowest interval of a model must fill this many cells for the baseline to be drawn on the same scale."""


@final
@dataclass(frozen=True)
class Line:
    """One model under one measure: its place (0: the baseline), what it is called, and what was found."""

    place: int
    label: str
    finding: Finding

    @property
    def is_baseline(self) -> bool:
        """Whether the line is the model that ignores the features."""
        return self.place == 0

    @property
    def ends(self) -> tuple[float, float]:
        """Ends of the interval; the value itself where there is none."""
        interval, value = self.finding.interval, self.finding.estimate.value
        return (value, value) if interval is None else (interval.low, interval.high)


@final
@dataclass(frozen=True)
class Scale:
    """Maps values to places between 0 and 1."""

    low: float
    high: float

    def place(self, value: float) -> float:
        """Where a value lies; beyond the ends it lies on them."""
        return float(np.clip((value - self.low) / (self.high - self.low), 0, 1))

    @property
    def exists(self) -> bool:
        """Whether anything can be drawn."""
        return self.low < self.high

    def holds(self, line: Line) -> bool:
        """Whether an estimate can be drawn."""
        return self.low <= line.finding.estimate.value <= self.high


@final
@dataclass(frozen=True)
class Board:
    """All models under one measure, the best first, the baseline last."""

    measure: Measure
    lines: tuple[Line, ...]
    digits: Digits

    @property
    def positive(self) -> str:
        """Name of the class that the measure is about, or empty."""
        return next((line.finding.positive for line in self.lines), "")

    @property
    def average(self) -> str:
        """How the classes are brought together, where the name of the measure does not say."""
        return next((line.finding.average for line in self.lines), "")

    @property
    def heading(self) -> str:
        """The measure, and the class it is about where the name of the measure does not say."""
        return measure_with_class(self.measure.label, self.positive, self.average)

    @property
    def title(self) -> str:
        """What a reader calls the measure, and the class it is about."""
        return measure_with_class(self.measure.title, self.positive, self.average)

    def fitting(self, room: int) -> str:
        """The heading where there is room for it, else the name of the measure alone."""
        return self.heading if len(self.heading) <= room else self.measure.label

    def scale(self, cells: int) -> Scale:
        """Scale of a drawing that is so many cells wide.

        Without intervals there is none: points alone would make small differences look large. The baseline is often so far away that the intervals of several models would shrink to dots; then it is left
        out. A single model is always drawn beside it.
        """
        models = [line for line in self.lines if not line.is_baseline]
        if all(line.finding.interval is None for line in self.lines):
            return NO_SCALE
        everything = _extent(self.lines)
        widths = [high - low for low, high in (line.ends for line in models)]
        known = [width for width in widths if math.isfinite(width) and width > 0]
        roomy = known and min(known) * cells >= FEWEST_CELLS * (everything.high - everything.low)
        return everything if roomy or len(models) < 2 else _extent(models)


NO_SCALE = Scale(math.nan, math.nan)
"""Nothing is drawn."""


def ranked_board(findings: Iterable[Finding], measure: Measure) -> Board:
    """All systems under one measure, the best first where one is better than another."""
    known = [finding for finding in findings if finding.measure == measure]
    sign = {Direction.LOWER: 1, Direction.HIGHER: -1, Direction.NONE: 0}[measure.direction]
    ordered = sorted(known, key=lambda one: (one.estimate.value != one.estimate.value, sign * one.estimate.value))
    lines = tuple(Line(place, one.model, one) for place, one in enumerate(ordered, start=1))
    values = [one.estimate.value for one in ordered]
    widths = [one.interval.width for one in ordered if one.interval is not None]
    shown = values if any(values) else [line.ends[1] for line in lines]
    return Board(measure, lines, Digits.of(measure, shown, widths))


def measure_with_class(measure: str, positive: str, average: str = "") -> str:
    """Write a measure with the class it is about, or with how the classes are brought together.

    Examples
    --------
    >>> measure_with_class("recall", "malignant"), measure_with_class("recall[a]", "a"), measure_with_class("error", "")
    ("recall of 'malignant'", 'recall[a]', 'error')
    >>> measure_with_class("f(0.5)", "", "macro")
    'f(0.5), macro'
    """
    if average:
        return f"{measure}, {average}"
    is_named = not positive or f"[{positive}]" in measure or measure.endswith(f", class {positive}")
    return measure if is_named else f"{measure} of '{positive}'"


def named_about(measure: Measure, positive: str) -> str:
    """Write a measure with the class it is about, or that classes are averaged where there is no such class.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> named_about(measure("recall"), "yes"), named_about(measure("recall"), ""), named_about(measure("error"), "")
    ("recall of 'yes'", 'recall, macro', 'error')
    """
    return measure_with_class(measure.label, positive, "macro" if not positive and is_class_mean(measure) else "")


def class_note(findings: Iterable[Finding]) -> str:
    """Which class is the positive one, or that classes are averaged, and for which of the measures; empty where neither."""
    known = tuple(findings)
    class_by_measure = {one.measure.label: one.positive for one in known if one.positive and not one.measure.about}
    if class_by_measure:
        return f"positive is '{next(iter(class_by_measure.values()))}' ({', '.join(class_by_measure)})"
    averaged = dict.fromkeys(one.measure.label for one in known if one.average)
    return f"macro, the mean over the classes ({', '.join(averaged)})" if averaged else ""


def leaderboard(assessment: Assessment, measure: Measure) -> Board:
    """Put the models in the order of the first measure."""
    label = baseline_label(assessment)
    lines = tuple(
        Line(place, label if place == 0 else model, assessment.finding(model, measure.name))
        for place, model in _ranked(assessment)
    )
    model_lines = [line for line in lines if not line.is_baseline or len(lines) == 1]
    values = [line.finding.estimate.value for line in model_lines]
    # A model without a single error is known only by the end of its interval.
    return Board(measure, lines, Digits.of(measure, values if any(values) else [line.ends[1] for line in model_lines]))


def best_first(assessment: Assessment) -> list[str]:
    """Names of the models, the best under the first measure first; the baseline only where it is alone."""
    names = [name for place, name in _ranked(assessment) if place]
    return names or list(assessment.models)


def baseline_label(assessment: Assessment) -> str:
    """Say what the baseline does: always the same class, or always the mean."""
    name, predictions = assessment.baseline, assessment.predictions
    if not name or assessment.engines.get(name) != "dummy":
        return name
    if not predictions.is_classification:
        return "always the mean"
    said = np.unique(predictions.of(name).output)
    return f'always "{predictions.classes[said[0]]}"' if said.size == 1 else "always the commonest"


def _ranked(assessment: Assessment) -> list[tuple[int, str]]:
    """Places and names, the best under the first measure first; a model without a value comes after the others."""
    first = assessment.measures[0]
    values = {
        name: _shortfall(first, assessment.finding(name, first.name).estimate.value) for name in assessment.models
    }
    models = [name for name in assessment.models if name != assessment.baseline]
    ordered = sorted(models, key=lambda name: (math.isnan(values[name]), values[name]))
    ranked = [(at, name) for at, name in enumerate(ordered, start=1)]
    return [*ranked, (0, assessment.baseline)] if assessment.baseline in assessment.models else ranked


def _shortfall(measure: Measure, value: float) -> float:
    """How bad a value is: the lower the better, whichever way the measure points."""
    if measure.direction is Direction.NONE:
        return abs(value - measure.best)
    return value if measure.direction is Direction.LOWER else -value


def _extent(lines: Sequence[Line]) -> Scale:
    ends = [end for line in lines for end in (*line.ends, line.finding.estimate.value) if math.isfinite(end)]
    return Scale(min(ends), max(ends)) if ends else NO_SCALE
