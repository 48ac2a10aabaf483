"""FW303: the best of the values that were tried is the first or the last of them, so that a better one may lie beyond."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import isfinite, isinf
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar, final

from foldwise.advice.advice import Severity
from foldwise.advice.rule import Rule
from foldwise.phrases import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case

__all__ = ["GridEdge"]

FEWEST_VALUES = 3
"""Values from which an edge tells something: of two, every one is at an edge."""
LEAST_COUNTS = {"min_samples_split": 2}
"""The least that some counts can be, where that is not 1."""


@final
@dataclass(frozen=True)
class GridEdge(Rule):
    """The winner of a grid is at its edge: of three or more numbers that were tried for a setting, the smallest or largest.

    Silent where the edge is a natural bound (a count of 1, a share of 0 or 1, a penalty of 0, no limit), for words and
    truth values, and where a value inside the grid does as well.
    """

    code: ClassVar[str] = "FW303"
    title: ClassVar[str] = "winner at the edge of the grid"
    summary: ClassVar[str] = "the best value of a setting is the smallest or the largest that was tried"
    severity: ClassVar[Severity] = Severity.NOTE
    verbs: ClassVar[tuple[str, ...]] = ("select",)

    def look(self, case: Case) -> Advice | None:
        """Hold the best settings against the values that were tried."""
        edges = {name: edge for name, values in case.tried.items() if (edge := _edge(name, values, case.winners))}
        if not edges:
            return None
        told = [f"{name} = {_written(at)} is the {side} of those tried" for name, (at, side, _) in edges.items()]
        wider = ", ".join(f"'{name}': [{', '.join(map(_written, more))}]" for name, (_, _, more) in edges.items())
        return self.advice(listed(told), f"space={{{wider}}} tells whether it goes on")


def _edge(name: str, values: Sequence[Any], winners: Sequence[Any]) -> tuple[float, str, list[float]] | None:
    """The winner's value, its side, and values that go on from there; None where it is not at an edge that can be moved."""
    numbers = sorted({value for value in values if _is_number(value)})
    if len(numbers) < FEWEST_VALUES or any(isinstance(value, bool) or not _plain(value) for value in values):
        return None
    won = {winner[name] for winner in winners if name in winner and _is_number(winner[name])}
    open_ended = len(numbers) < len({repr(value) for value in values})  # None, or infinity: no limit was tried too
    if won == {numbers[-1]} and not open_ended and not _at_most(numbers):
        return numbers[-1], "largest", _beyond(numbers)
    if won == {numbers[0]} and not _at_least(name, numbers):
        return numbers[0], "smallest", _beyond(numbers[::-1])
    return None


def _is_number(value: object) -> bool:
    return not isinstance(value, bool) and isinstance(value, Real) and isfinite(value)


def _plain(value: object) -> bool:
    """Whether it is a number, or stands for no limit."""
    return value is None or _is_number(value) or (isinstance(value, Real) and isinf(value))


def _at_least(name: str, numbers: Sequence[float]) -> bool:
    """Whether the smallest is as small as it can be: 0, or a count of 1."""
    least = LEAST_COUNTS.get(name.rpartition("__")[2], 1)
    whole = all(float(number).is_integer() for number in numbers)
    return numbers[0] == 0 or (whole and 0 < numbers[0] <= least)


def _at_most(numbers: Sequence[float]) -> bool:
    """Whether the largest is as large as it can be: all of a share."""
    return numbers[-1] == 1 and numbers[0] >= 0


def _beyond(numbers: Sequence[float]) -> list[float]:
    """The last value and two that go on from it, in equal steps where the grid has them, else by the last ratio."""
    steps = {round(b - a, 12) for a, b in pairwise(numbers)}
    before, last = numbers[-2], numbers[-1]
    if len(steps) == 1 or before * last <= 0:
        more = [last + (last - before) * at for at in (1, 2)]
    else:
        more = [last * (last / before) ** at for at in (1, 2)]
    if min(numbers) > 0 >= min(more):
        more = [last / 2, last / 4]
    if all(float(number).is_integer() for number in numbers):
        more = [round(one) for one in more if round(one) != 0]
    return list(dict.fromkeys([last, *more]))


def _written(value: float) -> str:
    return f"{value:.4g}"
