"""From counts and sums to figures: coverage, width beside that of an oracle, bias, refusals, and the flag of heavy tails."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, nan, sqrt
from typing import TYPE_CHECKING, TypeVar, final

from foldwise.measures import measure as find_measure
from studies.validity.catalogue import all_cells
from studies.validity.cells import Cell
from studies.validity.duels import Duel

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from studies.validity.store import Total

GOAL, FLOOR, WIDEST, SIZE = 0.93, 0.92, 1.5, 0.07
"""What every default is to cover; below what it is refused; how many times an oracle's width it may be; and how often
default tests may call equal models different."""
ROWS_AT_EDGE = 6
"""An oracle's interval of fewer rows is one at the edge of the range."""
FEWEST = 40
"""Intervals below which a figure is not shown."""
NORMAL = 1.959964

T = TypeVar("T", Cell, Duel)


@final
@dataclass(frozen=True)
class Share:
    """A share of some simulations, with its Monte-Carlo error.

    Examples
    --------
    >>> print(Share(93, 100))
    0.930 ± .027
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


class Counted:
    """What was counted and added up over the simulations of one measure in one cell or duel."""

    counts: Mapping[str, float]

    def get(self, name: str) -> float:
        """A count or sum, 0 where there was none."""
        return self.counts.get(name, 0.0)

    @property
    def method(self) -> str:
        """Method that was taken most often."""
        return most(self.counts, "method:")

    @property
    def plan(self) -> str:
        """Family of the plan that it was taken on most often."""
        return most(self.counts, "plan:")


@final
@dataclass(frozen=True)
class Figure(Counted):
    """What was found of the default interval of one measure in one cell."""

    cell: Cell
    measure: str
    counts: Mapping[str, float]

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
    def needed(self) -> float:
        """Standard deviation of estimate minus truth: the risk of the model fitted to a sample differs between samples too.

        Nan where fewer than FEWEST estimates were held against their truth; earlier simulations kept the means alone.
        """
        held = self.get("errors")
        if held < FEWEST:
            return nan
        return sqrt(max(0.0, self.get("error2") - self.get("error") ** 2 / held) / (held - 1))

    @property
    def excess(self) -> float:
        """Mean width over that of an oracle that knows the standard deviation of estimate minus truth."""
        oracle = 2 * NORMAL * self.needed
        return self.width / oracle if oracle > 0 else nan

    @property
    def at_edge(self) -> bool:
        """Whether an oracle's interval is one of few rows of the range, so that no interval from the rows can be as short."""
        measured = find_measure(self.measure)
        span = measured.high - measured.low
        return isfinite(span) and 2 * NORMAL * self.spread < ROWS_AT_EDGE * span / self.cell.n

    @property
    def bias(self) -> float:
        """Mean of estimate minus truth."""
        made = self.get("made")
        return (self.get("value") - self.get("truth")) / made if made else nan


@final
@dataclass(frozen=True)
class Verdict(Counted):
    """What was found of the default test of one measure in one duel."""

    duel: Duel
    measure: str
    counts: Mapping[str, float]

    @property
    def rate(self) -> Share:
        """Comparisons with an adjusted p-value of at most .05: false positives, or power."""
        return Share(self.get("rejected"), self.get("made"))

    @property
    def refused(self) -> Share:
        """Requests without a test."""
        return Share(self.get("none"), self.get("asked"))


def most(counts: Mapping[str, float], prefix: str) -> str:
    """The name after the prefix that was counted most often; empty where there is none.

    Examples
    --------
    >>> most({"made": 9, "method:delong": 2, "method:wilson": 5}, "method:")
    'wilson'
    """
    named = {key: value for key, value in counts.items() if key.startswith(prefix)}
    return max(named, key=lambda key: named[key]).removeprefix(prefix) if named else ""


def figures(totals: Mapping[str, Total]) -> list[Figure]:
    """Figures of every cell and measure with enough intervals, in the order of the study."""
    found = [Figure(*one) for one in _studied(totals, Cell)]
    return [one for one in found if one.coverage.of >= FEWEST or one.refused.of >= FEWEST]


def verdicts(totals: Mapping[str, Total]) -> list[Verdict]:
    """Rates of every duel and measure with enough tests, in the order of the study."""
    found = [Verdict(*one) for one in _studied(totals, Duel)]
    return [one for one in found if one.rate.of >= FEWEST or one.refused.of >= FEWEST]


def _studied(totals: Mapping[str, Total], kind: type[T]) -> Iterator[tuple[T, str, Mapping[str, float]]]:
    """Cells of a kind that were simulated, with each of their measures and what was counted of it."""
    for cell in all_cells().values():
        if isinstance(cell, kind) and cell.key in totals:
            yield from ((cell, name, counts) for name, counts in totals[cell.key].sums.items())


def brief(totals: Mapping[str, Total]) -> str:
    """What failed, in a few lines, the worst first."""
    made = [one for one in figures(totals) if one.coverage.of >= FEWEST]
    low = sorted((one for one in made if one.coverage.value < GOAL), key=lambda one: one.coverage.value)
    zero = [one for one in made if one.zero > 0]
    wide = sorted((one for one in made if one.ratio > WIDEST), key=lambda one: -one.ratio)
    lines = [f"{len(made)} figures; {len(low)} cover less than {GOAL}, {len(zero)} have intervals of no width"]
    lines += [
        f"  {one.coverage}  x{one.ratio:.2f}  zero {one.zero:.2f}  {one.measure:<24} {one.cell.key}" for one in low
    ]
    lines += [f"{len(wide)} are wider than {WIDEST} times an oracle's"]
    lines += [f"  x{one.ratio:.2f}  {one.coverage}  {one.measure:<24} {one.cell.key}" for one in wide[:40]]
    tested = [one for one in verdicts(totals) if one.rate.of >= FEWEST]
    high = sorted((one for one in tested if one.duel.equal and one.rate.value > SIZE), key=lambda one: -one.rate.value)
    lines += [f"{len(tested)} rates of tests; {len(high)} of equal models are above {SIZE}"]
    lines += [f"  {one.rate}  {one.method:<20} {one.measure:<24} {one.duel.key}" for one in high]
    lines += [f"  power {one.rate}  {one.measure:<24} {one.duel.key}" for one in tested if not one.duel.equal]
    crashed = [(one.get("crashed"), one.measure, one.cell.key) for one in figures(totals) if one.get("crashed")]
    crashed += [(one.get("crashed"), one.measure, one.duel.key) for one in verdicts(totals) if one.get("crashed")]
    lines += [f"  {times:.0f} calls failed  {measure:<24} {key}" for times, measure, key in crashed]
    return "\n".join(lines)
