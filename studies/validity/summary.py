"""From counts and sums to figures: coverage, width beside that of an oracle, bias, refusals, and the flag of heavy tails."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, nan, sqrt
from typing import TYPE_CHECKING, final

from studies.validity.cells import Cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from studies.validity.store import Total

GOAL, FLOOR, WIDEST = 0.93, 0.92, 1.5
"""What every default is to cover; below what it is refused; and how many times an oracle's width it may be."""
FEWEST = 40
"""Intervals below which a figure is not shown."""
NORMAL = 1.959964


@final
@dataclass(frozen=True)
class Share:
    """A share of some simulations, with its Monte-Carlo error.

    Examples
    --------
    >>> print(Share(93, 100))
    0.930 ± .026
    """

    hits: float
    of: float

    @property
    def value(self) -> float:
        """The share; NaN of nothing."""
        return self.hits / self.of if self.of else nan

    @property
    def error(self) -> float:
        """Standard error; never quite 0, however even the simulations came out."""
        share = (self.hits + 1) / (self.of + 2)
        return sqrt(share * (1 - share) / self.of) if self.of else nan

    def below(self, bound: float) -> bool:
        """Whether the share is below the bound by more than two errors."""
        return self.value + 2 * self.error < bound

    def above(self, bound: float) -> bool:
        """Whether the share is above the bound by more than two errors."""
        return self.value - 2 * self.error > bound

    def __str__(self) -> str:
        """Write the share with its error."""
        return f"{self.value:.3f} ± {self.error:.3f}".replace("± 0", "± ") if self.of else "–"


@final
@dataclass(frozen=True)
class Figure:
    """What was found of the default interval of one measure in one cell."""

    cell: Cell
    measure: str
    counts: Mapping[str, float]

    def get(self, name: str) -> float:
        """A count or sum, 0 where there was none."""
        return self.counts.get(name, 0.0)

    @property
    def coverage(self) -> Share:
        """Intervals that contain the truth, of those made without a mark."""
        return Share(self.get("covered"), self.get("made"))

    @property
    def refused(self) -> Share:
        """Requests without an interval, or with one that says of itself that it cannot be relied on."""
        return Share(self.get("none") + self.get("marked"), self.get("asked"))

    @property
    def flagged(self) -> Share:
        """Coverage of the intervals that came with a warning about heavy tails."""
        return Share(self.get("flagged_covered"), self.get("flagged"))

    @property
    def unflagged(self) -> Share:
        """Coverage of those without."""
        return Share(self.get("covered") - self.get("flagged_covered"), self.get("made") - self.get("flagged"))

    @property
    def zero(self) -> float:
        """Share of the intervals that have no width."""
        return self.get("zero") / self.get("made") if self.get("made") else nan

    @property
    def width(self) -> float:
        """Mean width of the intervals that have one."""
        there = self.get("made") - self.get("infinite")
        return self.get("width") / there if there else nan

    @property
    def spread(self) -> float:
        """Standard deviation of the estimates over the simulations."""
        made = self.get("made")
        if made < 2:
            return nan
        return sqrt(max(0.0, self.get("value2") - self.get("value") ** 2 / made) / (made - 1))

    @property
    def ratio(self) -> float:
        """Mean width over that of an oracle that knows the standard deviation of the estimate."""
        oracle = 2 * NORMAL * self.spread
        return self.width / oracle if isfinite(oracle) and oracle > 0 else nan

    @property
    def bias(self) -> float:
        """Mean of estimate minus truth."""
        made = self.get("made")
        return (self.get("value") - self.get("truth")) / made if made else nan


def figures(totals: Mapping[str, Total], cells: Iterable[Cell]) -> Iterator[Figure]:
    """Figures of every cell and measure that was asked for."""
    for cell in cells:
        if cell.key in totals:
            for name, counts in totals[cell.key].sums.items():
                yield Figure(cell, name, counts)


def brief(totals: Mapping[str, Total]) -> str:
    """What failed, in a few lines: the lowest coverage of every cell that falls below the goal, and tests above theirs."""
    from studies.validity.catalogue import all_cells

    cells = [one for key, one in all_cells().items() if key in totals and isinstance(one, Cell)]
    found = [one for one in figures(totals, cells) if one.coverage.of >= FEWEST]
    low = sorted((one for one in found if one.coverage.value < GOAL), key=lambda one: one.coverage.value)
    zero = [one for one in found if one.zero > 0]
    lines = [f"{len(found)} figures; {len(low)} cover less than {GOAL}, {len(zero)} have intervals of no width"]
    lines += [
        f"  {one.coverage}  x{one.ratio:.2f}  zero {one.zero:.2f}  {one.measure:<24} {one.cell.key}" for one in low
    ]
    wide = sorted((one for one in found if one.ratio > WIDEST), key=lambda one: -one.ratio)
    lines += [f"{len(wide)} are wider than {WIDEST} times an oracle's"]
    lines += [f"  x{one.ratio:.2f}  {one.coverage}  {one.measure:<24} {one.cell.key}" for one in wide[:40]]
    return "\n".join(lines)
