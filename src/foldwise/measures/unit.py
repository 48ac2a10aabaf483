"""How large a number must be to be more than a rounding error of a measure."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from foldwise.measures.measure import LossMeasure

if TYPE_CHECKING:
    from foldwise.measures.measure import Measure

__all__ = ["unit_of"]


def unit_of(measure: Measure, value: float) -> float:
    """Size that rounding errors are judged against: that of the value for a loss without bounds, else 1 at least.

    A loss without bounds is in the unit of the target, and 1e-15 may be large in it. Shares and ratios have no unit.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> unit_of(measure("mae"), 2e-15), unit_of(measure("error"), 2e-15), unit_of(measure("r2"), -30.0)
    (2e-15, 1.0, 30.0)
    """
    in_units = isinstance(measure, LossMeasure) and not isfinite(measure.high)
    return abs(value) if in_units else max(1.0, abs(value))
