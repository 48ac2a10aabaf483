"""Intervals without a width: all observed values are equal, which does not make the estimate certain."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from foldwise.measures import unit_of

if TYPE_CHECKING:
    from foldwise.intervals.interval import Interval
    from foldwise.measures import ModelScores

__all__ = ["LARGEST_UNIT", "NO_WIDTH", "WIDTH_TOLERANCE", "width_refusal"]

WIDTH_TOLERANCE = 1e-9
"""An interval narrower than this share of its ends has the width of rounding errors."""
LARGEST_UNIT = 1e3
"""A thousandth of the widest range of a measure that has two ends."""
NO_WIDTH = "all resamples have the same value, which leaves no spread to judge from"


def width_refusal(scored: ModelScores, interval: Interval) -> str:
    """Say that an interval has no width, though the measure could have had another value; empty where it has one."""
    width, largest = interval.high - interval.low, max(abs(interval.low), abs(interval.high))
    if not width <= WIDTH_TOLERANCE * max(largest, LARGEST_UNIT) or not isfinite(width):
        return ""
    known, span = scored.measure.traits.constant, scored.measure.high - scored.measure.low
    if known is not None and known(scored.outcomes):
        return ""
    size = 1e-3 * span if isfinite(span) else 0.0
    if scored.measure.low < 0:  # 0 is no end of its range, next to which small values mean something
        size = unit_of(scored.measure, scored.value)
    narrow = width <= WIDTH_TOLERANCE * max(largest, size)
    return f"{interval.method}: {NO_WIDTH}" if narrow else ""
