"""What was found of one model under one measure."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from foldwise.cached import filled_at_once
from foldwise.errors import InputError, UnknownNameError, printable
from foldwise.measures import is_class_mean
from foldwise.measures import measure as find_measure

if TYPE_CHECKING:
    from collections.abc import Collection

    from foldwise.estimates import Estimate
    from foldwise.intervals import Interval
    from foldwise.measures import Measure

__all__ = ["BY_DEFINITION", "Finding", "known_measure", "listed_measure"]

BY_DEFINITION = "by definition"
"""How the reason begins where a figure has no interval because no row can move it."""


@final
@filled_at_once
@dataclass(frozen=True)
class Finding:
    """One model under one measure: the estimate, its interval, why it is that interval, or none, and what to know of it.

    `positive` names the class that the measure is about, where it is about one.
    """

    model: str
    measure: Measure
    estimate: Estimate
    interval: Interval | None
    reason: str = ""
    remark: str = ""
    positive: str = ""

    def record(self, plan: str, level: float) -> dict[str, Any]:
        """Row of the frame and of the JSON."""
        interval, estimate = self.interval, self.estimate
        return {
            "model": self.model,
            "measure": self.measure.label,
            "value": estimate.value,
            "low": math.nan if interval is None else interval.low,
            "high": math.nan if interval is None else interval.high,
            "level": level,
            "method": "none" if interval is None else interval.method,
            "plan": plan,
            "fits": estimate.fits,
            "standard_error": math.nan
            if interval is None or interval.standard_error is None
            else interval.standard_error,
            "target": str(estimate.target if interval is None else interval.target),
            "bias": str(estimate.bias),
            "undefined": estimate.undefined,
            "estimate": estimate.method,
            "reason": self.reason,
            "note": self.reason if interval is None else interval.note,
            "positive": self.positive,
            "average": self.average,
        }

    @property
    def not_assessable(self) -> bool:
        """Whether there is no interval since none would hold, and not for want of a method."""
        return self.interval is None and self.reason.startswith("not assessable")

    @property
    def unknown(self) -> str:
        """What stands where an interval would: none, or that the figure is what it is by definition."""
        return BY_DEFINITION if self.reason.startswith(BY_DEFINITION) else "none"

    @property
    def average(self) -> str:
        """How the classes are brought together where a measure of one class is of many: ``macro``; else empty."""
        return "macro" if not self.positive and is_class_mean(self.measure) else ""

    def __repr__(self) -> str:
        """One line: the estimate and its interval."""
        ends = "no interval" if self.interval is None else f"[{self.interval.low:.4g}, {self.interval.high:.4g}]"
        return printable(f"<Finding of {self.model}: {self.measure.label} {self.estimate.value:.4g} {ends}>")


def listed_measure(name: str, known: Collection[str]) -> str:
    """Name of a measure that is here, by any of its names; what is not here is refused.

    Examples
    --------
    >>> listed_measure("sensitivity", ["error", "recall"])
    'recall'
    """
    found = known_measure(name, known)
    if found not in known:
        raise UnknownNameError.of("measure here", name, known)
    return found


def known_measure(name: str, known: Collection[str]) -> str:
    """Take another name of a measure for its name; what is no name stays as it is.

    Examples
    --------
    >>> known_measure("sensitivity", ["recall"]), known_measure("mine", ["mine"]), known_measure("typo", ["recall"])
    ('recall', 'mine', 'typo')
    """
    if name in known:
        return name
    try:
        return find_measure(name).name
    except InputError:
        return name
