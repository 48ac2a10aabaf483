"""One system in a summary of rows, and its value with interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.intervals.interval import Interval
    from foldwise.intervals.streamed.row_effects import UnitFindings
    from foldwise.intervals.streamed.unit_sums import UnitSums
    from foldwise.measures.summaries import GroupSums, RankSums, Summary

__all__ = ["SummarisedSystem", "SummarisedValue"]


@final
@dataclass(frozen=True, eq=False)
class SummarisedSystem:
    """One system in a summary.

    Parameters
    ----------
    summary
        What is kept of the rows.
    system
        Name of the system.
    position, systems
        Its place among the systems, and how many there are.
    classes
        Names of the classes; empty for values.
    positive
        Code of the positive class.
    covariance
        The terms of each class in the covariance of the areas of all systems (C, systems, systems); None where the rows were
        looked at once only.
    ranks
        Exact sums of each ranking; empty where no measure rests on them.
    sizes
        Effective number of weighted rows of each class, (Σw)²/Σw² (C,).
    components
        Of rows in groups, sums of the structural components of the areas within each.
    units
        Sums of the second pass over the rows.
    """

    summary: Summary
    system: str
    position: int
    systems: int
    classes: tuple[str, ...]
    positive: int
    covariance: Floats | None = None
    ranks: tuple[RankSums, ...] = ()
    sizes: Floats | None = None
    components: GroupSums | None = None
    units: UnitFindings | None = None

    def effect(self, name: str, what: str = "", *, other: str = "") -> UnitSums:
        """Sums of the contributions of rows: to a measure, to the loss behind it, or to the difference to another system."""
        found = {} if self.units is None else self.units.effects
        return found[tuple(filter(None, (name, what, self.system, other)))]


@final
@dataclass(frozen=True)
class SummarisedValue:
    """A value, its interval or why there is none, and the guaranteed error of the value where scores were binned."""

    value: float
    interval: Interval | None
    reason: str
    bound: float = 0.0
